"""`deploy rest` in placement (BK 15.5), and what a power is asked before it leaves its purchases to the rules."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import checking
from engine.contract import NoDice, Turn
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.rules.turn import default_placement
from engine.systems.baker.rules.turn.deploy_rest import left_behind
from engine.systems.baker.state.position import PLACEMENT, State
from engine.systems.baker.tables import CATALOGUE
from engine.table import Table
from tests.support.sampling import share

NOW = "2026-03-01T12:00:00Z"
RICH = {"azure": {"buys": {"infantry": 3, "tank": 1, "transport": 1}}}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path / "games.db", Random(3).randbytes)) as made:
        yield made


def placing(power: str, buys: dict[str, int], scenario: str = "middle-sea", **changes: Any) -> State:
    changes = {"turn": 1, "phase": PLACEMENT, "active": power, "powers": {power: {"buys": buys}}, **changes}
    return baker.case_position(reader.load(scenario), changes)


def deployed(state: State, side: str, text: str = "deploy rest") -> State:
    turn = Turn(state, NoDice(), baker.apply)
    for verdict in checking.check(baker, state, side, text):
        assert verdict.accepted and verdict.line.order, verdict.problems
        baker.run(turn, side, verdict.line.order)
    return turn.state


def by_default(state: State, side: str) -> State:
    turn = Turn(state, NoDice(), baker.apply)
    default_placement.place_rest(turn, side)
    return turn.state


def steps_to_enemy(state: State, side: str) -> dict[str, int]:
    """Area -> how many borders an enemy is away; calculated by itself."""
    friends = {key for key in state.powers if baker.allied(state, side, key)} | {side}
    near = {
        area: 0
        for area, ground in state.areas.items()
        if area not in state.setup.neutral
        and ((ground.owner and ground.owner not in friends) or any(set(ground.units) - friends))
    }
    for far in range(1, len(state.areas)):
        for area in [area for area, n in near.items() if n == far - 1]:
            for other in state.map.known[area].next:
                near.setdefault(other, far)
    return near


def way_of_new_units(before: State, after: State, side: str) -> tuple[int, int]:
    """How many units appeared, and their steps to the enemy in all."""
    near, count, far = steps_to_enemy(before, side), 0, 0
    for area, ground in after.areas.items():
        old = before.areas[area].units.get(side, {})
        new = sum(number - old.get(kind, 0) for kind, number in ground.units.get(side, {}).items())
        count, far = count + new, far + new * near[area]
    return count, far


def powers() -> list[tuple[str, str]]:
    found = [(stem, reader.load(stem)) for stem in ("two-shores", "middle-sea")]
    return [(stem, side) for stem, scenario in found for side in scenario.sides]


@pytest.mark.parametrize(("stem", "side"), powers())
@pytest.mark.long
def test_whatever_is_in_hand_is_placed_nearer_the_enemy_than_by_default(stem: str, side: str) -> None:
    chance = Random(f"{stem} {side}")
    for _ in range(share(40, 8)):
        kinds = chance.sample([kind for kind in CATALOGUE if kind != "complex"], 3)
        state = placing(side, {kind: chance.randint(1, 4) for kind in kinds}, stem)
        if not checking.check(baker, state, side, "deploy rest")[0].accepted:
            continue
        chosen, usual = deployed(state, side), by_default(state, side)
        (count, far), (count_by_default, far_by_default) = (
            way_of_new_units(state, after, side) for after in (chosen, usual)
        )
        assert count == count_by_default and far <= far_by_default
        assert left_behind(state, side) or chosen.areas == usual.areas
        assert not left_behind(chosen, side)


def test_a_complex_goes_to_the_richest_land_without_one() -> None:
    state = placing("azure", {"complex": 1}, "two-shores")
    built = [area for area, ground in deployed(state, "azure").areas.items() if ground.complex]
    new = [area for area in built if not state.areas[area].complex]
    free = [area for area, ground in state.areas.items() if ground.owner == "azure" and not ground.complex]
    assert len(new) == 1
    assert state.map.known[new[0]].ipc == max(state.map.known[area].ipc for area in free)
    assert left_behind(state, "azure") == ("1 complex not placed (you get the price back)",)


def test_nothing_in_hand_is_a_refusal_and_nothing_is_asked() -> None:
    state = placing("azure", {}, "two-shores")
    (said,) = checking.check(baker, state, "azure", "place rest")
    assert [problem.code for problem in said.problems] == ["not-enough-units"]
    assert left_behind(state, "azure") == ()


def test_a_single_complex_leaves_no_choice_so_nothing_is_asked() -> None:
    """two-shores: Azure has one complex; where the rules put its army is where it must go."""
    assert left_behind(placing("azure", {"infantry": 3, "tank": 1}, "two-shores"), "azure") == ()
