"""What a rule system is: a package whose __init__ offers these names; the module itself satisfies the Protocol.

Four privileges, never mixed: ``view`` may hide; ``check`` may object but neither roll nor change; ``run``, ``close`` and
``proceed`` may roll and say what happened; ``apply`` alone makes states, and can neither roll nor decide.
"""
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from maps.hexes import Board, Cell
from maps.scene import Mark, Scene
from maps.sheet import Sheet

from .event import Event
from .odds import Odds
from .order import Condition, Order, Refusal
from .scenario import Fault, Scenario
from .turn import Turn

S = TypeVar("S")
Rounds = Literal["one", "all"]
"""How much of a single battle is fought before its sides are asked again."""


class Phase(msgspec.Struct, frozen=True):
    """The moment: its stable name, a title for people, who is awaited, and whether orders stay secret until it is run.

    ``kept`` says that ``run`` only keeps an order for ``close``: then the system itself asks whether its condition (``turn.said``) holds,
    checks it again as its turn comes, and says Skipped or Balked with the line and text of ``turn.said``.
    ``first``: which is said first of an order of another phase from a side not awaited: ``not-your-phase`` or ``wrong-phase``.
    ``speakers``: the sides in the order in which their orders of one step of a case are run; none: those not awaited speak first.
    ``counts``: what ``turn`` is the number of.
    """

    name: str
    title: str
    turn: int
    sides: tuple[str, ...]
    sealed: bool = False
    kept: bool = False
    first: str = "not-your-phase"
    speakers: tuple[str, ...] = ()
    counts: str = "Turn"


class Nouns(msgspec.Struct, frozen=True):
    """The names in play, as one side may know them: all that reading needs to know of a position.

    ``units``: id -> full name, also of units that are gone; ``mine`` the ids this side commands, ``gone`` those out of play.
    ``board``: the hex board if there is one, so that a hex off it can be told from a word that is no hex; its labels are places.
    ``places``: other names of places -> place.  ``policies``: standing-order policy -> its words; ``named`` those
    policies that also take units.  ``conditions``: the words an ``if`` knows; ``placed`` those asked of a place instead of a unit;
    ``situated`` those of a unit that name a place after them (``if X3 at 0405``).  ``sited``: the policies that also take places.
    ``types``: types of units that can be named in orders -> full name.
    ``shortest``: how many letters the beginning of an id or a name needs at least.
    ``idle``: the code for a unit without an order (``A1``), ``nobody`` for an order of a unit without the unit (``move 0507``).
    ``checks``: in which order the faults of an order count, those in one string alike (language.line); the rules' own come last.
    ``table``: width and height of a table in inches, off which no point lies.
    ``models``: unit -> how many models it began with, where orders may name some of them (C1.2-4); then ``-`` is a word of its own too.
    ``spots``: names of points -> the point, in hundredths of an inch.  ``weapons``: unit -> what its models carry, as ``with`` names it.
    ``pointed``: the policies of standing orders that take points, and after them one of the given words.
    ``begun``: how many letters of a verb will do if no other verb begins so; 0: only whole verbs are read.
    ``over``: the code for any order once the game is over.  ``stray``: that for a word alone that is neither a verb nor a unit.
    ``prompt``: an order under an ``if`` is judged at once as far as can be, not only when its turn comes.
    ``forces``: types of units that are counted -> every word for them, their plurals too; those of one letter only after a number.
    ``scopes``: what a standing order can be about beside places, as it is written -> as it is meant.
    """

    units: Mapping[str, str]
    mine: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()
    board: Board | None = None
    places: Mapping[str, str] = {}
    policies: Mapping[str, tuple[str, ...]] = {}
    named: frozenset[str] = frozenset()
    conditions: tuple[str, ...] = ()
    placed: frozenset[str] = frozenset()
    situated: frozenset[str] = frozenset()
    sited: frozenset[str] = frozenset()
    types: Mapping[str, str] = {}
    shortest: int = 1
    idle: str = "syntax"
    nobody: str = "missing-argument"
    checks: tuple[str, ...] = ("form argument idle", "verb", "missing nobody", "who theirs gone", "number place", "phase", "target")
    table: tuple[float, float] | None = None
    models: Mapping[str, int] = {}
    spots: Mapping[str, tuple[int, int]] = {}
    weapons: Mapping[str, tuple[str, ...]] = {}
    pointed: Mapping[str, tuple[str, ...]] = {}
    begun: int = 0
    over: str = "wrong-phase"
    stray: str = "syntax"
    prompt: bool = False
    forces: Mapping[str, tuple[str, ...]] = {}
    scopes: Mapping[str, str] = {}


class Muster(msgspec.Struct, frozen=True):
    """An army list judged: what is in it (type, full name, how many, cost of one), what it costs of how much, and what is against it.

    ``counted``: what the costs are, in the plural: points, or what else a system compares armies by.
    ``remarks``: whole sentences that are worth knowing and hold nothing against the list.
    """

    rows: tuple[tuple[str, str, int, int], ...]
    total: int
    limit: int | None
    faults: tuple[Fault, ...]
    counted: str = "points"
    remarks: tuple[str, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """A line of sight: whether it is clear, in a sentence with the reason and its paragraph, the places in its way, and how it is drawn."""

    clear: bool
    says: str
    by: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


class Measure(msgspec.Struct, frozen=True):
    """What can be measured between two ends: (what, how much) such as ("distance", "6.25 inches"), whether the one sees the other,

    None where the rules have no lines of sight, and what is drawn beside the line of sight.
    """

    facts: tuple[tuple[str, str], ...]
    sight: Sight | None = None
    marks: tuple[Mark, ...] = ()


Where = str | tuple[int, int]
"""An end to be measured from: a unit's id, one of its models (C1.3), a place, or a point in hundredths of an inch."""


class State(Protocol):
    """What every system's state has at its top: what cases address (FORMATS 3).

    ``winner``: a side or ``draw``.  ``game`` may have a ``reason``, a word such as ``turn-limit``: why the game ended.
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


class System(Protocol[S]):
    """Read top to bottom: what it is, how it starts, what may be said, what comes of it, who sees what."""

    @property
    def NAME(self) -> str: ...
    @property
    def TITLE(self) -> str:
        """For people: MiniWars."""
    @property
    def VERSION(self) -> str:
        """Of these rules as code: the same version gives the same events for the same orders and dice."""
    @property
    def ORDERS(self) -> tuple[type[Order], ...]: ...
    @property
    def EVENTS(self) -> tuple[type[Event], ...]: ...
    @property
    def STATE(self) -> type[S]: ...
    @property
    def LEGEND(self) -> Mapping[str, Cell]:
        """Words in the legend of a hex board that stand for a terrain and a level; any other word is a terrain at level 0."""

    # what can be looked up without a game
    def catalogue(self, scenario: Scenario | None) -> Mapping[str, Sheet]:
        """The card of every type of unit, those of the scenario included: key -> card."""
    def muster(self, scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]) -> Muster:
        """An army list (type -> how many) judged for a side of the scenario, or by limits as a scenario's ``setup`` writes them."""

    def duel(self, words: str, rounds: Rounds) -> Mapping[str, Any] | None:
        """The document of a scenario for one open battle from such words as players type; None where there are no single battles.

        ``rounds``: whether it is fought round by round or, once both sides are ready, to its end.

        ValueError says, in a sentence, what is wrong with the words and what would do.
        """

    # how it starts
    def faults(self, scenario: Scenario) -> Iterator[Fault]:
        """Everything in the scenario that the rules cannot use.  ``start`` and ``stage`` are only for scenarios without faults."""
    def start(self, scenario: Scenario) -> S: ...
    def stage(self, scenario: Scenario, changes: Mapping[str, Any]) -> S:
        """The position a case begins in: the scenario with a case's ``set`` (FORMATS 3); ValueError says what cannot be set."""
    def record(self, state: S) -> Mapping[str, Any]:
        """The state as cases address it (FORMATS 3): units, turn, phase, active, winner, game, in the rules' own words and measures.

        Plain values only.  It is for reading: what a case may set is ``stage``'s own matter.
        """
    def phase(self, state: S) -> Phase | None:
        """The moment; None when the game is over."""

    # what may be said: one side's view of the state; no dice, no change
    def nouns(self, seen: S, side: str) -> Nouns: ...
    def check(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """Every objection of the rules, the most telling first.  Whose unit, which phase: asked before, by ``play``."""
    def barred(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """What stands against an order of which only a part could be read, whatever the rest would say: its other fields are empty."""
    def holds(self, seen: S, condition: Condition) -> bool: ...
    def ideas(self, seen: S, side: str) -> Iterator[Order]:
        """Legal orders worth offering: help, autocomplete, tests, stand-ins."""

    # what comes of it: the truth; may roll, changes the state only by saying what happened
    def proceed(self, turn: Turn[S]) -> None:
        """All that the rules do by themselves before anybody is awaited (opening dice, phases that pass)."""
    def run(self, turn: Turn[S], side: str, order: Order) -> None:
        """One order that ``check`` accepts.  In a phase that keeps orders: put it secretly in the state, with ``turn.said``."""
    def close(self, turn: Turn[S], side: str) -> None:
        """The side is done (or out of time): the rules' defaults fill the rest; ends the phase once nobody is awaited."""
    def apply(self, state: S, event: Event) -> S: ...

    # who sees what, and what it looks like
    def view(self, state: S, side: str) -> S:
        """What a side may know; "" is the public.  Viewing a view changes nothing."""
    def witness(self, state: S, event: Event, side: str) -> Event | None:
        """The event as a side may know it when it happens in this state; None if it may not."""
    def tell(self, state: S, event: Event) -> str:
        """One line of the report, or "" if it goes without saying.  ``state`` is the one before the event."""
    def scene(self, seen: S, recent: Sequence[Event]) -> Scene:
        """The picture; ``recent`` are the events to show as arrows and rings."""
    def sketch(self, seen: S, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
        """A draft drawn over the position: paths and targets of orders not yet committed."""
    def study(self, seen: S, unit: str, target: str) -> tuple[Mark, ...]:
        """Drawn over the position on request: where a unit could go and what stops it; with a ``target`` (else ""), whether it sees it."""
    def measure(self, seen: S, start: Where, end: Where) -> Measure | None:
        """Distance, direction and sight from one end to the other, without dice; None where the rules measure nothing.

        ValueError says, in a sentence, which end is nowhere.
        """
    def odds(self, seen: S, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
        """The odds of the battle that is to be fought in a place ("" the only one); None if there is none, or the rules reckon none.

        By the standing orders that ``seen`` shows.  Exact, or from so many battles with ``chance``'s numbers from 0 to less than 1.
        """
    def twin(self, seen: S) -> str:
        """The map in words for a screen reader: units by side with place and status; what stands next to what."""


def no_odds(seen: Any, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
    """``System.odds`` of rules that reckon none."""
    return None


def no_duel(words: str, rounds: Rounds) -> Mapping[str, Any] | None:
    """``System.duel`` of rules without single battles."""
    return None
