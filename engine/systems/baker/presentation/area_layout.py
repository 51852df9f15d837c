"""The layout of a map's areas on its picture: the scenario's shapes, or discs joined by lines if it has none."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, cos, dist, pi, sin, sqrt
from typing import NamedTuple

from engine.contract import SameObject
from maps.drawing.labels.label_raster import AreaSpace
from maps.geometry.area_map import Area, AreaMap
from maps.geometry.plane import Point
from maps.scene.area_units import AreaRegion, EdgeSign, FarLink, Link
from maps.scene.scene import GroundPart

from ..state.position import State
from .area_links import links

ACROSS, DOWN = 48, 26
"""How many rows of units fit side by side, and how many one above the other."""
RING = 18
"""The most areas that are laid out on a circle; more are laid out in rows."""
DISC, APART = 3.4, 9.0
DRAWN = 100.0
"""Board units of the longer side of a map that its file draws: its own units may be miles or pixels."""


class AreaLayout(NamedTuple):
    """A map as laid out. ``size``: of the board; ``row``: the height of a row of units; ``rooms``: the areas; ``links``
    and ``edges``: what shows adjacency without a common border.
    """

    size: Point
    row: float
    rooms: tuple[AreaSpace, ...]
    ground: tuple[GroundPart, ...]
    links: tuple[FarLink, ...] = ()
    edges: tuple[EdgeSign, ...] = ()

    def at(self, area: str) -> Point:
        return next(room.at for room in self.rooms if room.region.id == area)

    def around(self, one: str, other: str) -> tuple[Point, Point] | None:
        """Where the way between two areas leaves the map and enters it again at the opposite edge, if it does."""
        here, there = (
            min(
                (sign for sign in self.edges if sign.text == beyond),
                key=lambda sign: dist(sign.at, self.at(area)),
                default=None,
            )
            for area, beyond in ((one, other), (other, one))
        )
        return (here.at, there.at) if here and there and here.right != there.right else None


def plan(seen: State) -> AreaLayout:
    """The layout of a map. It never changes during a game."""
    return _plan(SameObject(seen.map), seen.setup.neutral)


@lru_cache(maxsize=32)
def _plan(areas: SameObject[AreaMap], neutral: tuple[str, ...]) -> AreaLayout:
    known = tuple(areas.it.known.values())
    drawn = all(area.shape for area in known)
    rooms = tuple(_drawn(known, neutral) if drawn else _laid(known, neutral))
    width, height = (max(point[axis] for room in rooms for point in room.region.shape) for axis in (0, 1))
    lines = () if drawn else tuple(_links(known, rooms))
    size = (width, height) if drawn else (width + DISC, height + DISC)
    row = max(size[0] / ACROSS, size[1] / DOWN)
    far, edges = links(known, rooms, size, row) if drawn else ((), ())
    return AreaLayout(size, row, rooms, (*lines, *(room.region for room in rooms)), far, edges)


def _kind(area: Area, neutral: tuple[str, ...]) -> str:
    return "sea" if area.kind == "sea" else "neutral" if area.id in neutral else "land"


def _drawn(known: tuple[Area, ...], neutral: tuple[str, ...]) -> Iterator[AreaSpace]:
    """The scenario's own shapes, y downwards, moved so that the upper left corner is at (0, 0)."""
    xs, ys = [x for area in known for x, _ in area.shape], [y for area in known for _, y in area.shape]
    left, top = min(xs), max(ys)
    width, height = max(xs) - left, top - min(ys)
    unit = DRAWN / max(width, height)
    for area in known:
        shape = tuple((round((x - left) * unit, 4), round((top - y) * unit, 4)) for x, y in area.shape)
        x, y = area.at or tuple(sum(corner[axis] for corner in area.shape) / len(area.shape) for axis in (0, 1))
        on_map = (min(max(x - left, 0), width), min(max(top - y, 0), height))
        place = (round(on_map[0] * unit, 4), round(on_map[1] * unit, 4))
        yield AreaSpace(AreaRegion(area.id, shape, _kind(area, neutral)), place)  # type: ignore[arg-type]


def _laid(known: tuple[Area, ...], neutral: tuple[str, ...]) -> Iterator[AreaSpace]:
    """Discs in the scenario's order, on a circle or in rows."""
    count = len(known)
    radius = max(APART * count / (2 * pi), DISC + 1) if count > 1 else 0.0
    columns = ceil(sqrt(count) * 1.2)
    for index, area in enumerate(known):
        if count <= RING:
            way = 2 * pi * index / count
            x, y = DISC + 1 + radius * 1.5 * (1 + sin(way)), DISC + 1 + radius * (1 - cos(way))
        else:
            x, y = DISC + 1 + APART * (index % columns), DISC + 1 + APART * (index // columns)
        disc = tuple(
            (round(x + 1.25 * DISC * sin(k * pi / 16), 4), round(y - DISC * 0.85 * cos(k * pi / 16), 4))
            for k in range(32)
        )
        yield AreaSpace(AreaRegion(area.id, disc, _kind(area, neutral)), (round(x, 4), round(y, 4)))  # type: ignore[arg-type]


def _links(known: tuple[Area, ...], rooms: tuple[AreaSpace, ...]) -> Iterator[Link]:
    places = {room.region.id: room.at for room in rooms}
    for area in known:
        yield from (Link((places[area.id], places[other])) for other in area.next if area.id < other)
