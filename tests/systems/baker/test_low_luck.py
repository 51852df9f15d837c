"""Low luck: what a volley hits, the odds against a second calculation and fought battles, the report and the luck."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from engine.contract import Tape, TargetRoll, Turn, replace
from engine.contract.odds import seeded_numbers
from engine.systems import baker
from engine.systems.baker.rules.battle_resolution.low_luck import hits_with, needs_die
from engine.systems.baker.rules.combat import battles
from engine.systems.baker.rules.combat.odds import forecast_at
from engine.systems.baker.state.battle_events import Volley
from engine.systems.baker.state.position import State
from tests.support.many_cases import for_each
from tests.systems.baker.support.campaigns import duel

DIE = range(1, 7)
Army = tuple[int, int]
"""Infantry and tanks."""


def lucky(words: str) -> State:
    state = duel(words, "all")
    return replace(state, setup=replace(state.setup, low_luck=True))


# a volley
def test_a_volley_hits_as_often_as_with_a_die_for_each_and_never_rolls_more_ones_than_hits() -> None:
    for number in range(1, 40):
        for need in range(1, 5):
            found = [hits_with(number, need, die) for die in DIE]
            assert sum(ones for ones, _ in found) == number
            assert sum(ones + others for ones, others in found) == number * need
            assert min(others for _, others in found) >= 0


def test_no_die_is_rolled_where_nothing_is_left_over() -> None:
    assert not needs_die(6, 3, chooses=True) and not needs_die(3, 2, chooses=False)
    assert needs_die(3, 2, chooses=True) and needs_die(7, 1, chooses=False)
    assert hits_with(6, 3, 0) == (1, 2) and hits_with(3, 2, 0) == (0, 1)


# the odds, calculated a second time
def shots(number: int, need: int, die: int) -> tuple[int, int]:
    """Ones and hits, as the paragraph says."""
    ones, one = divmod(number, 6)
    hits, hit = divmod(number * need, 6)
    return ones + (die <= one), hits + (die <= hit)


def struck(army: Army, ones: int, hits: int) -> Army:
    """A one of tanks takes a tank first, the victim gives infantry first."""
    infantry, tanks = army
    for _ in range(ones):
        infantry, tanks = (infantry, tanks - 1) if tanks else (max(0, infantry - 1), 0)
    for _ in range(hits - ones):
        infantry, tanks = (infantry - 1, tanks) if infantry else (0, max(0, tanks - 1))
    return infantry, tanks


def after_fire(army: Army, by_infantry: tuple[int, int], by_tanks: tuple[int, int]) -> dict[Army, Fraction]:
    """The army that is left, with the share of each; fire is given as (units, number needed)."""
    found = dict[Army, Fraction]()
    for one in DIE:
        for other in DIE:
            left = struck(army, 0, shots(*by_infantry, one)[1])
            left = struck(left, *shots(*by_tanks, other))
            found[left] = found.get(left, Fraction()) + Fraction(1, 36)
    return found


@cache
def wins(attack: Army, defend: Army) -> Fraction:
    """The chance that attackers are left and no defenders."""
    if not sum(attack) or not sum(defend):
        return Fraction(bool(sum(attack)))
    won = stays = Fraction()
    for theirs, share in after_fire(defend, (attack[0], 1), (attack[1], 3)).items():
        for ours, chance in after_fire(attack, (defend[0], 2), (defend[1], 2)).items():
            if (ours, theirs) == (attack, defend):
                stays += share * chance
            else:
                won += share * chance * wins(ours, theirs)
    return won / (1 - stays)


@pytest.mark.parametrize(
    ("attack", "defend"), [((3, 1), (2, 1)), ((5, 3), (6, 0)), ((0, 4), (4, 1)), ((7, 0), (2, 2)), ((1, 1), (1, 0))]
)
def test_the_odds_are_exact(attack: Army, defend: Army) -> None:
    words = [
        ", ".join(f"{number} {kind}" for number, kind in zip(army, ("infantry", "tank"), strict=True) if number)
        for army in (attack, defend)
    ]
    found = baker.odds(lucky(f"land: {words[0]} vs {words[1]}"), "", seeded_numbers("x"), 100)
    assert found is not None and found.battles == 0
    assert found.win == pytest.approx(float(wins(attack, defend)), abs=1e-12)


@for_each(
    "words",
    [
        "land: 6 inf 2 art 1 ftr vs 5 inf 1 tank",
        "naval: 2 sub 1 battleship 1 ftr vs 1 battleship 2 trn 1 sub",
        "amphibious: 4 inf 1 art 3 trn 1 battleship + 2 inf overland vs 3 inf 1 art 1 ftr 1 aa",
    ],
)
@pytest.mark.long
def test_the_odds_are_those_of_fought_battles(words: str) -> None:
    state, number = lucky(words), 600
    found, random = forecast_at(state, state.game.battles[0].area), Random(words)
    won = sum(result(state, random) == "won" for _ in range(number))
    share = found.share("won")
    assert not found.battles and abs(won / number - share) < 4 * (share * (1 - share) / number) ** 0.5 + 1e-9


class AnyDice:
    def __init__(self, random: Random) -> None:
        self.random = random

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))


def result(state: State, random: Random) -> str | None:
    turn = Turn(state, AnyDice(random), baker.apply)
    battles.fight(turn, state.game.battles[0].area)
    return turn.state.game.battles[0].result


def test_the_stronger_side_wins_more_often() -> None:
    words = "land: 6 tank vs 4 inf 2 tank"
    plain = forecast_at(duel(words), "Field").share("won")
    assert abs(forecast_at(lucky(words), "Field").share("won") - 0.5) > abs(plain - 0.5)


# what players are told
def volleys(words: str, *dice: int) -> tuple[State, list[Volley]]:
    state = lucky(words)
    turn = Turn(state, tape := Tape(dice), baker.apply)
    battles.fight_round(turn, "Field")
    assert not tape.left
    return turn.state, [event for event in turn.events if isinstance(event, Volley)]


def test_the_report_shows_what_is_sure_and_what_the_die_adds() -> None:
    state, (attack, defence) = volleys("land: 7 tank vs 3 inf", 3)
    assert (attack.dice, attack.firing, attack.ones, attack.hits) == ((3,), 7, 1, 4)
    assert (defence.dice, defence.firing, defence.hits) == ((), 3, 1)
    assert "tank 7 at 3, 3 sure, 3 (needs 3): " in baker.tell(state, attack)
    assert "infantry 3 at 2, 1 sure: one tank lost" in baker.tell(state, defence)
    _, (attack, _) = volleys("land: 2 tank vs 7 inf", 2, 3)
    assert "tank 2 at 3, 1 sure, 2 (for a one): " in baker.tell(state, attack)


def test_only_what_the_die_decides_is_luck() -> None:
    state, (attack, defence) = volleys("land: 7 tank vs 3 inf", 5)
    (roll,) = baker.luck(state, attack)
    assert isinstance(roll, TargetRoll) and (roll.chance, roll.tries, roll.successes) == (0.5, 1, 0)
    assert not list(baker.luck(state, defence))
