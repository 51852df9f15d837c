"""What can be measured between two hexes, in words."""

from . import hexes, plane
from .hex_points import hex_centre

_COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def between(start: str, end: str) -> tuple[tuple[str, str], ...]:
    """Distance in hexes, and the bearing from the centre of the one to that of the other, north being up."""
    far = hexes.distance(start, end)
    facts = (("distance", f"{far} hex" if far == 1 else f"{far} hexes"),)
    if not far:
        return facts
    (x, y), (toward_x, toward_y) = hex_centre(start), hex_centre(end)
    degrees = round(plane.bearing((x, -y), (toward_x, -toward_y))) % 360
    return (*facts, ("bearing", f"{degrees} degrees ({_COMPASS[round(degrees / 45) % 8]})"))
