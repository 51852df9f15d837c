"""Parts of a picture drawn larger, each as a picture of its own: the same ground, pieces and marks, from nearer."""

from collections.abc import Iterator, Sequence

from PIL import Image

from ..geometry.plane import Point
from ..scene.scene import Detail, Mark, Piece, Scene, Spot, Trail, with_pieces
from ..scene.tabletop_units import ModelUnit
from . import stamp
from .background import GRAIN, draw_ground, draw_ground_names
from .canvas import png, theme
from .canvas.pen import Pen
from .draw import layers
from .ground.tabletop_ground import grid_of
from .held_ground import paste_sprites
from .held_zones import zone_layers
from .layouts import Layout

WIDE, TALL = 960, 900
"""Pixels at most, the title apart."""
LETTERS, HEAD = 38, 2.1
"""Ems across, and those of the strip with the title."""
BEYOND = 0.8
"""How far outside the part something is still drawn, in board units."""


def draw_closeups(scene: Scene, most: int = 8) -> list[bytes]:
    """A PNG for each detail of the scene, in its order, ``most`` of them at most.

    The same scene gives the same bytes.
    """
    return [png.encode(_quantized(closeup_image(scene, part))) for part in scene.details[:most]]


def _quantized(picture: Image.Image) -> Image.Image:
    return picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def closeup_image(scene: Scene, part: Detail) -> Image.Image:
    """In full colour, at most 1000 pixels either way."""
    (width, height), (x, y) = part.size, part.at
    scale = int(min(WIDE / width, TALL / height))
    room = (round(width * scale), round(height * scale))
    em = max(room[0] / LETTERS, 16)
    table = grid_of(scene.ground) is not None
    origin = round((width / 2 - x) * scale), round((height / 2 - y) * scale)
    where = Layout(room, scale, em, origin, room[1], (), round(2 * em) if table else scale)
    pieces = tuple(piece for piece in scene.pieces if any(_reaches_into(at, part) for at in _piece_points(piece)))
    near = with_pieces(scene, pieces, tuple(_visible_marks(scene.marks, part)))
    ground = draw_ground_names(draw_ground(room, where, scene.ground).reduce(GRAIN), where, scene.ground)
    picture = paste_sprites(ground, (*zone_layers(scene.held_zones, where), *layers(near, where, _window(part))))
    head = round(HEAD * em)
    foot = round(stamp.BAND * em) if scene.stamp else 0
    whole = Image.new("RGB", (room[0], room[1] + head + foot), theme.PAPER)
    whole.paste(picture, (0, head))
    pen = Pen(whole, em)
    if scene.stamp:
        stamp.draw_band(pen, (room[1] + head) / em, scene.stamp)
    right = room[0] / em - 0.6
    left = _bar(pen, right, scale / em) if table else right
    pen.text(
        (0.6, HEAD / 2),
        part.title,
        pen.fitting_size(part.title, 1.25, left - 1.4, "-Bold"),
        theme.INK,
        weight="-Bold",
        anchor="lm",
    )
    edge, bottom = room[0] - 1, head + room[1] - 1
    Pen(whole, 1).line([(0, head), (edge, head), (edge, bottom), (0, bottom), (0, head)], theme.INK, 2, "flat")
    return whole


def _bar(pen: Pen, right: float, inch: float) -> float:
    """Two board units, ``inch`` being one in ems, that end on the right; where its words begin on the left."""
    for nth in range(2):
        fill = "#ffffff" if nth else theme.INK
        pen.rounded_box((right - 2 * inch + nth * inch, HEAD / 2 - 0.2), (inch, 0.4), fill, 0, theme.INK, 0.05)
    pen.text((right - 2 * inch - 0.4, HEAD / 2), "2 inches", 0.8, theme.INK, anchor="rm")
    return right - 2 * inch - 0.4 - pen.width("2 inches", 0.8)


def _window(part: Detail) -> tuple[float, float, float, float]:
    """Left, top, right, bottom in board units."""
    (x, y), (width, height) = part.at, part.size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _piece_points(piece: Piece) -> tuple[Point, ...]:
    """The place of a piece: those of all its models."""
    return tuple(disc.at for disc in piece.discs) if isinstance(piece, ModelUnit) else (piece.at,)


def _reaches_into(at: Point, part: Detail) -> bool:
    """Whether a piece there may reach into the part."""
    left, top, right, bottom = _window(part)
    return left - 4 <= at[0] <= right + 4 and top - 4 <= at[1] <= bottom + 4


def _visible_marks(marks: Sequence[Mark], part: Detail) -> Iterator[Mark]:
    """The marks that can be seen in it; straight lines cut off not far outside, so that no huge picture is drawn of
    them.
    """
    left, top, right, bottom = _window(part)
    bounds = (left - BEYOND, top - BEYOND, right + BEYOND, bottom + BEYOND)
    for mark in marks:
        match mark:
            case Spot(at=(x, y)):
                if bounds[0] <= x <= bounds[2] and bounds[1] <= y <= bounds[3]:
                    yield mark
            case Trail(points=(a, b)):
                if ends := _clip_segment(a, b, bounds):
                    yield Trail(ends, mark.kind, mark.colour, mark.text)
            case _:
                xs, ys = [x for x, _ in mark.points], [y for _, y in mark.points]
                if min(xs) <= right and max(xs) >= left and min(ys) <= bottom and max(ys) >= top:
                    yield mark


def _clip_segment(a: Point, b: Point, bounds: tuple[float, float, float, float]) -> tuple[Point, Point] | None:
    """The part of a segment within bounds; None if it has none there."""
    first, last = 0.0, 1.0
    for p, q, low, high in ((a[0], b[0], bounds[0], bounds[2]), (a[1], b[1], bounds[1], bounds[3])):
        if p == q:
            if not low <= p <= high:
                return None
            continue
        one, two = sorted(((low - p) / (q - p), (high - p) / (q - p)))
        first, last = max(first, one), min(last, two)
    if first >= last:
        return None
    return tuple((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for share in (first, last))  # type: ignore[return-value]
