"""The tables of MiniWars check themselves: whatever is damaged is named with file and row."""

from typing import Any

import pytest

from engine.systems.miniwars.tables import FILE, Tables, faults
from tests.support import damaged_tables as damaged
from tests.support.damaged_tables import CheckedTables, Row
from tests.support.many_cases import for_each
from tests.support.sampling import share

TABLES = CheckedTables(FILE, Tables, faults)
WRITTEN = TABLES.written
OPTIONAL = {"missile", "cavalry", "cost", "blocks_los"}
"""What a row may leave out."""


def may_be_left_out(row: Row) -> bool:
    """A type, the modifier of a terrain that has none, and what has a default."""
    match row:
        case ("types", _) | ("melee_modifiers", "attacker_terrain" | "defender_terrain", _):
            return True
        case ("types" | "terrain" | "hexsides", _, name):
            return name in OPTIONAL
        case _:
            return False


def test_the_tables_of_the_rulebook_have_no_faults() -> None:
    TABLES.read(WRITTEN)


@for_each("row", [row for row in damaged.names(WRITTEN) if not may_be_left_out(row)][:: share(1, 19)], ids=str)
def test_a_row_left_out_is_named(row: Row) -> None:
    TABLES.assert_row_left_out_is_named(row)


@for_each("row", [row for row in damaged.names(WRITTEN) if row[:-1] != ("types",)][:: share(1, 19)], ids=str)
def test_a_name_misspelt_is_named(row: Row) -> None:
    TABLES.assert_misspelt_name_is_named(row)


@pytest.mark.parametrize("number", [-1000, 1001], ids=("too small", "too large"))
@pytest.mark.parametrize("row", list(damaged.numbers(WRITTEN))[:: share(1, 19)], ids=str)
@pytest.mark.long
def test_a_number_out_of_range_is_named(row: Row, number: int) -> None:
    message = TABLES.with_row(row, number)
    assert all(name in message for name in damaged.named(row)[:2])


@for_each(
    ("row", "value", "expected"),
    [
        (("terrain", "plain", "infantry"), 1.25, "terrain.plain.infantry: movement points must be from 0 to 20"),
        (("melee", 2), [6, 7, 8, 9], "melee row 3: has 4 numbers and needs 5"),
        (("melee",), [], "melee: needs a row"),
        (("missile", "B"), [], "missile.B: needs a number"),
        (("missile", "B"), [4, 3], "missile.B: must not get easier"),
        (("types", "giants", "missile"), "F", "types.giants: there is no missile code F"),
        (("types", "giants", "morale"), "?", "types.giants.morale: Invalid enum value '?'"),
        (("types", "giants", "name"), "", "types.giants: needs a name"),
        (("types", "giants", "move"), "far", "types.giants.move: Expected `int`"),
        (("pricing", "chance"), [35, 55], "pricing.chance: has 2 numbers and needs 5"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(row: Row, value: Any, expected: str) -> None:
    assert expected in TABLES.with_row(row, value)
