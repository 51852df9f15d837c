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
EVENT_SIGNS = (
    ("strip:tick-activated", "activated"),
    ("strip:tick-moved", "moved"),
    ("strip:flash", "fired"),
    ("shape:ghost", "was here"),
    ("mark:charge", "charge"),
    ("mark:charge-short", "fell short"),
    ("mark:retreat", "retreat"),
    ("mark:melee", "melee: Front, Left, Right, Back struck"),
    ("mark:removed", "lost"),
)


def legend(seen: State) -> Rows:
    """Role and words, in the order shown; the same for the whole game."""
    arms = tuple(sorted({arm_sign(seen, unit) for unit in seen.units.values()}))
    return _legend(SameObject(seen.table), arms, bool(seen.setup.objectives))


@lru_cache(64)
def _legend(table: SameObject[Tabletop], arms: tuple[str, ...], goals: bool) -> Rows:
    return (*_terrain_rows(table.it), *_unit_rows(arms), *([("sign:flag", "objective")] if goals else []), *EVENT_SIGNS)


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
