"""An area map without a game (``board.areas`` of scenario files): land and sea, neighbours, outlines, places of
labels.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

Point = tuple[float, float]


class Area(msgspec.Struct, frozen=True):
    """``id`` as orders name it, ``name`` a longer one (else the id); ``next`` the areas it touches, in the scenario's
    order.

    ``at``: the place of its label; ``shape``: its outline; both in map units, x to the right, y up; None and () if the
    file has none.
    """

    id: str
    kind: Literal["land", "sea"]
    name: str
    ipc: int = 0
    next: tuple[str, ...] = ()
    at: Point | None = None
    shape: tuple[Point, ...] = ()


class AreaMap(msgspec.Struct, frozen=True):
    """``known``: id -> area, in the scenario's order; ``theatres``: the names of parts of the map -> their areas."""

    known: Mapping[str, Area]
    theatres: Mapping[str, tuple[str, ...]] = {}
