"""The ground with held lands on it: kept while they stay the same, and mended where one of them changes."""

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from .background import Background
from .canvas import png
from .canvas.memory import grounds, size_of
from .canvas.pen import PlacedSprite
from .canvas.png import FileRows
from .changes import Box


class HeldGround(NamedTuple):
    """In full colour, and in its palette."""

    image: Image.Image
    rows: FileRows
    under: tuple[PlacedSprite, ...]


def held_ground(bare: Background, under: tuple[PlacedSprite, ...]) -> Background:
    """The bare ground with these on it; nobody may change the images."""
    if not under:
        return bare
    key = (bare.number, tuple(map(_key, under)))
    held: HeldGround | None = grounds.get(key)
    if held is None:
        before = grounds.newest(lambda key: key[0] == bare.number and isinstance(key[1], tuple) and key[1] != ())
        held = _mended(bare, under, before or HeldGround(bare.image, bare.rows, ()))
        grounds.put(key, held, size_of((held.image, held.rows.pixels)))
    return bare._replace(image=held.image, rows=held.rows)


def _mended(bare: Background, under: tuple[PlacedSprite, ...], before: HeldGround) -> HeldGround:
    """A copy of what is known, drawn anew where something came or went."""
    image, rows = before.image.copy(), before.rows.copy()
    for left, top, right, lower in {_on_ground(box_of(thing), bare) for thing in _changed(before.under, under)}:
        part = paste_sprites(bare.image.crop((left, top, right, lower)), under, top, left)
        image.paste(part, (left, top))
        rows.put(png.numbered(part, bare.palette).im, (left, top, right, lower))
    return HeldGround(image, rows, under)


def _changed(before: Sequence[PlacedSprite], now: Sequence[PlacedSprite]) -> Iterator[PlacedSprite]:
    for these, others in ((before, now), (now, before)):
        there = set(map(_key, others))
        yield from (thing for thing in these if _key(thing) not in there)


def _key(thing: PlacedSprite) -> Hashable:
    return thing.what, thing.x, thing.y


def _on_ground(box: Box, bare: Background) -> Box:
    left, top, right, lower = box
    return max(0, left), max(0, top), min(bare.image.width, right), min(bare.image.height, lower)


def box_of(thing: PlacedSprite) -> Box:
    """The box of its picture, which may reach beyond the ground."""
    width, height = thing.image.size
    return thing.x, thing.y, thing.x + width, thing.y + height


def paste_sprites(image: Image.Image, things: Sequence[PlacedSprite], top: int = 0, left: int = 0) -> Image.Image:
    """The image with these on it; its first row and column are those of the whole.

    A picture takes a hundred of them, most of them small: Pillow's own ``paste`` looks longer at what it is given than
    it copies pixels.
    """
    (width, height), pixels = image.size, image.im
    for thing in things:
        sprite, x, y = thing.image, thing.x - left, thing.y - top
        right, bottom = x + sprite.size[0], y + sprite.size[1]
        if x < width and y < height and right > 0 and bottom > 0:
            if sprite.mode == "RGBA":
                pixels.paste(sprite.im, (x, y, right, bottom), sprite.im)
            else:
                pixels.paste(sprite.im, (x, y, right, bottom))
    return image
