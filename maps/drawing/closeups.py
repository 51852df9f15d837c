"""Parts of a picture drawn larger, each as a picture of its own: the same ground, pieces and marks, from nearer."""

from collections.abc import Iterator, Sequence

from PIL import Image

from ..geometry.plane import Point
from ..geometry.rectangles import clip_segment
from ..scene.area_units import AreaPiece
from ..scene.scene import Detail, Mark, Piece, Scene, SideNote, Spot, Trail, with_pieces
from ..scene.tabletop_units import ModelUnit
from . import stamp, title_and_legend
from .area_layers import layers_under_marks, pieces_within, regions_within, sides_of
from .background import GRAIN, draw_ground, draw_ground_names
from .canvas import png, theme
from .canvas.pen import Pen
from .draw import layers, sprite_placer
from .ground.tabletop_ground import grid_of
from .held_ground import paste_sprites
from .held_zones import zone_layers
from .layouts import Layout

WIDE, TALL = 960, 900
"""Pixels at most, the title apart."""
LETTERS, HEAD = 38, 2.1
"""Ems across, and those of the strip with the title."""
SIDES = 1.9
"""Ems of the strip under a map of areas that says whose lands and units these are."""
BOLD = 3
"""Ems of a unit of the marks on a map of areas: arrows must be seen at 400 pixels."""
BEYOND = 0.8
"""How far outside the part something is still drawn, in board units."""


def draw_closeups(scene: Scene, most: int = 8) -> list[bytes]:
    """A PNG for each detail of the scene, in its order, ``most`` of them at most.

    The same scene gives the same bytes.
    """
    return [draw_closeup(scene, part) for part in scene.details[:most]]


def draw_closeup(scene: Scene, part: Detail) -> bytes:
    """The PNG of a part of the scene."""
    return png.encode(_quantized(closeup_image(scene, part)))


def _quantized(picture: Image.Image) -> Image.Image:
    return picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def closeup_image(scene: Scene, part: Detail) -> Image.Image:
    """In full colour, at most 1000 pixels either way."""
    areas = tuple(pieces_within(scene.area_pieces, _window(part)))
    where = _layout(scene, part)
    picture = _drawn_part(scene, part, where, areas)
    em, head, sides = where.em, round(HEAD * where.em), round(SIDES * where.em) if scene.area_pieces else 0
    foot = round(stamp.BAND * em) if scene.stamp else 0
    whole = Image.new("RGB", (picture.width, picture.height + head + sides + foot), theme.PAPER)
    whole.paste(picture, (0, head))
    pen, below, right = Pen(whole, em), picture.height + head, picture.width / em - 0.6
    if sides:
        notes = tuple(note for note in scene.title.notes if note.side in sides_of(areas))
        _draw_sides(pen, below / em + SIDES / 2, right + 0.6, notes)
    if scene.stamp:
        stamp.draw_band(pen, (below + sides) / em, scene.stamp)
    left = _bar(pen, right, where.scale / em) if grid_of(scene.ground) else right
    title = f"{part.title} · {scene.title.moment}" if scene.area_pieces else part.title
    size = pen.fitting_size(title, 1.25, left - 1.4, "-Bold")
    pen.text((0.6, HEAD / 2), title, size, theme.INK, weight="-Bold", anchor="lm")
    edge, bottom = picture.width - 1, below - 1
    Pen(whole, 1).line([(0, head), (edge, head), (edge, bottom), (0, bottom), (0, head)], theme.INK, 2, "flat")
    return whole


def _layout(scene: Scene, part: Detail) -> Layout:
    """The largest scale at which the part fits, whole pixels a board unit but on a map of areas."""
    (width, height), (x, y) = part.size, part.at
    largest = min(WIDE / width, TALL / height)
    scale = largest if scene.area_pieces else int(largest)
    room = (round(width * scale), round(height * scale))
    em = max(room[0] / LETTERS, 16)
    sign = round(BOLD * em) if scene.area_pieces else round(2 * em) if grid_of(scene.ground) else round(scale)
    origin = round((width / 2 - x) * scale), round((height / 2 - y) * scale)
    return Layout(room, scale, em, origin, room[1], (), sign)


def _drawn_part(scene: Scene, part: Detail, where: Layout, areas: tuple[AreaPiece, ...]) -> Image.Image:
    """The part of the board with all that can be seen in it; ``areas``: what is to be drawn of a map of areas."""
    window = _window(part)
    pieces = tuple(piece for piece in scene.pieces if any(_reaches_into(at, part) for at in _piece_points(piece)))
    near = with_pieces(scene, pieces, tuple(_visible_marks(scene.marks, part)), areas)
    still = tuple(regions_within(scene.ground, window))
    ground = draw_ground_names(draw_ground(where.size, where, still).reduce(GRAIN), where, still)
    lands = layers_under_marks(areas, where.scale, sprite_placer(where))
    return paste_sprites(ground, (*lands, *zone_layers(scene.held_zones, where), *layers(near, where, window)))


def _draw_sides(pen: Pen, y: float, width: float, notes: Sequence[SideNote]) -> None:
    """The sides beside one another, smaller if they find no room."""
    words = [note.name for note in notes]
    size = min(1.0, (width - 0.6 - 2.2 * len(words)) / (sum(pen.width(name, 1.0) for name in words) or 1.0))
    x = 0.6
    for note in notes:
        title_and_legend.emblem(pen, (x, y), note.side, note.colour)
        pen.text((x + 1.4, y), note.name, size, theme.INK, anchor="lm")
        x += 2.2 + pen.width(note.name, size)


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
                if ends := clip_segment(a, b, bounds):
                    yield Trail(ends, mark.kind, mark.colour, mark.text)
            case _:
                xs, ys = [x for x, _ in mark.points], [y for _, y in mark.points]
                if min(xs) <= right and max(xs) >= left and min(ys) <= bottom and max(ys) >= top:
                    yield mark
