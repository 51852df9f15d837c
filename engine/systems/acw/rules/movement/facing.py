"""Facing and forming: a unit turns or changes formation around its centre, if there is room (CW 4.2, 4.7, 4.14)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn, replace
from maps.geometry.plane import bearing, distance

from ...orders import Face, Form
from ...state.events import Faced, Formed
from ...state.position import State, Unit, arm_of, footprint, melees_of
from ..board.footprints import in_inches, is_off_table, overlapped_unit, rounded_facing
from ..board.terrain import EPSILON
from .movement import engaged_refusal


def new_facing(state: State, unit: Unit, order: Face) -> int | None:
    """CW 2.2, 4.14: the facing that an order asks for, in tenths of a degree; None: it is the unit's own position."""
    match order.to:
        case int(tenths):
            return tenths % 3600
        case str(key):
            to = state.units[key].inches
        case (x, y):
            to = in_inches((x, y))
    here = unit.inches
    return rounded_facing(bearing(here, to)) if distance(here, to) > EPSILON else None


def face_objections(seen: State, order: Face) -> Iterator[Refusal]:
    """The first objection to a change of facing, after the common checks."""
    unit = seen.units[order.unit]
    if unit.faced:
        yield Refusal("unit", "already-acted", f"{unit.id} has already changed facing this turn", "CW 4.2")
    elif melees_of(seen, unit.id):
        yield engaged_refusal(seen, unit, "it cannot change facing")
    elif (to := new_facing(seen, unit, order)) is None:
        yield Refusal("to", "no-change", f"{unit.id} is there itself; name another point to face", "CW 4.14")
    elif to == unit.facing:
        yield Refusal("to", "no-change", f"{unit.id} already faces {to / 10:g}°", "CW 4.14")
    else:
        yield from _room_objections(seen, unit, replace(unit, facing=to))


def form_objections(seen: State, order: Form) -> Iterator[Refusal]:
    """The first objection to a change of formation, after the common checks."""
    unit = seen.units[order.unit]
    if arm_of(seen, unit) == "leader":
        yield Refusal("unit", "cannot-form", f"{unit.id} is a leader, and leaders have no formation", "CW 1.9")
    elif unit.formed:
        yield Refusal("unit", "already-acted", f"{unit.id} has already changed formation this turn", "CW 4.2")
    elif melees_of(seen, unit.id):
        yield engaged_refusal(seen, unit, "it cannot change formation")
    elif unit.formation == order.formation:
        yield Refusal("formation", "no-change", f"{unit.id} is already in {order.formation}", "CW 4.14")
    else:
        yield from _room_objections(seen, unit, replace(unit, formation=order.formation))


def _room_objections(seen: State, unit: Unit, changed: Unit) -> Iterator[Refusal]:
    """CW 4.14: there is no room: part of the unit would be off the table, or it would overlap another unit."""
    body = footprint(seen, changed)
    if is_off_table(seen.table, body):
        yield Refusal("unit", "off-board", f"that would take part of {unit.id} off the table", "CW 4.14")
    elif other := overlapped_unit(seen, body, (unit.id,)):
        yield Refusal("unit", "blocked", f"no room: {unit.id} would overlap {other.id}", "CW 4.14")


def face(turn: Turn[State], order: Face) -> None:
    """CW 4.14: turn a unit on the spot."""
    unit = turn.state.units[order.unit]
    to = new_facing(turn.state, unit, order)
    assert to is not None
    turn.happens(Faced(unit.id, unit.facing, to))


def form(turn: Turn[State], order: Form) -> None:
    """CW 4.14: change the formation of a unit."""
    unit = turn.state.units[order.unit]
    assert unit.formation
    turn.happens(Formed(unit.id, unit.formation, order.formation))
