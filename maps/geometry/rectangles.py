"""Upright boxes: whether two overlap, where a line leaves one, what of a line or polygon is in it, what is nearest."""

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


def clip_segment(a: Point, b: Point, bounds: Rect) -> tuple[Point, Point] | None:
    """The part of a segment within bounds; None if it has none there."""
    first, last = 0.0, 1.0
    for p, q, low, high in ((a[0], b[0], bounds[0], bounds[2]), (a[1], b[1], bounds[1], bounds[3])):
        if p == q:
            if not low <= p <= high:
                return None
            continue
        one, two = sorted(((low - p) / (q - p), (high - p) / (q - p)))
        first, last = max(first, one), min(last, two)
    if first >= last:
        return None
    (ax, ay), (bx, by) = a, b
    return (ax + (bx - ax) * first, ay + (by - ay) * first), (ax + (bx - ax) * last, ay + (by - ay) * last)


def clip_polygon(shape: tuple[Point, ...], bounds: Rect) -> tuple[Point, ...]:
    """The part of a polygon within bounds, () if there is none; parts of a bent one may be joined along the bounds."""
    points = list(shape)
    for axis, limit, sign in ((0, bounds[0], 1), (0, bounds[2], -1), (1, bounds[1], 1), (1, bounds[3], -1)):
        kept = list[Point]()
        for one, other in zip(points, points[1:] + points[:1], strict=True):
            beyond, after = (sign * (limit - point[axis]) for point in (one, other))
            if beyond <= 0:
                kept.append(one)
            if beyond * after < 0:
                share = beyond / (beyond - after)
                kept.append((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share))
        points = kept
    return tuple(points) if len(points) > 2 else ()
