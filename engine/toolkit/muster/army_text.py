"""Army lists on one line, as orders and saved lists hold them: ``line-infantry x6: 2, raider-band: 1``."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

MOST_UNITS = 40
"""Units in one army."""
SIZES = ("models", "bases")
"""What a unit's entry in a scenario calls its size, in the systems whose units have one."""
LONGEST_TYPE = 100
"""Characters of a type, with its size."""
_SEPARATOR = re.compile(r"[:=]")
_AHEAD = re.compile(r"(?P<count>\d+)\s*(?:x\s+|×\s*|\s)\s*(?P<type>\D.*)")


class UnitSize(NamedTuple):
    """A key of an army list: a type, and how many models or bases each unit of it has; None: as many as usual."""

    type: str
    size: int | None

    @classmethod
    def read(cls, written: str) -> "UnitSize":
        """``line-infantry x6``; anything that is not a number remains part of the type's name."""
        found = re.fullmatch(r"(.*\S)\s+[xX]\s*(\d{1,4})", written.strip())
        return cls(found[1], int(found[2])) if found else cls(written.strip(), None)


class UnreadableArmy(ValueError):
    """A text that is no army list; says what is wrong in a sentence without its full stop."""


def read_army(text: str) -> dict[str, int]:
    """Type -> how many units, from ``type: number``, ``number type`` or a type alone, with commas between them.

    Takes time in proportion to the text.  Raises UnreadableArmy.
    """
    army = dict[str, int]()
    for part in re.split(r"[,;\n]", text.strip().strip("{}")):
        if entry := part.strip():
            key, count = _entry(entry)
            army[key] = army.get(key, 0) + count
            if len(army) > MOST_UNITS:
                raise UnreadableArmy(
                    f"the list has more than {MOST_UNITS} types of units, and an army at most {MOST_UNITS} units"
                )
    if not army:
        raise UnreadableArmy("an army list names types of units with their numbers, with commas between them")
    return army


def type_key(written: str) -> str:
    """A key of an army list as orders write it: small letters, and hyphens for spaces: ``line-infantry x6``."""
    size = UnitSize.read(written.strip().strip("\"'"))
    key = re.sub(r"[\s_]+", "-", size.type.strip().lower())
    return key if size.size is None else f"{key} x{size.size}"


def _entry(entry: str) -> tuple[str, int]:
    ahead = None if (found := _counted(entry)) else _AHEAD.fullmatch(entry)
    kind, count = found or ((ahead["type"], ahead["count"]) if ahead else (entry, "1"))
    if len(kind) > LONGEST_TYPE:
        raise UnreadableArmy(
            f'"{kind[:40]} ..." has {len(kind):,} characters; the name of a type has at most {LONGEST_TYPE}'
        )
    if not count.isascii() or not count.isdigit() or not 1 <= int(count.lstrip("0")[:9] or 0) <= MOST_UNITS:
        raise UnreadableArmy(
            f'"{count[:40]}" is not a number of units for {kind.strip()[:40]}; write a number from 1 to {MOST_UNITS}'
        )
    return type_key(kind), int(count.lstrip("0"))


def _counted(entry: str) -> tuple[str, str] | None:
    """The type and the number of ``type: number``: one word behind the first sign that has just one behind it."""
    *before, last = entry.rsplit(None, 1)
    if before and len(before[0]) > 1 and before[0].endswith((":", "=")):
        return before[0][:-1], last
    found = _SEPARATOR.search(entry, max(1, len(entry) - len(last)), len(entry) - 1)
    return (entry[: found.start()], entry[found.end() :]) if found else None


def army_text(army: Mapping[str, int]) -> str:
    """The pair of ``read_army``."""
    return ", ".join(f"{key}: {count}" for key, count in army.items())


def army_of(units: tuple[Mapping[str, Any], ...], side: str) -> dict[str, int]:
    """The army that a scenario gives a side."""
    army = dict[str, int]()
    for unit in units:
        if unit["side"] == side:
            size = next((unit[word] for word in SIZES if unit.get(word) is not None), None)
            key = unit["type"] if size is None else f"{unit['type']} x{size}"
            army[key] = army.get(key, 0) + 1
    return army
