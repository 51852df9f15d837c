"""The luck of a game as a PNG that is readable on a phone: bars of faces beside what fair dice bring, and for each side
what came beside what was expected.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from ..geometry.plane import Point
from ..scene.luck_chart import FaceBars, LuckBar, LuckChart
from .canvas import png, theme
from .canvas.pen import Pen
from .canvas.text_lines import wrap_text

WIDE, GRAIN = 800, 2
"""Pixels across; a phone shows half of them, so no letters are smaller than 26."""
MARGIN, LETTERS, SMALL, TITLE, LEAST_COUNT = 36, 30, 26, 42, 20
TOP, TALLEST, FACES_HIGH = 92, 190, 360
"""Where the first diagram begins, how high its highest bar is, and how high it is with its words."""
LEGEND_HIGH, PAIR_HIGH, LINE_HIGH = 56, 122, 38
ROOM, SIDE = WIDE - 2 * MARGIN, 130
"""Width between the margins, and what of it the figures beside the bars take."""
SOFT = theme.mix(theme.INK, theme.PAPER, 0.35)
FACE = "#2a5d9c"


@lru_cache(maxsize=32)
def draw_luck_chart(chart: LuckChart) -> bytes:
    """PNG of 800 pixels across, as high as it must be.  The same chart gives the same bytes."""
    notes = [line for note in chart.notes for line in wrap_text(note, SMALL, ROOM)]
    height = TOP + FACES_HIGH * len(chart.faces) + LEGEND_HIGH * bool(chart.bars) + PAIR_HIGH * len(chart.bars)
    height += LINE_HIGH * len(notes) + MARGIN
    image = Image.new("RGB", (WIDE * GRAIN, height * GRAIN), theme.PAPER)
    pen = Pen(image, GRAIN)
    size = pen.fitting_size(chart.title, TITLE, ROOM, "-Bold")
    pen.text((MARGIN, 50), chart.title, size, theme.INK, weight="-Bold", anchor="lm")
    y = float(TOP)
    for diagram in chart.faces:
        _faces(pen, y, diagram)
        y += FACES_HIGH
    y = _pairs(pen, y, chart.bars)
    for line in notes:
        pen.text((MARGIN, y + LINE_HIGH / 2), line, SMALL, theme.INK, anchor="lm")
        y += LINE_HIGH
    pen.line([(0, 0), (WIDE, 0), (WIDE, height), (0, height), (0, 0)], theme.INK, 5, "flat")
    return png.encode(image.reduce(GRAIN).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


def _faces(pen: Pen, y: float, diagram: FaceBars) -> None:
    """A bar for each face, its count on top, and a broken line at what fair dice bring."""
    pen.text((MARGIN, y + 18), diagram.title, LETTERS, theme.INK, weight="-Bold", anchor="lm")
    pen.text((MARGIN, y + FACES_HIGH - 34), diagram.verdict, SMALL, theme.INK, anchor="lm")
    floor, counts = y + FACES_HIGH - 92, diagram.counts
    expected = sum(counts) / len(counts)
    tall, step = TALLEST / max(1.0, expected, *counts), (ROOM - SIDE) / len(counts)
    wide = min(step * 0.74, 84)
    level, bars = floor - expected * tall, list[tuple[float, float]]()
    for nth, count in enumerate(counts):
        middle, high = MARGIN + step * (nth + 0.5), max(2.0, count * tall)
        pen.rounded_box((middle - wide / 2, floor - high), (wide, high), FACE, 4, theme.INK, 2)
        pen.text((middle, floor + 22), str(nth + 1), min(SMALL, step * 0.7), theme.INK, weight="-Bold")
        bars.append((middle, high))
    pen.line([(MARGIN, floor), (MARGIN + ROOM - SIDE, floor)], theme.INK, 2.5, "flat")
    ends = [(MARGIN, level), (MARGIN + ROOM - SIDE, level)]
    pen.line(ends, theme.PAPER, 5, "flat")
    pen.dashes(ends, theme.BLOOD, 3, 14, 8)
    right = MARGIN + ROOM - SIDE + 12
    pen.text((right, level - 15), f"{expected:,.1f}", SMALL, theme.BLOOD, weight="-Bold", anchor="lm")
    pen.text((right, level + 15), "expected", SMALL, theme.BLOOD, anchor="lm")
    for (middle, high), count in zip(bars, counts, strict=True):
        _count(pen, (middle, floor), (wide, high), f"{count:,}")


def _count(pen: Pen, foot: Point, size: Point, figure: str) -> None:
    """How often a face came: in its bar, or on top of one that is too small."""
    (middle, floor), (wide, high) = foot, size
    if high > 44 and pen.width(figure, LEAST_COUNT, "-Bold") < wide:
        letters = pen.fitting_size(figure, SMALL, wide - 4, "-Bold")
        pen.text((middle, floor - 22), figure, letters, theme.text_colour_on(FACE), weight="-Bold")
    else:
        letters = pen.fitting_size(figure, SMALL, wide / 0.74 - 2)
        at = (middle, floor - high - 16)
        pen.text(at, figure, letters, theme.INK, halo=theme.PAPER, halo_width=2)


def _pairs(pen: Pen, y: float, bars: Sequence[LuckBar]) -> float:
    """What came as a full bar, what was expected as a hollow one under it.  How far down they reach."""
    if bars:
        for x, words, hollow in ((MARGIN, "what came", False), (MARGIN + 250, "what was expected", True)):
            _bar(pen, (x, y + 14), (44, 20), SOFT, hollow)
            pen.text((x + 56, y + 24), words, SMALL, theme.INK, anchor="lm")
        y += LEGEND_HIGH
    for bar in bars:
        alike = [other for other in bars if other.what == bar.what]
        scale = (ROOM - SIDE) / max(1.0, *(max(other.expected, other.actual) for other in alike))
        _pair_title(pen, y + 16, bar)
        for down, value, hollow in ((38, bar.actual, False), (70, bar.expected, True)):
            long = max(3.0, value * scale)
            _bar(pen, (MARGIN, y + down), (long, 28), bar.colour, hollow)
            figure = f"{value:,.1f}".removesuffix(".0")
            weight = "" if hollow else "-Bold"
            pen.text((MARGIN + long + 10, y + down + 14), figure, SMALL, theme.INK, weight=weight, anchor="lm")
        y += PAIR_HIGH
    return y


def _pair_title(pen: Pen, y: float, bar: LuckBar) -> None:
    """The name, cut if it is too long, and behind it what is counted."""
    room = ROOM - 14 - min(pen.width(bar.what, SMALL), ROOM / 2)
    size, name = max(SMALL, pen.fitting_size(bar.name, LETTERS, room, "-Bold")), bar.name
    while len(name) > 1 and pen.width(name, size, "-Bold") > room:
        name = f"{name.rstrip('…')[:-1].rstrip()}…"
    pen.text((MARGIN, y), name, size, theme.INK, weight="-Bold", anchor="lm")
    after = MARGIN + pen.width(name, size, "-Bold") + 14
    pen.text((after, y + 1), bar.what, pen.fitting_size(bar.what, SMALL, WIDE - MARGIN - after), SOFT, anchor="lm")


def _bar(pen: Pen, corner: Point, size: Point, colour: str, hollow: bool) -> None:
    pen.rounded_box(corner, size, theme.PAPER if hollow else colour, 4, theme.INK if not hollow else SOFT, 2)
