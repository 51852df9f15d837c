"""The position while armies are mustered: the lists that are in, and who is done; its order and its events."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from engine.contract import Balked, Event, Order, Phase, Record, Refusal, Scenario, Skipped, Text, Vocabulary, replace

MUSTER = "muster"
Army = Mapping[str, int]
"""Type -> how many units of it; a type may be followed by the size of its units: ``line-infantry x6``."""
ArmyRows = tuple[tuple[str, int], ...]
"""The same where the journal keeps it: the order of the types, which numbers the units, is kept."""


class MusterGame(Record, frozen=True):
    """Nothing ends during the muster."""

    reason: str | None = None


class Mustering(Record, frozen=True):
    """``board``: the position of the rules with no unit on the board, for pictures and measurements.

    ``armies``: the lists that are in; ``done``: the sides that are done; ``conceded``: those that have given up.
    ``earlier``: as in the contract.
    """

    scenario: Scenario
    board: Any
    armies: Mapping[str, ArmyRows] = {}
    done: tuple[str, ...] = ()
    conceded: tuple[str, ...] = ()
    units: Mapping[str, Any] = {}
    turn: int = 0
    phase: str = MUSTER
    active: str | None = None
    winner: str | None = None
    game: MusterGame = MusterGame()
    earlier: str = ""

    @property
    def points(self) -> int:
        """What each army may cost."""
        points: int = (self.scenario.muster or {})["points"]
        return points

    def default(self, side: str) -> Army:
        """The army of a side that submits none."""
        army: Army = (self.scenario.muster or {})["default"][side]
        return army


class MusterArmy(Order, frozen=True, tag="muster"):
    """Write your army list: it is submitted when you commit or are done. `army` lists what you can choose, with prices.
    It stays secret until every side is done, and a later one replaces it.
    """

    list: Text

    ALIASES = ("army",)
    PHASES = (MUSTER,)
    EXAMPLE = "muster knights: 2, bowmen: 3"


class ArmyListed(Event, frozen=True, tag="army-listed"):
    """A side has submitted its list, which only it knows."""

    side: str
    army: ArmyRows
    cost: int


class MusterDone(Event, frozen=True, tag="muster-done"):
    """A side is done with its muster."""

    side: str


class MusterConceded(Event, frozen=True, tag="muster-conceded"):
    """A side gives up before it has set up."""

    side: str


class Mustered(Event, frozen=True, tag="mustered"):
    """All lists are shown together; ``defaults``: the sides that submitted none and have the board's army."""

    armies: Mapping[str, ArmyRows]
    costs: Mapping[str, int]
    defaults: tuple[str, ...] = ()


MUSTER_EVENTS: tuple[type[Event], ...] = (ArmyListed, MusterDone, MusterConceded, Mustered)


class Groups(Protocol):
    """Whether two sides may know each other's secrets, as a system says it of its own positions."""

    def __call__(self, seen: Any, side: str, other: str) -> bool: ...


def phase(state: Mustering) -> Phase:
    waiting = tuple(side for side in state.scenario.sides if side not in state.done)
    return Phase(MUSTER, "muster", 0, waiting, sealed=True, case_order=tuple(state.scenario.sides), counter="Turn")


def vocabulary(names: Vocabulary) -> Vocabulary:
    """The names of the empty board; an order without a verb is read as one of the muster."""
    return replace(names, phase=MUSTER)


def view(state: Mustering, side: str) -> Mustering:
    """Each side knows its own list."""
    known = {key: army for key, army in state.armies.items() if key == side}
    return state if len(known) == len(state.armies) else replace(state, armies=known)


def witness(event: Event, side: str) -> Event | None:
    match event:
        case ArmyListed(side=owner) | Balked(side=owner) | Skipped(side=owner):
            return event if owner == side else None
        case _:
            return event


def apply(state: Mustering, event: Event) -> Mustering:
    """The muster after any event but the one that ends it."""
    match event:
        case ArmyListed(side=side, army=army):
            return replace(state, armies={**state.armies, side: army})
        case MusterDone(side=side):
            return replace(state, done=(*state.done, side))
        case MusterConceded(side=side):
            done = state.done if side in state.done else (*state.done, side)
            return replace(state, done=done, conceded=(*state.conceded, side))
        case _:
            return state


def lists_to_show(state: Mustering) -> Iterator[tuple[str, ArmyRows, bool]]:
    """Side, army, and whether it is the board's, for every side."""
    for side in state.scenario.sides:
        yield side, state.armies.get(side) or tuple(state.default(side).items()), side not in state.armies


def not_in_muster(what: str) -> Refusal:
    """The objection to an order that has no meaning yet."""
    return Refusal("verb", "wrong-phase", f"armies are being mustered; {what} after that")
