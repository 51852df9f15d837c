"""An order is a value whose class is also its grammar: the tag is the verb, each field is a slot."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec


class Noun(str):
    """Names the vocabulary a slot is read from: ``Noun("unit")``, ``place``, ``target``, ``friend``, ``type``,
    ``number``.

    On a table also ``inches``, ``point``, ``bearing``, ``way``, ``heading``; where orders go to single models
    ``models``, ``course``,
    ``spots``, ``weapon``.  Where units are counted ``force``, ``ranking``, ``scope``, ``terms``; ``text`` is the
    rest as typed.

    A ``str`` without a Noun takes any one word as typed.  An optional number before another slot may be left out:
    ``buy [3] rifle``.
    """


class Slot(str):
    """The word that introduces an optional slot in text (``to``, ``from``, ...), when the slot is not known by its
    place.

    Of several words each will do; the first is the one the game itself uses.
    """


class Lead(Slot):
    """A Slot whose word may not be left out, though the slot is needed: ``Kiev to Moscow``, never ``Kiev Moscow``."""


class Hint(Slot):
    """A Slot whose word says no more than its place does: it may be left out, and the game itself leaves it out."""


class After(str):
    """The word that may follow a number: ``land``, or ``round rounds`` for one and for several; written unless a
    Slot's word was."""


class Also(str):
    """A word that may stand instead of the noun, kept as it is: ``all`` for a place.

    In a Force it is ``all`` (before a type) or ``nothing`` (instead of all units), each only where it is given.
    """


class Between(msgspec.Struct, frozen=True):
    """The least and the most that a number may be."""

    least: int
    most: int


class Terms(msgspec.Struct, frozen=True):
    """Forms of the noun ``terms``: the value of the slot and its words; N is a number, kept in the field ``n``
    (Between its bounds).

    The first form of a value, with or without N, is the one the game itself writes.  Of two orders with one verb
    that which has terms is meant if one of their first words (``when``, ``never``) is there, or a word that can only
    precede it (Order.BEFORE).
    """

    forms: tuple[tuple[str, str], ...]


class Synonyms(msgspec.Struct, frozen=True):
    """Other words for one choice of a slot: ``Annotated[Literal["off"], Synonyms("off", ("none", "cancel"))]``."""

    choice: str
    words: tuple[str, ...]


Unit = Annotated[str, Noun("unit")]
"""A unit by id, full name or unambiguous beginning."""
Place = Annotated[str, Noun("place")]
"""A hex or area by number, label or code."""
Target = Annotated[str, Noun("target")]
"""A unit, or the place it is in (kept as written: which unit is there is found out when the order's turn comes)."""
Friend = Annotated[str, Noun("friend")]
"""The same of the order's own side: of several units with one name its own are meant, not the enemy's."""
Number = Annotated[int, Noun("number")]
Kind = Annotated[str, Noun("type")]
"""A type of unit, by its key or an unambiguous beginning."""
Inches = Annotated[int, Noun("inches")]
"""A length over 0 to 99 inches, in hundredths: 5, 2.5, 5", 5in."""
Point = Annotated[tuple[int, int], Noun("point")]
"""A point of the table in hundredths of an inch from its left and lower edges: 12.5,8 or (12.5, 8)."""
Bearing = Annotated[int, Noun("bearing")]
"""Tenths of a degree clockwise from north: a compass word, or degrees."""
Way = Annotated[int | tuple[int, int], Noun("way")]
"""Where to go: a Point (with a comma, and then no length may follow), or a Bearing (90 3 is east, three inches)."""
Heading = Annotated[str | int | tuple[int, int], Noun("heading")]
"""What to turn to: a Bearing, a unit's id, or a Point (with a comma), which may lie off the table."""
Path = tuple[tuple[int, int], ...]
"""The points of a way in hundredths of an inch, the last one where it ends: 10,6>12,8.  Of no point: it stays."""


class Shift(msgspec.Struct, frozen=True):
    """So many hundredths of an inch by a bearing, in tenths of a degree: NE 4.5."""

    bearing: int
    inches: int


Force = Annotated[tuple[tuple[int, str], ...], Noun("force")]
"""So many units of each type: 3 infantry, 1 tank; 0 of a type is all of it; nothing is () (Also)."""
Text = Annotated[str, Noun("text")]
"""The rest of the order as typed."""
Ranking = Annotated[tuple[str, ...], Noun("ranking")]
"""Types in the order of a preference: infantry > tank, infantry then tank; ``default`` is ()."""
Scope = Annotated[str, Noun("scope")]
"""What a standing order is about, before a colon: one of ForceNames.scopes or a place; ``all`` if nothing is said."""
Models = Annotated[tuple[int, int] | None, Noun("models")]
"""The first and the last of a run of models, written at the unit: C1.2-4, C1.3.  None: the whole unit.

The field ``models`` belongs to the unit that is ordered, ``target_models`` to the slot ``target``.  An order without
``models`` is for whole units.
"""
Course = Annotated[Shift | tuple[Path, ...], Noun("course")]
"""A Shift, or a Path for all or for each model: points (12,8), names of points (ModelNames.points), ``-`` for one
that stays."""
Spots = Annotated[tuple[tuple[int, int], ...], Noun("spots")]
"""One point or several, in hundredths of an inch, or names of points (ModelNames.points).  Points off the table are
read, too."""
Weapon = Annotated[str, Noun("weapon")]
"""A weapon of the unit that is ordered (ModelNames.weapons), by an unambiguous beginning."""


class Order(msgspec.Struct, frozen=True, tag_field="verb"):
    """One thing a side wants done.

    ALIASES are other words for the verb; one may be of several words.  SHORT are words that stand for the verb with
    its arguments:
    ``column`` for ``form column``.  BEFORE are words that may stand before the verb.  PHASES are the phases it
    belongs to (none: every phase).  ANYTIME orders may be given by any side in any phase, as long as the game lasts.
    UNSAID says that its verb may be left out, where the rest can be read as nothing else: ``B1 0507``.
    ENDS says that it ends the phase when it runs, so that the moment of the orders after it is not yet known.
    ONCE says that it can be given once before the phase ends: by a side, or to a unit if it is for one.
    ROLLS says that the first thing it does, wherever the rules allow it, is to roll dice: nothing of it is foreseen.
    NEEDS_DICE says that it rolls dice wherever the rules allow it, though something may happen before them.
    DISCARDS says that it throws away what its writer cannot get back (the game, orders already given): it is never
    suggested.
    The first line of the docstring is the help players see; EXAMPLE is one line of it.
    """

    ALIASES: ClassVar[tuple[str, ...]] = ()
    SHORT: ClassVar[Mapping[str, str]] = {}
    BEFORE: ClassVar[tuple[str, ...]] = ()
    PHASES: ClassVar[tuple[str, ...]] = ()
    ANYTIME: ClassVar[bool] = False
    UNSAID: ClassVar[bool] = False

    @property
    def at_will(self) -> bool:
        """Whether this one order may be given by any side in any phase, though others of its kind may not."""
        return self.ANYTIME

    @property
    def once(self) -> bool:
        """Whether this one order can be given once, though others of its kind may be given again."""
        return self.ONCE

    @property
    def discards(self) -> bool:
        """Whether this one order throws something away, though others of its kind may not."""
        return self.DISCARDS

    ENDS: ClassVar[bool] = False
    ONCE: ClassVar[bool] = False
    ROLLS: ClassVar[bool] = False
    NEEDS_DICE: ClassVar[bool] = False
    DISCARDS: ClassVar[bool] = False
    EXAMPLE: ClassVar[str] = ""


class Done(Order, frozen=True, tag="done"):
    """End your part of the phase."""

    ALIASES: ClassVar[tuple[str, ...]] = ("end", "pass", "next")
    ENDS = True
    EXAMPLE = "done"


class Commit(Order, frozen=True, tag="commit"):
    """Run what is written above and keep the phase open.

    A word of every text in every system; it is never run itself.
    """

    EXAMPLE = "commit"


class Concede(Order, frozen=True, tag="concede"):
    """Give up: the game ends as soon as this is run."""

    ALIASES: ClassVar[tuple[str, ...]] = ("resign", "surrender")
    ANYTIME = True
    DISCARDS = True
    EXAMPLE = "concede"


class Draw(Order, frozen=True, tag="draw"):
    """Offer a draw until the turn ends; if every side offers one, the game is a draw."""

    ANYTIME = True
    DISCARDS = True
    EXAMPLE = "draw"


class StandingOrder(Order, frozen=True, tag="standing"):
    """Decide in advance a choice the rules will ask of you in another player's phase.

    ``subject`` is a unit's id or ``all``; ``values`` are words of the policy, ids of units or numbers of places
    where it takes them; anything else as typed, for the system to judge.
    A system may take it as it is, or as a subclass that has an EXAMPLE with its own policies.
    """

    subject: str
    policy: str
    values: tuple[str, ...] = ()

    ANYTIME = True


class Condition(msgspec.Struct, frozen=True):
    """What an order may wait for: ``if M1 gone: ...``, ``if X3 at 0405: ...``.

    ``subject`` is a unit or a place, ``state`` one of the Vocabulary's conditions, ``place`` what a condition about a
    place names.
    ``side``: who asks, when it is asked (``if Kiev ours: ...``).
    """

    subject: str
    state: str
    place: str = ""
    side: str = ""


class SourceLine(msgspec.Struct, frozen=True):
    """How an order was said: the line of its message, its canonical text (the ``if`` included), and what it waits
    for."""

    line: int
    text: str
    condition: Condition | None = None


class Refusal(msgspec.Struct, frozen=True):
    """Why an order is refused: the field at fault, a stable code, the reason for players, the paragraph, and legal
    orders instead.

    ``lasting``: no other order and no die can change it, so it is reported at once even if the order is provisional.
    ``hopeless``: no die can change it either, but the order is kept, with a warning that it will be refused.
    """

    field: str
    code: str
    says: str
    rule: str = ""
    instead: Sequence[Order] = ()
    lasting: bool = False
    hopeless: bool = False

    @property
    def final(self) -> bool:
        """Whether no die can change it."""
        return self.lasting or self.hopeless
