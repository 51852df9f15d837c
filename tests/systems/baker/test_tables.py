"""Baker's tables check themselves: whatever is left out, misspelt or out of range is named with its file and row."""

import re
from copy import copy
from itertools import pairwise
from typing import Any

import pytest

from engine.systems.baker.table_rows import Tables
from engine.systems.baker.table_validation import SCOPES, faults
from engine.systems.baker.tables import FILE, WRITTEN
from engine.systems.baker.wording import WORDS
from engine.toolkit.rulebook_tables import FaultyTables, read_tables
from tests.support.many_cases import for_each


def refused(written: Any) -> str:
    """The message that these tables are refused with."""
    with pytest.raises(FaultyTables) as caught:
        read_tables(FILE, written, Tables, faults)
    return str(caught.value)


def damaged(*path: Any, value: Any = None) -> Any:
    """The tables with one value changed, or left out if none is given."""
    at: Any = (written := copy(WRITTEN))
    for key in path[:-1]:
        at[key] = copy(at[key])  # what is not changed is shared
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return written


def test_the_tables_as_shipped_have_no_faults() -> None:
    assert read_tables(FILE, WRITTEN, Tables, faults).units


FIGHTING = [key for key, unit in WRITTEN["units"].items() if unit["class"] != "gear"]
FIRING = [
    (kind, part, number, key)
    for kind, steps in WRITTEN["steps"].items()
    for part, listed in steps.items()
    for number, step in enumerate(listed)
    for key in step["types"]
]


@for_each(("kind", "part", "number", "key"), FIRING)
def test_a_type_forgotten_in_a_step_is_named(kind: str, part: str, number: int, key: str) -> None:
    types = WRITTEN["steps"][kind][part][number]["types"]
    side = WRITTEN["steps"][kind][part][number]["side"]
    message = refused(damaged("steps", kind, part, number, "types", value=[other for other in types if other != key]))
    assert f"baker/tables.yaml: steps.{kind}.{part} ({side}): {key} is missing, so it would never fire" in message


@for_each(("kind", "part", "number", "key"), FIRING)
def test_a_type_misspelt_in_a_step_is_named(kind: str, part: str, number: int, key: str) -> None:
    types = [*WRITTEN["steps"][kind][part][number]["types"], f"{key}x"]
    message = refused(damaged("steps", kind, part, number, "types", value=types))
    assert f"steps.{kind}.{part}" in message and f"there is no type {key}x" in message


@pytest.mark.parametrize("kind", WRITTEN["steps"])
def test_a_kind_of_battle_left_out_is_named(kind: str) -> None:
    assert f"baker/tables.yaml: steps.{kind}: this kind of battle is missing" in refused(damaged("steps", kind))


def test_a_landing_without_its_unloading_is_named() -> None:
    number = next(at for at, step in enumerate(WRITTEN["steps"]["amphibious"]["first"]) if step.get("unload"))
    message = refused(damaged("steps", "amphibious", "first", number, "unload"))
    assert "steps.amphibious.first: exactly one step must have unload: true" in message


@for_each("key", FIGHTING)
def test_a_row_of_hits_left_out_or_misspelt_is_named(key: str) -> None:
    assert f"baker/tables.yaml: hits.{key}: this row is missing" in refused(damaged("hits", key))
    assert f"hits.{key}: there is no type tankk" in refused(damaged("hits", key, "classes", value=[["tankk"]]))
    assert f"hits.{key}.classes: names no class" in refused(damaged("hits", key, "classes", value=[]))


@for_each("key", WRITTEN["units"])
@for_each(("figure", "number"), [("attack", 7), ("defence", -1), ("move", 100), ("cost", 0)])
def test_a_figure_out_of_range_is_named(key: str, figure: str, number: int) -> None:
    message = refused(damaged("units", key, figure, value=number))
    assert f"baker/tables.yaml: units.{key}.{figure}: must be from " in message and f"not {number}" in message


@for_each("key", WRITTEN["units"])
def test_a_type_left_out_of_the_catalogue_is_missed_elsewhere(key: str) -> None:
    assert f"there is no type {key}" in refused(damaged("units", key))


@pytest.mark.parametrize("policy", ["losses", "targets"])
@pytest.mark.parametrize("scope", SCOPES)
def test_default_lists_are_whole(policy: str, scope: str) -> None:
    types = WRITTEN["defaults"][policy][scope]
    assert f"defaults.{policy}: {scope} is missing" in refused(damaged("defaults", policy, scope))
    needless = {("targets", "sea attack", "bomber")}  # bombers never defend at sea: a league may leave them out
    for key in types:
        if (policy, scope, key) not in needless:
            shorter = [other for other in types if other != key]
            assert f"defaults.{policy}.{scope}: {key} is missing" in refused(
                damaged("defaults", policy, scope, value=shorter)
            )
    assert f"{types[0]} is listed twice" in refused(damaged("defaults", policy, scope, value=[*types, types[0]]))


@for_each("role", WRITTEN["roles"])
def test_a_role_of_no_type_is_named(role: str) -> None:
    assert f"baker/tables.yaml: roles.{role}: there is no type dragoon" in refused(
        damaged("roles", role, value="dragoon")
    )
    assert "missing required field" in refused(damaged("roles", role))


OF_ANOTHER_CLASS = [
    (role, key)
    for role, own in WRITTEN["roles"].items()
    for key, unit in WRITTEN["units"].items()
    if unit["class"] != WRITTEN["units"][own]["class"]
]


@for_each(("role", "key"), OF_ANOTHER_CLASS)
def test_a_role_for_a_type_of_another_class_is_named(role: str, key: str) -> None:
    own, other = (WRITTEN["units"][kind]["class"] for kind in (WRITTEN["roles"][role], key))
    expected = f"baker/tables.yaml: roles.{role}: must be a type of class {own}; {key} is of class {other}"
    assert expected in refused(damaged("roles", role, value=key)).splitlines()


@for_each(("first", "second"), list(pairwise(WRITTEN["roles"])))
def test_two_roles_for_one_type_are_named(first: str, second: str) -> None:
    key = WRITTEN["roles"][first]
    message = refused(damaged("roles", second, value=key))
    assert f"roles.{second}: {key} already has the role {first}; each role needs a type of its own" in message


def test_gear_without_a_role_is_named() -> None:
    message = refused(damaged("units", "depot", value=WRITTEN["units"]["aa"]))
    assert "baker/tables.yaml: units.depot: gear needs a role; there are aa and complex" in message.splitlines()


@for_each("key", WRITTEN["aliases"])
def test_a_row_of_aliases_left_out_is_named(key: str) -> None:
    message = refused(damaged("aliases", key))
    assert message == f"baker/tables.yaml: aliases.{key}: this row is missing; write [] for none"
    assert read_tables(FILE, damaged("aliases", key, value=[]), Tables, faults)


TAKEN = [
    (key, word, other)
    for key, (other, words) in zip(
        WRITTEN["aliases"], [*list(WRITTEN["aliases"].items())[1:], next(iter(WRITTEN["aliases"].items()))], strict=True
    )
    for word in (*words, other, WORDS[other][1])
]


@for_each(("key", "word", "other"), TAKEN)
def test_a_word_for_two_types_is_named_once(key: str, word: str, other: str) -> None:
    message = refused(damaged("aliases", key, value=[*WRITTEN["aliases"][key], word]))
    assert "already means" in message and {key, other} <= {*re.findall(r"[a-z]+", message)}
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("word", ["Inf", "in  f", "in-f", "", "3inf"])
def test_an_alias_that_no_player_could_type_is_named(word: str) -> None:
    message = refused(damaged("aliases", "infantry", value=["inf", word]))
    says = f"{word!r} must be small letters, with single spaces between words"
    assert f"baker/tables.yaml: aliases.infantry: {says}" in message.splitlines()


def test_an_alias_listed_twice_is_named() -> None:
    message = refused(damaged("aliases", "infantry", value=["inf", "inf"]))
    assert "baker/tables.yaml: aliases.infantry: inf is listed twice" in message.splitlines()


STRANGERS = [
    (kind, part, number, key)
    for kind, steps in WRITTEN["steps"].items()
    for part, listed in steps.items()
    for number, step in enumerate(listed)
    for key in FIGHTING
    if key not in {other for step_ in listed if step_["side"] == step["side"] for other in step_["types"]}
]


@for_each(("kind", "part", "number", "key"), STRANGERS)
def test_a_type_in_a_step_of_a_battle_that_it_has_no_part_in_is_named(
    kind: str, part: str, number: int, key: str
) -> None:
    step = WRITTEN["steps"][kind][part][number]
    message = refused(damaged("steps", kind, part, number, "types", value=[*step["types"], key]))
    expected = f"steps.{kind}.{part} ({step['side']}): {key} never fires in this round of such a battle"
    assert f"baker/tables.yaml: {expected}" in message.splitlines()


@pytest.mark.parametrize(("kind", "part"), [("land", "first"), ("naval", "later"), ("amphibious", "later")])
def test_unloading_in_another_round_or_battle_is_named(kind: str, part: str) -> None:
    message = refused(damaged("steps", kind, part, 0, "unload", value=True))
    assert f"steps.{kind}.{part}: unload: true is for the first round of an amphibious battle only" in message


def test_an_empty_step_is_named() -> None:
    assert "steps.land.first: a step lists no type" in refused(damaged("steps", "land", "first", 0, "types", value=[]))


CLASSES = [
    (key, column, group, position)
    for key, hits in WRITTEN["hits"].items()
    for column in ("classes", "on-one")
    for group, types in enumerate(hits.get(column, ()))
    for position in range(len(types))
]
NEVER_MET = {("artillery", key) for key in ("submarine", "carrier")} | {
    (key, other) for key in ("transport", "carrier") for other in ("infantry", "artillery", "tank")
}
"""Types in a class of every type: the rules never bring them before these shooters."""


@for_each(("key", "column", "group", "position"), CLASSES)
def test_a_type_left_out_of_or_repeated_in_a_row_of_hits_is_named(
    key: str, column: str, group: int, position: int
) -> None:
    types, row = WRITTEN["hits"][key][column][group], f"baker/tables.yaml: hits.{key}{'.on-one' * (column == 'on-one')}"
    other = types[position]
    if (key, other) not in NEVER_MET:
        left = [*types[:position], *types[position + 1 :]]
        message = refused(damaged("hits", key, column, group, value=left))
        assert f"{row}: {other} is missing, so it could never be hit" in message.splitlines()
    message = refused(damaged("hits", key, column, value=[*WRITTEN["hits"][key][column], [other]]))
    assert message == f"{row}: {other} is listed twice"


def test_an_empty_class_is_named() -> None:
    message = refused(damaged("hits", "tank", "classes", value=[*WRITTEN["hits"]["tank"]["classes"], []]))
    assert message == "baker/tables.yaml: hits.tank: a class lists no type"


@pytest.mark.parametrize("limit", WRITTEN["limits"])
def test_a_limit_of_nothing_is_named(limit: str) -> None:
    assert f"baker/tables.yaml: limits.{limit}: must be from 1 to 99, not 0" in refused(
        damaged("limits", limit, value=0)
    )
