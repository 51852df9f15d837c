"""Playing pieces with a pictogram: class, nation, facing and every counter that lies on them; stacks of both sides in
one hex.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...geometry.hex_points import DIRECTION_STEPS
from ...geometry.plane import Point
from ...scene.scene import Counter, with_status, without_place
from ..canvas import theme
from ..canvas.pen import Pen
from .counter_faces import RIM, H, W, face_shades, paint_face, paint_shape
from .counter_layer import Layer, LayerStart
from .pictograms import draw_pictogram

ROOM = (-1.2, -1.2, 1.2, 1.2)
"""What a piece may take with all that sticks out of it."""
Places = tuple[float, tuple[Point, ...]]
"""How wide each piece is and where their middles lie, in widths of a piece that stands alone."""
ALONE: Places = (1.0, ((0.0, 0.06),))
TWO: Places = (0.72, ((-0.36, 0.03), (0.36, 0.13)))
THREE: Places = (0.62, ((-0.33, -0.12), (0.33, -0.12), (0.0, 0.48)))
"""Three of one side, none over another, the number of the hex left free."""
COLUMN = (0.34, ((0.72, (0.06,)), (0.6, (-0.2, 0.42)), (0.5, (-0.28, 0.16, 0.6))))
"""How far left or right each side's column lies if both are here; for one, two, three of a side their width and
heights.
"""
ALOFT: Places = (0.66, ((0.46, -0.42), (-0.46, -0.42)))
"""Aircraft over the stack."""
BADGES: tuple[Point, ...] = ((-0.36, 0.34), (-0.36, 0.02), (-0.06, 0.34))
"""Where letters of face-up counters lie: up the left side, then to the right."""
MANY = "×"


def lay_out(pieces: Sequence[Counter]) -> Iterator[tuple[Point, float, Counter]]:
    """Where each piece of one hex lies from its middle, how wide it is, back to front: works, units, aircraft."""
    for piece in pieces:
        if piece.lies == "flat":
            yield (0.0, 0.0), 1.0, piece
    standing = [piece for piece in pieces if not piece.lies]
    sides = sorted({piece.side for piece in standing})
    if len(sides) < 2:
        yield from _spread_stack(standing)
    else:
        for nth, side in enumerate(sides):
            yield from _column([piece for piece in standing if piece.side == side], nth)
    for nth, piece in enumerate(piece for piece in pieces if piece.lies == "flying"):
        yield ALOFT[1][nth % 2], ALOFT[0], piece


def _spread_stack(stack: Sequence[Counter]) -> Iterator[tuple[Point, float, Counter]]:
    shown = _counted(stack)
    wide, places = (ALONE, ALONE, TWO, THREE)[len(shown)]
    yield from ((at, wide, piece) for at, piece in zip(places, shown, strict=False))


def _column(stack: Sequence[Counter], nth: int) -> Iterator[tuple[Point, float, Counter]]:
    aside, rows = COLUMN
    shown = _counted(stack)
    wide, heights = rows[len(shown) - 1]
    yield from (((aside if nth else -aside, y), wide, piece) for y, piece in zip(heights, shown, strict=True))


def _counted(stack: Sequence[Counter]) -> Sequence[Counter]:
    """Of more than three the first two and the last, with their number."""
    if len(stack) <= 3:
        return stack
    return [*stack[:2], with_status(stack[-1], f"{MANY}{len(stack)}")]


def _needs_of_works(look: Counter) -> Counter | None:
    return without_place(look) if look.lies == "flat" else None


def _needs_of_surroundings(look: Counter) -> Counter | None:
    status = tuple(one for one in look.status if one in ("pillbox", "dirt"))
    if look.lies == "flat" or not (status or look.ring or look.lies == "flying"):
        return None
    return _part(side=look.side, status=status, ring=look.ring, lies=look.lies)


def _paint_surroundings(pen: Pen, look: Counter) -> None:
    """What lies under the piece and sticks out of it."""
    if look.lies == "flying":
        paint_shape(pen.at(moved=(0.2, 0.3)), look.side, 0.0, theme.SHADOW)
    if "pillbox" in look.status:
        pen.rounded_box((-0.68, -0.65), (1.36, 1.3), theme.INK)
        pen.rounded_box((-0.61, -0.58), (1.22, 1.16), theme.STONE[1])
    if look.ring:
        paint_shape(pen, look.side, 0.13, theme.RING[0])
        paint_shape(pen, look.side, 0.1, theme.RING[1])
    if "dirt" in look.status:
        pen.rounded_box((-0.6, 0.55), (1.2, 0.2), "#ffffff", 0.06)
        pen.rounded_box((-0.56, 0.59), (1.12, 0.12), theme.INK, 0.04)


def _needs_of_body(look: Counter) -> Counter | None:
    if look.lies == "flat":
        return None
    return _part(
        id=look.id,
        pictogram=look.pictogram,
        side=look.side,
        colour=look.colour,
        letters=look.letters,
        status=tuple(one for one in look.status if one == "ghost"),
        badges=("",) * min(len(look.badges), 2),
        hidden=min(look.hidden, 1),
    )


def _needs_of_plain_face(look: Counter) -> Counter:
    return _part(side=look.side, colour=look.colour, status=look.status)


def _paint_plain_face(pen: Pen, look: Counter) -> None:
    paint_face(pen, look)


def _needs_of_facing(look: Counter) -> Counter | None:
    status = tuple(one for one in look.status if one == "hulldown")
    if look.lies == "flat" or not (status or look.facing in DIRECTION_STEPS):
        return None
    return _part(facing=look.facing, status=status)


def _paint_facing(pen: Pen, look: Counter) -> None:
    if look.facing in DIRECTION_STEPS:
        _nose(pen, DIRECTION_STEPS[look.facing])
    if "hulldown" in look.status:
        _bar(pen, DIRECTION_STEPS.get(look.facing, DIRECTION_STEPS["N"]))


def _nose(pen: Pen, way: Point) -> None:
    """A bold point toward what it faces, from the rim of the piece."""
    (x, y), (ax, ay), rim = way, (-way[1], way[0]), _rim(way)
    for base, tip, half, ink in ((rim - 0.04, rim + 0.46, 0.33, "#ffffff"), (rim, rim + 0.38, 0.25, theme.INK)):
        pen.polygon(
            [
                (x * base + ax * half, y * base + ay * half),
                (x * tip, y * tip),
                (x * base - ax * half, y * base - ay * half),
            ],
            ink,
        )


def _bar(pen: Pen, way: Point) -> None:
    """Hull Down: a bar before the nose."""
    (x, y), (ax, ay), far = way, (-way[1], way[0]), _rim(way) + 0.43
    for wide, long, ink in ((0.2, 0.46, "#ffffff"), (0.12, 0.42, theme.INK)):
        pen.line(
            [(x * far + ax * long, y * far + ay * long), (x * far - ax * long, y * far - ay * long)], ink, wide, "flat"
        )


def _rim(way: Point) -> float:
    """How far from the middle of a piece its rim lies that way."""
    return min(side / abs(part) for side, part in ((W, way[0]), (H, way[1])) if abs(part) > 0.01)


def _paint_face(pen: Pen, look: Counter) -> None:
    shades = face_shades(look)
    if look.side % 2:
        pen = Pen(pen.image, pen.scale * (1 - 1.5 * RIM), pen.origin)
    room = 0.9 - (0.3 if look.letters else 0.0)
    size = pen.fitting_size(look.id, 0.38, room, "-Bold")
    pen.text((-0.45, -0.28), look.id, size, shades.text, weight="-Bold", anchor="lm", halo=shades.halo, halo_width=0.02)
    if look.letters:
        pen.text((0.46, -0.3), look.letters, pen.fitting_size(look.letters, 0.25, 0.3), shades.text, anchor="rm")
    crowded = bool(look.badges or look.hidden)
    stand = pen.at(moved=(0.12 if len(look.badges) > 1 else 0, 0.06 if crowded else 0.16))
    draw_pictogram(
        Pen(pen.image, pen.scale * (0.6 if crowded else 0.86), stand.origin), look.pictogram, shades.text, shades.face
    )


def _needs_of_counters(look: Counter) -> Counter | None:
    status = tuple(one for one in look.status if one == "acted" or one.startswith(MANY))
    if look.lies == "flat" or not (status or look.badges or look.hidden or look.riders):
        return None
    return _part(badges=look.badges, hidden=look.hidden, riders=look.riders, status=status)


def _paint_counters(pen: Pen, look: Counter) -> None:
    """Counters on the piece: face-up letters from the left, face-down dots at the right, riders, what it has done."""
    for at, letter in zip(BADGES, look.badges, strict=False):
        badge(pen, at, letter)
    if look.hidden:
        dots(pen, (0.42, 0.36), min(look.hidden, 3))
    if look.riders:
        words = "+" + " ".join(look.riders)
        size = pen.fitting_size(words, 0.27, 0.96)
        half = pen.width(words, size, "-Bold") / 2 + 0.06
        pen.rounded_box((-half, 0.5), (2 * half, 0.3), "#ffffff", 0.08, theme.INK, 0.03)
        pen.text((0, 0.65), words, size, theme.INK, weight="-Bold")
    for status in look.status:
        if status.startswith(MANY):
            badge(pen, (-0.46, 0.44), status)
    if "acted" in look.status:
        pen.disc((0.5, -0.47), 0.17, "#ffffff", theme.INK, 0.035)
        pen.line([(0.41, -0.47), (0.48, -0.39), (0.6, -0.56)], theme.INK, 0.06, "flat")


def _part(**shown: Any) -> Counter:
    """A piece with nothing but what is shown; of whatever class, if that is not."""
    return Counter((0.0, 0.0), **{"id": "", "side": 0, "colour": "", "pictogram": "any", **shown})


def dots(pen: Pen, right: Point, count: int) -> None:
    """Face-down counters on a light strip that ends at ``right``: one, two, or three in a ring."""
    wide = 0.13 + 0.17 * count
    x, y = right[0] - wide, right[1]
    if count == 3:
        pen.rounded_box((x - 0.05, y - 0.2), (wide + 0.1, 0.4), theme.INK, 0.2)
        pen.rounded_box((x - 0.01, y - 0.16), (wide + 0.02, 0.32), "#ffffff", 0.16)
    pen.rounded_box((x, y - 0.14), (wide, 0.28), "#ffffff", 0.14, theme.INK, 0.03)
    for nth in range(count):
        pen.disc((x + 0.15 + 0.17 * nth, y), 0.068, theme.INK)


def badge(pen: Pen, at: Point, letter: str) -> None:
    """A letter on a light disc."""
    pen.disc(at, 0.165, "#ffffff", theme.INK, 0.03)
    pen.text(at, letter, pen.fitting_size(letter, 0.28, 0.28, "-Bold"), theme.INK, weight="-Bold")


def _needs_of_obstacles(look: Counter) -> Counter:
    return _part(pictogram=look.pictogram)


def _paint_obstacles(pen: Pen, look: Counter) -> None:
    """Obstacles lie along the lower sides of the hex, so that whoever stands in it hides only a part."""
    places = ((-0.76, 0.12), (-0.57, 0.46), (-0.34, 0.7), (0.0, 0.72), (0.34, 0.7), (0.57, 0.46))
    for x, y in places:
        spot = Pen(pen.image, pen.scale * 0.34, pen.at(moved=(x, y)).origin)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)):
            draw_pictogram(spot.at(moved=(dx * 0.09, dy * 0.09)), look.pictogram, "#ffffff", "#ffffff")
        draw_pictogram(spot, look.pictogram, theme.INK, "#ffffff")


def _paint_plate(pen: Pen, look: Counter) -> None:
    """The id at the side."""
    shades, plate = face_shades(look), Pen(pen.image, pen.scale * 0.36, pen.at(moved=(0.74, 0.16)).origin)
    paint_face(plate, look, 0.08)
    plate.text((0, 0), look.id, plate.fitting_size(look.id, 0.6, 0.85, "-Bold"), shades.text, weight="-Bold")
    if look.ring:
        plate.circle((0, 0), 0.75, theme.RING[1], 0.12)


def draw_arrow(pen: Pen, way: Point) -> None:
    """A light nose: where a piece has just turned, or will turn."""
    (x, y), (ax, ay), rim = way, (-way[1], way[0]), _rim(way)
    for base, tip, half, ink in (
        (rim - 0.02, rim + 0.5, 0.4, theme.RING[0]),
        (rim + 0.03, rim + 0.38, 0.27, theme.RING[1]),
    ):
        pen.polygon(
            [
                (x * base + ax * half, y * base + ay * half),
                (x * tip, y * tip),
                (x * base - ax * half, y * base - ay * half),
            ],
            ink,
        )


LAYERS = (
    Layer(_needs_of_works, _paint_plate, LayerStart(_needs_of_obstacles, _paint_obstacles)),
    Layer(_needs_of_surroundings, _paint_surroundings),
    Layer(_needs_of_body, _paint_face, LayerStart(_needs_of_plain_face, _paint_plain_face)),
    Layer(_needs_of_facing, _paint_facing),
    Layer(_needs_of_counters, _paint_counters),
)
"""From the lowest."""
