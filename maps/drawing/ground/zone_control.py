"""Parts of a table by who holds them: a tint with a rim in the manner of that side's bases, stripes, and a plate in a
corner.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

from PIL import Image

from ...geometry.plane import Point
from ...scene.tabletop_units import HeldZone, Holder
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, moved, sprite, stacked
from ..marks.tabletop_marks import hatching

BAND, INSET = 0.75, 0.16
"""Inches from the edges inward: of the striped band, of the line along them."""
NAME, TITLE, HIGH, BELOW = 0.92, 0.74, 1.24, 0.86
"""Letters of a plate, the height of its row, and of the second row, in ems."""
Corners = tuple[Point, ...]


# the ground
@kept
def held_zone(size: Point, kind: str, holders: tuple[Holder, ...], scale: float) -> Sprite:
    """What lies over the ground of it, its upper left corner at (0, 0); ``scale`` pixels are an inch."""
    return sprite((0, 0, *size), scale, 2, lambda pen: paint(pen, size, kind, holders))


def paint(pen: Pen, size: Point, kind: str, holders: Sequence[Holder]) -> None:
    """Held: a tint, a rim, stripes along it; ringed: the rim alone, broken; contested: everybody's stripes all over."""
    if kind == "contested":
        for nth, holder in enumerate(holders):
            _stripes(pen, _box(size, 0.0), holder, 2.0, 0.08, nth)
        pen.dashes(_closed(size, INSET), theme.INK, 0.12, 0.5, 0.35)
        return
    for holder in holders[:1]:
        if kind == "held":
            pen.polygon(_box(size, 0.0), f"{wash(holder.colour)}{round(255 * WASH):02x}")
            for part in _frame(size):
                _stripes(pen, part, holder, 0.62, 0.1, holder.side)
        _rim(pen, _closed(size, INSET), theme.shades(holder.colour).arrow, holder.side if kind == "held" else RINGED)


RINGED = -1
WASH = 0.34
"""How much of its colour lies over the ground of a part that is held."""


def wash(colour: str) -> str:
    """What it is tinted with."""
    return theme.mix(colour, "#ffffff", 0.42)


def _stripes(pen: Pen, part: Sequence[Point], holder: Holder, apart: float, width: float, side: int) -> None:
    for a, b in hatching(part, apart, side):
        pen.line([a, b], f"{theme.shades(holder.colour).arrow}a0", width, "flat")


def _rim(pen: Pen, line: Sequence[Point], ink: str, side: int) -> None:
    """One line, two lines, dashes, dots, as the bases of the side have it; far dots where nobody stands."""
    match side:
        case 0:
            pen.line(line, ink, 0.16)
        case 1:
            pen.line(line, ink, 0.26)
            pen.line(line, "#ffffff", 0.09)
        case 2:
            pen.dashes(line, ink, 0.18, 0.6, 0.35)
        case _:
            for at in _along(line, 0.75 if side == RINGED else 0.4):
                pen.disc(at, 0.15 if side == RINGED else 0.1, ink, "#ffffff", 0.03)


def _along(line: Sequence[Point], step: float) -> Iterator[Point]:
    for (ax, ay), (bx, by) in pairwise(line):
        count = max(1, round(dist((ax, ay), (bx, by)) / step))
        yield from ((ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count))


def _box(size: Point, inset: float) -> Corners:
    return (inset, inset), (size[0] - inset, inset), (size[0] - inset, size[1] - inset), (inset, size[1] - inset)


def _closed(size: Point, inset: float) -> Corners:
    box = _box(size, inset)
    return (*box, *box[:2])


def _frame(size: Point) -> Iterator[Corners]:
    """A band along the edges as four pieces."""
    outer, inner = _box(size, INSET), _box(size, BAND)
    for nth in range(4):
        yield outer[nth], outer[(nth + 1) % 4], inner[(nth + 1) % 4], inner[nth]


# its plate
@lru_cache(maxsize=512)
def half_size(look: HeldZone, em: float) -> Point:
    """Half of what its plate measures, in ems; ``em`` in pixels."""
    pen = Pen(Image.new("L", (1, 1)), em)
    below = pen.width(look.title, TITLE) + 0.5 if look.title else 0.0
    return max(sum(wide for _, wide in _fields(pen, look)), below) / 2, (HIGH + BELOW * bool(look.title)) / 2


@kept
def plate(look: HeldZone, em: float) -> Sprite:
    """The plate around (0, 0): its name, who holds it, its objective's flag, and the name of that.

    Put together from parts that are kept: zones change hands, and their names stay.
    """
    (across, along), fields = half_size(look, em), _fields(Pen(Image.new("L", (1, 1)), em), look)
    y, x = HIGH / 2 - along, fields[0][1] - sum(wide for _, wide in fields) / 2
    parts = [_empty_plate(across, along, em), moved(_words(look.name, NAME, em), (x - fields[0][1] / 2, y), em)]
    if look.title:
        parts.append(moved(_words(look.title, TITLE, em), (0, HIGH - along + BELOW * 0.4), em))
    for holder, (_, wide) in zip(look.holders, fields[1:], strict=False):
        parts.append(moved(_badge(holder, wide - 0.1, look.kind, em), (x + wide / 2, y), em))
        x += wide
    if look.value:
        colour = look.holders[0].colour if look.kind in ("held", "ringed") else ""
        parts.append(moved(_flag(str(look.value), colour, em), (x + fields[-1][1] / 2, y), em))
    return stacked(parts)


@kept
def _empty_plate(across: float, along: float, em: float) -> Sprite:
    box = (-across - 0.2, -along - 0.2, across + 0.2, along + 0.2)
    return sprite(box, em, 3, lambda pen: _paint_empty(pen, across, along))


def _paint_empty(pen: Pen, across: float, along: float) -> None:
    rim = theme.mix(theme.INK, "#ffffff", 0.45)
    pen.rounded_box((-across, -along), (2 * across, 2 * along), "#ffffff", 0.2, rim, 0.05)


@kept
def _words(words: str, size: float, em: float) -> Sprite:
    """Around (0, 0): the name of a zone in bold letters, or that of its objective."""
    weight = "-Bold" if size == NAME else ""
    half = Pen(Image.new("L", (1, 1)), em).width(words, size, weight) / 2 + 0.2
    return sprite((-half, -0.7, half, 0.7), em, 3, lambda pen: pen.text((0, 0), words, size, theme.INK, weight=weight))


@kept
def _badge(holder: Holder, wide: float, kind: str, em: float) -> Sprite:
    return sprite((-wide / 2 - 0.1, -0.6, wide / 2 + 0.1, 0.6), em, 3, lambda pen: badge(pen, holder, wide, kind))


@kept
def _flag(value: str, colour: str, em: float) -> Sprite:
    return sprite((-0.7, -0.7, 0.7, 0.7), em, 3, lambda pen: flag(pen, value, colour))


def _fields(pen: Pen, look: HeldZone) -> list[tuple[str, float]]:
    """What stands in the row, and how wide it is."""
    name = (look.name, pen.width(look.name, NAME, "-Bold") + 0.5)
    return [
        name,
        *((holder.letter, max(1.05, pen.width(holder.letter, NAME, "-Bold") + 0.45)) for holder in look.holders),
        *([(str(look.value), 1.35)] if look.value else []),
    ]


def badge(pen: Pen, holder: Holder, wide: float, kind: str) -> None:
    """The holder's letter: on his colour if his models stand there, else in a dotted ring."""
    if kind == "ringed":
        pen.rounded_box((-wide / 2, -0.5), (wide, 1.0), "#ffffff", 0.5, theme.shades(holder.colour).arrow, 0.12)
        pen.text((0, 0), holder.letter, 0.8, theme.INK, weight="-Bold")
        return
    pen.rounded_box((-wide / 2, -0.5), (wide, 1.0), theme.INK, 0.3 if holder.side % 2 else 0.04)
    pen.rounded_box((-wide / 2 + 0.06, -0.44), (wide - 0.12, 0.88), holder.colour, 0.26 if holder.side % 2 else 0.02)
    pen.text((0, 0), holder.letter, 0.85, theme.text_colour_on(holder.colour), weight="-Bold")


def flag(pen: Pen, text: str, colour: str) -> None:
    """What the objective is worth on a flag in its holder's colour."""
    pen.rounded_box((-0.56, -0.56), (0.12, 1.16), theme.INK)
    pen.rounded_box((-0.5, -0.56), (1.06, 0.82), theme.INK)
    pen.rounded_box((-0.44, -0.5), (0.94, 0.7), colour or "#ffffff")
    pen.text(
        (0.03, -0.15),
        text,
        pen.fitting_size(text, 0.72, 0.86, "-Bold"),
        theme.text_colour_on(colour or "#ffffff"),
        weight="-Bold",
    )


def sample(pen: Pen, what: str) -> None:
    """The legend's picture of a kind of holding; ``held/1/#c1541c`` is that of the side of that number and colour;
    ``flag``.
    """
    kind, nth, colour = (*what.split("/"), "", "")[:3]
    if kind == "flag":
        flag(Pen(pen.image, pen.scale * 1.5, pen.origin), "2", "")
        return
    sides = (0, 1) if kind == "contested" else (int(nth or 0),)
    size, holders = (4.4, 3.2), tuple(Holder(side, colour or "#6a6a6a", "") for side in sides)
    inch = Pen(pen.image, pen.scale * 0.48, pen.origin).at(moved=(-size[0] / 2, -size[1] / 2))
    inch.polygon(_box(size, 0.0), theme.TERRAIN["plain"].tint)
    drawn = held_zone(size, kind, holders, inch.scale).image
    pen.image.paste(drawn, (round(inch.origin[0]), round(inch.origin[1])), drawn)
