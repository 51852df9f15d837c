"""What a rule system is: a package whose __init__ offers these names; the module itself satisfies the Protocol.

Four privileges, never mixed: ``view`` may hide; ``check`` may object but neither roll nor change; ``run``, ``close`` and
``proceed`` may roll and say what happened; ``apply`` alone makes states, and can neither roll nor decide.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from maps.geometry.hexes import Cell
from maps.scene.card import Card
from maps.scene.scene import Mark, Scene

from .event import Event
from .lookups import ArmyCheck, End, Measure
from .odds import Odds
from .order import Condition, Order, Refusal
from .phase import Phase
from .scenario import Fault, Scenario
from .turn import Turn
from .vocabulary import Vocabulary

S = TypeVar("S")
Rounds = Literal["one", "all"]
"""How much of a single battle is fought before its sides are asked again."""


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
    def EARLIER_VERSIONS(self) -> tuple[str, ...]:
        """Versions with the same rules in other words: their logs are run again too, without the WORDING of events."""

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
    def cards(self, scenario: Scenario | None) -> Mapping[str, Card]:
        """The card of every type of unit, those of the scenario included: key -> card."""

    def check_army(
        self, scenario: Scenario | None, side: str, army: Mapping[str, int], limits: Mapping[str, Any]
    ) -> ArmyCheck:
        """An army list (type -> how many) judged for a side of the scenario, or by limits as a scenario's ``setup`` writes them."""

    def open_battle(self, words: str, rounds: Rounds) -> Mapping[str, Any] | None:
        """The document of a scenario for one open battle from such words as players type; None where there are no single battles.

        ``rounds``: whether it is fought round by round or, once both sides are ready, to its end.

        ValueError says, in a sentence, what is wrong with the words and what would do.
        """

    # how it starts
    def faults(self, scenario: Scenario) -> Iterator[Fault]:
        """Everything in the scenario that the rules cannot use.  ``start`` and ``stage`` are only for scenarios without faults."""

    def start(self, scenario: Scenario) -> S: ...
    def case_position(self, scenario: Scenario, changes: Mapping[str, Any]) -> S:
        """The position a case begins in: the scenario with a case's ``set`` (FORMATS 3); ValueError says what cannot be set."""

    def case_view(self, state: S) -> Mapping[str, Any]:
        """The state as cases address it (FORMATS 3): units, turn, phase, active, winner, game, in the rules' own words and measures.

        Plain values only.  It is for reading: what a case may set is ``stage``'s own matter.
        """

    def phase(self, state: S) -> Phase | None:
        """The moment; None when the game is over."""

    # what may be said: one side's view of the state; no dice, no change
    def vocabulary(self, seen: S, side: str) -> Vocabulary: ...
    def check(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """Every objection of the rules, the most telling first.  Whose unit, which phase: asked before, by ``play``."""

    def partial_objections(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """What stands against an order of which only a part could be read, whatever the rest would say: its other fields are empty."""

    def condition_holds(self, seen: S, condition: Condition) -> bool: ...
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

    def draft_marks(self, seen: S, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
        """A draft drawn over the position: paths and targets of orders not yet committed."""

    def overlay(self, seen: S, unit: str, target: str) -> tuple[Mark, ...]:
        """Drawn over the position on request: where a unit could go and what stops it; with a ``target`` (else ""), whether it sees it."""

    def measure(self, seen: S, start: End, end: End) -> Measure | None:
        """Distance, direction and sight from one end to the other, without dice; None where the rules measure nothing.

        ValueError says, in a sentence, which end is nowhere.
        """

    def odds(self, seen: S, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
        """The odds of the battle that is to be fought in a place ("" the only one); None if there is none, or the rules reckon none.

        By the standing orders that ``seen`` shows.  Exact, or from so many battles with ``chance``'s numbers from 0 to less than 1.
        """

    def text_map(self, seen: S) -> str:
        """The map in words for a screen reader: units by side with place and status; what stands next to what."""


def no_odds(seen: Any, place: str, chance: Callable[[], float], battles: int) -> Odds | None:
    """``System.odds`` of rules that reckon none."""
    return None


def no_open_battle(words: str, rounds: Rounds) -> Mapping[str, Any] | None:
    """``System.duel`` of rules without single battles."""
    return None
