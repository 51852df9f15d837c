"""Playing pieces as small pictures: side by shape and colour, figures, and the marks of what has befallen them."""

from collections.abc import Iterator, Sequence

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.scene import Counter, with_status
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, canvas, cut, sprite, stacked
from . import pictogram_counters as figures
from .counter_faces import RIM, H, W, face_shades, paint_face, paint_shape
from .counter_layer import Layer, LayerStart

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
GRAIN = 4
"""How much finer pieces are drawn than they are shown."""
ROOM = (-0.75, -0.75, 0.75, 0.75)
"""What a piece may take with all that sticks out of it, in its widths."""
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


@kept
def counter(look: Counter, width: float) -> Sprite:
    """``look`` is the piece at (0, 0), ``width`` its width in pixels."""
    return stacked([_layer(layer, part, width) for layer, part in _parts(look)])


def paint(pen: Pen, look: Counter) -> None:
    """The piece around (0, 0); the pen's unit is its width."""
    for layer, part in _parts(look):
        if layer.first:
            layer.first.paint(pen, layer.first.needs(part))
        layer.paint(pen, part)


def _parts(look: Counter) -> Iterator[tuple[Layer, Counter]]:
    """The layers of a piece, from the lowest, and what each needs of it."""
    for layer in figures.LAYERS if look.pictogram else LAYERS:
        if (part := layer.needs(look)) is not None:
            yield layer, part


@kept
def _layer(layer: Layer, part: Counter, width: float) -> Sprite:
    begun = _begun(layer.first, layer.first.needs(part), width) if layer.first else None
    return sprite(_room(part), width, GRAIN, lambda pen: layer.paint(pen, part), begun)


@kept
def _begun(first: LayerStart, part: Counter, width: float) -> Sprite:
    """What is drawn first of a layer, as fine as it is drawn."""
    return cut(canvas(_room(part), width, GRAIN, lambda pen: first.paint(pen, part)), (0, 0))


def _room(part: Counter) -> Rect:
    return figures.ROOM if part.pictogram else ROOM


# layers
def _needs_of_ring(look: Counter) -> Counter | None:
    return Counter((0, 0), "", look.side, "", ring=True) if look.ring else None


def _paint_ring(pen: Pen, part: Counter) -> None:
    paint_shape(pen, part.side, 0.125, theme.RING[0])
    paint_shape(pen, part.side, 0.095, theme.RING[1])


def _needs_of_body(look: Counter) -> Counter:
    return Counter((0, 0), look.id, look.side, look.colour, look.symbols, status=_of_face(look))


def _paint_body(pen: Pen, part: Counter) -> None:
    paint_face(pen, part, 0.035)
    if "disrupted" in part.status:
        _hatch(pen, part.side, theme.mix(part.colour, "#ffffff", 0.25) if part.side % 2 else "#ffffff")
    _symbols(pen, part.symbols)
    room = 2 * W - 0.14 - (0.3 if part.symbols else 0)
    size = pen.fitting_size(part.id, 0.44, room, "-Bold")
    _words(pen, part, (-W + 0.07, -0.17), part.id, size, "lm")


def _needs_of_figures(look: Counter) -> Counter | None:
    if not look.strength and not look.sign:
        return None
    return Counter(
        (0, 0), "", look.side % 2, look.colour, strength=look.strength, sign=look.sign, status=_of_face(look)
    )


def _paint_figures(pen: Pen, part: Counter) -> None:
    foot = f"{part.strength} {part.sign.replace('-', '−')}".strip()
    _words(pen, part, (0, 0.23), foot, pen.fitting_size(foot, 0.36, 2 * W - 0.12, "-Bold"), "mm")


def _needs_of_signs(look: Counter) -> Counter | None:
    signs = tuple(status for status in look.status if status in ("disrupted", "fired") or status.startswith(MANY))
    return Counter((0, 0), "", 0, "", status=signs) if signs else None


def _paint_signs(pen: Pen, part: Counter) -> None:
    if "disrupted" in part.status:
        _badge(pen, (W - 0.05, H - 0.02), "D")
    for status in part.status:
        if status.startswith(MANY):
            _badge(pen, (-W + 0.05, H - 0.02), status)
    if "fired" in part.status:
        pen.disc((-W + 0.03, -H + 0.03), 0.15, "#000000", "#ffffff", 0.035)


LAYERS = (
    Layer(_needs_of_ring, _paint_ring),
    Layer(_needs_of_body, _paint_body),
    Layer(_needs_of_figures, _paint_figures),
    Layer(_needs_of_signs, _paint_signs),
)


def _of_face(look: Counter) -> tuple[str, ...]:
    """The statuses that change the colours of a face."""
    return tuple(status for status in look.status if status in ("ghost", "disrupted"))


def _words(pen: Pen, part: Counter, at: Point, words: str, size: float, anchor: str) -> None:
    """Words on the face, readable over its stripes too."""
    shades, shaken = face_shades(part), "disrupted" in part.status
    halo, thick = (shades.hatched, 0.075) if shaken else (shades.halo, 0.03)
    pen.text(at, words, size, shades.text, weight="-Bold", anchor=anchor, halo=halo, halo_width=thick)


def _hatch(pen: Pen, side: int, ink: str) -> None:
    """Diagonal stripes over the face, as far as the shape goes."""
    inset = 0.02 if side % 4 == 0 else 0.1 + RIM * (side % 2) / 2
    for k in range(-5, 6):
        x = k * 0.18
        low, high = max(-W + inset, x - H), min(W - inset, x + H)
        if low < high:
            pen.line([(low, -(low - x)), (high, -(high - x))], ink, 0.06, "flat")


def _symbols(pen: Pen, symbols: Sequence[str]) -> None:
    """Upper right: a box with a diagonal stroke for cavalry, a star for a leader, the star over the stroke for both."""
    x, y, half = W - 0.2, -H + 0.22, 0.13
    if "cavalry" in symbols:
        pen.rounded_box((x - half - 0.04, y - half), (2 * half + 0.08, 2 * half), "#ffffff", 0, theme.INK, 0.035)
        pen.line([(x - half, y + half - 0.03), (x + half, y - half + 0.03)], theme.INK, 0.06, "flat")
    if "leader" in symbols:
        pen.text((x, y), "★", 0.4, "#ffe14d", weight="-Bold", halo=theme.INK, halo_width=0.04)


def _badge(pen: Pen, at: Point, letter: str) -> None:
    pen.disc(at, 0.18, "#ffffff", theme.INK, 0.03)
    pen.text(at, letter, pen.fitting_size(letter, 0.28, 0.28, "-Bold"), theme.INK, weight="-Bold")
