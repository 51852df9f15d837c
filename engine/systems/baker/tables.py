"""The tables of the rulebook as typed values, read once from ``tables.yaml``."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, get_args

from engine.contract import Record
from engine.toolkit.rulebook_tables import Fault, read_tables, written_tables

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
SCOPES = ("land attack", "land defence", "sea attack", "sea defence")
"""The scopes of the default lists (BK 17)."""
ROUNDS = ("first", "later")


def faults(tables: Tables) -> Iterator[Fault]:
    """Every contradiction and gap in the tables: the row and a sentence."""
    fighting = {key: kind for key, kind in tables.units.items() if kind.sort != "gear"}
    yield from _unit_faults(tables)
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
    for role in Roles.__struct_fields__:
        yield from _type_faults(f"roles.{role}", (getattr(tables.roles, role),), tables.units)
    yield from _type_faults("aliases", tables.aliases, (*tables.units, LOADED))


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
                yield from _type_faults(f"{row} ({side})", firing, fighting)
                wanted = _firing(tables, fighting, kind, name, side)
                yield from (
                    (f"{row} ({side})", f"{key} is missing, so it would never fire")
                    for key in sorted(wanted - {*firing})
                )
        if kind == "amphibious" and sum(step.unload for step in steps.first) != 1:
            yield "steps.amphibious.first", "exactly one step must have unload: true"


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
    """Each combat unit must have a row with the classes it can hit (BK 4)."""
    yield from (
        (f"hits.{key}", "this row is missing, so its hits would take nothing")
        for key in fighting
        if key not in tables.hits
    )
    yield from _type_faults("hits", tables.hits, fighting)
    for key, hits in tables.hits.items():
        for group in (*hits.classes, *hits.one):
            yield from _type_faults(f"hits.{key}", group, fighting)
        if not hits.classes:
            yield f"hits.{key}.classes", "names no class of units that can be hit"


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
            wanted = {
                key for key, unit in fighting.items() if unit.sort in ("air", scope.split()[0].replace("sea", "naval"))
            }
            if (policy, scope) in (("losses", "sea defence"), ("targets", "sea attack")):  # bombers never defend at sea
                wanted -= {tables.roles.bomber}
            yield from ((row, f"{key} is missing") for key in sorted(wanted - {*types}))


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


FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables, faults)
UNITS = TABLES.units
CATALOGUE = tuple(UNITS)
"""The types in catalogue order."""
LAND, AIR, NAVAL = (tuple(key for key, kind in UNITS.items() if kind.sort == sort) for sort in ("land", "air", "naval"))
COMBAT = (*LAND, *AIR, *NAVAL)
"""BK 1.4: combat units."""
AA, COMPLEX = "aa", "complex"
INFANTRY, ARTILLERY, TANK = TABLES.roles.infantry, TABLES.roles.artillery, TABLES.roles.tank
FIGHTER, BOMBER = TABLES.roles.fighter, TABLES.roles.bomber
TRANSPORT, SUBMARINE = TABLES.roles.transport, TABLES.roles.submarine
CARRIER, BATTLESHIP = TABLES.roles.carrier, TABLES.roles.battleship
