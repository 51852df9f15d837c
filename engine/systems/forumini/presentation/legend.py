"""What the signs on a board mean: only those that this board, these armies and this map can show."""

from collections.abc import Iterator
from functools import lru_cache

from engine.contract import SameObject
from maps.geometry.hexes import Board

from ..state.position import Setup, State
from ..tables.rows import UnitCard
from ..tables.rulebook import has_effect

SOLDIERS = (("figure:D", "Demoralized"), ("figure:dirt", "Hit the Dirt"))
VEHICLES = (("figure:facing", "faces there"), ("figure:hulldown", "Hull Down"))
SHORT = {"minefield": "mines", "barbed-wire": "wire"}
"""Obstacles that go by less than their name."""
DEEDS = (
    ("mark:move", "move"),
    ("mark:roll-failed", "Movement Roll failed"),
    ("mark:watch", "Overwatch"),
    ("mark:arc", "its arc"),
    ("mark:fire-hit", "3: 5>4 hit 2: range 3, 5 successes, Defense 4, 2 hits"),
    ("mark:fire-miss", "miss"),
    ("mark:removed", "destroyed"),
)

Rows = tuple[tuple[str, str], ...]


def legend(seen: State) -> Rows:
    """Role and words, in the order shown; the same while the game lasts."""
    kinds = tuple(sorted({kind for known in seen.cards.values() for kind in _kinds(known)}))
    return _of(SameObject(seen.board), SameObject(seen.setup), kinds)


def _kinds(known: UnitCard) -> tuple[str, ...]:
    return (
        known.kind,
        *(("transport",) if has_effect(known, "carry") else ()),
        *(known.sub if known.kind == "obstacle" else ()),
    )


@lru_cache(64)
def _of(board: SameObject[Board], setup: SameObject[Setup], kinds: tuple[str, ...]) -> Rows:
    return (*_ground(board.it, setup.it), *_signs(setup.it, kinds))


def _ground(board: Board, setup: Setup) -> Iterator[tuple[str, str]]:
    lying = {cell.terrain for cell in board.cells.values()}
    features = {kind for found in board.edges.values() for kind in found}
    for key, terrain in setup.charts.terrain.items():
        if key in lying:
            yield f"terrain:{key}", f"{terrain.name.lower()} {letter(key)}".strip()
    for key, side in setup.charts.hexsides.items():
        if key in features:
            yield f"edge:{'broad-river' if key == 'river' else key}", side.name.lower()
    if board.roads:
        yield "road:road", "road"
    if setup.trails:
        yield "road:trail", "trail"


def _signs(setup: Setup, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    yield "figure:P", "Pinned"
    if "soldier" in kinds:
        yield SOLDIERS[0]
    if "vehicle" in kinds or "aircraft" in kinds:
        yield "figure:X", "Damaged"
    yield "figure:hidden", "face-down hits (3 ringed)"
    yield "figure:acted", "has acted"
    if "soldier" in kinds:
        yield SOLDIERS[1]
    if "vehicle" in kinds:
        yield from VEHICLES
    if "transport" in kinds:
        yield "figure:riders", "riders"
    if "aircraft" in kinds:
        yield "figure:flying", "aircraft"
        yield "mark:aimed", "its target"
    works = {key: row for key, row in setup.charts.obstacles.items() if key in kinds}
    yield from (
        (f"works:{key}", SHORT.get(key, key.replace("-", " "))) for key, row in works.items() if not row.capacity
    )
    if any(row.capacity for row in works.values()):
        yield "figure:pillbox", "in a pillbox"
    if setup.objective is not None:
        yield "mark:rim", "objective zone"
    yield from DEEDS


def letter(terrain: str) -> str:
    """FA 25.6: a terrain's letter on the map, a capital for forest as for woods a small one; none for clear ground."""
    return {"clear": "", "forest": "F"}.get(terrain, terrain[:1])
