"""Places, lengths and bases in hundredths of an inch, and the terrain on a path (ZC 1, 3.4, 6.2)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import floor, hypot
from typing import NamedTuple

from engine.contract import SameObject, kept_for_latest
from maps.geometry.plane import NOISE, Point, Points, distance
from maps.geometry.polygons import is_inside, parts_inside
from maps.geometry.tabletop import Piece, Tabletop

from ...state.position import Edge, Spot, State, Unit, side_of, unit_type
from ...tables import TABLES

ROUND_HALF_UP, TOLERANCE = 0.500001, 0.000001
"""ZC 1.1: halves of a hundredth go up, with a tolerance for the errors of floating point arithmetic."""
Rectangle = tuple[int, int, int, int]
"""Left, bottom, right, top in hundredths of an inch."""
Stretch = tuple[float, float]
"""Shares of a segment, from 0 to 1, between which it lies in a polygon."""
EDGE_DIRECTIONS: dict[Edge, Point] = {
    "south": (0.0, -1.0),
    "north": (0.0, 1.0),
    "west": (-1.0, 0.0),
    "east": (1.0, 0.0),
}


# rounding
def hundredths(value: float) -> int:
    """ZC 1.1, 1.2: inches as whole hundredths, halves up."""
    return floor(value * 100 + ROUND_HALF_UP)


def point_to_spot(point: Point) -> Spot:
    """ZC 1.1: a point in inches as a place in whole hundredths."""
    return hundredths(point[0]), hundredths(point[1])


def spot_to_point(spot: Spot) -> Point:
    """A place in hundredths as a point in inches."""
    return spot[0] / 100, spot[1] / 100


# bases
def spot_distance(a: Spot, b: Spot) -> int:
    """ZC 1.2, 1.3: the distance between two centres."""
    return floor(hypot(a[0] - b[0], a[1] - b[1]) + ROUND_HALF_UP)


def diameter(state: State, unit: Unit) -> int:
    """ZC 3.2: the diameter of the unit's bases."""
    return hundredths(unit_type(state, unit).base)


def bases_overlap(a: Spot, da: int, b: Spot, db: int) -> bool:
    """ZC 1.4: whether two bases overlap; touching bases do not.  The rounded distance decides (ZC 1.2)."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= largest_overlapping_square(da + db)


def largest_overlapping_square(both: int) -> int:
    """ZC 1.2, 1.4: the square of the greatest distance at which bases overlap; ``both`` is the sum of their
    diameters.

    Squares are whole numbers: those below (n - 1/2) squared are the ones up to n(n - 1), and the tolerance of the
    rounding (``TOLERANCE``) includes no other.
    """
    least = (both + 1) // 2
    return least * (least - 1)


def is_within(at: Spot, diameter: int, box: Rectangle) -> bool:
    """ZC 1.5: whether a base is wholly within a rectangle."""
    (x, y), (left, bottom, right, top) = at, box
    return (
        2 * (x - left) >= diameter
        and 2 * (right - x) >= diameter
        and 2 * (y - bottom) >= diameter
        and 2 * (top - y) >= diameter
    )


def is_on_table(table: Tabletop, at: Spot, diameter: int) -> bool:
    """ZC 1.5: whether a base is wholly on the table."""
    return is_within(at, diameter, (0, 0, *point_to_spot((table.width, table.height))))


# edges
def edge_direction(edge: Edge) -> Point:
    """ZC 2.5: the unit vector straight towards an edge."""
    return EDGE_DIRECTIONS[edge]


def own_edge_distance(state: State, side: str, at: Spot) -> int:
    """ZC 5.5: the distance from a place straight to a side's own edge."""
    width, height = point_to_spot((state.table.width, state.table.height))
    return {"south": at[1], "north": height - at[1], "west": at[0], "east": width - at[0]}[side_of(state, side).edge]


# coherency
def coherency_distance(base: int) -> int:
    """ZC 3.4: how far apart models with bases of this diameter can be and still be linked."""
    return base + hundredths(TABLES.constants.coherency_gap)


def count_groups(base: int, spots: Sequence[Spot]) -> int:
    """ZC 3.4: how many groups models at these places form; ``base`` is their diameter."""
    reach, left, count = coherency_distance(base), list(spots), 0
    while left:
        count, linked = count + 1, [left.pop()]
        for spot in linked:
            linked += [other for other in left if spot_distance(spot, other) <= reach]
            left = [other for other in left if spot_distance(spot, other) > reach]
    return count


# terrain
class Crossed(NamedTuple):
    """A piece of terrain and the stretches of a segment in it, at least one."""

    piece: Piece
    stretches: tuple[Stretch, ...]


def stretches(a: Spot, b: Spot, shape: Points) -> tuple[Stretch, ...]:
    """ZC 1.7: the stretches of a segment in a polygon with corners in inches; the same from either end."""
    if b < a:
        return tuple((1 - end, 1 - start) for start, end in reversed(stretches(b, a, shape)))
    start, end = spot_to_point(a), spot_to_point(b)
    length = distance(start, end)
    return tuple(
        (0.0 if enter <= NOISE else enter / length, 1.0 if leave >= length - NOISE else leave / length)
        for enter, leave in parts_inside(start, end, shape)
        if hundredths(leave - enter)
    )


class TerrainOnWay:
    """The terrain of one table, with a memory: the same places and segments are asked for again and again."""

    def __init__(self, table: Tabletop) -> None:
        self.pieces = tuple((piece, _bounds(piece.shape)) for piece in table.pieces)
        self._pieces_at = dict[Spot, tuple[Piece, ...]]()
        self._crossed_by = dict[tuple[Spot, Spot], tuple[Crossed, ...]]()

    def pieces_at(self, spot: Spot) -> tuple[Piece, ...]:
        """ZC 1.6"""
        if (known := self._pieces_at.get(spot)) is None:
            if len(self._pieces_at) >= MOST_REMEMBERED:
                self._pieces_at.clear()
            x, y = spot
            beside = [piece for piece, (x0, y0, x1, y1) in self.pieces if x0 <= x <= x1 and y0 <= y <= y1]
            known = self._pieces_at[spot] = tuple(
                piece for piece in beside if is_inside(spot_to_point(spot), piece.shape)
            )
        return known

    def crossed_by(self, a: Spot, b: Spot) -> tuple[Crossed, ...]:
        """ZC 1.7: the pieces of terrain in which the segment has stretches, in the scenario's order."""
        if (known := self._crossed_by.get((a, b))) is None:
            if len(self._crossed_by) >= MOST_REMEMBERED:
                self._crossed_by.clear()
            left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
            low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
            beside = [
                piece
                for piece, (x0, y0, x1, y1) in self.pieces
                if left <= x1 and right >= x0 and low <= y1 and high >= y0
            ]
            known = self._crossed_by[a, b] = tuple(
                Crossed(piece, found) for piece in beside if (found := stretches(a, b, piece.shape))
            )
        return known


MOST_REMEMBERED = 50_000
"""How many answers of each kind a TerrainOnWay remembers."""


def _bounds(shape: Points) -> tuple[float, float, float, float]:
    """The bounding box in hundredths."""
    xs, ys = [x * 100 for x, _ in shape], [y * 100 for _, y in shape]
    return min(xs) - TOLERANCE, min(ys) - TOLERANCE, max(xs) + TOLERANCE, max(ys) + TOLERANCE


@kept_for_latest
def terrain_on_way(table: Tabletop) -> TerrainOnWay:
    """The shared TerrainOnWay of a table."""
    return _terrain_by_identity(SameObject(table))


@lru_cache(64)
def _terrain_by_identity(table: SameObject[Tabletop]) -> TerrainOnWay:
    return _terrain_by_content(table.it)


@lru_cache(16)
def _terrain_by_content(table: Tabletop) -> TerrainOnWay:
    return TerrainOnWay(table)


def pieces_at(table: Tabletop, at: Spot) -> tuple[Piece, ...]:
    """ZC 1.6: the pieces of terrain at a place."""
    return terrain_on_way(table).pieces_at(at)


def path_cost(state: State, unit: Unit, way: Sequence[Spot]) -> int:
    """ZC 6.2: what a model of the unit pays for a path, in hundredths; a path of one point costs nothing."""
    sure, total = SUREFOOT in unit_type(state, unit).traits, 0.0
    for a, b in pairwise(way):
        length = hypot(b[0] - a[0], b[1] - a[1])
        total += length if sure else length * (1 + _terrain_surcharge(state.table, a, b))
    return floor(total + ROUND_HALF_UP)


SUREFOOT = "surefoot"


def _terrain_surcharge(table: Tabletop, a: Spot, b: Spot) -> float:
    """What terrain adds to the cost of a segment, as a share of its length."""
    return sum(
        (TABLES.terrain[piece.kind].cost - 1) * (end - start)
        for piece, found in terrain_on_way(table).crossed_by(a, b)
        for start, end in found
    )


def read_spot(written: str) -> Spot:
    """ZC 1.1: the place that is written as ``12.5,8``.  ValueError for anything else."""
    x, y = written.split(",")
    return point_to_spot((float(x), float(y)))
