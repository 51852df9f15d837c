"""Baker's tables check themselves: whatever is left out, misspelt or out of range is named with its file and row."""

from copy import deepcopy
from typing import Any

import pytest

from engine.systems.baker.tables import FILE, SCOPES, WRITTEN, Tables, faults
from engine.toolkit.rulebook_tables import FaultyTables, read_tables


def refused(written: Any) -> str:
    """The message that these tables are refused with."""
    with pytest.raises(FaultyTables) as caught:
        read_tables(FILE, written, Tables, faults)
    return str(caught.value)


def damaged(*path: Any, value: Any = None) -> Any:
    """The tables with one value changed, or left out if none is given."""
    written = deepcopy(WRITTEN)
    at: Any = written
    for key in path[:-1]:
        at[key] = deepcopy(at[key])  # rows that YAML shares are told apart
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


@pytest.mark.parametrize(("kind", "part", "number", "key"), FIRING)
def test_a_type_forgotten_in_a_step_is_named(kind: str, part: str, number: int, key: str) -> None:
    types = WRITTEN["steps"][kind][part][number]["types"]
    side = WRITTEN["steps"][kind][part][number]["side"]
    message = refused(damaged("steps", kind, part, number, "types", value=[other for other in types if other != key]))
    assert f"baker/tables.yaml: steps.{kind}.{part} ({side}): {key} is missing, so it would never fire" in message


@pytest.mark.parametrize(("kind", "part", "number", "key"), FIRING)
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


@pytest.mark.parametrize("key", FIGHTING)
def test_a_row_of_hits_left_out_or_misspelt_is_named(key: str) -> None:
    assert f"baker/tables.yaml: hits.{key}: this row is missing" in refused(damaged("hits", key))
    assert f"hits.{key}: there is no type tankk" in refused(damaged("hits", key, "classes", value=[["tankk"]]))
    assert f"hits.{key}.classes: names no class" in refused(damaged("hits", key, "classes", value=[]))


@pytest.mark.parametrize("key", WRITTEN["units"])
@pytest.mark.parametrize(("figure", "number"), [("attack", 7), ("defence", -1), ("move", 100), ("cost", 0)])
def test_a_figure_out_of_range_is_named(key: str, figure: str, number: int) -> None:
    message = refused(damaged("units", key, figure, value=number))
    assert f"baker/tables.yaml: units.{key}.{figure}: must be from " in message and f"not {number}" in message


@pytest.mark.parametrize("key", WRITTEN["units"])
def test_a_type_left_out_of_the_catalogue_is_missed_elsewhere(key: str) -> None:
    assert f"there is no type {key}" in refused(damaged("units", key))


@pytest.mark.parametrize("policy", ["losses", "targets"])
@pytest.mark.parametrize("scope", SCOPES)
def test_default_lists_are_whole(policy: str, scope: str) -> None:
    types = WRITTEN["defaults"][policy][scope]
    assert f"defaults.{policy}: {scope} is missing" in refused(damaged("defaults", policy, scope))
    for key in types:
        ships_ashore = scope == "land defence" and key not in WRITTEN["defaults"]["losses"][scope]
        if ships_ashore or (policy, scope, key) == ("targets", "sea attack", "bomber"):
            continue  # named for special cases: a league may leave them out
        if key != "loaded":
            shorter = [other for other in types if other != key]
            assert f"{key} is missing" in refused(damaged("defaults", policy, scope, value=shorter))
    assert f"{types[0]} is listed twice" in refused(damaged("defaults", policy, scope, value=[*types, types[0]]))


@pytest.mark.parametrize("role", WRITTEN["roles"])
def test_a_role_of_no_type_is_named(role: str) -> None:
    assert f"baker/tables.yaml: roles.{role}: there is no type dragoon" in refused(
        damaged("roles", role, value="dragoon")
    )
    assert "missing required field" in refused(damaged("roles", role))


@pytest.mark.parametrize("limit", WRITTEN["limits"])
def test_a_limit_of_nothing_is_named(limit: str) -> None:
    assert f"baker/tables.yaml: limits.{limit}: must be from 1 to 99, not 0" in refused(
        damaged("limits", limit, value=0)
    )
