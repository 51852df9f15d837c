"""The ground with held zones and lands on it: kept while they stay the same, and mended where one of them changes."""

from collections.abc import Hashable, Iterator, Sequence

from PIL import Image

from ..geometry.rectangles import Rect
from .canvas.memory import grounds, size_of
from .canvas.pen import PlacedSprite


def held_ground(number: int, bare: Image.Image, under: tuple[PlacedSprite, ...]) -> Image.Image:
    """The bare ground of that number with these on it; nobody may change the image."""
    if not under:
        return bare
    key = (number, tuple(map(_key, under)))
    if (held := grounds.get(key)) is None:
        before = grounds.newest(lambda other: other[0] == number and bool(other[1]))
        image = paste_sprites(bare.copy(), under) if before is None else _mended(bare, under, *before)
        grounds.put(key, (image, under), size_of(image))
        return image
    held_image: Image.Image = held[0]
    return held_image


def _mended(
    bare: Image.Image, under: Sequence[PlacedSprite], known: Image.Image, before: Sequence[PlacedSprite]
) -> Image.Image:
    """A copy of what is known, drawn anew where something came or went."""
    image = known.copy()
    for left, top, right, lower in {_box(thing, bare) for thing in _changed(before, under)}:
        part = paste_sprites(bare.crop((left, top, right, lower)), under, top, left)
        image.paste(part, (left, top))
    return image


def _changed(before: Sequence[PlacedSprite], now: Sequence[PlacedSprite]) -> Iterator[PlacedSprite]:
    for these, others in ((before, now), (now, before)):
        there = set(map(_key, others))
        yield from (thing for thing in these if _key(thing) not in there)


def _key(thing: PlacedSprite) -> Hashable:
    return thing.what, thing.x, thing.y


def _box(thing: PlacedSprite, ground: Image.Image) -> tuple[int, int, int, int]:
    left, top, right, lower = _sprite_box(thing)
    return max(0, int(left)), max(0, int(top)), min(ground.width, int(right)), min(ground.height, int(lower))


def _sprite_box(thing: PlacedSprite) -> Rect:
    return thing.x, thing.y, thing.x + thing.image.width, thing.y + thing.image.height


def paste_sprites(image: Image.Image, things: Sequence[PlacedSprite], top: int = 0, left: int = 0) -> Image.Image:
    """The image with these on it; its first row and column are those of the whole."""
    width, height = image.size
    for thing in things:
        sprite, x, y = thing.image, thing.x - left, thing.y - top
        if x < width and y < height and x + sprite.size[0] > 0 and y + sprite.size[1] > 0:
            image.paste(sprite, (x, y), sprite if sprite.mode == "RGBA" else None)
    return image
