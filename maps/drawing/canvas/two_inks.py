"""Sprites of two opaque inks, such as an arrow with its white edge: drawn as numbers, which are a quarter of the bytes
of colours, and give the same pixels.

One ink is drawn as 9 and the other as 90.  Reduced to a third, a pixel is the sum of nine, divided by nine: how many of
them the first ink covers, and ten times how many the second does.  A palette knows what colour that is.
"""

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from .pen import Pen, Sprite, cut, ink, room

GRAIN = 3
"""How much finer sprites are drawn."""
AREA = GRAIN * GRAIN
SECOND = AREA + 1
"""How much more a pixel of the second ink counts."""


def two_ink_sprite(
    box: tuple[float, float, float, float], scale: float, inks: tuple[str, str], paint: Callable[[Pen], None]
) -> Sprite:
    """As ``pen.sprite`` of grain 3; ``inks`` as ``#rrggbb``."""
    (left, top), (width, height) = room(box, scale)
    fine = Image.new("L", (width * GRAIN, height * GRAIN), 0)
    numbers = {inks[0]: (AREA,), inks[1]: (AREA * SECOND,)}
    paint(Pen(fine, scale * GRAIN, (-left * GRAIN, -top * GRAIN), numbers.__getitem__))
    counts, corner = cut(fine.reduce(GRAIN), (left, top))
    counts.putpalette(_palette(inks), "RGBA")
    return Sprite(counts.convert("RGBA"), corner)


@lru_cache(maxsize=64)
def _palette(inks: tuple[str, str]) -> bytes:
    """The colour of each number: that of a pixel of which so many parts are of either ink."""
    fine = Image.new("RGBa", (GRAIN * (AREA * SECOND + 1), GRAIN), (0, 0, 0, 0))
    for first in range(AREA + 1):
        for second in range(AREA + 1 - first):
            left = GRAIN * (first + SECOND * second)
            for nth, colour in enumerate((*inks[:1] * first, *inks[1:] * second)):
                fine.putpixel((left + nth % GRAIN, nth // GRAIN), ink("RGBa", colour))
    return fine.reduce(GRAIN).convert("RGBA").tobytes()
