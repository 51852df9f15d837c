"""The odds of a battle as a PNG: who wins how often as one bar, what is left as columns, what it costs; told apart
without colour.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from ..geometry.plane import Point
from ..scene.area_units import Badge
from ..scene.chart import BattleEnd, Chart, ChartSide
from .canvas import png, theme
from .canvas.pen import Pen
from .units.badges import badge_wide, paint_badge

WIDE, HIGH, GRAIN = 1100, 760, 2
MARGIN, BAR, LETTERS, SPACE = 34, 66, 22, 24
TOP, FLOOR, TALLEST = 246, 606, 176
"""Where the first bar hangs, where the columns stand, and how high the highest is."""
FEW = 24
"""Columns that find room."""
SOFT = theme.mix(theme.INK, theme.PAPER, 0.35)


@lru_cache(maxsize=32)
def draw_chart(chart: Chart) -> bytes:
    """PNG of 1100 by 760 pixels.  The same chart gives the same bytes."""
    image = Image.new("RGB", (WIDE * GRAIN, HIGH * GRAIN), theme.PAPER)
    pen = Pen(image, GRAIN)
    size = pen.fitting_size(chart.title, 32, WIDE - 2 * MARGIN, "-Bold")
    pen.text((MARGIN, 36), chart.title, size, theme.INK, weight="-Bold", anchor="lm")
    for nth, line in enumerate(chart.lines):
        _line(pen, 84 + 74 * nth, line, nth)
    _shares(pen, TOP, chart)
    _columns(pen, chart)
    for y, words in ((HIGH - 58, chart.swing), (HIGH - 27, chart.note)):
        pen.text((MARGIN, y), words, pen.fitting_size(words, LETTERS, WIDE - 2 * MARGIN), theme.INK, anchor="lm")
    pen.line([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH), (0, 0)], theme.INK, 4, "flat")
    return png.encode(image.reduce(GRAIN).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


def _line(pen: Pen, y: float, line: ChartSide, nth: int) -> None:
    """The side's sign and name, its units as badges, and under them what is left and lost."""
    _filled(pen, (MARGIN, y - 15), (30, 30), "won" if nth == 0 else "lost", (line.colour, line.colour))
    name = pen.fitting_size(line.name, 24, 200, "-Bold")
    pen.text((MARGIN + 42, y), line.name, name, theme.INK, weight="-Bold", anchor="lm")
    badges, x = [Badge(kind, number) for kind, number in line.units], float(MARGIN + 260)
    scale = min(36.0, (WIDE - MARGIN - x) / max(1.0, sum(map(badge_wide, badges))))
    for badge in badges:
        paint_badge(Pen(pen.image, pen.scale * scale, pen.at(moved=(x, y)).origin), badge)
        x += badge_wide(badge) * scale
    words = f"left on average: {line.left} · loses {line.lost}"
    pen.text((MARGIN + 42, y + 32), words, pen.fitting_size(words, 20, WIDE - 2 * MARGIN - 42), SOFT, anchor="lm")


def _shares(pen: Pen, top: float, chart: Chart) -> None:
    """One bar of the whole width; figures in the parts, words under them, apart from each other."""
    x, room, ends = float(MARGIN), WIDE - 2 * MARGIN, list[float]()
    colours = (chart.lines[0].colour, chart.lines[1].colour)
    pen.rounded_box((MARGIN - 2, top - 2), (room + 4, BAR + 4), theme.INK)
    for part in chart.shares:
        wide = room * part.share
        if wide >= 1:
            _filled(pen, (x, top), (wide, BAR), part.end, colours)
        if pen.width(part.figure, 26, "-Bold") + 16 < wide:
            half = pen.width(part.figure, 26, "-Bold") / 2 + 9
            pen.rounded_box((x + wide / 2 - half, top + 15), (2 * half, BAR - 30), theme.PAPER, 8)
            pen.text((x + wide / 2, top + BAR / 2), part.figure, 26, theme.INK, weight="-Bold")
        ends.append(x + wide / 2)
        x += wide
    words = [f"{part.words} {part.figure} {part.range}".strip() for part in chart.shares]
    size = pen.fitting_size("".join(words), LETTERS, room - SPACE * len(words))
    for at, text in zip(_spread_out(ends, [pen.width(text, size) for text in words], room), words, strict=True):
        pen.text((at, top + BAR + 22), text, size, theme.INK)


def _spread_out(middles: Sequence[float], widths: Sequence[float], room: float) -> list[float]:
    """Middles of words as near as may be to those wished, none over another, all on the picture."""
    found, edge = list[float](), float(MARGIN)
    for middle, wide in zip(middles, widths, strict=True):
        at = max(middle, edge + wide / 2)
        found.append(at)
        edge = at + wide / 2 + SPACE
    edge = float(MARGIN + room)
    for nth in range(len(found) - 1, -1, -1):
        found[nth] = min(found[nth], edge - widths[nth] / 2)
        edge = found[nth] - widths[nth] / 2 - SPACE
    return found


def _columns(pen: Pen, chart: Chart) -> None:
    """What is left, from the attacker's best end on the left to the defender's on the right."""
    room, colours = WIDE - 2 * MARGIN, (chart.lines[0].colour, chart.lines[1].colour)
    step = room / max(1, len(chart.columns))
    most = max([column.share for column in chart.columns] or [1.0]) or 1.0
    wide = min(step * 0.78, 70)
    pen.text(
        (MARGIN, FLOOR - TALLEST - 50), "Units left and how often", LETTERS, theme.INK, weight="-Bold", anchor="lm"
    )
    for nth, column in enumerate(chart.columns):
        middle, high = MARGIN + step * (nth + 0.5), max(2.0, TALLEST * column.share / most)
        pen.rounded_box((middle - wide / 2 - 1.5, FLOOR - high - 1.5), (wide + 3, high + 1.5), theme.INK)
        _filled(pen, (middle - wide / 2, FLOOR - high), (wide, high), column.end, colours)
        figure = f"{100 * column.share:.0f}%" if column.share >= 0.01 else "<1%"
        size = pen.fitting_size(figure, 19, step - 3)
        if size >= 10:
            pen.text((middle, FLOOR - high - 13), figure, size, theme.INK)
        pen.text(
            (middle, FLOOR + 16),
            column.left,
            pen.fitting_size(column.left, 20, step - 3, "-Bold"),
            theme.INK,
            weight="-Bold",
        )
    pen.line([(MARGIN, FLOOR), (MARGIN + room, FLOOR)], theme.INK, 2.5, "flat")
    _sides(pen, chart, step)


def _sides(pen: Pen, chart: Chart, step: float) -> None:
    """Whose units the figures under the columns count."""
    for ends, words in ((("won", "retreated"), f"of {chart.lines[0].name}"), (("lost",), f"of {chart.lines[1].name}")):
        own = [at for at, column in enumerate(chart.columns) if column.end in ends]
        if own:
            left, right = MARGIN + step * own[0] + 3, MARGIN + step * (own[-1] + 1) - 3
            pen.line(
                [(left, FLOOR + 34), (left, FLOOR + 40), (right, FLOOR + 40), (right, FLOOR + 34)],
                theme.INK,
                1.5,
                "flat",
            )
            size = pen.fitting_size(words, 20, WIDE / 2 - MARGIN)
            half = pen.width(words, size) / 2
            middle = min(max((left + right) / 2, MARGIN + half), WIDE - MARGIN - half)
            pen.text((middle, FLOOR + 57), words, size, theme.INK)


def _filled(pen: Pen, corner: Point, size: Point, end: BattleEnd, colours: tuple[str, str]) -> None:
    """Won: plain; draw: white; lost: slanting lines; retreated: dots."""
    (x, y), (w, h) = corner, size
    face = {
        "won": colours[0],
        "lost": theme.mix(colours[1], "#ffffff", 0.25),
        "draw": "#ffffff",
        "retreated": theme.mix(colours[0], "#ffffff", 0.6),
    }[end]
    part = Image.new("RGB", (max(1, round(w * pen.scale)), max(1, round(h * pen.scale))), face)
    inner, dark = Pen(part, pen.scale), theme.mix(colours[1 if end == "lost" else 0], "#000000", 0.45)
    if end == "lost":
        for k in range(-int(h // 11) - 1, int(w // 11) + 2):
            inner.line([(k * 11.0, h), (k * 11.0 + h, 0)], dark, 3, "flat")
    elif end == "retreated":
        for row in range(int(h // 10) + 1):
            for column in range(int(w // 10) + 1):
                inner.disc((5 + column * 10, 5 + row * 10), 2.4, dark)
    pen.image.paste(part, (round(x * pen.scale + pen.origin[0]), round(y * pen.scale + pen.origin[1])))
