"""A table of terrain measured in inches: pieces as areas, lines and points, without a game (``board.table`` of scenario
files).
"""

import msgspec

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


class Tabletop(msgspec.Struct, frozen=True):
    """``width`` and ``height`` in inches; ``pieces`` in the order of the scenario."""

    width: float
    height: float
    pieces: tuple[Piece, ...] = ()
