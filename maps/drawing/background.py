"""The background of a picture, drawn once for a scenario: ground, legend, room for the title, and the palette."""

import zlib
from collections import deque
from collections.abc import Sequence
from itertools import count
from threading import Lock
from typing import NamedTuple

from PIL import Image

from ..scene.scene import GroundPart, Scene
from . import palettes, stamp, title_and_legend
from .canvas import memory, png, theme
from .canvas.pen import Pen
from .canvas.png import FileRows
from .ground import area_ground, tabletop_ground
from .ground import hex_ground as ground
from .layouts import BackgroundKey, Layout, fit_layout

GRAIN = 3
"""How much finer the ground is drawn than it is kept."""


class Background(NamedTuple):
    """``palette``: a palette image for the ground and everything that may be drawn on it.  ``number``: unique.

    ``rows``: the image in its palette.
    """

    number: int
    subject: BackgroundKey
    layout: Layout
    image: Image.Image
    palette: Image.Image
    rows: FileRows


PACKED = 64
"""Backgrounds that are kept compressed, up to 0.7 MB each; of those used last the image is kept too."""


class _Packed(NamedTuple):
    """A background whose pixels are compressed: unpacked in a tenth of the time in which it is drawn."""

    plate: Background
    pixels: bytes

    def unpack(self) -> Background:
        size, key = self.plate.layout.size, (self.plate.number, ())
        images = memory.grounds.get(key)
        if images is None:
            image = Image.frombytes("RGB", size, zlib.decompress(self.pixels))
            images = image, png.rows_of(png.numbered(image, self.plate.palette))
            memory.grounds.put(key, images, memory.size_of((image, images[1].pixels)))
        return self.plate._replace(image=images[0], rows=images[1])


_packed = deque[_Packed](maxlen=PACKED)
_lock, _numbers = Lock(), count()


def background_of(scene: Scene) -> Background:
    """The background of a scene, from the cache if possible: all games of one scenario share it."""
    colours = tuple(sorted({n.colour for n in scene.title.notes} | {p.colour for p in scene.pieces}))
    subject = BackgroundKey(
        scene.size, scene.ground, scene.legend, colours, len(scene.title.notes), len(scene.off_table), scene.stamp
    )
    if (packed := _find_packed(subject)) is None:
        plate = _draw_background(subject)
        memory.give_back()  # what was drawn large
        bare = plate._replace(image=Image.new("RGB", (1, 1)), rows=FileRows((0, 1), bytearray(1)))
        made = _Packed(bare, zlib.compress(plate.image.tobytes(), 1))
        if (packed := _find_packed(subject, made) or made) is made:
            images = plate.image, plate.rows
            memory.grounds.put((plate.number, ()), images, memory.size_of((plate.image, plate.rows.pixels)))
    return packed.unpack()


def _find_packed(subject: BackgroundKey, made: _Packed | None = None) -> _Packed | None:
    """The one that is kept, else the one just made: two threads may draw the same background."""
    with _lock:
        if (found := next((one for one in _packed if one.plate.subject == subject), made)) is not None:
            if found is not made:
                _packed.remove(found)
            _packed.append(found)
        return found


def _draw_background(subject: BackgroundKey) -> Background:
    where = fit_layout(subject)
    fine = draw_ground(where.size, where, subject.ground)
    title_and_legend.legend_pictures(Pen(fine, where.em * GRAIN, (0, where.legend_top * GRAIN)), where.entries)
    image = draw_ground_names(fine.reduce(GRAIN), where, subject.ground)
    title_and_legend.legend_words(Pen(image, where.em, (0, where.legend_top)), where.entries)
    palette = palettes.palette_for(image, subject, where)
    image.paste(theme.PAPER, (0, 0, image.width, round(title_and_legend.title_height(subject.sides) * where.em)))
    if subject.stamp:
        stamp.draw_stamp(Pen(image, where.em), title_and_legend.title_height(subject.sides), subject.stamp)
    return Background(next(_numbers), subject, where, image, palette, png.rows_of(png.numbered(image, palette)))


def draw_ground(size: tuple[int, int], where: Layout, still: Sequence[GroundPart]) -> Image.Image:
    """The ground but for its letters on paper of so many pixels, GRAIN times as fine: that of hexes, or that of a
    table.
    """
    fine = Image.new("RGB", (size[0] * GRAIN, size[1] * GRAIN), theme.PAPER)
    pen = Pen(fine, where.scale * GRAIN, (where.origin[0] * GRAIN, where.origin[1] * GRAIN))
    if tabletop_ground.grid_of(still):
        tabletop_ground.shapes(pen, still)
    elif area_ground.regions(still):
        area_ground.shapes(pen, still, where.scale)
    else:
        ground.shapes(pen, still)
    return fine


def draw_ground_names(image: Image.Image, where: Layout, still: Sequence[GroundPart]) -> Image.Image:
    """The image with the letters of the ground on it."""
    pen = Pen(image, where.scale, where.origin)
    ground.letters(pen, still)
    tabletop_ground.letters(pen, still, where.em / where.scale)
    return image


def clear_cache() -> None:
    """Empty the cache."""
    memory.grounds.clear()
    with _lock:
        _packed.clear()
