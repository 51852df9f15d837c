"""What pieces take on a board of hexes, and strips on a table: their ids, which nothing may cover, and the rest."""

from collections.abc import Iterator

from ...geometry.plane import Point
from ...geometry.rectangles import Rect
from ...scene.scene import Counter, Label, Scene, Spot, Strip
from ..layouts import Layout
from ..units import base_strips, counters, unit_plates
from .label_placer import Window

ID, PLAIN_ID, WORKS_ID, RIDERS = (
    (-0.48, -0.47, 0.48, -0.1),
    (-0.48, -0.4, 0.48, 0.06),
    (0.54, -0.04, 0.94, 0.36),
    (-0.54, 0.48, 0.54, 0.82),
)
"""The ids on a piece, in its widths from its middle: with a pictogram, without, of works, of riders."""
BODY = (-0.5, -0.5, 0.5, 0.5)
GHOST = 1.2
"""How wide the ghost of a piece is, in units of marks."""


def id_boxes(scene: Scene, layout: Layout, window: Window) -> Iterator[Rect]:
    """Of all units that are drawn, in board units."""
    for at, width, piece in _drawn_counters(scene):
        yield from (_around(at, width, box) for box in _ids_of(piece))
    for mark in scene.marks:
        if isinstance(mark, Spot) and mark.kind == "ghost":
            yield _around((mark.at[0], mark.at[1] + 0.1), GHOST, PLAIN_ID)
    inch = layout.em / layout.scale
    for plate in base_strips.place_plates(_strips(scene), window, layout.em, layout.scale):
        slip = base_strips.strip_plate(plate.strip)
        across, along = unit_plates.half(slip, layout.em) * inch, unit_plates.HIGH / 2 * inch
        yield _around(plate.at, 1.0, (-across, -along, across, along))


def body_boxes(scene: Scene) -> Iterator[Rect]:
    """What else pieces take."""
    yield from (_around(at, width, BODY) for at, width, piece in _drawn_counters(scene) if piece.lies != "flat")
    for strip in _strips(scene):
        reach = max(strip.half)
        yield _around(strip.at, 1.0, (-reach, -reach, reach, reach))


def name_boxes(scene: Scene) -> Iterator[Rect]:
    """Roughly those of the names on a board of hexes."""
    for part in scene.ground:
        if isinstance(part, Label):
            wide = 0.1 * len(part.text)
            yield _around(part.at, 1.0, (-wide, 0.25, wide, 0.6))


def _ids_of(piece: Counter) -> Iterator[Rect]:
    if piece.lies == "flat":
        yield WORKS_ID
    else:
        yield ID if piece.pictogram else PLAIN_ID
    if piece.riders:
        yield RIDERS


def _drawn_counters(scene: Scene) -> Iterator[tuple[Point, float, Counter]]:
    return counters.fan_out([piece for piece in scene.pieces if isinstance(piece, Counter)], scene.piece)


def _strips(scene: Scene) -> tuple[Strip, ...]:
    return tuple(piece for piece in scene.pieces if isinstance(piece, Strip))


def _around(at: Point, width: float, box: Rect) -> Rect:
    left, top, right, bottom = box
    return at[0] + left * width, at[1] + top * width, at[0] + right * width, at[1] + bottom * width
