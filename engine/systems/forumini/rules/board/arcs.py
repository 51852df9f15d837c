"""Facing and field of fire: true angles, computed in whole numbers (FA 8.9 to 8.11)."""

from maps.geometry.hexes import AROUND, DIRECTIONS, centre

from ...state.position import State, Unit
from ...tables.rows import Armour, Facing
from ..abilities import ability_effects

WAYS = dict(zip(DIRECTIONS, AROUND, strict=True))


def bearing(facing: Facing, at: str, other: str) -> Armour:
    """FA 8.9: the side of a unit in ``at`` with this facing that another hex is on: up to 60 degrees front, up to
    120 side, else rear.

    Neighbours are 60 degrees apart once the second coordinate of FA 2.2 is multiplied by the root of 3; its squares
    count three times, and the cosine of 60 degrees, one half, is compared as squares.
    """
    (x, y), (toward_x, toward_y) = centre(at), centre(other)
    dx, dy = toward_x - x, toward_y - y
    ahead, aside = WAYS[facing]
    product = ahead * dx + 3 * aside * dy
    spread = 4 * product * product - (ahead * ahead + 3 * aside * aside) * (dx * dx + 3 * dy * dy)
    if product > 0 and spread >= 0:
        return "front"
    return "rear" if product < 0 and spread > 0 else "side"


def armour_met(facing: Facing, at: str, firer_at: str) -> Armour:
    """FA 8.9, 8.10: the armour that an attack from another hex on a vehicle meets; from the same hex the rear."""
    return "rear" if at == firer_at else bearing(facing, at, firer_at)


def in_field(state: State, unit: Unit, at: str) -> bool:
    """FA 8.11: whether a hex is in the unit's field of fire; its own hex always is."""
    if unit.facing is None or unit.at is None or unit.at == at:
        return True
    if not (limits := ability_effects(state, unit, "field-of-fire")):
        return True
    toward = bearing(unit.facing, unit.at, at)
    return all(toward in effect.armour for _, _, effect in limits)
