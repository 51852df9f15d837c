"""Pictures in their palette: each is the last one on its ground, drawn anew where something came, went or moved."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from PIL import Image

from .background import Background
from .canvas import memory, png
from .canvas.pen import PlacedSprite
from .canvas.png import Band, FileRows
from .changes import Box, Cells, changed_boxes
from .held_ground import box_of, paste_sprites

LAST = "last"
"""Beside its number, what the last picture on a ground is kept by."""
_numbers = count()


class Sheet(NamedTuple):
    """The rows of a picture, and where everything lies on it, in drawing order."""

    rows: FileRows
    boxes: Mapping[int, Box]


def number_things(things: Iterable[PlacedSprite]) -> dict[int, PlacedSprite]:
    """The things by their numbers, in their order; one that lies twice at a place has another number there."""
    numbered: dict[int, PlacedSprite] = {}
    for thing in things:
        what: Hashable = thing.what
        while (number := thing_number(what, thing.x, thing.y)) in numbered:
            what = ("again", what)
        numbered[number] = thing
    return numbered


@lru_cache(maxsize=8192)
def thing_number(what: Hashable, x: int, y: int) -> int:
    """A number for a thing at a place, never given again: far quicker to compare than the thing is."""
    return next(_numbers)


def drawn_bands(
    still: Background, under: Mapping[int, PlacedSprite], laid: Mapping[int, PlacedSprite], wanted: Sequence[int]
) -> list[Band]:
    """Bands of the picture of a ground on which ``under`` lies already, and then ``laid``."""
    key = (still.number, LAST)
    last = memory.grounds.take(key)  # two threads never draw on one sheet
    if last is None:
        last = Sheet(still.rows.copy(), {number: box_of(thing) for number, thing in under.items()})
    boxes = {number: box_of(thing) for things in (under, laid) for number, thing in things.items()}
    _mend(last, still, boxes, laid)
    bands = [png.deflate_band(last.rows, nth) for nth in wanted]
    memory.grounds.put(key, Sheet(last.rows, boxes), memory.size_of(last.rows.pixels))
    return bands


def _mend(last: Sheet, still: Background, boxes: Mapping[int, Box], laid: Mapping[int, PlacedSprite]) -> None:
    """Draw the last picture anew in the squares in which something has changed."""
    cells = Cells(still.image.size)
    for box in changed_boxes(last.boxes, boxes):
        cells.add(box)
    placed, palette = [(thing, boxes[number]) for number, thing in laid.items()], still.palette.im
    for left, top, right, bottom in cells.boxes():
        part = still.image.crop((left, top, right, bottom))
        near = [thing for thing, (x, y, end, foot) in placed if x < right and left < end and y < bottom and top < foot]
        numbers = paste_sprites(part, near, top, left).im.convert("P", Image.Dither.NONE, palette)  # as png.numbered
        last.rows.put(numbers, (left, top, right, bottom))


def forget() -> None:
    """Forget the last picture of every ground."""
    memory.grounds.drop(lambda key: key[1] == LAST)
