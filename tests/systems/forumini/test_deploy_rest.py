"""`deploy rest`, and what a side is asked before it leaves the set-up to the rules (FA 4.9)."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine.log.verify import verify
from engine.systems.forumini.rules.board.terrain import terrain_map
from engine.systems.forumini.rules.turn.deploy_rest import left_behind
from engine.systems.forumini.rules.turn.deployment import deployment_zone
from engine.systems.forumini.state.position import State, army, card, enemy
from engine.table import AskAgain, Table
from maps.geometry.hexes import distance

NOW = "2026-03-01T12:00:00Z"
SCENARIOS = ("open-meeting", "meeting-engagement", "steel-and-sky", "airborne-bridge")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "games.db", Random(3).randbytes)
    yield made
    made.close()


def opened(table: Table, scenario: str) -> str:
    game = table.open(scenario, "", NOW)
    for side in game.sides:
        table.seat(game.id, side, "ann", NOW)
    return game.id


def state_of(table: Table, key: str) -> State:
    found: State = table._cache.find(key).state
    return found


def end(table: Table, key: str, side: str) -> str:
    """End the side's part of the phase; what was asked first, "" if nothing was."""
    try:
        table.done(key, side, NOW)
    except AskAgain as ask:
        table.done(key, side, NOW, sure=ask.token)
        return str(ask)
    return ""


def deployed(table: Table, key: str, text: str) -> dict[str, list[tuple[int, bool, str]]]:
    """The set-up of each side by this text: for each unit, its way to the enemy's zone, its cover, and its hex."""
    found = dict[str, list[tuple[int, bool, str]]]()
    while (phase := table.game(key).phase) and phase.turn == 0:
        side = phase.sides[0]
        if text and phase.name in ("deploy", "deploy-obstacles"):
            assert not table.write(key, side, text, NOW).problems
        asked = end(table, key, side)
        assert not (asked and text and phase.name in ("deploy", "deploy-obstacles")), asked
        state = state_of(table, key)
        if phase.name == "deploy":
            foes = deployment_zone(state, enemy(state, side))
            found[side] = [
                (min(distance(unit.at, foe) for foe in foes), bool(terrain_map(state).terrain(unit.at).cover), unit.at)
                for unit in army(state, side)
                if unit.at and card(state, unit).kind != "obstacle"
            ]
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_deploy_rest_is_nearer_the_enemy_spread_out_and_in_cover(table: Table, scenario: str) -> None:
    key, silent = opened(table, scenario), opened(table, scenario)
    chosen, default = deployed(table, key, "deploy rest"), deployed(table, silent, "")
    assert chosen and verify(table.export(key)).holds
    for side, units in chosen.items():
        hexes = [at for _, _, at in units]
        assert len(set(hexes)) == len(hexes), "no stacks"
        across = max(len({at[:2] for at in hexes}), len({at[2:] for at in hexes}))
        assert across >= min(len(hexes), 6), "over the width of the zone"
        assert sum(cover for _, cover, _ in units) > 0
        state = state_of(table, key)
        foes = deployment_zone(state, enemy(state, side))
        zone = [min(distance(at, foe) for foe in foes) for at in deployment_zone(state, side)]
        assert sum(way for way, _, _ in units) / len(units) <= sum(zone) / len(zone), (
            "nearer than the middle of the zone"
        )
        assert len(set(hexes)) > len({at for _, _, at in default.get(side, [])}), "the default stacks"


def test_every_obstacle_is_laid_between_the_zones(table: Table) -> None:
    key = opened(table, "airborne-bridge")
    deployed(table, key, "deploy rest")
    state = state_of(table, key)
    laid = [unit for side in state.sides for unit in army(state, side.id) if card(state, unit).kind == "obstacle"]
    assert laid and all(unit.at for unit in laid)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_side_is_asked_once_and_told_what_is_left(table: Table, scenario: str) -> None:
    key, asked = opened(table, scenario), dict[str, str]()
    while (phase := table.game(key).phase) and phase.turn == 0:
        left = left_behind(state_of(table, key), phase.sides[0])
        asked[phase.name] = end(table, key, phase.sides[0])
        assert bool(left) == bool(asked[phase.name]), phase.name
        assert all(part in asked[phase.name] for part in left)
    assert "units not set up" in asked["deploy"] and "`deploy rest`" in asked["deploy"]
    assert "choice" not in asked.get("deploy-choice", "")


def test_nothing_is_asked_once_everything_is_set_up(table: Table) -> None:
    key = opened(table, "first-patrol")
    for _ in range(30):
        phase = table.game(key).phase
        assert phase
        assert end(table, key, phase.sides[0]) == "", phase.name


def test_what_is_left_after_some_orders_is_set_up_around_them(table: Table) -> None:
    key = opened(table, "steel-and-sky")
    while (phase := table.game(key).phase) and phase.name != "deploy":
        end(table, key, phase.sides[0])
    assert phase
    side = phase.sides[0]
    first = next(idea for idea in table.ideas(key, side) if " deploy " in idea)
    table.write(key, side, f"{first}\ndeploy rest\ndeploy rest", NOW)
    problems = table.check(key, side, table.draft(key, side)).problems
    assert [(problem.line, problem.message) for problem in problems] == [
        (3, "you have placed all your units; nothing is left to place")
    ]
    scene = table.picture(key, side, draft=table.draft(key, side))
    assert "deploy-rest" in scene.alt and len(scene.marks) > 6, "the preview shows every unit in its place"
