"""The picture of MiniWars: the board as background, units as counters, recent events as arrows, shots and crosses."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.contract import Event, counted, decode, encode
from engine.toolkit.shared_report import drawn_or_won_by
from maps.geometry import hex_points, plane
from maps.geometry.hexes import Board
from maps.scene import scene as picture
from maps.scene.scene import Counter, GroundPart, Mark, Scene, SideNote, Spot, Title, Trail

from ..state.events import Advanced, Deployed, Disrupted, Eliminated, Fired, Fought, Moved, Rallied, Revealed, Swapped
from ..state.position import OVER, State, Unit, army, cost_left_text, side_name, sides_to_act
from ..state.position import PHASE_TITLES as MOMENTS
from . import alt_text

TERRAIN_NAMES = {
    "plain": "open ground",
    "forest": "forest",
    "rough": "rough",
    "marsh": "marsh",
    "lake": "lake",
    "village": "village",
}
LEGEND_SIGNS = (
    ("counter:figures", "5* 4C +: move 5, cavalry, combat 4, missiles C, morale +"),
    ("counter:leader", "leader"),
    ("counter:disrupted", "disrupted"),
    ("counter:fired", "has fired"),
    ("counter:changed", "just changed"),
    ("mark:move", "move"),
    ("mark:attack", "attack with total"),
    ("mark:attack-failed", "failed"),
    ("mark:shot-hit", "hit with die"),
    ("mark:shot-miss", "miss"),
    ("mark:rally-made", "rally with die"),
    ("mark:rally-failed", "failed"),
    ("mark:removed", "removed"),
)
REQUESTED_SIGNS = (
    ("mark:reach", "can go there, and what it costs"),
    ("mark:zone", "enemy zone of control"),
    ("mark:touched", "the line of sight passes"),
    ("mark:sight", "sees it"),
    ("mark:sight-blocked", "does not see it"),
    ("mark:blocking", "blocks the line of sight"),
    ("mark:blocking-side", "blocks it"),
    ("mark:draft-move", "ordered move"),
    ("mark:ghost", "will be there"),
    ("mark:draft-shot", "ordered shot, needs that die"),
    ("mark:draft-attack", "ordered attack, needs that total"),
    ("mark:draft-rally", "ordered rally"),
    ("mark:target", "target"),
)
"""Signs of drafts and of what is drawn on request."""


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """MW, section Drawing.  ``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    size, ground, legend = _background(encode(seen.board))
    changed = frozenset(_changed_units(recent))
    order = {side.id: (nth, side.colour) for nth, side in enumerate(seen.sides)}
    pieces = tuple(_counter(unit, order, changed) for key in seen.roster if not (unit := seen.units[key]).gone)
    return Scene(size, ground, pieces, tuple(_marks(seen, recent)), _title(seen), legend, alt_text.words(seen, recent))


@lru_cache(maxsize=32)
def _background(board: bytes) -> tuple[plane.Point, tuple[GroundPart, ...], tuple[tuple[str, str], ...]]:
    """Size, background and legend of a board in JSON; the same board gives the same objects, for drawing to reuse."""
    known = decode(board, Board)
    return hex_points.hex_size(known.columns, known.rows), tuple(_background_items(known)), tuple(_legend(known))


def _background_items(board: Board) -> Iterator[GroundPart]:
    for at, cell in board.cells.items():
        yield picture.HexTile(hex_points.hex_centre(at), cell.terrain, at, cell.level)
    for side, kinds in board.edges.items():
        for kind in kinds:
            yield picture.Edge(hex_points.hex_side(side), kind)
    for chain in board.roads:
        yield picture.Road(tuple(hex_points.hex_centre(at) for at in chain))
    for at, text in board.labels.items():
        yield picture.Label(hex_points.hex_centre(at), text)


def _legend(board: Board) -> Iterator[tuple[str, str]]:
    """The legend: only what is on this board, then the signs that play may add."""
    present = {cell.terrain for cell in board.cells.values()}
    yield from ((f"terrain:{terrain}", words) for terrain, words in TERRAIN_NAMES.items() if terrain in present)
    if any(cell.level for cell in board.cells.values()):
        yield "hill", "hill (a ring for each level)"
    if board.roads:
        yield "road", "road"
    features = {kind for kinds in board.edges.values() for kind in kinds}
    yield from ((f"edge:{kind}", kind) for kind in ("river", "bridge", "hedgerow") if kind in features)
    yield from LEGEND_SIGNS


def _counter(unit: Unit, order: dict[str, tuple[int, str]], changed: frozenset[str]) -> Counter:
    side, colour = order[unit.side]
    symbols = ("cavalry",) * unit.cavalry + ("leader",) * (unit.morale == "!")
    status = ("disrupted",) * unit.disrupted + ("fired",) * unit.fired
    return Counter(
        hex_points.hex_centre(unit.at),
        unit.id,
        side,
        colour,
        symbols,
        counter_figures(unit),
        unit.morale,
        status,
        unit.id in changed,
    )


def counter_figures(unit: Unit) -> str:
    """``Move[*] CS[code]``, as on a counter: ``3 2B``, ``6* 3``."""
    return f"{unit.move}{'*' * unit.cavalry} {unit.cs}{unit.missile or ''}"


def _changed_units(recent: Sequence[Event]) -> Iterator[str]:
    for event in recent:
        match event:
            case Moved(unit) | Advanced(unit) | Deployed(unit) | Disrupted(unit) | Rallied(_, unit, success=True):
                yield unit
            case Swapped(unit, other):
                yield from (unit, other)
            case Revealed(places):
                yield from places


def _marks(seen: State, recent: Sequence[Event]) -> list[Mark]:
    """Marks of recent events, found backwards from where the units are now, so that arrows start where they were."""
    at, marks = {key: unit.at for key, unit in seen.units.items()}, list[Mark]()
    colours = {side.id: side.colour for side in seen.sides}

    def trail(kind: str, unit: str, *hexes: str, text: str = "") -> Trail:
        return Trail(tuple(hex_points.hex_centre(hex) for hex in hexes), kind, colours[seen.units[unit].side], text)

    for event in reversed(recent):
        match event:
            case Moved(unit, path):
                marks.append(trail("move", unit, *path))
                at[unit] = path[0]
            case Advanced(unit, start, to):
                marks.append(trail("advance", unit, start, to))
                at[unit] = start
            case Fired(unit, target, die=die, hit=hit):
                marks.append(trail("shot-hit" if hit else "shot-miss", unit, at[unit], at[target], text=str(die)))
            case Fought(unit, target, total=total, success=made):
                marks.append(trail("attack" if made else "attack-failed", unit, at[unit], at[target], text=str(total)))
            case Rallied(unit, target, die=die, success=made) if unit != target:
                marks.append(trail("rally-made" if made else "rally-failed", unit, at[unit], at[target], text=str(die)))
            case Eliminated(unit, where):
                marks.append(Spot(hex_points.hex_centre(where), "removed", unit, colours[seen.units[unit].side]))
    return marks[::-1]


def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else sides_to_act(seen)
    return Title(
        seen.name or "MiniWars",
        title_line(seen),
        tuple(
            SideNote(
                nth,
                side.colour,
                side.name,
                tuple(_side_facts(seen, side.id)),
                side.id in waiting,
                side.id in seen.game.broken,
            )
            for nth, side in enumerate(seen.sides)
        ),
    )


def title_line(seen: State) -> str:
    """Turn and phase in words."""
    if seen.phase == OVER:
        who = drawn_or_won_by(side_name(seen, seen.winner))
        return f"Turn {seen.turn} · game over, {who}"
    words = MOMENTS[seen.phase]
    return f"Turn {seen.turn} · {words}" if seen.turn else words.capitalize()


def _side_facts(seen: State, side: str) -> Iterator[str]:
    if side in (seen.game.a, seen.game.b):
        yield "A" if side == seen.game.a else "B"
    yield f"{sum(1 for _ in army(seen, side))} of {counted(seen.game.start.get(side, 0), 'unit')}"
    yield cost_left_text(seen, side)
