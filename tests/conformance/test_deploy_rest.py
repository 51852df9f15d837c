"""`deploy rest` where units have places from the start: legal, spread, forward, around what is placed, and secret."""

from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from math import dist
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import checking
from engine.contract import System, Turn, replace
from engine.language import write
from engine.log.verify import verify
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.systems.acw.state.position import footprint
from engine.table import Table
from engine.toolkit.deploy_rest import DeployRest
from maps.geometry.hex_points import hex_centre
from maps.geometry.plane import Box, box_corners, unit_vector
from tests.support.random_games import Falling
from tests.support.sampling import share

NOW = "2026-03-01T12:00:00Z"
STEMS = ("even-ground", "kesslers-mill", "danville-vanguard", "raid-on-danville", "twin-hamlets", "the-long-line")
"""The shipped games in which units stand on the board and may be placed anew."""
SEALED = tuple(stem for stem in STEMS if "danville" not in stem)
WIDTH = {"acw": 9.0, "miniwars": 5.0, "zones": 15.0}
"""How far apart units must be along the front, in the board's own lengths."""


def opened(stem: str) -> tuple[System[Any], Any]:
    scenario = reader.load(stem)
    return SYSTEMS[scenario.system], SYSTEMS[scenario.system].start(scenario)


def run(system: System[Any], state: Any, side: str, text: str) -> Any:
    """The position after orders, none of which is refused."""
    turn = Turn(state, Falling(1), system.apply)
    for verdict in checking.check(system, state, side, text):
        assert verdict.accepted and verdict.line.order, verdict.problems
        system.run(turn, side, verdict.line.order)
    return turn.state


def sides_to_deploy(system: System[Any], state: Any) -> Iterator[tuple[Any, str]]:
    """The position in which each side deploys, the earlier ones having left everything as it was."""
    turn = Turn(state, Falling(1), system.apply)
    for side in [known.id for known in state.sides]:
        yield turn.state, side
        system.close(turn, side)


def middle(system: System[Any], unit: Any) -> tuple[float, float]:
    if system.NAME == "miniwars":
        return hex_centre(unit.at)
    if system.NAME == "acw":
        return float(unit.inches[0]), float(unit.inches[1])
    spots = [model.at for model in unit.models]
    return sum(x for x, _ in spots) / len(spots) / 100, sum(y for _, y in spots) / len(spots) / 100


def on_board(state: Any, side: str) -> list[Any]:
    """The units that are placed by themselves, not those off the table or with another."""
    units = (state.units[key] for key in state.roster)
    return [u for u in units if u.side == side and u.at and not u.gone and getattr(u, "leads", None) is None]


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def mean_distance(system: System[Any], state: Any, side: str, foes: tuple[float, float]) -> float:
    """How far the side is from the middle of its enemy, along the line between the zones."""
    places = [middle(system, unit) for unit in on_board(state, side)]
    axis = 0 if abs(foes[0] - mean([x for x, _ in places])) > abs(foes[1] - mean([y for _, y in places])) else 1
    return mean([abs(at[axis] - foes[axis]) for at in places])


@pytest.mark.parametrize("stem", STEMS)
def test_every_unit_is_placed_legally_spread_out_and_nearer_the_enemy(stem: str) -> None:
    system, start = opened(stem)
    for state, side in sides_to_deploy(system, start):
        foes = [middle(system, unit) for key in start.sides if key.id != side for unit in on_board(start, key.id)]
        enemy = mean([x for x, _ in foes]), mean([y for _, y in foes])
        after = run(system, state, side, "deploy rest")
        assert {unit.id for unit in on_board(after, side)} == set(after.placed)
        places = [middle(system, unit) for unit in on_board(after, side)]
        assert len(set(places)) == len(places), "no stacks"
        assert max(max(line) - min(line) for line in zip(*places, strict=True)) > WIDTH[system.NAME]
        assert mean_distance(system, after, side, enemy) <= mean_distance(system, state, side, enemy)
        place_again(system, after, side)


def place_again(system: System[Any], state: Any, side: str) -> None:
    """Each unit may be placed where it is: nothing is on top of it, outside the zone or in closed terrain."""
    vocabulary = system.vocabulary(system.view(state, side), side)
    kind = next(order for order in system.ORDERS if order.__name__ in ("PlaceUnit", "Deploy"))
    for unit in on_board(state, side):
        to = tuple(model.at for model in unit.models) if system.NAME == "zones" else unit.at
        said = write(kind(unit.id, to), vocabulary)
        assert all(verdict.accepted for verdict in checking.check(system, state, side, said)), said


@pytest.mark.parametrize("stem", STEMS)
def test_what_the_player_has_placed_stays(stem: str) -> None:
    system, state = opened(stem)
    side, chance = state.sides[0].id, Random(stem)
    for _ in range(share(20, 3)):
        seen = system.view(state, side)
        ideas = [idea for idea in system.ideas(seen, side) if type(idea).__name__ in ("PlaceUnit", "Deploy")]
        first = chance.choice(ideas)
        said = write(first, system.vocabulary(seen, side))
        alone, both = run(system, state, side, said), run(system, state, side, f"{said}\ndeploy rest")
        key = getattr(first, "unit", "")
        assert both.units[key] == alone.units[key]
        again = checking.check(system, state, side, f"{said}\ndeploy rest\ndeploy rest")[-1]
        assert [problem.code for problem in again.problems] == ["already-acted"]


@pytest.mark.parametrize("stem", SEALED)
def test_a_sealed_deployment_leaks_nothing(stem: str) -> None:
    """Neither side's places depend on what the other has done, and nobody else sees them."""
    system, state = opened(stem)
    one, two = (side.id for side in state.sides)
    for first, other in ((one, two), (two, one)):
        alone = run(system, state, first, "deploy rest")
        after = run(system, run(system, state, other, "deploy rest"), first, "deploy rest")
        assert [after.units[key] for key in after.roster if after.units[key].side == first] == [
            alone.units[key] for key in alone.roster if alone.units[key].side == first
        ]
        for viewer in (other, ""):
            assert system.view(alone, viewer) == system.view(state, viewer)
        turn = Turn(state, Falling(1), system.apply)
        order = checking.check(system, state, first, "deploy rest")[0].line.order
        assert order
        system.run(turn, first, order)
        assert all(system.witness(state, event, viewer) is None for event in turn.events for viewer in (other, ""))


@pytest.mark.parametrize("stem", STEMS)
def test_the_preview_shows_the_places_and_the_log_verifies(stem: str, tmp_path: Path) -> None:
    with closing(Table(tmp_path / "games.db", Random(3).randbytes)) as table:
        key = table.open(stem, "", NOW).id
        for side in table.game(key).sides:
            table.seat(key, side, "ann", NOW)
        while (phase := table.game(key).phase) and phase.name == "deployment":
            side = phase.sides[0]
            assert not table.write(key, side, "deploy rest", NOW).problems
            planned = table.picture(key, side, draft=table.draft(key, side))
            table.commit(key, side, NOW)
            state = table._cache.find(key).state
            assert len(planned.marks) >= sum(at_new_place(state, unit) for unit in on_board(state, side))
            table.done(key, side, NOW)  # nothing is lost, so nothing is asked
        assert verify(table.export(key)).holds


def at_new_place(state: Any, unit: Any) -> bool:
    """Whether a unit is elsewhere than where the scenario had it, as far as the position still says so."""
    ready = state.ready.get(unit.id)
    return ready is not None and getattr(ready, "at", ready) != unit.at


@pytest.mark.parametrize("stem", ("kesslers-mill", "the-long-line"))
def test_in_a_zone_that_is_too_small_units_stay_where_they_are_and_nothing_overlaps(stem: str) -> None:
    system, whole = opened(stem)
    side, chance, stayed = whole.sides[0].id, Random(stem), 0
    for _ in range(share(60, 12)):
        wide, deep, left = chance.uniform(3, 16), chance.uniform(1.5, 6), chance.uniform(0, 30)
        corners = ((left, 0.0), (left + wide, 0.0), (left + wide, deep), (left, deep))
        zone = corners if system.NAME == "acw" else (corners[0], corners[2])
        state = replace(whole, setup=replace(whole.setup, deploy={**whole.setup.deploy, side: zone}))
        turn = Turn(state, Falling(1), system.apply)
        system.run(turn, side, DeployRest())
        moved = set(turn.state.placed)
        stayed += len(on_board(state, side)) - len(moved)
        for unit in on_board(turn.state, side):
            same = [model.at for model in unit.models] if system.NAME == "zones" else unit.at
            was = state.units[unit.id]
            assert unit.id in moved or same == ([m.at for m in was.models] if system.NAME == "zones" else was.at)
        assert not list(overlaps(system, turn.state, side))
    assert stayed > 10


def overlaps(system: System[Any], state: Any, side: str) -> Iterator[tuple[str, str]]:
    """Pairs of the side's units that share ground: calculated from corners or from centres of bases."""
    for one, other in combinations(on_board(state, side), 2):
        if system.NAME == "acw":
            if boxes_overlap(footprint(state, one), footprint(state, other)):
                yield one.id, other.id
        elif any(
            dist(a.at, b.at) / 100 < (state.types[one.type].base + state.types[other.type].base) / 2 - 0.02
            for a in one.models
            for b in other.models
        ):
            yield one.id, other.id


def boxes_overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than a graze: no axis of either separates their corners."""
    for angle in (one.facing, one.facing + 90, other.facing, other.facing + 90):
        x, y = unit_vector(angle)
        first, second = ([cx * x + cy * y for cx, cy in box_corners(box)] for box in (one, other))
        if min(max(first), max(second)) - max(min(first), min(second)) <= 0.03:
            return False
    return True
