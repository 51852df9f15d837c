"""Who writes the name of a wood, a house or an objective where a point belongs is told the point."""

from typing import Any

import pytest

from engine import checking
from engine.systems import SYSTEMS
from tests.support.random_games import game, shipped

TABLES = ["acw", "zones"]


def moving(name: str, stem: str) -> tuple[Any, str, str]:
    """A position in which a side may move, the side, and a unit of it that may."""
    system: Any = SYSTEMS[name]
    for seed in range(20):
        for step in game(system, stem, seed):
            phase = system.phase(step.before)
            for order in system.ideas(step.before, phase.sides[0]) if phase and phase.sides else ():
                if type(order).__name__ == "Move":
                    return step.before, phase.sides[0], order.unit
    raise AssertionError(f"nobody moves in {stem}")


@pytest.mark.parametrize("name", TABLES)
def test_a_named_area_is_answered_with_its_middle(name: str) -> None:
    told = 0
    for stem in shipped(SYSTEMS[name]):
        state, side, unit = moving(name, stem)
        vocabulary = SYSTEMS[name].vocabulary(SYSTEMS[name].view(state, side), side)
        named = {words: at for words, at in vocabulary.features.items() if words not in vocabulary.models.points}
        for words, (x, y) in named.items():
            for line in (
                f"{unit} move {words}",
                f"{unit} move to the {words.lower().removeprefix('the ')}",
                f'{unit} move "{words}"',
            ):
                (verdict,) = checking.check(SYSTEMS[name], state, side, line)
                says = verdict.problems[0].message if verdict.problems else ""
                assert f"is a name, not a point; it lies at {x / 100:g},{y / 100:g}, so write that" in says, (
                    line,
                    says,
                )
                assert verdict.problems[0].code == "unknown-place"
                told += any("move" in suggestion for suggestion in verdict.problems[0].suggestions)
    assert told > 10


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("U1 move the farm", "Sutter Farm lies at 23,18"),
        ("U1 move wood", "Widow's Wood lies at 4.5,11"),
        ("U1 face crossroads", "it lies at 15,14"),
        ("U1 move Barn", ""),
        ("U1 face C1", ""),
    ],
)
def test_part_of_a_name_is_enough_where_only_one_has_it(line: str, told: str) -> None:
    state, side, _ = moving("acw", "first-charge")
    line = line if side == "us" else line.replace("U1", "C1").replace("face C1", "face U1")
    said = " ".join(p.message for v in checking.check(SYSTEMS["acw"], state, side, line) for p in v.problems)
    assert told in said and ("is a name, not a point" in said) == bool(told), said


def test_a_bearing_before_a_name_is_read_as_before() -> None:
    """``W 3`` is a bearing, ``West Grove`` a wood, ``North Well`` an objective that orders name."""
    state, side, unit = moving("zones", "low-wells")
    for words, told in (("W 3", ""), ("west 3", ""), ("North Well", ""), ("West Grove", "it lies at 6,11.5")):
        said = " ".join(
            p.message for v in checking.check(SYSTEMS["zones"], state, side, f"{unit} move {words}") for p in v.problems
        )
        assert told in said and ("is a name" in said) == bool(told), said


@pytest.mark.parametrize("between", [" then ", " and ", ", ", ", then ", " "])
def test_another_order_behind_a_bearing_is_told_to_stand_behind_a_semicolon(between: str) -> None:
    state, side, unit = moving("zones", "low-wells")
    first, *more = checking.check(SYSTEMS["zones"], state, side, f"{unit} move N 2{between}hunker")
    assert [p.message for p in first.problems] == ['a second order begins with "hunker"; put ; before it'] and not more
    assert first.problems[0].suggestions == (f"{unit} move N 2; hunker",)
