"""What a computer player expects of melees and charges: as the rules turn out on average, and each in its order."""

from collections.abc import Mapping
from itertools import pairwise, product
from typing import Any

import pytest

from engine.contract import Turn, replace
from engine.play import OrderToRun, run
from engine.seeded_dice import SeededDice
from engine.systems import acw
from engine.systems.acw.advice.melee_prospects import driven_off, exchange, lead, prospects, toll
from engine.systems.acw.advice.place_value import exposure, haste, urgency
from engine.systems.acw.advice.prospects import prospect
from engine.systems.acw.advice.worth import worth
from engine.systems.acw.orders import Charge, Face
from engine.systems.acw.state.position import State, melees_of
from tests.systems.acw.support.melees import FRONT, staged

BASES = (1, 2, 3, 5, 7)
LEADS = range(-8, 9)
ROUNDS = 500
MELEES: Mapping[str, Mapping[str, Any]] = {
    "front": FRONT,
    "column": {**FRONT, "U1": {**FRONT["U1"], "formation": "column"}},
    "weak": {**FRONT, "C1": {**FRONT["C1"], "bases": 2}},
}


def fighting(units: Mapping[str, Any]) -> State:
    return staged(units, phase="first-battle", melees=[{"charger": "U1", "target": "C1"}])


@pytest.mark.parametrize("units", MELEES.values(), ids=MELEES)
def test_a_melee_costs_what_it_promises_on_average(units: Mapping[str, Any]) -> None:
    """Within four standard errors."""
    start = fighting(units)
    own, foe = start.units["U1"].bases, start.units["C1"].bases
    taken, lost, driven = list[int](), list[int](), 0
    for number in range(ROUNDS):
        turn = Turn(start, SeededDice(f"round {number}"), acw.apply)
        run(acw, turn, "us", [OrderToRun(1, "U1 fight C1")])
        after = turn.state.units
        taken.append(foe - (0 if after["C1"].gone else after["C1"].bases))
        lost.append(own - (0 if after["U1"].gone else after["U1"].bases))
        driven += after["C1"].gone or after["C1"].at != start.units["C1"].at
    ahead = lead(start, next(iter(melees_of(start, "U1"))))
    for counted, promised in zip((taken, lost), toll(ahead, own, foe), strict=True):
        mean = sum(counted) / ROUNDS
        error = (sum((one - mean) ** 2 for one in counted) / ROUNDS / ROUNDS) ** 0.5
        assert abs(mean - promised) <= 4 * max(error, 0.01), (mean, promised)
    chance = driven_off(ahead, foe)
    assert abs(driven / ROUNDS - chance) <= 4 * (chance * (1 - chance) / ROUNDS) ** 0.5 + 0.01
    assert prospects(start, "U1") == pytest.approx(exchange(ahead, own, foe))
    assert prospects(start, "C1") == pytest.approx(-exchange(ahead, own, foe))


def test_both_sides_of_a_melee_expect_the_same() -> None:
    for ahead, own, foe in product(LEADS, BASES, BASES):
        assert toll(ahead, own, foe) == pytest.approx(toll(-ahead, foe, own)[::-1])


def test_a_greater_lead_promises_more() -> None:
    for own, foe in product(BASES, BASES):
        for low, high in pairwise(LEADS):
            assert toll(high, own, foe)[0] >= toll(low, own, foe)[0] - 1e-9
            assert driven_off(high, foe) >= driven_off(low, foe)
    assert exchange(8, 5, 5) > 0 > exchange(-8, 5, 5) and exchange(0, 5, 5) == pytest.approx(0)


def test_a_charge_into_the_flank_promises_more_than_one_against_the_front() -> None:
    front = staged({"U1": {"at": [20, 16], "facing": 0}, "C1": {"at": [20, 20], "facing": 180}})
    flank = staged({"U1": {"at": [20, 16], "facing": 0}, "C1": {"at": [20, 20], "facing": 90}})
    charge = Charge("U1", "C1")
    assert worth(flank, "us", charge) > worth(front, "us", charge)


def test_turning_to_an_enemy_promises_the_charge_that_it_prepares() -> None:
    """One who shows his back; looking away from him promises nothing."""
    seen = staged({"U1": {"at": [20, 16], "facing": 90}, "C1": {"at": [20, 20], "facing": 0}})
    assert prospect(seen, "us", Face("U1", "C1")) > worth(seen, "us", Face("U1", "C1"))
    assert prospect(seen, "us", Face("U1", "C1")) > prospect(seen, "us", Face("U1", "UX"))


def test_whoever_can_be_charged_in_the_flank_stands_worse() -> None:
    near = {"at": [20, 24], "facing": 180}
    front = staged({"U1": {"at": [20, 20], "facing": 0}, "C1": near})
    flank = staged({"U1": {"at": [20, 20], "facing": 90}, "C1": near})
    far = staged({"U1": {"at": [20, 20], "facing": 90}, "C1": {**near, "at": [20, 39]}})
    assert exposure(flank, flank.units["U1"]) > exposure(front, front.units["U1"]) >= exposure(far, far.units["U1"])
    assert exposure(flank, flank.units["U1"], besides="C1") < exposure(flank, flank.units["U1"])


def test_objectives_count_more_near_the_end_and_bases_near_the_breaking_point() -> None:
    seen = staged(FRONT)
    hurries = [haste(replace(seen, setup=replace(seen.setup, turns=last))) for last in (12, 4, 2, 1)]
    assert hurries == sorted(hurries) and hurries[0] == 1 < hurries[-1] and haste(seen) == 1
    worn = [urgency(replace(seen, game=replace(seen.game, lost={"us": lost})), "us") for lost in (0, 40, 99)]
    assert worn[0] == 1 < worn[1] < worn[2]
