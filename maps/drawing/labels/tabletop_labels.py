"""Finds places for words on a crowded table: plates of zones and units, names of terrain; over no model or other words
if possible.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import product

from PIL import Image

from ...geometry.plane import Point
from ...geometry.polygons import mean_corner
from ...geometry.rectangles import Rect
from ...scene.scene import Mark, Scene, Shape, Spot, TableArea, Trail
from ...scene.tabletop_units import HeldZone, ModelUnit
from ..canvas import theme
from ..canvas.memory import kept
from ..canvas.pen import Pen, Sprite, sprite
from ..ground import zone_control
from ..marks import marks, paths, tabletop_marks
from ..units import discs as groups
from ..units import unit_plates
from ..units.unit_plates import UnitPlate
from .label_placer import (
    Choices,
    Key,
    Label,
    LabelContent,
    PlacedLabel,
    Placement,
    TrailText,
    WantedLabel,
    Window,
    place,
)
from .taken_space import TakenBox

NAME, TRAIL_TEXT = 0.86, 0.86
"""Letters of a name and of what a trail says, in ems."""
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9)
"""Of a trail, where its words may stand."""
COVERED = 0.6
"""What a name of ground may cover (``_hidden``); one that would cover more is left out."""


def label_sprite(what: LabelContent, em: float) -> Sprite:
    """Around (0, 0); ``em`` in pixels."""
    match what:
        case UnitPlate():
            return unit_plates.plate(what, em)
        case HeldZone():
            return zone_control.plate(what, em)
        case TrailText(text):
            return _pill(text, em)
        case _:
            return _name(what, em)


def label_box(label: PlacedLabel, em: float, scale: float) -> Rect:
    """What a label takes of the board; ``em`` and ``scale`` in pixels."""
    (x, y), (across, along) = label.at, _scaled(label.what, em / scale, em)
    return x - across, y - along, x + across, y + along


def _half_size(what: LabelContent, em: float) -> Point:
    """Half of what it measures, in ems."""
    match what:
        case UnitPlate():
            return unit_plates.half(what, em) + 0.15, unit_plates.HIGH / 2 + 0.15
        case HeldZone():
            return zone_control.half_size(what, em)
        case TrailText(text):
            return max(0.63 * TRAIL_TEXT, _wide(text, em) / 2 + 0.1) + 0.08, 0.63 * TRAIL_TEXT + 0.08
        case _:
            return _wide(what, em) / 2 + 0.15, 0.62


@lru_cache(maxsize=256)
def _wide(name: str, em: float) -> float:
    return Pen(Image.new("L", (1, 1)), em).width(name, NAME, "-Bold")


@kept
def _name(name: str, em: float) -> Sprite:
    half = _wide(name, em) / 2 + 0.3
    return sprite(
        (-half, -0.8, half, 0.8),
        em,
        2,
        lambda pen: pen.text((0, 0), name, NAME, theme.INK, weight="-Bold", halo=theme.PAPER, halo_width=0.12),
    )


@kept
def _pill(text: str, em: float) -> Sprite:
    half = _half_size(TrailText(text), em)[0] + 0.2
    return sprite((-half, -1.0, half, 1.0), em, 3, lambda pen: marks.pill(pen, (0, 0), text, size=TRAIL_TEXT))


# finding room
def place_labels(scene: Scene, window: Window, em: float, scale: float) -> tuple[PlacedLabel, ...]:
    """What trails say first, then parts of the table, units, names of ground; ``em`` and ``scale`` in pixels."""
    areas = tuple(part for part in scene.ground if isinstance(part, TableArea) and part.name)
    units, inch = _units_by_key(scene), em / scale
    things: dict[Key, tuple[TakenBox, ...]] = {key: _space_of_models(unit) for key, unit in units.items()}
    things["signs", ""] = tuple(_space_of_signs(scene.marks, 2 * inch))
    here = {key: unit for key, unit in units.items() if any(_in_window(disc.at, window) for disc in unit.discs)}
    names = _name_labels(areas, inch, em)
    wanted = [
        *_trail_labels(scene.marks, inch, em),
        *_zone_labels(scene.held_zones, tuple(_bounds(area.shape, 0.15) for area in areas), inch, em),
        *((key, _unit_label(unit, inch, em)) for key, unit in here.items()),
        *names,
    ]
    last = _last_placement(areas, window, inch, em)
    last[:] = [placement := place(things, wanted, window, last[0] if last else None)]
    return tuple(PlacedLabel(found.label.what, found.box.at) for found in placement.labels.values() if found.box)


@lru_cache(maxsize=32)
def _last_placement(areas: tuple[TableArea, ...], window: Window, em: float, pixels: float) -> list[Placement]:
    """A place for the last one on such a table: of whatever game it was, what is alike may stay."""
    return []


def _units_by_key(scene: Scene) -> dict[tuple[str, str], ModelUnit]:
    found = dict[tuple[str, str], ModelUnit]()
    for unit in scene.pieces:
        if isinstance(unit, ModelUnit):
            key = ("unit", unit.id)
            while key in found:
                key = (f"{key[0]} again", unit.id)
            found[key] = unit
    return found


@lru_cache(maxsize=1024)
def _space_of_models(unit: ModelUnit) -> tuple[TakenBox, ...]:
    return tuple(TakenBox(disc.at, (unit.across / 2 + 0.1,) * 2, 3.0) for disc in unit.discs)


def _trail_labels(found: Sequence[Mark], em: float, pixels: float) -> Iterator[WantedLabel]:
    """What trails say; ``em`` in board units, ``pixels``: the same in pixels."""
    for nth, trail in enumerate(mark for mark in found if isinstance(mark, Trail) and mark.text):
        what = TrailText(trail.text)
        yield ("trail", nth), Label(trail, what, _scaled(what, em, pixels), partial(_trail_choices, trail.points, em))


@lru_cache(maxsize=16)
def _zone_labels(
    parts: tuple[HeldZone, ...], ground: tuple[TakenBox, ...], em: float, pixels: float
) -> tuple[WantedLabel, ...]:
    plates = [(part, _without_place(part)) for part in parts]
    sized = [(part, plate, _scaled(plate, em, pixels)) for part, plate in plates]
    return tuple(
        (("zone", nth), Label(part, plate, half, partial(_zone_choices, part, half), ground))
        for nth, (part, plate, half) in enumerate(sized)
    )


@lru_cache(maxsize=1024)
def _unit_label(unit: ModelUnit, em: float, pixels: float) -> Label:
    slip = groups.unit_plate(unit)
    half = _scaled(slip, em, pixels)
    return Label(unit, slip, half, partial(_unit_choices, unit, half))


@lru_cache(maxsize=32)
def _name_labels(areas: tuple[TableArea, ...], em: float, pixels: float) -> tuple[WantedLabel, ...]:
    ground = [_bounds(area.shape, 0.15) for area in areas]
    return tuple(
        (
            ("name", nth),
            Label(
                area,
                area.name,
                _scaled(area.name, em, pixels),
                partial(_ground_choices, area, em),
                tuple(box for box in ground if box is not ground[nth]),
                COVERED,
            ),
        )
        for nth, area in enumerate(areas)
    )


def _scaled(what: LabelContent, em: float, pixels: float) -> Point:
    """Half of what it measures, in board units."""
    wide, high = _half_size(what, pixels)
    return wide * em, high * em


def _bounds(shape: Sequence[Point], weight: float) -> TakenBox:
    """The upright box around a polygon."""
    xs, ys = zip(*shape, strict=True)
    return TakenBox(
        ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), ((max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2), weight
    )


def _without_place(part: HeldZone) -> HeldZone:
    return HeldZone((0.0, 0.0), (0.0, 0.0), part.name, part.kind, part.holders, part.value, part.title)


def _trail_choices(points: Sequence[Point], em: float) -> Choices:
    """Along a trail, its middle first; then beside it."""
    for share in SHARES:
        yield paths.point_along(points, share), abs(share - 0.5) * 0.3
    for far, share in product((1.2, 1.7), SHARES[:5]):
        for side in (far * em, -far * em):
            yield paths.point_along(paths.shift_path(points, side), share), 0.1 + 0.1 * far


def _zone_choices(part: HeldZone, half: Point) -> Choices:
    """Its corners, then the middles of its edges; each with what speaks against it."""
    (left, top), (wide, high) = part.at, part.size
    inset = zone_control.BAND * 0.5
    across, along = half[0] + inset, half[1] + inset
    xs, ys = (left + across, left + wide - across), (top + along, top + high - along)
    for nth, at in enumerate(((xs[0], ys[0]), (xs[1], ys[0]), (xs[0], ys[1]), (xs[1], ys[1]))):
        yield at, 0.02 * nth
    for at in ((left + wide / 2, ys[0]), (left + wide / 2, ys[1]), (xs[0], top + high / 2), (xs[1], top + high / 2)):
        yield at, 0.2
    for row, column in product(range(9), range(7)):
        yield (left + across + (wide - 2 * across) * column / 6, top + along + (high - 2 * along) * row / 8), 0.4


def _unit_choices(unit: ModelUnit, half: Point) -> Choices:
    """Over, under, left and right of the whole unit, then beside each of its models; nearer is better."""
    across, along = half
    xs, ys = [disc.at[0] for disc in unit.discs], [disc.at[1] for disc in unit.discs]
    room = unit.across / 2 + 0.3
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    yield (x, min(ys) - room - along), 0.0
    yield (x, max(ys) + room + along), 0.05
    yield (min(xs) - room - across, y), 0.1
    yield (max(xs) + room + across, y), 0.1
    for far in (0.0, 1.0, 2.5):
        for px, py in (disc.at for disc in unit.discs):
            for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
                slack = 0.3 if dx and dy else 0.0
                yield (px + dx * (room + across - slack + far), py + dy * (room + along - slack + far)), 0.2 + far * 0.3


def _ground_choices(area: TableArea, em: float) -> Choices:
    """In the middle of a piece of ground, beside it, higher, lower, over it, under it."""
    (x, y), ys = mean_corner(area.shape), [py for _, py in area.shape]
    low, high = min(ys), max(ys)
    yield (x, y), 0.0
    for shift in (-1.5, 1.5):
        yield (x + shift * em, y), 0.05 * abs(shift)
    for share in (-0.4, 0.4, -0.7, 0.7):
        yield (x, y + share * (high - low) / 2), abs(share) * 0.2
    for shift in (-3.0, 3.0):
        yield (x + shift * em, y), 0.05 * abs(shift)
    for at in ((x, low - 0.7 * em), (x, high + 0.7 * em)):
        yield at, 0.2


def _in_window(at: Point, window: Window) -> bool:
    left, top, right, bottom = window
    return left <= at[0] <= right and top <= at[1] <= bottom


def _space_of_signs(found: Sequence[Mark], unit: float) -> Iterator[TakenBox]:
    """The space of marks that nothing may cover; ``unit``: that of the marks in board units."""
    for mark in found:
        if isinstance(mark, Spot) and (mark.kind in tabletop_marks.OVER or mark.kind == "fallen"):
            yield TakenBox(mark.at, (max(0.3, 0.14 * len(mark.text)) * unit, 0.35 * unit), 2.0)
        elif isinstance(mark, Shape) and mark.kind == "stand":
            yield _bounds(mark.points, 3.0)
