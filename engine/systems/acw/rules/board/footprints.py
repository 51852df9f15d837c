"""Footprints: how they are rounded, touch, overlap, leave the table or are in the way (CW 1.6, 2.2 to 2.4, 4.14)."""

from collections.abc import Iterator
from math import floor, hypot
from typing import NamedTuple

from engine.contract import Record
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
from ...state.position import Melee, State, Unit, footprint
from ...state.unit_index import Body, Path, UnitsMet, in_order, unit_index
from .terrain import EPSILON, TOUCH

OVERLAP = 0.02
"""CW 2.3, 2.4: what footprints may share without overlapping."""
EDGE_TOLERANCE = 0.008
"""CW 2.2: inches by which a corner may hang over the table's edge because of rounding."""


class UnitFootprint(NamedTuple):
    unit: Unit
    footprint: Box


class UnitInTheWay(Record, frozen=True):
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
def is_well_on_table(table: Tabletop, at: Point, reach: float) -> bool:
    """Whether nothing that ``reach`` inches from a point holds can be off the table."""
    return reach <= at[0] <= table.width - reach and reach <= at[1] <= table.height - reach


def is_off_table(table: Tabletop, body: Box) -> bool:
    """Whether a corner lies beyond the edge by more than rounding can do."""
    return not is_well_on_table(table, body.at, hypot(body.across, body.along)) and any(
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
def all_footprints(state: State) -> tuple[UnitFootprint, ...]:
    """Everything with a footprint, in the order of the scenario."""
    return tuple(UnitFootprint(state.units[body.unit], body.footprint) for body in unit_index(state).bodies)


def overlapped_unit(state: State, box: Box, spared: tuple[str, ...]) -> Unit | None:
    """CW 4.14: the first unit that a footprint would overlap, those spared apart."""
    near = _bodies_near(state, box, 0.0)
    found = (body.unit for body in near if body.unit not in spared and overlaps(box, body.footprint))
    return next((state.units[key] for key in found), None)


def touched_units(state: State, box: Box, spared: tuple[str, ...]) -> tuple[Unit, ...]:
    """CW 2.3: the units that a footprint touches or overlaps, those spared apart."""
    near = _bodies_near(state, box, TOUCH + EPSILON)
    found = (body.unit for body in near if body.unit not in spared and touches(box, body.footprint))
    return tuple(state.units[key] for key in found)


def _bodies_near(state: State, box: Box, within: float) -> list[Body]:
    """All that may come ``within`` so many inches of a footprint."""
    index, (x, y), near = unit_index(state), box.at, hypot(box.across, box.along) + within
    room = near + index.longest_reach + EPSILON
    bodies = index.bodies_between(x - room, x + room)
    return in_order([body for body in bodies if abs(body.x - x) <= near + body.reach >= abs(body.y - y)])


def bodies_along(state: State, start: Point, way: Point, far: float, within: float) -> list[Body]:
    """All that may come ``within`` so many inches of a path of ``far`` inches along a unit vector."""
    index, (x, y), (u, v) = unit_index(state), start, way
    room, end = within + index.longest_reach, x + u * far
    across, along = x * v - y * u, x * u + y * v
    found: list[Body] = []
    for body in index.bodies_between(min(x, end) - room, max(x, end) + room):
        x, y, wide = body.x, body.y, within + body.reach
        if -wide <= x * v - y * u - across <= wide and -wide <= x * u + y * v - along <= far + wide:
            found.append(body)
    return in_order(found)


def units_in_the_way(
    state: State, moving: Box, way: Point, far: float, spared: tuple[str, ...]
) -> tuple[UnitInTheWay, ...]:
    """CW 2.4: the units in the way of a footprint on a path of ``far`` inches along a unit vector.

    An order is looked at more than once, with the best dice and with its own: the longest path is kept.
    """
    paths, path = unit_index(state).paths, Path(moving, way, spared)
    known = paths.get(path)
    if known is None or known.far < far:
        known = paths[path] = UnitsMet(far, tuple(_sweeps(state, moving, way, far, spared)))
    if not known.sweeps:
        return ()
    return tuple(UnitInTheWay(state.units[met], swept) for met, swept in known.sweeps if swept.contact <= far + EPSILON)


def _sweeps(state: State, moving: Box, way: Point, far: float, spared: tuple[str, ...]) -> Iterator[tuple[str, Sweep]]:
    near = hypot(moving.across, moving.along) + EPSILON
    for body in bodies_along(state, moving.at, way, far, near):
        if body.unit not in spared:
            swept = sweep(moving, way, body.footprint, OVERLAP)
            if swept and swept.contact <= far + EPSILON:
                yield body.unit, swept


def is_free_path(state: State, moving: Box, way: Point, far: float, unit: str) -> bool:
    """CW 2.4: whether no unit but this one is in the way of a footprint on a path of ``far`` inches."""
    return next(_sweeps(state, moving, way, far, (unit,)), None) is None


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
