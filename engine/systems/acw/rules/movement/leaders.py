"""Leaders: a leader that joins a unit moves towards it and is attached if it gets there (CW 4.16)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn
from maps.geometry.plane import bearing, direction, sweep

from ...orders import Join
from ...state.events import Joined, Parted
from ...state.position import DEPLOYMENT, State, Unit, arm_of, footprint, leader_of, melees_of
from ..board.footprints import OVERLAP
from ..board.terrain import EPSILON, TOLERANCE
from .movement import complete_move, event_length, length_objection
from .movement_dice import Allowance, best_allowance, roll_allowance, way_of
from .movement_limits import JOIN, SHORTEST_MOVE, MoveLength, move_length
from .planned_paths import PlannedPath, moving_unit


def join_objections(seen: State, side: str, order: Join) -> Iterator[Refusal]:
    """The first objection to joining a unit, after the common checks."""
    unit, host = seen.units[order.unit], seen.units[order.target]
    if arm_of(seen, unit) != "leader":
        says = f"{unit.id} is not a leader, and only leaders can join a unit"
        yield Refusal("unit", "not-a-leader", says, "CW 4.16", hopeless=True)
    elif host.side != side or arm_of(seen, host) == "leader":
        says = (
            f"{host.id} is {'an enemy' if host.side != side else 'a leader'}; {unit.id} can join a unit of its own side"
        )
        yield Refusal("target", "invalid-target", says, "CW 4.16")
    elif unit.leads == host.id:
        yield Refusal("target", "no-change", f"{unit.id} is already with {host.id}", "CW 4.16")
    elif other := leader_of(seen, host.id):
        yield Refusal("target", "stacking", f"{host.id} already has a leader: {other.id}", "CW 1.9")
    elif seen.phase != DEPLOYMENT:
        yield from _ride_objections(seen, unit, host)


def _ride_objections(seen: State, unit: Unit, host: Unit) -> Iterator[Refusal]:
    fighting = next((key for key in (unit.leads, host.id) if key and melees_of(seen, key)), None)
    body, planned = moving_unit(seen, unit), path_to_unit(seen, unit, host)
    way = way_of(body.degrees, planned.bearing)
    if fighting:
        yield Refusal("target", "engaged", f"{fighting} is fighting; {unit.id} cannot leave or join it now", "CW 4.17")
    elif way is None:
        says = f"{host.id} is not ahead of {unit.id}, to its side or straight behind it; {unit.id} must face it first"
        yield Refusal("target", "bad-direction", says, "CW 4.3")
    elif length_to_unit(seen, body, planned, best_allowance(seen, body, way)) is None and (
        refused := length_objection(seen, unit, planned, way)
    ):
        yield refused


def path_to_unit(state: State, unit: Unit, host: Unit) -> PlannedPath:
    """CW 4.16: the path towards the unit's centre, up to its footprint."""
    body, other = moving_unit(state, unit), footprint(state, host)
    way = direction(body.inches, host.inches)
    swept = sweep(footprint(state, body), way, other, OVERLAP)
    return PlannedPath(bearing(body.inches, host.inches), way, swept.contact if swept else 0.0)


def length_to_unit(state: State, body: Unit, planned: PlannedPath, allowed: Allowance) -> MoveLength | None:
    """CW 4.16: the length of a ride that reaches the unit; None if obstacles, edge, enemies or areas stop it."""
    far = planned.most or 0.0
    found = move_length(state, body, planned.way, allowed.total, far, JOIN)
    return found if found.length >= far - TOLERANCE - EPSILON or far < SHORTEST_MOVE + TOLERANCE else None


def join(turn: Turn[State], order: Join) -> None:
    """CW 4.16: rolls the dice; the leader reaches the unit and is attached, or stops on the way."""
    unit, host = turn.state.units[order.unit], turn.state.units[order.target]
    body, planned = moving_unit(turn.state, unit), path_to_unit(turn.state, unit, host)
    way = way_of(body.degrees, planned.bearing)
    assert way
    allowed = roll_allowance(turn, body, way, f"{unit.id} moves")
    if found := length_to_unit(turn.state, body, planned, allowed):
        if unit.leads:
            turn.happens(Parted(unit.id, unit.leads))
        turn.happens(Joined(unit.id, host.id, event_length(allowed, found)))
    else:
        complete_move(
            turn, unit, planned, way, allowed, move_length(turn.state, body, planned.way, allowed.total, planned.most)
        )
