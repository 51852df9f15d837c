"""Plates beside pieces: an id on its side's colour, then words and signs of what it has done or suffered."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from ...geometry.rectangles import Rect
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, moved, sprite, stacked

ID, FIGURE, HIGH = 1.0, 0.9, 1.32
"""Letters of a plate and its height, in ems."""
GRAIN = 3
"""How much finer plates are drawn."""
BURST = "burst:"
"""Before a number in a burst."""


class UnitPlate(NamedTuple):
    """A plate: ``side`` picks its corners, ``parts`` are signs (SIGNS, a number after BURST) or words."""

    id: str
    side: int
    colour: str
    parts: tuple[str, ...] = ()


def half(slip: UnitPlate, em: float) -> float:
    """Half the width of its plate in ems; ``em`` in pixels."""
    return sum(_widths(slip, em)) / 2


@lru_cache(maxsize=1024)
def _widths(slip: UnitPlate, em: float) -> tuple[float, ...]:
    """Of the plate's fields, in ems."""
    pen = Pen(Image.new("L", (1, 1)), em)
    first = pen.width(slip.id, ID, "-Bold") + 0.5
    return (
        first,
        *(
            0.95 if part in SIGNS else 1.25 if part.startswith(BURST) else pen.width(part, FIGURE, "-Bold") + 0.4
            for part in slip.parts
        ),
    )


@kept
def plate(slip: UnitPlate, em: float) -> Sprite:
    """The plate around (0, 0); ``em`` in pixels.  Its parts are kept: most plates differ in a sign or two."""
    widths = _widths(slip, em)
    whole, first = sum(widths), widths[0]
    parts, x = [_bare_plate(whole, first, slip.side % 2, slip.colour, em)], first - whole / 2
    parts.append(moved(_id(slip.id, first, theme.shades(slip.colour).text, em), (x - first / 2, 0), em))
    for part, wide in zip(slip.parts, widths[1:], strict=True):
        parts.append(moved(_field(part, wide, em), (x + wide / 2, 0), em))
        x += wide
    return stacked(parts)


@kept
def _bare_plate(whole: float, first: float, side: int, colour: str, em: float) -> Sprite:
    """A plate without letters and signs: those of one side are alike."""
    return sprite(_box(whole), em, GRAIN, lambda pen: _lay(pen, whole, first, side, colour))


@kept
def _id(words: str, wide: float, ink: str, em: float) -> Sprite:
    return sprite(_box(wide), em, GRAIN, lambda pen: pen.text((0, 0), words, ID, ink, weight="-Bold"))


@kept
def _field(part: str, wide: float, em: float) -> Sprite:
    return sprite(_box(wide), em, GRAIN, lambda pen: field(pen, 0, part))


def _box(wide: float) -> Rect:
    reach = wide / 2 + 0.2
    return -reach, -1.0, reach, 1.0


def _lay(pen: Pen, whole: float, first: float, side: int, colour: str) -> None:
    high, round_, face = HIGH / 2, 0.5 if side else 0.06, theme.shades(colour).face
    pen.rounded_box((-whole / 2 - 0.12, -high - 0.12), (whole + 0.24, HIGH + 0.24), "#ffffff", round_ + 0.1)
    pen.rounded_box((-whole / 2 - 0.06, -high - 0.06), (whole + 0.12, HIGH + 0.12), theme.INK, round_ + 0.05)
    pen.rounded_box((-whole / 2, -high), (whole, HIGH), "#ffffff", round_)
    pen.rounded_box((-whole / 2, -high), (first, HIGH), face, round_)
    if first < whole:
        pen.rounded_box((-whole / 2 + first / 2, -high), (first / 2, HIGH), face)
        pen.rounded_box((-whole / 2 + first, -high), (0.06, HIGH), theme.INK)


def field(pen: Pen, x: float, part: str) -> None:
    """One field of a plate around (x, 0): a sign, a number in a burst, or words."""
    if part in SIGNS:
        SIGNS[part](pen.at(moved=(x, 0)))
    elif part.startswith(BURST):
        _burst(pen.at(moved=(x, 0)), part.removeprefix(BURST))
    else:
        pen.text((x, 0), part, FIGURE, theme.INK, weight="-Bold")


# signs
TICK = ((-0.32, 0.0), (-0.1, 0.3), (0.34, -0.34))
BOLT = ((0.25, -1.0), (-0.65, 0.15), (-0.1, 0.15), (-0.3, 1.0), (0.65, -0.25), (0.08, -0.25), (0.55, -1.0))


def _moved(pen: Pen) -> None:
    """A hollow tick."""
    pen.line(TICK, theme.INK, 0.2)


def _activated(pen: Pen) -> None:
    """A full tick."""
    pen.line(TICK, theme.INK, 0.26)
    pen.line(TICK, "#ffffff", 0.1)


def _fired(pen: Pen) -> None:
    """A flash."""
    pen.polygon([(x * 0.5, y * 0.5) for x, y in BOLT], theme.INK)


def _shaken(pen: Pen) -> None:
    """An exclamation mark on a dark field: letters are ids, and teams that hold a zone."""
    pen.rounded_box((-0.42, -0.52), (0.84, 1.04), theme.BLOOD, 0.2)
    pen.line([(0, -0.3), (0, 0.06)], "#ffffff", 0.2)
    pen.disc((0, 0.33), 0.12, "#ffffff")


def _hunkered(pen: Pen) -> None:
    """A bar under a head."""
    pen.disc((0, -0.12), 0.24, theme.INK)
    pen.rounded_box((-0.42, 0.24), (0.84, 0.22), theme.INK)


def _sprung(pen: Pen) -> None:
    """A star."""
    pen.polygon(_rays(5, 0.5, 0.21), theme.INK)


def _burst(pen: Pen, text: str) -> None:
    """A number in a burst."""
    pen.polygon(_rays(11, 0.66, 0.48), theme.INK)
    pen.polygon(_rays(11, 0.56, 0.42), "#ffd400")
    pen.text((0, 0), text, pen.fitting_size(text, 0.78, 0.75, "-Bold"), theme.INK, weight="-Bold")


def _rays(count: int, far: float, near: float) -> list[tuple[float, float]]:
    """The outline of a star, a ray up."""
    turns = [(near if k % 2 else far, k * pi / count) for k in range(2 * count)]
    return [(radius * sin(way), -radius * cos(way)) for radius, way in turns]


SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "moved": _moved,
    "activated": _activated,
    "fired": _fired,
    "shaken": _shaken,
    "hunkered": _hunkered,
    "sprung": _sprung,
}
