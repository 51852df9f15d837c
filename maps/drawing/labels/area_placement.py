"""The areas of a map with their names and units, each where there is room for it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene import area_units
from ...scene.area_units import AreaName, Badge, BadgeRow, Pile, with_badges
from ..units import badges
from . import area_captions, area_label_search
from .area_label_search import AreaSpot, LabelSizes
from .label_raster import AreaSpace, Raster, make_raster

SIZES = (1.2, 1.0, 0.84)
"""Of rows, in heights of one: the largest that finds room."""
WIDTHS = (99.0, 9.4, 7.4, 6.0, 4.8, 3.6, 2.4)
"""Where rows are broken."""


class AreaContent(NamedTuple):
    """An area: its region, the forms its name may take, its units, and the burst before them if they fight."""

    room: AreaSpace
    names: tuple[AreaName, ...]
    rows: tuple[BadgeRow, ...] = ()
    burst: str = ""


class PileForm(NamedTuple):
    """One arrangement of a pile."""

    rows: tuple[BadgeRow, ...]
    size: float
    box: Point


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
    forms = [_pile_forms(site.rows, site.burst, row) if site.rows or site.burst else () for site in sites]
    wishes = [
        LabelSizes(tuple(map(area_captions.name_size, site.names)), tuple(form.box for form in known))
        for site, known in zip(sites, forms, strict=True)
    ]
    where = make_raster(rooms, size, row)
    found = area_label_search.place_labels(rooms, size, row, taken, wishes)
    for nth, (site, known, (spot, place)) in enumerate(zip(sites, forms, found, strict=True)):
        middle = ((spot.rect[0] + spot.rect[2]) / 2, (spot.rect[1] + spot.rect[3]) / 2)
        name = area_units.place_name(site.names[spot.nth], _rounded(middle), _lead(where, nth, spot))
        pile = _pile(site, known[place.nth], place, _lead(where, nth, place)) if place else None
        yield PlacedArea(site.room.region.id, name, pile)


def _lead(where: Raster, nth: int, spot: AreaSpot) -> Point | None:
    return _rounded(area_label_search.anchor(where, nth, spot.rect)) if spot.beside else None


def _pile(site: AreaContent, form: PileForm, place: AreaSpot, lead: Point | None) -> Pile:
    return Pile(_rounded((place.rect[0], place.rect[1])), form.size, form.rows, site.burst, lead)


def _rounded(at: Point) -> Point:
    return round(at[0], 3), round(at[1], 3)


@lru_cache(maxsize=1024)
def _pile_forms(rows: tuple[BadgeRow, ...], burst: str, row: float) -> tuple[PileForm, ...]:
    """Large before small, long before high; none twice."""
    broken = dict.fromkeys(tuple(part for line in rows for part in break_row(line, width)) for width in WIDTHS)
    measured = [(parts, badges.pile_size(parts, burst)) for parts in broken]
    return tuple(
        PileForm(parts, row * size, (wide * row * size, high * row * size))
        for size in SIZES
        for parts, (wide, high) in measured
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
