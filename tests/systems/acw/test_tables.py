"""The tables of ACW check themselves: whatever is damaged is named with file and row."""

from typing import Any

import pytest

from engine.systems.acw.tables import FILE, Tables, faults
from tests.support import damaged_tables as damaged
from tests.support.damaged_tables import CheckedTables, Row
from tests.support.many_cases import for_each
from tests.support.sampling import share

TABLES = CheckedTables(FILE, Tables, faults)
WRITTEN = TABLES.written


def may_be_left_out(row: Row) -> bool:
    """What has a default: most of what a kind of terrain does, an arm that crosses freely; and a size of units."""
    match row:
        case ("terrain", _, name, *_):
            return name != "enter"
        case ("melee", _, name):
            return name == "each"
        case ("casualties", _, _, name):
            return name in ("retreat", "advance")
        case ("types", _, name):
            return name == "command"
        case ("sizes", _, _):
            return True
        case _:
            return False


def test_the_tables_of_the_rulebook_have_no_faults() -> None:
    TABLES.read(WRITTEN)


@pytest.mark.parametrize(
    "row", [row for row in damaged.names(WRITTEN) if not may_be_left_out(row)][:: share(1, 19)], ids=str
)
def test_a_row_left_out_is_named(row: Row) -> None:
    TABLES.assert_row_left_out_is_named(row)


@for_each("row", [row for row in damaged.names(WRITTEN) if row[0] != "sizes" or len(row) < 3][:: share(1, 19)], ids=str)
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
        (("terrain", "woods", "cover"), "hedge", "terrain.woods: cover must be entrenchment or fieldworks"),
        (("terrain", "woods", "road_only"), ["infantry"], "terrain.woods: infantry cannot be both in enter and"),
        (("terrain", "river", "ford"), "wet", "terrain.river: ford must be free or half or none, not wet"),
        (("terrain", "river", "cross"), {}, "terrain.river: bridge, ford and gate are for lines"),
        (("terrain", "river", "cross", "infantry"), "swim", "terrain.river.cross.infantry: Invalid enum value"),
        (("melee", "flank", "who"), "umpire", "melee.flank.who: Invalid enum value 'umpire'"),
        (("casualties", "less", "winner", "retreat"), 1, "casualties.less.winner: the winner does not retreat"),
        (("casualties", "less", "loser", "advance"), True, "casualties.less.loser: the loser does not advance"),
        (("types", "cavalry", "move"), ["higher", "lower"], "types.cavalry.move"),
        (("types", "cavalry", "move"), None, "types.cavalry: needs move"),
        (("types", "leader", "charge"), True, "types.leader: only infantry and cavalry charge, not leader"),
        (("types", "leader", "bases"), 2, "types.leader: bases must be from 1 to 1, not 2"),
        (("types", "infantry", "range"), 6, "types.infantry: range must be from 0 to 0, not 6"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(row: Row, value: Any, expected: str) -> None:
    assert expected in TABLES.with_row(row, value)
