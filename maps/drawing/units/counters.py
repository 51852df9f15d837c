"""Playing pieces as small pictures: side by shape and colour, figures, and the marks of what has befallen them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...geometry.plane import Point
from ...scene.scene import Counter, with_status
from ..canvas import theme
from ..canvas.pen import Pen, Sprite, sprite
from . import pictogram_counters as figures

W, H = 1.0, 0.94
"""Width and height of a piece, in widths of a piece."""
FANS: tuple[tuple[Point, ...], ...] = (
    ((0.0, 0.11),),
    ((-0.2, -0.12), (0.2, 0.3)),
    ((-0.24, -0.14), (0.24, 0.06), (-0.02, 0.4)),
)
"""Where one, two and three pieces in one place lie, in widths of a piece; of more, two are shown and the last, with
their number.
"""
SHRUNK = (1.0, 0.8, 0.7)
MANY = "×"
DEPTH = ("flat", "", "flying")
"""What lies under what."""


def fan_out(pieces: Sequence[Counter], width: float) -> Iterator[tuple[Point, float, Counter]]:
    """Every piece to be drawn, back to front: where its middle lies, how wide it is, and which; stacks fanned out,
    aircraft last.
    """
    stacks = dict[Point, list[Counter]]()
    for piece in pieces:
        stacks.setdefault(piece.at, []).append(piece)
    fanned = [
        ((at[0] + dx * width, at[1] + dy * width), wide * width, piece)
        for at, stack in stacks.items()
        for (dx, dy), wide, piece in _fan_stack(stack)
    ]
    yield from sorted(fanned, key=lambda thing: DEPTH.index(thing[2].lies))


def _fan_stack(stack: Sequence[Counter]) -> Iterator[tuple[Point, float, Counter]]:
    if any(piece.pictogram for piece in stack):
        yield from figures.lay_out(stack)
        return
    shown = stack if len(stack) <= 3 else [*stack[:2], with_status(stack[-1], f"{MANY}{len(stack)}")]
    for piece, at in zip(shown, FANS[len(shown) - 1], strict=True):
        yield at, SHRUNK[len(shown) - 1], piece


@lru_cache(maxsize=1024)
def counter(look: Counter, width: float) -> Sprite:
    """``look`` is the piece at (0, 0), ``width`` its width in pixels."""
    return sprite(
        figures.ROOM if look.pictogram else (-0.75, -0.75, 0.75, 0.75), width, 4, lambda pen: paint(pen, look)
    )


def paint(pen: Pen, look: Counter) -> None:
    """The piece around (0, 0); the pen's unit is its width."""
    if look.pictogram:
        figures.paint(pen, look)
        return
    shades = theme.shades(look.colour)
    if "ghost" in look.status:
        shades = theme.shades(shades.ghost)
    if look.ring:
        _shape(pen, look.side, 0.125, theme.RING[0])
        _shape(pen, look.side, 0.095, theme.RING[1])
    _shape(pen, look.side, 0.035, theme.INK)
    _shape(pen, look.side, 0.0, shades.face)
    if "disrupted" in look.status:
        _hatch(pen, look.side)
    _symbols(pen, look.symbols)
    _letters(pen, look, shades)
    if "disrupted" in look.status:
        _badge(pen, (W / 2 - 0.05, H / 2 - 0.02), "D")
    for status in look.status:
        if status.startswith(MANY):
            _badge(pen, (-W / 2 + 0.05, H / 2 - 0.02), status)
    if "fired" in look.status:
        pen.disc((-W / 2 + 0.03, -H / 2 + 0.03), 0.15, "#000000", "#ffffff", 0.035)


def _letters(pen: Pen, look: Counter, shades: theme.Shades) -> None:
    shaken = "disrupted" in look.status
    text, halo, thick = shades.text, shades.hatched if shaken else shades.halo, 0.075 if shaken else 0.03
    room = W - 0.14 - (0.3 if look.symbols else 0)
    size = pen.fitting_size(look.id, 0.44, room, "-Bold")
    pen.text((-W / 2 + 0.07, -0.17), look.id, size, text, weight="-Bold", anchor="lm", halo=halo, halo_width=thick)
    foot = f"{look.strength} {look.sign.replace('-', '−')}".strip()
    size = pen.fitting_size(foot, 0.36, W - 0.12, "-Bold")
    pen.text((0, 0.23), foot, size, text, weight="-Bold", halo=halo, halo_width=thick)


def _shape(pen: Pen, side: int, grown: float, fill: str) -> None:
    """First side square, second rounded, third with cut corners, fourth pointed; ``grown`` widens it all round."""
    w, h = W / 2 + grown, H / 2 + grown
    match side % 4:
        case 0:
            pen.rounded_box((-w, -h), (2 * w, 2 * h), fill)
        case 1:
            pen.rounded_box((-w, -h), (2 * w, 2 * h), fill, 0.3 + grown)
        case 2:
            c = 0.22
            pen.polygon(
                [(c - w, -h), (w - c, -h), (w, c - h), (w, h - c), (w - c, h), (c - w, h), (-w, h - c), (-w, c - h)],
                fill,
            )
        case _:
            pen.polygon([(-w, -h), (w, -h), (w, h - 0.2), (0, h + 0.1), (-w, h - 0.2)], fill)


def _hatch(pen: Pen, side: int) -> None:
    """White diagonal stripes over the face, as far as the shape goes."""
    inset = 0.1 if side % 4 else 0.02
    for k in range(-5, 6):
        x = k * 0.18
        low, high = max(-W / 2 + inset, x - H / 2), min(W / 2 - inset, x + H / 2)
        if low < high:
            pen.line([(low, -(low - x)), (high, -(high - x))], "#ffffff", 0.06, "flat")


def _symbols(pen: Pen, symbols: Sequence[str]) -> None:
    """Upper right: a box with a diagonal stroke for cavalry, a star for a leader, the star over the stroke for both."""
    x, y, half = W / 2 - 0.2, -H / 2 + 0.22, 0.13
    if "cavalry" in symbols:
        pen.rounded_box((x - half - 0.04, y - half), (2 * half + 0.08, 2 * half), "#ffffff", 0, theme.INK, 0.035)
        pen.line([(x - half, y + half - 0.03), (x + half, y - half + 0.03)], theme.INK, 0.06, "flat")
    if "leader" in symbols:
        pen.text((x, y), "★", 0.4, "#ffe14d", weight="-Bold", halo=theme.INK, halo_width=0.04)


def _badge(pen: Pen, at: Point, letter: str) -> None:
    pen.disc(at, 0.18, "#ffffff", theme.INK, 0.03)
    pen.text(at, letter, pen.fitting_size(letter, 0.28, 0.28, "-Bold"), theme.INK, weight="-Bold")
