"""Where the names of a table's ground stand: on their pieces or beside them, none over another."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot

from PIL import Image

from ...geometry.plane import Point
from ...geometry.polygons import mean_corner
from ...geometry.rectangles import Rect
from ...scene.scene import Crossing, GroundPart, TableArea, TableLine
from ..canvas.pen import Pen

LETTER = 0.9
"""Of a name, in ems."""
MEASURED = 24
"""Pixels of an em where names are only measured."""
SOLID = ("building", "fieldworks", "entrenchment")
"""Small areas that a name beside them would hide."""


def names(pen: Pen, still: Sequence[GroundPart], size: Point, em: float) -> Iterator[tuple[Point, str, str]]:
    """Where each name stands on a board of that size, over no other one if there is room; and of what it is the
    name.
    """
    taken = list[tuple[Point, float]]()
    for part in (*_called(still, TableArea), *_called(still, Crossing), *_called(still, TableLine)):
        half = pen.width(part.name, LETTER * em, "-Bold") / 2
        room, high = half + 0.2, 0.6 * em
        places = [
            (min(max(x, room), size[0] - room), min(max(y, high), size[1] - high)) for x, y in _places(part, em, half)
        ]
        best = min(
            range(len(places)),
            key=lambda nth: (
                round(_crowded(places[nth], half, taken, em), 2),
                round(_over(places[nth], half, part, still, em), 2),
                nth,
            ),
        )
        taken.append((places[best], half))
        yield places[best], part.name, part.terrain if isinstance(part, TableArea) else part.kind


def name_boxes(still: Sequence[GroundPart], size: Point, em: float) -> Iterator[Rect]:
    """What the names take on a board of that size whose letters are ``em`` board units high."""
    pen = Pen(Image.new("L", (1, 1)), MEASURED / em)
    for (x, y), words, _ in names(pen, still, size, em):
        half = pen.width(words, LETTER * em, "-Bold") / 2
        yield x - half, y - em / 2, x + half, y + em / 2


def _called(still: Sequence[GroundPart], kind: type) -> Iterator[TableArea | TableLine | Crossing]:
    return (part for part in still if isinstance(part, kind) and part.name)  # type: ignore[union-attr, misc]


def _places(part: TableArea | TableLine | Crossing, em: float, half: float) -> list[Point]:
    match part:
        case TableArea(shape=shape):
            x, y = mean_corner(shape)
            ys = [py for _, py in shape]
            return [
                (x, y + 0.9 * em if part.crest else y),
                (x, max(ys) + 0.7 * em),
                (x, min(ys) - 0.7 * em),
                (x, y + 1.8 * em),
            ]
        case Crossing(at=(x, y)):
            return [
                (x + half + 1.1, y + 0.8 * em),
                (x - half - 1.1, y - 0.8 * em),
                (x + half + 1.1, y - 0.8 * em),
                (x, y + 1.6),
            ]
        case TableLine(points=points):
            spots = [_share(points, share) for share in (0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95)]
            return [
                (x + dx, y + dy) for x, y in spots for dx, dy in ((0, 0.95 * em), (0, -0.95 * em), (half + 0.6 * em, 0))
            ]


def _share(points: Sequence[Point], share: float) -> Point:
    left = share * sum(dist(a, b) for a, b in pairwise(points))
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if length and left <= length:
            return ax + (bx - ax) * left / length, ay + (by - ay) * left / length
        left -= length
    return points[-1]


def _over(at: Point, half: float, own: GroundPart, still: Sequence[GroundPart], em: float) -> float:
    """How much of the ground a course's or crossing's name would hide: inches of others' lines, crossings and edges of
    areas under it.
    """
    if isinstance(own, TableArea):
        return 0.0
    lines = [part.points for part in still if isinstance(part, TableLine)]
    lines += [(*part.shape, *part.shape[:1]) for part in still if isinstance(part, TableArea) and part.terrain in SOLID]
    lines += [_deck(part) for part in still if isinstance(part, Crossing)]
    return sum(_inside(a, b, at, half, 0.5 * em) for line in lines for a, b in pairwise(line))


def _deck(part: Crossing) -> tuple[Point, Point]:
    (x, y), (ux, uy), half = part.at, part.way, max(part.width / 2, 0.6)
    return (x - ux * half, y - uy * half), (x + ux * half, y + uy * half)


def _inside(a: Point, b: Point, at: Point, wide: float, high: float) -> float:
    """How much of a line lies in an upright box around a point."""
    low, top = 0.0, 1.0
    for start, end, middle_, reach in ((a[0], b[0], at[0], wide), (a[1], b[1], at[1], high)):
        step = end - start
        if abs(step) < 1e-9:
            if abs(start - middle_) > reach:
                return 0.0
            continue
        one, other = sorted(((middle_ - reach - start) / step, (middle_ + reach - start) / step))
        low, top = max(low, one), min(top, other)
    return max(0.0, top - low) * dist(a, b)


def _crowded(at: Point, half: float, taken: Sequence[tuple[Point, float]], em: float) -> float:
    beside = (half + other - abs(at[0] - x) for (x, y), other in taken if abs(at[1] - y) < 1.1 * em)
    return sum(max(0.0, over) for over in beside)
