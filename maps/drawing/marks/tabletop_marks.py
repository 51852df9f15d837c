"""Outlines on a board: where units stood and could come to, arcs of fire, rings, zones; and the small signs of
a table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...geometry.plane import Point, Points, arc
from ..canvas import theme
from ..canvas.pen import Pen
from ..units.unit_plates import BOLT


class MarkStyle(NamedTuple):
    """How an outline is drawn: its line, dashes (0: none), what hatches or tints it, over the pieces or under."""

    width: float
    dash: float = 0.0
    tint: float = 0.0
    """Opacity of its colour over the ground inside, from 0 to 1."""
    hatch: float = 0.0
    """How far apart its stripes are; 0: none."""
    over: bool = False
    colour: str = ""
    """"" is the colour of the side."""
    size: float = 0.4
    """Of its text."""


MARK_STYLES: Mapping[str, MarkStyle] = {
    "ghost": MarkStyle(0.05, 0.14),
    "stand": MarkStyle(0.08, 0.0, 0.35, over=True),
    "reach-worst": MarkStyle(0.09, 0.0, 0.22),
    "reach-best": MarkStyle(0.07, 0.3, 0.1),
    "wedge": MarkStyle(0.06, 0.0, 0.0, 0.42),
    "ring": MarkStyle(0.07, 0.18),
    "zone": MarkStyle(0.07, 0.35, 0.0, 1.1),
    "objective": MarkStyle(0.05, 0.12),
    "rubble": MarkStyle(0.07, 0.0, 0.0, 0.0, colour=theme.STONE[0]),
    "blocking": MarkStyle(0.11, 0.0, 0.15, over=True, colour=theme.BLOOD),
    "target": MarkStyle(0.1, 0.0, over=True),
}
PLAIN = MarkStyle(0.07, 0.2)
"""An outline of an unknown kind."""


def mark_style(kind: str) -> MarkStyle:
    return MARK_STYLES.get(kind, PLAIN)


def outline_ink(kind: str, colour: str) -> str:
    """What the line of an outline of a side's colour is drawn with."""
    return mark_style(kind).colour or theme.shades(colour).arrow


def is_bare(kind: str) -> bool:
    """Whether there is nothing within the outline, so that it is all of its ink and of white."""
    known = mark_style(kind)
    return not known.tint and not known.hatch and kind != "rubble"


def sector_outline(at: Point, facing: float, whole: float, radius: float) -> Points:
    """The outline of an arc of ``whole`` degrees around a bearing, out to ``radius``; y grows upwards."""
    return at, *arc(at, radius, facing - whole / 2, facing + whole / 2)


def circle_outline(at: Point, radius: float) -> Points:
    """The outline of a circle."""
    return arc(at, radius, 0, 0)[:-1]


def paint(pen: Pen, points: Sequence[Point], kind: str, colour: str, side: int) -> None:
    """The outline, without its text."""
    known = mark_style(kind)
    ink = outline_ink(kind, colour)
    closed = [*points, points[0]]
    if known.tint:
        pen.polygon(points, f"{ink}{round(255 * known.tint):02x}")
    if known.hatch:
        for a, b in hatching(points, known.hatch, side):
            pen.line([a, b], f"{ink}70", 0.05, "flat")
    if kind == "rubble":
        _rubble(pen, points, ink)
    if known.dash:
        pen.dashes(closed, "#ffffff", known.width + 0.05, known.dash, known.dash * 0.7)
        pen.dashes(closed, ink, known.width, known.dash, known.dash * 0.7)
    else:
        pen.line(closed, "#ffffff", known.width + 0.06)
        pen.line(closed, ink, known.width)


def _rubble(pen: Pen, points: Sequence[Point], ink: str) -> None:
    """A ruin: pale within, crossed out."""
    pen.polygon(points, theme.STONE[1])
    for side in (0, 1):
        for a, b in hatching(points, 0.3, side):
            pen.line([a, b], ink, 0.05, "flat")


def hatching(points: Sequence[Point], apart: float, side: int) -> Iterator[tuple[Point, Point]]:
    """Stripes within a polygon at 45 degrees, for every second side the other way."""
    lean = -1.0 if side % 2 else 1.0
    levels = [x + lean * y for x, y in points]
    ring = [*points, points[0]]
    for k in range(int(min(levels) // apart), int(max(levels) // apart) + 2):
        cuts = sorted(_outline_crossings(ring, lean, k * apart + apart / 2))
        yield from zip(cuts[::2], cuts[1::2], strict=False)


def _outline_crossings(ring: Sequence[Point], lean: float, level: float) -> Iterator[Point]:
    for (ax, ay), (bx, by) in pairwise(ring):
        p, q = ax + lean * ay - level, bx + lean * by - level
        if (p < 0) != (q < 0):
            share = p / (p - q)
            yield ax + (bx - ax) * share, ay + (by - ay) * share


# small signs
def flag(pen: Pen, text: str, colour: str) -> None:
    """An objective: a pole with a flag in its holder's colour, what it is worth on it."""
    pen.line([(0, 0.1), (0, -0.95)], "#ffffff", 0.16)
    pen.rounded_box((-0.03, -1.0), (0.82, 0.58), "#ffffff", 0.04)
    pen.line([(0, 0.1), (0, -0.95)], theme.INK, 0.08)
    pen.rounded_box((0.0, -0.97), (0.76, 0.52), theme.INK)
    pen.rounded_box((0.05, -0.92), (0.66, 0.42), colour)
    pen.text(
        (0.38, -0.71), text, pen.fitting_size(text, 0.4, 0.6, "-Bold"), theme.text_colour_on(colour), weight="-Bold"
    )


def pips(pen: Pen, text: str, colour: str) -> None:
    """Shellings of a building: ``2/3`` as that many filled of so many discs."""
    hit, _, whole = text.partition("/")
    count = min(int(whole or 1), 9)
    for nth in range(count):
        x = (nth - (count - 1) / 2) * 0.34
        pen.disc((x, 0), 0.17, "#ffffff")
        pen.disc((x, 0), 0.14, theme.INK)
        if nth >= int(hit or 0):
            pen.disc((x, 0), 0.09, "#ffffff")


def flash(pen: Pen, text: str, colour: str) -> None:
    """A gun's muzzle flash."""
    for grown, ink in ((1.25, theme.INK), (1.0, "#ffd400")):
        pen.polygon([(x * 0.36 * grown, y * 0.36 * grown) for x, y in BOLT], ink)


def remark(pen: Pen, text: str, colour: str) -> None:
    """Words on a plate."""
    half = pen.width(text, 0.44, "-Bold") / 2 + 0.16
    pen.rounded_box((-half, -0.31), (2 * half, 0.62), "#ffffff", 0.24, theme.INK, 0.05)
    pen.text((0, 0), text, 0.44, theme.INK, weight="-Bold")


def dot(pen: Pen, text: str, colour: str) -> None:
    """A point measured from."""
    pen.disc((0, 0), 0.13, "#ffffff")
    pen.disc((0, 0), 0.09, theme.BLOOD)


def figure(pen: Pen, text: str, colour: str) -> None:
    """Letters without a plate."""
    pen.text((0, 0), text, 0.42, theme.INK, weight="-Bold", halo="#ffffff", halo_width=0.07)


def fallen(pen: Pen, text: str, colour: str) -> None:
    """Where a model was removed: a hollow base crossed out, its number below."""
    pen.disc((0, 0), 0.34, "#ffffff")
    pen.circle((0, 0), 0.32, theme.shades(colour).arrow, 0.06)
    for width, ink in ((0.16, "#ffffff"), (0.09, theme.BLOOD)):
        for lean in (-1, 1):
            pen.line([(-0.32, -0.32 * lean), (0.32, 0.32 * lean)], ink, width)


Sign = Callable[[Pen, str, str], None]
SIGNS: Mapping[str, Sign] = {
    "flag": flag,
    "pips": pips,
    "flash": flash,
    "dot": dot,
    "remark": remark,
    "figure": figure,
    "fallen": fallen,
}
"""Spots of a table."""
OVER = frozenset({"pips", "flash", "dot", "remark", "figure"})
"""Those drawn over the pieces."""
