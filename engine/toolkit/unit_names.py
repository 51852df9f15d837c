"""Ids and names of units in a scenario file: valid, unique, and not to be taken for anything else in an order."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.contract import Fault, Order

from .scenario_values import Path, title_faults

FIXED = ("all", "if", "at", "to")


def reserved_words(kinds: Sequence[type[Order]], policies: Mapping[str, Sequence[str]], *others: str) -> frozenset[str]:
    """The words that orders begin with or contain, which no unit may have as its id."""
    verbs = (word for kind in kinds for word in (str(kind.__struct_config__.tag), *kind.ALIASES, *kind.SHORT))
    return frozenset((*verbs, *FIXED, *policies, *(word for words in policies.values() for word in words), *others))


def id_faults(key: str, path: Path, reserved: Collection[str]) -> Iterator[Fault]:
    """A letter first, 12 characters at most, and no word of orders."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,11}", key):
        yield Fault(
            (*path, "id"),
            f"{key} cannot be an id",
            "an id is a letter and then letters, digits or hyphens, at most 12 in all",
        )
    elif key.lower() in reserved:
        yield Fault((*path, "id"), f"{key} is a word of orders and cannot be an id", f"write for example {key}1")


def unit_name_faults(
    number: int, unit: Mapping[str, Any], taken: dict[str, int], reserved: Collection[str]
) -> Iterator[Fault]:
    """The id and the name of the unit with this number in the list; ``taken`` keeps those of the units before it."""
    path, key, name = ("units", number), unit["id"], unit.get("name", unit["id"])
    yield from id_faults(key, path, reserved)
    wrong = list(title_faults(name, (*path, "name"), "a unit's"))
    yield from wrong
    for part, word in {"id": key, "name": name}.items() if not wrong else ():
        owner = taken.setdefault(word.lower(), number)
        if owner != number and part in unit:
            yield taken_fault((*path, part), word, owner)


def taken_fault(path: Path, word: str, owner: int) -> Fault:
    """The name belongs to another unit of the list already."""
    return Fault(
        path, f"{word} is already the name of unit {owner + 1} in the list", "give each unit a name of its own"
    )
