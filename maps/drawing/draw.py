"""Draws a scene as a PNG: pieces and marks over the background, band by band; unchanged bands come from a cache."""

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import count

from PIL import Image, ImageChops

from ..geometry.plane import Point
from ..scene.scene import (
    Counter,
    Mark,
    Scene,
    SideNote,
    Spot,
    Strip,
    Title,
    Trail,
    rescale_mark,
    without_place,
    without_plate,
)
from ..scene.tabletop_units import HeldZone, ModelUnit, OffTableList
from . import area_layers, background
from . import title_and_legend as strips
from .background import Background
from .canvas import memory, png, theme
from .canvas.memory import kept
from .canvas.pen import Pen, PlacedSprite, PlaceSprite, Sprite
from .canvas.png import BAND, Band
from .ground import tabletop_ground, zone_control
from .held_ground import held_ground, paste_sprites
from .labels import tabletop_labels
from .marks import marks
from .picture_cache import PictureCache
from .units import base_strips, counters, discs, unit_plates
from .units.base_strips import Window

AROUND_BAND = 500
"""Bytes of what a band is known by."""
_numbers = count()
_pictures = PictureCache(memory.pictures)


def draw(scene: Scene) -> bytes:
    """PNG of at most background.WIDEST x background.TALLEST pixels.  The same scene gives the same bytes, and is drawn
    once while its picture is kept.
    """
    return _pictures.picture(scene, draw_by_bands)


def draw_by_bands(scene: Scene) -> bytes:
    """The same, drawn anew but for the bands that other pictures have too."""
    still, under = _ground(scene)
    laid = tuple(_title_and_layers(scene, still))
    keys = _band_keys(still, (*under, *laid))
    known: dict[Hashable, Band] = {key: band for key in keys if (band := memory.bands.get(key)) is not None}
    for first, last in _missing_runs([key not in known for key in keys]):
        drawn = png.bands(_quantized(still, laid, first * BAND, min(last * BAND, still.image.height)))
        for key, band in zip(keys[first:last], drawn, strict=True):
            known[key] = band
            memory.bands.put(key, band, len(band.deflated) + AROUND_BAND)
    return png.png_file(still.image.size, bytes(still.palette.getpalette() or ()), [known[key] for key in keys])


def draw_in_palette(scene: Scene) -> Image.Image:
    """The picture in its palette of 256 colours, drawn anew."""
    still, _ = _ground(scene)
    return _quantized(still, tuple(_title_and_layers(scene, still)), 0, still.image.height)


def draw_in_full_colour(scene: Scene) -> Image.Image:
    """The picture in full colour, drawn anew."""
    still, _ = _ground(scene)
    return _draw_rows(still, tuple(_title_and_layers(scene, still)), 0, still.image.height)


def palette_of(scene: Scene) -> bytes:
    """The colours of its picture, three bytes each."""
    return bytes(background.background_of(scene).palette.getpalette() or ())


def clear_cache() -> None:
    """Empty the caches of pictures and bands; backgrounds and sprites stay."""
    memory.pictures.clear()
    memory.bands.clear()


def _ground(scene: Scene) -> tuple[Background, tuple[PlacedSprite, ...]]:
    """The background with all held zones and lands on it, cached while they stay the same; and their sprites."""
    still = background.background_of(scene)
    under = (
        *zone_layers(scene.held_zones, still.layout),
        *area_layers.layers_under_marks(scene.area_pieces, still.layout.scale, _sprite_placer(still.layout)),
    )
    return still._replace(image=held_ground(still.number, still.image, under)), under


def _title_and_layers(scene: Scene, still: Background) -> Iterator[PlacedSprite]:
    """The title and everything on the ground, in drawing order."""
    layout, wide = still.layout, still.image.width
    yield PlacedSprite(scene.title, _title_strip(scene.title, wide, layout.em), 0, 0)
    if scene.off_table:
        lines = _off_table_lines(scene.off_table, wide, layout.em)
        yield PlacedSprite(scene.off_table, lines, 0, layout.legend_top - lines.height)
    yield from layers(scene, still.layout, (0.0, 0.0, *scene.size))


def zone_layers(parts: Sequence[HeldZone], layout: background.Layout) -> Iterator[PlacedSprite]:
    """The held zones of the table, which are under everything else."""
    put = _sprite_placer(layout)
    for part in parts:
        if part.kind:
            look = (part.size, part.kind, part.holders)
            yield put(part.at, look, zone_control.held_zone(*look, layout.scale))


def _sprite_placer(layout: background.Layout) -> PlaceSprite:
    def put(at: Point, what: Hashable, sprite: Sprite) -> PlacedSprite:
        x, y = layout.pixel(at)
        return PlacedSprite(what, sprite.image, x + sprite.offset[0], y + sprite.offset[1])

    return put


def layers(scene: Scene, layout: background.Layout, window: Window) -> Iterator[PlacedSprite]:
    """Everything on the ground except held zones, in drawing order; plates stay in the window if possible."""
    covered = frozenset(piece.at for piece in scene.pieces)
    signs = [_small_if_covered(mark, covered) for mark in scene.marks]
    put = _sprite_placer(layout)
    grid = tabletop_ground.grid_of(scene.ground)
    apart = grid is not None and grid.inner > 0
    signs = [_without_words(mark) for mark in signs] if apart else signs
    drawn = [(mark, marks.mark_sprite(rescale_mark(mark, layout.scale / layout.sign), layout.sign)) for mark in signs]
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
    if apart:
        for label in tabletop_labels.place_labels(scene, window, layout.em, layout.scale):
            yield put(label.at, label.what, tabletop_labels.label_sprite(label.what, layout.em))


def _model_links(scene: Scene, layout: background.Layout, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """The lines within units of models."""
    for group in scene.pieces:
        if isinstance(group, ModelUnit) and (lines := discs.links(group)):
            yield put(group.at, ("web", lines, group.colour), discs.web(lines, group.colour, layout.scale))


def _model_layers(scene: Scene, layout: background.Layout, put: PlaceSprite) -> Iterator[PlacedSprite]:
    """Their bases."""
    for group in (piece for piece in scene.pieces if isinstance(piece, ModelUnit)):
        for disc, look in zip(group.discs, discs.disc_styles(group), strict=True):
            yield put(disc.at, look, discs.body(look, layout.scale))


def _strip_layers(scene: Scene, layout: background.Layout, window: Window, put: PlaceSprite) -> Iterator[PlacedSprite]:
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


def _band_keys(still: Background, laid: Sequence[PlacedSprite]) -> list[Hashable]:
    """A cache key for each band: the background, and everything drawn there, in order."""
    height = still.image.height
    lying: list[list[int]] = [[] for _ in range(0, height, BAND)]
    for thing in laid:
        number = _thing_number(thing.what, thing.x, thing.y)
        for band in range(max(0, thing.y) // BAND, (min(height, thing.y + thing.image.height) - 1) // BAND + 1):
            lying[band].append(number)
    return [(still.number, band, tuple(things)) for band, things in enumerate(lying)]


@lru_cache(maxsize=8192)
def _thing_number(what: Hashable, x: int, y: int) -> int:
    """A number for a thing at a place, never given again: far quicker to hash in every band's key than the thing is."""
    return next(_numbers)


def _missing_runs(missing: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and one after the last of each run of missing bands, which are drawn together."""
    start = None
    for nth, miss in enumerate([*missing, False]):
        if miss and start is None:
            start = nth
        elif not miss and start is not None:
            yield start, nth
            start = None


def _quantized(still: Background, laid: Sequence[PlacedSprite], top: int, bottom: int) -> Image.Image:
    return _draw_rows(still, laid, top, bottom).quantize(palette=still.palette, dither=Image.Dither.NONE)


def _draw_rows(still: Background, things: Sequence[PlacedSprite], top: int, bottom: int) -> Image.Image:
    """The rows from ``top`` to ``bottom``."""
    return paste_sprites(still.image.crop((0, top, still.image.width, bottom)), things, top)


@lru_cache(maxsize=8)
def _title_strip(title: Title, width: int, em: float) -> Image.Image:
    """The lines one under the other, up to 0.8 MB: from one turn to the next only some of them change."""
    image = _title_of_game(title.game, len(title.notes), width, em).copy()
    strips.draw_moment(Pen(image, em), width / em, title.moment)
    for nth, note in enumerate(title.notes):
        line, ink, at = _title_line(note, nth, width, em)
        image.paste(line, at, ink)
    return image


@kept
def _title_of_game(game: str, notes: int, width: int, em: float) -> Image.Image:
    """The strip with what stays the same all game."""
    image = Image.new("RGB", (width, round(strips.title_height(notes) * em)), theme.PAPER)
    strips.draw_game(Pen(image, em), width / em, game)
    return image


@kept
def _title_line(note: SideNote, nth: int, width: int, em: float) -> tuple[Image.Image, Image.Image, tuple[int, int]]:
    """A side's line of the title, where it is not bare paper, and its left upper corner.

    It is higher than a line: Å and g reach into those above and below.
    """
    top, bottom = (round((0.4 + strips.ROW * (nth + line) + more) * em) for line, more in ((1, -0.3), (2, 0.3)))
    paper = Image.new("RGB", (width, bottom - top), theme.PAPER)
    end = strips.draw_note(Pen(image := paper.copy(), em, (0, -top)), width / em, nth, note)
    written = (0, 0, min(width, round((end + 1) * em)), image.height)
    drawn = ImageChops.difference(image.crop(written), paper.crop(written))
    box = drawn.getbbox() or (0, 0, 1, 1)
    red, green, blue = drawn.crop(box).split()
    ink = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda far: 255 * (far > 0))
    return image.crop(box), ink, (box[0], top + box[1])


@kept
def _off_table_lines(rolls: tuple[OffTableList, ...], width: int, em: float) -> Image.Image:
    image = Image.new("RGB", (width, round(strips.ROLL * len(rolls) * em)), theme.PAPER)
    strips.off_table_lists(Pen(image, em), width / em, rolls)
    return image
