"""Ratings: the better player rises, draws bring players together, and who does not play becomes uncertain again."""

from itertools import permutations
from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.leagues.matching import library
from engine.leagues.ratings import NEWCOMER, RatedGame, _Known, _Model, rate
from engine.leagues.side_balance import side_balances
from engine.log.deadline import add_seconds
from tests.support.toy_system import NOW

WEEK = 604_800


def game(one: str, other: str, winner: str, week: int = 0, system: str = "toy") -> RatedGame:
    return RatedGame((one, other), winner, add_seconds(NOW, week * WEEK), system, "ford")


def test_the_winner_rises_as_the_loser_falls() -> None:
    table = rate([game("a", "b", "a", week) for week in range(3)]).table(NOW)
    assert [row.player for row in table] == ["a", "b"]
    assert table[0].rating > NEWCOMER > table[1].rating
    assert table[0].rating - NEWCOMER == NEWCOMER - table[1].rating
    assert table[0].games == 3
    drawn = rate([game("a", "b", "a"), *(game("a", "b", "", week) for week in range(1, 9))]).table(NOW)
    assert drawn[0].rating - drawn[1].rating < table[0].rating - table[1].rating


@pytest.mark.long
@given(
    st.tuples(st.floats(-20, 70), st.floats(0.5, 9)), st.tuples(st.floats(-20, 70), st.floats(0.5, 9)), st.booleans()
)
def test_the_closed_form_is_the_model_of_the_library(
    one: tuple[float, float], other: tuple[float, float], won: bool
) -> None:
    model = library("openskill.models").PlackettLuce()
    for score, ranks in ((1.0, [0, 1]), (0.0, [1, 0])) if won else ((0.5, [0, 0]),):
        ((wanted,), _) = model.rate([[model.rating(*one)], [model.rating(*other)]], ranks=ranks)
        found = _Model().rated(_Known(*one), _Known(*other), score)
        assert isclose(found.mu, wanted.mu, abs_tol=1e-9)
        assert isclose(found.sigma, wanted.sigma, abs_tol=1e-9)


def test_the_order_in_which_games_are_given_does_not_matter() -> None:
    chance = Random(3)
    pairs = enumerate(permutations("abcd", 2))
    games = [game(one, other, chance.choice((one, "")), week) for week, (one, other) in pairs]
    assert rate(games).table(NOW) == rate(games[::-1]).table(NOW)


def test_uncertainty_grows_with_idle_weeks_up_to_that_of_a_newcomer() -> None:
    ratings = rate([game("a", "b", "ab"[week % 2], week) for week in range(20)])
    last = add_seconds(NOW, 19 * WEEK)
    weeks = [ratings.find("a", add_seconds(last, count * WEEK)) for count in (0, 10, 50, 150)]
    found = [rating.bounds for rating in weeks if rating]
    newcomer = rate([game("x", "y", "x")]).find("x", NOW)
    assert newcomer
    assert found == sorted(set(found))
    assert found[-1] > newcomer.bounds
    assert ratings.find("nobody", NOW) is None


def test_each_system_has_ratings_of_its_own_beside_those_of_all() -> None:
    games = [game("a", "b", "a"), game("b", "a", "b", 1, "other"), game("b", "a", "b", 2, "other")]
    best = {system: rate(games, system).table(NOW)[0].player for system in ("", "toy", "other")}
    assert best == {"": "b", "toy": "a", "other": "b"}


def test_the_balance_of_sides_has_bounds() -> None:
    games = [game("a", "b", "a", week) for week in range(6)] + [game("a", "b", "b"), game("a", "b", "")]
    (row,) = side_balances(games)
    assert (row.first, row.second, row.drawn, row.games, row.share) == (6, 1, 1, 8, 0.8125)
    assert row.low < 0.5 < row.share < row.high < 1
    many = side_balances(games * 20)[0]
    assert many.low > 0.5
