"""A table of terrain measured in inches: pieces as areas, lines and points, without a game (``board.table`` of scenario
files).
"""

from collections.abc import Sequence

import msgspec

from .polygons import mean_corner

Point = tuple[float, float]


class Piece(msgspec.Struct, frozen=True):
    """One piece of terrain: an area (``shape``), a line (``line``) or a point (``at`` with ``width``).

    Inches from the lower left corner.

    ``crest``: of hills; ``value`` and ``cover``: what a system's rules make of them.
    """

    kind: str
    name: str
    shape: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    at: Point | None = None
    width: float = 1.0
    crest: tuple[Point, ...] = ()
    value: int | None = None
    cover: str = ""


def middles(pieces: Sequence[Piece]) -> dict[str, tuple[int, int]]:
    """Names of areas and points -> their middles, in hundredths of an inch; lines have none."""
    found = ((piece.name, mean_corner(piece.shape) if piece.shape else piece.at) for piece in pieces if piece.name)
    return {name: (round(at[0] * 100), round(at[1] * 100)) for name, at in found if at}


class Tabletop(msgspec.Struct, frozen=True):
    """``width`` and ``height`` in inches; ``pieces`` in the order of the scenario."""

    width: float
    height: float
    pieces: tuple[Piece, ...] = ()
