"""The zones of a table: their names and where they are (ZC 2.1)."""

from functools import lru_cache

from maps.geometry.tabletop import Tabletop

from ..tables import TABLES
from .position import Spot

ZONE_SIZE = TABLES.constants.zone * 100
"""The side of a zone in hundredths of an inch."""


@lru_cache(64)
def zone_names(table: Tabletop) -> tuple[str, ...]:
    """ZC 2.1: all zones, row by row from the bottom left: Z11, Z21, ..."""
    columns, rows = (int(length * 100) // ZONE_SIZE for length in (table.width, table.height))
    return tuple(f"Z{column}{row}" for row in range(1, rows + 1) for column in range(1, columns + 1))


@lru_cache(256)
def zone_box(zone: str) -> tuple[int, int, int, int]:
    """The left, lower, right and upper edge of a zone in hundredths of an inch."""
    left, low = ((int(digit) - 1) * ZONE_SIZE for digit in zone[1:])
    return left, low, left + ZONE_SIZE, low + ZONE_SIZE


def zone_centre(zone: str) -> Spot:
    """The centre of a zone."""
    left, low, right, high = zone_box(zone)
    return (left + right) // 2, (low + high) // 2
