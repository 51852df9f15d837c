"""The marks for recent events: the moves of units this turn, and the landings of troops."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.contract import Event
from maps.drawing.labels import area_captions
from maps.drawing.labels.area_placement import PlacedArea
from maps.drawing.units import badges
from maps.geometry.plane import Point
from maps.geometry.rectangles import Rect, edge_toward
from maps.scene.scene import Mark, Trail

from ..state.battle_events import Retreated, Withdrew
from ..state.events import LandedByItself, Moved, Shipped, TurnBegan
from ..state.position import State, is_land
from ..tables import AIR, LAND
from .area_layout import AreaLayout


class DrawnWay(NamedTuple):
    """A way to draw: its areas from the first to the last, the power that moved, and the kind of arrow."""

    power: str
    areas: tuple[str, ...]
    kind: str = "march"


def happened(seen: State, recent: Sequence[Event], known: AreaLayout, found: Sequence[PlacedArea]) -> Iterator[Mark]:
    """The marks for the ways of this turn and of recent events, each way once."""
    for way in dict.fromkeys((*_ways(recent, known), *_turn(seen, known), *_landings(seen))):
        for points in paths(known, found, way.areas):
            yield Trail(points, way.kind, seen.powers[way.power].colour)


def paths(known: AreaLayout, found: Sequence[PlacedArea], areas: Sequence[str]) -> Iterator[tuple[Point, ...]]:
    """A line from the pieces of the first area to those of the last, through the middle of the areas between; two
    where the way goes around the edges of the map.
    """
    stops = list(dict.fromkeys(areas))
    boxes = {one.area: body(one, known.row) for one in found if one.area in (stops[0], stops[-1])}
    points = [_middle(boxes[area]) if area in boxes else known.at(area) for area in stops]
    lines = [[points[0]]]
    for nth, (one, other) in enumerate(pairwise(stops), 1):
        if ends := known.around(one, other):
            lines[-1].append(ends[0])
            lines.append([ends[1]])
        lines[-1].append(points[nth])
    if len(points) < 2:
        return
    if stops[0] in boxes:
        lines[0][0] = edge_toward(boxes[stops[0]], lines[0][1])
    if stops[-1] in boxes:
        lines[-1][-1] = edge_toward(boxes[stops[-1]], lines[-1][-2])
    yield from (tuple((round(x, 3), round(y, 3)) for x, y in line) for line in lines)


def body(one: PlacedArea, near: float) -> Rect:
    """Area -> the box of its units, and of its name if that is near; without units the box of the name."""
    name = area_captions.box(one.name)
    if one.pile is None:
        return name
    units = badges.box(one.pile)
    whole = (min(name[0], units[0]), min(name[1], units[1]), max(name[2], units[2]), max(name[3], units[3]))
    spare = (whole[3] - whole[1]) - (name[3] - name[1]) - (units[3] - units[1])
    return whole if spare < near and max(name[0], units[0]) < min(name[2], units[2]) else units


def _middle(box: Rect) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def straight(units: Sequence[str], areas: tuple[str, ...], known: AreaLayout) -> tuple[str, ...]:
    """The areas a line passes through: aircraft go straight, but through the areas at the edges if they go around the
    map; other units from area to area.
    """
    if not areas or not all(kind in AIR for kind in units):
        return areas
    edges = (area for pair in pairwise(areas) if known.around(*pair) for area in pair)
    return tuple(dict.fromkeys((areas[0], *edges, areas[-1])))


def _turn(seen: State, known: AreaLayout) -> Iterator[DrawnWay]:
    """The ways of this turn's moves; for carried troops also the ways to the ships, from them, and of the ships."""
    for going in seen.game.moves:
        if seen.active:
            way = straight(tuple(going.units), going.way or (going.start, going.to), known)
            afloat = [area for area in way if not is_land(seen, area)] if {*going.units} & {*LAND} else []
            if is_land(seen, way[0]) and afloat and len(way) > 2:
                yield DrawnWay(seen.active, (way[0], afloat[0]))
                way = (afloat[-1], way[-1])
            if is_land(seen, way[-1]) and not is_land(seen, way[0]) and {*going.units} & {*LAND}:
                yield DrawnWay(seen.active, (way[-2], way[-1]), "landing")
            else:
                yield DrawnWay(seen.active, way)


def _ways(recent: Sequence[Event], known: AreaLayout) -> Iterator[DrawnWay]:
    """The ways that the position does not record: moves of the turn before, retreats, aircraft going home."""
    over = any(isinstance(event, TurnBegan) for event in recent)
    for event in recent:
        match event:
            case Moved(side=side, units=units, way=way) if over:
                yield DrawnWay(side, straight(tuple(units), way, known))
            case Shipped(side=side, start=start, to=to, zones=zones, aboard=aboard) if over:
                yield from (
                    DrawnWay(side, (start, aboard)),
                    DrawnWay(side, zones),
                    DrawnWay(side, (zones[-1], to), "landing"),
                )
            case LandedByItself(power=power, type=kind, start=start, to=to, way=way):
                yield DrawnWay(power, straight((kind,), way or (start, to), known))
            case Retreated(power=power, area=area, to=to) | Withdrew(power=power, area=area, to=to) if to:
                yield DrawnWay(power, (area, to), "retreat")
            case _:
                pass


def _landings(seen: State) -> Iterator[DrawnWay]:
    """The marks for troops that are going to land in combat."""
    for zone, ground in seen.areas.items():
        for power, ships in ground.cargo.items():
            yield from (DrawnWay(power, (zone, ship.to), "landing") for ship in ships if ship.to)
