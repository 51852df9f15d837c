"""What a rule system is: a package whose ``__init__`` offers the names below; the module itself satisfies ``System``.

``Core`` holds what every game has.  ``Optional`` holds what a game may have; ``defaults.py`` defines each of its
names as "this game has none", and a system takes those it does not define from there, in one line.

Four privileges are never mixed: ``view`` may hide; ``check`` may object but neither roll nor change; ``run``,
``close`` and
``proceed`` may roll and report events; ``apply`` alone makes states, and can neither roll nor decide.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from maps.geometry.hexes import Cell
from maps.scene.card import Card
from maps.scene.scene import Mark, Scene

from .event import Event
from .idea_group import IdeaGroup
from .lookup_answers import ArmyCheck, End, Measure
from .luck import LossByDice, TargetRoll
from .odds import Odds
from .order import Condition, Order, Refusal
from .phase import Phase
from .scenario import Fault, Scenario
from .turn import Turn
from .vocabulary import Vocabulary

S = TypeVar("S")
Rounds = Literal["one", "all"]
"""How much of an open battle is fought before its sides are asked again."""


class State(Protocol):
    """The fields that every system's state has, so that cases can name them.

    ``winner``: a side, a group of sides (see ``group_name``) or ``draw``.  ``game`` may have a ``reason``, a word such
    as ``turn-limit``: why the game ended.  A state may have a field ``earlier``: the earlier version of the rules that
    a stored game began with, "" for the present one; what has been corrected since is judged as it was.  It may have a
    field ``done``: the sides that are done in a sealed phase; in a sandbox the others of them may order again.
    """

    @property
    def units(self) -> Mapping[str, Any]: ...
    @property
    def turn(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def active(self) -> str | None: ...
    @property
    def winner(self) -> str | None: ...
    @property
    def game(self) -> Any: ...


class Core(Protocol[S]):
    """What every game has: what it is, how it starts, which orders there are, what comes of them, who sees what."""

    @property
    def NAME(self) -> str:
        """The name of its folder: miniwars."""

    @property
    def TITLE(self) -> str:
        """For people: MiniWars."""

    @property
    def VERSION(self) -> str:
        """Of these rules as code: the same version gives the same events for the same orders and dice."""

    @property
    def STATE(self) -> type[S]: ...
    @property
    def ORDERS(self) -> tuple[type[Order], ...]: ...
    @property
    def EVENTS(self) -> tuple[type[Event], ...]: ...

    # how it starts
    def start(self, scenario: Scenario) -> S:
        """The first position of a scenario without faults."""

    def phase(self, state: S) -> Phase | None:
        """The phase and whose turn it is; None when the game is over."""

    # orders, judged by what one side sees: no dice, no change
    def vocabulary(self, seen: S, side: str) -> Vocabulary: ...
    def check(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """Every objection of the rules, the most important first.  ``play`` has already checked the unit's owner and
        the phase."""

    def ideas(self, seen: S, side: str) -> Iterator[Order]:
        """Legal orders worth offering: for help, autocomplete and tests, and for an absent player."""

    # what comes of orders: the truth; may roll, changes the state by events only
    def run(self, turn: Turn[S], side: str, order: Order) -> None:
        """One order that ``check`` accepts.  In a phase that keeps orders: put it secretly in the state, with
        ``turn.said``."""

    def close(self, turn: Turn[S], side: str) -> None:
        """The side is done (or out of time): the rules' defaults fill the rest; ends the phase when every side is
        done."""

    def apply(self, state: S, event: Event) -> S: ...

    # who sees what, and what it looks like
    def view(self, state: S, side: str) -> S:
        """What a side may know; "" is the public.  Viewing a view changes nothing."""

    def witness(self, state: S, event: Event, side: str) -> Event | None:
        """The event as a side may know it when it happens in this state; None if it may not."""

    def tell(self, state: S, event: Event) -> str:
        """One line of the report, or "" if it needs none.  ``state`` is the one before the event."""

    def scene(self, seen: S, recent: Sequence[Event]) -> Scene:
        """The picture; ``recent`` are the events to show as arrows and rings."""

    def text_map(self, seen: S) -> str:
        """The map in words for a screen reader: units by side with place and status; which units are adjacent."""


class Optional(Protocol[S]):
    """What a game may have.  Each name has a default of the same name in ``defaults.py``."""

    @property
    def EARLIER_VERSIONS(self) -> tuple[str, ...]:
        """Versions with the same rules in other words: their logs are run again too, without the WORDING of events."""

    @property
    def LEGEND(self) -> Mapping[str, Cell]:
        """Words in the legend of a hex board that mean a terrain and a level; any other word is a terrain at level
        0."""

    @property
    def SECRETS_DECIDE_NOTHING(self) -> bool:
        """Whether an order that needs no die and ends no part of a phase, as the side sees the position, does exactly
        the same in the true one: what is hidden from the side changes neither its events nor what can be seen of them.
        An order for which that is not so calls ``turn.meets_secrets``.
        """

    @property
    def REQUESTED_SIGNS(self) -> Sequence[tuple[str, str]]:
        """Roles and words, as in a scene's legend, of the marks that only ``draft_marks`` and ``overlay`` draw."""

    # scenarios
    def faults(self, scenario: Scenario) -> Iterator[Fault]:
        """Everything in the scenario that the rules cannot use."""

    # orders
    def partial_objections(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """The objections to an order of which only a part could be read, whatever the rest says: its other fields
        are empty."""

    def in_full(self, seen: S, side: str, order: Order) -> Order:
        """The order with everything that its writer left to the position, such as the only battle that a lone
        ``fight`` can mean; this is echoed, stored and run."""
        ...

    def condition_holds(self, seen: S, condition: Condition) -> bool:
        """Whether an ``if`` is true now; for the words that the vocabulary names as conditions."""

    def proceed(self, turn: Turn[S]) -> None:
        """Everything that the rules do by themselves before the next player's turn (opening dice, phases without a
        choice)."""

    def left_behind(self, seen: S, side: str) -> tuple[str, ...]:
        """What the side would lose for good by ending its part of the phase now, a part of a sentence each: ``2
        obstacles not laid``."""

    def sample_orders(self, seen: S, side: str) -> Iterator[Order]:
        """For each kind of order that the side can still give in this game one that shows how it is written.

        Every name in it exists; it may be for a later phase, and need not be legal.  Orders of one word, such as
        ``concede``, are left out.
        """

    def idea_groups(self, seen: S, side: str) -> Iterator[IdeaGroup]:
        """The ``ideas`` for the present phase in groups, for a game in which it takes long to find all of them: who
        wants the best has only those found that may be it."""

    def worth(self, seen: S, side: str, order: Order) -> float:
        """What one of the ``ideas`` is worth beside the others, for the order in which they are shown.

        An idea worth 0 is legal, but no advice: it is never shown as an example.
        """

    def further_choices(self, seen: S, side: str) -> Iterator[Order]:
        """Orders for the present phase that a computer player thinks over besides the ``ideas``; they need not be
        legal."""

    def prospect(self, seen: S, side: str, order: Order) -> float:
        """What a computer player expects of one of the ``ideas``, beside the others; may take longer than ``worth``,
        which it is where a system says nothing else."""

    def chances(self, seen: S, side: str, order: Order) -> str:
        """What the dice of an attack that ``check`` accepts can do, in a few words: ``2d6+1 needs 8+: 58 %
        disrupted``.

        With every modifier that is known now; by the code that resolves the attack, so that both always agree.  ""
        for orders that are no attacks.
        """
        ...

    # words
    def group_name(self, seen: S, group: str) -> str:
        """The name of a group of sides that can win together, such as an alliance or a team."""

    def group_of(self, seen: S, side: str) -> str:
        """What ``winner`` is when the side wins: the side itself, or its alliance or team."""

    def allied(self, seen: S, side: str, other: str) -> bool:
        """Whether two sides win and lose together, so that one player may know the secrets of both."""

    # pictures
    def draft_marks(self, seen: S, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
        """A draft drawn over the position: paths and targets of orders not yet committed."""

    def overlay(self, seen: S, unit: str, target: str) -> tuple[Mark, ...]:
        """Drawn over the position on request: where a unit could go and what stops it; with a ``target`` (else ""),
        whether it sees it."""

    # look-ups
    def cards(self, scenario: Scenario | None) -> Mapping[str, Card]:
        """The card of every type of unit, those of the scenario included: key -> card."""

    def measure(self, seen: S, start: End, end: End) -> Measure | None:
        """Distance, direction and line of sight from one end to the other, without dice; None where the rules
        measure nothing.

        ValueError says, in a sentence, which end is nowhere.
        """

    def check_army(
        self, scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]
    ) -> ArmyCheck:
        """An army list (type -> how many) judged for a side of the scenario, or by limits as a scenario's ``setup``
        writes them."""

    # battles
    def open_battle(self, words: str, rounds: Rounds) -> Mapping[str, Any] | None:
        """The content of a scenario file for one open battle, from such words as players type.

        ``rounds``: whether it is fought round by round or, once both sides are ready, to its end.

        ValueError says, in a sentence, what is wrong with the words and what would do.
        """

    def odds(self, seen: S, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
        """The odds of the battle that is to be fought in a place ("" the only one); None if there is none.

        By the standing orders that ``seen`` shows.  Exact, or from so many battles with ``chance``'s numbers from 0
        to less than 1.
        """

    def battle_places(self, seen: S) -> tuple[str, ...]:
        """The places whose battles ``odds`` can be asked about, in the order in which they are fought."""

    # counts
    def luck(self, seen: S, event: Event) -> Iterator[TargetRoll | LossByDice]:
        """The rolls with a target that an event reports, and what dice have cost in it.

        ``seen`` is the public's view of the position before the event, and the event is as the public may know it, so
        units of it may be missing.
        """
        ...

    def unit_count(self, state: S, side: str) -> int:
        """How many units a side has, as its players count them."""

    def score(self, state: S, side: str) -> int:
        """What a side has achieved by the end of a game, in the game's own points; leagues compare both sides'."""

    # cases
    def case_position(self, scenario: Scenario, changes: Mapping[str, Any]) -> S:
        """The position a case begins in: the scenario with a case's ``set``; ValueError says what cannot be set."""

    def case_view(self, state: S) -> Mapping[str, Any]:
        """The state as cases name it: units, turn, phase, active, winner, game, in the rules' own words and measures.

        Plain values only.  It is for reading: what a case may set is decided by ``case_position``.
        """


class System(Core[S], Optional[S], Protocol[S]):
    """A complete system: what every game has, and what a game may have."""
