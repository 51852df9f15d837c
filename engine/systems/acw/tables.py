"""The tables of the rulebook as typed values, read from ``tables.yaml`` and checked when this module is loaded."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, get_args

from engine.contract import Record
from engine.toolkit.rulebook_tables import Fault, read_tables, written_tables

Arm = Literal["infantry", "cavalry", "artillery", "leader"]
Reading = Literal["higher", "lower", "both"]
Crossing = Literal["free", "half", "none"]


class Type(Record, frozen=True, forbid_unknown_fields=True):
    """A kind of unit.  ``range`` of guns (CW 8.5) and ``command`` of leaders (CW 4.9): in inches.

    ``move``: how the dice are read straight on, back, and sideways or diagonally (CW 4.6); every listed type has it.
    """

    arm: Arm
    bases: int
    charge: bool
    name: str = ""
    range: float = 0.0
    command: float = 0.0
    move: tuple[Reading, Reading, Reading] | None = None


class Modifier(Record, frozen=True, forbid_unknown_fields=True):
    """CW 9.5, 9.6: what is added to a unit's dice.  ``each``: once for each battery or base."""

    value: int
    who: Literal["charger", "target", "both"]
    rounds: Literal["first", "all"]
    each: bool = False


class Outcome(Record, frozen=True, forbid_unknown_fields=True):
    """CW 9.4: bases lost, dice of the retreat (0: none), and whether the unit may advance with one die (CW 9.10)."""

    hits: int
    retreat: int = 0
    advance: bool = False


class TerrainRow(Record, frozen=True, forbid_unknown_fields=True):
    """CW 5: what one kind of terrain does.

    Areas: ``enter``: the arms allowed; ``road_only``: the arms that need a road; ``los``: inches that can be seen into
    it (None: it does not block); ``cover``: its row of ``best``; ``works``: any unit may be set up there; ``crest``:
    its crest blocks and covers; ``uphill``: moves up it are halved; ``value``: shellings to destroy it.

    Lines: ``cross``: what crossing does to an arm (unlisted: free); ``bridge``, ``ford``: what these make of it;
    ``gate``: free at a road.
    """

    enter: tuple[Arm, ...]
    road_only: tuple[Arm, ...] = ()
    unformed: bool = False
    los: float | None = None
    cover: str = ""
    works: bool = False
    value: int = 0
    crest: bool = False
    uphill: bool = False
    cross: Mapping[Arm, Crossing] = {}
    bridge: str = ""
    ford: str = ""
    gate: bool = False


class Points(Record, frozen=True, forbid_unknown_fields=True):
    """Section Points: what a base costs, and what is added for what it can do."""

    base: int
    charge: int
    fast: int
    range_div: float
    command_div: float


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    """The whole of ``tables.yaml``."""

    column: int
    leader_bonus: int
    melee: Mapping[str, Modifier]
    best: Mapping[str, int]
    casualties: Mapping[str, Mapping[str, Outcome]]
    terrain: Mapping[str, TerrainRow]
    types: Mapping[str, Type]
    sizes: Mapping[str, Mapping[str, int]]
    points: Points


TERRAIN = (
    *("woods", "building", "field", "hill", "steep-hill", "entrenchment", "fieldworks"),
    *("river", "stream", "fence", "road", "bridge", "ford"),
)
"""CW 5.1: the kinds of terrain."""
MODIFIERS = ("flank", "rear", "battery-fired", "line-base-in-contact", "leader", "small-arms", "line-attacks-column")
"""CW 9.5, 9.6: the modifiers that the rules calculate."""
COVER = ("entrenchment", "fieldworks", "hard-cover", "cover")
"""CW 9.6: of these only the best counts."""
USUAL_TYPES = ("infantry", "cavalry", "foot-artillery", "horse-artillery", "leader")
"""The types that a scenario's own types are like where they say nothing else."""


def faults(tables: Tables) -> Iterator[Fault]:
    """Everything in the tables that the rules cannot use: names, numbers out of range, contradictions in a row."""
    yield from _range("column", "the inches of a column", tables.column, 0, 36)
    yield from _range("leader_bonus", "the inches of a leader", tables.leader_bonus, 0, 36)
    yield from _names("melee", tables.melee, MODIFIERS)
    yield from _names("best", tables.best, COVER)
    for name, modifier in tables.melee.items():
        yield from _range(f"melee.{name}", "value", modifier.value, -9, 9)
    for name, value in tables.best.items():
        yield from _range(f"best.{name}", "a modifier", value, -9, 9)
    yield from _casualty_faults(tables.casualties)
    yield from _names("terrain", tables.terrain, TERRAIN)
    for name, terrain in tables.terrain.items():
        yield from _terrain_faults(f"terrain.{name}", terrain)
    yield from ((f"types.{name}", "this row is missing") for name in USUAL_TYPES if name not in tables.types)
    for name, kind in tables.types.items():
        yield from _type_faults(f"types.{name}", kind)
    yield from _size_faults(tables.sizes)
    for word in Points.__struct_fields__:
        yield from _range("points", word, getattr(tables.points, word), 1, 99)


def _casualty_faults(casualties: Mapping[str, Mapping[str, Outcome]]) -> Iterator[Fault]:
    yield from _names("casualties", casualties, ("less", "equal", "more"))
    for result, outcomes in casualties.items():
        yield from _names(f"casualties.{result}", outcomes, ("loser", "winner"))
        for who, outcome in outcomes.items():
            row = f"casualties.{result}.{who}"
            yield from _range(row, "hits", outcome.hits, 0, 9)
            yield from _range(row, "retreat", outcome.retreat, 0, 9)
            if who == "winner" and outcome.retreat:
                yield row, "the winner does not retreat"
            if who == "loser" and outcome.advance:
                yield row, "the loser does not advance"


def _terrain_faults(row: str, terrain: TerrainRow) -> Iterator[Fault]:
    if terrain.los is not None:
        yield from _range(row, "los", terrain.los, 0, 99)
    yield from _range(row, "value", terrain.value, 0, 99)
    yield from _word(row, "cover", terrain.cover, ("", *COVER))
    yield from _word(row, "bridge", terrain.bridge, ("", "column"))
    yield from _word(row, "ford", terrain.ford, ("", *get_args(Crossing)))
    for arm in terrain.road_only:
        if arm in terrain.enter:
            yield row, f"{arm} cannot be both in enter and in road_only"
    if (terrain.bridge or terrain.ford or terrain.gate) and not terrain.cross:
        yield row, "bridge, ford and gate are for lines, which have `cross`"


def _type_faults(row: str, kind: Type) -> Iterator[Fault]:
    yield from _range(row, "bases", kind.bases, 1, 1 if kind.arm == "leader" else 20)
    yield from _range(
        row, "range", kind.range, 1 if kind.arm == "artillery" else 0, 99 if kind.arm == "artillery" else 0
    )
    yield from _range(row, "command", kind.command, 0, 99 if kind.arm == "leader" else 0)
    if kind.move is None:
        yield row, "needs move: how its dice are read straight on, back, and sideways (CW 4.6)"
    if kind.charge and kind.arm not in ("infantry", "cavalry"):
        yield row, f"only infantry and cavalry charge, not {kind.arm} (CW 7.1)"


def _size_faults(sizes: Mapping[str, Mapping[str, int]]) -> Iterator[Fault]:
    yield from _names("sizes", sizes, ("infantry", "cavalry", "artillery"))
    for arm, rows in sizes.items():
        for size, bases in rows.items():
            yield from _range(f"sizes.{arm}.{size}", "bases", bases, 1, 20)


def _names(table: str, rows: Iterable[str], needed: tuple[str, ...]) -> Iterator[Fault]:
    """Rows that are missing, and rows that the rules do not know."""
    present = tuple(rows)
    yield from ((f"{table}.{name}", "this row is missing") for name in needed if name not in present)
    unknown = (name for name in present if name not in needed)
    yield from ((f"{table}.{name}", f"is unknown; there are {', '.join(needed)}") for name in unknown)


def _word(row: str, field: str, word: str, known: tuple[str, ...]) -> Iterator[Fault]:
    if word not in known:
        yield row, f"{field} must be {' or '.join(filter(None, known))}, not {word}"


def _range(row: str, what: str, number: float, least: int, most: int) -> Iterator[Fault]:
    if not least <= number <= most:
        yield row, f"{what} must be from {least} to {most}, not {number:g}"


FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables, faults)
