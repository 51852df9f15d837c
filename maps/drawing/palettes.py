"""The 256 colours of all pictures on a ground."""

from collections.abc import Iterator
from itertools import product

from PIL import Image

from ..scene.area_units import AreaName, Badge, BadgeRow, OwnedLand
from ..scene.scene import Counter, Shape, Spot, Strip, Trail
from ..scene.tabletop_units import Holder
from .canvas import theme
from .canvas.pen import Sprite
from .ground import area_ground, tabletop_ground, zone_control
from .labels import area_captions
from .layouts import BackgroundKey, Layout
from .marks import marks, trail_styles
from .units import badges, base_strips, counters, discs, unit_plates

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


def palette_for(image: Image.Image, subject: BackgroundKey, where: Layout) -> Image.Image:
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
    own = dict.fromkeys((*areas, *theme.EXACT, *(shade for colour in colours for shade in _shades(colour)), *washes))
    exact = [part for colour in tuple(own)[:96] for part in theme.rgb(colour)]
    sample = crowded.resize((crowded.width // 2, crowded.height // 2), Image.Resampling.NEAREST)
    rest = sample.quantize(256 - len(exact) // 3, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((exact + rest)[: 3 * 256])
    return palette


def _shades(colour: str) -> Iterator[str]:
    """Its own, and what pieces of a side of that colour are filled with."""
    yield from theme.shades(colour)
    yield from (theme.face(side, colour) for side in (0, 1))


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
        for nth in range(area_ground.PATTERNS):
            yield area_ground.land(OwnedLand(block, nth, colour), where.scale)
        row = BadgeRow(side, colour, (Badge("tank", 3, ("infantry",), 2),), attacks=True)
        yield badges.pile((row,), "L1", "beside", where.em * 1.4)
        for kind in ("march", "landing", "draft-sortie"):
            yield marks.mark_sprite(Trail(((0, 0), (1.7, 0)), kind, colour, "6"), where.sign)
    yield area_captions.name(AreaName((0.0, 0.0), ("Kiev",), 1.0, 3, ("capital", "aa")), where.em)


def _hex_samples(colours: tuple[str, ...], scale: int) -> Iterator[Sprite]:
    """Pieces of either parity, as colours do not say whose they are, and marks of hexes."""
    for side, colour in product((0, 1), colours):
        for status in ((), ("disrupted", "fired"), ("ghost",)):
            piece = Counter((0, 0), "M1", side, colour, ("cavalry", "leader"), "5* 4C", "!", status, not status)
            yield counters.counter(piece, 1.2 * scale)
        figure = Counter(
            (0, 0), "M1", side, colour, pictogram="tank", facing="N", badges=("P",), hidden=3, lies="flying"
        )
        yield counters.counter(figure, scale)
    for colour in colours:
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
