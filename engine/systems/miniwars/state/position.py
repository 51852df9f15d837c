"""The position: where the units are, what each has done, and whose turn it is."""

from collections.abc import Iterator, Mapping

from engine.contract import Phase, Record, SourceLine, kept_for_latest
from engine.toolkit.sides import Side as Side
from engine.toolkit.sides import enemy as enemy
from engine.toolkit.sides import side_name as side_name
from maps.geometry.hexes import Board, column_and_row, distance

from ..tables import Arm, Morale

DEPLOYMENT, INITIATIVE, A_MISSILE, B_MISSILE, B_MOVEMENT, A_MOVEMENT, MORALE, OVER = (
    "deployment",
    "initiative",
    "a-missile",
    "b-missile",
    "b-movement",
    "a-movement",
    "morale",
    "over",
)
MISSILE, MOVEMENT = (A_MISSILE, B_MISSILE), (B_MOVEMENT, A_MOVEMENT)
PHASES = (DEPLOYMENT, INITIATIVE, A_MISSILE, B_MISSILE, B_MOVEMENT, A_MOVEMENT, MORALE, OVER)
LEADER = "!"


class Unit(Record, frozen=True, forbid_unknown_fields=True):
    """``at``: its hex; of a unit that is gone, the last one.  ``move``: in whole movement points."""

    id: str
    name: str
    type: str
    side: str
    move: int
    cavalry: bool
    cs: int
    missile: str | None
    morale: Morale
    cost: int
    at: str
    disrupted: bool = False
    gone: bool = False
    fired: bool = False
    moved: bool = False
    attacked: bool = False
    rallied: bool = False

    @property
    def arm(self) -> Arm:
        """MW 1.3: cavalry or infantry."""
        return "cavalry" if self.cavalry else "infantry"


class Policies(Record, frozen=True, forbid_unknown_fields=True):
    """A side's standing orders: ``all`` or the id of a unit -> value; for a leader also a list of units to rally."""

    initiative: str
    rally: Mapping[str, str | tuple[str, ...]]
    advance: Mapping[str, str]


ASK = Policies("ask", {"all": "ask"}, {"all": "ask"})
"""No standing orders: every decision waits for an answer."""


class Option(Record, frozen=True, forbid_unknown_fields=True):
    """MW 11.2: the unit that may still advance, and the vacated hex."""

    unit: str
    hex: str


class Game(Record, frozen=True, forbid_unknown_fields=True):
    """The rest of the position.  ``start``, ``start_cost``: each side's units and their cost at the start.

    ``loser``: of the last initiative roll; ``quiet``: turns in a row without a shot or an attack (MW 14.4);
    ``offers``: the sides that have offered a draw.
    """

    start: Mapping[str, int]
    start_cost: Mapping[str, int]
    standing: Mapping[str, Policies]
    a: str | None = None
    b: str | None = None
    dice: tuple[int, ...] = ()
    loser: str | None = None
    broken: tuple[str, ...] = ()
    quiet: int = 0
    advance: Option | None = None
    offers: tuple[str, ...] = ()
    reason: str | None = None


class Zone(Record, frozen=True, forbid_unknown_fields=True):
    """MW 3.2: where a side may set up: near some hexes, along an edge, or in listed hexes."""

    near: tuple[str, ...] = ()
    edge: str = ""
    within: int = 0
    hexes: tuple[str, ...] = ()


class Setup(Record, frozen=True, forbid_unknown_fields=True):
    """What the scenario sets: the order of deployment, or ``sealed``; zones, switches and limits."""

    order: tuple[str, ...] = ()
    sealed: bool = False
    zones: Mapping[str, Zone] = {}
    fired_may_move: bool = True
    stalemate: int = 10
    turns: int | None = None


class Plan(Record, frozen=True, forbid_unknown_fields=True):
    """An order saved until the morale phase is run, with its text.  ``held``: the leader is to try nothing."""

    unit: str
    target: str | None
    said: SourceLine
    held: bool = False


class State(Record, frozen=True, forbid_unknown_fields=True):
    """``roster``: the units' ids in the order of the scenario.  ``done``: the sides that are done in a sealed phase.

    ``ready``: in a sealed deployment the starting positions, which are all that the other side knows.
    ``placed``: in deployment the units that have been set up by orders.
    ``plans``: side -> orders saved for the morale phase (MW 13).  ``earlier``: as in the contract.
    """

    board: Board
    sides: tuple[Side, ...]
    setup: Setup
    roster: tuple[str, ...]
    units: Mapping[str, Unit]
    game: Game
    turn: int
    phase: str
    name: str = ""
    active: str | None = None
    winner: str | None = None
    done: tuple[str, ...] = ()
    ready: Mapping[str, str] = {}
    placed: tuple[str, ...] = ()
    plans: Mapping[str, tuple[Plan, ...]] = {}
    earlier: str = ""


PHASE_TITLES = {
    DEPLOYMENT: "deployment",
    INITIATIVE: "initiative",
    A_MISSILE: "missile fire of A",
    B_MISSILE: "missile fire of B",
    B_MOVEMENT: "movement and combat of B",
    A_MOVEMENT: "movement and combat of A",
    MORALE: "morale",
    OVER: "the game is over",
}


@kept_for_latest
def phase(state: State) -> Phase | None:
    """The phase now; None when the game is over."""
    if state.phase == OVER:
        return None
    return Phase(
        state.phase, PHASE_TITLES[state.phase], state.turn, sides_to_act(state), is_sealed(state), state.phase == MORALE
    )


def sides_to_act(state: State) -> tuple[str, ...]:
    """The sides whose turn it is.  In a sealed phase in which every side is done (as a case may set it): both."""
    if not is_sealed(state):
        return (state.active,) if state.active else ()
    everybody = tuple(side.id for side in state.sides)
    return tuple(side for side in everybody if side not in state.done) or everybody


def is_sealed(state: State) -> bool:
    return state.phase == MORALE or (state.phase == DEPLOYMENT and state.setup.sealed)


def army(state: State, side: str) -> Iterator[Unit]:
    """The side's units in play, in the order of the scenario."""
    units = state.units
    return (unit for key in state.roster if (unit := units[key]).side == side and not unit.gone)


def unit_at(state: State, at: str) -> Unit | None:
    """The unit in play in a hex."""
    return next((unit for unit in state.units.values() if unit.at == at and not unit.gone), None)


def target_unit(state: State, target: str) -> Unit | None:
    """The unit that a target names, by its id or by its hex."""
    return state.units.get(target) or unit_at(state, target)


def distance_between(unit: Unit, other: Unit) -> int:
    """MW 2.4: the distance between two units, in hexes."""
    return distance(unit.at, other.at)


def in_zone(board: Board, zone: Zone, at: str) -> bool:
    """MW 3.2: whether the hex is in the zone."""
    return (
        at in zone.hexes
        or (zone.edge != "" and _distance_from_edge(board, zone.edge, at) <= zone.within)
        or (zone.near != () and any(distance(at, hex) <= zone.within for hex in zone.near))
    )


def _distance_from_edge(board: Board, edge: str, at: str) -> int:
    """The number of the row or column, counted from that edge of the map; the outermost is 1."""
    column, row = column_and_row(at)
    match edge:
        case "N":
            return row
        case "S":
            return board.rows + 1 - row
        case "W":
            return column
    return board.columns + 1 - column


def cost_left_text(state: State, side: str) -> str:
    """MW 14.5: the side's share in words: ``78% of cost left``."""
    return f"{score(state, side)}% of cost left"


def score(state: State, side: str) -> int:
    """MW 14.5: the percentage of its cost that a side has left."""
    left, whole = cost_share(state, side)
    return round(100 * left / whole) if whole else 0


def cost_share(state: State, side: str) -> tuple[int, int]:
    """MW 14.5: cost of the units left, of the starting cost."""
    return sum(unit.cost for unit in army(state, side)), state.game.start_cost[side]
