"""A leader joins a unit: he goes up to it like a unit on the move, and is attached if he reaches it (CW 4.16)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn
from maps.geometry.plane import bearing, direction, sweep

from ...orders import Join
from ...state.events import Joined, Parted
from ...state.position import DEPLOYMENT, State, Unit, arm, box, leader_of, melees_of
from ..board.footprints import OVERLAP
from ..board.terrain import BEYOND, EQUAL
from .movement import Aim, body_of, go, told, would_move
from .movement_dice import Allowance, best, roll, way_of
from .movement_limits import JOIN, LEAST, MoveLength, length


def join_objections(seen: State, side: str, order: Join) -> Iterator[Refusal]:
    """What speaks against joining beside the common checks: the first of it."""
    unit, host = seen.units[order.unit], seen.units[order.target]
    if arm(seen, unit) != "leader":
        yield Refusal("unit", "not-a-leader", f"{unit.id} is no leader; only a leader can join a unit", "CW 4.16")
    elif host.side != side or arm(seen, host) == "leader":
        says = (
            f"{host.id} is {'an enemy' if host.side != side else 'a leader'}; {unit.id} can join a unit of his own side"
        )
        yield Refusal("target", "invalid-target", says, "CW 4.16")
    elif unit.leads == host.id:
        yield Refusal("target", "no-change", f"{unit.id} is with {host.id} already", "CW 4.16")
    elif other := leader_of(seen, host.id):
        yield Refusal("target", "stacking", f"{host.id} has a leader already: {other.id}", "CW 1.9")
    elif seen.phase != DEPLOYMENT:
        yield from _ride_objections(seen, unit, host)


def _ride_objections(seen: State, unit: Unit, host: Unit) -> Iterator[Refusal]:
    fighting = next((key for key in (unit.leads, host.id) if key and melees_of(seen, key)), None)
    body, planned = body_of(seen, unit), ride(seen, unit, host)
    way = way_of(body.degrees, planned.bearing)
    if fighting:
        yield Refusal(
            "target", "engaged", f"{fighting} is fighting; {unit.id} may neither leave nor join it now", "CW 4.17"
        )
    elif way is None:
        says = f"{host.id} is neither ahead, beside nor straight behind {unit.id}; he must face it first"
        yield Refusal("target", "bad-direction", says, "CW 4.3")
    elif not reaches(seen, body, planned, best(seen, body, way)):
        yield from would_move(seen, unit, planned, way)


def ride(state: State, unit: Unit, host: Unit) -> Aim:
    """CW 4.16: towards the unit's centre, as far as its footprint."""
    body, other = body_of(state, unit), box(state, host)
    way = direction(body.inches, host.inches)
    swept = sweep(box(state, body), way, other, OVERLAP)
    return Aim(bearing(body.inches, host.inches), way, swept.contact if swept else 0.0)


def reaches(state: State, body: Unit, planned: Aim, allowed: Allowance) -> MoveLength | None:
    """CW 4.16: whether obstacles, edge, enemies and areas let him come to the unit he joins; None: they do not."""
    far = planned.most or 0.0
    found = length(state, body, planned.way, allowed.total, far, JOIN)
    return found if found.length >= far - BEYOND - EQUAL or far < LEAST + BEYOND else None


def join(turn: Turn[State], order: Join) -> None:
    """CW 4.16: with dice, in the game."""
    unit, host = turn.state.units[order.unit], turn.state.units[order.target]
    body, planned = body_of(turn.state, unit), ride(turn.state, unit, host)
    way = way_of(body.degrees, planned.bearing)
    assert way
    allowed = roll(turn, body, way, f"{unit.id} moves")
    if found := reaches(turn.state, body, planned, allowed):
        if unit.leads:
            turn.happens(Parted(unit.id, unit.leads))
        turn.happens(Joined(unit.id, host.id, told(allowed, found)))
    else:
        go(turn, unit, planned, way, allowed, length(turn.state, body, planned.way, allowed.total, planned.most))
