"""Finds places for names and piles of units on an area map: in their area if there is room, else beside it; none
overlap.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from PIL import Image

from ...geometry.plane import Point
from ...geometry.rectangles import Rect, edge_toward, overlap
from .label_raster import (
    FINE,
    FREE,
    AreaSpace,
    Fit,
    Raster,
    box_cells,
    box_on_cells,
    fits,
    free_without,
    make_raster,
    nearest_fit,
    taken_cells,
)

OWN = 0.4
"""The share of a box that must be in its area to need no leader line."""

WORSE = 0.35
"""The penalty of the next smaller size beside an area, in heights of a row."""

NEEDED = ((5.4, 2.1), (3.6, 2.1), (2.4, 1.0), (0.0, 0.0))
"""Room to leave for units beside a name, if possible, in heights of a row."""


INSIDE, BESIDE = 2, 4
"""How far around an area something that is taken can matter to what stands in it, and mostly to what stands beside it,
in heights of a row.
"""


class AreaSpot(NamedTuple):
    """Where a box was put, which of the wished sizes it has, and whether it needs a lead."""

    rect: Rect
    nth: int
    beside: bool


class LabelSizes(NamedTuple):
    """The sizes that an area's name and its units may have, in board units (none: no units)."""

    names: tuple[Point, ...]
    units: tuple[Point, ...] = ()


class LabelPlace(NamedTuple):
    """The places of an area's name and units."""

    name: AreaSpot
    units: AreaSpot | None


def place_labels(
    rooms: tuple[AreaSpace, ...], size: Point, row: float, taken: tuple[Rect, ...], wishes: Sequence[LabelSizes]
) -> tuple[LabelPlace, ...]:
    """Lands before seas: names and units in their area, then those that find no room there beside it."""
    where, found, used = make_raster(rooms, size, row), dict[int, LabelPlace](), list(taken)
    for sea in (False, True):
        here = [nth for nth, room in enumerate(rooms) if (room.region.kind == "sea") == sea]
        for easy in (True, False):
            for nth in here:
                if nth in found:
                    continue
                place = (
                    _place_inside(where, nth, wishes[nth], _taken_nearby(where, nth, used, INSIDE))
                    if easy
                    else _place_with_lead(where, nth, wishes[nth], used)
                )
                if place:
                    found[nth] = place
                    used += [spot.rect for spot in place if spot]
    return tuple(found[nth] for nth in range(len(rooms)))


def _taken_nearby(where: Raster, nth: int, used: Sequence[Rect], rows: float) -> tuple[Rect, ...]:
    """What is taken within the area and so many heights of a row beyond."""
    box, room = where.boxes[nth], rows * FINE * where.step
    return tuple(rect for rect in used if overlap(rect, (box[0] - room, box[1] - room, box[2] + room, box[3] + room)))


def _place_with_lead(where: Raster, nth: int, wish: LabelSizes, used: Sequence[Rect]) -> LabelPlace:
    """Beside the area: as if nothing were taken far from it, unless that place is taken after all."""
    near, edge = _taken_nearby(where, nth, used, BESIDE), 2 * where.step
    place = _place_outside(where, nth, wish, near)
    far = [rect for rect in used if rect not in near]
    for left, top, right, bottom in (spot.rect for spot in place if spot):
        if any(overlap(rect, (left - edge, top - edge, right + edge, bottom + edge)) for rect in far):
            return _place_outside(where, nth, wish, tuple(used))
    return place


@lru_cache(maxsize=1024)
def _place_inside(where: Raster, nth: int, wish: LabelSizes, taken: tuple[Rect, ...]) -> LabelPlace | None:
    """On its own ground; else on its own for the most part, the rest on open ground."""
    own = free_without(where.own[nth], taken, where.step)
    mild = free_without(where.mild[nth], taken, where.step)
    names = _ordered_name_spots(where, nth, wish.names, taken)
    if not wish.units:
        return next((LabelPlace(spot, None) for spot in names), None)
    for free in (own, mild):
        for size, box in enumerate(wish.units):
            for name in names if fits(free, box_cells(box, where.step)) else ():
                spot = _units_spot(where, nth, free_without(free, (name.rect,), where.step), name.rect, box, size)
                if spot and not spot.beside:
                    return LabelPlace(name, spot)
    return None


def _ordered_name_spots(
    where: Raster, nth: int, sizes: tuple[Point, ...], taken: Sequence[Rect]
) -> tuple[AreaSpot, ...]:
    """Where its name may stand, the best first."""
    return _spots_of_names(where, nth, sizes, tuple(rect for rect in taken if _touches(where, nth, rect)))


@lru_cache(maxsize=4096)
def _touches(where: Raster, nth: int, rect: Rect) -> bool:
    """Whether something that is taken there takes any of an area's own ground."""
    return where.own[nth].crop(taken_cells(rect, where.step)).getbbox() is not None


@lru_cache(maxsize=1024)
def _spots_of_names(where: Raster, nth: int, sizes: tuple[Point, ...], taken: tuple[Rect, ...]) -> tuple[AreaSpot, ...]:
    """The same, by what is taken of its own ground: its units do not matter, nor those of others elsewhere."""
    own = free_without(where.own[nth], taken, where.step)
    return tuple(_roomiest_first(where, own, tuple(_name_spots(where, nth, own, sizes))))


def _name_spots(where: Raster, nth: int, free: Image.Image, sizes: Sequence[Point]) -> Iterator[AreaSpot]:
    """Each size of a name near where it would stand best, then at the edges of the area."""
    (left, top, right, bottom), (x, y) = where.boxes[nth], where.rooms[nth].at
    step, tried = where.step, set[Rect]()
    for size, box in enumerate(sizes):
        for best in ((x, y - FINE * step * 0.8), (x, top), (x, bottom), (left, y), (right, y)):
            found = nearest_fit(free, box_cells(box, step), (best[0] / step, best[1] / step))
            if found and (rect := box_on_cells(where, found, box)) not in tried:
                tried.add(rect)
                yield AreaSpot(rect, size, False)


def _roomiest_first(where: Raster, free: Image.Image, names: Sequence[AreaSpot]) -> list[AreaSpot]:
    """Those that leave room for units before those that leave less."""
    rooms = [box_cells((wide * FINE * where.step, high * FINE * where.step), where.step) for wide, high in NEEDED]
    grounds = [free_without(free, (spot.rect,), where.step) for spot in names]
    left = [next((nth for nth, box in enumerate(rooms) if fits(ground, box)), len(rooms)) for ground in grounds]
    return [names[nth] for nth in sorted(range(len(names)), key=lambda nth: left[nth])]


def _units_spot(where: Raster, nth: int, free: Image.Image, name: Rect, box: Point, size: int) -> AreaSpot | None:
    """Units near their name."""
    best = ((name[0] + name[2]) / 2 / where.step, (name[3] + box[1] / 2) / where.step)
    found = nearest_fit(free, box_cells(box, where.step), best)
    if not found:
        return None
    rect = box_on_cells(where, found, box)
    return AreaSpot(rect, size, _share_in_area(where, nth, rect) < OWN)


@lru_cache(maxsize=512)
def _place_outside(where: Raster, nth: int, wish: LabelSizes, taken: tuple[Rect, ...]) -> LabelPlace:
    """Units beside their area, or beside it together with the name; the name inside if it can stand there."""
    names = _ordered_name_spots(where, nth, wish.names, taken)
    if names:
        return LabelPlace(names[0], _spot_beside(where, nth, wish.units, (*taken, names[0].rect)))
    if not wish.units:
        return LabelPlace(_spot_beside(where, nth, wish.names, taken), None)
    pairs = [(word, units) for units in range(len(wish.units)) for word in range(len(wish.names))]
    boxes = [
        (max(wish.names[word][0], wish.units[units][0]), wish.names[word][1] + wish.units[units][1])
        for word, units in pairs
    ]
    whole = _spot_beside(where, nth, tuple(boxes), taken)
    (word, units), (left, top, right, _) = pairs[whole.nth], whole.rect
    (wide, high), (across, down) = wish.names[word], wish.units[units]
    middle = (left + right) / 2
    return LabelPlace(
        AreaSpot((middle - wide / 2, top, middle + wide / 2, top + high), word, False),
        AreaSpot((middle - across / 2, top + high, middle + across / 2, top + high + down), units, whole.beside),
    )


def _spot_beside(where: Raster, nth: int, sizes: Sequence[Point], taken: Sequence[Rect]) -> AreaSpot:
    """The place near an area where a box is least far: on its own, open or neutral ground if it can, over nothing that
    is taken.
    """
    x, y = where.rooms[nth].at[0] / where.step, where.rooms[nth].at[1] / where.step
    any_ = Image.new("L", where.size, FREE)
    for ground in (free_without(where.mild[nth], taken, where.step), free_without(any_, taken, where.step), any_):
        choices = [
            (_distance_from(found, cells, (x, y)) + WORSE * FINE * size, size, found)
            for size, box in enumerate(sizes)
            if (found := nearest_fit(ground, cells := box_cells(box, where.step), (x, y)))
        ]
        if choices:
            _, size, found = min(choices, key=lambda choice: choice[:2])
            rect = box_on_cells(where, found, sizes[size])
            return AreaSpot(rect, size, _share_in_area(where, nth, rect) < OWN)
    return AreaSpot((0.0, 0.0, *sizes[-1]), len(sizes) - 1, True)


def place_words_in_area(where: Raster, nth: int, box: Point, near: Rect, taken: Sequence[Rect]) -> Rect:
    """Where words of that size stand in an area, near something of it and over nothing that is taken; beside the area
    if nowhere.
    """
    best = ((near[0] + near[2]) / 2 / where.step, (near[1] - box[1] / 2) / where.step)
    for free in (where.own[nth], where.mild[nth]):
        if found := nearest_fit(free_without(free, taken, where.step), box_cells(box, where.step), best):
            return box_on_cells(where, found, box)
    return _spot_beside(where, nth, (box,), taken).rect


def place_box_near(where: Raster, box: Point, at: Point, taken: Sequence[Rect]) -> Rect:
    """The place of a box nearest to a point over nothing that is taken; around the point if there is none."""
    free, best = (
        free_without(Image.new("L", where.size, FREE), taken, where.step),
        (at[0] / where.step, at[1] / where.step),
    )
    found = nearest_fit(free, box_cells(box, where.step), best)
    return (
        box_on_cells(where, found, box)
        if found
        else (at[0] - box[0] / 2, at[1] - box[1] / 2, at[0] + box[0] / 2, at[1] + box[1] / 2)
    )


def anchor(where: Raster, nth: int, rect: Rect) -> Point:
    """The end of the leader line of a box beside its area: a little inside the area, toward its middle."""
    (ax, ay), own = edge_toward(rect, where.rooms[nth].at), where.own[nth]
    (bx, by), steps = where.rooms[nth].at, 60
    inside = 0
    for k in range(steps + 1):
        x, y = ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps
        cell = (
            min(max(int(x / where.step), 0), where.size[0] - 1),
            min(max(int(y / where.step), 0), where.size[1] - 1),
        )
        inside += own.getpixel(cell) == FREE
        if inside > 2 and hypot(bx - ax, by - ay) * inside / steps > where.step * FINE * 0.4:
            return x, y
    return bx, by


def _distance_from(found: Fit, cells: tuple[int, int], at: Point) -> float:
    """How far the nearest edge of a box is from a point, and a little of how far its middle is; in steps."""
    dx = max(found.left - at[0], at[0] - found.left - cells[0], 0.0)
    dy = max(found.top - at[1], at[1] - found.top - cells[1], 0.0)
    return hypot(dx, dy) + 0.2 * found.far


def _share_in_area(where: Raster, nth: int, rect: Rect) -> float:
    """The share of a box that is in its area."""
    box = [int(value / where.step) for value in rect]
    part = where.own[nth].crop((box[0], box[1], max(box[2], box[0] + 1), max(box[3], box[1] + 1)))
    return part.histogram()[FREE] / (part.width * part.height)
