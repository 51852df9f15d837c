"""What happened or is planned, drawn over the map: arrows, shots, crosses, dotted places."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, pi, sin

from ...geometry.hex_points import CORNERS, DIRECTION_STEPS, HALF
from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.scene import Counter, Mark, Shape, Spot, Trail
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, moved, sprite, stacked
from ..canvas.two_inks import two_ink_sprite
from ..units import counters, pictogram_counters
from . import tabletop_marks
from .paths import plate_place, trail_path, trim_path, zigzag_path
from .trail_styles import TrailStyle, trail_style

EDGE = "#ffffff"
"""Around arrows and outlines."""
GROWN, MARGIN = 0.07, 0.05
"""How much wider the edge of an arrow is than the arrow; what its picture leaves free around it, in units."""
LONGEST = 48
"""Letters of a text that room is kept for."""
OVER = frozenset(
    {"ghost", "removed", "removed-aside", "target", "blocking", "crossed-out", "note", "roll-failed", "needs", "way"}
)
"""Spots drawn over the pieces."""
UNDER = frozenset({"reach", "zone", "touched", "arc", "camp"})
"""Spots drawn under the pieces."""


NUMBER = ((-0.34, 0.34), (-0.82, -0.52))
"""The place of the number of a hex: across and down."""
HATCHING = {"arc": (2.5, 1.5, 0.05), "camp": (2.0, 1.0, 0.035)}
"""How many stripes a column and half a row hold (their sum or difference is whole), and how thick they are."""


def is_over_pieces(mark: Mark) -> bool:
    """Whether the mark is drawn over the pieces."""
    match mark:
        case Trail(kind=kind):
            return trail_style(kind).over
        case Shape(kind=kind):
            return tabletop_marks.mark_style(kind).over
        case Spot(kind=kind):
            return kind in OVER or kind in tabletop_marks.OVER


def anchor(mark: Mark) -> Point:
    """The point of the board that the mark's picture belongs to."""
    return mark.at if isinstance(mark, Spot) else mark.points[0]


def mark_sprite(mark: Mark, scale: int, times: float = 1.0) -> Sprite:
    """The mark around its anchor; the same mark elsewhere is the same picture.

    ``scale``: pixels of a unit of marks; ``times``: how many of these a board unit has.
    """
    match mark:
        case Trail(points, kind, colour, text):
            return _trail(_steps(points, times), kind, colour or theme.INK, text, scale)
        case Shape(points, kind, colour, text, side):
            return _shape(_steps(points, times), kind, colour or theme.INK, text, side, scale)
        case Spot(_, kind, text, colour, side):
            return _spot(kind, text, colour or theme.INK, side, scale)


@lru_cache(maxsize=512)
def _steps(points: tuple[Point, ...], times: float) -> tuple[Point, ...]:
    """Points as seen from the first of them, in units of marks."""
    x, y = points[0]
    return tuple((round(px * times - x * times, 3), round(py * times - y * times, 3)) for px, py in points)


def draw_mark(pen: Pen, mark: Mark) -> None:
    """The mark where it belongs, without a sprite of its own."""
    match mark:
        case Trail(points, kind, colour, text):
            arrow(pen, points, trail_style(kind), colour or theme.INK, text)
        case Shape(points, kind, colour, text, side):
            outline(pen, points, kind, colour or theme.INK, text, side)
        case Spot(at, kind, text, colour, side):
            _draw_sign(pen.at(moved=at), kind, text, colour or theme.INK, side)


@kept
def _trail(points: tuple[Point, ...], kind: str, colour: str, text: str, scale: int) -> Sprite:
    """An arrow, and its plate over it: most arrows lead to a neighbour, and differ in their texts only."""
    bare = _bare_trail(points, kind, colour, scale)
    if not text:
        return bare
    style = trail_style(kind)
    return stacked((bare, moved(_plate(text, style.size, scale), plate_place(points, style), scale)))


@kept
def _bare_trail(points: tuple[Point, ...], kind: str, colour: str, scale: int) -> Sprite:
    style = trail_style(kind)
    inks = (EDGE, trail_ink(style, colour))
    return two_ink_sprite(trail_box(points, style), scale, inks, lambda pen: arrow(pen, points, style, colour, ""))


def trail_box(points: Sequence[Point], stroke: TrailStyle) -> Rect:
    """What a trail without its text may take."""
    path = trail_path(points, stroke)
    xs, ys = [x for x, _ in path], [y for _, y in path]
    behind = stroke.head - dist(path[-2], path[-1])
    half = max(stroke.width / 2 + stroke.zigzag, _head_half(stroke.width) if stroke.head else 0.0)
    room = half + max(0.0, behind) + GROWN + MARGIN
    return min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room


@kept
def _plate(text: str, size: float, scale: int) -> Sprite:
    half = max(0.6, 0.1 + 0.4 * size * min(len(text), LONGEST))
    return sprite((-half, -0.6, half, 0.6), scale, 3, lambda pen: pill(pen, (0, 0), text, size=size))


@kept
def _shape(points: tuple[Point, ...], kind: str, colour: str, text: str, side: int, scale: int) -> Sprite:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    room = max(0.3, 0.1 + 0.14 * min(len(text), LONGEST)) if text else 0.3
    box = (min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room)
    if not text and tabletop_marks.is_bare(kind):
        inks = (EDGE, tabletop_marks.outline_ink(kind, colour))
        return two_ink_sprite(box, scale, inks, lambda pen: outline(pen, points, kind, colour, text, side))
    return sprite(box, scale, 3, lambda pen: outline(pen, points, kind, colour, text, side))


def outline(pen: Pen, points: Sequence[Point], kind: str, colour: str, text: str, side: int) -> None:
    """An outline, its text on a plate at its first point."""
    tabletop_marks.paint(pen, points, kind, colour, side)
    if text:
        pill(pen, points[0], text, size=tabletop_marks.mark_style(kind).size)


def arrow(pen: Pen, points: Sequence[Point], stroke: TrailStyle, colour: str, text: str) -> None:
    """A trail along ``points``, its text on a plate."""
    body = trail_ink(stroke, colour)
    path = trail_path(points, stroke)
    shaft = zigzag_path(trim_path(path, 0, stroke.head * 0.8), stroke.zigzag)
    for grown, ink in ((GROWN, EDGE), (0.0, body), *([(-0.14, EDGE)] if stroke.hollow else [])):
        if stroke.dashed and not grown:
            pen.dashes(shaft, ink, stroke.width, 0.22, 0.16)
        else:
            pen.line(shaft, ink, stroke.width + grown)
        if stroke.head:
            _head(pen, path, stroke.head, stroke.width, grown, ink)
    if not stroke.start and stroke.end and stroke.head:
        pen.disc(path[0], 0.14, body, EDGE, 0.035)
    if text:
        pill(pen, plate_place(points, stroke), text, size=stroke.size)


def trail_ink(stroke: TrailStyle, colour: str) -> str:
    """What a trail of a side's colour is drawn with."""
    return stroke.colour or theme.shades(colour).arrow


def _head(pen: Pen, path: Sequence[Point], length: float, width: float, grown: float, ink: str) -> None:
    (ax, ay), (bx, by) = path[-2], path[-1]
    way, half = atan2(by - ay, bx - ax), _head_half(width) + grown * 0.9
    bx, by = bx + cos(way) * grown, by + sin(way) * grown
    rear = (bx - cos(way) * (length + grown * 1.6), by - sin(way) * (length + grown * 1.6))
    aside = (sin(way) * half, cos(way) * half)
    pen.polygon([(bx, by), (rear[0] - aside[0], rear[1] + aside[1]), (rear[0] + aside[0], rear[1] - aside[1])], ink)


def _head_half(width: float) -> float:
    """Half the width of the head of an arrow."""
    return max(0.17, width * 1.15)


def pill(pen: Pen, at: Point, text: str, rim: str = "", size: float = 0.38) -> None:
    """A few letters on a white plate; with a rim of its own colour it is a little larger."""
    grown, high = 0.06 if rim else 0.0, size * 0.63
    half = max(high, pen.width(text, size, "-Bold") / 2 + 0.1) + grown
    corner, room = (at[0] - half, at[1] - high - grown), (2 * half, 2 * (high + grown))
    pen.rounded_box(corner, room, "#ffffff", high * 0.83 + grown, rim or theme.INK, 0.04 + grown)
    pen.text(at, text, size, theme.INK, weight="-Bold")


@kept
def _spot(kind: str, text: str, colour: str, side: int, scale: int) -> Sprite:
    letter = {"note": 0.1, "remark": 0.16}.get(kind, 0.0)
    wide = max(1.1, 0.2 + letter * min(len(text), LONGEST))
    return sprite((-wide, -1.1, wide, 1.1), scale, 3, lambda pen: _draw_sign(pen, kind, text, colour, side))


def _draw_sign(pen: Pen, kind: str, text: str, colour: str, side: int) -> None:
    match kind:
        case "removed":
            cross(pen, colour)
            if text:
                pill(pen, (0, 0.5), text)
        case "removed-aside":
            cross(Pen(pen.image, pen.scale * 0.55, pen.at(moved=(0.62, -0.5)).origin), colour)
        case "reach":
            pill(pen, (0, 0), text, theme.GOOD)
        case "touched" | "blocking":
            _outline(pen, 0.95, theme.BLOOD if kind == "blocking" else theme.GOOD, 0.06 if kind == "touched" else 0.09)
        case "zone":
            for k in (*range(13), *range(15, 18)):  # none over the number of the hex
                pen.disc((0.8 * cos(k * pi / 9), 0.8 * sin(k * pi / 9)), 0.055, colour, "#ffffff", 0.02)
        case "ghost":
            stand = Pen(pen.image, pen.scale * 1.2, pen.at(moved=(0, 0.1)).origin)
            counters.paint(stand, Counter((0, 0), text, side, colour, status=("ghost",)))
        case "target":
            pen.circle((0, 0.08), 0.78, "#ffffff", 0.17)
            pen.circle((0, 0.08), 0.75, colour, 0.1)
        case _:
            _draw_other_sign(pen, kind, text, colour, side)


def _draw_other_sign(pen: Pen, kind: str, text: str, colour: str, side: int) -> None:
    """Signs of games with zones, arcs, rolls and facings; of an unknown kind its words."""
    match kind:
        case "arc" | "camp":
            hatch_hex(pen, *HATCHING[kind], side, theme.mix(colour, theme.PAPER, 0.25))
        case "crossed-out":
            _outline(pen, 0.92, theme.BLOOD, 0.1)
            for width, ink in ((0.15, "#ffffff"), (0.08, theme.BLOOD)):
                for slope in (-1, 1):
                    pen.line([(-0.46, -0.78 * slope), (0.46, 0.78 * slope)], ink, width)
        case "way" if text in DIRECTION_STEPS:
            pictogram_counters.draw_arrow(pen.at(moved=(0, 0.06)), DIRECTION_STEPS[text])
        case "roll-failed":
            pill(pen, (0, 0), text, theme.BLOOD, 0.3)
            small_cross(pen, (0, -0.42))
        case _ if kind in tabletop_marks.SIGNS:
            tabletop_marks.SIGNS[kind](pen, text, colour)
        case "needs" | "note":
            pill(pen, (0, 0), text or kind, size=0.3)
        case _:
            pill(pen, (0.5, -0.5), text or kind)


def hatch_hex(pen: Pen, across: float, down: float, width: float, side: int, colour: str) -> None:
    """Slanting stripes over a hex, for every second side the other way; they run on from hex to hex, and leave its
    number free.
    """
    lean = -1 if side % 2 else 1
    for k in range(-5, 6):
        found = sorted(_rim_crossings(across * lean / 1.5, down / HALF, k))
        if len(found) >= 2 and dist(found[0], found[-1]) > 0.05:
            for a, b in _parts_off_number(found[0], found[-1]):
                pen.line([a, b], colour, width, "flat")


def _parts_off_number(a: Point, b: Point) -> Iterator[tuple[Point, Point]]:
    """The parts of a slanting stripe that do not run through the number of the hex."""
    spans = [
        sorted((low - start) / (end - start) for low in limits) for start, end, limits in zip(a, b, NUMBER, strict=True)
    ]
    first, last = max(span[0] for span in spans), min(span[1] for span in spans)
    if first >= last or last <= 0 or first >= 1:
        yield a, b
        return
    for low, high in ((0.0, first), (last, 1.0)):
        if low < high:
            (ax, ay), (bx, by) = a, b
            yield (ax + (bx - ax) * low, ay + (by - ay) * low), (ax + (bx - ax) * high, ay + (by - ay) * high)


def _rim_crossings(a: float, b: float, level: float) -> Iterator[Point]:
    """Where the line a x + b y = level crosses the rim of the hex."""
    for (px, py), (qx, qy) in pairwise((*CORNERS, CORNERS[0])):
        high, low = a * px + b * py - level, a * qx + b * qy - level
        if high * low <= 0 and high != low:
            share = high / (high - low)
            yield px + (qx - px) * share, py + (qy - py) * share


def small_cross(pen: Pen, at: Point) -> None:
    """Over a roll that failed."""
    (x, y) = at
    for width, ink in ((0.13, "#ffffff"), (0.07, theme.BLOOD)):
        for slope in (-0.12, 0.12):
            pen.line([(x - 0.12, y - slope), (x + 0.12, y + slope)], ink, width)


def cross(pen: Pen, colour: str) -> None:
    """Where a piece was removed."""
    for width, ink in ((0.34, "#ffffff"), (0.26, theme.INK), (0.14, colour)):
        for slope in (-1, 1):
            pen.line([(-0.36, -0.36 * slope), (0.36, 0.36 * slope)], ink, width)


def _outline(pen: Pen, inset: float, colour: str, width: float) -> None:
    points = [(x * inset, y * inset) for x, y in (*CORNERS, *CORNERS[:2])]
    pen.line(points, "#ffffff", width + 0.05)
    pen.line(points, colour, width)
