"""A map of letters for the terminal: a hex board, each tile four letters wide and two lines high."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from maps.drawing.canvas.theme import PAPER, TERRAIN, text_colour_on
from maps.geometry.plane import Point
from maps.scene.scene import Counter, Edge, HexTile, Road, Scene, Strip
from maps.scene.tabletop_units import ModelUnit

GLYPHS = {
    "plain": "·",
    "clear": "·",
    "field": ":",
    "woods": "♠",
    "forest": "♣",
    "rough": "^",
    "hill": "∩",
    "marsh": '"',
    "lake": "~",
    "pond": "~",
    "village": "⌂",
    "town": "⌂",
}
"""One letter for each terrain; another terrain shows its first."""
OPEN = ("plain", "clear")
"""Terrain that is left as empty as can be."""
_OPEN = Style(color="#777777")


class _Tile(NamedTuple):
    column: int
    row: int
    tile: HexTile
    pieces: tuple[Counter, ...]
    road: bool


def draw_letters(scene: Scene, width: int) -> list[Text]:
    """The lines of a hex board, at most ``width`` letters each (wide boards lose the space between tiles); none for
    other boards.
    """
    tiles = _tiles(scene)
    if not tiles:
        return []
    columns, rows = max(t.column for t in tiles), max(t.row for t in tiles)
    wide = 4 if columns * 4 + 3 <= width else 3
    lines = [
        Text("   "),
        *(Text(f"{half // 2 + 1:02} " if half % 2 == 0 and half < 2 * rows else "   ") for half in range(2 * rows + 1)),
    ]
    for column in range(1, columns + 1):
        lines[0].append(f"{column:02}".ljust(wide))
    at = {(t.column, t.row): t for t in tiles}
    for line in range(2 * rows + 1):
        for column in range(1, columns + 1):
            here, half = divmod(line - (column % 2 == 0), 2)
            found = at.get((column, here + 1))
            lines[line + 1].append_text(_half_tile(found, half, wide) if found else Text(" " * wide))
    return lines


def letter_key(scene: Scene) -> str:
    """What the letters mean, for the terrain that is on this board."""
    terrains = {tile.terrain for tile in scene.ground if isinstance(tile, HexTile)}
    entries = [
        f"{_glyph(kind)}\u00a0{kind}"
        for kind in (*GLYPHS, *sorted(terrains - set(GLYPHS)))
        if kind in terrains and kind not in OPEN
    ]
    entries += ["1\u00a0hill level"] * any(t.level for t in scene.ground if isinstance(t, HexTile))
    entries += ["=\u00a0road"] * any(isinstance(part, Road) for part in scene.ground) + list(_marks(dict(scene.legend)))
    edges = dict.fromkeys(part.kind for part in scene.ground if isinstance(part, Edge))
    return (
        "   "
        + "  ".join(entries)
        + (f"\n   On hexsides, shown only in the picture: {', '.join(edges)}." if edges else "")
    )


def _marks(legend: Mapping[str, str]) -> Iterator[str]:
    """The signs after a unit's id, for what this game has."""
    shaken = [legend[role] for role in ("counter:disrupted", "figure:P", "figure:D", "figure:X") if role in legend]
    if "counter:leader" in legend:
        yield f"!\u00a0{legend['counter:leader']}"
    if shaken:
        yield f"*\u00a0{' or '.join(shaken)}"
    if "figure:P" in legend:
        yield "+\u00a0several"


def _tiles(scene: Scene) -> list[_Tile]:
    pieces = dict[Point, tuple[Counter, ...]]()
    counters = [piece for piece in scene.pieces if isinstance(piece, Counter)]
    for piece in sorted(counters, key=lambda piece: ("", "flying", "flat").index(piece.lies)):
        pieces[piece.at] = (*pieces.get(piece.at, ()), piece)
    roads = {point for part in scene.ground if isinstance(part, Road) for point in part.points}
    return [
        _Tile(int(part.number[:2]), int(part.number[2:]), part, pieces.get(part.at, ()), part.at in roads)
        for part in scene.ground
        if isinstance(part, HexTile) and part.number.isdecimal() and len(part.number) == 4
    ]


def _half_tile(found: _Tile, half: int, wide: int) -> Text:
    """Half a tile: the upper half shows the unit, the lower one the terrain."""
    tint = TERRAIN.get(found.tile.terrain)
    ground = Style(color=tint.ink if tint else None, bgcolor=tint.tint if tint else PAPER)
    letters = _glyph(found.tile.terrain) * (1 if found.tile.terrain in OPEN else 2)
    if found.tile.terrain in OPEN:
        ground = ground + _OPEN
    if half:
        return Text(f"{'=' if found.road else letters}{found.tile.level or ''}".center(wide), ground)
    if not found.pieces:
        return Text(letters.center(wide), ground)
    return _counter(found.pieces[0], len([piece for piece in found.pieces if piece.lies != "flat"]), wide)


def _counter(piece: Counter, several: int, wide: int) -> Text:
    """The top piece of a stack; pieces that are part of the terrain are lowest."""
    marks = (
        "+" * (several > 1)
        or "*" * ("disrupted" in piece.status or bool(piece.badges))
        or "!" * ("leader" in piece.symbols)
    )
    style = Style(color=text_colour_on(piece.colour), bgcolor=piece.colour, bold=True, underline=piece.ring)
    return Text((piece.id[: wide - len(marks)] + marks).center(wide)[:wide], style)


def _glyph(terrain: str) -> str:
    return GLYPHS.get(terrain, terrain[:1].upper())


def places(scene: Scene) -> Mapping[tuple[float, float], str]:
    """The position of each piece -> its hex number, or its point on the table in inches; nothing for an attached
    leader.
    """
    points = {
        (x, y): f"{round(x, 2):g},{round(scene.size[1] - y, 2):g}"
        for piece in scene.pieces
        if isinstance(piece, ModelUnit) or (isinstance(piece, Strip) and "attached" not in piece.status)
        for x, y in (piece.at,)
    }
    return {**{tile.at: tile.number for tile in scene.ground if isinstance(tile, HexTile)}, **points}
