"""Words on an area map: names with coins and signs, leader lines, strait signs, the casualty line."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import cos, pi, sin

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.area_units import AreaName, Badge, BadgeRow, Caption, CasualtyLine, EdgeSign
from ..canvas import theme
from ..canvas.lettering import font_face
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, sprite
from ..canvas.text_lines import TextLine, draw_slanted
from ..units.badges import DECIDED, MARINE, PALE, PICTURES, paint_badge, paint_burst, paint_chip, paint_row
from ..units.pictograms import draw_pictogram

COIN = "#f3d34a"
LINE = 1.12
"""From one line of a name to the next, in letters."""


# measures
@lru_cache(maxsize=1024)
def _long(words: str, weight: str) -> float:
    return font_face(60, weight).getlength(words) / 60


@lru_cache(maxsize=4096)
def _size(lines: tuple[str, ...], weight: str, extras: float) -> Point:
    """In letters."""
    widths = [_long(line, weight) for line in lines]
    widths[-1] += extras + (0.2 if extras and lines[-1] else 0.0)
    return max(widths) + 0.2, LINE * len(lines)


def name_size(name: AreaName) -> Point:
    """In board units."""
    wide, high = _size(name.lines, _weight(name), _extras(name))
    return wide * name.size, high * name.size


def _extras(name: AreaName) -> float:
    return 1.3 * bool(name.worth) + 1.3 * len(name.signs)


def _weight(name: AreaName) -> str:
    return "" if name.sea else "-Bold"


def box(name: AreaName) -> Rect:
    """Left, top, right, bottom in board units."""
    (wide, high), (x, y) = name_size(name), name.at
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


# names
@kept
def name(look: AreaName, scale: float) -> Sprite:
    """Around (0, 0); ``scale`` pixels are a board unit."""
    wide, high = name_size(look)
    half = (wide / 2 + 0.4 * look.size, high / 2 + 0.4 * look.size)
    return sprite((-half[0], -half[1], *half), scale, 2, lambda pen: paint_name(pen, look))


def paint_name(pen: Pen, look: AreaName) -> None:
    (_, high), size = name_size(look), look.size
    extra = _extras(look) * size
    for nth, line in enumerate(look.lines):
        y = -high / 2 + LINE * size * (nth + 0.5)
        wide, last = _long(line, _weight(look)) * size, nth == len(look.lines) - 1
        whole = wide + (extra + 0.2 * size * bool(line and extra) if last else 0.0)
        x = -whole / 2
        if look.sea:
            _slanted(pen, (x, y), line, size)
        elif line:
            pen.text((x, y), line, size, theme.INK, weight="-Bold", anchor="lm", halo="#ffffff", halo_width=0.13 * size)
        if last:
            _signs(pen.at(moved=(x + wide + 0.2 * size * bool(line and extra), y)), look)


def _slanted(pen: Pen, at: Point, line: str, size: float) -> None:
    draw_slanted(pen, at, TextLine(line, 0, size, MARINE, "", 0))


def _signs(pen: Pen, look: AreaName) -> None:
    unit = Pen(pen.image, pen.scale * look.size, pen.origin)
    x = 0.65
    if look.worth:
        pen.scale = unit.scale
        unit.disc((x, 0), 0.6, theme.INK)
        unit.disc((x, 0), 0.54, COIN)
        words = str(look.worth)
        unit.text((x, 0.02), words, unit.fitting_size(words, 0.86, 0.84, "-Bold"), theme.INK, weight="-Bold")
        x += 1.3
    for sign in look.signs:
        sample_sign(unit.at(moved=(x, 0)), sign)
        x += 1.3


def sample_sign(pen: Pen, sign: str) -> None:
    """A capital's star, a works, a flak gun, within a circle or square of diameter 1.2."""
    if sign == "capital":
        pen.disc((0, 0), 0.6, theme.INK)
        draw_pictogram(Pen(pen.image, pen.scale * 1.4, pen.origin), sign, "#ffe14d", theme.INK)
    else:
        pen.rounded_box((-0.6, -0.55), (1.2, 1.1), theme.INK, 0.12)
        pen.rounded_box((-0.54, -0.49), (1.08, 0.98), PALE, 0.1)
        draw_pictogram(Pen(pen.image, pen.scale * 1.15, pen.origin), sign, theme.INK, PALE)


# links and signs at the edges
@kept
def far_link(way: Point, scale: float) -> Sprite:
    """A broken line from (0, 0), a dot at each end."""
    xs, ys, room = sorted((0.0, way[0])), sorted((0.0, way[1])), 8 / scale
    box = (xs[0] - room, ys[0] - room, xs[1] + room, ys[1] + room)
    return sprite(box, scale, 3, lambda pen: paint_far_link(pen, (0.0, 0.0), way, scale))


def paint_far_link(pen: Pen, one: Point, other: Point, scale: float) -> None:
    pen.line([one, other], "#ffffff", 5 / scale)
    pen.dashes([one, other], theme.INK, 2.4 / scale, 9 / scale, 6 / scale)
    for end in (one, other):
        pen.disc(end, 4 / scale, theme.INK, "#ffffff", 1.2 / scale)


def edge_sign_box(sign: EdgeSign) -> Rect:
    """Left, top, right, bottom in board units."""
    (x, y), wide = sign.at, (_long(sign.text, "-Bold") + 1.5) * sign.size
    left = x - wide if sign.right else x
    return left, y - sign.high / 2, left + wide, y + sign.high / 2


@kept
def edge_sign(look: EdgeSign, scale: float) -> Sprite:
    """Around the point of the edge."""
    return sprite(edge_sign_box(look), scale, 3, lambda pen: paint_edge_sign(pen, look))


def paint_edge_sign(pen: Pen, look: EdgeSign) -> None:
    """A plate with an arrow toward the edge and a name."""
    (left, top, right, bottom), size = edge_sign_box(look), look.size
    inset = 0.1 * size
    pen.rounded_box(
        (left + inset, top + inset),
        (right - left - 2 * inset, bottom - top - 2 * inset),
        PALE,
        0.3 * size,
        MARINE,
        0.08 * size,
    )
    way = 1 if look.right else -1
    tip, y = (right if look.right else left) - way * 0.3 * size, (top + bottom) / 2
    pen.polygon(
        [(tip, y), (tip - way * 0.5 * size, y - 0.35 * size), (tip - way * 0.5 * size, y + 0.35 * size)], MARINE
    )
    middle = (left + right) / 2 - way * 0.3 * size
    pen.text((middle, y), look.text, size, MARINE, weight="-Bold")


# leads, locks, words, the casualty line
@kept
def leader_line(way: Point, size: float, scale: float) -> Sprite:
    """A thin line from (0, 0) to what a pile or name belongs to, a dot there."""
    xs, ys = sorted((0.0, way[0])), sorted((0.0, way[1]))
    room = (xs[0] - size, ys[0] - size, xs[1] + size, ys[1] + size)
    return sprite(room, scale, 3, lambda pen: _draw_leader_line(pen, way, size))


def _draw_leader_line(pen: Pen, way: Point, size: float) -> None:
    for width, ink in ((0.18, "#ffffff"), (0.075, theme.INK)):
        pen.line([(0, 0), way], ink, width * size)
        pen.disc(way, (0.1 + width / 2) * size, ink)


@kept
def strait_sign(shut: bool, size: float, scale: float) -> Sprite:
    return sprite(
        (-size, -size, size, size),
        scale,
        3,
        lambda pen: paint_strait_sign(Pen(pen.image, pen.scale * size, pen.origin), shut=shut),
    )


def paint_strait_sign(pen: Pen, *, shut: bool) -> None:
    """A padlock: shut and dark, or open and light."""
    bow = [(0.25 * cos(k * pi / 10) + (0 if shut else 0.42), -0.12 - 0.32 * sin(k * pi / 10)) for k in range(11)]
    bow = [(bow[0][0], 0.0), *bow, (bow[-1][0], 0.0 if shut else -0.2)]
    for width, ink in ((0.26, "#ffffff"), (0.14, theme.INK)):
        pen.line(bow, ink, width, "flat")
    pen.rounded_box((-0.48, -0.08), (0.96, 0.68), "#ffffff", 0.1)
    pen.rounded_box((-0.42, -0.02), (0.84, 0.56), theme.INK, 0.08)
    if not shut:
        pen.rounded_box((-0.34, 0.06), (0.68, 0.4), PALE, 0.05)
    pen.disc((0, 0.22), 0.1, PALE if shut else theme.INK)
    pen.rounded_box((-0.04, 0.22), (0.08, 0.2), PALE if shut else theme.INK)


@kept
def caption(look: Caption, scale: float) -> Sprite:
    """From (0, 0) to the right."""
    wide = _long(look.text, "-Bold" if look.bold else "") * look.size + look.size
    return sprite(
        (-look.size, -look.size, wide, look.size),
        scale,
        2,
        lambda pen: pen.text(
            (0, 0),
            look.text,
            look.size,
            theme.INK,
            weight="-Bold" if look.bold else "",
            anchor="lm",
            halo="#ffffff",
            halo_width=0.16 * look.size,
        ),
    )


@kept
def casualty_line(look: CasualtyLine, scale: float) -> Sprite:
    (ax, ay), (bx, by) = look.ends
    dx, dy = bx - ax, by - ay
    return sprite(
        (min(0, dx) - 1, min(0, dy) - 1, max(0, dx) + 1, max(0, dy) + 1),
        scale,
        2,
        lambda pen: paint_casualty_line(pen, (0, 0), (dx, dy)),
    )


def paint_casualty_line(pen: Pen, one: Point, other: Point) -> None:
    pen.line([one, other], "#ffffff", 0.3, "flat")
    pen.dashes([one, other], theme.BLOOD, 0.16, 0.6, 0.35)


SAMPLES: Mapping[str, Callable[[Pen], None]] = {
    **{sign: partial(sample_sign, sign=sign) for sign in ("capital", "complex", "aa")},
    "open": partial(paint_strait_sign, shut=False),
    "shut": partial(paint_strait_sign, shut=True),
    "link": lambda pen: paint_far_link(pen, (-0.9, 0.0), (0.9, 0.0), pen.scale / 2),
    "edge": lambda pen: paint_edge_sign(pen.at(moved=(1.0, 0.0)), EdgeSign((0.0, 0.0), "A", 0.8, True)),
}


def sample(pen: Pen, what: str) -> None:
    """The legend's picture of a sign of a map of areas, or of a unit with such a mark; a type of unit by its word."""
    badge = {
        "pips": Badge("carrier", 0, (), 2),
        "hollow": Badge("fighter", 0, (), 0, "hollow"),
        "lost": Badge("infantry", 0, (), 0, "lost"),
    }.get(what)
    if what in SAMPLES:
        SAMPLES[what](pen)
    elif what == "cargo":
        paint_chip(Pen(pen.image, pen.scale * 1.6, pen.at(moved=(-1.05, 0)).origin), ("infantry", "infantry"))
    elif what in ("burst", "decided"):
        paint_burst(pen, f"{DECIDED * (what == 'decided')}L1")
    elif what == "line":
        paint_casualty_line(pen, (-1.0, 0.0), (1.0, 0.0))
    elif what == "attacks":
        corner = pen.at(moved=(-0.55, -0.65)).origin
        paint_row(Pen(pen.image, pen.scale * 1.3, corner), BadgeRow(0, "#8c8c8c", (), attacks=True))
    elif badge:
        paint_badge(Pen(pen.image, pen.scale * 1.6, pen.at(moved=(-0.93, 0)).origin), badge)
    else:
        draw_pictogram(Pen(pen.image, pen.scale * 1.75, pen.origin), PICTURES.get(what, what), theme.INK, theme.PAPER)
