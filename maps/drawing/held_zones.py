"""Held zones of a table: tints and rims that the ground shows through, or tiles with the ground on them, which are only
copied onto a picture.
"""

from collections.abc import Iterator, Sequence

from PIL import Image

from ..scene.tabletop_units import HeldZone
from .background import Background
from .canvas import memory
from .canvas.pen import PlacedSprite
from .ground import zone_control
from .held_ground import box_of, paste_sprites
from .layouts import Layout
from .sheets import thing_number


def zone_layers(parts: Sequence[HeldZone], layout: Layout) -> Iterator[PlacedSprite]:
    """The held zones of the table, which are under everything else."""
    for part in parts:
        if part.kind:
            look, (x, y) = (part.size, part.kind, part.holders), layout.pixel(part.at)
            image, offset = zone_control.held_zone(*look, layout.scale)
            yield PlacedSprite(look, image, x + offset[0], y + offset[1])


def zone_tiles(parts: Sequence[HeldZone], still: Background) -> Iterator[PlacedSprite]:
    """The same as tiles, unless zones may share pixels: where each begins and ends on a whole one they do not."""
    layers, scale = zone_layers(parts, still.layout), still.layout.scale
    if all(float(length * scale).is_integer() for part in parts for length in (*part.at, *part.size)):
        return (layer._replace(image=_tile(layer, still)) for layer in layers)
    return layers


def _tile(layer: PlacedSprite, still: Background) -> Image.Image:
    key = still.number, thing_number(layer.what, layer.x, layer.y)
    tile: Image.Image | None = memory.grounds.get(key)
    if tile is None:
        tile = paste_sprites(still.image.crop(box_of(layer)), (layer,), layer.y, layer.x)
        memory.grounds.put(key, tile, memory.size_of(tile))
    return tile
