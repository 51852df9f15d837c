"""The tables of Zone Control check themselves: whatever is damaged is named with file and row."""

from typing import Any

import pytest

from engine.systems.zones.presentation.cards import FACTION_CARDS
from engine.systems.zones.rules.combat.modifier_words import MODIFIERS as MODIFIER_WORDS
from engine.systems.zones.table_rows import FACTIONS, MODIFIERS, Tables
from engine.systems.zones.table_validation import faults
from engine.systems.zones.tables import FILE
from tests.support import damaged_tables as damaged
from tests.support.damaged_tables import CheckedTables, Row
from tests.support.many_cases import for_each
from tests.support.sampling import share

TABLES = CheckedTables(FILE, Tables, faults)
WRITTEN = TABLES.written
OPTIONAL = {"close", "ammo"}
"""Figures of a weapon that have a default."""
CARRIED = {weapon for kind in WRITTEN["types"].values() for weapon in kind["weapons"]} | {"bare-hands"}


def may_be_left_out(row: Row) -> bool:
    """A type as long as its faction has others; what has a default."""
    match row:
        case ("types", _):
            return True
        case ("weapons", _, name):
            return name in OPTIONAL
        case _:
            return False


def test_the_tables_of_the_rulebook_have_no_faults() -> None:
    TABLES.read(WRITTEN)


def test_every_weapon_is_carried_by_a_type() -> None:
    assert set(WRITTEN["weapons"]) == CARRIED


def test_every_faction_and_every_modifier_has_words() -> None:
    assert tuple(FACTION_CARDS) == FACTIONS
    assert set(MODIFIER_WORDS) == {name for names in MODIFIERS.values() for name in names}


@for_each("row", [row for row in damaged.names(WRITTEN) if not may_be_left_out(row)][:: share(1, 19)], ids=str)
def test_a_row_left_out_is_named(row: Row) -> None:
    TABLES.assert_row_left_out_is_named(row)


@for_each("row", [row for row in damaged.names(WRITTEN) if row[:-1] != ("types",)][:: share(1, 19)], ids=str)
def test_a_name_misspelt_is_named(row: Row) -> None:
    TABLES.assert_misspelt_name_is_named(row)


@pytest.mark.parametrize("number", [-1000, 100_001], ids=("too small", "too large"))
@pytest.mark.parametrize("row", list(damaged.numbers(WRITTEN))[:: share(1, 19)], ids=str)
@pytest.mark.long
def test_a_number_out_of_range_is_named(row: Row, number: int) -> None:
    message = TABLES.with_row(row, number)
    assert damaged.named(row)[0] in message
    assert row[0] == "boards" or all(name in message for name in damaged.named(row)[:2])


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_a_board_left_out_or_misspelt_is_named(name: str) -> None:
    boards = WRITTEN["boards"]
    kept = [board for board in boards if board["name"] != name]
    assert f"boards.{name}: this row is missing" in TABLES.refusal(damaged.changed(WRITTEN, ("boards",), kept))
    misspelt = [{**board, "name": "huge"} if board["name"] == name else board for board in boards]
    message = TABLES.refusal(damaged.changed(WRITTEN, ("boards",), misspelt))
    assert "boards.huge: is unknown; there are small, medium, large" in message


@for_each("figure", [name for name in WRITTEN["types"]["lancers"] if name != "points"])
@for_each("key", list(WRITTEN["types"])[:: share(1, 5)])
def test_a_figure_left_out_of_a_type_is_named(key: str, figure: str) -> None:
    expected = f"zones/tables.yaml: types.{key}: Object missing required field `{figure}`"
    assert TABLES.refusal(damaged.without(WRITTEN, ("types", key, figure))) == expected


def test_a_type_may_have_bare_hands_only() -> None:
    tables = TABLES.read(damaged.changed(WRITTEN, ("types", "lancers", "weapons"), ["bare-hands"]))
    assert tables.types["lancers"].weapons == ("bare-hands",)


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_without_types_is_named(faction: str) -> None:
    types = {key: kind for key, kind in WRITTEN["types"].items() if kind["faction"] != faction}
    assert f"types: the faction {faction} has no type" in TABLES.refusal(damaged.changed(WRITTEN, ("types",), types))


@for_each("weapon", sorted(CARRIED - {"bare-hands"}))
def test_a_weapon_that_a_type_carries_must_exist(weapon: str) -> None:
    message = TABLES.refusal(damaged.without(WRITTEN, ("weapons", weapon)))
    for key, kind in WRITTEN["types"].items():
        assert (f"types.{key}: there is no weapon {weapon}; there are" in message) == (weapon in kind["weapons"])


@for_each(
    ("row", "value", "expected"),
    [
        (("types", "lancers", "weapons"), ["lence"], "types.lancers: there is no weapon lence; there are rifle, "),
        (("types", "lancers", "weapons"), ["lance", "lance"], "types.lancers: the weapon lance is listed twice"),
        (("types", "lancers", "weapons"), "lance", "types.lancers.weapons: Expected `array`"),
        (("types", "lancers", "traits"), ["surefot"], "types.lancers: there is no trait surefot; there are deep-"),
        (("types", "lancers", "faction"), "colonials", "types.lancers: there is no faction colonials; there are "),
        (("types", "lancers", "faction"), "", "types.lancers: there is no faction without a name; there are "),
        (("types", "lancers", "points"), None, "types.lancers: needs points"),
        (("types", "lancers", "move"), "far", "types.lancers.move: Expected `float`"),
        (("types", "lancers", "base"), 13, "types.lancers: base must be from 0.1 to 12, not 13"),
        (("types", "two lancers"), WRITTEN["types"]["lancers"], "types.two lancers: a key is a letter followed by"),
        (("weapons", "lance", "range"), 5, "weapons.lance: range must be from 6 to 200, not 5"),
        (("weapons", "lance", "ammo"), 2, "weapons.lance: a melee weapon (range 6) cannot have ammo"),
        (("weapons", "lance", "close"), True, "weapons.lance: a melee weapon (range 6) cannot have close"),
        (("modifiers", "melee"), {"cover-sparse": 1}, "modifiers.melee.cover-dense: this row is missing"),
        (("boards", 1, "units"), [5, 6], "boards.medium: units must begin with 4, not 5"),
        (("boards", 0, "sizes"), [[24, 24], [24, 35]], "boards.small: a size must be a multiple of 12 inches, not 35"),
        (("boards", 0, "zones"), [4, 7], "boards.small: zones must be 4, 6, as the sizes have, not 4, 7"),
        (("boards", 0, "sizes"), [], "boards.small: needs a size"),
        (("boards", 1, "name"), "small", "boards.small: there are 2 rows of this name"),
        (("boards", 2, "units"), [7, 20], "boards.large: the last board is for up to 99 units, not 20"),
        (
            ("constants", "rounds"),
            {"short": 10, "long": 5},
            "rounds.long: a long game must have more rounds than a sho",
        ),
        (("constants", "fall-back"), 0, "constants: fall-back must be from 1 to 100, not 0"),
        (
            ("weapons", "bare-hands", "range"),
            12,
            "weapons.bare-hands: must be a melee weapon (range 6), not of range 12",
        ),
        (
            ("types", "lancers", "weapons"),
            [],
            "types.lancers: needs a weapon; a type that carries none has [bare-hands]",
        ),
        (("points", "move-div"), 0, "points: move-div must be from 0.01 to 100, not 0"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(row: Row, value: Any, expected: str) -> None:
    assert expected in TABLES.with_row(row, value)
