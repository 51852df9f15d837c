"""The theatres of a map: the part of the picture that shows each, and those in which something has just happened."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.contract import Event
from maps.drawing.labels import area_captions
from maps.drawing.labels.area_placement import PlacedArea
from maps.drawing.units import badges
from maps.geometry.plane import Point
from maps.geometry.rectangles import Rect
from maps.scene.scene import Detail

from ..state.position import State
from . import alt_text
from .area_layout import AreaLayout

MARGIN = 0.6
"""Around the lands of a theatre and its names and units, in heights of a row."""
LEAST = 0.2
"""The shortest side of a theatre's part, in the longer side of the map."""
LIVELY = 2
"""The most theatres that a post shows for what has just happened."""
PLACES = ("area", "start", "to", "zone")
"""The fields of events that name where they happen."""


def theatres(
    seen: State, known: AreaLayout, found: Sequence[PlacedArea], recent: Sequence[Event]
) -> tuple[Detail, ...]:
    """Each theatre of the map as a part of its picture, in the scenario's order."""
    placed = {one.area: one for one in found}
    regions = {room.region.id: room.region for room in known.rooms}
    parts = list[Detail]()
    for name, areas in seen.map.theatres.items():
        lands = [point for area in areas if regions[area].kind != "sea" for point in regions[area].shape]
        boxes = [box for area in areas for box in _boxes(placed[area])]
        window = _window(lands, boxes, known)
        (left, top, right, bottom) = window
        at, size = ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)
        parts.append(Detail(name, at, size, alt_text.theatre(seen, recent, name, areas)))
    return tuple(parts)


def _boxes(one: PlacedArea) -> Iterator[Rect]:
    """Those of its name and units, and the places that their leads show."""
    yield area_captions.box(one.name)
    if one.pile:
        yield badges.box(one.pile)
    yield from ((*piece.lead, *piece.lead) for piece in (one.name, one.pile) if piece and piece.lead)


def _window(lands: Sequence[Point], boxes: Sequence[Rect], known: AreaLayout) -> Rect:
    """What holds these lands, names and units; of waters only as much, because they reach far beyond."""
    near = MARGIN * known.row
    xs = [x for x, _ in lands] + [x for box in boxes for x in (box[0], box[2])]
    ys = [y for _, y in lands] + [y for box in boxes for y in (box[1], box[3])]
    least = LEAST * max(known.size)
    left, right = _side(min(xs) - near, max(xs) + near, least, known.size[0])
    top, bottom = _side(min(ys) - near, max(ys) + near, least, known.size[1])
    return left, top, right, bottom


def _side(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    """At least so long, and on the board."""
    more = max(0.0, least - (high - low)) / 2
    low, high = low - more, high + more
    moved = max(0.0, -low) - max(0.0, high - most)
    return max(0.0, round(low + moved, 3)), min(most, round(high + moved, 3))


def lively(seen: State, recent: Sequence[Event]) -> tuple[str, ...]:
    """The names of the theatres in which most has happened, ``LIVELY`` at most; of those alike the smallest.
    What happened in an area that belongs to two of them counts for one.
    """
    events = Counter(area for event in recent for area in _places(event) if area in seen.areas)
    chosen = list[str]()
    for _ in range(LIVELY):
        counts = {name: sum(events[area] for area in areas) for name, areas in seen.map.theatres.items()}
        smallest_first = sorted(counts, key=lambda name: len(seen.map.theatres[name]))
        busiest = max(smallest_first, key=counts.__getitem__, default="")
        if not busiest or not counts[busiest]:
            break
        chosen.append(busiest)
        for area in seen.map.theatres[busiest]:
            del events[area]
    return tuple(chosen)


def _places(event: Event) -> set[str]:
    """The areas in which it happened."""
    named = (getattr(event, field, None) for field in PLACES)
    return {place for place in named if isinstance(place, str)}
