"""What a computer player expects in Zone Control: of attacks as the rules turn out, of morale, and of zones."""

from itertools import pairwise
from typing import Any

import pytest

from engine import play
from engine.contract import Order, Turn
from engine.seeded_dice import SeededDice
from engine.systems import zones
from engine.systems.zones.advice.blows import blow_from, blow_value
from engine.systems.zones.advice.detaching import detaching_moves
from engine.systems.zones.advice.evaluation import expected_wounds
from engine.systems.zones.advice.firepower import wounds_at, wounds_to
from engine.systems.zones.advice.further_choices import moves_of_unit
from engine.systems.zones.advice.morale_outlook import falling_gain, outcomes
from engine.systems.zones.advice.prospects import prospect
from engine.systems.zones.advice.reachable_zones import best_posts, reach_value
from engine.systems.zones.advice.spreading import spreading_moves
from engine.systems.zones.advice.straddling import holding_moves
from engine.systems.zones.advice.zone_value import holding_gain, zones_of_models
from engine.systems.zones.orders import Hunker, Melee, Move, Shoot
from engine.systems.zones.rules.movement.planned_moves import planned_move
from engine.systems.zones.state.position import Spot, State
from engine.systems.zones.table_rows import Weapon
from tests.systems.zones.support.attacks import Verb, with_weapons
from tests.systems.zones.support.small_boards import GROVE, small_table, spots_at, unit

ROUNDS, LAST = 600, 5
TRIO = ((11.0, 4.0), (12.5, 4.0), (14.0, 4.0))


def places(state: State, key: str) -> list[Spot]:
    return [model.at for model in state.units[key].models]


def facing(far: float, **facts: Any) -> State:
    """Three men, and three others so many inches north of them."""
    return small_table(unit("B1", *TRIO), unit("R1", *[(x, y + far) for x, y in TRIO]), **facts)


def is_legal(state: State, order: Order) -> bool:
    return next(play.rule_refusals(zones, state, "blue", order), None) is None


# attacks
@pytest.mark.parametrize(("verb", "far"), [(Shoot, 8.0), (Shoot, 16.0), (Melee, 3.0)])
def test_attacks_cost_what_they_promise_on_average(verb: Verb, far: float) -> None:
    """Within four standard errors; exactly, the estimate for an attack from elsewhere says the same from here."""
    start, order = facing(far), verb("B1", "R1")
    taken = list[int]()
    for number in range(ROUNDS):
        turn = Turn(start, SeededDice(f"attack {number}"), zones.apply)
        play.carry_out(zones, turn, "blue", order)
        taken.append(3 - sum(model.wounds for model in turn.state.units["R1"].models))
    mean, promised = sum(taken) / ROUNDS, expected_wounds(start, order)
    assert promised > 0.2 and mean == pytest.approx(promised, abs=4 * (promised / ROUNDS) ** 0.5)
    found = wounds_at(start, start.units["B1"], places(start, "B1"), start.units["R1"], moved=False)
    assert found[0] == pytest.approx(promised) and found[1] == (verb is Melee)


def test_who_has_moved_shoots_worse_and_fights_as_well() -> None:
    for far, worse in ((8.0, True), (3.0, False)):
        seen = facing(far)
        stood, moved = (blow_from(seen, seen.units["B1"], places(seen, "B1"), moved=moved) for moved in (False, True))
        assert (moved < stood) == worse and moved > 0


def test_less_is_to_be_feared_farther_off_and_in_cover() -> None:
    seen = facing(14.0, terrain=(GROVE,))
    own = seen.units["B1"]
    near, far = spots_at((11, 12), (12.5, 12), (14, 12)), spots_at((11, 2), (12.5, 2), (14, 2))
    covered = spots_at((5, 12), (6.5, 12), (7.5, 12))
    assert wounds_to(seen, own, near) > wounds_to(seen, own, far)
    assert 0 < wounds_to(seen, own, covered) < wounds_to(seen, own, near)


def test_a_blow_is_worth_more_if_it_takes_more() -> None:
    seen = facing(8.0)
    worths = [blow_value(seen, "blue", seen.units["R1"], wounds, close=False) for wounds in (0.0, 0.5, 1.0, 2.0)]
    assert worths[0] == 0 and all(less < more for less, more in pairwise(worths))


# morale
@pytest.mark.parametrize(("shock", "falls"), [(0, 0.0), (1, 3 / 6), (2, 4 / 6), (3, 5 / 6), (4, 1.0), (9, 1.0)])
def test_morale_as_the_rules_have_it(shock: int, falls: float) -> None:
    """ZC 8.1, 13.2: a die and morale 4 less the shock make 7 or more; without shock nobody checks."""
    seen = small_table(unit("B1", *TRIO), unit("R1", *TRIO, shock=shock))
    (outcome,) = outcomes(seen, seen.units["R1"], 0.0, close=False)
    assert outcome.falls == pytest.approx(falls) and outcome[:2] == (1.0, 0.0)


@pytest.mark.parametrize("wounds", [0.0, 0.4, 1.0, 2.5, 7.0])
@pytest.mark.parametrize("close", [False, True])
def test_what_may_become_of_a_unit_is_everything(wounds: float, close: bool) -> None:
    seen = facing(8.0)
    found = outcomes(seen, seen.units["R1"], wounds, close=close)
    assert sum(one.chance for one in found) == pytest.approx(1)
    assert all(0 <= part <= 1 for one in found for part in one)


def test_melee_shakes_more_than_shots_and_more_wounds_more_than_few() -> None:
    seen = facing(3.0)
    shots, blows = (
        [falling_gain(seen, seen.units["R1"], wounds, close=close) for wounds in (0.0, 0.4, 1.0, 2.0)]
        for close in (False, True)
    )
    for gains in (shots, blows):
        assert gains[0] == 0 and all(less < more for less, more in pairwise(gains))
    assert all(shot < blow for shot, blow in zip(shots[1:], blows[1:], strict=True))


# zones
def corner(turn: int) -> State:
    """Four men near the corner where the four zones meet; nobody holds the other three."""
    four = ((8.0, 8.0), (9.5, 8.0), (8.0, 9.5), (9.5, 9.5))
    return small_table(unit("B1", *four), unit("R1", (22, 22)), turn=turn)


def test_in_the_last_round_a_unit_spreads_over_all_zones_that_it_reaches() -> None:
    seen = corner(LAST)
    own = seen.units["B1"]
    moves = [*holding_moves(seen, own), *spreading_moves(seen, own)]
    legal = [move for move in moves if is_legal(seen, move)]
    assert legal and len(legal) >= 0.5 * len(moves)
    held = list[int]()
    for move in legal:
        turn = Turn(seen, SeededDice("none"), zones.apply)
        play.carry_out(zones, turn, "blue", move)
        after = places(turn.state, "B1")
        ends = planned_move(seen, move).ends
        assert after == [ends.get(model.number, model.at) for model in own.models]
        assert holding_gain(seen, own, after) > 0
        held.append(len(zones_of_models(turn.state, turn.state.units["B1"], after)))
    assert max(held) == 4 and len(zones_of_models(seen, own, places(seen, "B1"))) == 1


def test_before_the_last_rounds_nobody_spreads() -> None:
    seen = corner(1)
    own = seen.units["B1"]
    assert not [*holding_moves(seen, own), *spreading_moves(seen, own), *detaching_moves(seen, own)]
    assert [*moves_of_unit(seen, own)]


def test_a_rank_sends_out_models_while_the_rest_stays() -> None:
    """Six men in a rank that is too long for all of them to turn about a corner: two cover the zones north of it."""
    rank = tuple((11.5 + 1.5 * nth, 11.5) for nth in range(1, 7))
    seen = small_table(unit("B1", *rank), unit("R1", (4, 22)), turn=LAST)
    own = seen.units["B1"]
    moves = [*detaching_moves(seen, own)]
    held = [len(zones_of_models(seen, own, _ends(seen, move))) for move in moves]
    assert all(is_legal(seen, move) for move in moves)
    assert len(held) > 1 and all(less < more for less, more in pairwise(held))


def _ends(state: State, move: Move) -> list[Spot]:
    ends = planned_move(state, move).ends
    return [ends.get(model.number, model.at) for model in state.units[move.unit].models]


def test_before_the_last_round_the_corner_of_four_zones_is_the_best_post() -> None:
    seen = small_table(unit("B1", (3, 3), (4.5, 3), (3, 4.5), (4.5, 4.5)), unit("R1", (22, 22)), turn=LAST - 1)
    own, corner_spot = seen.units["B1"], (1200, 1200)
    assert best_posts(seen, own, 1) == [corner_spot]
    near, far = ([(x, y)] * 4 for x, y in ((900, 900), (300, 300)))
    assert reach_value(seen, own, near) > reach_value(seen, own, far) > 0


# orders
def test_a_shot_comes_before_cover_and_cover_before_a_move_to_nowhere() -> None:
    seen = facing(8.0)
    back = Move("B1", (spots_at((11, 2)),))
    shot, cover, away = (prospect(seen, "blue", order) for order in (Shoot("B1", "R1"), Hunker("B1"), back))
    assert shot > cover > away


def test_who_can_fight_after_a_move_moves_first() -> None:
    """With sabres alone: out of reach now, in melee after it."""
    seen = with_weapons(facing(11.0), sabre=Weapon(6, 2, 0, 0, 1))
    charge, back = (Move("B1", (spots_at((11, y)),)) for y in (9.5, 2.0))
    assert is_legal(seen, charge) and not is_legal(seen, Melee("B1", "R1"))
    assert prospect(seen, "blue", charge) > max(prospect(seen, "blue", order) for order in (Hunker("B1"), back))
