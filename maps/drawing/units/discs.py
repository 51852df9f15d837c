"""Units of round bases: discs to scale whose rims tell the sides apart, their marks, the lines that join them, and
their plates.
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ...geometry.plane import Point
from ...scene.tabletop_units import ModelDisc, ModelUnit
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, sprite, stacked
from ..canvas.two_inks import two_ink_sprite
from .unit_plates import BURST, UnitPlate

HERE: Point = (0.0, 0.0)
ROOM = 0.55
"""How far marks stick out of a base, in inches."""
BIG = 48
"""Pixels across from which a base has room for the id over the number."""


class DiscStyle(NamedTuple):
    """All that a disc's picture depends on: the model without its place, its unit's side and colour, its base, and what
    lies at it.
    """

    disc: ModelDisc
    id: str
    side: int
    colour: str
    across: float
    hunkered: bool


def disc_styles(group: ModelUnit) -> tuple[DiscStyle, ...]:
    """One for each of its discs."""
    return tuple(
        DiscStyle(disc.aside, group.id, group.side, group.colour, group.across, "hunkered" in group.status)
        for disc in group.discs
    )


def unit_plate(group: ModelUnit) -> UnitPlate:
    """What its plate says: id, models left, shock, and what it is in."""
    burst = (f"{BURST}{group.shock}",) if group.shock else ()
    return UnitPlate(
        group.id, group.side, group.colour, (*([group.strength] if group.strength else []), *burst, *group.status)
    )


# lines
def links(group: ModelUnit) -> tuple[tuple[Point, Point], ...]:
    """The ends of its lines, from where its first model stands."""
    x, y = group.at
    ends = [(group.discs[one].at, group.discs[other].at) for one, other in group.links]
    return tuple(
        ((round(ax - x, 4), round(ay - y, 4)), (round(bx - x, 4), round(by - y, 4))) for (ax, ay), (bx, by) in ends
    )


@kept
def web(lines: tuple[tuple[Point, Point], ...], colour: str, scale: float) -> Sprite:
    """The lines around (0, 0); ``scale`` pixels are an inch."""
    xs, ys = [x for line in lines for x, _ in line], [y for line in lines for _, y in line]
    box = (min(xs) - 0.2, min(ys) - 0.2, max(xs) + 0.2, max(ys) + 0.2)
    return two_ink_sprite(box, scale, ("#ffffff", theme.shades(colour).arrow), lambda pen: _web(pen, lines, colour))


def _web(pen: Pen, lines: Sequence[Sequence[Point]], colour: str) -> None:
    for width, ink in ((0.24, "#ffffff"), (0.13, theme.shades(colour).arrow)):
        for line in lines:
            pen.line(line, ink, width)


# discs
@kept
def body(look: DiscStyle, scale: float) -> Sprite:
    """The disc around (0, 0); ``scale`` pixels are an inch."""
    roomy = look.across * scale >= BIG
    return stacked([_layer(part, nth, scale, roomy) for nth, part in enumerate(_parts(look)) if part])


@kept
def _layer(part: DiscStyle, nth: int, scale: float, roomy: bool) -> Sprite:
    reach = part.across / 2 + ROOM
    return sprite((-reach, -reach, reach, reach), scale, 3, lambda pen: LAYERS[nth](pen, part, roomy))


def paint(pen: Pen, look: DiscStyle) -> None:
    """The disc with its marks, too small for the id over its number."""
    for part, draw_part in zip(_parts(look), LAYERS, strict=True):
        if part:
            draw_part(pen, part, False)


def _parts(look: DiscStyle) -> tuple[DiscStyle, DiscStyle, DiscStyle | None]:
    """What its layers show: the base, which all models of a side share, the letters, and the marks if there are any."""
    disc = look.disc
    doomed = tuple(status for status in disc.status if status == "doomed")
    left = tuple(status for status in disc.status if status != "doomed")
    letters = ModelDisc(HERE, disc.number, full=min(disc.full, 2), status=doomed)
    marks = ModelDisc(HERE, "", disc.left, disc.full, left)
    return (
        look._replace(disc=ModelDisc(HERE, "", status=doomed, ring=disc.ring), id="", hunkered=False),
        look._replace(disc=letters, hunkered=False),
        look._replace(disc=marks, id="", side=0, colour="") if disc.full > 1 or left or look.hunkered else None,
    )


def _paint_base(pen: Pen, look: DiscStyle, roomy: bool) -> None:
    radius = look.across / 2
    if look.disc.ring:
        pen.disc((0, 0), radius + 0.28, theme.RING[0])
        pen.disc((0, 0), radius + 0.23, theme.RING[1])
    pen.disc((0, 0), radius + 0.07, "#ffffff")
    base(pen, look.side, look.colour, radius, faded="doomed" in look.disc.status)
    if "doomed" in look.disc.status:
        _cross(pen, radius)


def _paint_marks(pen: Pen, look: DiscStyle, roomy: bool) -> None:
    disc, radius = look.disc, look.across / 2
    if disc.full > 1:
        _pips(pen, radius, disc.left, disc.full)
    if look.hunkered:
        _bar(pen, radius)
    if "acted" in disc.status:
        pen.disc((-0.74 * radius - 0.06, 0.74 * radius + 0.06), 0.2, "#ffffff")
        pen.disc((-0.74 * radius - 0.06, 0.74 * radius + 0.06), 0.14, theme.INK)
    if "moved" in disc.status:
        _tick(pen.at(moved=(0.74 * radius + 0.08, 0.74 * radius + 0.04)))


def base(pen: Pen, side: int, colour: str, radius: float, *, faded: bool = False) -> None:
    """The base and its rim: every second side pale within, so that rims are seen on it, and sides also in grey."""
    shades = theme.shades(colour)
    pale = theme.mix(colour, "#ffffff", 0.84)
    RIMS[side % len(RIMS)](
        pen, radius, shades, theme.mix(pale if side % 2 else colour, "#ffffff", 0.6 if faded else 0.0)
    )


def _full(pen: Pen, radius: float, shades: theme.Shades, face: str) -> None:
    pen.disc((0, 0), radius, theme.INK)
    pen.disc((0, 0), radius - 0.08, face)


def _double(pen: Pen, radius: float, shades: theme.Shades, face: str) -> None:
    pen.disc((0, 0), radius, shades.arrow)
    pen.disc((0, 0), radius - 0.07, "#ffffff")
    pen.disc((0, 0), radius - 0.12, shades.arrow)
    pen.disc((0, 0), radius - 0.17, face)


def _dashed(pen: Pen, radius: float, shades: theme.Shades, face: str) -> None:
    pen.disc((0, 0), radius, "#ffffff")
    for nth in range(8):
        arc = [(radius * sin(way), -radius * cos(way)) for way in ((nth + k / 8) * pi / 4 for k in range(5))]
        pen.polygon([(0, 0), *arc], theme.INK)
    pen.disc((0, 0), radius - 0.12, face)


def _dotted(pen: Pen, radius: float, shades: theme.Shades, face: str) -> None:
    pen.disc((0, 0), radius, face)
    count = max(10, round(2 * pi * radius / 0.28))
    for nth in range(count):
        way = 2 * pi * nth / count
        pen.disc(((radius - 0.06) * sin(way), -(radius - 0.06) * cos(way)), 0.075, shades.arrow)


Rim = Callable[[Pen, float, theme.Shades, str], None]
RIMS: tuple[Rim, ...] = (_full, _double, _dashed, _dotted)
"""By the number of the side, from the one listed first."""


def _paint_letters(pen: Pen, look: DiscStyle, roomy: bool) -> None:
    """The number, with the id over it if the base has room for both."""
    radius = look.across / 2
    plain = look.side % 2 == 0 and "doomed" not in look.disc.status
    ink = theme.shades(look.colour).text if plain else theme.INK
    halo = "" if plain else "#ffffff"
    low = 0.12 * radius if look.disc.full > 1 else 0.0
    size = pen.fitting_size(look.disc.number, min(1.42 * radius, 1.1), 1.2 * radius, "-Bold")
    if roomy and look.disc.number != look.id and "doomed" not in look.disc.status:
        pen.text(
            (0, low - 0.45 * radius),
            look.id,
            pen.fitting_size(look.id, 0.56 * radius, radius, "-Bold"),
            ink,
            weight="-Bold",
        )
        size, low = size * 0.72, low + 0.26 * radius
    pen.text(
        (0, low),
        look.disc.number,
        size,
        ink,
        weight="-Bold",
        halo=halo,
        halo_width=0.1 if "doomed" in look.disc.status else 0.07,
    )


def _cross(pen: Pen, radius: float) -> None:
    """No wounds left: it will be removed."""
    far = 0.84 * radius
    for width, ink in ((0.3, "#ffffff"), (0.17, theme.INK)):
        for lean in (-1, 1):
            pen.line([(-far, -far * lean), (far, far * lean)], ink, width)


def _pips(pen: Pen, radius: float, left: int, full: int) -> None:
    """Wounds in a row along the upper rim, those lost hollow."""
    step = min(0.36 / radius, 1.5 * pi / full)
    for nth in range(full):
        way = (nth - (full - 1) / 2) * step
        at = (radius * sin(way), -radius * cos(way))
        pen.disc(at, 0.17, "#ffffff")
        pen.disc(at, 0.14, theme.INK)
        if nth >= left:
            pen.disc(at, 0.085, "#ffffff")


def _bar(pen: Pen, radius: float) -> None:
    pen.rounded_box((-0.62 * radius - 0.05, radius - 0.03), (1.24 * radius + 0.1, 0.26), "#ffffff")
    pen.rounded_box((-0.62 * radius, radius + 0.02), (1.24 * radius, 0.16), theme.INK)


def _tick(pen: Pen) -> None:
    for width, ink in ((0.24, "#ffffff"), (0.11, theme.INK)):
        pen.line([(-0.18, 0.0), (-0.06, 0.15), (0.18, -0.2)], ink, width)


LAYERS: tuple[Callable[[Pen, DiscStyle, bool], None], ...] = (_paint_base, _paint_letters, _paint_marks)
"""From the lowest."""


# samples
SAMPLES: Mapping[str, ModelDisc] = {
    "doomed": ModelDisc(HERE, "1", status=("doomed",)),
    "moved": ModelDisc(HERE, "1", status=("moved",)),
    "acted": ModelDisc(HERE, "1", status=("acted",)),
    "wounds": ModelDisc(HERE, "1", 1, 2),
    "come": ModelDisc(HERE, "1", ring=True),
}


def sample(pen: Pen, what: str) -> None:
    """The legend's picture: a base with one mark, or that of a side by its number and colour, as ``side/1/#c1541c``."""
    kind, nth, colour = (*what.split("/"), "", "")[:3]
    paint(
        pen,
        DiscStyle(
            SAMPLES.get(kind, ModelDisc(HERE, "1")), "", int(nth or 0), colour or "#6a6a6a", 1.0, kind == "hunkered"
        ),
    )
