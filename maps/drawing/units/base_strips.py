"""Strips of bases on a table: the true footprint with its front, the sign of its arm, and a plate beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import cos, hypot, inf, pi, radians, sin
from typing import NamedTuple

from ...geometry.plane import Box, Point, box_gap, half_extent
from ...scene.scene import Strip
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, sprite
from ..canvas.two_inks import two_ink_sprite
from . import unit_plates
from .unit_plates import HIGH, UnitPlate

NOSE = 0.42
"""How far the arrowhead of a front sticks out, in inches."""
STAR = 0.36
"""Radius of an attached leader's disc, in inches."""
WAYS: tuple[tuple[float, float], ...] = tuple(
    (turn, far) for far in (0.0, 1.0, 2.2) for turn in (90, 270, 180, 0, 135, 225, 45, 315)
)
"""Degrees off its facing and ems farther away at which a plate may stand beside its strip, the best first."""


Window = tuple[float, float, float, float]
"""Left, top, right, bottom in board units."""


class PlacedPlate(NamedTuple):
    """A plate: what it says of which strip, and where its middle lies on the board."""

    strip: Strip
    at: Point


def unit_axes(facing: float) -> Callable[[float, float], Point]:
    """From inches to the right and ahead of somebody who faces there to the picture's x and y."""
    s, c = sin(radians(facing)), cos(radians(facing))
    return lambda right, ahead: (right * c + ahead * s, right * s - ahead * c)


def corners(strip: Strip) -> tuple[Point, ...]:
    """Of the footprint on the board: front right, rear right, rear left, front left."""
    put, (across, along), (x, y) = unit_axes(strip.facing), strip.half, strip.at
    return tuple(
        (x + dx, y + dy)
        for dx, dy in (put(across, along), put(across, -along), put(-across, -along), put(-across, along))
    )


# the strip
@kept
def nose(look: Strip, scale: float) -> Sprite:
    """Its arrowhead: lies under all strips, so that in contact the enemy's bases hide it."""
    reach = hypot(*look.half) + NOSE + 0.2
    return two_ink_sprite((-reach, -reach, reach, reach), scale, ("#ffffff", theme.INK), lambda pen: _nose(pen, look))


@kept
def body(look: Strip, scale: float) -> Sprite:
    """``look`` is the strip at (0, 0); ``scale`` pixels are an inch."""
    reach = hypot(*look.half) + STAR + 0.3
    return sprite((-reach, -reach, reach, reach), scale, 3, lambda pen: paint(pen, look))


def _nose(pen: Pen, look: Strip) -> None:
    put, along = unit_axes(look.facing), look.half[1]
    for grown, ink in ((0.07, "#ffffff"), (0.0, theme.INK)):
        tip, half = along + NOSE + grown * 1.4, 0.36 + grown * 1.3
        pen.polygon([put(-half, along - 0.05), put(0, tip), put(half, along - 0.05)], ink)


def both(pen: Pen, look: Strip) -> None:
    """The strip with its arrowhead."""
    _nose(pen, look)
    paint(pen, look)


def paint(pen: Pen, look: Strip) -> None:
    """The strip around (0, 0), its arrowhead apart."""
    shades, put = theme.shades(look.colour), unit_axes(look.facing)
    if not look.bases:
        star(pen, (0, 0), STAR, shades)
        return
    across, along = look.half
    if look.ring:
        _slab(pen, put, (-across - 0.2, along + 0.2), (across + 0.2, -along - 0.2), theme.RING[0])
        _slab(pen, put, (-across - 0.14, along + 0.14), (across + 0.14, -along - 0.14), theme.RING[1])
    _slab(pen, put, (-across - 0.04, along + 0.04), (across + 0.04, -along - 0.04), "#ffffff")
    for nth, (left, front) in enumerate(_places(look)):
        _base(pen, put, look, (left, front), nth == look.bases // 2)
    rim = [
        put(-across, along),
        put(across, along),
        put(across, -along),
        put(-across, -along),
        put(-across, along),
        put(across, along),
    ]
    pen.line(rim, theme.INK, 0.06)
    _slab(pen, put, (-across, along), (across, along - 0.14), theme.INK)


def _places(look: Strip) -> Iterator[Point]:
    """The front left corner of each base."""
    across, along = look.half
    front, depth = look.base
    for nth in range(look.bases):
        yield (-across, along - nth * depth) if "column" in look.status else (-across + nth * front, along)


def _base(pen: Pen, put: Callable[[float, float], Point], look: Strip, corner: Point, middle: bool) -> None:
    """One base; the middle one with the sign of its arm, the others of a second side hatched."""
    shades, (left, front), (w, d) = theme.shades(look.colour), corner, look.base
    _slab(pen, put, (left, front), (left + w, front - d), shades.face)
    if middle:
        x, y = left + w / 2, front - d / 2 - 0.04
        SIGNS.get(next(iter(look.symbols), ""), _nothing)(
            pen, lambda right, ahead: put(x + right * w / 2, y + ahead * d * 0.38), shades
        )
    elif look.side % 2:
        for share in (0.25, 0.5, 0.75, 1.0, 1.25):
            a, b = (max(0.0, share - 0.5), min(0.5, share)), (min(1.0, share), max(0.0, share - 1.0))
            pen.line(
                [put(left + w * a[0], front - d * 2 * a[1]), put(left + w * b[0], front - d * 2 * b[1])],
                shades.text,
                0.055,
                "flat",
            )
    pen.line(
        [put(left, front), put(left + w, front), put(left + w, front - d), put(left, front - d), put(left, front)],
        theme.INK,
        0.045,
    )


def _slab(pen: Pen, put: Callable[[float, float], Point], one: Point, other: Point, fill: str) -> None:
    pen.polygon([put(*one), put(other[0], one[1]), put(*other), put(one[0], other[1])], fill)


# signs of the arms, within a base whose half sides are 1
TurnPoint = Callable[[float, float], Point]


def _infantry(pen: Pen, put: TurnPoint, shades: theme.Shades) -> None:
    for lean in (-1, 1):
        pen.line([put(-0.9, -0.9 * lean), put(0.9, 0.9 * lean)], shades.text, 0.09, "flat")


def _cavalry(pen: Pen, put: TurnPoint, shades: theme.Shades) -> None:
    pen.line([put(-0.9, -0.9), put(0.9, 0.9)], shades.text, 0.11, "flat")


def _foot(pen: Pen, put: TurnPoint, shades: theme.Shades) -> None:
    pen.disc(put(0, 0), 0.15, shades.text)


def _horse(pen: Pen, put: TurnPoint, shades: theme.Shades) -> None:
    pen.disc(put(0, 0), 0.2, shades.text)
    pen.disc(put(0, 0), 0.14, shades.face)
    pen.disc(put(0, 0), 0.085, shades.text)


def _leader(pen: Pen, put: TurnPoint, shades: theme.Shades) -> None:
    star(pen, put(0, 0), 0.42, shades)


def _nothing(pen: Pen, put: TurnPoint, shades: theme.Shades) -> None:
    """An arm nobody has drawn yet."""


SIGNS: Mapping[str, Callable[[Pen, TurnPoint, theme.Shades], None]] = {
    "infantry": _infantry,
    "cavalry": _cavalry,
    "foot-artillery": _foot,
    "horse-artillery": _horse,
    "leader": _leader,
}


def star(pen: Pen, at: Point, radius: float, shades: theme.Shades) -> None:
    """A leader: a star on a disc of his side's colour."""
    pen.disc(at, radius + 0.05, "#ffffff")
    pen.disc(at, radius, theme.INK)
    pen.disc(at, radius - 0.06, shades.face)
    rays = [(radius * (0.34 if k % 2 else 0.78), k * pi / 5) for k in range(10)]
    points = [(at[0] + far * sin(way), at[1] - far * cos(way)) for far, way in rays]
    pen.polygon(points, "#ffe14d")
    pen.line([*points, *points[:2]], theme.INK, 0.035)


# plates
@lru_cache(maxsize=512)
def strip_plate(look: Strip) -> UnitPlate:
    """What its plate says after the id: leaders, bases left, and signs of what it has done."""
    done = [status for status in ("moved", "activated", "fired") if status in look.status]
    return UnitPlate(
        look.id,
        look.side,
        look.colour,
        (
            *(f"★{leader}" for leader in look.riders),
            *([look.strength] if look.strength else []),
            *(status for status in done if status != "activated" or "moved" not in done),
        ),
    )


class _Taken(NamedTuple):
    """A box that a plate should not lie on; ``reach``: none of it is farther from its middle than that."""

    box: Box
    x: float
    y: float
    reach: float
    weight: float


def _taken(box: Box, weight: float) -> _Taken:
    return _Taken(box, *box.at, box.across + box.along, weight)


@lru_cache(maxsize=64)
def place_plates(strips: tuple[Strip, ...], window: Window, em: float, scale: float) -> tuple[PlacedPlate, ...]:
    """A plate for each strip with bases that stands in the window, over no strip and no other plate if there is room.

    ``em`` and ``scale`` in pixels.
    """
    bodies = [Box((strip.at[0], -strip.at[1]), strip.facing, *strip.half) for strip in strips]
    found, taken = list[PlacedPlate](), [_taken(body, 2.0) for body in bodies]
    left, top, right, bottom = window
    for strip, own in zip(strips, bodies, strict=True):
        if not strip.bases or not (left <= strip.at[0] <= right and top <= strip.at[1] <= bottom):
            continue
        half = (unit_plates.half(strip_plate(strip), em) + 0.15) * em / scale, (HIGH / 2 + 0.15) * em / scale
        choices = (_beside(own, half, turn, far * em / scale) for turn, far in WAYS)
        best = _least_crowded(choices, taken, window)
        taken.append(_taken(best, 1.0))
        found.append(PlacedPlate(strip, (best.at[0], -best.at[1])))
    return tuple(found)


def _least_crowded(choices: Iterator[Box], taken: Sequence[_Taken], window: Window) -> Box:
    """The first of those that lie least deep in others; most strips have room at once, and no more are looked at."""
    best, least = next(choices), inf
    for choice in chain((best,), choices):
        crowded = round(_crowded(choice, taken, window), 2)
        if crowded < least:
            best, least = choice, crowded
        if not least:
            break
    return best


def _beside(own: Box, half: Point, turn: float, far: float) -> Box:
    way = (sin(radians(own.facing + turn)), cos(radians(own.facing + turn)))
    plate_ = Box(own.at, 0.0, *half)
    off = half_extent(own, way) + half_extent(plate_, way) + 0.12 + far + (NOSE if turn % 360 in (0, 45, 315) else 0.0)
    return plate_._replace(at=(own.at[0] + way[0] * off, own.at[1] + way[1] * off))


def _crowded(choice: Box, taken: Sequence[_Taken], window: Window) -> float:
    """How deep a plate would lie in others, strips counting double; how far out of the window."""
    (x, y), own_reach, (left, top, right, bottom) = choice.at, choice.across + choice.along, window
    wide, high = choice.across, choice.along
    off = max(0.0, left - x + wide, x + wide - right) + max(0.0, top + y + high, high - y - bottom)
    total = 5 * off
    for box, other_x, other_y, reach, weight in taken:
        if abs(other_x - x) < own_reach + reach and abs(other_y - y) < own_reach + reach:
            total += weight * max(0.0, -box_gap(choice, box))
    return total
