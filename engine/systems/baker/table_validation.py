"""Checks the tables of the rulebook as they are read: every contradiction and gap, with its row and a sentence."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from engine.toolkit.rulebook_tables import Fault
from engine.toolkit.wording import regular_plural

from .table_rows import LOADED, Class, Kind, Limits, Lists, Tables, Type, Who

SCOPES = ("land attack", "land defence", "sea attack", "sea defence")
"""The scopes of the default lists (BK 17)."""
ROUNDS = ("first", "later")
ROLE_CLASSES: Mapping[Class, tuple[str, ...]] = {
    "land": ("infantry", "artillery", "tank"),
    "air": ("fighter", "bomber"),
    "naval": ("transport", "submarine", "carrier", "battleship"),
    "gear": ("aa", "complex"),
}
"""The class that the type of each role must have."""


def faults(tables: Tables) -> Iterator[Fault]:
    """Every contradiction and gap in the tables: the row and a sentence."""
    fighting = {key: kind for key, kind in tables.units.items() if kind.sort != "gear"}
    yield from _unit_faults(tables)
    yield from _role_faults(tables)
    yield from _alias_faults(tables)
    yield from _step_faults(tables, fighting)
    yield from _hit_faults(tables, fighting)
    yield from _list_faults(tables, fighting)
    for name in Limits.__struct_fields__:
        yield from _range_faults(f"limits.{name.replace('_', '-')}", getattr(tables.limits, name), 1, 99)


def _unit_faults(tables: Tables) -> Iterator[Fault]:
    for key, kind in tables.units.items():
        least = 0 if kind.sort == "gear" else 1
        yield from _range_faults(f"units.{key}.attack", kind.attack, least, 6)
        yield from _range_faults(f"units.{key}.defence", kind.defence, least, 6)
        yield from _range_faults(f"units.{key}.move", kind.move, least, 99)
        yield from _range_faults(f"units.{key}.cost", kind.cost, 1, 999)


def _role_faults(tables: Tables) -> Iterator[Fault]:
    """Each role has a type of its own, of the right class; all gear has a role."""
    taken = dict[str, str]()
    for sort, roles in ROLE_CLASSES.items():
        for role in roles:
            row, key = f"roles.{role}", getattr(tables.roles, role)
            yield from _type_faults(row, (key,), tables.units)
            if key in tables.units and tables.units[key].sort != sort:
                yield row, f"must be a type of class {sort}; {key} is of class {tables.units[key].sort}"
            if key in taken:
                yield row, f"{key} already has the role {taken[key]}; each role needs a type of its own"
            taken.setdefault(key, role)
    for key, kind in tables.units.items():
        if kind.sort == "gear" and key not in taken:
            yield f"units.{key}", f"gear needs a role; there are {' and '.join(ROLE_CLASSES['gear'])}"


def _alias_faults(tables: Tables) -> Iterator[Fault]:
    """Each type has a row, perhaps an empty one, and no word means two types."""
    named = (*tables.units, LOADED)
    meant = {form: key for key in named for form in (key, regular_plural(key))}
    yield from (
        (f"aliases.{key}", "this row is missing; write [] for none") for key in named if key not in tables.aliases
    )
    yield from _type_faults("aliases", tables.aliases, named)
    for key, words in tables.aliases.items():
        for word in words:
            if not re.fullmatch(r"[a-z]+( [a-z]+)*", word):
                yield f"aliases.{key}", f"{word!r} must be small letters, with single spaces between words"
            for other in sorted({meant.get(form, key) for form in (word, regular_plural(word))} - {key}):
                yield f"aliases.{key}", f"{word} already means {other}; a word can mean one type only"
            if words.count(word) > 1:
                yield f"aliases.{key}", f"{word} is listed twice"
            meant |= {form: key for form in (word, regular_plural(word)) if form not in meant}


def _step_faults(tables: Tables, fighting: Mapping[str, Type]) -> Iterator[Fault]:
    """Each type fires once a round for each side that may have it in the battle (BK 3.1, 5 to 7)."""
    yield from (
        (f"steps.{kind}", "this kind of battle is missing") for kind in get_args(Kind) if kind not in tables.steps
    )
    for kind, steps in tables.steps.items():
        for name in ROUNDS:
            row, listed = f"steps.{kind}.{name}", getattr(steps, name)
            for side in get_args(Who):
                firing = [key for step in listed if step.side == side for key in step.types]
                wanted = _firing(tables, fighting, kind, name, side)
                yield from _firing_faults(f"{row} ({side})", firing, wanted, fighting)
            if not all(step.types for step in listed):
                yield row, "a step lists no type"
            if any(step.unload for step in listed) and (kind, name) != ("amphibious", "first"):
                yield row, "unload: true is for the first round of an amphibious battle only"
        if kind == "amphibious" and sum(step.unload for step in steps.first) != 1:
            yield "steps.amphibious.first", "exactly one step must have unload: true"


def _firing_faults(row: str, firing: Sequence[str], wanted: set[str], fighting: Mapping[str, Type]) -> Iterator[Fault]:
    """One side's types in a round: ``firing`` are those listed, ``wanted`` those that must be."""
    yield from _type_faults(row, firing, fighting)
    yield from ((row, f"{key} is missing, so it would never fire") for key in sorted(wanted - {*firing}))
    yield from (
        (row, f"{key} never fires in this round of such a battle") for key in firing if key in {*fighting} - wanted
    )


def _firing(tables: Tables, fighting: Mapping[str, Type], kind: Kind, name: str, side: Who) -> set[str]:
    """The types that must have a step: all that may fight in this kind of battle.

    Left out are ships in a landing and bombers that defend at sea.
    """
    ashore = {key for key, unit in fighting.items() if unit.sort != "naval"}
    if kind == "naval":
        afloat = {key for key, unit in fighting.items() if unit.sort != "land"}
        return afloat - ({tables.roles.bomber} if side == "defender" else set())
    support = {tables.roles.battleship} if kind == "amphibious" and name == "first" and side == "attacker" else set()
    return ashore | support


def _hit_faults(tables: Tables, fighting: Mapping[str, Type]) -> Iterator[Fault]:
    """Each combat unit must have a row in which every type it may meet is in one class (BK 4)."""
    yield from (
        (f"hits.{key}", "this row is missing, so its hits would take nothing")
        for key in fighting
        if key not in tables.hits
    )
    yield from _type_faults("hits", tables.hits, fighting)
    for key, hits in tables.hits.items():
        if not hits.classes:
            yield f"hits.{key}.classes", "names no class of units that can be hit"
        met = _types_met(tables, fighting, key) if key in fighting else set[str]()
        # with a list for ones, other dice may reach the shooter's own class only (BK 4.9)
        own = {other for other in met if not hits.one or fighting[other].sort == fighting[key].sort}
        yield from _class_faults(f"hits.{key}", hits.classes, own, fighting)
        if hits.one:
            yield from _class_faults(f"hits.{key}.on-one", hits.one, met, fighting)


def _class_faults(
    row: str, classes: Sequence[Sequence[str]], met: set[str], fighting: Mapping[str, Type]
) -> Iterator[Fault]:
    """Every type that a shooter may meet must be in exactly one of its classes."""
    listed = [key for types in classes for key in types]
    yield from _type_faults(row, listed, fighting)
    yield from ((row, f"{key} is missing, so it could never be hit") for key in sorted(met - {*listed}))
    if not all(classes):
        yield row, "a class lists no type"


def _types_met(tables: Tables, fighting: Mapping[str, Type], key: str) -> set[str]:
    """The types that a type may have to hit (BK 5 to 7).

    Battleships meet land units and defending artillery meets ships, both before a landing.
    """
    roles, sorts = tables.roles, {"land", "air", "naval"}
    if key != roles.battleship and fighting[key].sort != "air":
        sorts = {"air", fighting[key].sort}
    ships = {roles.transport, roles.battleship} if key == roles.artillery else set[str]()
    return {other for other, unit in fighting.items() if unit.sort in sorts or other in ships}


def _list_faults(tables: Tables, fighting: Mapping[str, Type]) -> Iterator[Fault]:
    """The default lists must be complete: each type that can be lost or picked is listed once (BK 17)."""
    for policy in Lists.__struct_fields__:
        lists = getattr(tables.defaults, policy)
        yield from ((f"defaults.{policy}", f"{scope} is missing") for scope in SCOPES if scope not in lists)
        for scope, types in lists.items():
            row = f"defaults.{policy}.{scope}"
            if scope not in SCOPES:
                yield row, f"is unknown; there are {', '.join(SCOPES)}"
            yield from _type_faults(row, types, (*fighting, LOADED))
            yield from (
                (row, f"{key} is missing") for key in sorted(_listed_types(tables, fighting, policy, scope) - {*types})
            )


def _listed_types(tables: Tables, fighting: Mapping[str, Type], policy: str, scope: str) -> set[str]:
    """The types that a default list must have: all that can be lost or picked there, loaded transports too."""
    roles, sort = tables.roles, "naval" if scope.startswith("sea") else "land"
    wanted = {key for key, unit in fighting.items() if unit.sort in ("air", sort)}
    if sort == "naval":
        wanted.add(LOADED)
    match policy, scope:
        case ("losses", "sea defence") | ("targets", "sea attack"):
            return wanted - {roles.bomber}  # bombers never defend at sea
        case "targets", "land defence":
            return wanted | {roles.transport, LOADED, roles.carrier, roles.battleship}  # before a landing (BK 7.6)
    return wanted


def _type_faults(row: str, types: Iterable[str], known: Iterable[str]) -> Iterator[Fault]:
    """Types that are unknown or listed twice."""
    seen, all_of_them = set[str](), tuple(known)
    for key in types:
        if key not in all_of_them:
            yield row, f"there is no type {key}; there are {', '.join(all_of_them)}"
        elif key in seen:
            yield row, f"{key} is listed twice"
        seen.add(key)


def _range_faults(row: str, number: int, least: int, most: int) -> Iterator[Fault]:
    if not least <= number <= most:
        yield row, f"must be from {least} to {most}, not {number}"
