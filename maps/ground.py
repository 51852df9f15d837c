"""What lies still under a game: places, hexsides, roads, names; drawn once for a scenario."""
from collections.abc import Sequence
from math import dist

from . import theme
from .patterns import PATTERNS
from .pen import Pen
from .scene import CORNERS, Edge, HexTile, Label, Point, Road, Still

RIM: tuple[Point, ...] = (*CORNERS, *CORNERS[:2])
"""Once around a hex and a bit further, so that the last corner is joined like the others."""


def shapes(pen: Pen, ground: Sequence[Still]) -> None:
    """All but letters: tiles, grid, contours, rivers, roads, bridges, hedgerows, in the order in which they cover each other."""
    tiles = [s for s in ground if isinstance(s, HexTile)]
    edges = [s for s in ground if isinstance(s, Edge)]
    bridged = {e.ends for e in edges if e.kind == "bridge"}
    for tile in tiles:
        place(pen.at(moved=tile.at), tile.terrain)
    for tile in tiles:
        pen.line([(tile.at[0] + x, tile.at[1] + y) for x, y in RIM], theme.GRID, 0.035)
        contours(pen.at(moved=tile.at), tile.level)
    roads(pen, [s.points for s in ground if isinstance(s, Road)])
    waters(pen, [e.ends for e in edges if e.kind == "river" or e.ends in bridged])
    for edge in edges:
        if edge.kind == "bridge":
            bridge(pen, edge.ends)
        elif edge.kind == "hedgerow":
            hedgerow(pen, edge.ends)


def letters(pen: Pen, ground: Sequence[Still]) -> None:
    """Hex numbers and names of places, in a pass of their own so that they stay crisp."""
    for tile in ground:
        if isinstance(tile, HexTile) and tile.number:
            look = theme.TERRAIN[tile.terrain]
            pen.text((tile.at[0], tile.at[1] - 0.66), tile.number, 0.3, theme.NUMBER, halo=look.tint, halo_width=0.04)
    for label in ground:
        if isinstance(label, Label):
            size = max(0.27, pen.fitting(label.text, 0.36, 1.9, "-Bold"))
            pen.text((label.at[0], label.at[1] + 0.8), label.text, size, theme.INK, weight="-Bold", halo=theme.PAPER, halo_width=0.06)


def place(pen: Pen, terrain: str) -> None:
    """One hex around (0, 0)."""
    look = theme.TERRAIN[terrain]
    pen.area(CORNERS, look.tint)
    PATTERNS[look.pattern](pen, look.ink, look.tint)


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
    pen.area(_quad((mx, my), (ux, uy), across, 0.2, 0.3), deck)
    for way in (-0.2, 0.2):
        x, y = mx + ux * way, my + uy * way
        pen.line([(x - across[0] * 0.32, y - across[1] * 0.32), (x + across[0] * 0.32, y + across[1] * 0.32)], rail, 0.09)


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


def hillside(pen: Pen) -> None:
    """The legend's picture of a hill."""
    pen.area(CORNERS, theme.TERRAIN["plain"].tint)
    contours(pen, 1)


def _middle(ends: tuple[Point, Point]) -> Point:
    return (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2


def _unit(ends: tuple[Point, Point]) -> Point:
    length = dist(*ends)
    return (ends[1][0] - ends[0][0]) / length, (ends[1][1] - ends[0][1]) / length


def _quad(at: Point, along: Point, across: Point, half: float, reach: float) -> list[Point]:
    return [(at[0] + along[0] * a + across[0] * b, at[1] + along[1] * a + across[1] * b)
            for a, b in ((-half, -reach), (half, -reach), (half, reach), (-half, reach))]
