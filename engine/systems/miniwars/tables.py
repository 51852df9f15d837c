"""The charts of the rulebook as typed values, read once from ``tables.yaml``.  Movement points are whole halves."""

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Literal

from engine.contract import Record
from engine.toolkit.rulebook_tables import read_tables, written_tables

Arm = Literal["infantry", "cavalry"]
Morale = Literal["+", "=", "-", "!"]
MORALES: Mapping[Morale, str] = {"+": "good morale", "=": "average morale", "-": "poor morale", "!": "leader"}
"""MW 1.5 in words that can be read aloud beside a number."""


class Passage(Record, frozen=True, forbid_unknown_fields=True):
    """Movement points that each arm pays; None = closed."""

    infantry: float | None
    cavalry: float | None

    def points(self, arm: Arm) -> float | None:
        """What this arm pays."""
        return self.cavalry if arm == "cavalry" else self.infantry


class Terrain(Passage, frozen=True, forbid_unknown_fields=True):
    """Movement points to enter a hex."""

    blocks_los: bool = False


class Hexside(Passage, frozen=True, forbid_unknown_fields=True):
    """Movement points added to those of the hex entered."""

    attack_across: bool
    zoc_across: bool
    blocks_los: bool = False


class MissileModifiers(Record, frozen=True, forbid_unknown_fields=True):
    morale: Mapping[Morale, int]
    disrupted: int
    higher: int
    lower: int
    fails_on: int


class MeleeModifiers(Record, frozen=True, forbid_unknown_fields=True):
    morale: Mapping[Morale, int]
    disrupted: int
    attacker_terrain: Mapping[str, int]
    defender_terrain: Mapping[str, int]
    bridge: int
    higher: int
    lower: int


class RallyModifiers(Record, frozen=True, forbid_unknown_fields=True):
    morale: Mapping[Morale, int]
    fails_on: int


class Pricing(Record, frozen=True, forbid_unknown_fields=True):
    chance: tuple[int, ...]
    morale: Mapping[Morale, tuple[int, int]]
    cavalry: tuple[int, int]


class Type(Record, frozen=True, forbid_unknown_fields=True):
    """A kind of unit; ``cost`` None = priced by MW 15.1."""

    name: str
    move: int
    cs: int
    morale: Morale
    cavalry: bool = False
    missile: str | None = None
    cost: int | None = None


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    terrain: Mapping[str, Terrain]
    hexsides: Mapping[str, Hexside]
    uphill: float
    road: float
    missile: Mapping[str, tuple[int, ...]]
    missile_modifiers: MissileModifiers
    melee: tuple[tuple[int, ...], ...]
    melee_modifiers: MeleeModifiers
    rally_modifiers: RallyModifiers
    pricing: Pricing
    types: Mapping[str, Type]


FILE = Path(__file__).parent / "tables.yaml"
TABLES = read_tables(FILE, written_tables(FILE), Tables)


def price(kind: Type) -> int:
    """The cost of a type: as listed, else MW 15.1: 10 x sqrt(Off x Def) to the nearest whole number, halves up, exactly."""
    if kind.cost is not None:
        return kind.cost
    table = TABLES.pricing
    reach = len(TABLES.missile[kind.missile]) if kind.missile else 0
    pace = kind.move * (Fraction(*table.cavalry) if kind.cavalry else 1)
    shot = Fraction(reach + 1, 2) * (pace + reach) if reach else Fraction(0)
    offence = Fraction(kind.move * table.chance[kind.cs - 1], 180) + shot
    defence = Fraction(*table.morale[kind.morale]) / Fraction(table.chance[5 - kind.cs], 180)
    return (isqrt(int(400 * offence * defence)) + 1) // 2


def half_points(points: float) -> int:
    """Movement points as whole halves: 1.5 -> 3."""
    return round(points * 2)


def points_text(half: int) -> str:
    """Halves as players read them: 15 -> ``7 1/2``."""
    whole, rest = divmod(half, 2)
    return f"{whole} 1/2" if whole and rest else "1/2" if rest else str(whole)
