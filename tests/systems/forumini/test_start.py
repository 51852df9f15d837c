"""The first position of a scenario: charts and cards of its own, its length, its hexes."""

from typing import Any

import pytest

from engine.scenarios import reader
from engine.systems.forumini.setup.start import start
from engine.systems.forumini.tables.rulebook import TABLES, WRITTEN
from tests.systems.forumini.support.scenario import FIELD, army, changed, read, read_empty


def test_a_scenario_changes_the_charts() -> None:
    usual = start(read()).setup.charts
    charts = start(
        read_empty(
            terrain={
                "forest": {"roll": 6},
                "clear": {"name": "Mud", "soldier": 2, "vehicle": "x", "los": False},
                "ash": {"name": "Ash", "soldier": 1, "vehicle": 1, "los": False, "cover": {"soldier": -1}},
            },
            hexsides={"wall": {"cover": 2}},
            obstacles={"pillbox": {"cover": 3}},
        )
    ).setup.charts
    assert charts.terrain["forest"].roll == 6 and charts.terrain["forest"].cover == usual.terrain["forest"].cover
    assert charts.terrain["clear"].vehicle is None and charts.terrain["clear"].name == "Mud"
    assert charts.terrain["ash"].cover == {"soldier": -1} and "ash" not in usual.terrain
    assert charts.hexsides["wall"].cover == 2 and charts.hexsides["wall"].roll == {"vehicle": 2}
    assert (charts.obstacles["pillbox"].cover, charts.obstacles["pillbox"].capacity) == (3, 2)
    assert charts.terrain["pond"] == usual.terrain["pond"]


def test_a_complete_row_replaces_the_old_one() -> None:
    row = {"name": "Light Forest", "soldier": 1, "vehicle": 1, "los": False}
    forest = start(read(terrain={"forest": row})).setup.charts.terrain["forest"]
    assert (forest.roll, forest.cover) == (None, {})


def test_a_scenario_replaces_a_card() -> None:
    written = changed(lambda w: w["types"].update(cromwell={**WRITTEN["units"]["cromwell"], "speed": 9}))
    assert start(reader.parse(written)).cards["cromwell"].speed == 9 != TABLES.units["cromwell"].speed


def test_start() -> None:
    state = start(read())
    assert (state.phase, state.active, state.turn) == ("deploy-obstacles", None, 0)
    assert list(state.cards) == ["scouts", "cromwell", "pillbox"] and state.roster == ("B1", "B2", "R1", "R2")
    assert (state.units["B2"].facing, state.units["B1"].facing, state.game.lost) == ("S", None, {"blue": 0, "red": 0})
    assert (state.setup.first_check, state.setup.last, state.setup.watchers, state.setup.stack) == (7, 10, 2, (3, 1))
    south = start(read(deployment={"sides": {"blue": "south", "red": "north"}, "depth": 2}))
    assert south.units["B2"].facing == "N" and south.game.edges == {"blue": "south", "red": "north"}
    assert start(read(deployment={"option": 2})).phase == "deploy-choice"
    bought = start(reader.parse(changed(army())))
    assert (
        bought.phase == "build"
        and bought.game.army == {"blue": {}, "red": {}}
        and set(TABLES.units) < set(bought.cards)
    )


@pytest.mark.parametrize(
    ("written", "turns", "expected"),
    [
        ({}, None, (7, 10)),
        ({}, 5, (5, 5)),
        ({}, 12, (7, 12)),
        ({"turns": {"last": 8}}, None, (7, 8)),
        ({"turns": {"first_check": 2, "last": None}}, None, (2, 10)),
    ],
)
def test_length(written: dict[str, Any], turns: int | None, expected: tuple[int, int]) -> None:
    setup = start(reader.parse(changed(lambda w: w.update(setup=written, **({"turns": turns} if turns else {}))))).setup
    assert (setup.first_check, setup.last) == expected


def test_hexes_without_quotes_are_hexes() -> None:
    setup = start(
        reader.parse(
            {
                **FIELD,
                "board": {"hex": {"legend": {".": "clear"}, "rows": ["." * 12] * 12}},
                "setup": {"objective": 1107, "half_hexes": [1101, "1102 1103"]},
            }
        )
    ).setup
    assert setup.objective == "1107" and sorted(setup.half_hexes) == ["1101", "1102", "1103"]
