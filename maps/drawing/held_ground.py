"""The ground with held zones and lands on it: kept while they stay the same, and mended where one of them changes."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from threading import Lock

from PIL import Image

from ..geometry.rectangles import Rect, overlap
from .canvas.pen import PlacedSprite

KEPT = 4
"""Grounds that are kept, up to 9 MB each."""
_kept = OrderedDict[tuple[int, tuple[Hashable, ...]], tuple[Image.Image, tuple[PlacedSprite, ...]]]()
_lock = Lock()


def held_ground(number: int, bare: Image.Image, under: tuple[PlacedSprite, ...]) -> Image.Image:
    """The bare ground of that number with these on it; nobody may change the image."""
    if not under:
        return bare
    key = (number, tuple(map(_key, under)))
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key][0]
        known = next((known for (of, _), known in reversed(_kept.items()) if of == number), None)
    image = paste_sprites(bare.copy(), under) if known is None else _mended(bare, under, *known)
    with _lock:
        _kept[key] = image, under
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return image


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
    window = (left, top, left + image.width, top + image.height)
    for thing in things:
        if overlap(window, _sprite_box(thing)):
            at = (thing.x - left, thing.y - top)
            image.paste(thing.image, at, thing.image if thing.image.mode == "RGBA" else None)
    return image
