"""The ground of a map of areas: seas with waves, lands, neutral ground hatched; holders by fill and pattern; links
without outlines.
"""

from collections.abc import Sequence
from functools import partial

from ...geometry.plane import Point
from ...scene.area_units import AreaRegion, Link, OwnedLand
from ...scene.scene import GroundPart
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, sprite
from .tabletop_ground import paint_within

SEA, WAVE = "#d6e6ee", "#a9c8d8"
SHORE = "#4f88a6"
NEUTRAL, HATCH = "#c9c6bf", "#8f8b82"
FREE = "#efe9da"
"""Land that nobody holds."""
FILL = 0.42
"""How much white lies over a holder's colour."""
STEP = 17
"""Pixels from one line, dot or cross of a pattern to the next."""
Shape = Sequence[Point]


def regions(still: Sequence[GroundPart]) -> tuple[AreaRegion, ...]:
    """What makes a board a map of areas."""
    return tuple(part for part in still if isinstance(part, AreaRegion))


def shapes(pen: Pen, still: Sequence[GroundPart], scale: float) -> None:
    """Links, then seas, then lands: islands lie within a zone's outline; ``scale``: pixels of a board unit when it is
    done.
    """
    known = regions(still)
    for link in still:
        if isinstance(link, Link):
            for width, ink in ((5, "#ffffff"), (2.5, theme.INK)):
                pen.line(link.ends, ink, width / scale)
    for part in known:
        if part.kind == "sea":
            pen.polygon(part.shape, SEA)
            paint_within(pen, part.shape, partial(_waves, shape=part.shape, scale=scale))
    for part in known:
        if part.kind == "sea":
            _rim(pen, part.shape, ((5.5, "#ffffff"), (2.6, SHORE)), scale)
    for part in known:
        if part.kind != "sea":
            pen.polygon(part.shape, NEUTRAL if part.kind == "neutral" else FREE)
            if part.kind == "neutral":
                paint_within(
                    pen,
                    part.shape,
                    partial(_lines, shape=part.shape, colour=HATCH, step=10 / scale, width=1.2 / scale, lean=-1),
                )
            border(pen, part.shape, scale)


def fill(colour: str) -> str:
    """What a holder's land is filled with."""
    return theme.mix(colour, "#ffffff", FILL)


def ink(colour: str) -> str:
    """What its pattern is drawn in."""
    return theme.mix(colour, "#000000", 0.3)


def tints(colours: Sequence[str]) -> tuple[str, ...]:
    """Colours that every picture of such a map holds as they are."""
    return (SEA, WAVE, SHORE, NEUTRAL, HATCH, FREE, *(shade(colour) for colour in colours for shade in (fill, ink)))


# what is held
@kept
def land(look: OwnedLand, scale: float) -> Sprite:
    """The land around its first corner; ``scale`` pixels are a board unit."""
    (x, y), edge = look.at, 4 / scale
    shape = tuple((px - x, py - y) for px, py in look.shape)
    xs, ys = [px for px, _ in shape], [py for _, py in shape]
    box = (min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge)
    return sprite(box, scale, 2, lambda pen: paint(pen, shape, look, scale))


def paint(pen: Pen, shape: Shape, look: OwnedLand, scale: float) -> None:
    """Fill, pattern, border; ground that has just changed hands has a ring of black and yellow within."""
    pen.polygon(shape, fill(look.colour))
    paint_within(pen, shape, lambda inner: pattern(inner, shape, look.side, look.colour, scale))
    if look.taken:
        paint_within(pen, shape, lambda inner: _ring(inner, [*shape, shape[0]], scale))
        _rim(pen, shape, ((2.2, theme.INK),), scale)
    else:
        border(pen, shape, scale)


def _ring(pen: Pen, closed: Shape, scale: float) -> None:
    pen.line(closed, theme.RING[1], 19 / scale)
    pen.dashes(closed, theme.RING[0], 13 / scale, 9 / scale, 9 / scale)
    pen.line(closed, "#ffffff", 7 / scale)


def border(pen: Pen, shape: Shape, scale: float) -> None:
    """White inside, black outside."""
    paint_within(pen, shape, lambda inner: inner.line([*shape, *shape[:2]], "#ffffff", 7 / scale))
    _rim(pen, shape, ((2.2, theme.INK),), scale)


def _rim(pen: Pen, shape: Shape, strokes: Sequence[tuple[float, str]], scale: float) -> None:
    for width, colour in strokes:
        pen.line([*shape, *shape[:2]], colour, width / scale)


PATTERNS = 8
"""How many patterns there are: one for each side that a game may have."""


def pattern(pen: Pen, shape: Shape, side: int, colour: str, scale: float) -> None:
    """The side's own: plain, slanting lines, dots, crosses, upright lines, rings, level lines, triangles."""
    step, dark = STEP / scale, ink(colour)
    match side % PATTERNS:
        case 1:
            _lines(pen, shape, dark, step * 0.62, 1.8 / scale, 1)
        case 4 | 6:
            _straight_lines(pen, shape, dark, step * 0.8, 2.0 / scale, upright=side % PATTERNS == 4)
        case 2 | 3 | 5 | 7:
            _signs(pen, _lattice(shape, step * (0.75 if side % PATTERNS == 2 else 1.0)), side % PATTERNS, dark, scale)
        case _:
            pass


def _signs(pen: Pen, places: Sequence[Point], which: int, dark: str, scale: float) -> None:
    """Dots, crosses, rings or triangles."""
    arm = 3.6 / scale
    for x, y in places:
        match which:
            case 2:
                pen.disc((x, y), 2.4 / scale, dark)
            case 3:
                for lean in (-1, 1):
                    pen.line([(x - arm, y - arm * lean), (x + arm, y + arm * lean)], dark, 1.8 / scale, "flat")
            case 5:
                pen.circle((x, y), 1.1 * arm, dark, 1.6 / scale)
            case _:
                pen.polygon([(x - arm, y + arm), (x, y - arm), (x + arm, y + arm)], dark)


def _straight_lines(pen: Pen, shape: Shape, colour: str, step: float, width: float, *, upright: bool) -> None:
    """Upright or level lines all over its bounds."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    along, across = (ys, xs) if upright else (xs, ys)
    for k in range(int(min(across) // step), int(max(across) // step) + 2):
        ends = [(min(along), k * step), (max(along), k * step)]
        pen.line([(y, x) for x, y in ends] if upright else ends, colour, width, "flat")


def _lattice(shape: Shape, step: float) -> list[Point]:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    rows = range(int(min(ys) // step), int(max(ys) // step) + 2)
    columns = range(int(min(xs) // step) - 1, int(max(xs) // step) + 2)
    return [((column + 0.5 * (row % 2)) * step, row * step) for row in rows for column in columns]


def _lines(pen: Pen, shape: Shape, colour: str, step: float, width: float, lean: int) -> None:
    """Slanting lines all over its bounds."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    (left, right), (top, bottom) = (min(xs), max(xs)), (min(ys), max(ys))
    high = bottom - top
    for k in range(int((left - high) // step), int((right + high) // step) + 2):
        a, b = (
            ((k * step, bottom), (k * step + high, top)) if lean > 0 else ((k * step, top), (k * step + high, bottom))
        )
        pen.line([a, b], colour, width, "flat")


def _waves(pen: Pen, shape: Shape, scale: float) -> None:
    wide, high = 8 / scale, 3 / scale
    for x, y in _lattice(shape, 52 / scale):
        points = [
            (x + dx * wide, y + dy * high)
            for dx, dy in (
                (-2, 0.6),
                (-1.5, -0.5),
                (-1, -0.6),
                (-0.5, 0.4),
                (0, 0.6),
                (0.5, -0.5),
                (1, -0.6),
                (1.5, 0.4),
                (2, 0.6),
            )
        ]
        pen.line(points, WAVE, 1.6 / scale, "flat")


# samples of the legend
BLOCK: tuple[Point, ...] = ((-1.0, -0.7), (1.0, -0.7), (1.0, 0.7), (-1.0, 0.7))


def sample(pen: Pen, what: str) -> None:
    """``0/#0072b2``: a side's land; ``neutral``, ``taken``, ``sea``."""
    scale = pen.scale / 3
    if what in ("neutral", "sea"):
        shapes(pen, (AreaRegion("", BLOCK, "sea" if what == "sea" else "neutral"),), scale)
        return
    side, _, colour = what.partition("/")
    known = OwnedLand(BLOCK, int(side), colour) if colour else OwnedLand(BLOCK, 0, "#8c8c8c", taken=True)
    paint(pen, BLOCK, known, scale)
