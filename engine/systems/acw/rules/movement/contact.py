"""Contact: the side struck, whether a charge can reach it, and how the charger squares up (CW 2.7, 7)."""

from typing import NamedTuple

from engine.contract import Turn, replace
from maps.geometry.plane import Box, Point, distance, point_along, relative_to_box, sweep, unit_vector

from ...state.combat_events import Contact
from ...state.length import Spot
from ...state.position import Melee, State, Struck, Unit, army, enemy, footprint, is_lone_leader
from ..board.footprints import (
    OVERLAP,
    UnitInTheWay,
    is_off_table,
    overlapped_unit,
    rounded_facing,
    rounded_position,
    units_in_the_way,
)
from ..board.terrain import EPSILON, NEAREST, TOLERANCE, building_of, forbidding_area, rivers_crossed, uncrossable_river
from .movement_limits import REACH, SHORTEST_MOVE, MoveLength, move_length

SIDE_TURNS: dict[Struck, int] = {"front": 0, "right": 90, "rear": 180, "left": 270}
"""Degrees from a unit's facing to the outward direction of each of its sides."""
LEAST_FRONT = 1.0
"""CW 7.7: inches of its front that a charger shares with the side struck at least, where either is as long."""


class Guns(NamedTuple):
    """CW 8.2: ids of the batteries noted for either side, in the order of the scenario."""

    charger: tuple[str, ...] = ()
    target: tuple[str, ...] = ()


def side_struck(target: Box, point: Point) -> Struck:
    """CW 2.7: the side of a footprint that a unit coming from a point strikes; 45-degree lines divide the sides."""
    to_right, on = relative_to_box(target, point)
    before, behind, beside = on - target.along, -on - target.along, abs(to_right) - target.across
    if before >= -EPSILON and before >= beside - TOLERANCE - EPSILON:
        return "front"
    if behind >= -EPSILON and behind >= beside - TOLERANCE - EPSILON:
        return "rear"
    return "right" if to_right > 0 else "left"


# on the way
def distance_to_contact(state: State, unit: Unit, way: Point, target: Unit) -> float | None:
    """CW 2.4: inches along a unit vector to contact with a target; None if it passes by."""
    found = sweep(footprint(state, unit), way, footprint(state, target), OVERLAP)
    return found.contact if found else None


def first_enemy(state: State, unit: Unit, way: Point, far: float) -> UnitInTheWay | None:
    """CW 7.2, 9.10: the first enemy, except lone leaders, on a path of ``far`` inches along a unit vector."""
    foes = [
        one
        for one in units_in_the_way(state, footprint(state, unit), way, far, (unit.id,))
        if one.unit.side != unit.side and not is_lone_leader(state, one.unit)
    ]
    return min(foes, key=lambda one: one.sweep.contact, default=None)


def friend_at_contact(state: State, unit: Unit, way: Point, contact: float) -> Unit | None:
    """CW 7.3: the friend in whom a unit would stand after so many inches along a unit vector."""
    friends = (
        one
        for one in units_in_the_way(state, footprint(state, unit), way, contact, (unit.id,))
        if one.unit.side == unit.side
    )
    return next((one.unit for one in friends if one.sweep.start + EPSILON < contact < one.sweep.end - EPSILON), None)


def may_attack(state: State, unit: Unit, target: Unit) -> bool:
    """CW 5.4: infantry alone attacks a unit in a building."""
    return state.types[unit.type].arm == "infantry" or building_of(state, target) is None


def is_way_open(state: State, unit: Unit, way: Point, contact: float, target: Point) -> bool:
    """CW 7.3: no friend and no river keeps a unit that has come so far from a target whose centre is there."""
    return (
        friend_at_contact(state, unit, way, contact) is None
        and uncrossable_river(state, unit, point_along(unit.inches, way, contact), target) is None
    )


def length_towards_contact(
    state: State, unit: Unit, way: Point, allowance: float, contact: float
) -> tuple[MoveLength, bool]:
    """CW 7.3: how far a unit gets towards contact ``contact`` inches away, and whether it reaches."""
    found = move_length(state, unit, way, allowance, contact, REACH)
    made = found.length >= contact - TOLERANCE - EPSILON or (contact < SHORTEST_MOVE and not found.reason)
    return (replace(found, length=contact) if made else found), made


# in contact
def make_contact(turn: Turn[State], charger: str, target: str, side: Struck, noted: Guns) -> Melee:
    """CW 7.7, 7.8, 8.2: a unit that has just touched its enemy squares up if it can, and their melee begins."""
    unit, foe = turn.state.units[charger], turn.state.units[target]
    stand = square_up(turn.state, unit, foe, side)
    at, facing = stand or (unit.at, unit.facing)
    turn.happens(Contact(charger, target, side, stand is not None, at, facing, noted.charger, noted.target))
    return turn.state.game.melees[-1]


def square_up(state: State, unit: Unit, target: Unit, side: Struck) -> tuple[Spot, int] | None:
    """CW 7.7: the position and facing (in tenths) of a charger squared up to the side struck; None: no room.

    The charger stands where it touched, rounded (CW 2.2).
    """
    outward = target.degrees + SIDE_TURNS[side]
    spot = rounded_position(_centre_beside(footprint(state, unit), footprint(state, target), side))
    now = replace(unit, at=spot, facing=rounded_facing(outward + 180))
    return (spot, now.facing) if _has_room(state, unit, now, target) else None


def _centre_beside(unit: Box, target: Box, side: Struck) -> Point:
    """CW 7.7: the charger's centre with its front against the side, where it touched, but sharing an inch or more."""
    lengthwise = side in ("front", "rear")
    out, half = (target.along, target.across) if lengthwise else (target.across, target.along)
    to_right, on = relative_to_box(target, unit.at)
    most = half + unit.across - min(LEAST_FRONT, 2 * half, 2 * unit.across)
    off = max(-most, min(most, to_right if lengthwise else on))
    middle = point_along(target.at, unit_vector(target.facing + SIDE_TURNS[side]), out + unit.along)
    return point_along(middle, unit_vector(target.facing + (90 if lengthwise else 0)), off)


def _has_room(state: State, before: Unit, now: Unit, target: Unit) -> bool:
    """CW 7.7: whether a charger may stand so, coming from where it touched."""
    chiefs = (chief.id for chief in army(state, enemy(state, now.side)) if is_lone_leader(state, chief))
    if overlapped_unit(state, footprint(state, now), (now.id, target.id, *chiefs)) or is_off_table(
        state.table, footprint(state, now)
    ):
        return False
    crossed = any(
        distance(before.inches, point) > NEAREST for _, point in rivers_crossed(state, before.inches, now.inches)
    )
    return forbidding_area(state, now, now.inches) is None and not crossed
