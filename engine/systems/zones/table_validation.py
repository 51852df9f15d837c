"""Checks the charts as they are read: everything the rules cannot use, with its row and a sentence."""

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.toolkit.rulebook_tables import Fault

from .table_rows import (
    BARE_HANDS,
    BOARDS,
    FACTIONS,
    HYPHENS,
    LENGTHS,
    MODIFIERS,
    SHOCK_SOURCES,
    TERRAIN,
    TRAITS,
    Constants,
    Points,
    Tables,
    Type,
    Weapon,
)

MOST_MODELS = 30
"""The largest unit."""
FARTHEST = 200
"""The longest range of a weapon in inches: more than any table."""
KEY = r"[A-Za-z][A-Za-z0-9-]{0,39}"
"""How the keys of types and weapons are written."""
TYPE_RANGES = {
    "ballistic": (0, 20),
    "melee": (0, 20),
    "toughness": (0, 20),
    "armour": (0, 20),
    "morale": (0, 20),
    "wounds": (1, 99),
    "models": (1, MOST_MODELS),
    "points": (0, 100_000),
}
WEAPON_RANGES = {"attacks": (1, 20), "strength": (0, 20), "ap": (0, 20), "damage": (1, 99), "ammo": (1, 99)}
MOST_UNITS = 99
"""In a team."""
FASTEST, NARROWEST = 99.0, 0.1
"""Inches: the longest move, the smallest base."""


def faults(tables: Tables) -> Iterator[Fault]:
    """Everything in the charts that the rules cannot use: unknown names, missing rows, numbers out of range."""
    yield from _constants_faults(tables.constants)
    yield from _name_faults("terrain", tables.terrain, TERRAIN)
    for name, row in tables.terrain.items():
        yield from _range_faults(f"terrain.{name}", "into", row.into, 1, 100)
        yield from _range_faults(f"terrain.{name}", "through-less-than", row.through, 0, 100)
        yield from _range_faults(f"terrain.{name}", "cost", row.cost, 1, 10)
    yield from _board_faults(tables)
    yield from _name_faults("modifiers", tables.modifiers, tuple(MODIFIERS))
    for action, modifiers in tables.modifiers.items():
        yield from _name_faults(f"modifiers.{action}", modifiers, MODIFIERS.get(action, ()))
        for name, number in modifiers.items():
            yield from _range_faults(f"modifiers.{action}.{name}", "a modifier", number, 0, 20)
    yield from _name_faults("shock", tables.shock, SHOCK_SOURCES)
    for source, number in tables.shock.items():
        yield from _range_faults(f"shock.{source}", "shock", number, 0, 20)
    if BARE_HANDS not in tables.weapons:
        yield f"weapons.{BARE_HANDS}", "this row is missing"
    elif (reach := tables.weapons[BARE_HANDS].range) > tables.constants.close:
        yield (
            f"weapons.{BARE_HANDS}",
            f"must be a melee weapon (range {tables.constants.close:g}), not of range {reach:g}",
        )
    for key, weapon in tables.weapons.items():
        yield from _weapon_faults(f"weapons.{key}", key, weapon, tables.constants.close)
    for faction in FACTIONS:
        if not any(kind.faction == faction for kind in tables.types.values()):
            yield "types", f"the faction {faction} has no type"
    for key, kind in tables.types.items():
        yield from _type_faults(tables, f"types.{key}", key, kind)
    yield from _points_faults(tables.points)


def _constants_faults(constants: Constants) -> Iterator[Fault]:
    yield from _range_faults("constants", "zone", constants.zone, 1, 100)
    yield from _range_faults("constants", "success", constants.success, 2, 20)
    for name in ("close", *HYPHENS):
        least = 0 if name.endswith("_gap") else 1
        yield from _range_faults("constants", HYPHENS.get(name, name), getattr(constants, name), least, 100)
    yield from _name_faults("constants.rounds", constants.rounds, LENGTHS)
    for length, rounds in constants.rounds.items():
        yield from _range_faults(f"constants.rounds.{length}", "a number of rounds", rounds, 1, 1000)
    short, long = (constants.rounds.get(length, 0) for length in LENGTHS)
    if short and 0 < long <= short:
        yield "constants.rounds.long", f"a long game must have more rounds than a short one, {short}, not {long}"


def _board_faults(tables: Tables) -> Iterator[Fault]:
    """ZC 2.3: every number of units has one recommendation, and the zones are those of the sizes."""
    yield from _name_faults("boards", {board.name: board for board in tables.boards}, BOARDS)
    first, zone, names = 1, max(tables.constants.zone, 1), [board.name for board in tables.boards]
    if tables.boards and tables.boards[-1].units[1] != MOST_UNITS:
        yield f"boards.{names[-1]}", f"the last board is for up to {MOST_UNITS} units, not {tables.boards[-1].units[1]}"
    for board in tables.boards:
        row = f"boards.{board.name}"
        if names.count(board.name) > 1:
            yield row, f"there are {names.count(board.name)} rows of this name"
        if not board.sizes:
            yield row, "needs a size"
        if board.units[0] != first:
            yield row, f"units must begin with {first}, not {board.units[0]}"
        yield from _range_faults(row, "the last number of units", board.units[1], first, MOST_UNITS)
        first = board.units[1] + 1
        for size in board.sizes:
            for length in size:
                if length % zone or length < zone:
                    yield row, f"a size must be a multiple of {zone} inches, not {length}"
        counts = tuple(width // zone * (height // zone) for width, height in board.sizes)
        if board.zones != counts:
            yield row, f"zones must be {_listed(counts)}, as the sizes have, not {_listed(board.zones)}"


def _weapon_faults(row: str, key: str, weapon: Weapon, close: float) -> Iterator[Fault]:
    """ZC 3.3"""
    yield from _key_faults(row, key)
    yield from _range_faults(row, "range", weapon.range, close, FARTHEST)
    for name, (least, most) in WEAPON_RANGES.items():
        if (number := getattr(weapon, name)) is not None:
            yield from _range_faults(row, name, number, least, most)
    for name in ("close", "ammo"):
        if weapon.range <= close and getattr(weapon, name):
            yield row, f"a melee weapon (range {close:g}) cannot have {name}"


def _type_faults(tables: Tables, row: str, key: str, kind: Type) -> Iterator[Fault]:
    """ZC 3.2, 3.7"""
    yield from _key_faults(row, key)
    yield from _range_faults(row, "move", kind.move, 0, FASTEST)
    yield from _range_faults(row, "base", kind.base, NARROWEST, tables.constants.zone)
    if kind.points is None:
        yield row, "needs points"
    for name, (least, most) in TYPE_RANGES.items():
        if (number := getattr(kind, name)) is not None:
            yield from _range_faults(row, name, number, least, most)
    if kind.faction not in FACTIONS:
        yield row, f"there is no faction {kind.faction or 'without a name'}; there are {', '.join(FACTIONS)}"
    if not kind.weapons:
        yield row, f"needs a weapon; a type that carries none has [{BARE_HANDS}]"
    yield from _word_faults(row, "weapon", kind.weapons, tuple(tables.weapons))
    yield from _word_faults(row, "trait", kind.traits, TRAITS)


def _points_faults(points: Points) -> Iterator[Fault]:
    for name in Points.__struct_fields__:
        divisor = name.endswith("_div")
        yield from _range_faults("points", name.replace("_", "-"), getattr(points, name), 0.01 if divisor else 0, 100)


def _name_faults(chart: str, rows: Mapping[str, object], needed: Sequence[str]) -> Iterator[Fault]:
    """Rows that are missing, and rows that the rules do not know."""
    yield from ((f"{chart}.{name}", "this row is missing") for name in needed if name not in rows)
    yield from (
        (f"{chart}.{name}", f"is unknown; there are {', '.join(needed)}") for name in rows if name not in needed
    )


def _word_faults(row: str, what: str, words: Sequence[str], known: Sequence[str]) -> Iterator[Fault]:
    """Names that do not exist, or are listed twice."""
    for position, word in enumerate(words):
        if word not in known:
            yield row, f"there is no {what} {word}; there are {', '.join(known)}"
        elif word in words[:position]:
            yield row, f"the {what} {word} is listed twice"


def _key_faults(row: str, key: str) -> Iterator[Fault]:
    if not re.fullmatch(KEY, key):
        yield row, "a key is a letter followed by letters, digits or hyphens, at most 40 in all"


def _range_faults(row: str, what: str, number: float, least: float, most: float) -> Iterator[Fault]:
    if not least <= number <= most:
        yield row, f"{what} must be from {least:g} to {most:g}, not {number:g}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
