"""The areas of a map with their names and units, each where there is room for it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene import area_units
from ...scene.area_units import AreaName, Badge, BadgeRow, BurstPlace, Pile, with_badges
from ..units import badges
from . import area_captions, area_label_search
from .area_label_search import AreaSpot, LabelSizes
from .label_raster import AreaSpace

SIZES = (1.2, 1.0, 0.84, 0.7, 0.6)
"""Of rows, in heights of one: the largest that finds room."""
CROWDED, SMALLER = 60, (1.0, 0.84, 0.7, 0.6, 0.5)
"""How many areas make a map crowded, and the sizes that rows have there."""
LINE_MORE = 0.04
"""How much one more line of a name or row of units counts, where making them half as large counts 1."""
BESIDE = 2
"""How many of the sizes are too large for a place beside an area."""
BURST_PLACES: tuple[BurstPlace, ...] = ("beside", "above")
"""Where the burst of a battle may be, the better first."""
WIDTHS = (99.0, 9.4, 7.4, 6.0, 4.8, 3.6, 2.4)
"""Where rows are broken."""


class AreaContent(NamedTuple):
    """An area: its region, the forms its name may take, its units, and the burst before them if they fight."""

    room: AreaSpace
    names: tuple[AreaName, ...]
    rows: tuple[BadgeRow, ...] = ()
    burst: str = ""


class PileForm(msgspec.Struct, frozen=True, cache_hash=True):
    """One arrangement of a pile."""

    rows: tuple[BadgeRow, ...]
    size: float
    box: Point
    burst_at: BurstPlace = "beside"


class PlacedArea(NamedTuple):
    """An area with its name and pile in their places."""

    area: str
    name: AreaName
    pile: Pile | None


def place_areas(
    sites: Sequence[AreaContent], size: Point, row: float, taken: tuple[Rect, ...] = ()
) -> Iterator[PlacedArea]:
    """Every name and pile where there is room; ``row``: the height of a row of units; ``taken``: boxes that are not
    free.
    """
    rooms = tuple(site.room for site in sites)
    sizes = SMALLER if len(rooms) >= CROWDED else SIZES
    forms = [_pile_forms(site.rows, site.burst, row, sizes) if site.rows or site.burst else () for site in sites]
    wishes = [_wish(site.names, known, site.burst) for site, known in zip(sites, forms, strict=True)]
    found = area_label_search.place_labels(rooms, size, row, taken, wishes)
    for site, known, (spot, place) in zip(sites, forms, found, strict=True):
        middle = ((spot.rect[0] + spot.rect[2]) / 2, (spot.rect[1] + spot.rect[3]) / 2)
        name = area_units.place_name(site.names[spot.nth], _rounded(middle), _lead(spot))
        pile = _pile(site, known[place.nth], place, _lead(place)) if place else None
        yield PlacedArea(site.room.region.id, name, pile)


@lru_cache(maxsize=1024)
def _wish(names: tuple[AreaName, ...], forms: tuple[PileForm, ...], burst: str) -> LabelSizes:
    """The sizes of both, and their pairs: a large name and large units first, then either of them smaller."""
    pairs = sorted(
        (
            names[0].size / name.size + forms[0].size / form.size + LINE_MORE * (len(name.lines) + len(form.rows)),
            one,
            other,
        )
        for one, name in enumerate(names)
        for other, form in enumerate(forms)
    )
    return LabelSizes(
        tuple(map(area_captions.name_size, names)),
        tuple(form.box for form in forms),
        tuple((one, other) for _, one, other in pairs),
        tuple(_pairs_beside(names, forms)),
        bool(burst),
    )


def _pairs_beside(names: tuple[AreaName, ...], forms: tuple[PileForm, ...]) -> Iterator[tuple[int, int]]:
    """The pairs that may stand beside an area: the smallest name with the fewest words, smaller units."""
    short = min(names, key=lambda name: (name.size, len("".join(name.lines))))
    one = names.index(short)
    sizes = sorted({form.size for form in forms}, reverse=True)[BESIDE:]
    yield from ((one, nth) for nth, form in enumerate(forms) if form.size in sizes)
    if not forms:
        yield one, -1


def _lead(spot: AreaSpot) -> Point | None:
    return _rounded(spot.lead) if spot.lead else None


def _pile(site: AreaContent, form: PileForm, place: AreaSpot, lead: Point | None) -> Pile:
    return Pile(
        _rounded((place.rect[0], place.rect[1])),
        form.size,
        form.rows,
        site.burst,
        lead,
        site.room.region.id,
        form.burst_at,
    )


def _rounded(at: Point) -> Point:
    return round(at[0], 3), round(at[1], 3)


@lru_cache(maxsize=1024)
def _pile_forms(rows: tuple[BadgeRow, ...], burst: str, row: float, sizes: tuple[float, ...]) -> tuple[PileForm, ...]:
    """Large before small, long before high; none twice."""
    broken = dict.fromkeys(tuple(part for line in rows for part in break_row(line, width)) for width in WIDTHS)
    places = BURST_PLACES if burst else BURST_PLACES[:1]
    measured = [(parts, place, badges.pile_size(parts, burst, place)) for place in places for parts in broken]
    return tuple(
        PileForm(parts, row * size, (wide * row * size, high * row * size), place)
        for size in sizes
        for parts, place, (wide, high) in measured
    )


def break_row(row: BadgeRow, width: float) -> Iterator[BadgeRow]:
    """The row in rows no wider than that, if a badge is not wider by itself; ``width`` in heights of a row."""
    line, used = list[Badge](), 0.0
    start = badges.row_size(with_badges(row, ()))[0]
    for badge in row.badges:
        wide = badges.badge_wide(badge)
        if line and start + used + wide > width:
            yield with_badges(row, tuple(line))
            line, used = [], 0.0
        line.append(badge)
        used += wide
    if line:
        yield with_badges(row, tuple(line))
