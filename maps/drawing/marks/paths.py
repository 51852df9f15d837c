"""Where trails run: trimmed, shifted, bent, and the points along them."""

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from ...geometry.plane import Point
from .trail_styles import TrailStyle


def trail_path(points: Sequence[Point], stroke: TrailStyle) -> list[Point]:
    """The points of a trail as it is drawn: shortened at its ends, and moved aside."""
    return shift_path(trim_path(points, stroke.start, stroke.end), stroke.aside)


def plate_place(points: Sequence[Point], stroke: TrailStyle) -> Point:
    """Where the plate of a trail has its middle."""
    return point_along(shift_path(trail_path(points, stroke), stroke.beside), stroke.plate)


def trim_path(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The path with so much cut off at either end, but never less than a third of its first and last piece left."""
    path = list(points)
    for at, beyond, cut in ((0, 1, start), (-1, -2, end)):
        (ax, ay), (bx, by) = path[at], path[beyond]
        length = dist((ax, ay), (bx, by))
        share = min(cut / length, 0.66) if length else 0
        path[at] = (ax + (bx - ax) * share, ay + (by - ay) * share)
    return path


def zigzag_path(path: Sequence[Point], aside: float) -> Sequence[Point]:
    """The path jumping from side to side on its way; without a jump as it is."""
    if not aside:
        return path
    (ax, ay), (bx, by) = path[0], path[-1]
    length = dist((ax, ay), (bx, by)) or 1.0
    ux, uy, count = (bx - ax) / length, (by - ay) / length, max(3, round(length / aside / 1.3))
    offs = [
        (0.0 if nth in (0, count) else aside if nth % 2 else -aside, length * nth / count) for nth in range(count + 1)
    ]
    return [(ax + ux * on - uy * off, ay + uy * on + ux * off) for off, on in offs]


def shift_path(path: Sequence[Point], aside: float) -> list[Point]:
    """The path moved to the right of the way from its first to its last point."""
    (ax, ay), (bx, by) = path[0], path[-1]
    length = dist((ax, ay), (bx, by)) or 1.0
    dx, dy = (ay - by) / length * aside, (bx - ax) / length * aside
    return [(x + dx, y + dy) for x, y in path]


def point_along(path: Sequence[Point], share: float) -> Point:
    """The point that far along the path, from 0 to 1."""
    left = share * sum(dist(a, b) for a, b in pairwise(path))
    for a, b in pairwise(path):
        length = dist(a, b)
        if left <= length and length:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return path[-1]
