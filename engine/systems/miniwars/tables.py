"""The charts of the rulebook as typed values, read from ``tables.yaml`` and checked when this module is loaded."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any, Literal, get_args

from engine.contract import Record
from engine.toolkit.rulebook_tables import Fault, read_tables, written_tables

Arm = Literal["infantry", "cavalry"]
Morale = Literal["+", "=", "-", "!"]
MORALES: Mapping[Morale, str] = {"+": "good morale", "=": "average morale", "-": "poor morale", "!": "leader"}
"""MW 1.5: the signs in words, as they stand beside a die modifier."""
TERRAIN = ("plain", "forest", "rough", "marsh", "lake", "village")
"""MW 2.6: what a hex may be; a hill is a level, not a terrain."""
HEXSIDES = ("river", "bridge", "hedgerow")
"""MW 2.2: what may lie between two hexes."""


class Passage(Record, frozen=True, forbid_unknown_fields=True):
    """The movement points that each arm pays; None: closed to it."""

    infantry: float | None
    cavalry: float | None

    def points(self, arm: Arm) -> float | None:
        """The movement points that this arm pays."""
        return self.cavalry if arm == "cavalry" else self.infantry


class Terrain(Passage, frozen=True, forbid_unknown_fields=True):
    """MW 2.6: the movement points to enter a hex, and whether it blocks lines of sight."""

    blocks_los: bool = False


class Hexside(Passage, frozen=True, forbid_unknown_fields=True):
    """MW 2.6: the movement points added to those of the hex entered, and what does not reach across the side."""

    attack_across: bool
    zoc_across: bool
    blocks_los: bool = False


class MissileModifiers(Record, frozen=True, forbid_unknown_fields=True):
    """MW 6.6, 6.7: what is added to the die of a shot, and the highest face that always misses."""

    morale: Mapping[Morale, int]
    disrupted: int
    higher: int
    lower: int
    fails_on: int


class MeleeModifiers(Record, frozen=True, forbid_unknown_fields=True):
    """MW 10.5: what is added to the dice of an attack."""

    morale: Mapping[Morale, int]
    disrupted: int
    attacker_terrain: Mapping[str, int]
    defender_terrain: Mapping[str, int]
    bridge: int
    higher: int
    lower: int


class RallyModifiers(Record, frozen=True, forbid_unknown_fields=True):
    """MW 13.3, 13.4: what is added to the die of a rally attempt, and the highest face that always fails."""

    morale: Mapping[Morale, int]
    fails_on: int


class Pricing(Record, frozen=True, forbid_unknown_fields=True):
    """MW 15.1: ``chance`` of 180, by CS; ``morale`` and ``cavalry`` as fractions: numerator, denominator."""

    chance: tuple[int, ...]
    morale: Mapping[Morale, tuple[int, int]]
    cavalry: tuple[int, int]


class Type(Record, frozen=True, forbid_unknown_fields=True):
    """MW 1.1: a kind of unit.  ``cost`` None: priced by MW 15.1."""

    name: str
    move: int
    cs: int
    morale: Morale
    cavalry: bool = False
    missile: str | None = None
    cost: int | None = None


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    """The whole of ``tables.yaml``."""

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


def faults(tables: Tables) -> Iterator[Fault]:
    """Everything in the charts that the rules cannot use: names, numbers out of range, charts of the wrong size."""
    yield from _names("terrain", tables.terrain, TERRAIN)
    yield from _names("hexsides", tables.hexsides, HEXSIDES)
    for chart, rows in (("terrain", tables.terrain), ("hexsides", tables.hexsides)):
        for name, row in rows.items():
            for arm in get_args(Arm):
                yield from _points(f"{chart}.{name}.{arm}", row.points(arm))
    yield from _points("uphill", tables.uphill)
    yield from _points("road", tables.road)
    yield from _missile_faults(tables)
    yield from _melee_faults(tables)
    yield from _rally_faults(tables.rally_modifiers)
    yield from _pricing_faults(tables)
    for key, kind in tables.types.items():
        yield from _type_faults(tables, f"types.{key}", kind)


def _missile_faults(tables: Tables) -> Iterator[Fault]:
    for code, row in tables.missile.items():
        if not row:
            yield f"missile.{code}", "needs a number for at least one hex"
        for distance, number in enumerate(row, 1):
            yield from _range(f"missile.{code}", f"the number at {distance} hexes", number, 2, 6)
        if list(row) != sorted(row):
            yield f"missile.{code}", "must not get easier with the distance"
    table = tables.missile_modifiers
    yield from _morale_faults("missile_modifiers.morale", table.morale)
    for name in ("disrupted", "higher", "lower"):
        yield from _range(f"missile_modifiers.{name}", "a modifier", getattr(table, name), -3, 3)
    yield from _range("missile_modifiers.fails_on", "the face that always misses", table.fails_on, 0, 5)


def _melee_faults(tables: Tables) -> Iterator[Fault]:
    ranks = len(tables.melee)
    if not ranks:
        yield "melee", "needs a row for each Combat Strength"
    for cs, row in enumerate(tables.melee, 1):
        if len(row) != ranks:
            yield f"melee row {cs}", f"has {len(row)} numbers and needs {ranks}, one for each Combat Strength"
        for number in row:
            yield from _range(f"melee row {cs}", "a number", number, 2, 12)
    table = tables.melee_modifiers
    yield from _morale_faults("melee_modifiers.morale", table.morale)
    for name in ("disrupted", "bridge", "higher", "lower"):
        yield from _range(f"melee_modifiers.{name}", "a modifier", getattr(table, name), -3, 3)
    for name in ("attacker_terrain", "defender_terrain"):
        for terrain, modifier in getattr(table, name).items():
            if terrain not in TERRAIN:
                yield f"melee_modifiers.{name}.{terrain}", f"is no terrain; there are {', '.join(TERRAIN)}"
            yield from _range(f"melee_modifiers.{name}.{terrain}", "a modifier", modifier, -3, 3)


def _rally_faults(table: RallyModifiers) -> Iterator[Fault]:
    yield from _morale_faults("rally_modifiers.morale", table.morale)
    yield from _range("rally_modifiers.fails_on", "the face that always fails", table.fails_on, 0, 5)


def _pricing_faults(tables: Tables) -> Iterator[Fault]:
    table = tables.pricing
    if len(table.chance) != len(tables.melee):
        yield "pricing.chance", f"has {len(table.chance)} numbers and needs {len(tables.melee)}, as `melee` has rows"
    for number in table.chance:
        yield from _range("pricing.chance", "a chance of 180", number, 1, 180)
    yield from _names("pricing.morale", table.morale, get_args(Morale))
    for row, fraction in {
        **{f"morale.{sign}": pair for sign, pair in table.morale.items()},
        "cavalry": table.cavalry,
    }.items():
        for number in fraction:
            yield from _range(f"pricing.{row}", "a part of a fraction", number, 1, 100)


def _type_faults(tables: Tables, row: str, kind: Type) -> Iterator[Fault]:
    if not kind.name:
        yield row, "needs a name"
    yield from _range(row, "move", kind.move, 1, 20)
    yield from _range(row, "cs", kind.cs, 1, len(tables.melee))
    if kind.missile is not None and kind.missile not in tables.missile:
        yield row, f"there is no missile code {kind.missile}; there are {', '.join(tables.missile)}"
    if kind.cost is not None:
        yield from _range(row, "cost", kind.cost, 0, 1000)


def _morale_faults(row: str, modifiers: Mapping[Morale, int]) -> Iterator[Fault]:
    yield from _names(row, modifiers, get_args(Morale))
    for sign, modifier in modifiers.items():
        yield from _range(f"{row}.{sign}", "a modifier", modifier, -3, 3)


def _names(chart: str, rows: Mapping[Any, object], needed: tuple[str, ...]) -> Iterator[Fault]:
    """Rows that are missing, and rows that the rules do not know."""
    yield from ((f"{chart}.{name}", "this row is missing") for name in needed if name not in rows)
    yield from (
        (f"{chart}.{name}", f"is unknown; there are {', '.join(needed)}") for name in rows if name not in needed
    )


def _range(row: str, what: str, number: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= number <= most:
        yield row, f"{what} must be from {least} to {most}, not {number}"


def _points(row: str, points: float | None) -> Iterator[Fault]:
    """Movement points are counted in halves."""
    if points is not None and not (0 <= points <= 20 and points * 2 == round(points * 2)):
        yield row, f"movement points must be from 0 to 20 in steps of 1/2, not {points:g}"


FILE = Path(__file__).parent / "tables.yaml"
TABLES = read_tables(FILE, written_tables(FILE), Tables, faults)


def price(kind: Type) -> int:
    """The cost of a type: the listed one, else MW 15.1: 10 x sqrt(Off x Def), rounded exactly, halves up."""
    if kind.cost is not None:
        return kind.cost
    table = TABLES.pricing
    longest = len(TABLES.missile[kind.missile]) if kind.missile else 0
    mobility = kind.move * (Fraction(*table.cavalry) if kind.cavalry else 1)
    shot = Fraction(longest + 1, 2) * (mobility + longest) if longest else Fraction(0)
    offence = Fraction(kind.move * table.chance[kind.cs - 1], 180) + shot
    defence = Fraction(*table.morale[kind.morale]) / Fraction(table.chance[5 - kind.cs], 180)
    return (isqrt(int(400 * offence * defence)) + 1) // 2


def half_points(points: float) -> int:
    """Movement points as a whole number of halves: 1.5 -> 3."""
    return round(points * 2)


def points_text(halves: int) -> str:
    """A number of half movement points as players read it: 15 -> ``7 1/2``."""
    whole, rest = divmod(halves, 2)
    return f"{whole} 1/2" if whole and rest else "1/2" if rest else str(whole)
