"""Draws a scene as a PNG: pieces and marks over the background, band by band; unchanged bands come from a cache."""

from collections.abc import Hashable, Iterator, Mapping

from PIL import Image

from ..geometry.plane import Point
from ..scene.scene import (
    Counter,
    Mark,
    Scene,
    Spot,
    Strip,
    Trail,
    without_place,
    without_plate,
)
from ..scene.tabletop_units import ModelUnit, OffTableList
from . import area_layers, background, sheets, stamp
from . import title_and_legend as strips
from .background import Background
from .canvas import memory, png, theme
from .canvas.memory import kept
from .canvas.pen import Pen, PlacedSprite, PlaceSprite, Sprite
from .canvas.png import BAND, Band
from .ground import tabletop_ground
from .held_ground import held_ground, paste_sprites
from .held_zones import zone_tiles
from .labels import mark_labels, tabletop_labels
from .layouts import Layout
from .marks import marks
from .picture_cache import PictureCache
from .sheets import drawn_bands, number_things
from .title_layers import title_layers
from .units import base_strips, counters, discs, unit_plates
from .units.base_strips import Window

AROUND_BAND = 500
"""Bytes of what a band is known by."""
_pictures = PictureCache(memory.pictures)


def draw(scene: Scene) -> bytes:
    """PNG of at most layouts.WIDEST x layouts.TALLEST pixels.  The same scene gives the same bytes, and is drawn
    once while its picture is kept.
    """
    return _pictures.picture(scene, draw_by_bands)


def draw_by_bands(scene: Scene) -> bytes:
    """The same, drawn anew but for the bands that other pictures have too."""
    still, lands = _ground(scene)
    under, laid = number_things(lands), number_things(_title_and_layers(scene, still))
    keys = _band_keys(still, {**under, **laid})
    known: dict[Hashable, Band] = {key: band for key in keys if (band := memory.bands.get(key)) is not None}
    missing = [nth for nth, key in enumerate(keys) if key not in known]
    for nth, band in zip(missing, drawn_bands(still, under, laid, missing) if missing else (), strict=True):
        known[keys[nth]] = band
        memory.bands.put(keys[nth], band, len(band.deflated) + AROUND_BAND)
    return png.png_file(still.image.size, bytes(still.palette.getpalette() or ()), [known[key] for key in keys])


def draw_in_palette(scene: Scene) -> Image.Image:
    """The picture in its palette of 256 colours, drawn anew."""
    return png.numbered(draw_in_full_colour(scene), background.background_of(scene).palette)


def draw_in_full_colour(scene: Scene) -> Image.Image:
    """The picture in full colour, drawn anew."""
    still, _ = _ground(scene)
    return paste_sprites(still.image.copy(), tuple(_title_and_layers(scene, still)))


def palette_of(scene: Scene) -> bytes:
    """The colours of its picture, three bytes each."""
    return bytes(background.background_of(scene).palette.getpalette() or ())


def clear_cache() -> None:
    """Empty the caches of pictures and bands; backgrounds and sprites stay."""
    memory.pictures.clear()
    memory.bands.clear()
    sheets.forget()


def _ground(scene: Scene) -> tuple[Background, tuple[PlacedSprite, ...]]:
    """The background with all lands on it, cached while they stay the same; and their sprites."""
    still = background.background_of(scene)
    put = sprite_placer(still.layout)
    under = tuple(area_layers.layers_under_marks(scene.area_pieces, still.layout.scale, put))
    return held_ground(still, under), under


def _title_and_layers(scene: Scene, still: Background) -> Iterator[PlacedSprite]:
    """Held zones, the title and everything on the ground, in drawing order."""
    layout, wide = still.layout, still.image.width
    yield from zone_tiles(scene.held_zones, still)
    yield from title_layers(scene.title, wide, layout.em)
    if scene.off_table:
        edge = round(stamp.FRAME * layout.em) if scene.stamp else 0
        lines = _off_table_lines(scene.off_table, wide - 2 * edge, layout.em)
        yield PlacedSprite(scene.off_table, lines, edge, layout.legend_top - lines.height)
    yield from layers(scene, still.layout, (0.0, 0.0, *scene.size))


def sprite_placer(layout: Layout) -> PlaceSprite:
    """What puts a sprite at a place of the board."""

    def put(at: Point, what: Hashable, sprite: Sprite) -> PlacedSprite:
        x, y = layout.pixel(at)
        return PlacedSprite(what, sprite.image, x + sprite.offset[0], y + sprite.offset[1])

    return put


def layers(scene: Scene, layout: Layout, window: Window) -> Iterator[PlacedSprite]:
    """Everything on the ground except held zones, in drawing order; plates stay in the window if possible."""
    covered = frozenset(piece.at for piece in scene.pieces)
    signs = [_small_if_covered(mark, covered) for mark in scene.marks]
    put = sprite_placer(layout)
    grid = tabletop_ground.grid_of(scene.ground)
    apart = grid is not None and grid.inner > 0
    if apart:
        signs = [_without_words(mark) for mark in signs]
    elif not scene.area_pieces:
        signs = [bare for mark in signs for bare in mark_labels.without_words(mark)]
    drawn = [(mark, marks.mark_sprite(mark, layout.sign, layout.scale / layout.sign)) for mark in signs]
    yield from _model_links(scene, layout, put)
    yield from (put(marks.anchor(mark), mark, sprite) for mark, sprite in drawn if not marks.is_over_pieces(mark))
    for at, width, piece in counters.fan_out(
        [piece for piece in scene.pieces if isinstance(piece, Counter)], scene.piece
    ):
        look = without_place(piece)
        yield put(at, (look, width), counters.counter(look, width * layout.scale))
    yield from area_layers.layers_over_marks(scene.area_pieces, layout.scale, put)
    yield from _strip_layers(scene, layout, window, put)
    yield from _model_layers(scene, layout, put)
    yield from (put(marks.anchor(mark), mark, sprite) for mark, sprite in drawn if marks.is_over_pieces(mark))
    if not apart and not scene.area_pieces:
        yield from mark_labels.word_layers(scene, layout, window, put)
    if apart:
        for label in tabletop_labels.place_labels(scene, window, layout.em, layout.scale):
            yield put(label.at, label.what, tabletop_labels.label_sprite(label.what, layout.em))


def _model_links(scene: Scene, layout: Layout, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """The lines within units of models."""
    for group in scene.pieces:
        if isinstance(group, ModelUnit) and (lines := discs.links(group)):
            yield put(group.at, ("web", lines, group.colour), discs.web(lines, group.colour, layout.scale))


def _model_layers(scene: Scene, layout: Layout, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Their bases."""
    for group in (piece for piece in scene.pieces if isinstance(piece, ModelUnit)):
        for disc, look in zip(group.discs, discs.disc_styles(group), strict=True):
            yield put(disc.at, look, discs.body(look, layout.scale))


def _strip_layers(scene: Scene, layout: Layout, window: Window, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Strips: all arrowheads, all bases, then the plates beside them."""
    strips = tuple(piece for piece in scene.pieces if isinstance(piece, Strip))
    for strip in strips:
        if strip.bases:
            look = without_plate(strip)
            yield put(strip.at, ("nose", look), base_strips.nose(look, layout.scale))
    for strip in sorted(strips, key=lambda strip: not strip.bases):
        look = without_plate(strip)
        yield put(strip.at, ("body", look), base_strips.body(look, layout.scale))
    for tag in base_strips.place_plates(strips, window, layout.em, layout.scale):
        what = base_strips.strip_plate(tag.strip)
        yield put(tag.at, what, unit_plates.plate(what, layout.em))


def _small_if_covered(mark: Mark, covered: frozenset[Point]) -> Mark:
    """The mark, but a cross under a piece is drawn small beside it."""
    match mark:
        case Spot(at, "removed", text, colour) if at in covered:
            return Spot(at, "removed-aside", text, colour)
        case _:
            return mark


def _without_words(mark: Mark) -> Mark:
    """A trail without its words, which are drawn over everything."""
    return Trail(mark.points, mark.kind, mark.colour) if isinstance(mark, Trail) and mark.text else mark


def _band_keys(still: Background, things: Mapping[int, PlacedSprite]) -> list[Hashable]:
    """A cache key for each band: the background, and everything drawn there, in order."""
    height = still.image.height
    lying: list[list[int]] = [[] for _ in range(0, height, BAND)]
    for number, thing in things.items():
        for band in range(max(0, thing.y) // BAND, (min(height, thing.y + thing.image.height) - 1) // BAND + 1):
            lying[band].append(number)
    return [(still.number, band, tuple(things)) for band, things in enumerate(lying)]


@kept
def _off_table_lines(rolls: tuple[OffTableList, ...], width: int, em: float) -> Image.Image:
    image = Image.new("RGB", (width, round(strips.ROLL * len(rolls) * em)), theme.PAPER)
    strips.off_table_lists(Pen(image, em), width / em, rolls)
    return image
