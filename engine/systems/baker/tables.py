"""The tables of the rulebook as typed values, read once from ``tables.yaml``."""

from pathlib import Path

from engine.toolkit.rulebook_tables import read_tables, written_tables

from .table_rows import Tables
from .table_validation import faults

FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables, faults)
UNITS = TABLES.units
CATALOGUE = tuple(UNITS)
"""The types in catalogue order."""
LAND, AIR, NAVAL = (tuple(key for key, kind in UNITS.items() if kind.sort == sort) for sort in ("land", "air", "naval"))
COMBAT = (*LAND, *AIR, *NAVAL)
"""BK 1.4: combat units."""
AA, COMPLEX = TABLES.roles.aa, TABLES.roles.complex
INFANTRY, ARTILLERY, TANK = TABLES.roles.infantry, TABLES.roles.artillery, TABLES.roles.tank
FIGHTER, BOMBER = TABLES.roles.fighter, TABLES.roles.bomber
TRANSPORT, SUBMARINE = TABLES.roles.transport, TABLES.roles.submarine
CARRIER, BATTLESHIP = TABLES.roles.carrier, TABLES.roles.battleship
