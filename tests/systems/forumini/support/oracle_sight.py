"""Line of sight by FA 8.1 to 8.7, 11.4 and 12.14 in exact fractions, without the program's geometry."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Point = tuple[int, int]


class Met(NamedTuple):
    """What a line from centre to centre meets; ``crossed`` includes both ends.  A vertex: the three hexes that share
    it.
    """

    crossed: frozenset[str]
    left: frozenset[str]
    right: frozenset[str]
    sides: frozenset[str]
    along: frozenset[str]
    vertices: frozenset[frozenset[str]]


class Land(NamedTuple):
    """The hexes of a map, those of blocking terrain, and the hexsides that block."""

    cells: frozenset[str]
    dense: frozenset[str]
    hedged: frozenset[str]


def _centre(at: str) -> Point:
    """FA 2.2"""
    column, row = int(at[:-2]), int(at[-2:])
    return 3 * column, 2 * row + (1 if column % 2 == 0 else 0)


@cache
def corners(at: str) -> tuple[Point, ...]:
    x, y = _centre(at)
    return (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)


def _apart(a: str, b: str) -> int:
    """Hexes from one to the other, by cube coordinates."""
    (q, r), (s, t) = ((int(at[:-2]), int(at[-2:]) + int(at[:-2]) // 2 - int(at[:-2])) for at in (a, b))
    dq, dr = q - s, r - t
    return max(abs(dq), abs(dr), abs(dq + dr))


def _around(a: str, b: str) -> list[str]:
    """Every hex that the line could touch, of a board without end."""
    columns, rows = [sorted(int(at[part]) for at in (a, b)) for part in (slice(2), slice(2, 4))]
    places = product(range(columns[0] - 1, columns[1] + 2), range(rows[0] - 1, rows[1] + 2))
    return [f"{x:02}{y:02}" for x, y in places if x >= 0 and y >= 0]


def _outside(p: Point, q: Point, x: Fraction, y: Fraction) -> Fraction:
    """Above 0 beyond the hexside from p to q (corners run clockwise on a page whose y runs down)."""
    return (y - p[1]) * (q[0] - p[0]) - (x - p[0]) * (q[1] - p[1])


def _inside(a: str, b: str, at: str) -> tuple[Fraction, Fraction] | None:
    """From where to where on the line, 0 to 1, it is in the closed hexagon; None if never."""
    around = corners(at)
    flanks = [_side(a, b, corner) for corner in around]
    if min(flanks) > 0 or max(flanks) < 0:
        return None
    (ax, ay), (bx, by) = _centre(a), _centre(b)
    low, high = Fraction(0), Fraction(1)
    for p, q in zip(around, (*around[1:], around[0]), strict=True):
        start, end = (-_outside(p, q, Fraction(x), Fraction(y)) for x, y in ((ax, ay), (bx, by)))
        if start == end:
            if start > 0:
                return None
        elif start < end:
            high = min(high, start / (start - end))
        else:
            low = max(low, start / (start - end))
    return (low, high) if low <= high else None


def _point(a: str, b: str, t: Fraction) -> tuple[Fraction, Fraction]:
    (ax, ay), (bx, by) = _centre(a), _centre(b)
    return ax + t * (bx - ax), ay + t * (by - ay)


def _side(a: str, b: str, point: Point) -> int:
    """Which side of the line a point is on: above 0 right, below 0 left, as one walks from a to b on the page."""
    (ax, ay), (bx, by) = _centre(a), _centre(b)
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


def between(one: str, other: str) -> str:
    """The hexside of two neighbours."""
    return "/".join(sorted((one, other)))


@cache
def met(a: str, b: str) -> Met:
    crossed, left, right, touched = set[str](), set[str](), set[str](), set[str]()
    for at in _around(a, b):
        part = _inside(a, b, at)
        if part is None:
            continue
        touched.add(at)
        if part[0] == part[1]:
            continue
        x, y = _point(a, b, (part[0] + part[1]) / 2)
        around = corners(at)
        strictly = all(_outside(p, q, x, y) > 0 for p, q in zip(around, (*around[1:], around[0]), strict=True))
        (crossed if strictly else right if _side(a, b, _centre(at)) > 0 else left).add(at)
    sides, along, on = set[str](), set[str](), set[Point]()
    for one, other in combinations(sorted(touched), 2):
        shared = [corner for corner in corners(one) if corner in corners(other)] if _apart(one, other) == 1 else []
        flanks = [_side(a, b, corner) for corner in shared]
        if shared and flanks[0] * flanks[1] < 0 and {one, other} <= crossed:
            sides.add(between(one, other))
        if flanks == [0, 0] and {one, other} <= left | right:
            along.add(between(one, other))
        on.update(corner for corner, flank in zip(shared, flanks, strict=True) if flank == 0 and _within(a, b, corner))
    vertices = frozenset(frozenset(at for at in touched if corner in corners(at)) for corner in on)
    return Met(frozenset(crossed), frozenset(left), frozenset(right), frozenset(sides), frozenset(along), vertices)


def _within(a: str, b: str, corner: Point) -> bool:
    return all(min(p, q) <= x <= max(p, q) for p, q, x in zip(_centre(a), _centre(b), corner, strict=True))


def clear(land: Land, a: str, b: str) -> bool:
    """FA 8.1 to 8.7"""
    return _apart(a, b) <= 1 or not any(verdict(land, a, b).values())


def verdict(land: Land, a: str, b: str) -> Mapping[str, bool]:
    """Which of the paragraphs finds the line blocked."""
    line, ends = met(a, b), {a, b}
    dense = land.dense - ends
    hedged = {side for side in land.hedged if not ends & set(side.split("/"))}
    return {
        "8.1": bool(line.crossed & dense),
        "8.4": bool(line.left & dense and line.right & dense),
        "8.5": any(len(three & dense) >= 2 for three in line.vertices),
        "8.7": bool((line.sides | line.along) & hedged),
        "8.7 vertex": any(len(hedged & sides_at(three)) >= 2 for three in line.vertices),
    }


def sides_at(three: Iterable[str]) -> set[str]:
    """The hexsides that meet where these hexes do."""
    return {between(one, other) for one, other in product(three, repeat=2) if one != other}


def entered(a: str, b: str) -> frozenset[str]:
    """FA 11.4: the hexside that the line crosses as it enters b; at a vertex the three hexsides there; none in the
    same hex.
    """
    if a == b:
        return frozenset()
    line = met(a, b)
    through = frozenset(side for side in line.sides if b in side.split("/"))
    return through or frozenset().union(*(sides_at(three) for three in line.vertices if b in three))


def arc(land: Land, a: str, b: str) -> frozenset[str]:
    """FA 12.14, on the board."""
    line = met(a, b)
    traversed = (line.crossed | line.left | line.right) & land.cells
    return land.cells & frozenset().union(*map(_near, traversed))


@cache
def _near(at: str) -> frozenset[str]:
    """The hex itself and those next to it."""
    return frozenset(other for other in _around(at, at) if _apart(at, other) <= 1)
