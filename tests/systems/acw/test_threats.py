"""How likely charges come to contact, and what they threaten: estimates that computer players move by."""

from itertools import pairwise

import pytest

from engine.contract import replace
from engine.systems.acw.advice.evaluation import charge_outlook
from engine.systems.acw.advice.reach import odds, reach
from engine.systems.acw.advice.threats import threat
from engine.systems.acw.state.position import Melee, State
from tests.systems.acw.support.melees import staged

NEARLY = 0.2
"""The estimate makes the steps of the dice smooth, and measures to the widest corner."""


def facing_each_other(apart: float, **charger: object) -> State:
    return staged({"U1": {"at": [20, 10], "facing": 0, **charger}, "C1": {"at": [20, 10 + apart], "facing": 180}})


def reached(seen: State, *, led: bool = False) -> float:
    return reach(seen, seen.units["U1"], seen.units["C1"], led=led)


def threatened(seen: State, care: float = 1.0) -> float:
    return threat(seen, seen.units["U1"], seen.units["C1"], care)


@pytest.mark.parametrize("formation", ["line", "column"])
@pytest.mark.parametrize("apart", [2.0, 4.0, 5.5, 6.5, 9.0, 12.5])
def test_the_estimate_is_near_the_chance_of_the_charge(formation: str, apart: float) -> None:
    """Straight ahead, where there is no better way to charge."""
    seen = facing_each_other(apart, formation=formation)
    outlook = charge_outlook(seen, seen.units["U1"], seen.units["C1"])
    assert reached(seen) == pytest.approx(outlook.chance if outlook else 0.0, abs=NEARLY)


def test_a_charge_reaches_less_often_the_farther_off_the_enemy_is() -> None:
    chances = [reached(facing_each_other(tenths / 10)) for tenths in range(5, 120, 5)]
    assert chances[0] == 1.0 and chances[-1] == 0.0 and all(near >= far for near, far in pairwise(chances))


@pytest.mark.parametrize("reading", ["higher", "lower", "both"])
def test_the_odds_of_the_dice_fall_from_certainty_to_nothing(reading: str) -> None:
    for dice in (1, 2):
        found = [odds(reading, dice, inches / 4) for inches in range(-8, 60)]  # type: ignore[arg-type]
        assert found[0] == 1.0 and found[-1] == 0.0 and all(one >= other for one, other in pairwise(found))


def test_straight_ahead_is_likelier_than_at_a_slant_or_after_turning() -> None:
    ahead, slant, behind = (reached(facing_each_other(5, facing=way)) for way in (0, 60, 180))
    assert ahead > slant >= behind > 0


def test_column_and_leader_reach_farther() -> None:
    seen = facing_each_other(6)
    assert reached(seen, led=True) > reached(seen)
    assert reached(facing_each_other(9, formation="column")) > reached(facing_each_other(9))


def test_who_is_in_a_melee_threatens_others_less() -> None:
    near = {"U1": {"at": [20, 10], "facing": 0}, "C1": {"at": [20, 13], "facing": 90}}
    seen = staged({**near, "C2": {"at": [20, 9.5], "facing": 0}})
    engaged = replace(seen, game=replace(seen.game, melees=(Melee("C2", "U1", "rear"),)))
    assert threatened(seen) > threatened(engaged) > 0


def test_the_more_the_charger_cares_for_its_own_bases_the_less_it_threatens() -> None:
    seen = facing_each_other(3)
    assert threatened(seen, 0.5) > threatened(seen, 1.0) >= threatened(seen, 1.4) >= 0
