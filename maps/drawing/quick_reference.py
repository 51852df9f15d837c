"""A game's quick reference as a PNG: headings, small tables and short lines in one column, large enough for a phone."""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from ..scene.quick_reference import QuickReference, ReferenceSection
from .canvas import png, theme
from .canvas.pen import Pen
from .canvas.text_lines import TextLine, wrap_text

WIDE, GRAIN = 900, 2
BANNER, MARGIN, HEAD, ROW = 92, 26, 36, 30
ROOM = WIDE - 2 * MARGIN
TEXT, DOWN, INDENT = 21, 27, 18
GAP = 9
"""Under each section."""
SOFT = theme.mix(theme.INK, theme.PAPER, 0.28)
PALE = theme.mix(theme.PAPER, theme.INK, 0.07)


@lru_cache(maxsize=16)
def draw_quick_reference(page: QuickReference) -> bytes:
    """PNG, 900 pixels across and as long as the page needs.  The same page gives the same bytes."""
    height = BANNER + sum(map(_height, page.sections)) + MARGIN
    image = Image.new("RGB", (WIDE * GRAIN, height * GRAIN), theme.PAPER)
    pen = Pen(image, GRAIN)
    pen.rounded_box((0, 0), (WIDE, BANNER - 10), theme.INK)
    title = pen.fitting_size(page.title, 36, ROOM, "-Bold")
    pen.text((MARGIN, 34), page.title, title, theme.PAPER, weight="-Bold", anchor="lm")
    subtitle = pen.fitting_size(page.subtitle, 20, ROOM)
    pen.text((MARGIN, 64), page.subtitle, subtitle, theme.PAPER, anchor="lm")
    y = BANNER
    for section in page.sections:
        _draw_section(pen, y, section)
        y += _height(section)
    pen.line([(0, 0), (WIDE, 0), (WIDE, height), (0, height), (0, 0)], theme.INK, 5, "flat")
    return png.encode(image.reduce(GRAIN).quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


def _draw_section(pen: Pen, top: int, section: ReferenceSection) -> None:
    y = float(top)
    pen.rounded_box((MARGIN - 10, y), (ROOM + 20, HEAD - 6), theme.mix(theme.PAPER, theme.INK, 0.18), 5)
    pen.text((MARGIN, y + (HEAD - 6) / 2), section.title, TEXT, theme.INK, weight="-Bold", anchor="lm")
    y += HEAD
    _draw_table(pen, y, section.rows)
    y += ROW * len(section.rows)
    for line in _text_lines(section):
        pen.text((MARGIN + line.x, y + DOWN / 2), line.words, line.size, line.ink, weight=line.weight, anchor="lm")
        y += line.down


def _draw_table(pen: Pen, top: float, rows: tuple[tuple[str, ...], ...]) -> None:
    """The first row is the heads; columns share what room is left beside their widest cells."""
    widths = [max(pen.width(cell, TEXT, "-Bold") for cell in column) for column in zip(*rows, strict=True)]
    spare = max(0.0, ROOM - sum(widths)) / max(1, len(widths))
    squeeze = min(1.0, ROOM / max(1.0, sum(widths)))
    for number, row in enumerate(rows):
        y, x = top + number * ROW, float(MARGIN)
        if number % 2:
            pen.rounded_box((MARGIN - 10, y), (ROOM + 20, ROW), PALE)
        for cell, width in zip(row, widths, strict=True):
            size = pen.fitting_size(cell, TEXT * squeeze, width * squeeze + spare)
            ink, weight = (SOFT, "-Bold") if number == 0 else (theme.INK, "")
            pen.text((x, y + ROW / 2), cell, size, ink, weight=weight, anchor="lm")
            x += width * squeeze + spare


def _text_lines(section: ReferenceSection) -> Iterator[TextLine]:
    """Its lines, broken to the width of the page; what goes on in a further line is set in."""
    for words in section.lines:
        for number, part in enumerate(wrap_text(words, TEXT, ROOM - INDENT)):
            yield TextLine(part, INDENT * bool(number), TEXT, theme.INK, "", DOWN)


def _height(section: ReferenceSection) -> int:
    return HEAD + ROW * len(section.rows) + DOWN * len(list(_text_lines(section))) + GAP
