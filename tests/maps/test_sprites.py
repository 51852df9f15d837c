"""Shorter ways to a sprite lead to the same one: arrows in two inks, layers on canvases that were begun."""

from random import Random

from PIL import ImageChops, ImageStat

from maps.drawing.canvas import theme
from maps.drawing.canvas.pen import Pen, Sprite, canvas, sprite
from maps.drawing.marks import marks
from maps.drawing.marks.trail_styles import TRAIL_STYLES, trail_style
from maps.drawing.units import counters, unit_plates
from maps.drawing.units.counter_layer import Layer
from maps.drawing.units.pictograms import PICTOGRAMS
from maps.drawing.units.unit_plates import UnitPlate
from maps.geometry.hex_points import DIRECTION_STEPS
from maps.scene.scene import Counter, with_status
from tests.support.many_cases import for_each
from tests.support.sampling import share


def same(one: Sprite, other: Sprite) -> bool:
    return one.offset == other.offset and one.image.tobytes() == other.image.tobytes()


@for_each("kind", [*TRAIL_STYLES, "unknown"])
@for_each("colour", ["#0072b2", "#ffffff", "#d55e00"])
def test_a_trail_in_two_inks_is_what_it_is_in_full_colour(kind: str, colour: str) -> None:
    chance = Random(kind + colour)
    points, scale, style = some_points(chance), chance.randint(9, 50), trail_style(kind)
    box = marks.trail_box(points, style)
    whole = sprite(box, scale, 3, lambda pen: marks.arrow(pen, points, style, colour, ""))
    assert same(whole, marks._bare_trail(points, kind, colour, scale))


@for_each("kind", [*TRAIL_STYLES, "unknown"])
@for_each("seed", range(share(60, 4)))
def test_nothing_of_a_trail_is_cut_off(kind: str, seed: int) -> None:
    chance = Random(f"{kind}{seed}")
    points, style = some_points(chance), trail_style(kind)
    box, scale = marks.trail_box(points, style), chance.randint(9, 50)
    whole = canvas(box, scale, 3, lambda pen: marks.arrow(pen, points, style, "#0072b2", ""))
    left, top, right, bottom = whole.getbbox() or (1, 1, 1, 1)
    assert left > 0 and top > 0 and right < whole.width and bottom < whole.height, (points, box)


def some_points(chance: Random) -> tuple[tuple[float, float], ...]:
    """Far apart, or so near that an arrow is shorter than its head."""
    far = chance.choice((0.2, 4))
    return tuple((chance.uniform(-far, far), chance.uniform(-far, far)) for _ in range(chance.randint(2, 5)))


@for_each("seed", range(share(120, 12)))
def test_every_layer_of_a_piece_is_what_it_is_drawn_in_one_go(seed: int) -> None:
    chance = Random(seed)
    piece, width = some_piece(chance), chance.uniform(30, 75)
    for layer, part in counters._parts(piece):
        assert same(whole_layer(layer, part, width), counters._layer(layer, part, width))


@for_each("seed", range(share(60, 8)))
def test_a_plate_made_of_parts_looks_as_drawn_in_one_go(seed: int) -> None:
    """But for where its letters begin, which is a whole pixel."""
    chance = Random(seed)
    words = ("3", "x", *unit_plates.SIGNS, f"{unit_plates.BURST}2")
    parts = tuple(chance.sample(words, chance.randint(0, 4)))
    slip, em = UnitPlate(f"U{seed}", chance.randrange(4), chance.choice(COLOURS), parts), chance.uniform(9, 18)
    widths = unit_plates._widths(slip, em)
    total, first = sum(widths), widths[0]

    def paint(pen: Pen) -> None:
        unit_plates._lay(pen, total, first, slip.side % 2, slip.colour)
        left = first - total / 2
        pen.text((left - first / 2, 0), slip.id, unit_plates.ID, theme.shades(slip.colour).text, weight="-Bold")
        for part, wide in zip(slip.parts, widths[1:], strict=True):
            unit_plates.field(pen, left + wide / 2, part)
            left += wide

    whole, made = sprite(unit_plates._box(total), em, unit_plates.GRAIN, paint), unit_plates.plate(slip, em)
    assert (whole.offset, whole.image.size) == (made.offset, made.image.size)
    assert all(mean < 12 for mean in ImageStat.Stat(ImageChops.difference(whole.image, made.image)).mean)


def whole_layer(layer: Layer, part: Counter, width: float) -> Sprite:
    def paint(pen: Pen) -> None:
        if layer.first:
            layer.first.paint(pen, layer.first.needs(part))
        layer.paint(pen, part)

    return sprite(counters._room(part), width, counters.GRAIN, paint)


def some_piece(chance: Random) -> Counter:
    def some(*words: str) -> tuple[str, ...]:
        return tuple(word for word in words if chance.random() < 0.5)

    look = Counter((0, 0), chance.choice(("A", "W12", "LONGER ID", "")), chance.randrange(4), chance.choice(COLOURS))
    if chance.random() < 0.3:
        return with_status(
            Counter((0, 0), look.id, look.side, look.colour, some("cavalry", "leader"), "5* 4C", "!", some("fired")),
            chance.choice(("disrupted", "ghost", "×5")),
        )
    lies = chance.choice(("", "", "flat", "flying"))
    return Counter(
        (0, 0),
        look.id,
        look.side,
        look.colour,
        status=some("ghost", "acted", "dirt", "hulldown", "pillbox", "×4"),
        ring=chance.random() < 0.3,
        pictogram=chance.choice(WORKS if lies == "flat" else [*PICTOGRAMS, "any", "x"]),
        letters=chance.choice(("", "US", "GER")),
        facing=chance.choice(["", *DIRECTION_STEPS]),
        badges=some("P", "D", "X"),
        hidden=chance.randint(0, 3),
        riders=some("A1", "B22", "C33"),
        lies=lies,
    )


WORKS = ["minefield", "barbed-wire", "tank-obstacle", "entrenchment", "pillbox", "obstacle"]
COLOURS = ("#0072b2", "#ffd400", theme.INK)
