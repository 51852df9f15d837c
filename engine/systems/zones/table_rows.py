"""The rows of the charts of Zone Control, as ``tables.yaml`` has them, and the names that the rules know."""

from collections.abc import Mapping

from engine.contract import Record

TERRAIN = ("sparse", "dense")
LENGTHS = ("short", "long")
"""ZC 4.2: the lengths of a game."""
BOARDS = ("small", "medium", "large")
FACTIONS = ("colonial", "raiders", "machines")
TRAITS = ("deep-strike", "ambush", "surefoot")
"""ZC 3.7"""
MODIFIERS = {
    "shoot": ("long-range", "moved", "cover-sparse", "cover-dense", "hunkered"),
    "melee": ("cover-sparse", "cover-dense"),
}
SHOCK_SOURCES = ("hurt", "melee", "surprise", "comrades", "half")
BARE_HANDS = "bare-hands"
"""ZC 3.3: the weapon of a type that has nothing else for melee."""
HYPHENS = {
    "placement_gap": "placement-gap",
    "arrival_depth": "arrival-depth",
    "fall_back": "fall-back",
    "coherency_gap": "coherency-gap",
    "form_gap": "form-gap",
    "comrades_reach": "comrades-reach",
}


class Weapon(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 3.3: a weapon.  ``range``: in inches.  ``close``: a missile weapon that can also be used in melee.
    ``ammo``: shots for each model; None: no limit.
    """

    range: float
    attacks: int
    strength: int
    ap: int
    damage: int
    close: bool = False
    ammo: int | None = None


class Type(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 3.2, 3.4, 3.7: a type of models.  ``move`` and ``base`` (a diameter) in inches.  ``points``: for one model;
    None: by the formula.
    """

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


class CatalogueType(Type, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of the catalogue: written in full.  Only a scenario's own types have defaults."""

    wounds: int
    models: int
    base: float
    weapons: tuple[str, ...]
    traits: tuple[str, ...]
    faction: str


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
    """ZC 6.2, 7.2, 7.3: how many inches one can see into it; below how many one can see through it; the cost of an
    inch.
    """

    into: float
    through: float
    cost: float


class BoardSize(Record, frozen=True, forbid_unknown_fields=True):
    """ZC 2.3: recommended tables (width and height in inches) by the number of units in a team, from and to."""

    name: str
    units: tuple[int, int]
    sizes: tuple[tuple[int, int], ...]
    zones: tuple[int, ...]


class Points(Record, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The figures of the formula for the points of one model (RULES.md, Points)."""

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
    """All charts.  ``modifiers``: shoot or melee -> name -> what it takes off the skill (ZC 9.2, 10.2).  ``shock``:
    source -> points (ZC 12.1).
    """

    constants: Constants
    terrain: Mapping[str, TerrainRow]
    boards: tuple[BoardSize, ...]
    modifiers: Mapping[str, Mapping[str, int]]
    shock: Mapping[str, int]
    weapons: Mapping[str, Weapon]
    types: Mapping[str, CatalogueType]
    points: Points
