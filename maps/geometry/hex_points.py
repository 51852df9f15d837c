"""Places of hexes on a picture, in hex sides; distance and bearing between two hexes."""

from collections.abc import Mapping
from math import sqrt

from . import hexes, plane
from .plane import Point

HALF = sqrt(3) / 2
"""Half the height of a hex whose side is 1."""


def hex_centre(at: str) -> Point:
    """The centre of the hex CCRR on the picture, in hex sides."""
    x, y = hexes.centre(at)
    return (x - 1) / 2, (y - 1) * HALF


def hex_corners(at: str) -> tuple[Point, ...]:
    """Its six corners, clockwise from the east."""
    x, y = hex_centre(at)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)


def hex_side(name: str) -> tuple[Point, Point]:
    """The ends of the hexside ``0507/0508``; the hexes must be adjacent."""
    a, b = name.split("/")
    way = hexes.neighbours(a).index(b)
    corners = hex_corners(a)
    return corners[(way + 4) % 6], corners[(way + 5) % 6]


def hex_size(columns: int, rows: int) -> Point:
    """Width and height of a whole hex board."""
    return (3 * columns + 1) / 2, (2 * rows + (columns > 1)) * HALF


CORNERS: tuple[Point, ...] = ((1, 0), (0.5, HALF), (-0.5, HALF), (-1, 0), (-0.5, -HALF), (0.5, -HALF))


def distance_and_bearing(start: str, end: str) -> tuple[tuple[str, str], ...]:
    """Distance in hexes, and the bearing from the centre of the one to that of the other, north being up."""
    far = hexes.distance(start, end)
    facts = (("distance", f"{far} hex" if far == 1 else f"{far} hexes"),)
    if not far:
        return facts
    (x, y), (toward_x, toward_y) = hex_centre(start), hex_centre(end)
    degrees = round(plane.bearing((x, -y), (toward_x, -toward_y))) % 360
    return (*facts, ("bearing", f"{degrees} degrees ({COMPASS[round(degrees / 45) % 8]})"))


COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DIRECTION_STEPS: Mapping[str, Point] = dict(
    zip(
        hexes.DIRECTIONS, ((0.0, -1.0), (HALF, -0.5), (HALF, 0.5), (0.0, 1.0), (-HALF, 0.5), (-HALF, -0.5)), strict=True
    )
)
"""The six directions as steps of length 1."""
