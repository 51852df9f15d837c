"""Counted units on a map of areas: silhouettes with figures on plaques in each side's shape, and the bursts of
battles.
"""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.area_units import Badge, BadgeRow, BurstPlace, Pile
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, moved, sprite, stacked
from .pictograms import draw_pictogram
from .plaques import PLAQUES, plaque

ICON, NARROW, DIGIT, FIGURE = 1.12, 0.58, 0.57, 0.92
"""Widths of a silhouette's room, how much of it a soldier takes, of a digit, and the height of figures, in heights of a
row.
"""
GAP, TAB, SWORD, END = 0.12, 0.34, 0.62, 0.1
CHIP, CHIPPED = 0.2, 0.78
"""What frames cargo takes, and each silhouette in it."""
NOTE, LETTER = 0.46, 0.21
"""Height of what stands under badges, and the room of a letter of it."""
BURST = 1.95
DECIDED = "."
"""Before the letter of a battle that is over."""
BETWEEN = 0.07
"""From one plaque to the next."""
PICTURES = {"infantry": "rifleman"}
"""What is drawn for a type beside a figure, so that no stroke looks like another one."""
PALE = theme.PAPER
MARINE = "#17456b"


# measures, in heights of a row
def icon_wide(kind: str) -> float:
    return ICON * (NARROW if kind == "infantry" else 1.0)


def badge_wide(badge: Badge) -> float:
    chip = _chip_wide(badge.cargo) if badge.cargo else 0.0
    note = LETTER * len(badge.note) + GAP
    return max(icon_wide(badge.kind) + DIGIT * len(str(badge.count or "")) + chip + GAP, note)


def row_size(row: BadgeRow) -> Point:
    notes = NOTE if any(badge.note for badge in row.badges) else 0.0
    return (SWORD if row.attacks else TAB) + sum(map(badge_wide, row.badges)) + END, 1.0 + notes


def pile_size(rows: Sequence[BadgeRow], burst: str, burst_at: BurstPlace = "beside") -> Point:
    (x, y), (wide, high) = _rows_corner(rows, burst, burst_at), _rows_size(rows)
    least = BURST if burst else 0.0
    return max(x + wide, least), max(y + high, least)


def _rows_size(rows: Sequence[BadgeRow]) -> Point:
    sizes = [row_size(row) for row in rows]
    return max([x for x, _ in sizes] or [0.0]), sum(y for _, y in sizes) + BETWEEN * max(0, len(rows) - 1)


def _rows_corner(rows: Sequence[BadgeRow], burst: str, burst_at: BurstPlace) -> Point:
    """Where the rows begin in their pile."""
    if not burst:
        return 0.0, 0.0
    return (0.0, BURST) if burst_at == "above" else (BURST, max(0.0, (BURST - _rows_size(rows)[1]) / 2))


def box(pile: Pile) -> Rect:
    """Left, top, right, bottom in board units."""
    wide, high = pile_size(pile.rows, pile.burst, pile.burst_at)
    return pile.at[0], pile.at[1], pile.at[0] + wide * pile.size, pile.at[1] + high * pile.size


def _cargo(cargo: Sequence[str]) -> list[tuple[str, int]]:
    return [(kind, cargo.count(kind)) for kind in dict.fromkeys(cargo)]


def _chip_wide(cargo: Sequence[str]) -> float:
    return CHIP + sum(CHIPPED + (DIGIT * 0.7 if n > 1 else 0) for _, n in _cargo(cargo))


def row_boxes(pile: Pile) -> Iterator[Rect]:
    """Those of its rows, which may be shorter than the pile is wide."""
    (left, top), (x, y) = pile.at, _rows_corner(pile.rows, pile.burst, pile.burst_at)
    for row in pile.rows:
        wide, tall = row_size(row)
        yield (
            left + x * pile.size,
            top + y * pile.size,
            left + (x + wide) * pile.size,
            top + (y + tall) * pile.size,
        )
        y += tall + BETWEEN


# piles
@kept
def pile(rows: tuple[BadgeRow, ...], burst: str, burst_at: BurstPlace, scale: float) -> Sprite:
    """The pile with its upper left corner at (0, 0); ``scale`` pixels are the height of a row.

    Put together from parts that are kept: an army whose figures change has new figures only.
    """
    (wide, high), (x, y) = pile_size(rows, burst, burst_at), _rows_corner(rows, burst, burst_at)
    parts = list[Sprite]()
    if burst:
        middle = (wide / 2, BURST / 2) if burst_at == "above" else (BURST / 2 - 0.04, high / 2)
        parts.append(moved(_burst(burst, scale), middle, scale))
    for row in rows:
        look = _RowLook(row_size(row), row.side, row.colour, row.attacks)
        parts.append(moved(_empty_row(look, scale), (x, y), scale))
        for badge, left in _badge_places(row):
            parts.append(moved(_badge(badge, scale), (x + left, y + 0.5), scale))
        y += look.size[1] + BETWEEN
    return stacked(parts) if parts else Sprite(Image.new("RGBA", (1, 1)), (0, 0))


class _RowLook(NamedTuple):
    """A row without its badges."""

    size: Point
    side: int
    colour: str
    attacks: bool


@kept
def _burst(words: str, scale: float) -> Sprite:
    return sprite((-1, -1, 1, 1), scale, 3, lambda pen: paint_burst(pen, words))


@kept
def _empty_row(look: _RowLook, scale: float) -> Sprite:
    return sprite((-0.1, -0.1, look.size[0] + 0.1, look.size[1] + 0.1), scale, 3, lambda pen: _paint_empty(pen, look))


@kept
def _badge(badge: Badge, scale: float) -> Sprite:
    box = (-0.2, -0.6, badge_wide(badge) + 0.2, 0.6 + NOTE * bool(badge.note))
    return sprite(box, scale, 3, lambda pen: paint_badge(pen, badge))


def _badge_places(row: BadgeRow) -> Iterator[tuple[Badge, float]]:
    """Its badges, with the left edge of each."""
    x = (SWORD if row.attacks else TAB) + 0.06
    for badge in row.badges:
        yield badge, x
        x += badge_wide(badge)


def paint_row(pen: Pen, row: BadgeRow) -> None:
    _paint_empty(pen, _RowLook(row_size(row), row.side, row.colour, row.attacks))
    for badge, x in _badge_places(row):
        paint_badge(pen.at(moved=(x, 0.5)), badge)


def _paint_empty(pen: Pen, look: _RowLook) -> None:
    wide, high = look.size
    plaque(pen, (0, 0), (wide, high), look.side, theme.INK)
    rim = 0.09 if look.attacks else 0.055
    plaque(pen, (rim, rim), (wide - 2 * rim, high - 2 * rim), look.side, PALE)
    _tab(pen, rim, look)


def _tab(pen: Pen, rim: float, look: _RowLook) -> None:
    """The field in the side's colour and pattern on the left, with a sword if it attacks."""
    wide, high, shade = SWORD if look.attacks else TAB, look.size[1], theme.shades(look.colour)
    plaque(pen, (rim, rim), (wide + 0.2 - rim, high - 2 * rim), look.side, look.colour)
    stripes(pen, (rim, rim, wide, high - rim), look.side, shade.text)
    pen.rounded_box((wide, rim), (0.24, high - 2 * rim), PALE)
    pen.rounded_box((wide - 0.02, rim), (0.06, high - 2 * rim), theme.INK)
    if look.attacks:
        sword(pen.at(moved=(wide / 2 + 0.03, 0.5)))


def stripes(pen: Pen, room: tuple[float, float, float, float], side: int, ink: str) -> None:
    """A sign of the side's pattern in a narrow field."""
    left, top, right, bottom = room
    middle, signs = (left + right) / 2, [top + 0.25 + nth * 0.4 for nth in range(int((bottom - top) / 0.4))]
    match side % PLAQUES:
        case 1:
            y = top + 0.1
            while y + 0.16 < bottom:
                pen.line([(left + 0.05, y + 0.14), (right - 0.06, y)], ink, 0.055, "flat")
                y += 0.22
        case 2:
            for nth in range(int((bottom - top) / 0.24)):
                pen.disc((middle, top + 0.2 + nth * 0.24), 0.07, ink)
        case 3:
            for y in signs:
                for lean in (-1, 1):
                    pen.line([(middle - 0.09, y - 0.09 * lean), (middle + 0.09, y + 0.09 * lean)], ink, 0.055, "flat")
        case 4:
            for x in (middle - 0.07, middle + 0.07):
                pen.line([(x, top + 0.1), (x, bottom - 0.1)], ink, 0.055, "flat")
        case 5:
            for y in signs:
                pen.circle((middle, y), 0.1, ink, 0.05)
        case 6:
            for nth in range(int((bottom - top) / 0.24)):
                pen.line(
                    [(left + 0.05, top + 0.16 + nth * 0.24), (right - 0.06, top + 0.16 + nth * 0.24)],
                    ink,
                    0.055,
                    "flat",
                )
        case 7:
            for y in signs:
                pen.polygon([(middle - 0.1, y + 0.1), (middle, y - 0.1), (middle + 0.1, y + 0.1)], ink)


def sword(pen: Pen) -> None:
    """Point up, white with a dark rim."""
    for ink, grown in ((theme.INK, 0.05), ("#ffffff", 0.0)):
        blade = [
            (0, -0.42 - grown * 1.6),
            (0.075 + grown, -0.28),
            (0.075 + grown, 0.16),
            (-0.075 - grown, 0.16),
            (-0.075 - grown, -0.28),
        ]
        pen.polygon(blade, ink)
        pen.rounded_box((-0.2 - grown, 0.1 - grown), (0.4 + 2 * grown, 0.1 + 2 * grown), ink)
        pen.rounded_box((-0.05 - grown, 0.12), (0.1 + 2 * grown, 0.26 + grown), ink)


def paint_badge(pen: Pen, badge: Badge) -> None:
    """Around (0, 0) on its left edge: silhouette, figure, cargo."""
    room = icon_wide(badge.kind)
    icon = Pen(pen.image, pen.scale * ICON * 0.92, pen.at(moved=(room / 2, 0)).origin)
    if badge.manner == "hollow":
        _hollow(icon, badge.kind)
    else:
        draw_pictogram(icon, PICTURES.get(badge.kind, badge.kind), theme.INK, PALE)
    digits = str(badge.count or "")
    x = room + DIGIT * len(digits) / 2 + 0.02
    pen.text((x, 0.02), digits, FIGURE, theme.INK, weight="-Bold")
    for nth in range(min(badge.pips, 8)):
        pen.disc((0.14 + 0.2 * (nth % 6), -0.31 + 0.17 * (nth // 6)), 0.1, PALE)
        pen.disc((0.14 + 0.2 * (nth % 6), -0.31 + 0.17 * (nth // 6)), 0.075, theme.INK)
    if badge.cargo:
        paint_chip(pen.at(moved=(room + DIGIT * len(digits) + 0.06, 0)), badge.cargo)
    if badge.note:
        pen.text((0.06, 0.5 + NOTE * 0.34), badge.note, NOTE * 0.92, theme.INK, anchor="lm")
    if badge.manner == "lost":
        _cross(pen, room)


def paint_chip(pen: Pen, cargo: Sequence[str]) -> None:
    """What each of them carries, in a frame."""
    found, wide = _cargo(cargo), _chip_wide(cargo)
    pen.rounded_box((0, -0.36), (wide - 0.06, 0.72), theme.mix(MARINE, "#ffffff", 0.72), 0.12, MARINE, 0.05)
    x = 0.06
    for kind, number in found:
        draw_pictogram(
            Pen(pen.image, pen.scale * 0.72, pen.at(moved=(x + CHIPPED / 2, 0)).origin),
            PICTURES.get(kind, kind),
            theme.INK,
            PALE,
        )
        x += CHIPPED
        if number > 1:
            pen.text((x + DIGIT * 0.3, 0.01), str(number), 0.66, theme.INK, weight="-Bold")
            x += DIGIT * 0.7


def _hollow(pen: Pen, kind: str) -> None:
    """The rim of a silhouette only."""
    half = round(pen.scale * 0.62)
    mask = Image.new("L", (2 * half, 2 * half), 0)
    draw_pictogram(Pen(mask, pen.scale, (half, half)), kind, "#ffffff", "#000000")
    inner = mask
    for _ in range(max(1, round(pen.scale * 0.025))):
        inner = inner.filter(ImageFilter.MinFilter(3))
    pen.image.paste(
        theme.INK, (round(pen.origin[0]) - half, round(pen.origin[1]) - half), ImageChops.subtract(mask, inner)
    )


def _cross(pen: Pen, wide: float) -> None:
    """Over the silhouette alone: how many they were stays to be read."""
    for width, ink in ((0.15, PALE), (0.08, theme.BLOOD)):
        for lean in (-1, 1):
            pen.line([(0.06, -0.36 * lean), (wide - 0.04, 0.36 * lean)], ink, width)


def paint_burst(pen: Pen, words: str) -> None:
    """A battle: black and white, with its letter and round; white on black when it is decided."""
    over = words.startswith(DECIDED)
    words, paper, ink = words.removeprefix(DECIDED), *((theme.INK, "#ffffff") if over else ("#ffffff", theme.INK))
    for far, near, shade in ((0.97, 0.68, theme.INK), (0.85, 0.6, paper)):
        turns = [(near if k % 2 else far, k * pi / 11) for k in range(22)]
        pen.polygon([(radius * sin(way), -radius * cos(way)) for radius, way in turns], shade)
    pen.disc((0, 0), 0.58, paper)
    pen.text((0, 0.01), words, pen.fitting_size(words, 0.86, 1.06, "-Bold"), ink, weight="-Bold")
