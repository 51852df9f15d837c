"""What lies still under a game: places, hexsides, roads, names; drawn once for a scenario."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import dist, pi, sin

from ...geometry.hex_points import CORNERS
from ...geometry.plane import Point
from ...scene.scene import Edge, GroundPart, HexTile, Label, Road
from ..canvas import theme
from ..canvas.pen import Pen
from .patterns import PATTERNS

RIM: tuple[Point, ...] = (*CORNERS, *CORNERS[:2])
"""Once around a hex and a bit further, so that the last corner is joined like the others."""
Ends = tuple[Point, Point]
COUNTER_END, CAPITAL, NAME_WIDTH, SMALLEST_NAME, LARGEST_NAME = 0.715, 0.73, 1.7, 0.23, 0.26
"""Where the name of a place begins below the middle of its hex, how high a capital is in ems, and the name's greatest
width, least and greatest size: between the counters there and in the hexes beside it below, none of which covers it,
and above the number of the next hex.
"""

NARROW, WIDE, DASH = 0.15, 0.44, 0.22
"""The rim of an objective's zone: its width, that where something else lies on the hexside, the length of a dash."""


def shapes(pen: Pen, ground: Sequence[GroundPart]) -> None:
    """All but letters: tiles, grid, contours, rivers, roads, bridges, hedgerows, in the order in which they cover each
    other.
    """
    tiles = [s for s in ground if isinstance(s, HexTile)]
    edges = [s for s in ground if isinstance(s, Edge)]
    bridged = {e.ends for e in edges if e.kind == "bridge"}
    for tile in tiles:
        fill_hex(pen.at(moved=tile.at), tile.terrain)
    for tile in tiles:
        pen.line([(tile.at[0] + x, tile.at[1] + y) for x, y in RIM], theme.GRID, 0.035)
        contours(pen.at(moved=tile.at), tile.level)
    roads(pen, [s.points for s in ground if isinstance(s, Road) and s.kind == "road"])
    for way in ground:
        if isinstance(way, Road) and way.kind != "road":
            trail(pen, way.points)
    taken = {_side_key(e.ends) for e in edges if e.kind != "objective"}
    for edge in edges:
        if edge.kind == "objective":
            objective_rim(pen, edge.ends, WIDE if _side_key(edge.ends) in taken else NARROW)
    waters(pen, [e.ends for e in edges if e.kind == "river" or e.ends in bridged])
    for edge in sorted(edges, key=lambda edge: LAST.get(edge.kind, 1)):
        if edge.kind not in ("river", "objective"):
            EDGES.get(edge.kind, unknown)(pen, edge.ends)


def letters(pen: Pen, ground: Sequence[GroundPart]) -> None:
    """Hex numbers and names of places, in a pass of their own so that they stay crisp."""
    for tile in ground:
        if isinstance(tile, HexTile) and tile.number:
            look = theme.terrain_look(tile.terrain)
            pen.text((tile.at[0], tile.at[1] - 0.66), tile.number, 0.3, theme.NUMBER, halo=look.tint, halo_width=0.04)
        if isinstance(tile, HexTile) and tile.letter:
            look = theme.terrain_look(tile.terrain)
            corner = (tile.at[0] - 0.46, tile.at[1] + 0.62)
            pen.text(corner, tile.letter, 0.3, theme.NUMBER, weight="-Bold", halo=look.tint, halo_width=0.05)
    for label in ground:
        if isinstance(label, Label):
            size = max(SMALLEST_NAME, pen.fitting_size(label.text, LARGEST_NAME, NAME_WIDTH, "-Bold"))
            pen.text(
                (label.at[0], label.at[1] + COUNTER_END + size * CAPITAL / 2),
                label.text,
                size,
                theme.INK,
                weight="-Bold",
                halo=theme.PAPER,
                halo_width=0.06,
            )


def fill_hex(pen: Pen, terrain: str) -> None:
    """One hex around (0, 0)."""
    look = theme.terrain_look(terrain)
    pen.polygon(CORNERS, look.tint)
    PATTERNS[look.pattern](pen, look.ink, look.tint)
    if look is theme.NEUTRAL:
        pen.text((0, 0.1), terrain[:1].upper(), 0.8, theme.mix(look.ink, look.tint, 0.45), weight="-Bold")


def contours(pen: Pen, level: int) -> None:
    """One brown ring a level, the first just inside the hexside."""
    for ring in range(level):
        inset = max(0.2, 0.88 - 0.12 * ring)
        pen.line([(x * inset, y * inset) for x, y in RIM], theme.CONTOUR, 0.06)


def roads(pen: Pen, chains: Sequence[Sequence[Point]]) -> None:
    casing, surface = theme.ROAD
    for width, colour in ((0.24, casing), (0.15, surface)):
        for points in chains:
            pen.line(points, colour, width)


def waters(pen: Pen, sides: Sequence[tuple[Point, Point]]) -> None:
    casing, water = theme.RIVER
    for width, colour in ((0.3, casing), (0.21, water)):
        for ends in sides:
            pen.line(ends, colour, width)


def bridge(pen: Pen, ends: tuple[Point, Point]) -> None:
    """A deck over the river with two black bars across."""
    rail, deck = theme.BRIDGE
    (mx, my), (ux, uy) = _middle(ends), _unit(ends)
    across = (-uy, ux)
    pen.polygon(_quad((mx, my), (ux, uy), across, 0.2, 0.3), deck)
    for way in (-0.2, 0.2):
        x, y = mx + ux * way, my + uy * way
        pen.line(
            [(x - across[0] * 0.32, y - across[1] * 0.32), (x + across[0] * 0.32, y + across[1] * 0.32)], rail, 0.09
        )


def hedgerow(pen: Pen, ends: tuple[Point, Point]) -> None:
    """A thick dark line with bumps."""
    dark, leaf = theme.HEDGE
    (ax, ay), (bx, by) = ends
    bumps = [(ax + (bx - ax) * k / 4, ay + (by - ay) * k / 4) for k in range(5)]
    pen.line(ends, dark, 0.15)
    for bump in bumps:
        pen.disc(bump, 0.125, dark)
    for bump in bumps:
        pen.disc(bump, 0.075, leaf)


def trail(pen: Pen, points: Sequence[Point]) -> None:
    """A dotted way."""
    for a, b in pairwise(points):
        count = max(1, round(dist(a, b) / 0.29))
        for k in range(count + 1):
            pen.disc(
                (a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count),
                0.085,
                theme.TRAIL,
                theme.PAPER,
                0.02,
            )


def stream(pen: Pen, ends: Ends) -> None:
    """One wavy line."""
    casing, water = theme.RIVER
    line = _wave(ends, 0.075, 0.0)
    pen.line(line, casing, 0.17)
    pen.line(line, water, 0.1)


def broad_river(pen: Pen, ends: Ends) -> None:
    """A double wavy line."""
    casing, water = theme.RIVER
    pen.line(ends, water, 0.3)
    for aside in (-0.13, 0.13):
        pen.line(_wave(ends, 0.05, aside), "#ffffff", 0.15)
        pen.line(_wave(ends, 0.05, aside), casing, 0.085)


def wall(pen: Pen, ends: Ends) -> None:
    """A thin double line."""
    stone, between = theme.STONE
    pen.line(ends, stone, 0.19, "flat")
    pen.line(ends, between, 0.09, "flat")


def bocage(pen: Pen, ends: Ends) -> None:
    """A thick line with studs on both its sides."""
    dark, leaf = theme.HEDGE
    pen.line(ends, dark, 0.16)
    for nth in range(5):
        at = _beside(ends, (nth + 0.5) / 5, 0.1 if nth % 2 else -0.1)
        pen.disc(at, 0.12, dark)
        pen.disc(at, 0.065, leaf)


def bluff(pen: Pen, ends: Ends) -> None:
    """A line with teeth."""
    pen.line(ends, theme.EARTH, 0.09)
    for nth in range(5):
        tooth = [_beside(ends, (nth + step) / 5, deep) for step, deep in ((0.1, 0.0), (0.9, 0.0), (0.5, 0.24))]
        pen.polygon(tooth, theme.EARTH)


def objective_rim(pen: Pen, ends: Ends, width: float = NARROW) -> None:
    """A heavy broken line; wide enough to be seen on both sides of what else is on the hexside."""
    pen.line(ends, "#ffffff", width + 0.07)
    pen.dashes(ends, theme.INK, width, DASH, DASH * 0.73)


def _side_key(ends: Ends) -> Point:
    """The middle of a hexside, the same for both of its hexes."""
    x, y = _middle(ends)
    return round(x, 2), round(y, 2)


def unknown(pen: Pen, ends: Ends) -> None:
    """A hexside nobody has drawn yet: a neutral broken line."""
    pen.line(ends, "#ffffff", 0.16)
    pen.dashes(ends, theme.NUMBER, 0.1, 0.16, 0.1)


def _beside(ends: Ends, share: float, aside: float) -> Point:
    (ax, ay), (bx, by), (ux, uy) = *ends, _unit(ends)
    return ax + (bx - ax) * share - uy * aside, ay + (by - ay) * share + ux * aside


def _wave(ends: Ends, high: float, aside: float) -> list[Point]:
    """Begins and ends on the line, so that hexsides join."""
    return [_beside(ends, k / 24, aside + high * sin(k / 24 * 4 * pi)) for k in range(25)]


def hillside(pen: Pen) -> None:
    """The legend's picture of a hill."""
    pen.polygon(CORNERS, theme.TERRAIN["plain"].tint)
    contours(pen, 1)


def _middle(ends: tuple[Point, Point]) -> Point:
    return (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2


def _unit(ends: tuple[Point, Point]) -> Point:
    length = dist(*ends)
    return (ends[1][0] - ends[0][0]) / length, (ends[1][1] - ends[0][1]) / length


def _quad(at: Point, along: Point, across: Point, half: float, reach: float) -> list[Point]:
    return [
        (at[0] + along[0] * a + across[0] * b, at[1] + along[1] * a + across[1] * b)
        for a, b in ((-half, -reach), (half, -reach), (half, reach), (-half, reach))
    ]


EDGES: Mapping[str, Callable[[Pen, Ends], None]] = {
    "bridge": bridge,
    "deck": bridge,
    "hedgerow": hedgerow,
    "stream": stream,
    "broad-river": broad_river,
    "wall": wall,
    "bocage": bocage,
    "bluff": bluff,
    "objective": objective_rim,
}
"""What lies on hexsides; rims of objectives and rivers come before them all."""
LAST = {"stream": 0, "broad-river": 0, "deck": 2}
"""Water lies under the rest, decks over it."""
