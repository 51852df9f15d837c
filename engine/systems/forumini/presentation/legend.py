"""What the signs on a board mean: only those that this board, these armies and this map can show."""

from collections.abc import Iterator
from functools import lru_cache

from engine.contract import SameObject
from maps.geometry.hexes import Board

from ..rules.abilities import card_effects
from ..state.position import Setup, State
from ..tables.rows import UnitCard
from ..tables.rulebook import has_effect
from .cards import pictogram

SOLDIERS = (("figure:D", "Demoralized"), ("figure:dirt", "Hit the Dirt"))
VEHICLES = (("figure:facing", "faces there"), ("figure:hulldown", "Hull Down"))
SHORT = {
    "soldier": "infantry",
    "crew-weapon": "crew weapon",
    "artillery": "field gun",
    "anti-aircraft-gun": "anti-aircraft gun",
    "minefield": "mines",
    "barbed-wire": "wire",
}
"""Pictures of units that go by another name, or by less than their name."""
DEEDS = (
    ("figure:changed", "just changed"),
    ("mark:move", "move"),
    ("mark:roll-failed", "Movement Roll failed"),
    ("mark:watch", "Overwatch"),
    ("mark:arc", "its arc"),
    ("mark:fire-hit", "3: 5>4 hit 2: range 3, 5 successes, Defense 4, 2 hits"),
    ("mark:fire-miss", "miss"),
    ("mark:removed", "destroyed"),
)
ABLE = {"transport": "carry", "indirect": "indirect"}
"""What some signs are for -> the moment at which an ability of a unit that may cause them works."""
INDIRECT = (("mark:indirect", "indirect fire"), ("mark:sight", "its spotter"))
DROPS = (("mark:scatter", "drifts off"), ("mark:target", "where it was to land"))

Rows = tuple[tuple[str, str], ...]
REQUESTED_SIGNS = (
    ("mark:reach", "can go there, and what it costs"),
    ("mark:touched", "the line of sight passes"),
    ("mark:sight", "sees it"),
    ("mark:sight-blocked", "does not see it"),
    ("mark:crossed-out", "blocks the line of sight"),
    ("mark:blocking-side", "blocks it"),
    ("mark:draft-move", "ordered move"),
    ("mark:needs", "what the dice must show"),
    ("mark:risk", "may be fired at"),
    ("mark:ghost", "will be there"),
    ("mark:draft-fire", "ordered fire"),
    ("mark:draft-watch", "ordered Overwatch"),
    ("mark:indirect", "indirect fire"),
    ("mark:target", "target"),
)
"""Signs of drafts and of what is drawn on request."""


def legend(seen: State) -> Rows:
    """Role and words, in the order shown; the same while the game lasts."""
    kinds = tuple(sorted({kind for known in seen.cards.values() for kind in _kinds(known)}))
    pictures = tuple(sorted({pictogram(seen.cards[key]) for key in {unit.type for unit in seen.units.values()}}))
    return _of(SameObject(seen.board), SameObject(seen.setup), kinds, pictures)


def _kinds(known: UnitCard) -> tuple[str, ...]:
    return (
        known.kind,
        *(word for word, moment in ABLE.items() if has_effect(known, moment)),
        *(effect.by for _, _, effect in card_effects(known, "deploy") if effect.by),
        *(known.sub if known.kind == "obstacle" else ()),
    )


@lru_cache(64)
def _of(board: SameObject[Board], setup: SameObject[Setup], kinds: tuple[str, ...], pictures: tuple[str, ...]) -> Rows:
    return (
        *_ground(board.it, setup.it),
        *((f"pictogram:{word}", SHORT.get(word, word.replace("-", " "))) for word in pictures),
        *_signs(setup.it, kinds),
    )


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
    if any(row.capacity for key, row in setup.charts.obstacles.items() if key in kinds):
        yield "figure:pillbox", "in a pillbox"
    yield "mark:camp", "deployment zone"
    if setup.objective is not None:
        yield "edge:objective", "objective zone"
    yield from DEEDS
    if "vehicle" in kinds:
        yield "mark:way", "has turned"
    if "indirect" in kinds:
        yield from INDIRECT
    if "drop" in kinds:
        yield from DROPS


def letter(terrain: str) -> str:
    """FA 25.6: a terrain's letter on the map, a capital for forest as for woods a small one; none for clear ground."""
    return {"clear": "", "forest": "F"}.get(terrain, terrain[:1])
