"""Faults of a scenario's own types and weapons (ZC 3.2, 3.3, 3.7)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.contract import Fault
from engine.toolkit.scenario_points import read_number
from engine.toolkit.scenario_values import (
    Path,
    did_you_mean,
    shortened,
    title_faults,
    unknown_keys,
    whole_number_faults,
)

from ..table_rows import TRAITS, Type, Weapon
from ..table_validation import FARTHEST, FASTEST, KEY, NARROWEST, TYPE_RANGES, WEAPON_RANGES
from ..tables import TABLES
from .start import without_nulls

_INCHES = {"move": (0.0, FASTEST), "base": (NARROWEST, float(TABLES.constants.zone))}
_NEEDED = ("move", "ballistic", "melee", "toughness", "armour", "morale")
_WEAPON_NEEDED = ("range", "attacks", "strength", "ap", "damage")


def type_faults(key: Any, written: Mapping[str, Any], weapons: Sequence[str]) -> Iterator[Fault]:
    """Everything wrong with one type; parts of a type in the catalogue can be changed.  ``weapons``: all there are."""
    path, facts = ("types", key), without_nulls(written)
    yield from _key_faults(key, path, "a type")
    yield from unknown_keys(written, Type.__struct_fields__, path)
    yield from _missing_faults(
        facts, () if key in TABLES.types else _NEEDED, path, f"the type {shortened(key)}", "morale: 5"
    )
    for part, (least, most) in TYPE_RANGES.items():
        if part in facts:
            yield from whole_number_faults(facts[part], (*path, part), least, most)
    for part, (low, high) in _INCHES.items():
        if part in facts:
            yield from read_number(facts[part], (*path, part), low, high, f"{part} in inches")
    yield from _word_list_faults(facts, "weapons", tuple(weapons), path)
    yield from _word_list_faults(facts, "traits", TRAITS, path)
    for part in ("name", "faction"):
        if part in facts:
            yield from title_faults(facts[part], (*path, part), "a type's" if part == "name" else "a faction's")


def weapon_faults(key: Any, written: Any) -> Iterator[Fault]:
    """Everything wrong with one weapon; parts of a weapon in the catalogue can be changed."""
    path: Path = ("setup", "weapons", key)
    yield from _key_faults(key, path, "a weapon")
    if not isinstance(written, Mapping):
        yield Fault(
            path,
            f"a weapon is a mapping, not {shortened(written)}",
            "as in {range: 24, attacks: 1, strength: 2, ap: 0, damage: 1}",
        )
        return
    facts, usual = without_nulls(written), TABLES.weapons.get(key)
    yield from unknown_keys(written, Weapon.__struct_fields__, path)
    yield from _missing_faults(
        facts, () if usual else _WEAPON_NEEDED, path, f"the weapon {shortened(key)}", "attacks: 1"
    )
    for part, (least, most) in WEAPON_RANGES.items():
        if part in facts:
            yield from whole_number_faults(facts[part], (*path, part), least, most)
    reach: Any = facts.get("range", usual.range if usual else None)
    if reach is not None:
        yield from _range_faults(reach, facts, usual, path)


def _range_faults(reach: Any, facts: Mapping[str, Any], usual: Weapon | None, path: Path) -> Iterator[Fault]:
    """ZC 3.3: 6 inches for melee, more for shooting; only missile weapons can have close or ammo."""
    close = TABLES.constants.close
    if (
        yield from read_number(
            reach, (*path, "range"), close, FARTHEST, "range in inches (6 for melee, more for shooting)"
        )
    ) is None:
        return
    if not isinstance(facts.get("close", False), bool):
        yield Fault((*path, "close"), f"close is true or false, not {shortened(facts['close'])}")
    elif reach <= close:
        for part in ("close", "ammo"):
            if facts.get(part, getattr(usual, part, None)):
                says = f"a weapon with a range of {close:g} inches is for melee alone and has no {part} (ZC 3.3)"
                yield Fault(
                    (*path, part) if part in facts else path, says, f"leave out {part}, or write a range over {close:g}"
                )


def _key_faults(key: Any, path: Path, what: str) -> Iterator[Fault]:
    if not isinstance(key, str) or not re.fullmatch(KEY, key):
        says = f"{shortened(key)} cannot be the key of {what}"
        yield Fault(path, says, "a key is a letter and then letters, digits or hyphens, at most 40 in all")


def _missing_faults(
    facts: Mapping[str, Any], needed: Sequence[str], path: Path, whose: str, example: str
) -> Iterator[Fault]:
    missing = [part for part in needed if part not in facts]
    if missing:
        yield Fault(
            path,
            f"{whose} has no {' and no '.join(missing)}",
            f"write {', '.join(f'{part}: a number' for part in missing)}, as in {example}",
        )


def _word_list_faults(facts: Mapping[str, Any], part: str, known: tuple[str, ...], path: Path) -> Iterator[Fault]:
    """Faults of a list of words, each of which can be there once."""
    written = facts.get(part, [])
    if not isinstance(written, list) or len(written) > len(known):
        yield Fault(
            (*path, part),
            f"{part} are a list of at most {len(known)} words, not {shortened(written)}",
            f"for example {part}: [{', '.join(known[:2])}]",
        )
        return
    for nth, one in enumerate(written):
        if one not in known:
            yield Fault((*path, part, nth), f"there is no {part[:-1]} {shortened(one)}", did_you_mean(str(one), known))
        elif one in written[:nth]:
            yield Fault((*path, part, nth), f"{one} is listed twice", "leave out one of the two")
