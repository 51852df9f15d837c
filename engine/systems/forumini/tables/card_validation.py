"""What a scenario's own cards may not say (FA 1.4 to 1.15, 19.1, 27.1)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from engine.contract import Fault, Unreadable, convert, counted
from engine.toolkit.scenario_values import Path, did_you_mean, unknown_keys

from .rows import ROWS, Armour, Class, Sign, Tables, UnitCard

FIELDS = tuple(ROWS.get(field, "except" if field == "excepted" else field) for field in UnitCard.__struct_fields__)
"""The words of a card, as scenarios write them."""
NEEDED: Mapping[str, tuple[str, ...]] = {
    "soldier": ("speed", "defense", "cover"),
    "vehicle": ("speed", "defense", "cover"),
    "aircraft": ("speed", "defense"),
    "obstacle": (),
}
_ALWAYS = ("name", "nation", "cost", "date", "kind", "sub")
_FOREIGN = {
    "soldier": ("af", "ab", "bombs"),
    "vehicle": ("af", "ab", "bombs"),
    "aircraft": ("aa", "cover"),
    "obstacle": ("speed", "defense", "cover", "range", *ROWS.values(), "bombs"),
}
_NUMBERS = {"cost": (0, 10_000), "date": (1900, 2000), "speed": (0, 20), "cover": (1, 12), "initiative": (0, 12)}


def type_words(kind: Class, tables: Tables) -> tuple[str, ...]:
    """FA 1.5 to 1.7: the type words of a class; obstacles have the rows of their chart."""
    if kind == "obstacle":
        return tuple(tables.obstacles)
    return tuple(word for word, known in tables.words.items() if kind in known.classes)


def card_faults(path: Path, written: Mapping[str, Any], tables: Tables) -> Iterator[Fault]:
    """Everything wrong with one card of the rulebook or of a scenario; ``path`` ends with its key."""
    key = str(path[-1])
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,39}", key):
        yield Fault(
            path,
            f"{key} cannot be the key of a type",
            "a key is a letter and then letters, digits or hyphens, at most 40 in all",
        )
    yield from unknown_keys(written, FIELDS, path)
    kind: Any = written.get("kind")
    if kind not in get_args(Class):
        where, says = (
            ((*path, "kind"), f"{kind} is not a class of unit")
            if "kind" in written
            else (path, f"the type {key} has no kind")
        )
        yield Fault(where, says, f"kind is {' or '.join(get_args(Class))}")
        return
    for part in (*_ALWAYS, *NEEDED[kind]):
        if written.get(part) is None:
            yield Fault(path, f"the type {key} has no {part}", f"a {kind} has {', '.join((*_ALWAYS, *NEEDED[kind]))}")
    for part in _FOREIGN[kind]:
        if written.get(part):
            yield Fault((*path, part), f"the type {key} is of class {kind}, which has no {part}", "leave it out")
    yield from _words(kind, written, tables, path)
    yield from _figures(written, path)
    yield from _name(written.get("name"), path)
    yield from _defense(kind, written.get("defense"), (*path, "defense"))
    yield from _attacks(written, path)
    yield from _abilities(written, tables, path)
    if not _converts(written):
        yield Fault(
            path,
            f"the type {key} cannot be read",
            "name is a text, sub a list of words, the rest numbers and lists of numbers",
        )


def is_whole_number(value: Any, least: int, most: int) -> bool:
    """Whether a value is a whole number within bounds."""
    return type(value) is int and least <= value <= most


def _name(name: Any, path: Path) -> Iterator[Fault]:
    if name is not None and (not isinstance(name, str) or not 0 < len(name) <= 60 or '"' in name):
        yield Fault((*path, "name"), "a card's name has 1 to 60 characters and no quotation marks")


def _words(kind: Class, written: Mapping[str, Any], tables: Tables, path: Path) -> Iterator[Fault]:
    """FA 1.5 to 1.7, 3.5: nation and type words."""
    if "nation" in written and (not isinstance(written["nation"], str) or written["nation"] not in tables.nations):
        yield Fault(
            (*path, "nation"),
            f"{written['nation']} is not a nation",
            did_you_mean(str(written["nation"]), tuple(tables.nations)),
        )
    sub, known = written.get("sub"), type_words(kind, tables)
    if sub is not None and (not isinstance(sub, list) or not sub):
        yield Fault((*path, "sub"), "sub is a list of type words", f"for example [{known[0]}]")
    for nth, word in enumerate(sub if isinstance(sub, list) else ()):
        if word not in known:
            yield Fault(
                (*path, "sub", nth), f"{word} is not a type word of class {kind}", did_you_mean(str(word), known)
            )
    if (sign := written.get("sign")) is not None and sign not in get_args(Sign):
        signs = tuple(filter(None, get_args(Sign)))
        yield Fault((*path, "sign"), f"{sign} is not a sign", did_you_mean(str(sign), signs))
    excepted, of_soldiers = written.get("except") or [], type_words("soldier", tables)
    for nth, word in enumerate(excepted if isinstance(excepted, list) else ()):
        if word not in of_soldiers:
            yield Fault(
                (*path, "except", nth), f"{word} is not a type word of soldiers", did_you_mean(str(word), of_soldiers)
            )


def _figures(written: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    for part, (least, most) in _NUMBERS.items():
        if written.get(part) is not None and not is_whole_number(written[part], least, most):
            yield Fault((*path, part), f"{part} is a whole number from {least} to {most}, not {written[part]}")
    sub = written.get("sub")
    if written.get("initiative") and isinstance(sub, list) and "commander" not in sub:
        yield Fault((*path, "initiative"), "only commanders have an initiative", "add commander to sub")


def _defense(kind: str, written: Any, path: Path) -> Iterator[Fault]:
    """FA 1.9 to 1.11: one pair, or one for each facing of a vehicle; the first number at least 1, the second not
    below it.
    """
    if written is None or kind == "obstacle":
        return
    faces = get_args(Armour)
    if kind == "vehicle" and (not isinstance(written, Mapping) or sorted(map(str, written)) != sorted(faces)):
        yield Fault(
            path,
            f"a vehicle has a defense for each of {', '.join(faces)}",
            "for example {front: [5, 8], side: [4, 6], ...}",
        )
        return
    pairs = written if isinstance(written, Mapping) else {"": written}
    if kind != "vehicle" and isinstance(written, Mapping):
        yield Fault(path, f"a {kind} has one defense", "for example [4, 7]")
        return
    for face, pair in pairs.items():
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(is_whole_number(one, 1, 99) for one in pair)
            or pair[0] > pair[1]
        ):
            where = (*path, face) if face else path
            yield Fault(where, "a defense is two numbers from 1, the second not below the first", "for example [4, 7]")


def _attacks(written: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """FA 1.14, 1.15: bounds that rise, and no row longer than they are."""
    bounds = written.get("range") or []
    if (
        not isinstance(bounds, list)
        or not all(is_whole_number(one, 0, 99) for one in bounds)
        or sorted(set(bounds)) != bounds
    ):
        yield Fault((*path, "range"), "range lists the last hex of each column, rising", "for example [1, 4, 8]")
        return
    for word in ROWS.values():
        row = written.get(word) or []
        if not isinstance(row, list) or not all(is_whole_number(one, 0, 99) for one in row):
            yield Fault((*path, word), f"{word} lists dice, one number for each column of range", "for example [7, 6]")
        elif len(row) > len(bounds):
            yield Fault(
                (*path, word),
                f"{word} has {counted(len(row), 'column')}, range only {len(bounds)}",
                "write as many numbers as range has",
            )
    bombs = written.get("bombs")
    if bombs is not None and (
        not isinstance(bombs, Mapping)
        or sorted(map(str, bombs)) != ["count", "dice"]
        or not is_whole_number(bombs["dice"], 1, 99)
        or not is_whole_number(bombs["count"], 0, 99)
    ):
        yield Fault((*path, "bombs"), "bombs are dice and count, both numbers", "for example {dice: 9, count: 1}")


def _abilities(written: Mapping[str, Any], tables: Tables, path: Path) -> Iterator[Fault]:
    """FA 19.1: abilities that exist, each with its number or true; command abilities only for commanders (FA 1.16)."""
    abilities = written.get("abilities") or {}
    if not isinstance(abilities, Mapping):
        yield Fault(
            (*path, "abilities"), "abilities are a mapping from name to number or true", "for example {rally: 2}"
        )
        return
    for name, value in abilities.items():
        where, known = (*path, "abilities", name), tables.abilities.get(name) if isinstance(name, str) else None
        if known is None:
            yield Fault(where, f"{name} is not an ability", did_you_mean(str(name), tuple(tables.abilities)))
        elif known.param == "true" and not isinstance(value, bool):
            yield Fault(where, f"{name} takes no number", f"write {name}: true")
        elif known.param != "true" and not is_whole_number(value, 0, 99):
            yield Fault(where, f"{name} needs a number: {known.param}", f"write for example {name}: 2")
        elif known.manner == "command" and isinstance(written.get("sub"), list) and "commander" not in written["sub"]:
            yield Fault(where, f"{name} is for commanders only", "add commander to sub")


def _converts(written: Mapping[str, Any]) -> bool:
    try:
        convert(
            {
                "name": "",
                "nation": "any",
                "cost": 0,
                "date": 1939,
                "kind": "soldier",
                "sub": [],
                **{key: value for key, value in written.items() if key in FIELDS},
            },
            UnitCard,
        )
    except Unreadable:
        return False
    return True
