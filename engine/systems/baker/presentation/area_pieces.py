"""The pieces on the map: the name and the units of every area, and the locks of straits."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple

from maps.drawing.labels import area_captions
from maps.drawing.labels.area_label_search import place_box_near, place_words_in_area
from maps.drawing.labels.area_placement import AreaContent, PlacedArea, place_areas
from maps.drawing.labels.label_raster import AreaSpace, Raster, make_raster, square
from maps.drawing.units import badges
from maps.geometry.plane import Point
from maps.geometry.rectangles import Rect, overlap
from maps.scene.area_units import AreaName, StraitSign

from ..rules.board.area_control import closing_areas
from ..state.position import State
from ..tables import AA
from . import unit_badges
from .area_layout import AreaLayout, plan

LETTERS = (0.82, 0.66, 0.52)
"""The heights that area names may have, in heights of a row."""
LOCK, LINK = 0.75, 0.25
"""Half of what the lock of a strait takes, and of what must be seen of a link, in heights of a row."""
LETTER, PLATE = 0.42, 1.0
"""The width of a letter on a plate and the height of a plate, in heights of a row."""
SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""The parts of a way where its plate may be placed."""


class AreaPieces(NamedTuple):
    """The areas with their names and units in place. ``placed``: in the scenario's order."""

    plan: AreaLayout
    locks: tuple[StraitSign, ...]
    placed: tuple[PlacedArea, ...]

    def boxes(self) -> Iterator[Rect]:
        """The boxes of names and units, which must not be hidden."""
        for one in self.placed:
            yield area_captions.box(one.name)
            if one.pile:
                yield badges.box(one.pile)

    def beside(self, area: str, words: str, taken: Sequence[Rect] = ()) -> Rect:
        """A place for a plate with words where it hides nothing: in an area near its name, else beside it."""
        index = next(index for index, one in enumerate(self.placed) if one.area == area)
        return place_words_in_area(
            self._raster(),
            index,
            self.plate(words),
            area_captions.box(self.placed[index].name),
            (*self.boxes(), *taken),
        )

    def along(self, points: Sequence[Point], words: str, taken: Sequence[Rect] = ()) -> Rect:
        """A place for a plate on a way where it hides nothing; near its middle if there is none."""
        wide, high = self.plate(words)
        spots = [between(points, share) for share in SHARES]
        rects = [(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2) for x, y in spots]
        others = (*self.boxes(), *taken)
        free = (rect for rect in rects if not any(overlap(rect, other) for other in others))
        return next(free, None) or place_box_near(self._raster(), (wide, high), spots[0], others)

    def plate(self, words: str) -> Point:
        """The size of a plate with words (a mark's ``remark``)."""
        return (LETTER * len(words) + 0.7) * self.plan.row, PLATE * self.plan.row

    def _raster(self) -> Raster:
        return make_raster(self.plan.rooms, self.plan.size, self.plan.row)


def between(points: Sequence[Point], share: float) -> Point:
    """The point at a share of a way, from 0 to 1."""
    left = share * sum(dist(a, b) for a, b in pairwise(points))
    for a, b in pairwise(points):
        length = dist(a, b)
        if left <= length and length:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return points[-1]


def middle(rect: Rect) -> Point:
    return round((rect[0] + rect[2]) / 2, 3), round((rect[1] + rect[3]) / 2, 3)


def standing(seen: State) -> AreaPieces:
    """The names and units of all areas, placed where they fit."""
    known = plan(seen)
    locks = tuple(_locks(seen, known))
    taken = (
        *(square(lock.at, lock.size) for lock in locks),
        *map(area_captions.edge_sign_box, known.edges),
        *(square(between(link.ends, 0.5), LINK * known.row) for link in known.links),
    )
    return AreaPieces(known, locks, tuple(place_areas(tuple(_sites(seen, known)), known.size, known.row, taken)))


def _sites(seen: State, known: AreaLayout) -> Iterator[AreaContent]:
    for room in known.rooms:
        area = room.region.id
        signs = tuple(_signs(seen, area))
        names = _names(area, seen.map.known[area].name, seen.map.known[area].ipc, signs, room, known.row)
        yield AreaContent(room, names, unit_badges.rows(seen, area), unit_badges.burst(seen, area))


@lru_cache(maxsize=1024)
def _names(
    area: str, name: str, worth: int, signs: tuple[str, ...], room: AreaSpace, row: float
) -> tuple[AreaName, ...]:
    """The forms of an area's name, the best first."""
    sea = room.region.kind == "sea"
    if sea:
        lines: tuple[tuple[str, ...], ...] = (
            ((f"{area} {name}",), (area, name), (area,)) if name != area else ((area,),)
        )
    else:
        lines = ((area,), *(((area, ""),) if worth or signs else ()), *_in_two_lines(area))
    here: Point = (0.0, 0.0)
    return tuple(AreaName(here, line, size * row, worth, signs, sea, None, area) for size in LETTERS for line in lines)


def _in_two_lines(name: str) -> Iterator[tuple[str, str]]:
    """A name of several words, broken where its halves are most alike."""
    words = name.split(" ")
    halves = [(" ".join(words[:nth]), " ".join(words[nth:])) for nth in range(1, len(words))]
    yield from sorted(halves, key=lambda both: abs(len(both[0]) - len(both[1])))[:1]


def _signs(seen: State, area: str) -> Iterator[str]:
    if any(power.capital == area for power in seen.powers.values()):
        yield "capital"
    if seen.areas[area].complex:
        yield "complex"
    if any(units.get(AA) for units in seen.areas[area].units.values()):
        yield "aa"


def _locks(seen: State, known: AreaLayout) -> Iterator[StraitSign]:
    """BK 11.6: the locks of straits, open or closed to the active power."""
    side = seen.active or next(iter(seen.powers))
    shapes = {room.region.id: room.region.shape for room in known.rooms}
    for border in seen.setup.gates:
        one, other = border.split("/")
        common = [point for point in shapes[one] if point in shapes[other]]
        (ax, ay), (bx, by) = known.at(one), known.at(other)
        at = common[len(common) // 2] if common else ((ax + bx) / 2, (ay + by) / 2)
        yield StraitSign(at, LOCK * known.row, bool(closing_areas(seen, side, one, other)))
