"""Places of a measured table on its picture: the table's y grows upwards, the picture's downwards; outlines cut to the
table.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

from ..geometry import polygons
from ..geometry.plane import Box, Point, box_corners, direction
from ..geometry.polygons import distance_to_line
from ..geometry.tabletop import Piece, Tabletop
from .scene import Crossing, GroundPart, Shape, TableArea, TableGrid, TableLine


class SideColours(Protocol):
    """A side with its colour."""

    @property
    def id(self) -> str: ...
    @property
    def colour(self) -> str: ...


class TablePosition(Protocol):
    """A position on a table."""

    @property
    def table(self) -> Tabletop: ...
    @property
    def sides(self) -> Sequence[SideColours]: ...


def on_picture(seen: TablePosition, point: Point) -> Point:
    """A point of the table, in inches, on the picture; places beyond the edge are moved to it."""
    x, y = min(max(point[0], 0.0), seen.table.width), min(max(point[1], 0.0), seen.table.height)
    return round(x, 4), round(seen.table.height - y, 4)


def hundredths_on_picture(seen: TablePosition, at: tuple[int, int]) -> Point:
    """A place in hundredths of an inch on the picture."""
    return on_picture(seen, (at[0] / 100, at[1] / 100))


def outline_shape(
    seen: TablePosition, points: Sequence[Point], kind: str, colour: str = "", text: str = "", side: int = 0
) -> tuple[Shape, ...]:
    """An outline on the picture, cut to the table; none if all of it is outside."""
    found = outline_on_picture(seen.table, points)
    return (Shape(found, kind, colour, text, side),) if found else ()


def outline_on_picture(table: Tabletop, points: Sequence[Point]) -> tuple[Point, ...]:
    """The points of an outline on the picture, cut to the table; () if all of it is outside."""
    found = polygons.clip_to_board(flip_points(table, points), (table.width, table.height))
    rounded = tuple(dict.fromkeys((round(x, 4), round(y, 4)) for x, y in found))
    return rounded if len(rounded) > 2 else ()


def box_shape(
    seen: TablePosition, body: Box, kind: str, colour: str, text: str = "", side: int = 0
) -> tuple[Shape, ...]:
    """A footprint's outline."""
    return outline_shape(seen, box_corners(body), kind, colour, text, side)


def side_number(seen: TablePosition, side: str) -> int:
    """0 for the side listed first."""
    return next((nth for nth, known in enumerate(seen.sides) if known.id == side), 0)


def side_colour(seen: TablePosition, side: str | None) -> str:
    """A side's colour; "" for nobody's."""
    return next((known.colour for known in seen.sides if known.id == side), "")


def flip_points(table: Tabletop, points: Sequence[Point]) -> tuple[Point, ...]:
    """Points of the table on the picture, even beyond the edge."""
    return tuple((x, table.height - y) for x, y in points)


@lru_cache(maxsize=32)
def table_ground(table: Tabletop, grid: TableGrid) -> tuple[GroundPart, ...]:
    """The ground of a table: the same objects for the same table, so that a drawn background can be reused."""
    return (grid, *(part for piece in table.pieces for part in _ground_of_piece(table, piece)))


def _ground_of_piece(table: Tabletop, piece: Piece) -> Iterator[GroundPart]:
    if piece.shape:
        yield TableArea(flip_points(table, piece.shape), piece.kind, flip_points(table, piece.crest), piece.name)
    elif piece.line:
        yield TableLine(flip_points(table, piece.line), piece.kind, piece.name)
    elif piece.at:
        x, y = _water_direction(table, piece.at)
        yield Crossing(flip_points(table, (piece.at,))[0], piece.kind, (x, -y), piece.width, piece.name)


def _water_direction(table: Tabletop, at: Point) -> Point:
    """The direction of the water at a crossing: that of the side of the nearest river or stream next to it."""
    sides = [side for piece in table.pieces if piece.kind in ("river", "stream") for side in pairwise(piece.line)]
    near = min(sides, key=lambda side: distance_to_line(at, side), default=((0.0, 0.0), (1.0, 0.0)))
    return direction(*near)
