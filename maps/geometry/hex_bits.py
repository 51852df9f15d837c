"""Hexes and hexsides as bits of whole numbers: what is on a line is found by a shift and an AND.

A hex is bit ``place(hex)``, a hexside the sum of the places of its two hexes; the places of two hexes differ by the
same number wherever on the board the same step leads from one to the other.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from .hex_lines import line_offsets
from .hexes import Offset, column_and_row, touched_edge_offsets, touched_offsets

APART = 300
"""Places from one column to the next: more than twice what the places of a column span (99 rows, 99 columns)."""


class LineBits(NamedTuple):
    """What the line between two centres meets, without its two ends: bit 0 of hexes is ``lowest`` places after its
    start, bit 0 of hexsides twice that.

    ``crossed``, ``left``, ``right``, ``sides`` (crossed or run along) and ``vertices`` (the three hexsides around each)
    as in ``hex_lines.HexLine``, without the hexsides of the ends.  ``touched_sides``: those that have a point in common
    with the line, with the hexsides of the ends; ``nearest``: the numbers of the bits of the hexes that have, by the
    distance from the start and then by name.
    """

    lowest: int
    crossed: int
    left: int
    right: int
    sides: int
    vertices: tuple[int, ...]
    touched_sides: int
    nearest: tuple[int, ...]


@lru_cache(1 << 14)
def place(at: str) -> int:
    """The number of a hex; two hexes of a step in the same direction differ by the same."""
    column, row = column_and_row(at)
    return column * APART + row + column // 2


def hex_bits(hexes: Iterable[str]) -> int:
    """The bits of these hexes, each at its place."""
    return _bits(place(at) for at in hexes)


def side_bits(sides: Iterable[str]) -> int:
    """The bits of these hexsides, each at the sum of the places of its hexes."""
    return _bits(place(side[:4]) + place(side[5:]) for side in sides)


def line_bits(a: str, b: str) -> tuple[LineBits, int]:
    """The line between two centres, and the place of its bit 0."""
    start = place(a)
    line = line_template(place(b) - start)
    return line, start + line.lowest


@lru_cache(4096)
def line_template(step: int) -> LineBits:
    """The line between two centres whose places differ by ``step``, wherever on the board it begins."""
    columns, along = divmod(step + APART // 2, APART)
    end = 3 * columns, 2 * (along - APART // 2) - columns
    met, touched = line_offsets(*end), touched_offsets(*end)
    lowest, ends = min(map(_step, touched)), ((0, 0), end)

    def hexes(offsets: Iterable[Offset]) -> int:
        return _bits(_step(at) - lowest for at in offsets if at not in ends)

    def sides(pairs: Iterable[tuple[Offset, Offset]], but: tuple[Offset, ...] = ends) -> int:
        return _bits(_step(p) + _step(q) - 2 * lowest for p, q in pairs if p not in but and q not in but)

    return LineBits(
        lowest,
        hexes(met.crossed),
        hexes(met.left),
        hexes(met.right),
        sides((*met.sides, *met.spine)),
        tuple(sides(((p, q), (q, r), (p, r))) for p, q, r in met.vertices),
        sides(touched_edge_offsets(*end), ()),
        tuple(_step(at) - lowest for at in sorted(touched, key=_distance_first) if at not in ends),
    )


def _distance_first(offset: Offset) -> tuple[int, Offset]:
    columns = abs(offset[0]) // 3
    return columns + max(0, abs(offset[1]) - columns) // 2, offset


def _step(offset: Offset) -> int:
    """The places from a hex to the one whose centre lies so far from its own."""
    columns = offset[0] // 3
    return columns * APART + (offset[1] + columns) // 2


def _bits(places: Iterable[int]) -> int:
    found = 0
    for at in places:
        found |= 1 << at
    return found
