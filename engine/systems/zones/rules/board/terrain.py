"""The terrain on a path: where a segment lies in it, and what that costs (ZC 1.6, 1.7, 6.2)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import floor, hypot
from typing import NamedTuple

from engine.contract import SameObject, kept_for_latest
from maps.geometry.plane import NOISE, Point, Points, distance
from maps.geometry.polygons import Part, is_inside, parts_inside
from maps.geometry.tabletop import Piece, Tabletop

from ...state.position import Rectangle, Spot, State, Unit, box_around, unit_type
from ...tables import TABLES
from .geometry import ROUND_HALF_UP, TOLERANCE, hundredths, spot_to_point

Stretch = tuple[float, float]
"""Shares of a segment, from 0 to 1, between which it lies in a polygon."""


class Crossed(NamedTuple):
    """A piece of terrain and the stretches of a segment in it, at least one."""

    piece: Piece
    stretches: tuple[Stretch, ...]


def stretches(a: Spot, b: Spot, shape: Points) -> tuple[Stretch, ...]:
    """ZC 1.7: the stretches of a segment in a polygon with corners in inches; the same from either end."""
    if b < a:
        return _from_other_end(stretches(b, a, shape))
    start, end = spot_to_point(a), spot_to_point(b)
    return _shares(parts_inside(start, end, shape), distance(start, end))


def _from_other_end(found: Sequence[Stretch]) -> tuple[Stretch, ...]:
    return tuple([(1 - end, 1 - start) for start, end in reversed(found)])


def _shares(parts: Iterable[Part], length: float) -> tuple[Stretch, ...]:
    """Parts of a segment as shares of its length, without those that are rounded to nothing."""
    return tuple(
        [
            (0.0 if enter <= NOISE else enter / length, 1.0 if leave >= length - NOISE else leave / length)
            for enter, leave in parts
            if hundredths(leave - enter)
        ]
    )


class LyingPiece(NamedTuple):
    """A piece of terrain and its bounding box in hundredths: left, lower, right and upper edge."""

    piece: Piece
    left: float
    low: float
    right: float
    high: float


def _find_crossed(pieces: Iterable[LyingPiece], a: Spot, b: Spot) -> tuple[Crossed, ...]:
    """ZC 1.7: those of these pieces in which the segment has stretches; ``a`` is the lesser end."""
    beside = _pieces_beside(pieces, a, b)
    if not beside:
        return ()
    start, end = spot_to_point(a), spot_to_point(b)
    length = distance(start, end)
    if not length:
        return ()
    return tuple(
        [Crossed(piece, found) for piece in beside if (found := _stretches_of(start, end, length, piece.shape))]
    )


def _pieces_beside(pieces: Iterable[LyingPiece], a: Spot, b: Spot) -> list[Piece]:
    """The pieces whose bounding box the segment meets."""
    (ax, ay), (bx, by) = a, b
    left, right = (ax, bx) if ax < bx else (bx, ax)
    low, high = (ay, by) if ay < by else (by, ay)
    u, v = bx - ax, by - ay
    found: list[Piece] = []
    for piece, x0, y0, x1, y1 in pieces:
        if left <= x1 and right >= x0 and low <= y1 and high >= y0:
            across = u * ((y0 + y1) / 2 - ay) - v * ((x0 + x1) / 2 - ax)
            if 2 * abs(across) <= abs(u) * (y1 - y0) + abs(v) * (x1 - x0) + TOLERANCE:
                found.append(piece)
    return found


def _stretches_of(start: Point, end: Point, length: float, shape: Points) -> tuple[Stretch, ...]:
    """``stretches`` from the lesser end, by the same sums, but made for the usual case: a polygon that the segment
    enters and leaves at most once, with no corner in line with it.
    """
    (x0, y0), ux, uy = start, (end[0] - start[0]) / length, (end[1] - start[1]) / length
    cuts: list[float] = []
    last_x, last_y = shape[-1]
    before = ux * (last_y - y0) - uy * (last_x - x0)
    left = before > 0
    for x, y in shape:
        off = ux * (y - y0) - uy * (x - x0)
        if -NOISE <= off <= NOISE:
            return _shares(parts_inside(start, end, shape), length)
        if (off > 0) is not left:
            at, to = ux * (last_x - x0) + uy * (last_y - y0), ux * (x - x0) + uy * (y - y0)
            cuts.append(at + (to - at) * (before / (before - off)))
            left = not left
        last_x, last_y, before = x, y, off
    if len(cuts) != 2:
        return _shares(parts_inside(start, end, shape), length) if cuts else ()
    cuts.sort()
    enter, leave = max(cuts[0], 0.0), min(cuts[1], length)
    return _shares(((enter, leave),), length) if leave - enter > NOISE else ()


class Ground:
    """Pieces of terrain in the scenario's order, with a memory: the same segments are asked for again and again."""

    def __init__(self, pieces: tuple[LyingPiece, ...], known: dict[tuple[Spot, Spot], tuple[Crossed, ...]]) -> None:
        self._pieces, self._known = pieces, known

    def crossed_by(self, a: Spot, b: Spot) -> tuple[Crossed, ...]:
        """ZC 1.7: the pieces in which the segment has stretches."""
        if (known := self._known.get((a, b))) is None:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            if b < a:
                known = tuple([Crossed(piece, _from_other_end(found)) for piece, found in self.crossed_by(b, a)])
            else:
                known = _find_crossed(self._pieces, a, b)
            self._known[a, b] = known
        return known

    def near(self, box: Rectangle) -> "Ground | None":
        """The part of it that comes near a rectangle, for segments in there; None if none does."""
        left, low, right, high = box
        pieces = [
            one for one in self._pieces if left <= one[3] and right >= one[1] and low <= one[4] and high >= one[2]
        ]
        return Ground(tuple(pieces), self._known) if pieces else None


class TerrainOnWay(Ground):
    """The terrain of one table."""

    def __init__(self, table: Tabletop) -> None:
        super().__init__(tuple(LyingPiece(piece, *_bounds(piece.shape)) for piece in table.pieces), {})
        self._pieces_at = dict[Spot, tuple[Piece, ...]]()

    def pieces_at(self, spot: Spot) -> tuple[Piece, ...]:
        """ZC 1.6"""
        if (known := self._pieces_at.get(spot)) is None:
            if len(self._pieces_at) >= MOST_REMEMBERED:
                self._pieces_at.clear()
            x, y = spot
            beside = [piece for piece, x0, y0, x1, y1 in self._pieces if x0 <= x <= x1 and y0 <= y <= y1]
            point = spot_to_point(spot)
            known = self._pieces_at[spot] = tuple([piece for piece in beside if is_inside(point, piece.shape)])
        return known


MOST_REMEMBERED = 50_000
"""How many answers of each kind a ground remembers."""


def _bounds(shape: Points) -> tuple[float, float, float, float]:
    """The bounding box in hundredths: left, lower, right and upper edge."""
    xs, ys = zip(*shape, strict=True)
    return min(xs) * 100 - TOLERANCE, min(ys) * 100 - TOLERANCE, max(xs) * 100 + TOLERANCE, max(ys) * 100 + TOLERANCE


@kept_for_latest
def terrain_on_way(table: Tabletop) -> TerrainOnWay:
    """The shared TerrainOnWay of a table."""
    return _terrain_by_identity(SameObject(table))


@lru_cache(64)
def _terrain_by_identity(table: SameObject[Tabletop]) -> TerrainOnWay:
    return TerrainOnWay(table.it)


def pieces_at(table: Tabletop, at: Spot) -> tuple[Piece, ...]:
    """ZC 1.6: the pieces of terrain at a place."""
    return terrain_on_way(table).pieces_at(at)


def path_cost(state: State, unit: Unit, way: Sequence[Spot]) -> int:
    """ZC 6.2: what a model of the unit pays for a path, in hundredths; a path of one point costs nothing."""
    return cost_on(slow_ground(state, unit, box_around(way)), way)


def slow_ground(state: State, unit: Unit, box: Rectangle) -> Ground | None:
    """The ground that can slow models of the unit on ways in a rectangle; None if nothing there does."""
    return None if SUREFOOT in unit_type(state, unit).traits else terrain_on_way(state.table).near(box)


SUREFOOT = "surefoot"


def cost_on(ground: Ground | None, way: Sequence[Spot]) -> int:
    """ZC 6.2: what a path costs on such ground."""
    total = 0.0
    for a, b in pairwise(way):
        length = hypot(b[0] - a[0], b[1] - a[1])
        total += length * (1 + _terrain_surcharge(ground, a, b)) if ground else length
    return floor(total + ROUND_HALF_UP)


def affordable_share(ground: Ground | None, a: Spot, b: Spot, most: int) -> float:
    """ZC 6.2: how much of a segment can be paid with so many hundredths: 0 to 1, but for rounding."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if not length:
        return 1.0
    found = (
        [(start, end, _extra_cost(piece)) for piece, of in ground.crossed_by(a, b) for start, end in of]
        if ground
        else []
    )
    left, paid = most / length, 0.0
    for start, end in pairwise(sorted({0.0, 1.0, *(at for one in found for at in one[:2])})):
        each = 1 + sum(extra for begin, stop, extra in found if begin <= start and end <= stop)
        if paid + each * (end - start) >= left:
            return start + (left - paid) / each
        paid += each * (end - start)
    return 1.0


def _extra_cost(piece: Piece) -> float:
    """ZC 6.2: what an inch in it costs more than an inch elsewhere."""
    return TABLES.terrain[piece.kind].cost - 1


def _terrain_surcharge(ground: Ground, a: Spot, b: Spot) -> float:
    """What terrain adds to the cost of a segment, as a share of its length."""
    total = 0.0
    for piece, found in ground.crossed_by(a, b):
        for start, end in found:
            total += _extra_cost(piece) * (end - start)
    return total
