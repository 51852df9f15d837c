"""The legend: what the signs mean; only those that this table and these armies can show."""

from collections.abc import Iterator
from functools import lru_cache

from engine.contract import SameObject
from maps.geometry.tabletop import Tabletop

from ..state.position import State
from .unit_pictures import arm_sign

Rows = tuple[tuple[str, str], ...]
TERRAIN_PICTURES = {
    "woods": "field:woods",
    "field": "field:field",
    "hill": "field:hill",
    "steep-hill": "field:steep-hill",
    "building": "field:building",
    "fieldworks": "field:fieldworks",
    "entrenchment": "field:entrenchment",
    "river": "course:river",
    "stream": "course:stream",
    "bridge": "course:bridge",
    "ford": "course:ford",
    "road": "course:road",
    "fence": "course:fence",
}
"""Kind of terrain -> its picture."""
ARM_NAMES = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "foot-artillery": "foot artillery",
    "horse-artillery": "horse artillery",
}
GOAL_SIGNS = (("sign:flag", "objective"), ("shape:objective", "objective area"))
EVENT_SIGNS = (
    ("strip:tick-activated", "activated"),
    ("strip:tick-moved", "moved"),
    ("strip:flash", "fired"),
    ("shape:ghost", "was here"),
    ("shape:zone", "deployment zone"),
    ("mark:march", "march"),
    ("mark:charge", "charge"),
    ("mark:charge-short", "fell short"),
    ("mark:retreat", "retreat"),
    ("mark:pursuit", "pursuit"),
    ("mark:gunfire", "gunfire"),
    ("mark:melee", "melee: which side is struck"),
    ("mark:removed", "lost"),
)
REQUESTED_SIGNS = (
    ("shape:reach-best", "can get there with sixes"),
    ("shape:reach-worst", "and with ones"),
    ("shape:wedge", "arc of fire"),
    ("shape:ring", "command range"),
    ("mark:sight", "sees it"),
    ("mark:sight-blocked", "does not see it"),
    ("shape:blocking", "blocks the line of sight"),
    ("mark:blocking-side", "crest that blocks it"),
    ("mark:draft-march", "ordered move"),
    ("shape:stand", "will stand there"),
    ("mark:draft-charge", "ordered charge, its chance"),
    ("mark:draft-gunfire", "ordered fire, its chance"),
)
"""Signs of drafts and of what is drawn on request."""


def legend(seen: State) -> Rows:
    """Role and words, in the order shown; the same for the whole game."""
    arms = tuple(sorted({arm_sign(seen, unit) for unit in seen.units.values()}))
    return _legend(SameObject(seen.table), arms, bool(seen.setup.objectives))


@lru_cache(64)
def _legend(table: SameObject[Tabletop], arms: tuple[str, ...], goals: bool) -> Rows:
    return (*_terrain_rows(table.it), *_unit_rows(arms), *(GOAL_SIGNS if goals else ()), *EVENT_SIGNS)


def _terrain_rows(table: Tabletop) -> Iterator[tuple[str, str]]:
    present = {piece.kind for piece in table.pieces}
    yield from ((role, kind.replace("-", " ")) for kind, role in TERRAIN_PICTURES.items() if kind in present)
    if any(piece.crest for piece in table.pieces):
        yield "field:crest", "crest"
    if "building" in present:
        yield "sign:pips", "shelled"
        yield "shape:rubble", "rubble"


def _unit_rows(arms: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    yield from ((f"strip:{arm}", words) for arm, words in ARM_NAMES.items() if arm in arms)
    if "leader" in arms:
        yield "strip:leader", "leader"
        yield "strip:attached", "with a unit"
