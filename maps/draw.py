"""A scene as a PNG: the still ground from a cache, pieces and marks laid on it, the title written, colours reduced to a fixed palette."""
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from . import counters, marks, plate, png, strips, theme
from .pen import Pen, Sprite
from .plate import Plate
from .scene import Mark, Point, Scene, Spot, Title, aside


def draw(scene: Scene) -> bytes:
    """PNG of at most 2000 pixels either way.  The same scene gives the same bytes."""
    return png.encode(frame(scene))


def frame(scene: Scene) -> Image.Image:
    """The picture in its palette of 256 colours."""
    still = plate.of(scene)
    return _painted(scene, still).quantize(palette=still.palette, dither=Image.Dither.NONE)


def paint(scene: Scene) -> Image.Image:
    """The picture in full colour."""
    return _painted(scene, plate.of(scene))


def _painted(scene: Scene, still: Plate) -> Image.Image:
    image, layout = still.image.copy(), still.layout
    image.paste(_strip(scene.title, image.width, layout.em), (0, 0))
    for at, laid in _sprites(scene, layout.scale):
        x, y = layout.pixel(at)
        image.paste(laid.image, (x + laid.offset[0], y + laid.offset[1]), laid.image)
    return image


def _sprites(scene: Scene, scale: int) -> Iterator[tuple[Point, Sprite]]:
    """Everything that lies on the ground, in the order in which it is laid."""
    covered = frozenset(piece.at for piece in scene.pieces)
    signs = [_seen(mark, covered) for mark in scene.marks]
    yield from ((marks.anchor(mark), marks.drawn(mark, scale)) for mark in signs if not marks.over(mark))
    for at, width, piece in counters.laid(scene.pieces, scene.piece):
        yield at, counters.counter(aside(piece), width * scale)
    yield from ((marks.anchor(mark), marks.drawn(mark, scale)) for mark in signs if marks.over(mark))


def _seen(mark: Mark, covered: frozenset[Point]) -> Mark:
    """A cross where somebody stands now is drawn small, beside the piece."""
    match mark:
        case Spot(at, "removed", text, colour) if at in covered:
            return Spot(at, "removed-aside", text, colour)
        case _:
            return mark


@lru_cache(maxsize=32)
def _strip(title: Title, width: int, em: float) -> Image.Image:
    image = Image.new("RGB", (width, round(strips.title_height(len(title.notes)) * em)), theme.PAPER)
    strips.title(Pen(image, em), width / em, title)
    return image
