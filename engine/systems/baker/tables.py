"""The tables of the rulebook as typed values, read once from ``tables.yaml``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from engine.contract import Record
from engine.toolkit.rulebook_tables import read_tables, written_tables

Class = Literal["land", "air", "naval", "gear"]
Who = Literal["attacker", "defender"]
When = Literal["at-once", "at-end"]
Kind = Literal["land", "naval", "amphibious"]


class Type(Record, frozen=True, forbid_unknown_fields=True, rename={"sort": "class"}):
    """BK 1.4, 2: hits on ``attack`` or ``defence`` or less; ``move`` in areas; ``cost`` in IPCs."""

    sort: Class
    attack: int
    defence: int
    move: int
    cost: int


class BattleStep(Record, frozen=True, forbid_unknown_fields=True):
    """BK 3.1, 3.2: the types of one side that fire, in the order of their dice.  ``unload``: the troops do after it (BK 7.4)."""

    side: Who
    types: tuple[str, ...]
    losses: When
    unload: bool = False


class Steps(Record, frozen=True, forbid_unknown_fields=True):
    first: tuple[BattleStep, ...]
    later: tuple[BattleStep, ...]


class Hits(Record, frozen=True, forbid_unknown_fields=True, rename={"one": "on-one"}):
    """BK 4.3 to 4.11: the first class that has an available unit must suffer; ``one``: those of a die of one, if they differ."""

    chooses: Literal["never", "on-one", "on-one-defending"]
    classes: tuple[tuple[str, ...], ...]
    one: tuple[tuple[str, ...], ...] = ()


class Lists(Record, frozen=True, forbid_unknown_fields=True):
    """BK 17: ``land attack``, ``land defence``, ``sea attack``, ``sea defence`` -> types."""

    losses: Mapping[str, tuple[str, ...]]
    targets: Mapping[str, tuple[str, ...]]


class Limits(Record, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """BK 12.1, 11.8, 16."""

    transport_infantry: int
    transport_other: int
    carrier_fighters: int
    margin: int
    capitals: int


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    """``units`` in catalogue order."""

    units: Mapping[str, Type]
    aliases: Mapping[str, tuple[str, ...]]
    steps: Mapping[Kind, Steps]
    hits: Mapping[str, Hits]
    defaults: Lists
    limits: Limits


FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables)
UNITS = TABLES.units
CATALOGUE = tuple(UNITS)
"""The types in catalogue order."""
LAND, AIR, NAVAL = (tuple(key for key, kind in UNITS.items() if kind.sort == sort) for sort in ("land", "air", "naval"))
COMBAT = (*LAND, *AIR, *NAVAL)
"""BK 1.4: combat units."""
AA, COMPLEX, LOADED = "aa", "complex", "loaded"
"""``loaded``: a transport with cargo, where lists tell it from an empty one (BK 4.14)."""
