"""The picture of a position: the board, counters, zones and arcs, and the latest events (FA 25)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from engine.contract import Event, SameObject, counted, decode, encode, replace
from maps.geometry import hex_points, plane
from maps.geometry.hexes import Board, edge, neighbours
from maps.scene import scene as picture
from maps.scene.scene import Counter, GroundPart, Scene, SideNote, Title

from ..rules.turn import paratroopers
from ..rules.turn.deployment import units_to_deploy
from ..rules.turn.victory import zone as objective_zone
from ..state.phases import CHOICE, DEPLOY, DROPS, EDGE, INITIATIVE, OBSTACLES, OVER
from ..state.position import Setup, State, Unit, army, card, sides_to_order, title
from ..tables.rows import Hexside, UnitCard
from ..tables.rulebook import TABLES
from . import alt_text
from .cards import pictogram
from .legend import legend, letter
from .recent_events import changed_units, event_marks
from .text_map import begun_turn, phase_letter
from .zone_marks import zones

DRAWN = {"river": "broad-river"}
"""What the maps call a hexside that another game draws otherwise."""
DEPLOYING = (CHOICE, EDGE, OBSTACLES, DEPLOY, DROPS)
PIECE = 1.1
Ways = tuple[tuple[str, ...], ...]


def scene(seen: State, recent: Sequence[Event]) -> Scene:
    """FA 25.  ``recent``: the events to show, oldest first, the last of them leading to ``seen``."""
    size, ground = _still(SameObject(seen.board), SameObject(seen.setup), objective_zone(seen))
    fresh = frozenset(changed_units(recent))
    order = {side.id: (nth, side.colour) for nth, side in enumerate(seen.sides)}
    riders = _riders(seen)
    pieces = tuple(
        replace(
            _counter(_rested(seen, unit), card(seen, unit), order[unit.side], riders.get(unit.id, ())),
            ring=unit.id in fresh,
        )
        for key in seen.roster
        if (unit := seen.units[key]).here and unit.aboard is None
    )
    marks = (*zones(seen), *event_marks(seen, recent))
    return Scene(size, ground, pieces, marks, _title(seen), legend(seen), alt_text.alt_text(seen, recent), PIECE)


@lru_cache(maxsize=64)
def _still(
    board: SameObject[Board], setup: SameObject[Setup], zone: tuple[str, ...]
) -> tuple[plane.Point, tuple[GroundPart, ...]]:
    return _same_still(encode(board.it), setup.it.trails, tuple(_wet(setup.it.charts.hexsides)), zone)


def _wet(hexsides: Mapping[str, Hexside]) -> Iterator[str]:
    """FA 2.5: what a road crosses on a bridge: hexsides that neither hide anybody nor give cover."""
    return (key for key, side in hexsides.items() if not side.los and side.cover is None)


@lru_cache(maxsize=32)
def _same_still(
    board: bytes, trails: Ways, wet: tuple[str, ...], zone: tuple[str, ...]
) -> tuple[plane.Point, tuple[GroundPart, ...]]:
    """Size and terrain of a board given as JSON, and the rim of its objective zone.  The same board gives the same
    objects, so that drawing can reuse its work.
    """
    known = decode(board, Board)
    return hex_points.hex_size(known.columns, known.rows), (*_ground(known, trails, wet), *_rim(zone))


def _rim(zone: Collection[str]) -> Iterator[GroundPart]:
    """FA 25.6: the sides of its hexes that lead out of the objective zone."""
    for at in zone:
        corners = hex_points.hex_corners(at)
        for way, near in enumerate(neighbours(at)):
            if near not in zone:
                yield picture.Edge((corners[(way + 4) % 6], corners[(way + 5) % 6]), "objective")


def _ground(board: Board, trails: Ways, wet: tuple[str, ...]) -> Iterator[GroundPart]:
    paved = {edge(a, b) for chain in board.roads for a, b in pairwise(chain)}
    for at, cell in board.cells.items():
        yield picture.HexTile(hex_points.hex_centre(at), cell.terrain, at, cell.level, letter(cell.terrain))
    for side, kinds in board.edges.items():
        for kind in kinds:
            yield picture.Edge(hex_points.hex_side(side), DRAWN.get(kind, kind))
        if side in paved and any(kind in wet for kind in kinds):
            yield picture.Edge(hex_points.hex_side(side), "deck")
    for kind, chains in (("road", board.roads), ("trail", trails)):
        for chain in chains:
            yield picture.Road(tuple(hex_points.hex_centre(at) for at in chain), kind)
    for at, text in board.labels.items():
        yield picture.Label(hex_points.hex_centre(at), text)


def _rested(seen: State, unit: Unit) -> Unit:
    """What units did last turn is over once a new one begins."""
    return replace(unit, acted=None, aa=False) if seen.phase == INITIATIVE else unit


def _counter(unit: Unit, known: UnitCard, order: tuple[int, str], riders: tuple[str, ...]) -> Counter:
    """FA 25.1 to 25.4: the counter of a unit, with its badges and status."""
    assert unit.at
    side, colour = order
    badges = ("P",) * unit.pinned + ("D",) * unit.demoralized + ("X",) * unit.damaged
    status = (
        ("acted",) * (unit.acted is not None or unit.aa)
        + ("dirt",) * unit.hit_the_dirt
        + ("hulldown",) * unit.hull_down
        + ("pillbox",) * unit.in_pillbox
    )
    return Counter(
        hex_points.hex_centre(unit.at),
        unit.id,
        side,
        colour,
        status=status,
        pictogram=pictogram(known),
        letters=TABLES.nations[known.nation].letters,
        facing=unit.facing or "",
        badges=badges,
        hidden=unit.hits,
        riders=riders,
        lies={"obstacle": "flat", "aircraft": "flying"}.get(known.kind, ""),
    )


def _riders(seen: State) -> dict[str, tuple[str, ...]]:
    found = dict[str, tuple[str, ...]]()
    for key in seen.roster:
        unit = seen.units[key]
        if unit.aboard is not None and not unit.gone:
            found[unit.aboard] = (*found.get(unit.aboard, ()), key)
    return found


def _title(seen: State) -> Title:
    waiting = () if seen.phase == OVER else sides_to_order(seen)
    return Title(
        seen.name or "Forumini Armies",
        moment(seen),
        tuple(
            SideNote(nth, side.colour, side.name, tuple(_facts(seen, side.id)), side.id in waiting)
            for nth, side in enumerate(seen.sides)
        ),
    )


def moment(seen: State) -> str:
    """Turn and phase in words."""
    if seen.phase == OVER:
        return f"Turn {seen.turn} · game over, won by {title(seen, seen.winner)}"
    words = phase_letter(seen.phase) if begun_turn(seen) else "before the game"
    return f"Turn {seen.turn} · {words}" if seen.turn else words[:1].upper() + words[1:]


def _facts(seen: State, side: str) -> Iterator[str]:
    """FA 5.3, 18.3: first or second player, initiative, what is left and lost; during deployment, how many units
    are still to come.
    """
    if seen.phase in DEPLOYING:
        if side in seen.game.edges:
            yield f"{seen.game.edges[side]} edge"
        if left := sum(1 for _ in _waiting(seen, side)):
            yield f"{left} to set up now"
    if seen.turn and seen.game.first:
        yield f"{'1st' if seen.game.first == side else '2nd'} player"
    if side in seen.game.initiative:
        yield f"initiative {seen.game.initiative[side]}"
    units = [unit for unit in army(seen, side) if card(seen, unit).kind != "obstacle"]
    yield f"{counted(len(units), 'unit')}, {counted(sum(card(seen, unit).cost for unit in units), 'point')}"
    if seen.game.lost.get(side):
        yield f"{seen.game.lost[side]} lost"


def _waiting(seen: State, side: str) -> Iterator[Unit]:
    """The units that the side sets up in this phase."""
    if seen.phase in (OBSTACLES, DEPLOY):
        yield from units_to_deploy(seen, side, seen.phase)
    elif seen.phase == DROPS:
        yield from paratroopers.units_to_drop(seen, side)


__all__ = ["moment", "scene"]
