"""Moves: their path, the objections to them, the dice, and where the unit ends (CW 4.3, 4.5, 4.10 to 4.18)."""

from collections.abc import Iterator

from engine.contract import Refusal, Turn, Unforeseeable, replace
from maps.geometry.plane import Point, distance, point_along, turn_between

from ...orders import Face, Move, StraightMove
from ...state import length
from ...state.events import Captured, Moved, Parted
from ...state.position import State, Unit, enemy, footprint, is_regiment, melees_of
from ...state.unit_index import Body, ClearStart, unit_index
from ..board.footprints import rounded_facing, rounded_position, touches, units_in_the_way
from ..board.terrain import EPSILON, TOUCH
from .movement_dice import Allowance, Way, best_allowance, roll_allowance, way_of, worst_allowance
from .movement_limits import (
    COUNTER,
    JOIN,
    MOVE,
    REACH,
    RETREAT,
    SHORTEST_MOVE,
    MoveKind,
    MoveLength,
    has_clear_start,
    move_length,
    stays_clear,
)
from .planned_paths import PlannedPath, moving_unit, planned_path

__all__ = [
    "COUNTER",
    "JOIN",
    "MOVE",
    "REACH",
    "RETREAT",
    "MoveKind",
    "MoveLength",
    "argument_objections",
    "capture_leaders",
    "event_length",
    "leaders_ridden_down",
    "length_objection",
    "move_length",
    "objection",
    "opponents",
    "run",
    "worst_and_best_lengths",
]


def argument_objections(seen: State, order: Move | Face) -> Iterator[Refusal]:
    """Why nothing can move to or face this: a point off the table, a unit out of the game."""
    match order:
        case Move(to=(int(x), int(y))) if not (0 <= x <= seen.table.width * 100 and 0 <= y <= seen.table.height * 100):
            size = f"{seen.table.width:g} by {seen.table.height:g} inches"
            says = f"{x / 100:g},{y / 100:g} is off the table, which is {size}"
            yield Refusal("to", "off-board", says, "CW 2.1")
        case Face(to=str(key)) if seen.units[key].gone:
            yield Refusal("to", "unit-gone", f"{key} is out of the game", "CW 4.14")
        case _:
            pass


def objection(seen: State, order: StraightMove | Move) -> Refusal | None:
    """The first objection to a move, after the common checks.

    An order is looked at when it is judged and when it is run: its start stays clear while nothing comes near.
    """
    index, unit = unit_index(seen), seen.units[order.unit]
    known = index.clear_starts.get(unit.id)
    if known and known.order is order and not seen.game.melees and stays_clear(known, index):
        return None
    body = moving_unit(seen, unit)
    planned = planned_path(body, order)
    way = way_of(body.degrees, planned.bearing)
    if planned.way == (0.0, 0.0):
        return Refusal("to", "no-change", f"{unit.id} is already there", "CW 4.3")
    if unit.leads and melees_of(seen, unit.leads):
        says = f"{unit.id} is with {unit.leads}, which is fighting; it cannot leave now"
        return Refusal("unit", "engaged", says, "CW 4.17")
    if way is None:
        return _slant_refusal(unit, body, planned, order)
    if way == "side" and melees_of(seen, unit.id):
        return engaged_refusal(seen, unit, "it can only move straight ahead or back, out of contact")
    if not _starts_clear(seen, body, planned, way):
        return _length_refusal(seen, unit, body, planned, way)
    if here := index.places[unit.id]:
        index.clear_starts[unit.id] = ClearStart(order, here, index.places)
    return None


def engaged_refusal(seen: State, unit: Unit, then: str) -> Refusal:
    """CW 4.15: the unit is in a melee, and ``then``: what it can do."""
    return Refusal("unit", "engaged", f"{unit.id} is fighting {' and '.join(opponents(seen, unit))}: {then}", "CW 4.15")


def opponents(state: State, unit: Unit) -> tuple[str, ...]:
    """The units that a unit is fighting, in the order of its melees."""
    melees = melees_of(state, unit.id)
    return tuple([melee.target if melee.charger == unit.id else melee.charger for melee in melees]) if melees else ()


def _slant_refusal(unit: Unit, body: Unit, planned: PlannedPath, order: StraightMove | Move) -> Refusal:
    to = order.to if isinstance(order, Move) else 0
    named = f"{to[0] / 100:g},{to[1] / 100:g}" if isinstance(to, tuple) else f"{to / 10:g}°"
    off = abs(turn_between(body.degrees, planned.bearing))
    says = f"{named} is neither ahead, beside nor straight behind {unit.id} ({off:.0f}° off)"
    if unit.leads is None and not unit.faced and not unit.formed:
        says += f"; try: {unit.id} face {named.removesuffix('°')}; move {named.removesuffix('°')}"
    return Refusal("to", "bad-direction", says, "CW 4.3")


def length_objection(seen: State, unit: Unit, planned: PlannedPath, way: Way) -> Refusal | None:
    """CW 4.13: the order is tried with sixes."""
    body = moving_unit(seen, unit)
    return None if _starts_clear(seen, body, planned, way) else _length_refusal(seen, unit, body, planned, way)


def _length_refusal(seen: State, unit: Unit, body: Unit, planned: PlannedPath, way: Way) -> Refusal | None:
    found = _length_out_of_contact(seen, body, planned, way, best_allowance(seen, body, way))
    if found.length:
        return None
    if found.reason == "off-board":
        return Refusal("unit", "off-board", f"that would take {unit.id} off the table", "CW 4.11")
    if unit.leads and found.limit.startswith(f"{unit.leads},"):
        return Refusal("unit", "blocked", f"{unit.id} would not get clear of {unit.leads}", "CW 4.17")
    if found.reason == "impassable":
        says = f"{unit.id} cannot go that way: {found.limit} stops it at once"
        return Refusal("unit", "impassable", says, "CW 4.13")
    says = f"{unit.id} cannot go that way: {found.limit or 'another unit'}, is in the way"
    return Refusal("unit", "blocked", says, "CW 4.13")


def _starts_clear(seen: State, body: Unit, planned: PlannedPath, way: Way) -> bool:
    """Whether nothing that leaves a path without a length is near its start."""
    long_enough = planned.most is None or planned.most >= SHORTEST_MOVE
    plain = long_enough and way != "back" and not melees_of(seen, body.id)
    return plain and has_clear_start(seen, body, planned.way)


def worst_and_best_lengths(seen: State, unit: Unit, planned: PlannedPath) -> tuple[MoveLength, ...]:
    """How far the unit gets with ones and with sixes on all dice; empty if it cannot go that way."""
    body = moving_unit(seen, unit)
    way = way_of(body.degrees, planned.bearing)
    return (
        tuple(
            _length_out_of_contact(seen, body, planned, way, dice(seen, body, way))
            for dice in (worst_allowance, best_allowance)
        )
        if way
        else ()
    )


def _length_out_of_contact(state: State, body: Unit, planned: PlannedPath, way: Way, allowed: Allowance) -> MoveLength:
    """CW 4.5, 4.11, 4.15: the length; none if it would leave the unit touching one that it is fighting."""
    if way == "back":
        body = replace(body, facing=rounded_facing(planned.bearing))
    found = move_length(state, body, planned.way, allowed.total, planned.most)
    foes = opponents(state, body)
    if foes and found.length:
        to = replace(body, at=rounded_position(point_along(body.inches, planned.way, found.length)))
        held = next((foe for foe in foes if touches(footprint(state, to), footprint(state, state.units[foe]))), None)
        if held:
            return found.cut(0.0, f"{held}, which it would still touch", "blocked")
    return found


def run(turn: Turn[State], order: StraightMove | Move) -> None:
    """CW 4.6, 4.11: rolls the dice, and the unit goes as far as it can."""
    if turn.looks_ahead:
        raise Unforeseeable(order.unit)
    unit = turn.state.units[order.unit]
    body = moving_unit(turn.state, unit)
    planned = planned_path(body, order)
    way = way_of(body.degrees, planned.bearing)
    assert way
    allowed = roll_allowance(turn, body, way, f"{unit.id} moves")
    complete_move(turn, unit, planned, way, allowed, _length_out_of_contact(turn.state, body, planned, way, allowed))


def complete_move(
    turn: Turn[State], unit: Unit, planned: PlannedPath, way: Way, allowed: Allowance, found: MoveLength
) -> None:
    """Completes a move: facing (CW 4.5), melees left (4.15), a leader that leaves (4.17), leaders captured (4.18)."""
    state = turn.state
    body = moving_unit(state, unit)
    to, facing = rounded_position(point_along(body.inches, planned.way, found.length)), body.facing
    if found.length == 0:
        to = body.at
    elif way == "back":
        facing = rounded_facing(planned.bearing)
    near = found.length and lone_leaders_near(state, body, found.length)
    ends = replace(body, at=to, facing=facing) if near else body
    taken = leaders_ridden_down(state, body, planned.way, found.length, ends) if near else ()
    left = opponents(state, unit) if found.length else ()
    if unit.leads and found.length:
        turn.happens(Parted(unit.id, unit.leads))
    turn.happens(
        Moved(unit.id, way, rounded_facing(planned.bearing), event_length(allowed, found), body.at, to, facing, left)
    )
    capture_leaders(turn, taken, unit.id)


def event_length(allowed: Allowance, found: MoveLength) -> length.Length:
    """The length as the event of a move holds it."""
    return length.Length(
        allowed.dice,
        allowed.reading,
        allowed.column,
        allowed.leader,
        allowed.total,
        round(found.length, 2),
        found.halved,
        found.limit,
        found.reason,
    )


def leaders_ridden_down(state: State, body: Unit, way: Point, far: float, ends: Unit) -> tuple[Unit, ...]:
    """CW 4.18: the lone enemy leaders that a regiment touches on a path of ``far`` inches or at its end."""
    alone = lone_leaders_near(state, body, far)
    if not alone or not is_regiment(state, body) or far == 0:
        return ()
    box, stands = footprint(state, body), footprint(state, ends)
    on_path = [one.unit.id for one in units_in_the_way(state, box, way, far, (body.id,))]
    taken = (chief.unit for chief in alone if chief.unit in on_path or touches(stands, chief.footprint))
    return tuple(state.units[key] for key in taken)


def lone_leaders_near(state: State, body: Unit, far: float) -> list[Body]:
    """The lone enemy leaders that a unit may touch on a path of ``far`` inches."""
    index, start = unit_index(state), body.inches
    near = far + 2 * index.longest_reach + TOUCH + EPSILON
    places = [index.places[key] for key in index.leaders[enemy(state, body.side)]]
    return [chief for chief in places if chief and distance(start, (chief.x, chief.y)) <= near]


def capture_leaders(turn: Turn[State], taken: tuple[Unit, ...], by: str) -> None:
    """CW 4.18: these leaders are captured."""
    for unit in taken:
        turn.happens(Captured(unit.id, by))
