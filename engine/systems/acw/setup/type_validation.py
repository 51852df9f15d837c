"""Validation of a scenario's own types of units (section Catalogue of RULES.md)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from engine.contract import Fault
from engine.toolkit.scenario_values import Path, shortened, unknown_keys

from ..tables import TABLES, Arm, Reading, Type

MOST_BASES = 20
"""The most bases of a unit."""


def type_faults(key: str, written: Mapping[str, Any]) -> Iterator[Fault]:
    """All faults of one type. A type of the catalogue may be changed in part."""
    path: Path = ("types", key)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,39}", key):
        yield Fault(
            path,
            f"{key} cannot be the key of a type",
            "a key is a letter and then letters, digits or hyphens, at most 40 in all",
        )
    yield from unknown_keys(written, Type.__struct_fields__, path)
    usual = TABLES.types.get(key)
    arm = written.get("arm", usual.arm if usual else None)
    if arm not in get_args(Arm):
        says = f"{shortened(arm)} is not an arm" if "arm" in written else f"the type {key} has no arm"
        yield Fault((*path, "arm") if "arm" in written else path, says, f"arm is {', '.join(get_args(Arm))}")
        return
    yield from _number_faults(arm, written, path)
    yield from _reading_faults(written, path)
    name = written.get("name", key)
    if not isinstance(name, str) or not 0 < len(name) <= 60 or '"' in name or not name.isprintable():
        yield Fault((*path, "name"), "a type's name has 1 to 60 characters and no quotation marks")


def _number_faults(arm: Any, written: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    bases, most = written.get("bases", 1), 1 if arm == "leader" else MOST_BASES
    if type(bases) is not int or not 1 <= bases <= most:
        yield Fault((*path, "bases"), f"bases are a whole number from 1 to {most}, not {shortened(bases)}")
    charge = written.get("charge", False)
    if not isinstance(charge, bool):
        yield Fault((*path, "charge"), "charge is true or false")
    elif charge and arm not in ("infantry", "cavalry"):
        yield Fault((*path, "charge"), f"only infantry and cavalry charge, not {arm} (CW 7.1)", "leave charge out")
    for part, whose in (("range", "artillery"), ("command", "leader")):
        value = written.get(part, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 99:
            yield Fault((*path, part), f"{part} is a number of inches from 0 to 99, not {shortened(value)}")
        elif value and arm != whose:
            yield Fault((*path, part), f"only a type of the arm {whose} has a {part}", f"leave {part} out")


def _reading_faults(written: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """CW 4.6: what is wrong with the way a type reads its movement dice."""
    move, words = written.get("move"), get_args(Reading)
    if move is not None and (not isinstance(move, list) or len(move) != 3 or any(word not in words for word in move)):
        says = f"move says how the dice are read straight on, back, and sideways: three words of {', '.join(words)}"
        yield Fault((*path, "move"), says, "for example [higher, higher, lower]")
