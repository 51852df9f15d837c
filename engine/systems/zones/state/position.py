"""The position: the models on the table, the units that wait off it, whose turn it is.  Places are whole hundredths
of an inch from the lower left corner of the table.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from engine.contract import Derived, Phase, Record, kept_while_alike
from engine.toolkit.sides import name_of
from engine.toolkit.wording import possessive
from maps.geometry.tabletop import Tabletop

from ..table_rows import Type, Weapon

DEPLOYMENT, COMMAND, ACTION, RESOLUTION, OVER = PHASES = ("deployment", "command", "action", "resolution", "over")
ROUND = (COMMAND, ACTION, RESOLUTION)
"""The phases of a round (ZC 4.1)."""
Edge = Literal["south", "north", "west", "east"]
Form = Literal["line", "block", "column"]
ASK, HOLD = "ask", "hold"
"""The words of standing orders for reinforcements; the alternative is places (ZC 5.5)."""
Where = Literal["table", "deep-strike", "ambush", "reserve", "gone"]
Spot = tuple[int, int]
Rectangle = tuple[int, int, int, int]
"""Left, bottom, right, top in hundredths of an inch."""


class Model(Record, frozen=True, forbid_unknown_fields=True):
    """One model.  ``number``: within its unit, from 1.  ``at``: meaningless off the table.  ``hurt``: it has lost a
    wound this round.  ``ammo``: shots left with each weapon that counts them (ZC 3.3).
    """

    number: int
    at: Spot
    wounds: int
    moved: bool = False
    acted: bool = False
    hurt: bool = False
    ammo: Mapping[str, int] = {}


class Unit(Record, frozen=True, forbid_unknown_fields=True, dict=True):
    """ZC 3.1: a unit.  ``models``: those left, in rising number; ``start``: how many there were.  ``form``: how a
    single place is used.

    ``arrives``: the round from which a reserve can arrive.  ``policy``: its standing order: ``ask``, ``hold`` or
    places.  ``marks``: melee or surprise, if already counted this round.  ``unseen``: it went out of play without
    ever having been on the table.
    """

    id: str
    name: str
    type: str
    side: str
    where: Where
    start: int
    models: tuple[Model, ...]
    form: Form = "line"
    shaken: bool = False
    shock: int = 0
    marks: tuple[str, ...] = ()
    hunkered: bool = False
    sprung: bool = False
    fled: bool = False
    arrives: int = 1
    policy: str = "ask"
    unseen: bool = False

    @property
    def at(self) -> Spot | None:
        """The place of its lowest-numbered model; None off the table."""
        return self.models[0].at if self.where == "table" else None

    @property
    def gone(self) -> bool:
        return self.where == "gone"

    @Derived
    def around(self) -> Rectangle | None:
        """The smallest rectangle that holds the centres of its models; None if none is on the table."""
        return box_around([model.at for model in self.models]) if self.where == "table" and self.models else None


class Side(Record, frozen=True, forbid_unknown_fields=True):
    """A side.  ``team``: its own id if it is in no team (ZC 14.7)."""

    id: str
    name: str
    colour: str
    edge: Edge
    team: str


class Objective(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 14.3"""

    zone: str
    value: int
    name: str = ""


class Setup(Record, frozen=True, forbid_unknown_fields=True):
    """The scenario's switches with their defaults (RULES.md, Setup switches).  ``deploy``: side -> two corners in
    inches.
    """

    rounds: int
    objectives: tuple[Objective, ...]
    first: Literal["fixed", "alternate", "roll"]
    hidden: Literal["public", "secret"]
    offboard_from: int
    deployment: Literal["fixed", "free"]
    deploy: Mapping[str, tuple[tuple[float, float], tuple[float, float]]]
    points: int | None
    shock: Mapping[str, int]
    modifiers: Mapping[str, Mapping[str, int]]


class Game(Record, frozen=True, forbid_unknown_fields=True):
    """``order``: the turn order of the sides in this round (ZC 4.3).  ``reason``: round-limit, last-standing or
    concession.

    ``acted``: the units that have lost a model that acted in their side's last action turn (ZC 5.4); the models still
    in play know it themselves.  ``held``: who controlled each zone at the end of the last round, {} in the first.
    """

    order: tuple[str, ...] = ()
    conceded: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    held: Mapping[str, str | None] = {}
    reason: str | None = None


class State(Record, frozen=True, forbid_unknown_fields=True):
    """A complete position.  ``roster``: the ids of all known units, in the scenario's order; ``units`` has the same
    keys.

    ``ready``: during deployment the units as the scenario has them, which is all that other teams know; {}
    afterwards.  ``placed``: the units placed during deployment, by orders.
    ``done``: the sides that are done with their deployment.  ``turn``: the round; 0 before the first.
    """

    table: Tabletop
    setup: Setup
    types: Mapping[str, Type]
    weapons: Mapping[str, Weapon]
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
    COMMAND: "command phase",
    ACTION: "action phase",
    RESOLUTION: "resolution phase",
    OVER: "the game is over",
}


@kept_while_alike("phase", "turn", "active", "done", "sides")
def phase(state: State) -> Phase | None:
    """The current phase and turn; None when the game is over."""
    if state.phase == OVER:
        return None
    title = PHASE_TITLES[state.phase]
    return Phase(
        state.phase,
        title if state.active is None else f"{possessive(side_name(state, state.active))} {title}",
        state.turn,
        sides_to_act(state),
        state.phase == DEPLOYMENT,
        case_order=tuple(side.id for side in state.sides),
        counter="Round",
    )


def sides_to_act(state: State) -> tuple[str, ...]:
    """The sides that the game waits for."""
    if state.phase == DEPLOYMENT:
        return tuple(side.id for side in state.sides if side.id not in state.done)
    return (state.active,) if state.active else ()


def side_of(state: State, key: str) -> Side:
    """The side with this id."""
    return next(side for side in state.sides if side.id == key)


def team(state: State, side: str) -> str:
    """ZC 14.7: the team of a side; any other word, such as "" for the public, is returned unchanged."""
    for known in state.sides:
        if known.id == side:
            return known.team
    return side


def teams(state: State) -> tuple[str, ...]:
    """All teams, in the order of their first sides."""
    return tuple(dict.fromkeys(side.team for side in state.sides))


def are_friends(state: State, one: str, other: str) -> bool:
    """ZC 3.6: whether two sides are in the same team."""
    return team(state, one) == team(state, other)


def side_name(state: State, key: str | None) -> str:
    """The name of a side or a team; a team of one side has that side's name."""
    names = {side.id: side.name for side in state.sides}
    members = [side.id for side in state.sides if side.team == key] if key not in names else []
    return name_of(members[0] if len(members) == 1 else key, names) if key else "nobody"


def side_units(state: State, side: str) -> Iterator[Unit]:
    """The side's units on the table, in the scenario's order."""
    return (unit for unit in units_on_table(state) if unit.side == side)


def units_on_table(state: State) -> Iterator[Unit]:
    """All units on the table, in the scenario's order."""
    return (unit for key in state.roster if (unit := state.units[key]).where == "table")


def enemy_units(state: State, side: str) -> Iterator[Unit]:
    """ZC 3.6: the units of other teams on the table, in the scenario's order."""
    return (unit for unit in units_on_table(state) if not are_friends(state, unit.side, side))


def unit_type(state: State, unit: Unit) -> Type:
    """The type of a unit."""
    return state.types[unit.type]


def model_name(unit: Unit, model: Model) -> str:
    """ZC 3.1: ``C1.3``."""
    return f"{unit.id}.{model.number}"


def model_of(unit: Unit, number: int) -> Model:
    """The model of the unit with this number, which must still be in play."""
    for model in unit.models:
        if model.number == number:
            return model
    raise KeyError(f"{unit.id}.{number}")


def named_models(unit: Unit, run: tuple[int, int] | None) -> tuple[Model, ...]:
    """ZC 3.1: the models left of those that an order names, in rising number.  ``run`` None: all of them."""
    return unit.models if run is None else tuple([model for model in unit.models if run[0] <= model.number <= run[1]])


def box_around(spots: Collection[Spot]) -> Rectangle:
    """The smallest rectangle that holds all of these places, at least one."""
    xs, ys = sorted([x for x, _ in spots]), sorted([y for _, y in spots])
    return xs[0], ys[0], xs[-1], ys[-1]
