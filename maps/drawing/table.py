"""A table as a PNG that is readable on a phone."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from ..scene.table import Table
from .canvas import png, theme
from .canvas.pen import Pen
from .canvas.text_lines import wrap_text

WIDE, WIDEST, GRAIN = 800, 1900, 2
"""Pixels across, if the columns fit; a phone shows half of them, so no letters are smaller than 26."""
MARGIN, GAP, LETTERS, SMALL, TITLE = 24, 16, 30, 26, 40
TOP, HEAD_HIGH, ROW_HIGH, LINE_HIGH = 84, 44, 50, 36
LEAST_NAME, KEPT_END = 190, 4
"""Width that the column of names has at least, and how much of the end of a name is kept where two look alike."""
SOFT = theme.mix(theme.INK, theme.PAPER, 0.45)
STRIPE = theme.mix(theme.INK, theme.PAPER, 0.93)


@lru_cache(maxsize=32)
def draw_table(table: Table) -> bytes:
    """PNG of 800 pixels across, or more if its columns need them.  The same table gives the same bytes."""
    measure = Pen(Image.new("RGB", (1, 1)), GRAIN)
    widths = _widths(measure, table)
    table = _with_short_names(measure, table, widths[table.names])
    wide = max(WIDE, min(WIDEST, round(sum(widths) + GAP * (len(widths) - 1) + 2 * MARGIN)))
    notes = [line for note in table.notes for line in wrap_text(note, SMALL, wide - 2 * MARGIN)]
    high = TOP + HEAD_HIGH + ROW_HIGH * len(table.rows) + LINE_HIGH * len(notes) + MARGIN
    image = Image.new("RGB", (wide * GRAIN, high * GRAIN), theme.PAPER)
    pen = Pen(image, GRAIN)
    size = pen.fitting_size(table.title, TITLE, wide - 2 * MARGIN, "-Bold")
    pen.text((MARGIN, 46), table.title, size, theme.INK, weight="-Bold", anchor="lm")
    y = _head(pen, table, widths)
    for number, row in enumerate(table.rows):
        if number % 2 == 0:
            pen.rounded_box((MARGIN / 2, y), (wide - MARGIN, ROW_HIGH), STRIPE)
        _row(pen, y + ROW_HIGH / 2, row, table, widths, SOFT if number in table.faded else theme.INK)
        y += ROW_HIGH
    for line in notes:
        pen.text((MARGIN, y + LINE_HIGH / 2 + 6), line, SMALL, theme.INK, anchor="lm")
        y += LINE_HIGH
    pen.line([(0, 0), (wide, 0), (wide, high), (0, high), (0, 0)], theme.INK, 5, "flat")
    return png.encode(image.reduce(GRAIN).quantize(64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


def _widths(pen: Pen, table: Table) -> list[float]:
    """Of the columns: what their cells need, and for the names what is left, at most what they need."""
    needed = [
        max(
            [pen.width(table.head[at], SMALL, "-Bold"), *(pen.width(row[at], LETTERS, "-Bold") for row in table.rows)],
            default=0.0,
        )
        for at in range(len(table.head))
    ]
    others = sum(needed) - needed[table.names] + GAP * (len(needed) - 1) + 2 * MARGIN
    needed[table.names] = max(LEAST_NAME, WIDE - others)
    return needed


def _with_short_names(pen: Pen, table: Table, wide: float) -> Table:
    """Names that are too long lose their ends, or their middles where two would look alike."""
    names = [row[table.names] for row in table.rows]
    cut = [_cut(pen, name, "", wide) for name in names]
    short = [
        _cut(pen, name, name[-KEPT_END:], wide) if cut.count(shown) > 1 and shown != name else shown
        for name, shown in zip(names, cut, strict=True)
    ]
    rows = [(*row[: table.names], name, *row[table.names + 1 :]) for row, name in zip(table.rows, short, strict=True)]
    return Table(table.title, table.head, tuple(rows), table.names, table.strong, table.faded, table.notes)


def _cut(pen: Pen, name: str, end: str, wide: float) -> str:
    """As much of the name as there is room for, and its ``end``."""
    kept = shown = name
    while len(kept) > 1 and pen.width(shown, LETTERS, "-Bold") > wide:
        kept = kept[:-1].rstrip()
        shown = f"{kept}…{end}"
    return shown


def _head(pen: Pen, table: Table, widths: Sequence[float]) -> float:
    x = float(MARGIN)
    for at, (word, wide) in enumerate(zip(table.head, widths, strict=True)):
        _cell(pen, (x, TOP + HEAD_HIGH / 2), word, (wide, SMALL), at == table.names, "-Bold", SOFT)
        x += wide + GAP
    floor = TOP + HEAD_HIGH
    pen.line([(MARGIN / 2, floor), (x - GAP + MARGIN / 2, floor)], theme.INK, 2.5, "flat")
    return float(floor)


def _row(pen: Pen, middle: float, row: Sequence[str], table: Table, widths: Sequence[float], colour: str) -> None:
    x = float(MARGIN)
    for at, (word, wide) in enumerate(zip(row, widths, strict=True)):
        weight = "-Bold" if at in (table.names, table.strong) else ""
        _cell(pen, (x, middle), word, (wide, LETTERS), at == table.names, weight, colour)
        x += wide + GAP


def _cell(
    pen: Pen, at: tuple[float, float], word: str, room: tuple[float, float], name: bool, weight: str, colour: str
) -> None:
    """Names to the left, all else to the right.  ``room``: width and size of letters."""
    (x, y), (wide, size) = at, room
    left = x if name else x + wide
    pen.text((left, y), word, size, colour, weight=weight, anchor="lm" if name else "rm")
