"""Polygons and lines on a plane: lengths inside, crossings and distances of a segment.  Inches; no game.

A shape is the corners of a polygon, a line those of a polyline (one point will do).  A shape is closed by itself;
writing its first corner again does no harm, nor do corners written twice, corners in a row or outlines that touch or
cross themselves: the even-odd rule holds. A point within ``plane.NOISE`` of a line is on it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf
from typing import Literal

from .plane import NOISE, Point, Points, distance

Part = tuple[float, float]
"""Of a segment: inches from its start to where the part begins and to where it ends."""
Rim = Literal["out", "in"]
"""Whether running along an edge with the area on one side only is being inside."""
Side = tuple[float, float, float, float]


@lru_cache(4096)
def _line_sides(line: Points) -> tuple[Side, tuple[Side, ...]]:
    """The upright bounding box (left, bottom, right, top), and each side as x and y of its ends."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return (min(xs), min(ys), max(xs), max(ys)), tuple(
        (*p, *q) for p, q in pairwise(line if len(line) > 1 else line * 2)
    )


@lru_cache(4096)
def _outline_sides(shape: Points) -> tuple[Side, tuple[Side, ...]]:
    """``_open`` of the outline of a polygon."""
    return _line_sides((*shape, shape[0]))


def mean_corner(shape: Points) -> Point:
    """The mean of the corners."""
    return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)


def boxes_near(a: Point, b: Point, points: Points, by: float) -> bool:
    """Whether the upright bounding boxes of a segment and a shape or line come within ``by``: if not, neither
    do they.
    """
    return _near_box(a, b, _line_sides(points)[0], by)


def _near_box(a: Point, b: Point, box: Side, by: float) -> bool:
    (ax, ay), (bx, by_), (x0, y0, x1, y1) = a, b, box
    return (
        (ax if ax > bx else bx) >= x0 - by
        and (ax if ax < bx else bx) <= x1 + by
        and (ay if ay > by_ else by_) >= y0 - by
        and (ay if ay < by_ else by_) <= y1 + by
    )


def is_inside(point: Point, shape: Points, edge: float = 0.0) -> bool:
    """By the even-odd rule, or within ``edge`` of the outline; on the outline is inside."""
    (x, y), (box, sides) = point, _outline_sides(shape)
    if not _near_box(point, point, box, edge + NOISE):
        return False
    odd = False
    for px, py, qx, qy in sides:
        if (py > y) != (qy > y) and x - px < (y - py) * (qx - px) / (qy - py):
            odd = not odd
    return odd or _distance_to_sides(x, y, sides) <= edge + NOISE


def distance_to_line(point: Point, line: Points) -> float:
    """The distance of a point from a polyline."""
    return _distance_to_sides(*point, _line_sides(line)[1])


def distance_to_outline(point: Point, shape: Points) -> float:
    """The distance of a point from the outline of a polygon, from inside or outside."""
    return _distance_to_sides(*point, _outline_sides(shape)[1])


def _distance_to_sides(x: float, y: float, sides: tuple[Side, ...]) -> float:
    least = inf
    for px, py, qx, qy in sides:
        dx, dy = qx - px, qy - py
        square = dx * dx + dy * dy
        share = ((x - px) * dx + (y - py) * dy) / square if square else 0.0
        share = 0.0 if share < 0 else 1.0 if share > 1 else share
        off = hypot(px + share * dx - x, py + share * dy - y)
        if off < least:
            least = off
    return least


def length_inside(a: Point, b: Point, shape: Points, rim: Rim = "out") -> float:
    """The total length of the segment from a to b inside a polygon."""
    return sum(end - start for start, end in parts_inside(a, b, shape, rim))


def first_inside(a: Point, b: Point, shape: Points, graze: float = 0.0) -> float | None:
    """Inches from a to where the segment first lies in a polygon for longer than ``graze``; None if it never does or
    has no length.
    """
    return next((start for start, end in parts_inside(a, b, shape) if end - start > graze), None)


def parts_inside(a: Point, b: Point, shape: Points, rim: Rim = "out") -> tuple[Part, ...]:
    """The parts of a segment inside a polygon, in order from a; touching a corner makes no part."""
    if not _near_box(a, b, _outline_sides(shape)[0], NOISE) or (length := distance(a, b)) <= NOISE:
        return ()
    corners = _relative_to_segment(a, b, length, shape)
    offs = [off for _, off in corners]
    if min(offs) > 0 or max(offs) < 0:
        return ()
    parts = _line_parts_inside(corners, 0.0)
    if 0.0 in offs:
        parts = (_intersection if rim == "out" else _union)(parts, _line_parts_inside(corners, NOISE))
    return tuple(
        (max(start, 0.0), min(end, length)) for start, end in parts if min(end, length) - max(start, 0.0) > NOISE
    )


def _relative_to_segment(a: Point, b: Point, length: float, points: Points) -> list[Point]:
    """Points as seen from a toward b: inches ahead, and inches to the left, which is exactly 0 for points in line."""
    (ax, ay), ux, uy = a, (b[0] - a[0]) / length, (b[1] - a[1]) / length
    found = [(ux * (x - ax) + uy * (y - ay), ux * (y - ay) - uy * (x - ax)) for x, y in points]
    return [(at, off if off > NOISE or off < -NOISE else 0.0) for at, off in found]


def _line_parts_inside(corners: list[Point], lift: float) -> list[Part]:
    """What the whole straight line has inside; corners on it count as right of it, with a ``lift`` as left of it."""
    cuts: list[float] = []
    for (at, off), (to, end) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (off + lift > 0) != (end + lift > 0):
            cuts.append(at + (to - at) * (off / (off - end)))
    cuts.sort()
    return _merged(list(zip(cuts[::2], cuts[1::2], strict=True)))


def _merged(parts: list[Part]) -> list[Part]:
    """Parts in order, those that meet or overlap made one."""
    found: list[Part] = []
    for start, end in sorted(parts):
        if found and start <= found[-1][1] + NOISE:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def _union(one: list[Part], two: list[Part]) -> list[Part]:
    return _merged(one + two)


def _intersection(one: list[Part], two: list[Part]) -> list[Part]:
    return [(max(a, c), min(b, d)) for a, b in one for c, d in two if max(a, c) < min(b, d)]


def crossings(a: Point, b: Point, line: Points) -> tuple[float, ...]:
    """Inches from a to each point at which the segment meets a polyline, in order; of a stretch along it, where it
    begins and ends.
    """
    found: list[float] = []
    for place in sorted(end for part in _parts_on_line(a, b, line) for end in part):
        if not found or place > found[-1] + NOISE:
            found.append(place)
    return tuple(found)


def _parts_on_line(a: Point, b: Point, line: Points) -> list[Part]:
    """Where the segment meets each side of a polyline: a point, or a stretch along it."""
    box, sides = _line_sides(line)
    if not _near_box(a, b, box, NOISE):
        return []
    if (length := distance(a, b)) <= NOISE:
        return [(0.0, 0.0)] if _distance_to_sides(*a, sides) <= NOISE else []
    corners = pairwise(_relative_to_segment(a, b, length, line if len(line) > 1 else line * 2))
    return [part for one, two in corners if (part := _part_on_side(one, two, length))]


def _part_on_side(one: Point, two: Point, length: float) -> Part | None:
    """Where a segment of this length meets the side between two corners as they lie for it."""
    (at, off), (to, end) = one, two
    if (off > 0 and end > 0) or (off < 0 and end < 0):
        return None
    first, last = (min(at, to), max(at, to)) if off == end else (at + (to - at) * (off / (off - end)),) * 2
    if first > length + NOISE or last < -NOISE:
        return None
    return min(max(first, 0.0), length), max(min(last, length), 0.0)


@lru_cache(4096)
def self_crossing(shape: Points) -> tuple[int, int, Point] | None:
    """The first two sides of a polygon, counted from 1, that meet but for the corner between neighbours, and where;
    None if none do.

    The corners must differ.
    """
    ring, sides = (*shape, shape[0]), len(shape)
    for one in range(sides - 1):
        a, b = ring[one], ring[one + 1]
        length = distance(a, b)
        corners = _relative_to_segment(a, b, length, ring[one + 1 :])
        for two in range(one + 1, sides):
            met = _part_on_side(corners[two - one - 1], corners[two - one], length)
            shared = [length] * (two == one + 1) + [0.0] * (one == 0 and two == sides - 1)
            for place in met or ():
                if all(abs(place - corner) > 10 * NOISE for corner in shared):
                    return (
                        one + 1,
                        two + 1,
                        (a[0] + place / length * (b[0] - a[0]), a[1] + place / length * (b[1] - a[1])),
                    )
    return None


@lru_cache(maxsize=512)
def clip_to_board(points: Points, size: Point) -> Points:
    """The part of an outline that is on a board of that size; () if none is."""
    found = list(points)
    for axis, low, most in ((0, 1.0, 0.0), (0, -1.0, -size[0]), (1, 1.0, 0.0), (1, -1.0, -size[1])):
        found = list(_half_plane(found, axis, low, most))
    return tuple(found)


def _half_plane(points: Sequence[Point], axis: int, sign: float, least: float) -> Iterator[Point]:
    """What of a polygon has a coordinate, times ``sign``, of ``least`` or more."""
    for a, b in zip(points, [*points[1:], *points[:1]], strict=True):
        p, q = a[axis] * sign - least, b[axis] * sign - least
        if p >= 0:
            yield a
        if (p < 0 < q) or (q < 0 < p):
            share = p / (p - q)
            on = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
            on[axis] = least * sign
            yield on[0], on[1]
