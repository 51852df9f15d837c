"""Places, lengths and bases in hundredths of an inch (ZC 1, 3.4)."""

from collections.abc import Sequence
from math import floor, hypot

from engine.contract import kept_for_latest
from maps.geometry.plane import Point
from maps.geometry.tabletop import Tabletop

from ...state.position import Edge, Rectangle, Spot, State, Unit, side_of, unit_type
from ...tables import TABLES

ROUND_HALF_UP, TOLERANCE = 0.500001, 0.000001
"""ZC 1.1: halves of a hundredth go up, with a tolerance for the errors of floating point arithmetic."""
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
    """
    return largest_square((both + 1) // 2 - 1)


def largest_square(most: int) -> int:
    """ZC 1.2: the square of the greatest distance that is rounded to ``most`` or less.

    Squares are whole numbers: those below (n + 1/2) squared are the ones up to n(n + 1), and the tolerance of the
    rounding (``TOLERANCE``) includes no other.
    """
    return most * (most + 1)


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
    return is_within(at, diameter, table_box(table))


def is_box_on_table(table: Tabletop, box: Rectangle, diameter: int) -> bool:
    """ZC 1.5: whether a base is wholly on the table wherever it is in a rectangle."""
    (left, low, right, high), (x0, y0, x1, y1) = box, table_box(table)
    return (
        2 * (left - x0) >= diameter
        and 2 * (x1 - right) >= diameter
        and 2 * (low - y0) >= diameter
        and 2 * (y1 - high) >= diameter
    )


@kept_for_latest
def table_box(table: Tabletop) -> Rectangle:
    """The whole table."""
    return 0, 0, *point_to_spot((table.width, table.height))


def boxes_within(one: Rectangle, other: Rectangle, far: int) -> bool:
    """Whether two rectangles come that near; places in them may still be farther apart."""
    return (
        one[0] - far <= other[2] and other[0] <= one[2] + far and one[1] - far <= other[3] and other[1] <= one[3] + far
    )


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
    most, left, count = largest_square(coherency_distance(base)), list(spots), 0
    while left:
        count, linked = count + 1, [left.pop()]
        for x, y in linked:
            near = [other for other in left if (other[0] - x) ** 2 + (other[1] - y) ** 2 <= most]
            if near:
                linked += near
                left = [other for other in left if (other[0] - x) ** 2 + (other[1] - y) ** 2 > most]
            if not left:
                break
    return count


def read_spot(written: str) -> Spot:
    """ZC 1.1: the place that is written as ``12.5,8``.  ValueError for anything else."""
    x, y = written.split(",")
    return point_to_spot((float(x), float(y)))
