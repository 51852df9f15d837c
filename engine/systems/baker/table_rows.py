"""The rows of the rulebook's tables, as ``tables.yaml`` has them."""

from collections.abc import Mapping
from typing import Literal

from engine.contract import Record

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
    """BK 3.1, 3.2: the types of one side that fire, in the order of their dice.

    ``unload``: whether the troops come ashore after this step (BK 7.4).
    """

    side: Who
    types: tuple[str, ...]
    losses: When
    unload: bool = False


class Steps(Record, frozen=True, forbid_unknown_fields=True):
    """The steps of the first round and of every later round (BK 3.1)."""

    first: tuple[BattleStep, ...]
    later: tuple[BattleStep, ...]


class Hits(Record, frozen=True, forbid_unknown_fields=True, rename={"one": "on-one"}):
    """BK 4.3 to 4.11: the classes of units that a hit can take; the first with an available unit takes it.

    ``one``: the classes for a die of one, if they differ.
    """

    chooses: Literal["never", "on-one", "on-one-defending"]
    classes: tuple[tuple[str, ...], ...]
    one: tuple[tuple[str, ...], ...] = ()


class Lists(Record, frozen=True, forbid_unknown_fields=True):
    """BK 17: the default lists: ``land attack``, ``land defence``, ``sea attack``, ``sea defence`` -> types."""

    losses: Mapping[str, tuple[str, ...]]
    targets: Mapping[str, tuple[str, ...]]


class Limits(Record, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Limits that the rules name: capacities (BK 11.8, 12.1) and what wins (BK 16)."""

    transport_infantry: int
    transport_other: int
    carrier_fighters: int
    margin: int
    capitals: int


class Roles(Record, frozen=True, forbid_unknown_fields=True):
    """The types with a special role in the rules; ``tables.yaml`` explains each role."""

    infantry: str
    artillery: str
    tank: str
    fighter: str
    bomber: str
    transport: str
    submarine: str
    carrier: str
    battleship: str
    aa: str
    complex: str


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    """All tables of the rulebook. ``units`` are in catalogue order."""

    units: Mapping[str, Type]
    aliases: Mapping[str, tuple[str, ...]]
    steps: Mapping[Kind, Steps]
    hits: Mapping[str, Hits]
    roles: Roles
    defaults: Lists
    limits: Limits


LOADED = "loaded"
"""The name of a transport with cargo in lists, where it differs from an empty one (BK 4.14)."""
