"""What happened or is planned, drawn over the map: arrows, shots, crosses, dotted places."""
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, pi, sin
from typing import NamedTuple

from . import counters, theme
from .pen import Pen, Sprite, sprite
from .scene import CORNERS, Counter, Mark, Point, Spot, Trail


class Stroke(NamedTuple):
    """How a kind of trail looks: width and arrow head in units, how far it keeps from its ends, dashed or not, over the pieces or under."""

    width: float
    head: float
    start: float
    end: float
    dashed: bool
    over: bool
    colour: str = ""
    """"" is the colour of the side."""
    aside: float = 0.0
    """How far to the right of the straight line: so that shots and counter-shots do not hide each other."""
    hollow: bool = False
    """White within."""
    plate: float = 0.36
    """Where along the way its text stands, from 0 to 1."""
    beside: float = 0.0
    """How far to the right of the way its text stands: between neighbours, the corner of a hex, where no piece lies."""


STROKES: Mapping[str, Stroke] = {
    "move": Stroke(0.15, 0.36, 0.0, 0.82, False, False),
    "advance": Stroke(0.15, 0.36, 0.0, 0.82, False, False),
    "attack": Stroke(0.26, 0.44, 0.57, 0.45, False, True, plate=0.42, beside=0.5),
    "attack-failed": Stroke(0.26, 0.44, 0.57, 0.45, False, True, hollow=True, plate=0.42, beside=0.5),
    "shot-hit": Stroke(0.075, 0.3, 0.6, 0.6, False, True, theme.SHOT, 0.15),
    "shot-miss": Stroke(0.075, 0.3, 0.6, 0.6, True, True, theme.SHOT, 0.15),
    "draft-move": Stroke(0.15, 0.4, 0.55, 0.62, True, True),
    "draft-shot": Stroke(0.09, 0.3, 0.6, 0.6, True, True),
    "draft-attack": Stroke(0.22, 0.46, 0.55, 0.5, True, True, plate=0.47, beside=0.5),
    "rally-made": Stroke(0.075, 0.3, 0.6, 0.6, False, True, theme.GOOD),
    "rally-failed": Stroke(0.075, 0.3, 0.6, 0.6, True, True, theme.GOOD),
    "draft-rally": Stroke(0.09, 0.3, 0.6, 0.6, True, True, theme.GOOD),
    "blocking-side": Stroke(0.2, 0.0, 0.0, 0.0, False, True, theme.BLOOD),
    "sight": Stroke(0.07, 0.0, 0.0, 0.0, False, True, theme.GOOD),
    "sight-blocked": Stroke(0.07, 0.0, 0.0, 0.0, True, True, theme.BLOOD),
}
OVER = frozenset({"ghost", "removed", "removed-aside", "target", "blocking"})
"""Spots that lie over the pieces; the others lie under them."""


def over(mark: Mark) -> bool:
    """Whether the mark is drawn over the pieces."""
    return STROKES[mark.kind].over if isinstance(mark, Trail) else mark.kind in OVER


def anchor(mark: Mark) -> Point:
    """The point of the board that the mark's picture belongs to."""
    return mark.points[0] if isinstance(mark, Trail) else mark.at


def drawn(mark: Mark, scale: int) -> Sprite:
    """The mark around its anchor; the same mark elsewhere is the same picture."""
    x, y = anchor(mark)
    match mark:
        case Trail(points, kind, colour, text):
            steps = tuple((round(px - x, 3), round(py - y, 3)) for px, py in points)
            return _trail(steps, kind, colour or theme.INK, text, scale)
        case Spot(_, kind, text, colour, side):
            return _spot(kind, text, colour or theme.INK, side, scale)


def paint(pen: Pen, mark: Mark) -> None:
    """The mark where it belongs, without a sprite of its own."""
    match mark:
        case Trail(points, kind, colour, text):
            arrow(pen, points, STROKES[kind], colour or theme.INK, text)
        case Spot(at, kind, text, colour, side):
            _sign(pen.at(moved=at), kind, text, colour or theme.INK, side)


@lru_cache(maxsize=256)
def _trail(points: tuple[Point, ...], kind: str, colour: str, text: str, scale: int) -> Sprite:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    room = max(0.6, 0.1 + 0.12 * min(len(text), 12)) + STROKES[kind].beside
    box = (min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room)
    return sprite(box, scale, 3, lambda pen: arrow(pen, points, STROKES[kind], colour, text))


def arrow(pen: Pen, points: Sequence[Point], stroke: Stroke, colour: str, text: str) -> None:
    """A trail along ``points``, its text on a plate."""
    body = stroke.colour or theme.shades(colour).arrow
    path = shifted(trimmed(points, stroke.start, stroke.end), stroke.aside)
    shaft = trimmed(path, 0, stroke.head * 0.8)
    for grown, ink in ((0.07, "#ffffff"), (0.0, body), *([(-0.14, "#ffffff")] if stroke.hollow else [])):
        if stroke.dashed and not grown:
            pen.dashes(shaft, ink, stroke.width, 0.22, 0.16)
        else:
            pen.line(shaft, ink, stroke.width + grown)
        if stroke.head:
            _head(pen, path, stroke.head, stroke.width, grown, ink)
    if not stroke.start and stroke.head:
        pen.disc(path[0], 0.14, body, "#ffffff", 0.035)
    if text:
        pill(pen, _along(shifted(path, stroke.beside), stroke.plate), text)


def _head(pen: Pen, path: Sequence[Point], length: float, width: float, grown: float, ink: str) -> None:
    (ax, ay), (bx, by) = path[-2], path[-1]
    way, half = atan2(by - ay, bx - ax), max(0.17, width * 1.15) + grown * 0.9
    bx, by = bx + cos(way) * grown, by + sin(way) * grown
    rear = (bx - cos(way) * (length + grown * 1.6), by - sin(way) * (length + grown * 1.6))
    aside = (sin(way) * half, cos(way) * half)
    pen.area([(bx, by), (rear[0] - aside[0], rear[1] + aside[1]), (rear[0] + aside[0], rear[1] - aside[1])], ink)


def pill(pen: Pen, at: Point, text: str, rim: str = "") -> None:
    """A few letters on a white plate; with a rim of its own colour it is a little larger."""
    grown = 0.06 if rim else 0.0
    half = max(0.24, pen.width(text, 0.38, "-Bold") / 2 + 0.1) + grown
    pen.slab((at[0] - half, at[1] - 0.24 - grown), (2 * half, 0.48 + 2 * grown), "#ffffff", 0.2 + grown, rim or theme.INK, 0.04 + grown)
    pen.text(at, text, 0.38, theme.INK, weight="-Bold")


@lru_cache(maxsize=256)
def _spot(kind: str, text: str, colour: str, side: int, scale: int) -> Sprite:
    return sprite((-1.1, -1.1, 1.1, 1.1), scale, 3, lambda pen: _sign(pen, kind, text, colour, side))


def _sign(pen: Pen, kind: str, text: str, colour: str, side: int) -> None:
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
            for k in (*range(13), *range(15, 18)):   # none over the number of the hex
                pen.disc((0.8 * cos(k * pi / 9), 0.8 * sin(k * pi / 9)), 0.055, colour, "#ffffff", 0.02)
        case "ghost":
            stand = Pen(pen.image, pen.scale * 1.2, pen.at(moved=(0, 0.1)).origin)
            counters.paint(stand, Counter((0, 0), text, side, colour, status=("ghost",)))
        case "target":
            pen.hoop((0, 0.08), 0.78, "#ffffff", 0.17)
            pen.hoop((0, 0.08), 0.75, colour, 0.1)
        case _:
            pill(pen, (0.5, -0.5), text or kind)


def cross(pen: Pen, colour: str) -> None:
    """Where a piece was removed."""
    for width, ink in ((0.34, "#ffffff"), (0.26, theme.INK), (0.14, colour)):
        for slope in (-1, 1):
            pen.line([(-0.36, -0.36 * slope), (0.36, 0.36 * slope)], ink, width)


def trimmed(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The path with so much cut off at either end, but never less than a third of its first and last piece left."""
    path = list(points)
    for at, beyond, cut in ((0, 1, start), (-1, -2, end)):
        (ax, ay), (bx, by) = path[at], path[beyond]
        length = dist((ax, ay), (bx, by))
        share = min(cut / length, 0.66) if length else 0
        path[at] = (ax + (bx - ax) * share, ay + (by - ay) * share)
    return path


def shifted(path: Sequence[Point], aside: float) -> list[Point]:
    """The path moved to the right of the way from its first to its last point."""
    (ax, ay), (bx, by) = path[0], path[-1]
    length = dist((ax, ay), (bx, by)) or 1.0
    dx, dy = (ay - by) / length * aside, (bx - ax) / length * aside
    return [(x + dx, y + dy) for x, y in path]


def _along(path: Sequence[Point], share: float) -> Point:
    """The point that far along the path, from 0 to 1."""
    left = share * sum(dist(a, b) for a, b in pairwise(path))
    for a, b in pairwise(path):
        length = dist(a, b)
        if left <= length and length:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return path[-1]


def _outline(pen: Pen, inset: float, colour: str, width: float) -> None:
    points = [(x * inset, y * inset) for x, y in (*CORNERS, *CORNERS[:2])]
    pen.line(points, "#ffffff", width + 0.05)
    pen.line(points, colour, width)
