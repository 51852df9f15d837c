"""The background of a picture, drawn once for a scenario: ground, legend, room for the title, and the palette."""

import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import count
from threading import Lock
from typing import NamedTuple

from PIL import Image

from ..geometry.plane import Point
from ..scene.area_units import AreaName, Badge, BadgeRow, OwnedLand
from ..scene.scene import Counter, GroundPart, Scene, Shape, Spot, Strip, Trail
from ..scene.tabletop_units import Holder
from . import title_and_legend
from .canvas import memory, theme
from .canvas.pen import Pen, Sprite
from .ground import area_ground, tabletop_ground, zone_control
from .ground import hex_ground as ground
from .labels import area_captions
from .marks import marks, trail_styles
from .units import badges, base_strips, counters, discs, unit_plates

WIDEST, NARROWEST, TALLEST, LARGEST = 1600, 880, 1960, 70
"""Pixels: of every picture of a board, whatever its file says, and of a board unit."""
GRAIN = 3
"""How much finer the ground is drawn than it is kept."""
OUTLINES = (
    "ghost",
    "stand",
    "reach-worst",
    "reach-best",
    "wedge",
    "ring",
    "zone",
    "objective",
    "rubble",
    "blocking",
    "target",
)
"""Whose colours a table of strips needs."""
GROUNDS = (tabletop_ground.TABLE, tabletop_ground.AREAS["sparse"].tint, tabletop_ground.AREAS["dense"].tint)
"""What parts that are held are tinted over."""


class Layout(NamedTuple):
    """Places of the parts of a picture, in pixels.

    ``scale``: of a board unit; ``em``: of a letter; ``origin``: the board's upper left corner.
    """

    size: tuple[int, int]
    scale: float
    em: float
    origin: tuple[int, int]
    legend_top: int
    entries: tuple[title_and_legend.LegendEntry, ...]
    sign: int
    """Pixels of a unit of the marks: on hexes that of the board, on tables and maps of areas two letters."""

    def pixel(self, at: Point) -> tuple[int, int]:
        return round(self.origin[0] + at[0] * self.scale), round(self.origin[1] + at[1] * self.scale)


class BackgroundKey(NamedTuple):
    """Everything that a background depends on; ``sides`` is how many notes the title has, ``rolls`` how many lines
    there are under the board.
    """

    size: Point
    ground: tuple[GroundPart, ...]
    legend: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]
    sides: int
    off_table: int


class Background(NamedTuple):
    """``palette``: a palette image for the ground and everything that may be drawn on it.  ``number``: unique."""

    number: int
    subject: BackgroundKey
    layout: Layout
    image: Image.Image
    palette: Image.Image


PACKED = 32
"""Backgrounds that are kept compressed, up to 0.7 MB each; of those used last the image is kept too."""


class _Packed(NamedTuple):
    """A background whose pixels are compressed: unpacked in a tenth of the time in which it is drawn."""

    plate: Background
    pixels: bytes

    def unpack(self) -> Background:
        size, key = self.plate.layout.size, (self.plate.number, ())
        image = memory.grounds.get(key)
        if image is None:
            image = Image.frombytes("RGB", size, zlib.decompress(self.pixels))
            memory.grounds.put(key, image, memory.size_of(image))
        return self.plate._replace(image=image)


_packed = deque[_Packed](maxlen=PACKED)
_lock, _numbers = Lock(), count()


def background_of(scene: Scene) -> Background:
    """The background of a scene, from the cache if possible: all games of one scenario share it."""
    colours = tuple(sorted({n.colour for n in scene.title.notes} | {p.colour for p in scene.pieces}))
    subject = BackgroundKey(
        scene.size, scene.ground, scene.legend, colours, len(scene.title.notes), len(scene.off_table)
    )
    if (packed := _find_packed(subject)) is None:
        plate = _draw_background(subject)
        memory.give_back()  # what was drawn large
        made = _Packed(plate._replace(image=Image.new("RGB", (1, 1))), zlib.compress(plate.image.tobytes(), 1))
        if (packed := _find_packed(subject, made) or made) is made:
            memory.grounds.put((plate.number, ()), plate.image, memory.size_of(plate.image))
    return packed.unpack()


def _find_packed(subject: BackgroundKey, made: _Packed | None = None) -> _Packed | None:
    """The one that is kept, else the one just made: two threads may draw the same background."""
    with _lock:
        if (found := next((one for one in _packed if one.plate.subject == subject), made)) is not None:
            if found is not made:
                _packed.remove(found)
            _packed.append(found)
        return found


def fit_layout(subject: BackgroundKey) -> Layout:
    """The largest even scale at which everything fits; below that, whatever scale a very large board needs.

    Even: columns of hexes then repeat pixel for pixel, and deflate well.
    """
    even = range(LARGEST, 0, -2)
    small = [even[-1] * 0.9**step for step in range(200)]
    for scale in (*even, *small):
        layout = _layout_at(subject, scale)
        if layout.size[0] <= WIDEST and layout.size[1] <= TALLEST:
            return layout
    return layout._replace(size=(min(layout.size[0], WIDEST), min(layout.size[1], TALLEST)))


def _layout_at(subject: BackgroundKey, scale: float) -> Layout:
    """The layout at that many pixels for a board unit, whether it fits or not."""
    measure = Image.new("L", (1, 1))
    table = tabletop_ground.grid_of(subject.ground) is not None
    margin = round(subject.size[0] * scale / 29) if table else max(8, int(scale // 3))
    board = [round(side * scale) for side in subject.size]
    width = max(board[0] + 2 * margin, NARROWEST)
    em = width / 64
    entries, height = title_and_legend.layout_legend(Pen(measure, em), 64, subject.legend)
    top = round(title_and_legend.title_height(subject.sides) * em) + margin
    legend_top = top + board[1] + margin + round(title_and_legend.ROLL * em * subject.off_table)
    tall = legend_top + round(height * em)
    board_unit = not (table or area_ground.regions(subject.ground))
    sign = max(1, round(scale)) if board_unit else round(2 * em)
    return Layout((width, tall), scale, em, ((width - board[0]) // 2, top), legend_top, entries, sign)


def _draw_background(subject: BackgroundKey) -> Background:
    where = fit_layout(subject)
    fine = draw_ground(where.size, where, subject.ground)
    title_and_legend.legend_pictures(Pen(fine, where.em * GRAIN, (0, where.legend_top * GRAIN)), where.entries)
    image = draw_ground_names(fine.reduce(GRAIN), where, subject.ground)
    title_and_legend.legend_words(Pen(image, where.em, (0, where.legend_top)), where.entries)
    return Background(next(_numbers), subject, where, image, _palette(image, subject, where))


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


def _palette(image: Image.Image, subject: BackgroundKey, where: Layout) -> Image.Image:
    """256 colours for the ground with every side's pieces and every kind of mark on it: the theme's own exactly, the
    rest as they cover.
    """
    crowded, colours = image.copy(), subject.colours
    x = y = 0
    grid = tabletop_ground.grid_of(subject.ground)
    for sprite in _samples_for(subject, where):
        x, y = (x, y) if x + sprite.image.width <= crowded.width else (0, y + round(3 * where.scale))
        crowded.paste(sprite.image, (x, y), sprite.image)
        x += sprite.image.width
    washed = (
        [(tint, zone_control.wash(colour)) for colour in colours for tint in GROUNDS] if grid and grid.inner else []
    )
    washes = [theme.mix(tint, colour, zone_control.WASH) for tint, colour in washed]
    areas = area_ground.tints(colours) if area_ground.regions(subject.ground) else ()
    own = dict.fromkeys(
        (*areas, *theme.EXACT, *(shade for colour in colours for shade in theme.shades(colour)), *washes)
    )
    exact = [part for colour in tuple(own)[:96] for part in theme.rgb(colour)]
    sample = crowded.resize((crowded.width // 2, crowded.height // 2), Image.Resampling.NEAREST)
    rest = sample.quantize(256 - len(exact) // 3, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((exact + rest)[: 3 * 256])
    return palette


def _samples_for(subject: BackgroundKey, where: Layout) -> Iterator[Sprite]:
    """Sprites that may be drawn on such a board."""
    grid = tabletop_ground.grid_of(subject.ground)
    if area_ground.regions(subject.ground):
        return _area_samples(subject.colours, where)
    return (
        _hex_samples(subject.colours, where.sign)
        if grid is None
        else (_model_samples if grid.inner else _strip_samples)(subject.colours, where)
    )


def _area_samples(colours: tuple[str, ...], where: Layout) -> Iterator[Sprite]:
    """Lands, names, units and marks of a map of areas."""
    block = ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0))
    for side, colour in enumerate(colours):
        for nth in range(4):
            yield area_ground.land(OwnedLand(block, nth, colour), where.scale)
        row = BadgeRow(side, colour, (Badge("tank", 3, ("infantry",), 2),), attacks=True)
        yield badges.pile((row,), "L1", where.em * 1.4)
        for kind in ("march", "landing", "draft-sortie"):
            yield marks.mark_sprite(Trail(((0, 0), (1.7, 0)), kind, colour, "6"), where.sign)
    yield area_captions.name(AreaName((0.0, 0.0), ("Kiev",), 1.0, 3, ("capital", "aa")), where.em)


def _hex_samples(colours: tuple[str, ...], scale: int) -> Iterator[Sprite]:
    for side, colour in enumerate(colours):
        for status in ((), ("disrupted", "fired"), ("ghost",)):
            piece = Counter((0, 0), "M1", side, colour, ("cavalry", "leader"), "5* 4C", "!", status, not status)
            yield counters.counter(piece, 1.2 * scale)
        figure = Counter(
            (0, 0), "M1", side, colour, pictogram="tank", facing="N", badges=("P",), hidden=3, lies="flying"
        )
        yield counters.counter(figure, scale)
        for kind in trail_styles.TRAIL_STYLES:
            yield marks.mark_sprite(Trail(((0, 0), (1.7, 0)), kind, colour, "6"), scale)
        for kind in ("removed", "target", "zone", "reach", "blocking"):
            yield marks.mark_sprite(Spot((0, 0), kind, "2", colour), scale)


def _strip_samples(colours: tuple[str, ...], where: Layout) -> Iterator[Sprite]:
    """Strips, plates and marks of a table."""
    for side, colour in enumerate(colours):
        for arm in base_strips.SIGNS:
            look = Strip(
                (0, 0), "M1", side, colour, 30, 3, (arm,), "3", status=("moved", "fired"), ring=arm == "infantry"
            )
            yield base_strips.body(look, where.scale)
            yield unit_plates.plate(base_strips.strip_plate(look), where.em)
        for kind in ("march", "charge", "charge-short", "retreat", "gunfire", "melee", "sight"):
            yield marks.mark_sprite(Trail(((0, 0), (1.7, 0)), kind, colour, "6"), where.sign)
        for kind in OUTLINES:
            yield marks.mark_sprite(Shape(((0, 0), (2, 0), (2, 1), (0, 1)), kind, colour, "2"), where.sign)


def _model_samples(colours: tuple[str, ...], where: Layout) -> Iterator[Sprite]:
    """Models, plates, parts that are held, and marks of a table on which single models stand."""
    for side, colour in enumerate(colours):
        for kind in ("held", "ringed"):
            yield zone_control.held_zone((4, 3), kind, (Holder(side, colour, "A"),), where.scale)
        for nth in (side, side + 1):
            yield discs.body(discs.DiscStyle(discs.SAMPLES["wounds"], "M1", nth, colour, 1.5, True), where.scale)
        yield unit_plates.plate(unit_plates.UnitPlate("M1", side, colour, ("6", "burst:2", "shaken")), where.em)
        for kind in ("stride", "shot", "blow", "went-back", "sight", "forbidden"):
            yield marks.mark_sprite(Trail(((0, 0), (1.7, 0)), kind, colour, "6"), where.sign)
        for kind in ("stand", "zone", "blocking"):
            yield marks.mark_sprite(Shape(((0, 0), (2, 0), (2, 1), (0, 1)), kind, colour, "2"), where.sign)


def clear_cache() -> None:
    """Empty the cache."""
    memory.grounds.clear()
    with _lock:
        _packed.clear()
