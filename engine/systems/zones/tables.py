"""The tables of the rulebook as typed values, read once from ``tables.yaml``."""

from collections.abc import Mapping
from pathlib import Path

from engine.contract import Record
from engine.toolkit.rulebook_tables import read_tables, written_tables

HYPHENS = {
    "placement_gap": "placement-gap",
    "arrival_depth": "arrival-depth",
    "fall_back": "fall-back",
    "coherency_gap": "coherency-gap",
    "form_gap": "form-gap",
    "comrades_reach": "comrades-reach",
}


class Weapon(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 3.3.  ``range`` in inches.  ``close``: a missile weapon that also serves in melee; ``ammo``: shooting actions, None: no end."""

    range: float
    attacks: int
    strength: int
    ap: int
    damage: int
    close: bool = False
    ammo: int | None = None


class Type(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 3.2, 3.4, 3.7: a kind of model.  ``move`` and ``base`` (a diameter) in inches; ``points`` for one model, None: by the formula."""

    move: float
    ballistic: int
    melee: int
    toughness: int
    armour: int
    morale: int
    wounds: int = 1
    models: int = 1
    base: float = 1.0
    weapons: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    faction: str = ""
    points: int | None = None
    name: str = ""


class Constants(Record, frozen=True, forbid_unknown_fields=True, rename=HYPHENS):
    """Lengths in inches."""

    zone: int
    success: int
    close: float
    placement_gap: float
    arrival_depth: float
    fall_back: float
    coherency_gap: float
    form_gap: float
    comrades_reach: float
    rounds: Mapping[str, int]


class TerrainRow(Record, frozen=True, forbid_unknown_fields=True, rename={"through": "through-less-than"}):
    """ZC 6.2, 7.2, 7.3: inches one sees into it; through it if there are fewer than that many; what an inch costs."""

    into: float
    through: float
    cost: float


class BoardSize(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 2.3: recommended tables (width and height in inches) by number of units a team, from and to."""

    name: str
    units: tuple[int, int]
    sizes: tuple[tuple[int, int], ...]
    zones: tuple[int, ...]


class Points(Record, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Section K: the figures of the formula for the points of one model."""

    body: float
    move_div: float
    nerve_from: float
    nerve_div: float
    trait: float
    weapon_div: float
    reach_cap: float
    reach_div: float
    melee_div: float
    ammo: float
    further: float


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    """``modifiers``: shoot or melee -> name -> what it takes off the skill (ZC 9.2, 10.2).  ``shock``: source -> points (ZC 12.1)."""

    constants: Constants
    terrain: Mapping[str, TerrainRow]
    boards: tuple[BoardSize, ...]
    modifiers: Mapping[str, Mapping[str, int]]
    shock: Mapping[str, int]
    weapons: Mapping[str, Weapon]
    types: Mapping[str, Type]
    points: Points


FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables)
BARE_HANDS = "bare-hands"
"""ZC 3.3: what fights with nothing else."""


def is_missile(weapon: Weapon) -> bool:
    """ZC 3.3: for shooting."""
    return weapon.range > TABLES.constants.close


def is_melee(weapon: Weapon) -> bool:
    """ZC 3.3: for melee, a missile weapon that is ``close`` included."""
    return weapon.close or not is_missile(weapon)
