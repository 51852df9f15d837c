"""Finds places for names and piles of units on an area map: on their own ground if there is room, else beside it with a
lead; none overlap.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot, inf
from typing import NamedTuple

import msgspec

from ...geometry.plane import Point
from ...geometry.rectangles import Rect, nearest_point, overlap
from .label_raster import FINE, AreaSpace, Ground, GroundSearch, Raster, make_raster, square

COVERED, BY_NAME = 0.92, 0.42
"""The share of a land that its name and units may hide, and its name if the units are beside it."""
WORSE = 0.25
"""The penalty of the next form beside an area, in heights of a row."""
TIERS = (0.0, 0.8, 2.5)
"""The penalty of a place on open water, over neutral land, and over the land of others, in heights of a row."""
REACHES = (4, 9)
"""How far around an area a place beside it is looked for, in heights of a row, before it is looked for everywhere."""


class AreaSpot(NamedTuple):
    """Where a box was put, which of the wished forms it has, and the place in its area that a lead shows."""

    rect: Rect
    nth: int
    lead: Point | None = None


class LabelSizes(msgspec.Struct, frozen=True, cache_hash=True):
    """The sizes that an area's name and its units may have, in board units; the pairs of a name and units (-1: there
    are none) that may stand in the area, and ``beside`` it; all the best first.  Units that fight are in the area if
    that is possible at all.
    """

    names: tuple[Point, ...]
    units: tuple[Point, ...]
    pairs: tuple[tuple[int, int], ...]
    beside: tuple[tuple[int, int], ...]
    fight: bool = False

    def stack(self, name: int, units: int) -> Point:
        """The size of a name over units."""
        (wide, high), (across, down) = self.names[name], self.units[units] if units >= 0 else (0.0, 0.0)
        return max(wide, across), high + down


class LabelPlace(NamedTuple):
    """The places of an area's name and units."""

    name: AreaSpot
    units: AreaSpot | None

    def rects(self) -> Iterator[Rect]:
        """What they take."""
        for spot in self:
            if spot:
                yield spot.rect

    def leads(self) -> Iterator[Point]:
        """Where their leads end."""
        for spot in self:
            if spot and spot.lead:
                yield spot.lead


def place_labels(
    rooms: tuple[AreaSpace, ...], size: Point, row: float, taken: tuple[Rect, ...], wishes: Sequence[LabelSizes]
) -> tuple[LabelPlace, ...]:
    """First what has room on its own ground, then what has none beside it, where they fight first, the smallest areas
    before others; the names of waters without units last, because they fit in anywhere.  ``taken``: boxes that are not
    free.
    """
    where, found, spilled, used = make_raster(rooms, size, row), dict[int, LabelPlace](), list(taken), list(taken)
    last = [room.region.kind == "sea" and not wish.units for room, wish in zip(rooms, wishes, strict=True)]
    for late in (False, True):
        here = [nth for nth in range(len(rooms)) if last[nth] == late]
        for nth in here:
            if place := _place_inside(where, nth, wishes[nth], _near(where, nth, 0, spilled)):
                found[nth] = place
                used += place.rects()
        rest = (nth for nth in here if nth not in found)
        for nth in sorted(rest, key=lambda nth: (not wishes[nth].fight, where.cells[nth])):
            knobs = [knob for other, knob in enumerate(where.knobs) if other != nth and other not in found]
            found[nth] = place = _place_beside(where, nth, wishes[nth], [*used, *knobs], row)
            new = [*place.rects(), *(square(lead, 2 * where.step) for lead in place.leads())]
            spilled, used = [*spilled, *new], [*used, *new]
    return tuple(found[nth] for nth in range(len(rooms)))


def _near(where: Raster, nth: int, cells: int, used: Sequence[Rect]) -> tuple[Rect, ...]:
    """What is taken in an area and so many cells beyond."""
    left, top, wide, high = where.around(nth, cells)
    step = where.step
    box = (left * step, top * step, (left + wide) * step, (top + high) * step)
    return tuple(rect for rect in used if overlap(rect, box))


# on its own ground
@lru_cache(maxsize=4096)
def _place_inside(where: Raster, nth: int, wish: LabelSizes, taken: tuple[Rect, ...]) -> LabelPlace | None:
    """Its units under its name, or near it; None if there is no room."""
    ground, at = where.own[nth].without(taken), where.rooms[nth].at
    room = where.cells[nth] * where.step**2 * (1.0 if where.rooms[nth].region.kind == "sea" else COVERED)
    if not wish.units:
        return _place_name(ground, at, wish.names, room)
    apart, search = dict[int, tuple[Rect, GroundSearch] | None](), GroundSearch(ground)
    for name, units in wish.pairs:
        (wide, high), (across, down) = wish.names[name], wish.units[units]
        if wide * high + across * down <= room:
            if whole := search.nearest(wish.stack(name, units), at):
                return _stacked(whole, wish, name, units)
            if units not in apart:
                apart[units] = _units_first(search, wish.units[units], at)
            if (first := apart[units]) and (rect := first[1].nearest(wish.names[name], _above(first[0], high))):
                return LabelPlace(AreaSpot(rect, name), AreaSpot(first[0], units))
    return None


def _place_name(ground: Ground, at: Point, names: Sequence[Point], room: float) -> LabelPlace | None:
    for nth, box in enumerate(names):
        if box[0] * box[1] <= room and (rect := ground.nearest(box, at)):
            return LabelPlace(AreaSpot(rect, nth), None)
    return None


def _units_first(search: GroundSearch, box: Point, at: Point) -> tuple[Rect, GroundSearch] | None:
    """Where units stand by themselves, and the ground that they leave."""
    rect = search.nearest(box, at)
    return (rect, GroundSearch(search.ground.without((rect,)))) if rect else None


def _above(rect: Rect, high: float) -> Point:
    """The middle of a box of that height that stands on another one."""
    return (rect[0] + rect[2]) / 2, rect[1] - high / 2


def _stacked(whole: Rect, wish: LabelSizes, name: int, units: int, lead: Point | None = None) -> LabelPlace:
    """A name over units within a box; a lead begins at the nearer of the two."""
    (wide, high), middle, top = wish.names[name], (whole[0] + whole[2]) / 2, whole[1]
    above = (middle - wide / 2, top, middle + wide / 2, top + high)
    if units < 0:
        return LabelPlace(AreaSpot(above, name, lead), None)
    across, down = wish.units[units]
    below = (middle - across / 2, top + high, middle + across / 2, top + high + down)
    by_name = lead is not None and _distance(above, lead) < _distance(below, lead)
    return LabelPlace(
        AreaSpot(above, name, lead if by_name else None), AreaSpot(below, units, None if by_name else lead)
    )


# beside it
def _place_beside(where: Raster, nth: int, wish: LabelSizes, used: Sequence[Rect], row: float) -> LabelPlace:
    """Near the area if there is room, else anywhere on the board."""
    for reach in REACHES:
        cells = reach * FINE
        if found := _place_within(where, nth, wish, _near(where, nth, cells, used), cells, row):
            return found
    whole = max(where.board()[2:])
    return _place_within(where, nth, wish, tuple(used), whole, row) or _place_over(where, nth, wish)


@lru_cache(maxsize=1024)
def _place_within(
    where: Raster, nth: int, wish: LabelSizes, taken: tuple[Rect, ...], cells: int, row: float
) -> LabelPlace | None:
    """Units that fight in the area, the name with a lead; or units with a lead, the name in the area if it can stand
    there; else both together with a lead.
    """
    at, left = where.rooms[nth].at, where.own[nth].without(taken)
    own = left if left.free else where.own[nth]
    grounds = where.grounds(where.around(nth, cells), taken)
    if wish.fight and (fight := _fight_inside(left, grounds, wish, at, row)):
        return fight
    if wish.units and (inside := _place_name(own, at, wish.names, where.cells[nth] * where.step**2 * BY_NAME)):
        mine, forms = (inside.name.rect,), tuple(dict.fromkeys(units for _, units in wish.beside))
        around = tuple(ground.without(mine) for ground in grounds)
        found = _beside(own.without(mine), around, [wish.units[form] for form in forms], at, row)
        return found and inside._replace(units=found._replace(nth=forms[found.nth]))
    found = _beside(own, grounds, [wish.stack(*pair) for pair in wish.beside], at, row)
    return found and _stacked(found.rect, wish, *wish.beside[found.nth], found.lead)


def _fight_inside(own: Ground, grounds: Sequence[Ground], wish: LabelSizes, at: Point, row: float) -> LabelPlace | None:
    """Units in their area, as large as it has room for them, their name beside it."""
    search = GroundSearch(own)
    for form, box in enumerate(wish.units):
        if rect := search.nearest(box, at):
            name, around = wish.beside[0][0], tuple(ground.without((rect,)) for ground in grounds)
            found = _beside(own.without((rect,)), around, [wish.names[name]], at, row)
            return found and LabelPlace(found._replace(nth=name), AreaSpot(rect, form))
    return None


def _beside(own: Ground, grounds: Sequence[Ground], sizes: Sequence[Point], at: Point, row: float) -> AreaSpot | None:
    """The best place, and which of the sizes it has: near, large, and not over the land of others; over no part of the
    area if it would hide where its lead ends.
    """
    for around in (grounds, tuple(ground.without((own.bounds(),)) for ground in grounds)):
        found = _best_spot(around, sizes, at, row)
        if found and (lead := _lead_end(own, found.rect, at)):
            return found._replace(lead=lead)
    return None


def _best_spot(grounds: Sequence[Ground], sizes: Sequence[Point], at: Point, row: float) -> AreaSpot | None:
    """The cheapest place; nothing is looked for that its size and ground alone make dearer."""
    best, least, searches = None, inf, [GroundSearch(ground) for ground in grounds]
    for nth, box in enumerate(sizes):
        for tier, search in zip(TIERS, searches, strict=True):
            extra = row * (WORSE * nth + tier)
            if extra < least and (rect := search.nearest(box, at)) and (cost := _distance(rect, at) + extra) < least:
                best, least = AreaSpot(rect, nth), cost
    return best


def _place_over(where: Raster, nth: int, wish: LabelSizes) -> LabelPlace:
    """The last form over something else: the board is full."""
    box, at = wish.stack(*wish.beside[-1]), where.rooms[nth].at
    rect = where.grounds(where.board(), ())[-1].nearest(box, at) or (0.0, 0.0, *box)
    return _stacked(rect, wish, *wish.beside[-1], _lead_end(where.own[nth], rect, at) or at)


def _lead_end(free: Ground, rect: Rect, at: Point) -> Point | None:
    """The end of the lead of a box beside an area: a little inside the area, where nothing hides it."""
    best, left = nearest_point(rect, at), free.without((rect,))
    for side in (5, 3, 1):
        if cell := left.nearest((side * free.step, side * free.step), best):
            return (cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2
    return None


def _distance(rect: Rect, at: Point) -> float:
    """How far the nearest edge of a box is from a point, and a little of how far its middle is."""
    x, y = nearest_point(rect, at)
    middle = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return hypot(x - at[0], y - at[1]) + 0.2 * hypot(middle[0] - at[0], middle[1] - at[1])


# words of marks
def place_words_in_area(where: Raster, nth: int, box: Point, near: Rect, taken: Sequence[Rect]) -> Rect:
    """Where words of that size stand in an area, near something of it and over nothing that is taken; beside the area
    if nowhere.
    """
    inside = where.own[nth].without(taken).nearest(box, _above(near, box[1]))
    return inside or place_box_near(where, box, where.rooms[nth].at, taken)


def place_box_near(where: Raster, box: Point, at: Point, taken: Sequence[Rect]) -> Rect:
    """The place of a box nearest to a point over nothing that is taken; around the point if there is none."""
    found = where.grounds(where.board(), taken)[-1].nearest(box, at)
    return found or (at[0] - box[0] / 2, at[1] - box[1] / 2, at[0] + box[0] / 2, at[1] + box[1] / 2)
