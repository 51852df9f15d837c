"""Flat-topped hexes numbered CCRR, even columns half a hex down: whole-number arithmetic only."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


class Cell(msgspec.Struct, frozen=True):
    """What one hex holds: a terrain word and a level (0 = the lowest ground)."""

    terrain: str
    level: int = 0


class Board(msgspec.Struct, frozen=True):
    """A hex board.  ``edges`` maps a hexside (``edge(a, b)``) to the features on it; ``roads`` are chains of hexes."""

    columns: int
    rows: int
    cells: Mapping[str, Cell]
    roads: tuple[tuple[str, ...], ...] = ()
    edges: Mapping[str, tuple[str, ...]] = {}
    labels: Mapping[str, str] = {}


def name(column: int, row: int) -> str:
    """Column and row, both from 1, as players write them: 5, 7 -> ``0507``."""
    return f"{column:02}{row:02}"


def column_and_row(at: str) -> tuple[int, int]:
    """The inverse of ``name``: ``0507`` -> 5, 7."""
    return int(at[:2]), int(at[2:])


def neighbours(at: str) -> tuple[str, ...]:
    """The six hexes around, in the order of DIRECTIONS, also those off any board."""
    column, row = column_and_row(at)
    return tuple(name(column + dc, row + dr) for dc, dr in (_ODD if column % 2 else _EVEN))


@lru_cache(1 << 16)
def distance(a: str, b: str) -> int:
    """Hexes on the shortest path from a to b, counting b and not a."""
    (ca, ra), (cb, rb) = column_and_row(a), column_and_row(b)
    qa, qb = ra - (ca + 1) // 2, rb - (cb + 1) // 2
    return max(abs(ca - cb), abs(qa - qb), abs((ca + qa) - (cb + qb)))


def edge(a: str, b: str) -> str:
    """The name of the hexside between two adjacent hexes, the smaller number first: ``0507/0508``."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def centre(at: str) -> tuple[int, int]:
    """Centre in whole units: X = 3 CC, Y = 2 RR, one more in even columns; corners lie at (X±2, Y) and (X±1, Y±1)."""
    column, row = column_and_row(at)
    return 3 * column, 2 * row + (column % 2 == 0)


@lru_cache(1 << 14)
def hex_at(x: int, y: int) -> str:
    """The hex with this centre: the inverse of ``centre``."""
    column = x // 3
    return name(column, (y - (column % 2 == 0)) // 2)


def touched_hexes(a: str, b: str) -> tuple[str, ...]:
    """Every hex that the line between two centres touches at all, corners and sides included, in reading order; ends
    too (MW 7.8).
    """
    (x, y), (toward_x, toward_y) = centre(a), centre(b)
    return tuple(hex_at(x + dx, y + dy) for dx, dy in touched_offsets(toward_x - x, toward_y - y))


def touched_edges(a: str, b: str) -> tuple[str, ...]:
    """Every hexside, as ``edge`` names it, with a point in common with the line between two centres (MW 7.8)."""
    (x, y), (toward_x, toward_y) = centre(a), centre(b)
    sides = touched_edge_offsets(toward_x - x, toward_y - y)
    return tuple(edge(hex_at(x + px, y + py), hex_at(x + qx, y + qy)) for (px, py), (qx, qy) in sides)


Offset = tuple[int, int]
AROUND = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""Centres of the hexes around one, in the order of DIRECTIONS."""
CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""Side i of a hex runs from corner i to corner i + 1."""


@lru_cache(4096)
def touched_offsets(x: int, y: int) -> tuple[Offset, ...]:
    """Centres of the touched hexes of the line from (0, 0) to (x, y), from its start."""
    columns = range(min(0, x), max(0, x) + 1, 3)
    rows = range(min(0, y) - 1, max(0, y) + 2)
    return tuple(
        (hx, hy) for hx in columns for hy in rows if (hx // 3 + hy) % 2 == 0 and _line_touches_hex(x, y, hx, hy)
    )


def _line_touches_hex(x: int, y: int, hx: int, hy: int) -> bool:
    """Whether line and hex, edges included, have a point in common: no side of either separates them."""
    across = [x * (hy + cy) - y * (hx + cx) for cx, cy in CORNERS]
    if min(across) > 0 or max(across) < 0:
        return False
    return not any(
        sx * (0 - hx) + sy * (0 - hy) > most and sx * (x - hx) + sy * (y - hy) > most for sx, sy, most in _SIDES
    )


_SIDES = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2))
"""A point (x, y) from the centre is strictly outside a hexside if sx x + sy y > most."""


@lru_cache(4096)
def touched_edge_offsets(x: int, y: int) -> tuple[tuple[Offset, Offset], ...]:
    found = dict[tuple[Offset, Offset], None]()
    for hx, hy in touched_offsets(x, y):
        for side, (dx, dy) in enumerate(AROUND):
            (px, py), (qx, qy) = CORNERS[side], CORNERS[(side + 1) % 6]
            if _segments_touch((x, y), (hx + px, hy + py), (hx + qx, hy + qy)):
                found[min((hx, hy), (hx + dx, hy + dy)), max((hx, hy), (hx + dx, hy + dy))] = None
    return tuple(sorted(found))


def _segments_touch(end: Offset, p: Offset, q: Offset) -> bool:
    """Whether the closed segments from (0, 0) to ``end`` and from p to q have a point in common."""
    start = (0, 0)
    if min(0, end[0]) > max(p[0], q[0]) or max(0, end[0]) < min(p[0], q[0]):
        return False
    if min(0, end[1]) > max(p[1], q[1]) or max(0, end[1]) < min(p[1], q[1]):
        return False
    return (_side_of_line(start, end, p) * _side_of_line(start, end, q) <= 0) and (
        _side_of_line(p, q, start) * _side_of_line(p, q, end) <= 0
    )


def _side_of_line(a: Offset, b: Offset, c: Offset) -> int:
    """Positive, negative or 0 as c lies on one side of the line from a to b, on the other, or on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
