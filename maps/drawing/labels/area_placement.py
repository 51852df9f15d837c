"""The areas of a map with their names and units, each where there is room for it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene import area_units
from ...scene.area_units import Badge, Name, Pile, Row, part
from ..units import badges
from . import area_captions, area_label_search
from .area_label_search import AreaSpace, AreaSpot, Raster, Wish

SIZES = (1.2, 1.0, 0.84)
"""Of rows, in heights of one: the largest that finds room."""
WIDTHS = (99.0, 9.4, 7.4, 6.0, 4.8, 3.6, 2.4)
"""Where rows are broken."""


class Site(NamedTuple):
    """An area: where it lies, its name in the forms it may take, its units, and what stands before them if they fight."""

    room: AreaSpace
    names: tuple[Name, ...]
    rows: tuple[Row, ...] = ()
    burst: str = ""


class Form(NamedTuple):
    """One way of piling units up."""

    rows: tuple[Row, ...]
    size: float
    box: Point


class Placed(NamedTuple):
    """What stands for an area."""

    area: str
    name: Name
    pile: Pile | None


def placed(sites: Sequence[Site], size: Point, row: float, taken: tuple[Rect, ...] = ()) -> Iterator[Placed]:
    """Every name and pile where there is room; ``row``: the height of a row of units; ``taken``: what else lies on the board."""
    rooms = tuple(site.room for site in sites)
    forms = [_forms(site.rows, site.burst, row) if site.rows or site.burst else () for site in sites]
    wishes = [
        Wish(tuple(map(area_captions.name_size, site.names)), tuple(form.box for form in known))
        for site, known in zip(sites, forms, strict=True)
    ]
    where, found = area_label_search.raster(rooms, size, row), area_label_search.placed(rooms, size, row, taken, wishes)
    for nth, (site, known, (spot, place)) in enumerate(zip(sites, forms, found, strict=True)):
        middle = ((spot.rect[0] + spot.rect[2]) / 2, (spot.rect[1] + spot.rect[3]) / 2)
        name = area_units.placed(site.names[spot.nth], _neat(middle), _lead(where, nth, spot))
        pile = _pile(site, known[place.nth], place, _lead(where, nth, place)) if place else None
        yield Placed(site.room.region.id, name, pile)


def _lead(where: Raster, nth: int, spot: AreaSpot) -> Point | None:
    return _neat(area_label_search.anchor(where, nth, spot.rect)) if spot.beside else None


def _pile(site: Site, form: Form, place: AreaSpot, lead: Point | None) -> Pile:
    return Pile(_neat((place.rect[0], place.rect[1])), form.size, form.rows, site.burst, lead)


def _neat(at: Point) -> Point:
    return round(at[0], 3), round(at[1], 3)


@lru_cache(maxsize=1024)
def _forms(rows: tuple[Row, ...], burst: str, row: float) -> tuple[Form, ...]:
    """Large before small, long before high; none twice."""
    found = list[Form]()
    for size in SIZES:
        for width in WIDTHS:
            parts = tuple(part for line in rows for part in broken(line, width))
            wide, high = badges.pile_size(parts, burst)
            form = Form(parts, row * size, (wide * row * size, high * row * size))
            if form not in found:
                found.append(form)
    return tuple(found)


def broken(row: Row, width: float) -> Iterator[Row]:
    """The row in rows no wider than that, if a badge is not wider by itself; ``width`` in heights of a row."""
    line, used = list[Badge](), 0.0
    start = badges.row_size(part(row, ()))[0]
    for badge in row.badges:
        wide = badges.badge_wide(badge)
        if line and start + used + wide > width:
            yield part(row, tuple(line))
            line, used = [], 0.0
        line.append(badge)
        used += wide
    if line:
        yield part(row, tuple(line))
