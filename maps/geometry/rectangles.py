"""Upright boxes: whether two overlap, where a line leaves one, which point of one is nearest."""

from .plane import Point

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def edge_toward(rect: Rect, outside: Point) -> Point:
    """The point where a line from the middle of a box to a point leaves the box; the middle if the point is inside."""
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    dx, dy = outside[0] - x, outside[1] - y
    shares = [half / abs(step) for half, step in (((rect[2] - rect[0]) / 2, dx), ((rect[3] - rect[1]) / 2, dy)) if step]
    share = min(shares, default=1.0)
    return (x + dx * share, y + dy * share) if share < 1 else (x, y)


def nearest_point(rect: Rect, at: Point) -> Point:
    """The point of a box nearest to another point."""
    return min(max(at[0], rect[0]), rect[2]), min(max(at[1], rect[1]), rect[3])
