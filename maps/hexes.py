"""Flat-topped hexes numbered CCRR, even columns half a hex down: whole-number arithmetic only (FORMATS 2)."""
from collections.abc import Mapping

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


def place(at: str) -> tuple[int, int]:
    """The pair of ``name``: ``0507`` -> 5, 7."""
    return int(at[:2]), int(at[2:])


def neighbours(at: str) -> tuple[str, ...]:
    """The six hexes around, in the order of DIRECTIONS, also those off any board."""
    column, row = place(at)
    return tuple(name(column + dc, row + dr) for dc, dr in (_ODD if column % 2 else _EVEN))


def distance(a: str, b: str) -> int:
    """Hexes on the shortest path from a to b, counting b and not a."""
    (ca, ra), (cb, rb) = place(a), place(b)
    qa, qb = ra - (ca + 1) // 2, rb - (cb + 1) // 2
    return max(abs(ca - cb), abs(qa - qb), abs((ca + qa) - (cb + qb)))


def edge(a: str, b: str) -> str:
    """The name of the hexside between two adjacent hexes, the smaller number first: ``0507/0508``."""
    return f"{a}/{b}" if a < b else f"{b}/{a}"


def centre(at: str) -> tuple[int, int]:
    """Centre in whole units: X = 3 CC, Y = 2 RR, one more in even columns; corners lie at (X±2, Y) and (X±1, Y±1)."""
    column, row = place(at)
    return 3 * column, 2 * row + (column % 2 == 0)
