"""Contact between two units: the side struck, what a charge must be able to do to make it, and how the charger squares up (CW 2.7, 7)."""

from typing import NamedTuple

from engine.contract import Turn, replace
from maps.geometry.plane import Box, Point, distance, point_along, relative_to_box, sweep, unit_vector

from ...state.events import Contact, Spot
from ...state.position import Melee, State, Struck, Unit, army, box, enemy, lone
from ..board.footprints import OVERLAP, Met, crowd, met, off_table, rest, rest_facing
from ..board.terrain import BEYOND, EQUAL, FIRST, forbidden, housed, kept_apart, rivers
from .movement_limits import LEAST, REACH, MoveLength, length

TURNS: dict[Struck, int] = {"front": 0, "right": 90, "rear": 180, "left": 270}
"""Degrees from a unit's facing to the outward direction of each of its sides."""
SHARE = 1.0
"""CW 7.7: inches of its front that a charger shares with the side struck at least, where either is as long."""


class Guns(NamedTuple):
    """CW 8.2: ids of the batteries noted for either side, in the order of the scenario."""

    charger: tuple[str, ...] = ()
    target: tuple[str, ...] = ()


def struck(target: Box, point: Point) -> Struck:
    """CW 2.7: the side of a footprint that somebody comes to who starts from a point; 45-degree lines out of its corners part the sides."""
    to_right, on = relative_to_box(target, point)
    before, behind, beside = on - target.along, -on - target.along, abs(to_right) - target.across
    if before >= -EQUAL and before >= beside - BEYOND - EQUAL:
        return "front"
    if behind >= -EQUAL and behind >= beside - BEYOND - EQUAL:
        return "rear"
    return "right" if to_right > 0 else "left"


# on the way
def swept(state: State, unit: Unit, way: Point, target: Unit) -> float | None:
    """CW 2.4: inches along a unit vector to contact with a target; None if it passes by."""
    found = sweep(box(state, unit), way, box(state, target), OVERLAP)
    return found.contact if found else None


def first_enemy(state: State, unit: Unit, way: Point, far: float) -> Met | None:
    """CW 7.2, 9.10: the enemy whom a unit meets first on a path of so many inches along a unit vector, lone leaders apart."""
    foes = [
        one
        for one in met(state, box(state, unit), way, far, (unit.id,))
        if one.unit.side != unit.side and not lone(state, one.unit)
    ]
    return min(foes, key=lambda one: one.sweep.contact, default=None)


def friend_there(state: State, unit: Unit, way: Point, contact: float) -> Unit | None:
    """CW 7.3: the friend in whom a unit would stand after so many inches along a unit vector."""
    friends = (one for one in met(state, box(state, unit), way, contact, (unit.id,)) if one.unit.side == unit.side)
    return next((one.unit for one in friends if one.sweep.start + EQUAL < contact < one.sweep.end - EQUAL), None)


def chargeable(state: State, unit: Unit, target: Unit) -> bool:
    """CW 5.4: infantry alone attacks a unit in a building."""
    return state.types[unit.type].arm == "infantry" or housed(state, target) is None


def open_way(state: State, unit: Unit, way: Point, contact: float, target: Point) -> bool:
    """CW 7.3: no friend and no river keeps a unit that has come so far from a target whose centre is there."""
    return (
        friend_there(state, unit, way, contact) is None
        and kept_apart(state, unit, point_along(unit.inches, way, contact), target) is None
    )


def reach(state: State, unit: Unit, way: Point, allowance: float, contact: float) -> tuple[MoveLength, bool]:
    """CW 7.3: how far an allowance carries a unit towards a contact so many inches away, and whether that is far enough."""
    found = length(state, unit, way, allowance, contact, REACH)
    made = found.length >= contact - BEYOND - EQUAL or (contact < LEAST and not found.reason)
    return (found._replace(length=contact) if made else found), made


# in contact
def contact(turn: Turn[State], charger: str, target: str, side: Struck, noted: Guns) -> Melee:
    """CW 7.7, 7.8, 8.2: a unit that has just touched its enemy squares up if it can, and their melee begins."""
    unit, foe = turn.state.units[charger], turn.state.units[target]
    stand = squared(turn.state, unit, foe, side)
    at, facing = stand or (unit.at, unit.facing)
    turn.happens(Contact(charger, target, side, stand is not None, at, facing, noted.charger, noted.target))
    return turn.state.game.melees[-1]


def squared(state: State, unit: Unit, target: Unit, side: Struck) -> tuple[Spot, int] | None:
    """CW 7.7: where a charger stands along the side struck, and its facing in tenths of a degree; None: there is no room.

    The charger stands where it touched, rounded (CW 2.2).
    """
    outward = target.degrees + TURNS[side]
    spot = rest(_beside(box(state, unit), box(state, target), side))
    now = replace(unit, at=spot, facing=rest_facing(outward + 180))
    return (spot, now.facing) if _room(state, unit, now, target) else None


def _beside(unit: Box, target: Box, side: Struck) -> Point:
    """CW 7.7: the charger's centre, its front against the side, as far along it as it touched, but not hanging on by less than an inch."""
    lengthwise = side in ("front", "rear")
    out, half = (target.along, target.across) if lengthwise else (target.across, target.along)
    to_right, on = relative_to_box(target, unit.at)
    most = half + unit.across - min(SHARE, 2 * half, 2 * unit.across)
    off = max(-most, min(most, to_right if lengthwise else on))
    middle = point_along(target.at, unit_vector(target.facing + TURNS[side]), out + unit.along)
    return point_along(middle, unit_vector(target.facing + (90 if lengthwise else 0)), off)


def _room(state: State, before: Unit, now: Unit, target: Unit) -> bool:
    """CW 7.7: whether a charger may stand so, coming from where it touched."""
    chiefs = (chief.id for chief in army(state, enemy(state, now.side)) if lone(state, chief))
    if crowd(state, box(state, now), (now.id, target.id, *chiefs)) or off_table(state.table, box(state, now)):
        return False
    crossed = any(distance(before.inches, point) > FIRST for _, point in rivers(state, before.inches, now.inches))
    return forbidden(state, now, now.inches) is None and not crossed
