"""Outlines: which pieces of terrain may be near a path, by the boxes around them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate, pairwise
from math import inf
from operator import or_
from typing import NamedTuple

from maps.geometry.plane import Point, Points
from maps.geometry.tabletop import Piece

EPSILON = 1e-6
"""By how much rounding errors may change a length in inches."""


class Outline(NamedTuple):
    """A piece, its outline or crest or a side of its line, and the upright box around that."""

    piece: Piece
    line: Points
    left: float
    low: float
    right: float
    high: float

    def stretch_near(self, start: Point, way: Point, within: float) -> tuple[float, float]:
        """From where to where on a path along a unit vector the box may be ``within`` so many inches."""
        enters, leaves = 0.0, inf
        for at, step, low, high in ((start[0], way[0], self.left, self.right), (start[1], way[1], self.low, self.high)):
            if abs(step) > EPSILON:
                ends = (low - within - at) / step, (high + within - at) / step
                enters, leaves = max(enters, min(ends)), min(leaves, max(ends))
        return enters, leaves


class Outlines:
    """Pieces by their outlines, crests or lines: most are nowhere near a path, which their boxes show.

    Each has a bit.  The edges of the boxes are sorted, with the bits of all that lie no farther than each, so that the
    bits of the boxes that a path meets are found without looking at each.
    """

    def __init__(self, lines: Iterable[tuple[Piece, Points]]) -> None:
        self._outlines = outlines = [_outline(piece, line) for piece, line in lines if line]
        self._lefts, self._from_left = _edges([one.left for one in outlines])
        self._rights, self._from_right = _edges([one.right for one in outlines])
        self._lows, self._from_low = _edges([one.low for one in outlines])
        self._highs, self._from_high = _edges([one.high for one in outlines])

    def near(self, a: Point, b: Point, within: float) -> list[Outline]:
        """The pieces that a segment may come ``within`` so many inches of: those whose box it comes so near."""
        found, bits = list[Outline](), self.bits_near(a, b, within)
        while bits:
            lowest = bits & -bits
            found.append(self._outlines[lowest.bit_length() - 1])
            bits ^= lowest
        return found

    def bits_near(self, a: Point, b: Point, within: float) -> int:
        """The bits of these pieces: 0 if there are none."""
        (ax, ay), (bx, by) = a, b
        left, right = (ax - within, bx + within) if ax < bx else (bx - within, ax + within)
        low, high = (ay - within, by + within) if ay < by else (by - within, ay + within)
        bits = self._from_left[bisect_right(self._lefts, right)] & ~self._from_right[bisect_left(self._rights, left)]
        if bits:
            bits &= self._from_low[bisect_right(self._lows, high)] & ~self._from_high[bisect_left(self._highs, low)]
        return bits

    def pieces_near(self, a: Point, b: Point, within: float) -> list[Piece]:
        """The same, each piece once."""
        found: list[Piece] = []
        for outline in self.near(a, b, within):
            if not found or found[-1] is not outline.piece:
                found.append(outline.piece)
        return found


def _edges(at: list[float]) -> tuple[list[float], list[int]]:
    """Where edges are, in order; and before each of these and after the last, the edges so far as bits."""
    order = sorted(range(len(at)), key=at.__getitem__)
    return [at[nth] for nth in order], list(accumulate((1 << nth for nth in order), or_, initial=0))


def _outline(piece: Piece, line: Points) -> Outline:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return Outline(piece, line, min(xs), min(ys), max(xs), max(ys))


def sides(line: Points) -> Iterable[Points]:
    """The sides of a line; a point has one."""
    return pairwise(line) if len(line) > 1 else (line,)
