"""How likely a charge comes to contact, roughly: by gap, way, dice, column and leader (CW 4.6 to 4.9, 7.2)."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from math import hypot

from maps.geometry.plane import Box, half_extent, relative_to_box, right_vector, unit_vector

from ..rules.movement.movement_dice import WAYS, Way
from ..state.position import State, Unit, footprint
from ..tables import TABLES, Reading

MoveRow = tuple[Reading, ...]
"""How the dice of a unit's moves are read, by way."""
MOST = 13
"""Inches that no dice of a move make."""
FARTHEST = 2100
"""Hundredths of an inch, from centre to centre, beyond which no charge is to be feared."""


def reach(seen: State, charger: Unit, target: Unit, *, led: bool) -> float:
    """The chance of the best of three charges: straight ahead, at a slant, or after turning to the target.

    ``led``: whether a leader is with the charger.
    """
    x, y = (target.at[0] - charger.at[0]) / 100, (target.at[1] - charger.at[1]) / 100
    far, bonus = hypot(x, y), TABLES.column * (charger.formation == "column") + TABLES.leader_bonus * led
    row = _move_row(seen, charger)
    if far - bonus - _most_extent(seen, charger) - _most_extent(seen, target) > _most_inches(row):
        return 0.0
    own, other = footprint(seen, charger), footprint(seen, target)
    if far <= own.along + other.along:
        return 1.0
    way = x / far, y / far
    gap = far - half_extent(other, way) - bonus
    return max(
        odds(_reading(row, "straight"), 1, gap - own.along),
        odds(_reading(row, "side"), 2, gap - half_extent(own, way)) if _is_ahead(own, other) else 0.0,
        odds(_reading(row, "straight"), 2, _straight_gap(own, other) - bonus),
    )


def _most_extent(seen: State, unit: Unit) -> float:
    """How far a footprint can reach from its middle in any formation, in inches."""
    return (unit.bases + 1) * max(seen.setup.front, seen.setup.depth) / 2


@cache
def _most_inches(row: MoveRow) -> float:
    """Inches beyond which the dice of a charge have no chance."""
    return max(_NO_CHANCE[_reading(row, "straight")], _NO_CHANCE[_reading(row, "side")])


def _is_ahead(own: Box, other: Box) -> bool:
    return relative_to_box(own, other.at)[1] > 0


def _straight_gap(own: Box, other: Box) -> float:
    """Inches to contact straight ahead; more than any dice make if that way leads past the other."""
    to_right, on = relative_to_box(own, other.at)
    if on <= 0 or abs(to_right) >= own.across + half_extent(other, right_vector(own.facing)):
        return 2.0 * FARTHEST
    return on - own.along - half_extent(other, unit_vector(own.facing))


def _move_row(seen: State, unit: Unit) -> MoveRow:
    row = seen.types[unit.type].move
    assert row
    return row


def _reading(row: MoveRow, way: Way) -> Reading:
    return row[WAYS.index(way)]


def odds(reading: Reading, dice: int, inches: float) -> float:
    """The chance that dice make so many inches, made smooth: half an inch more or less is not certain."""
    at = inches + 0.5
    if at <= 0:
        return 1.0
    if at >= MOST:
        return 0.0
    table, whole = _at_least(reading, dice), int(at)
    return table[whole] + (at - whole) * (table[whole + 1] - table[whole])


_READ: Mapping[Reading, Callable[[tuple[int, ...]], int]] = {"higher": max, "lower": min, "both": sum}
_NO_CHANCE: Mapping[Reading, float] = {"higher": 6.5, "lower": 6.5, "both": 12.5}
"""What two dice, made smooth, never make."""


@cache
def _at_least(reading: Reading, dice: int) -> tuple[float, ...]:
    """The chance of at least so many inches, from none up."""
    rolls = [_READ[reading](faces) for faces in product(range(1, 7), repeat=dice)]
    return tuple(sum(roll >= inches for roll in rolls) / len(rolls) for inches in range(MOST + 1))
