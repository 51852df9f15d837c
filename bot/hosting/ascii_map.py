"""A map of letters for terminals and text: a hex board, each tile four letters wide and two lines high."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from maps.drawing.canvas.theme import PAPER, TERRAIN, text_colour_on
from maps.geometry.plane import Point
from maps.scene.scene import Counter, Edge, HexTile, Label, Road, Scene, Strip
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
LOWER_SIDES = ((-0.75, 0.433), (0, 0.866), (0.75, 0.433))
"""From the centre of a hex to the middles of its lower sides, the left one first."""
OPEN = ("plain", "clear")
"""Terrain that is left as empty as can be."""
_OPEN = Style(color="#777777")


SIDES = {
    "river": "\\_/",
    "broad-river": "\\_/",
    "stream": ",,,",
    "bridge": "HHH",
    "deck": "HHH",
    "hedgerow": "xxx",
    "bocage": "xxx",
    "wall": "###",
}
"""What stands on the lower left, the lower and the lower right side of a hex; anything else is ``ooo``."""
OVER = ("bridge", "deck")
"""What hides the water below it."""
_WATER = Style(color="#1f5fa8", bold=True)
_BUILT = Style(color="#7a4a16", bold=True)
_NAME = Style(color="#555555", italic=True)


class _Tile(NamedTuple):
    """``sides``: what is on its lower left, lower and lower right side; the other three belong to its neighbours."""

    column: int
    row: int
    tile: HexTile
    pieces: tuple[Counter, ...]
    road: bool
    sides: tuple[str, str, str] = ("", "", "")
    name: str = ""


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
    edges = dict.fromkeys(part.kind for part in _features(scene))
    entries += [f"{_signs(kind) if len(set(_signs(kind))) > 1 else _signs(kind)[0]}\u00a0{kind}" for kind in edges]
    named = [f"{tile.name} {tile.tile.number}" for tile in _tiles(scene) if tile.name]
    return "   " + "  ".join(entries) + (f"\n   Places: {', '.join(named)}." if named else "")


def _signs(kind: str) -> str:
    return SIDES.get(kind, "ooo")


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
    sides, names = _sides(scene), {_near(part.at): part.text for part in scene.ground if isinstance(part, Label)}
    return [
        _Tile(
            int(part.number[:2]),
            int(part.number[2:]),
            part,
            pieces.get(part.at, ()),
            part.at in roads,
            _lower_sides(part.at, sides),
            names.get(_near(part.at), ""),
        )
        for part in scene.ground
        if isinstance(part, HexTile) and part.number.isdecimal() and len(part.number) == 4
    ]


def _sides(scene: Scene) -> Mapping[Point, str]:
    """The middle of each hexside with something on it -> what that is; a bridge goes before its water."""
    found = dict[Point, str]()
    for part in _features(scene):
        (x, y), (a, b) = part.ends
        middle = _near(((x + a) / 2, (y + b) / 2))
        found[middle] = found[middle] if found.get(middle) in OVER else part.kind
    return found


def _features(scene: Scene) -> Iterator[Edge]:
    """What lies on hexsides; the rim of an objective's zone is no feature."""
    return (part for part in scene.ground if isinstance(part, Edge) and part.kind != "objective")


def _lower_sides(at: Point, sides: Mapping[Point, str]) -> tuple[str, str, str]:
    left, below, right = (sides.get(_near((at[0] + x, at[1] + y)), "") for x, y in LOWER_SIDES)
    return left, below, right


def _near(at: Point) -> Point:
    """The point, rounded so that it is found again however it was calculated."""
    return round(at[0], 2), round(at[1], 2)


def _half_tile(found: _Tile, half: int, wide: int) -> Text:
    """Half a tile: the upper half shows the unit, the lower one the terrain."""
    tint = TERRAIN.get(found.tile.terrain)
    ground = Style(color=tint.ink if tint else None, bgcolor=tint.tint if tint else PAPER)
    letters = _glyph(found.tile.terrain) * (1 if found.tile.terrain in OPEN else 2)
    if found.tile.terrain in OPEN:
        ground = ground + _OPEN
    if half:
        return _lower_half(found, letters, ground, wide)
    if found.pieces:
        return _counter(found.pieces[0], len([piece for piece in found.pieces if piece.lies != "flat"]), wide)
    if found.name:
        return Text(found.name.removeprefix("The ")[:wide].ljust(wide), ground + _NAME)
    return Text(letters.center(wide), ground)


def _lower_half(found: _Tile, letters: str, ground: Style, wide: int) -> Text:
    """Terrain or road and the level, with what is on the lower sides around and below them."""
    hidden = found.name and not found.pieces and found.tile.terrain not in OPEN
    road = f"{letters[0]}=" if hidden else "="
    inside = f"{road if found.road else letters}{found.tile.level or ''}"
    left, below, right = found.sides
    if below:
        inside = f"{inside[0]}{_signs(below)[1]}" if wide > 3 else _signs(below)[1]
    shown = Text(inside.center(wide), ground)
    for column, side, kind in ((0, 0, left), (wide // 2 if wide > 3 else 1, 1, below), (wide - 1, 2, right)):
        if kind:
            sign = Text(_signs(kind)[side], ground + (_WATER if kind in ("river", "broad-river", "stream") else _BUILT))
            shown = Text.assemble(shown[:column], sign, shown[column + 1 :])
    return shown


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
