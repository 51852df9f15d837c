"""The charts of Zone Control as typed values, read once from ``tables.yaml``."""

from pathlib import Path

from engine.toolkit.rulebook_tables import read_tables, written_tables

from .table_rows import Tables, Weapon
from .table_validation import faults

FILE = Path(__file__).parent / "tables.yaml"
WRITTEN = written_tables(FILE)
TABLES = read_tables(FILE, WRITTEN, Tables, faults)


def is_missile(weapon: Weapon) -> bool:
    """ZC 3.3: whether the weapon is for shooting."""
    return weapon.range > TABLES.constants.close


def is_melee(weapon: Weapon) -> bool:
    """ZC 3.3: whether the weapon can be used in melee, as a close missile weapon can."""
    return weapon.close or not is_missile(weapon)
