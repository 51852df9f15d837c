"""A picture in letters: a hex board for the terminal, one tile four letters wide and two lines high."""
from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from maps.scene import Counter, Edge, HexTile, Road, Scene
from maps.theme import PAPER, TERRAIN, on

GLYPHS = {"plain": "·", "forest": "♣", "rough": "^", "marsh": '"', "lake": "~", "village": "⌂"}
"""One letter for each terrain; another terrain shows its first."""
_OPEN = Style(color="#777777")


class _Tile(NamedTuple):
    column: int
    row: int
    tile: HexTile
    piece: Counter | None
    road: bool


def drawn(scene: Scene, width: int) -> list[Text]:
    """Lines of a hex board in at most ``width`` letters a line (wider boards lose the space between tiles); nothing for other boards."""
    tiles = _tiles(scene)
    if not tiles:
        return []
    columns, rows = max(t.column for t in tiles), max(t.row for t in tiles)
    wide = 4 if columns * 4 + 3 <= width else 3
    lines = [Text("   "), *(Text(f"{half // 2 + 1:02} " if half % 2 == 0 and half < 2 * rows else "   ") for half in range(2 * rows + 1))]
    for column in range(1, columns + 1):
        lines[0].append(f"{column:02}".ljust(wide))
    at = {(t.column, t.row): t for t in tiles}
    for line in range(2 * rows + 1):
        for column in range(1, columns + 1):
            here, half = divmod(line - (column % 2 == 0), 2)
            found = at.get((column, here + 1))
            lines[line + 1].append_text(_half(found, half, wide) if found else Text(" " * wide))
    return lines


def key(scene: Scene) -> str:
    """What the letters mean, for the terrain that is on this board."""
    there = {tile.terrain for tile in scene.ground if isinstance(tile, HexTile)}
    said = [f"{_glyph(kind)}\u00a0{kind}" for kind in (*GLYPHS, *sorted(there - set(GLYPHS))) if kind in there and kind != "plain"]
    said += ["1\u00a0hill of that level"] * any(t.level for t in scene.ground if isinstance(t, HexTile))
    said += ["=\u00a0road"] * any(isinstance(part, Road) for part in scene.ground) + ["!\u00a0leader", "*\u00a0disrupted"]
    edges = dict.fromkeys(part.kind for part in scene.ground if isinstance(part, Edge))
    return "   " + "  ".join(said) + (f"\n   On the sides of hexes, only in the picture: {', '.join(edges)}." if edges else "")


def _tiles(scene: Scene) -> list[_Tile]:
    pieces = {piece.at: piece for piece in scene.pieces}
    roads = {point for part in scene.ground if isinstance(part, Road) for point in part.points}
    return [
        _Tile(int(part.number[:2]), int(part.number[2:]), part, pieces.get(part.at), part.at in roads)
        for part in scene.ground if isinstance(part, HexTile) and part.number.isdecimal() and len(part.number) == 4
    ]


def _half(found: _Tile, half: int, wide: int) -> Text:
    """The upper half shows who stands there, the lower one the ground."""
    tint = TERRAIN.get(found.tile.terrain)
    ground = Style(color=tint.ink if tint else None, bgcolor=tint.tint if tint else PAPER)
    letters = _glyph(found.tile.terrain) * (1 if found.tile.terrain == "plain" else 2)
    if found.tile.terrain == "plain":
        ground = ground + _OPEN
    if half:
        return Text(f"{'=' if found.road else letters}{found.tile.level or ''}".center(wide), ground)
    if found.piece is None:
        return Text(letters.center(wide), ground)
    return _counter(found.piece, wide)


def _counter(piece: Counter, wide: int) -> Text:
    marks = "*" * ("disrupted" in piece.status) or "!" * ("leader" in piece.symbols)
    style = Style(color=on(piece.colour), bgcolor=piece.colour, bold=True, underline=piece.ring)
    return Text((piece.id[: wide - len(marks)] + marks).center(wide)[:wide], style)


def _glyph(terrain: str) -> str:
    return GLYPHS.get(terrain, terrain[:1].upper())


def places(scene: Scene) -> Mapping[tuple[float, float], str]:
    """Where a counter stands -> the number of the hex."""
    return {tile.at: tile.number for tile in scene.ground if isinstance(tile, HexTile)}
