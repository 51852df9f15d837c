"""Geometry of a plane without a game: bearings, footprints, sweeps.

Inches, y upwards, bearings in degrees clockwise from north.

Everything is pure and works on floats.  Tolerances of the rules are the caller's; here only points that differ by less
than ``NOISE`` are the same place.  Areas and lines are in ``polygons``.
"""

from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import NamedTuple

Point = tuple[float, float]
Points = tuple[Point, ...]
NOISE = 1e-9
"""How far rounding errors may move a point."""


class Box(NamedTuple):
    """A footprint: a rectangle around ``at`` turned to ``facing``; half extents ``across`` and ``along`` the facing."""

    at: Point
    facing: float
    across: float
    along: float


class Sweep(NamedTuple):
    """A moving box meets another: the lengths at which it touches it, overlaps it and has passed.

    ``start`` may be negative.
    """

    contact: float
    start: float
    end: float


# bearings
@lru_cache(8192)
def unit_vector(bearing: float) -> Point:
    """The unit vector of a bearing; exact in the four quarters."""
    quarter, rest = divmod(bearing % 360, 90)
    across, on = sin(radians(rest)), cos(radians(rest))
    return ((across, on), (on, -across), (-across, -on), (-on, across))[int(quarter) % 4]


def right_vector(bearing: float) -> Point:
    """The unit vector a quarter turn clockwise of a bearing."""
    x, y = unit_vector(bearing)
    return y, -x


def bearing(a: Point, b: Point) -> float:
    """From a to b: at least 0, less than 360.  0 if they are one."""
    found = degrees(atan2(b[0] - a[0], b[1] - a[1])) % 360
    return found if found < 360 else 0.0


def turn_between(a: float, b: float) -> float:
    """How far bearing b is from bearing a: more than -180, at most 180, positive to the right."""
    turn = (b - a) % 360
    return turn - 360 if turn > 180 else turn


def distance(a: Point, b: Point) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])


def direction(a: Point, b: Point) -> Point:
    """The unit vector from a to b; (0, 0) if they are one."""
    x, y = b[0] - a[0], b[1] - a[1]
    length = hypot(x, y)
    return (x / length, y / length) if length else (0.0, 0.0)


def point_along(start: Point, way: Point, length: float) -> Point:
    """The point that far from start; ``way`` is a unit vector."""
    return start[0] + way[0] * length, start[1] + way[1] * length


def arc(at: Point, radius: float, start: float, end: float) -> Points:
    """Points on a circle from bearing ``start`` clockwise to ``end``, both included, at most 5 degrees apart."""
    whole = (end - start) % 360 or 360.0
    steps = int(whole / 5 - NOISE) + 1
    return tuple(point_along(at, unit_vector(start + whole * step / steps), radius) for step in range(steps + 1))


# boxes
def box_corners(box: Box) -> Points:
    """Front right, rear right, rear left, front left."""
    (x, y), (fx, fy) = box.at, unit_vector(box.facing)
    ax, ay, bx, by = fx * box.along, fy * box.along, fy * box.across, -fx * box.across
    return (
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
        (x - ax - bx, y - ay - by),
        (x + ax - bx, y + ay - by),
    )


def half_extent(box: Box, axis: Point) -> float:
    """Half of what the box measures along a unit vector."""
    fx, fy = unit_vector(box.facing)
    return box.across * abs(fy * axis[0] - fx * axis[1]) + box.along * abs(fx * axis[0] + fy * axis[1])


def relative_to_box(box: Box, point: Point) -> Point:
    """A point as seen from the middle of the box: inches to the right, inches ahead."""
    x, y, (fx, fy) = point[0] - box.at[0], point[1] - box.at[1], unit_vector(box.facing)
    return x * fy - y * fx, x * fx + y * fy


def move_box(box: Box, way: Point, length: float) -> Box:
    return box._replace(at=point_along(box.at, way, length))


def grow_box(box: Box, by: float) -> Box:
    """The box with each edge that much farther out."""
    return box._replace(across=box.across + by, along=box.along + by)


def box_gap(a: Box, b: Box) -> float:
    """The largest distance along the axes of either; below 0 they overlap by as much."""
    (ax, ay), (bx, by) = unit_vector(a.facing), unit_vector(b.facing)
    x, y = a.at[0] - b.at[0], a.at[1] - b.at[1]
    same, cross = abs(ax * bx + ay * by), abs(ax * by - ay * bx)
    return max(
        abs(x * ax + y * ay) - a.along - b.across * cross - b.along * same,
        abs(x * ay - y * ax) - a.across - b.across * same - b.along * cross,
        abs(x * bx + y * by) - b.along - a.across * cross - a.along * same,
        abs(x * by - y * bx) - b.across - a.across * same - a.along * cross,
    )


def sweep(moving: Box, way: Point, other: Box, shrunk: float) -> Sweep | None:
    """Where a box that moves along a unit vector meets another: where they overlap by more than ``shrunk``.

    None if it passes by, has it behind, or only slides along it.  A box that it overlaps from the start has contact 0.
    """
    ((x, y), _, a, b), ((ox, oy), _, c, d), (u, v) = moving, other, way
    x, y, reach = x - ox, y - oy, a + b + c + d
    if abs(x * v - y * u) > reach or x * u + y * v > reach:
        return None
    contact, start, end = 0.0, -inf, inf
    for d, speed, full in _axes(moving, other, x, y, u, v):
        narrow = full - shrunk
        if abs(speed) < NOISE:
            if abs(d) >= narrow - _EQUAL:
                return None
            continue
        far, near = (full, narrow) if speed > 0 else (-full, -narrow)
        met, enters, leaves = (-far - d) / speed, (-near - d) / speed, (near - d) / speed
        contact = met if met > contact else contact
        start = enters if enters > start else start
        end = leaves if leaves < end else end
        if start >= end - _EQUAL or end <= _EQUAL:
            return None
    return Sweep(contact, start, end)


_EQUAL = 1e-6
"""An overlap shorter than this is ignored."""


def _axes(a: Box, b: Box, x: float, y: float, u: float, v: float) -> tuple[tuple[float, float, float], ...]:
    """For each axis of either box: how far a is from b along it, how fast that grows, and their extents together."""
    (_, facing, across, along), (_, other_facing, other_across, other_along) = a, b
    (ax, ay), (bx, by) = unit_vector(facing), unit_vector(other_facing)
    same, cross = abs(ax * bx + ay * by), abs(ax * by - ay * bx)
    return (
        (x * ax + y * ay, u * ax + v * ay, along + other_across * cross + other_along * same),
        (x * ay - y * ax, u * ay - v * ax, across + other_across * same + other_along * cross),
        (x * bx + y * by, u * bx + v * by, other_along + across * cross + along * same),
        (x * by - y * bx, u * by - v * bx, other_across + across * same + along * cross),
    )


def length_in_box(a: Point, b: Point, box: Box) -> float:
    """The length of the segment inside a box; its edge is not inside."""
    (x, y), (ax, ay), (bx, by) = box.at, a, b
    far = box.across + box.along
    if (
        (ax < x - far and bx < x - far)
        or (ax > x + far and bx > x + far)
        or (ay < y - far and by < y - far)
        or (ay > y + far and by > y + far)
        or abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > far * (abs(bx - ax) + abs(by - ay))
    ):
        return 0.0
    found = _share_inside(relative_to_box(box, a), relative_to_box(box, b), box.across, box.along, -NOISE)
    return (found[1] - found[0]) * distance(a, b) if found else 0.0


def meets_box(box: Box, line: Points) -> bool:
    """Whether a polyline has a point in common with a box, its edge included."""
    points = [relative_to_box(box, point) for point in (line if len(line) > 1 else line * 2)]
    return any(_share_inside(p, q, box.across + NOISE, box.along + NOISE, 0.0) for p, q in pairwise(points))


def _share_inside(a: Point, b: Point, across: float, on: float, rim: float) -> Point | None:
    """The share of a segment at which it enters and leaves the rectangle (±across, ±on); None if it misses it.

    One that runs along an edge, up to ``rim`` outside of it, does not miss it.
    """
    enter, leave = 0.0, 1.0
    for p, q, most in ((a[0], b[0], across), (a[1], b[1], on)):
        if abs(q - p) <= NOISE:
            if abs(p) > most + rim:
                return None
            continue
        one, two = (-most - p) / (q - p), (most - p) / (q - p)
        enter, leave = max(enter, min(one, two)), min(leave, max(one, two))
    return (enter, leave) if enter <= leave else None
