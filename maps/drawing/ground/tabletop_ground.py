"""The still ground of a table in inches: areas with their patterns, courses, crossings, the grid with its rulers, the
names.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, dist, pi, sin
from typing import NamedTuple

from PIL import Image, ImageChops

from ...geometry.plane import Point
from ...geometry.polygons import mean_corner
from ...scene.scene import Crossing, GroundPart, TableArea, TableGrid, TableLine
from ..canvas import theme
from ..canvas.pen import Pen
from ..marks.tabletop_marks import hatching
from . import hex_ground, rulers
from .terrain_names import LETTER, names


class TerrainStyle(NamedTuple):
    """``tint`` fills an area, ``ink`` its pattern and its outline of ``rim`` inches."""

    tint: str
    ink: str
    rim: float = 0.07
    dash: float = 0.0
    """Of the outline; 0: full."""


AREAS: Mapping[str, TerrainStyle] = {
    "hill": TerrainStyle("#e3d6ae", theme.CONTOUR),
    "steep-hill": TerrainStyle("#d6c193", theme.CONTOUR, 0.1),
    "field": TerrainStyle("#f9e488", "#a8801c"),
    "woods": TerrainStyle("#b9dfa0", "#2c6a34"),
    "fieldworks": TerrainStyle("#e6d5b8", theme.EARTH, 0.1),
    "entrenchment": TerrainStyle("#dcc39a", theme.EARTH, 0.16),
    "building": TerrainStyle("#b98478", "#6b2418", 0.12),
    "sparse": TerrainStyle("#d9ecbd", "#3f7a1f", 0.12, 0.42),
    "dense": TerrainStyle("#c6c6c4", "#3d3d40", 0.12),
}
"""In the order in which they are laid."""
NEUTRAL = TerrainStyle("#e9e5dc", "#4a463b")
"""An area nobody has drawn yet."""
WATERS: Mapping[str, float] = {"river": 0.62, "stream": 0.26}
"""Inches across."""
ROAD = 1.6
"""How much wider a road is than one between hexes."""
TABLE = theme.TERRAIN["plain"].tint


def grid_of(still: Sequence[GroundPart]) -> TableGrid | None:
    """What makes a board a table."""
    return next((part for part in still if isinstance(part, TableGrid)), None)


def shapes(pen: Pen, still: Sequence[GroundPart]) -> None:
    """All but letters."""
    grid = grid_of(still)
    if grid:
        pen.rounded_box((0, 0), grid.size, TABLE)
    areas = [part for part in still if isinstance(part, TableArea)]
    order = list(AREAS)
    for part in sorted(areas, key=lambda part: order.index(part.terrain) if part.terrain in order else 0):
        area(pen, part)
    courses(
        pen,
        [part for part in still if isinstance(part, TableLine)],
        [part for part in still if isinstance(part, Crossing)],
    )
    if grid:
        rulers.frame(pen, grid.size)
        rulers.net(pen, grid, TABLE)
    for part in areas:
        if part.crest:
            crest(pen, part.crest)


def area(pen: Pen, part: TableArea) -> None:
    """One area with its pattern, within its outline."""
    known = AREAS.get(part.terrain, NEUTRAL)
    pen.polygon(part.shape, known.tint)
    if painter := PATTERNS.get(part.terrain):
        paint_within(pen, part.shape, lambda inner: painter(inner, part.shape, known))
    if part.terrain in ("fieldworks", "entrenchment"):
        teeth(pen, part.shape, known.ink, 0.2 if part.terrain == "fieldworks" else 0.32)
    if known.dash:
        pen.dashes([*part.shape, part.shape[0]], known.ink, known.rim, known.dash, known.dash * 0.6)
    else:
        pen.line([*part.shape, *part.shape[:2]], known.ink, known.rim)


def paint_within(pen: Pen, shape: Sequence[Point], paint: Callable[[Pen], None]) -> None:
    """What is painted, as far as it lies in a polygon and on the paper."""
    xs, ys = [x * pen.scale + pen.origin[0] for x, _ in shape], [y * pen.scale + pen.origin[1] for _, y in shape]
    left, top = max(0, int(min(xs))), max(0, int(min(ys)))
    right, bottom = min(pen.image.width, int(max(xs)) + 2), min(pen.image.height, int(max(ys)) + 2)
    if right <= left or bottom <= top:
        return
    part, mask = pen.image.crop((left, top, right, bottom)), Image.new("L", (right - left, bottom - top), 0)
    origin = (pen.origin[0] - left, pen.origin[1] - top)
    paint(Pen(part, pen.scale, origin))
    Pen(mask, pen.scale, origin).polygon(shape, "#ffffff")
    pen.image.paste(part, (left, top), ImageChops.lighter(mask, mask))


# patterns
def _lattice(shape: Sequence[Point], step: float) -> Iterator[tuple[int, int, Point]]:
    """Points all over a polygon's bounds, every second row shifted, the same ones wherever the polygon begins."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    for row in range(int(min(ys) // step) - 1, int(max(ys) // step) + 2):
        for column in range(int(min(xs) // step) - 1, int(max(xs) // step) + 2):
            yield column, row, ((column + 0.5 * (row % 2)) * step, row * step)


def _trees(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    crown = theme.mix(known.ink, known.tint, 0.3)
    for column, row, (x, y) in _lattice(shape, 0.78):
        shaken = (column * 7 + row * 13) % 10 / 10
        at = (x + 0.24 * cos(shaken * 2 * pi), y + 0.2 * sin(shaken * 2 * pi))
        pen.disc(at, 0.19 + 0.06 * shaken, crown, known.ink, 0.04)
        pen.disc((at[0] - 0.05, at[1] - 0.06), 0.06, theme.mix(known.ink, known.tint, 0.6))


def _furrows(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    ys = [y for _, y in shape]
    xs = [x for x, _ in shape]
    for k in range(int(min(ys) / 0.34), int(max(ys) / 0.34) + 2):
        pen.line([(min(xs), k * 0.34), (max(xs), k * 0.34)], theme.mix(known.ink, known.tint, 0.35), 0.06, "flat")


def _contours(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    x, y = mean_corner(tuple(shape))
    for share in (0.72, 0.46):
        inner = [(x + (px - x) * share, y + (py - y) * share) for px, py in shape]
        pen.line([*inner, *inner[:2]], theme.mix(known.ink, known.tint, 0.3), 0.05)


def _steep(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    """A second outline close by, and strokes that run downhill between them."""
    x, y = mean_corner(tuple(shape))
    inner = [(x + (px - x) * 0.84, y + (py - y) * 0.84) for px, py in shape]
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(
        shape, [*shape[1:], shape[0]], inner, [*inner[1:], inner[0]], strict=True
    ):
        count = max(2, int(dist((ax, ay), (bx, by)) / 0.32))
        for nth in range(count):
            s = nth / count
            pen.line(
                [(ax + (bx - ax) * s, ay + (by - ay) * s), (cx + (dx - cx) * s, cy + (dy - cy) * s)],
                known.ink,
                0.04,
                "flat",
            )
    pen.line([*inner, *inner[:2]], known.ink, 0.09)


def _roof(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    for a, b in hatching(shape, 0.22, 0):
        pen.line([a, b], theme.mix(known.tint, known.ink, 0.35), 0.04, "flat")


def _dots(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    for _, _, at in _lattice(shape, 0.62):
        pen.disc(at, 0.1, theme.mix(known.ink, known.tint, 0.2))


def _crossed(pen: Pen, shape: Sequence[Point], known: TerrainStyle) -> None:
    for side in (0, 1):
        for a, b in hatching(shape, 0.7, side):
            pen.line([a, b], theme.mix(known.ink, known.tint, 0.35), 0.055, "flat")


Painter = Callable[[Pen, Sequence[Point], TerrainStyle], None]
PATTERNS: Mapping[str, Painter] = {
    "woods": _trees,
    "field": _furrows,
    "hill": _contours,
    "steep-hill": _steep,
    "building": _roof,
    "sparse": _dots,
    "dense": _crossed,
}


def teeth(pen: Pen, shape: Sequence[Point], ink: str, high: float) -> None:
    """A saw all round, its points outward."""
    turn = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True))
    out = 1.0 if turn > 0 else -1.0
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        length = dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        count = max(1, round(length / (2 * high)))
        step = length / count
        for nth in range(count):
            s = nth * step
            peak = (ax + ux * (s + step / 2) + uy * out * high, ay + uy * (s + step / 2) - ux * out * high)
            pen.polygon([(ax + ux * s, ay + uy * s), peak, (ax + ux * (s + step), ay + uy * (s + step))], ink)


def crest(pen: Pen, points: Sequence[Point]) -> None:
    """A heavy dashed line along the top of a hill."""
    pen.dashes(points, "#ffffff", 0.26, 0.62, 0.3)
    pen.dashes(points, theme.CONTOUR, 0.18, 0.62, 0.3)


# courses
def courses(pen: Pen, lines: Sequence[TableLine], crossings: Sequence[Crossing]) -> None:
    """Waters, roads over them, fences, then what crosses."""
    casing, water = theme.RIVER
    for grown, ink in ((0.1, casing), (0.0, water)):
        for line in lines:
            if line.kind in WATERS:
                pen.line(line.points, ink, WATERS[line.kind] + grown)
    for crossing in crossings:
        if crossing.kind == "ford":
            ford(pen, crossing)
    roads = [[(x / ROAD, y / ROAD) for x, y in line.points] for line in lines if line.kind == "road"]
    hex_ground.roads(Pen(pen.image, pen.scale * ROAD, pen.origin), roads)
    for line in lines:
        if line.kind not in WATERS and line.kind != "road":
            fence(pen, line.points)
    for crossing in crossings:
        if crossing.kind != "ford":
            bridge(pen, crossing)


def fence(pen: Pen, points: Sequence[Point]) -> None:
    """A thin line with a cross every so often."""
    pen.line(points, "#ffffff", 0.13)
    pen.line(points, theme.INK, 0.06)
    for (ax, ay), (bx, by) in pairwise(points):
        length = dist((ax, ay), (bx, by))
        count = max(1, round(length / 0.9))
        for nth in range(count):
            s = (nth + 0.5) / count
            x, y = ax + (bx - ax) * s, ay + (by - ay) * s
            for lean in (-1, 1):
                pen.line([(x - 0.15, y - 0.15 * lean), (x + 0.15, y + 0.15 * lean)], theme.INK, 0.07, "flat")


def bridge(pen: Pen, part: Crossing) -> None:
    """A deck over the water with a heavy bar at either side."""
    rail, deck = theme.BRIDGE
    (x, y), (ux, uy), half = part.at, part.way, max(part.width / 2, 0.3)
    nx, ny, long = -uy, ux, 0.62

    def at(on: float, off: float) -> Point:
        return x + ux * on + nx * off, y + uy * on + ny * off

    pen.polygon([at(-half, -long), at(half, -long), at(half, long), at(-half, long)], deck)
    for side in (-half, half):
        pen.line([at(side, -long), at(side, long)], rail, 0.16)
        for end in (-long, long):
            pen.line([at(side, end), at(side * 1.35, end * 1.25)], rail, 0.12)


def ford(pen: Pen, part: Crossing) -> None:
    """Ripples over the water, as wide as one can wade."""
    (x, y), (ux, uy), half = part.at, part.way, part.width / 2
    pen.line([(x - ux * half, y - uy * half), (x + ux * half, y + uy * half)], "#bfe0f5", 0.5, "flat")
    count = max(2, round(part.width / 0.4))
    for row in (-0.16, 0.0, 0.16):
        wave = [((k / (4 * count) - 0.5) * part.width, row + 0.05 * sin(k * pi / 2)) for k in range(4 * count + 1)]
        pen.line([(x + ux * on - uy * off, y + uy * on + ux * off) for on, off in wave], theme.RIVER[0], 0.05, "flat")
    for end in (-half, half):
        bank = [(x + ux * end - uy * off, y + uy * end + ux * off) for off in (0.42, -0.42)]
        pen.line(bank, theme.RIVER[0], 0.08)


# names
def letters(pen: Pen, still: Sequence[GroundPart], em: float) -> None:
    """Figures of the rulers, the scale bar, and names that lie on the ground; ``em`` in units of the pen."""
    grid = grid_of(still)
    if not grid:
        return
    rulers.figures(pen, grid, em)
    if grid.inner:
        return
    for at, words, kind in names(pen, still, grid.size, em):
        ink = theme.RIVER[0] if kind in WATERS else theme.INK
        pen.text(at, words, LETTER * em, ink, weight="-Bold", halo=theme.PAPER, halo_width=0.09 * em)
