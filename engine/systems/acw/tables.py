"""The tables of the rulebook as typed values, read once from ``tables.yaml``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from engine.contract import Record
from engine.toolkit.rulebook_tables import read_tables, written_tables

Arm = Literal["infantry", "cavalry", "artillery", "leader"]
Reading = Literal["higher", "lower", "both"]


class Type(Record, frozen=True, forbid_unknown_fields=True):
    """A kind of unit.  ``range`` of guns and ``command`` of leaders (CW 4.9): in inches.

    ``move``: how the dice are read straight on, back, sideways or diagonally (CW 4.6); None in the catalogue, whose rows are ``movement``.
    """

    arm: Arm
    bases: int
    charge: bool
    name: str = ""
    range: float = 0.0
    command: float = 0.0
    move: tuple[Reading, Reading, Reading] | None = None


class Modifier(Record, frozen=True, forbid_unknown_fields=True):
    """CW 9.5, 9.6: ``who``: charger, target or both; ``rounds``: first or all; ``each``: once for each gun or base."""

    value: int
    who: str
    rounds: str
    each: bool = False


class Outcome(Record, frozen=True, forbid_unknown_fields=True):
    """CW 9.4: bases lost, dice of the retreat (0: none), and whether the winner advances, which is always one die (CW 9.10)."""

    hits: int
    retreat: int = 0
    advance: bool = False


class TerrainRow(Record, frozen=True, forbid_unknown_fields=True):
    """CW 5: what one kind of terrain does.  ``enter``: the arms allowed; ``road_only``: those that need a road.

    ``los``: inches that may be seen into it (None: it does not block); ``cover``: its row of ``best``; ``works``: any may be set up
    there; ``crest``: its crest hides and covers; ``uphill``: halves.  Lines: ``cross``: arm -> free, half or none; ``bridge``, ``ford``:
    what these make of it.
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
    cross: Mapping[Arm, str] = {}
    bridge: str = ""
    ford: str = ""
    gate: bool = False


class Tables(Record, frozen=True, forbid_unknown_fields=True):
    movement: Mapping[str, tuple[Reading, Reading, Reading]]
    column: int
    leader_bonus: int
    melee: Mapping[str, Modifier]
    best: Mapping[str, int]
    casualties: Mapping[str, Mapping[str, Outcome]]
    terrain: Mapping[str, TerrainRow]
    types: Mapping[str, Type]
    sizes: Mapping[str, Mapping[str, int]]


FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables)
