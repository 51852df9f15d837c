"""A unit's card as a PNG: banner, pictogram, facts and armour on the left; figures, abilities and notes on the
right.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from ..geometry.plane import Point
from ..scene.card import Ability, Card, CardTable
from .canvas import png, theme
from .canvas.lettering import one_line
from .canvas.pen import Pen
from .canvas.text_lines import TextLine, draw_slanted, wrap_text
from .units import pictograms

WIDE, LEAST = 900, 600
"""Pixels across, and down at least: a card with much to say is longer."""
GRAIN = 2
"""How much finer it is drawn than it is kept."""
BANNER, MARGIN, LEFT, GAP = 108, 26, 278, 30
RIGHT = MARGIN + LEFT + GAP
ROOM = WIDE - MARGIN - RIGHT
"""Width of the right column."""
ROW, TEXT, SMALL = 38, 22, 17
SOFT = theme.mix(theme.INK, theme.PAPER, 0.28)
PALE = theme.mix(theme.PAPER, theme.INK, 0.07)
HULL = ("front", "rear", "side", "top")
"""The armour that has a place around the outline; any other is listed with the facts."""
HULL_HIGH, PICTURE_HIGH = 236, 150


class CardText(NamedTuple):
    """An ability or a note broken into lines."""

    lines: tuple[TextLine, ...]
    mark: str = ""


@lru_cache(maxsize=64)
def draw_card(sheet: Card) -> bytes:
    """PNG, 900 pixels across and as long as it must be, 600 at least.  The same card gives the same bytes."""
    told = tuple(_card_texts(sheet))
    height = round(max(LEAST, _left_height(sheet), _right_height(sheet, told)))
    image = Image.new("RGB", (WIDE * GRAIN, height * GRAIN), theme.PAPER)
    pen = Pen(image, GRAIN)
    _banner(pen, sheet)
    _left_column(pen, sheet)
    _right_column(pen, sheet, told)
    pen.line([(0, 0), (WIDE, 0), (WIDE, height), (0, height), (0, 0)], theme.INK, 5, "flat")
    return png.encode(image.reduce(GRAIN).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE))


def _banner(pen: Pen, sheet: Card) -> None:
    """Camp, nation, name, type words and cost."""
    ink = theme.text_colour_on(sheet.colour)
    pen.rounded_box((0, 0), (WIDE, BANNER), sheet.colour)
    _pattern(pen, sheet.pattern, theme.mix(sheet.colour, ink, 0.17))
    left, right = float(MARGIN), WIDE - MARGIN
    if sheet.roundel:
        pen.disc((left + 36, BANNER / 2), 40, theme.INK)
        pen.disc((left + 36, BANNER / 2), 37, theme.PAPER)
        pen.circle((left + 36, BANNER / 2), 31, sheet.colour, 4)
        pen.text(
            (left + 36, BANNER / 2),
            sheet.roundel,
            pen.fitting_size(sheet.roundel, 26, 48, "-Bold"),
            theme.INK,
            weight="-Bold",
        )
        left += 92
    if sheet.cost:
        right -= 96
        pen.rounded_box((right, 14), (96, BANNER - 28), theme.INK, 14)
        pen.rounded_box((right + 3, 17), (90, BANNER - 34), theme.PAPER, 12)
        pen.text((right + 48, 48), sheet.cost, pen.fitting_size(sheet.cost, 42, 82, "-Bold"), theme.INK, weight="-Bold")
        pen.text((right + 48, 80), sheet.counted, 16, theme.INK)
        right -= 20
    halo = theme.mix(sheet.colour, "#000000" if ink == "#ffffff" else "#ffffff", 0.25)
    size = pen.fitting_size(sheet.title, 40, right - left, "-Bold")
    pen.text((left, 44), sheet.title, size, ink, weight="-Bold", anchor="lm", halo=halo, halo_width=2)
    size = pen.fitting_size(sheet.subtitle, 23, right - left)
    pen.text((left, 82), sheet.subtitle, size, ink, anchor="lm", halo=halo, halo_width=2)
    pen.rounded_box((0, BANNER), (WIDE, 4), theme.INK)


def _pattern(pen: Pen, pattern: str, ink: str) -> None:
    """What tells camps apart without colour: slanting stripes, upright bars or dots."""
    match pattern:
        case "slant":
            for x in range(-120, WIDE, 34):
                pen.polygon([(x, BANNER), (x + 12, BANNER), (x + 12 + BANNER, 0), (x + BANNER, 0)], ink)
        case "bars":
            for x in range(8, WIDE, 26):
                pen.rounded_box((x, 0), (8, BANNER), ink)
        case "dots":
            for row, y in enumerate(range(12, BANNER, 21)):
                for x in range(10 + 14 * (row % 2), WIDE, 28):
                    pen.disc((x, y), 5, ink)


def _left_column(pen: Pen, sheet: Card) -> None:
    y = float(BANNER + MARGIN)
    if sheet.pictogram:
        pen.rounded_box((MARGIN, y), (LEFT, PICTURE_HIGH), PALE, 10)
        middle = pen.at(moved=(MARGIN + LEFT / 2, y + PICTURE_HIGH / 2))
        pictograms.draw_pictogram(Pen(pen.image, pen.scale * 190, middle.origin), sheet.pictogram, theme.INK, PALE)
        y += PICTURE_HIGH + 18
    if _hull(sheet):
        _armour(pen, (MARGIN + LEFT / 2, y), _hull(sheet), theme.mix(sheet.colour, theme.PAPER, 0.45))
        y += HULL_HIGH
    for name, value in _facts(sheet):
        size = pen.fitting_size(name, TEXT, LEFT * 0.6)
        pen.text((MARGIN, y + ROW / 2), name, size, SOFT, anchor="lm")
        room = LEFT - pen.width(name, size) - 14
        pen.text(
            (MARGIN + LEFT, y + ROW / 2),
            value,
            pen.fitting_size(value, TEXT + 2, room, "-Bold"),
            theme.INK,
            weight="-Bold",
            anchor="rm",
        )
        pen.line([(MARGIN, y + ROW), (MARGIN + LEFT, y + ROW)], theme.mix(theme.PAPER, theme.INK, 0.2), 1, "flat")
        y += ROW


def _armour(pen: Pen, top: Point, figures: dict[str, str], fill: str) -> None:
    """A hull from above, its front up, with a figure on each side of it."""
    x, y = top[0], top[1] + 46
    for side in (-1, 1):
        pen.rounded_box((x + side * 44 - 11, y + 8), (22, 128), theme.INK, 6)
        for cleat in range(9):
            pen.line(
                [(x + side * 44 - 9, y + 16 + cleat * 14), (x + side * 44 + 9, y + 16 + cleat * 14)], SOFT, 2, "flat"
            )
    pen.polygon(
        [(x - 30, y + 138), (x - 34, y + 20), (x - 18, y), (x + 18, y), (x + 34, y + 20), (x + 30, y + 138)],
        fill,
        theme.INK,
        3,
    )
    pen.line([(x, y + 40), (x, y - 6)], theme.INK, 8)
    pen.disc((x, y + 76), 29, theme.PAPER, theme.INK, 3)
    places = {
        "front": ((x + 10, y - 24), "lm"),
        "rear": ((x, y + 160), "mm"),
        "side": ((x + 98, y + 76), "mm"),
        "top": ((x, y + 76), "mm"),
    }
    for name, (at, anchor) in places.items():
        figure = figures.get(name, "")
        size = pen.fitting_size(figure, 26 if name != "top" else 22, 64 if name != "top" else 50, "-Bold")
        pen.text(at, figure, size, theme.INK, weight="-Bold", anchor=anchor)
        if figure and name in ("front", "rear"):
            beside = (x - 10, at[1]) if name == "front" else (x - 42, at[1])
            pen.text(beside, name, SMALL, SOFT, anchor="rm")
        elif figure and name == "side":
            pen.text((at[0], at[1] + 22), "either side", SMALL, SOFT)
        elif figure:
            pen.line([(x - 29, y + 76), (x - 70, y + 76)], theme.INK, 1.5, "flat")
            pen.text((x - 76, y + 76), "top", SMALL, SOFT, anchor="rm")


def _right_column(pen: Pen, sheet: Card, told: Sequence[CardText]) -> None:
    y = float(BANNER + MARGIN)
    for grid in sheet.grids:
        _table(pen, (RIGHT, y), grid)
        y += _table_height(grid)
    for item in told:
        if item.mark:
            pen.text((RIGHT + 8, y + 14), item.mark, 22 if item.mark == "★" else 15, theme.INK, weight="-Bold")
        for line in item.lines:
            if line.slanted:
                draw_slanted(pen, (RIGHT + line.x, y + 13), line)
            else:
                pen.text((RIGHT + line.x, y + 13), line.words, line.size, line.ink, weight=line.weight, anchor="lm")
            y += line.down
        y += 9


def _table(pen: Pen, corner: Point, grid: CardTable) -> None:
    """Head and rows; a 0 is printed less boldly than a number."""
    (x, y), heads = corner, _head_cells(grid)
    if grid.title:
        pen.text((x, y + 12), grid.title, TEXT, theme.INK, weight="-Bold", anchor="lm")
        y += 28
    first = max([pen.width(row[0], TEXT) for row in (heads, *grid.rows) if row] or [0]) + 24
    first = min(first, ROOM * 0.55)
    step = (ROOM - first) / max(1, len(heads) - 1)
    pen.rounded_box((x, y), (ROOM, ROW), theme.INK, 5)
    for nth, row in enumerate((heads, *grid.rows)):
        ink, weight = (theme.PAPER, "") if nth == 0 else (theme.INK, "-Bold")
        if nth and nth % 2 == 0:
            pen.rounded_box((x, y), (ROOM, ROW), PALE)
        for at, cell in enumerate(row[: len(heads)]):
            if at == 0:
                pen.text((x + 12, y + ROW / 2), cell, pen.fitting_size(cell, TEXT, first - 18), ink, anchor="lm")
                continue
            quiet = nth and cell in ("0", "–", "-", "")
            size = pen.fitting_size(cell, TEXT if nth == 0 else TEXT + 4, step - 8, weight)
            middle = (x + first + (at - 0.5) * step, y + ROW / 2)
            pen.text(middle, cell, size, SOFT if quiet else ink, weight="" if quiet else weight)
        y += ROW
    pen.line([(x, y), (x + ROOM, y)], theme.INK, 2, "flat")


def _card_texts(sheet: Card) -> Iterator[CardText]:
    """Abilities, then notes (larger where they are all there is), each broken into the lines of the right column."""
    for ability in sheet.abilities:
        yield CardText(tuple(_ability(ability)), "★" if ability.manner == "command" else "◆")
    size, ink, down = (18, SOFT, 24) if sheet.grids or sheet.abilities else (TEXT, theme.INK, 30)
    for note in sheet.notes:
        yield CardText(tuple(TextLine(words, 0, size, ink, "", down) for words in wrap_text(note, size, ROOM)))


def _ability(ability: Ability) -> Iterator[TextLine]:
    command = ability.manner == "command"
    head = ability.headed + (" (command)" if command else "")
    for words in wrap_text(head, TEXT, ROOM - 26, "-Bold"):
        yield TextLine(words, 26, TEXT, theme.INK, "-Bold", 28, command)
    for words in wrap_text(ability.text, 20, ROOM - 30):
        yield TextLine(words, 26, 20, theme.INK, "", 26, command)


def _hull(sheet: Card) -> dict[str, str]:
    return {name: figure for name, figure in sheet.armour if name in HULL}


def _facts(sheet: Card) -> tuple[tuple[str, str], ...]:
    return (*sheet.facts, *((name, figure) for name, figure in sheet.armour if name not in HULL))


def _head_cells(grid: CardTable) -> tuple[str, ...]:
    """A head for every column, the names' too."""
    widest = max(map(len, grid.rows), default=len(grid.heads))
    return ("",) * (widest - len(grid.heads)) + grid.heads


def _table_height(grid: CardTable) -> float:
    return 28 * bool(grid.title) + ROW * (1 + len(grid.rows)) + 18


def _left_height(sheet: Card) -> float:
    picture = PICTURE_HIGH + 18 if sheet.pictogram else 0
    return BANNER + 2 * MARGIN + picture + HULL_HIGH * bool(_hull(sheet)) + ROW * len(_facts(sheet))


def _right_height(sheet: Card, told: Sequence[CardText]) -> float:
    return (
        BANNER
        + 2 * MARGIN
        + sum(map(_table_height, sheet.grids))
        + sum(9 + sum(line.down for line in item.lines) for item in told)
    )


def alt_text(sheet: Card) -> str:
    """The card in a sentence."""
    return one_line(
        f"Card of {sheet.title}, {sheet.subtitle}" + (f", {sheet.cost} {sheet.counted}" if sheet.cost else "") + "."
    )
