"""Finds places for words on a crowded table: plates of zones and units, names of terrain; over no model or other words
if possible.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from PIL import Image

from ...geometry.plane import Point
from ...geometry.polygons import mean_corner
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

Window = tuple[float, float, float, float]
"""Left, top, right, bottom in board units."""
NAME, TRAIL_TEXT = 0.86, 0.86
"""Letters of a name and of what a trail says, in ems."""
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9)
"""Of a trail, where its words may stand."""
COVERED = 0.6
"""What a name of ground may cover (``_hidden``); one that would cover more is left out."""


class TrailText(NamedTuple):
    """The text of a trail."""

    text: str


LabelContent = str | TrailText | HeldZone | UnitPlate


class PlacedLabel(NamedTuple):
    """A label, and the point of the board it is centred on."""

    what: LabelContent
    at: Point


class FreeSpace(NamedTuple):
    """An upright box around a point, in board units, and how much it matters that it stays free."""

    at: Point
    half: Point
    weight: float = 1.0


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
    units = tuple(piece for piece in scene.pieces if isinstance(piece, ModelUnit))
    trails = tuple(mark for mark in scene.marks if isinstance(mark, Trail) and mark.text)
    return _place_labels(
        tuple(part for part in scene.ground if isinstance(part, TableArea) and part.name),
        scene.held_zones,
        units,
        trails,
        tuple(_space_of_signs(scene.marks, 2 * em / scale)),
        window,
        em / scale,
        em,
    )


@lru_cache(maxsize=32)
def _place_labels(
    areas: tuple[TableArea, ...],
    parts: tuple[HeldZone, ...],
    units: tuple[ModelUnit, ...],
    trails: tuple[Trail, ...],
    signs: tuple[FreeSpace, ...],
    window: Window,
    em: float,
    pixels: float,
) -> tuple[PlacedLabel, ...]:
    discs = [FreeSpace(disc.at, (unit.across / 2 + 0.1,) * 2, 3.0) for unit in units for disc in unit.discs]
    taken, found, ground = [*discs, *signs], list[PlacedLabel](), [_bounds(area.shape, 0.15) for area in areas]

    def put(what: LabelContent, choices: Iterator[tuple[Point, float]], others: Sequence[FreeSpace] = ()) -> None:
        wide, high = _half_size(what, pixels)
        half = (wide * em, high * em)
        best = _best_choice(choices, half, [*taken, *others], window)
        if not isinstance(what, str) or _covered_area(best, half, [*taken, *others]) <= COVERED:
            taken.append(FreeSpace(best, half, 4.0))
            found.append(PlacedLabel(what, best))

    for trail in trails:
        put(TrailText(trail.text), _trail_choices(trail.points, em))
    for part in parts:
        put(_without_place(part), _zone_choices(part, _half_size(_without_place(part), pixels), em), ground)
    for unit in units:
        if any(_in_window(disc.at, window) for disc in unit.discs):
            put(groups.unit_plate(unit), _unit_choices(unit, _half_size(groups.unit_plate(unit), pixels), em))
    for area, own in zip(areas, ground, strict=True):
        put(area.name, _ground_choices(area, em), [room for room in ground if room is not own])
    return tuple(found)


def _bounds(shape: Sequence[Point], weight: float) -> FreeSpace:
    """The upright box around a polygon."""
    xs, ys = zip(*shape, strict=True)
    return FreeSpace(
        ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), ((max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2), weight
    )


def _without_place(part: HeldZone) -> HeldZone:
    return HeldZone((0.0, 0.0), (0.0, 0.0), part.name, part.kind, part.holders, part.value, part.title)


def _trail_choices(points: Sequence[Point], em: float) -> Iterator[tuple[Point, float]]:
    """Along a trail, its middle first; then beside it."""
    for share in SHARES:
        yield paths.point_along(points, share), abs(share - 0.5) * 0.3
    for far, share in product((1.2, 1.7), SHARES[:5]):
        for side in (far * em, -far * em):
            yield paths.point_along(paths.shift_path(points, side), share), 0.1 + 0.1 * far


def _zone_choices(part: HeldZone, half: Point, em: float) -> Iterator[tuple[Point, float]]:
    """Its corners, then the middles of its edges; each with what speaks against it."""
    (left, top), (wide, high) = part.at, part.size
    inset = zone_control.BAND * 0.5
    across, along = half[0] * em + inset, half[1] * em + inset
    xs, ys = (left + across, left + wide - across), (top + along, top + high - along)
    for nth, at in enumerate(((xs[0], ys[0]), (xs[1], ys[0]), (xs[0], ys[1]), (xs[1], ys[1]))):
        yield at, 0.02 * nth
    for at in ((left + wide / 2, ys[0]), (left + wide / 2, ys[1]), (xs[0], top + high / 2), (xs[1], top + high / 2)):
        yield at, 0.2
    for row, column in product(range(9), range(7)):
        yield (left + across + (wide - 2 * across) * column / 6, top + along + (high - 2 * along) * row / 8), 0.4


def _unit_choices(unit: ModelUnit, half: Point, em: float) -> Iterator[tuple[Point, float]]:
    """Over, under, left and right of the whole unit, then beside each of its models; nearer is better."""
    across, along = half[0] * em, half[1] * em
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


def _ground_choices(area: TableArea, em: float) -> Iterator[tuple[Point, float]]:
    """In the middle of a piece of ground, higher, lower, over it, under it."""
    (x, y), ys = mean_corner(area.shape), [py for _, py in area.shape]
    low, high = min(ys), max(ys)
    for share in (0.0, -0.4, 0.4, -0.7, 0.7):
        yield (x, y + share * (high - low) / 2), abs(share) * 0.2
    for dx in (-1.5, 1.5, -3.0, 3.0):
        yield (x + dx * em, y), 0.05 * abs(dx)
    for at in ((x, low - 0.7 * em), (x, high + 0.7 * em)):
        yield at, 0.2


def _best_choice(
    choices: Iterator[tuple[Point, float]], half: Point, taken: Sequence[FreeSpace], window: Window
) -> Point:
    """The choice that hides least; of those alike the one with less against it, then the first, against which there is
    nothing.
    """
    best, _ = next(choices)
    first = 5 * _distance_outside(best, half, window) + _covered_area(best, half, taken)
    if not first:
        return best
    others = list(choices)
    xs, ys, least = [at[0] for at, _ in others], [at[1] for at, _ in others], first
    left, right, top, bottom = min(xs) - half[0], max(xs) + half[0], min(ys) - half[1], max(ys) + half[1]
    near = [
        room
        for room in taken
        for (x, y), (wide, high), _ in (room,)
        if left - wide < x < right + wide and top - high < y < bottom + high
    ]
    for at, against in others:
        cost = against + 5 * _distance_outside(at, half, window) if against < least else least
        if cost < least and (cost := cost + _covered_area(at, half, near)) < least:
            best, least = at, cost
    return best


def _covered_area(at: Point, half: Point, rooms: Sequence[FreeSpace]) -> float:
    """What a box there would cover, in square inches, times how much that matters."""
    (x, y), (across, along), total = at, half, 0.0
    for (px, py), (wide, high), weight in rooms:
        if abs(px - x) < across + wide and abs(py - y) < along + high:
            over = min(x + across, px + wide) - max(x - across, px - wide)
            total += weight * over * (min(y + along, py + high) - max(y - along, py - high))
    return total


def _distance_outside(at: Point, half: Point, window: Window) -> float:
    (x, y), (across, along), (left, top, right, bottom) = at, half, window
    return max(0.0, left - x + across, x + across - right) + max(0.0, top - y + along, y + along - bottom)


def _in_window(at: Point, window: Window) -> bool:
    left, top, right, bottom = window
    return left <= at[0] <= right and top <= at[1] <= bottom


def _space_of_signs(found: Sequence[Mark], unit: float) -> Iterator[FreeSpace]:
    """The space of marks that nothing may cover; ``unit``: that of the marks in board units."""
    for mark in found:
        if isinstance(mark, Spot) and (mark.kind in tabletop_marks.OVER or mark.kind == "fallen"):
            yield FreeSpace(mark.at, (max(0.3, 0.14 * len(mark.text)) * unit, 0.35 * unit), 2.0)
        elif isinstance(mark, Shape) and mark.kind == "stand":
            yield _bounds(mark.points, 3.0)
