"""The position: units on a table, their melees, and whose turn it is (CW, section State).

Positions are hundredths of an inch from the lower left corner of the table, facings tenths of a degree clockwise from
north, both whole numbers.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from engine.contract import Phase, Record, kept_while_alike
from engine.toolkit.sides import Side as Side
from engine.toolkit.sides import enemy as enemy
from engine.toolkit.sides import side_name as side_name
from maps.geometry.plane import Box
from maps.geometry.tabletop import Tabletop

from ..tables import Arm, Type

DEPLOYMENT, FIRST_MOVEMENT, FIRST_BATTLE, SECOND_MOVEMENT, SECOND_BATTLE, OVER = PHASES = (
    "deployment",
    "first-movement",
    "first-battle",
    "second-movement",
    "second-battle",
    "over",
)
MOVEMENT, BATTLE = (FIRST_MOVEMENT, SECOND_MOVEMENT), (FIRST_BATTLE, SECOND_BATTLE)
Formation = Literal["line", "column"]
Struck = Literal["front", "rear", "left", "right"]


class Unit(Record, frozen=True, forbid_unknown_fields=True, rename={"leads": "with"}):
    """A regiment, a battery or a leader.  ``leads``: the unit to which a leader is attached (CW 1.9).

    ``start``: bases at the start.  ``formation`` None: a leader.  ``advance``, ``fire``: its standing orders (secret).
    """

    id: str
    name: str
    type: str
    side: str
    at: tuple[int, int]
    facing: int
    bases: int
    start: int
    formation: Formation | None = "line"
    leads: str | None = None
    moved: bool = False
    faced: bool = False
    formed: bool = False
    activated: bool = False
    fired: bool = False
    shelled: bool = False
    advanced: bool = False
    advance: str = "attacker"
    fire: str = "free"
    gone: bool = False

    @property
    def inches(self) -> tuple[float, float]:
        return self.at[0] / 100, self.at[1] / 100

    @property
    def degrees(self) -> float:
        return self.facing / 10


class Melee(Record, frozen=True, forbid_unknown_fields=True):
    """CW 7.8: one melee; ``fresh`` until its first round; ``fought`` in this battle phase; batteries by CW 8.2."""

    charger: str
    target: str
    side: Struck = "front"
    square: bool = True
    fresh: bool = True
    guns_charger: tuple[str, ...] = ()
    guns_target: tuple[str, ...] = ()
    fought: bool = False


class Objective(Record, frozen=True, forbid_unknown_fields=True):
    """CW 11.3; ``at`` and ``radius`` in inches."""

    name: str
    at: tuple[float, float]
    points: int
    radius: float = 2.0


class Setup(Record, frozen=True, forbid_unknown_fields=True):
    """The scenario's switches with defaults, in inches; ``arc`` in degrees; ``breaks``: bases by side (CW 11.2)."""

    dice: Mapping[str, int]
    front: float
    depth: float
    arc: float
    visibility: float | None
    deploy: Mapping[str, tuple[tuple[float, float], ...]]
    breaks: Mapping[str, int]
    objectives: tuple[Objective, ...]
    base_points: int
    leader_points: int
    margin: int
    turns: int | None


class Game(Record, frozen=True, forbid_unknown_fields=True):
    """``buildings``: name -> shellings so far.  ``rolled``: the activation roll of the player turn."""

    order: tuple[str, ...] = ()
    activations: int = 0
    rolled: int = 0
    melees: tuple[Melee, ...] = ()
    buildings: Mapping[str, int] = {}
    lost: Mapping[str, int] = {}
    leaders_lost: Mapping[str, int] = {}
    draw: tuple[str, ...] = ()
    reason: str | None = None


class State(Record, frozen=True, forbid_unknown_fields=True, dict=True):
    """``roster``: the units' ids in the order of the scenario.  ``ready``: during deployment the units as set up,

    all that the other side knows of them.  ``placed``: during deployment the units placed by
    orders.  ``done``: the sides not awaited any longer in deployment.

    Its ``__dict__`` holds what was worked out about it, and is no part of it.
    """

    table: Tabletop
    setup: Setup
    types: Mapping[str, Type]
    sides: tuple[Side, ...]
    roster: tuple[str, ...]
    units: Mapping[str, Unit]
    game: Game
    turn: int
    phase: str
    name: str = ""
    active: str | None = None
    winner: str | None = None
    done: tuple[str, ...] = ()
    ready: Mapping[str, Unit] = {}
    placed: tuple[str, ...] = ()


PHASE_TITLES = {
    DEPLOYMENT: "deployment",
    FIRST_MOVEMENT: "first player's movement",
    FIRST_BATTLE: "first player's battle",
    SECOND_MOVEMENT: "second player's movement",
    SECOND_BATTLE: "second player's battle",
    OVER: "the game is over",
}


title = side_name


@kept_while_alike("phase", "turn", "active", "done", "sides")
def phase(state: State) -> Phase | None:
    """The phase now; None when the game is over."""
    if state.phase == OVER:
        return None
    speakers = tuple(side.id for side in state.sides)
    return Phase(
        state.phase,
        PHASE_TITLES[state.phase],
        state.turn,
        sides_to_act(state),
        state.phase == DEPLOYMENT,
        case_order=speakers,
    )


def sides_to_act(state: State) -> tuple[str, ...]:
    """The sides whose turn it is."""
    if state.phase == DEPLOYMENT:
        return tuple(side.id for side in state.sides if side.id not in state.done)
    return (state.active,) if state.active else ()


def arm_of(state: State, unit: Unit) -> Arm:
    """CW 1.1, 1.2: infantry, cavalry, artillery or leader."""
    return state.types[unit.type].arm


def is_regiment(state: State, unit: Unit) -> bool:
    """CW 7.1: infantry or cavalry."""
    return arm_of(state, unit) in ("infantry", "cavalry")


def is_lone_leader(state: State, unit: Unit) -> bool:
    """CW 1.9: whether it is a lone leader."""
    return arm_of(state, unit) == "leader" and unit.leads is None


def army(state: State, side: str) -> Iterator[Unit]:
    """The side's units in play, in the order of the scenario."""
    return (unit for key in state.roster if (unit := state.units[key]).side == side and not unit.gone)


def unit_count(state: State, side: str) -> int:
    """The side's units in play, without leaders."""
    return sum(arm_of(state, unit) != "leader" for unit in army(state, side))


def units_on_table(state: State) -> Iterator[Unit]:
    """Everything with a footprint: units and lone leaders of both sides in play, in the order of the scenario."""
    return (unit for key in state.roster if not (unit := state.units[key]).gone and unit.leads is None)


def leader_of(state: State, unit: str) -> Unit | None:
    """CW 1.9: the leader attached to a unit."""
    return next((known for known in state.units.values() if known.leads == unit and not known.gone), None)


def footprint(state: State, unit: Unit) -> Box:
    """CW 1.6: the footprint of a unit; a leader is one base in line."""
    (x, y), front, depth = unit.at, state.setup.front / 2, state.setup.depth / 2
    if unit.formation == "column":
        return Box((x / 100, y / 100), unit.facing / 10, front, unit.bases * depth)
    return Box((x / 100, y / 100), unit.facing / 10, unit.bases * front, depth)


def melees_of(state: State, unit: str) -> tuple[Melee, ...]:
    """The melees a unit is in, oldest first."""
    melees = state.game.melees
    return tuple(melee for melee in melees if unit in (melee.charger, melee.target)) if melees else ()
