"""Where things of a measured table lie on its picture: the table's y grows upwards, the picture's downwards; outlines cut to the table."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

from ..geometry import polygons
from ..geometry.plane import Box, Point, corners, toward
from ..geometry.polygons import off_line
from ..geometry.tabletop import Piece, Tabletop
from .scene import Area, Course, Crossing, Grid, Shape, Still


class SideColours(Protocol):
    """A side with its colour."""

    @property
    def id(self) -> str: ...
    @property
    def colour(self) -> str: ...


class Tabled(Protocol):
    """A position on a table."""

    @property
    def table(self) -> Tabletop: ...
    @property
    def sides(self) -> Sequence[SideColours]: ...


def on(seen: Tabled, point: Point) -> Point:
    """A point of the table, in inches, on the picture; a hair beyond the edge is the edge."""
    x, y = min(max(point[0], 0.0), seen.table.width), min(max(point[1], 0.0), seen.table.height)
    return round(x, 4), round(seen.table.height - y, 4)


def spot(seen: Tabled, at: tuple[int, int]) -> Point:
    """A place in hundredths of an inch on the picture."""
    return on(seen, (at[0] / 100, at[1] / 100))


def shape(
    seen: Tabled, points: Sequence[Point], kind: str, colour: str = "", text: str = "", side: int = 0
) -> tuple[Shape, ...]:
    """An outline on the picture, cut to the table; none if all of it lies beyond."""
    found = polygons.clipped(flipped(seen.table, points), (seen.table.width, seen.table.height))
    rounded = tuple(dict.fromkeys((round(x, 4), round(y, 4)) for x, y in found))
    return (Shape(rounded, kind, colour, text, side),) if len(rounded) > 2 else ()


def outline(seen: Tabled, body: Box, kind: str, colour: str, text: str = "", side: int = 0) -> tuple[Shape, ...]:
    """A footprint's outline."""
    return shape(seen, corners(body), kind, colour, text, side)


def number(seen: Tabled, side: str) -> int:
    """0 for the side listed first."""
    return next((nth for nth, known in enumerate(seen.sides) if known.id == side), 0)


def tint(seen: Tabled, side: str | None) -> str:
    """A side's colour; "" for nobody's."""
    return next((known.colour for known in seen.sides if known.id == side), "")


def flipped(table: Tabletop, points: Sequence[Point]) -> tuple[Point, ...]:
    """Points of the table on the picture, even beyond the edge."""
    return tuple((x, table.height - y) for x, y in points)


@lru_cache(maxsize=32)
def still(table: Tabletop, grid: Grid) -> tuple[Still, ...]:
    """The ground of a table: the same objects for the same table, which lets drawing know them again."""
    return (grid, *(part for piece in table.pieces for part in _drawn(table, piece)))


def _drawn(table: Tabletop, piece: Piece) -> Iterator[Still]:
    if piece.shape:
        yield Area(flipped(table, piece.shape), piece.kind, flipped(table, piece.crest), piece.name)
    elif piece.line:
        yield Course(flipped(table, piece.line), piece.kind, piece.name)
    elif piece.at:
        x, y = _along(table, piece.at)
        yield Crossing(flipped(table, (piece.at,))[0], piece.kind, (x, -y), piece.width, piece.name)


def _along(table: Tabletop, at: Point) -> Point:
    """The direction of the water at a crossing: that of the side of the nearest river or stream next to it."""
    sides = [side for piece in table.pieces if piece.kind in ("river", "stream") for side in pairwise(piece.line)]
    near = min(sides, key=lambda side: off_line(at, side), default=((0.0, 0.0), (1.0, 0.0)))
    return toward(*near)
