"""Footprints: how they are rounded, touch, overlap, leave the table or are in the way (CW 1.6, 2.2 to 2.4, 4.14)."""

from functools import lru_cache
from math import floor, hypot
from typing import NamedTuple

from maps.geometry.plane import (
    Box,
    Point,
    Sweep,
    box_corners,
    box_gap,
    point_along,
    relative_to_box,
    right_vector,
    sweep,
    unit_vector,
)
from maps.geometry.tabletop import Tabletop

from ...state.length import Spot
from ...state.position import Melee, State, Unit, footprint, units_on_table
from .terrain import EPSILON, TOUCH

OVERLAP = 0.02
"""CW 2.3, 2.4: what footprints may share without overlapping."""
EDGE_TOLERANCE = 0.008
"""CW 2.2: inches by which a corner may hang over the table's edge because of rounding."""


class Body(NamedTuple):
    """Something with a footprint, and how far that reaches from its centre."""

    unit: Unit
    footprint: Box
    reach: float


class UnitInTheWay(NamedTuple):
    """CW 2.4: a unit in the way of a path."""

    unit: Unit
    sweep: Sweep


# coming to rest
def rounded_position(point: Point) -> Spot:
    """CW 2.2: a position rounded to hundredths of an inch, halves up."""
    return floor(point[0] * 100 + 0.5 + EPSILON), floor(point[1] * 100 + 0.5 + EPSILON)


def rounded_facing(bearing: float) -> int:
    """CW 2.2: a bearing in whole tenths of a degree, halves up, 0 to 3599."""
    return floor(bearing * 10 + 0.5 + EPSILON) % 3600


def in_inches(spot: Spot) -> Point:
    """The point in inches."""
    return spot[0] / 100, spot[1] / 100


# two footprints
def touches(a: Box, b: Box) -> bool:
    """CW 2.3: whether two footprints are close enough to count as touching."""
    return box_gap(a, b) <= TOUCH + EPSILON


def overlaps(a: Box, b: Box) -> bool:
    """CW 2.3: whether two footprints share more ground than is tolerated."""
    return box_gap(a, b) < -OVERLAP - EPSILON


# a footprint on the table
def is_off_table(table: Tabletop, body: Box) -> bool:
    """Whether a corner lies beyond the edge by more than rounding can do."""
    return any(
        not (
            -EDGE_TOLERANCE <= x <= table.width + EDGE_TOLERANCE
            and -EDGE_TOLERANCE <= y <= table.height + EDGE_TOLERANCE
        )
        for x, y in box_corners(body)
    )


def distance_to_edge(table: Tabletop, body: Box, way: Point) -> float:
    """CW 4.11 (b): how many inches along a unit vector all corners stay on the table."""
    most = hypot(table.width, table.height)
    for corner in box_corners(body):
        for at, step, end in ((corner[0], way[0], table.width), (corner[1], way[1], table.height)):
            if abs(step) > EPSILON:
                most = min(most, ((end if step > 0 else 0.0) - at) / step)
    return max(0.0, most)


# all that stand on it
def all_footprints(state: State) -> tuple[Body, ...]:
    """Everything with a footprint, in the order of the scenario."""
    return _all_footprints(_SameUnits(state))


class _SameUnits:
    """A state as a key that asks only whether its units and setup are the same objects."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state.units)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _SameUnits)
            and other.state.units is self.state.units
            and other.state.setup is self.state.setup
        )


@lru_cache(16)
def _all_footprints(stand: _SameUnits) -> tuple[Body, ...]:
    found = ((unit, footprint(stand.state, unit)) for unit in units_on_table(stand.state))
    return tuple(Body(unit, body, hypot(body.across, body.along)) for unit, body in found)


def overlapped_unit(state: State, body: Box, spared: tuple[str, ...]) -> Unit | None:
    """CW 4.14: the first unit that a footprint would overlap, those spared apart."""
    near = hypot(body.across, body.along)
    for unit, other, reach in all_footprints(state):
        if unit.id not in spared and _are_near(body.at, other.at, near + reach) and overlaps(body, other):
            return unit
    return None


def touched_units(state: State, body: Box, spared: tuple[str, ...]) -> tuple[Unit, ...]:
    """CW 2.3: the units that a footprint touches or overlaps, those spared apart."""
    near = hypot(body.across, body.along) + TOUCH + EPSILON
    return tuple(
        unit
        for unit, other, reach in all_footprints(state)
        if unit.id not in spared and _are_near(body.at, other.at, near + reach) and touches(body, other)
    )


def units_in_the_way(
    state: State, moving: Box, way: Point, far: float, spared: tuple[str, ...]
) -> tuple[UnitInTheWay, ...]:
    """CW 2.4: the units in the way of a footprint on a path of ``far`` inches along a unit vector."""
    (x, y), (u, v), near, found = moving.at, way, hypot(moving.across, moving.along), list[UnitInTheWay]()
    for unit, other, reach in all_footprints(state):
        dx, dy, wide = other.at[0] - x, other.at[1] - y, near + reach + EPSILON
        if abs(dx * v - dy * u) > wide or not -wide <= dx * u + dy * v <= far + wide or unit.id in spared:
            continue
        if (swept := sweep(moving, way, other, OVERLAP)) and swept.contact <= far + EPSILON:
            found.append(UnitInTheWay(unit, swept))
    return tuple(found)


def _are_near(a: Point, b: Point, wide: float) -> bool:
    return abs(a[0] - b[0]) <= wide and abs(a[1] - b[1]) <= wide


SHORTEST_HALF = 0.6
"""Half the length in inches of a line drawn where only corners meet."""


def front_line(state: State, melee: Melee) -> tuple[Point, Point]:
    """The part of the charger's front that faces the target; if not squared up, a piece near its nearest corner."""
    own, other = footprint(state, state.units[melee.charger]), footprint(state, state.units[melee.target])
    seen = [relative_to_box(own, corner) for corner in box_corners(other)]
    low, high = max(-own.across, min(x for x, _ in seen)), min(own.across, max(x for x, _ in seen))
    if not melee.square:
        near = min(seen, key=lambda point: abs(point[1] - own.along) + max(0.0, abs(point[0]) - own.across))[0]
        low = high = max(-own.across, min(own.across, near))
    middle, half = (low + high) / 2, max(SHORTEST_HALF, (high - low) / 2)
    front = point_along(own.at, unit_vector(own.facing), own.along)
    return point_along(front, right_vector(own.facing), middle - half), point_along(
        front, right_vector(own.facing), middle + half
    )
