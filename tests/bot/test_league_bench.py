"""Simulated seasons: the correlation is Spearman's, a season is the same each time, and strength is found."""

import pytest
from pytest import approx

from bot.bench.league import figures, season, spearman


def test_rank_correlation() -> None:
    one = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0}
    assert spearman(one, {"a": 10, "b": 20, "c": 30, "d": 40, "e": 500}) == 1
    assert spearman(one, {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1}) == -1
    assert spearman(one, {"a": 1, "b": 3, "c": 2, "d": 5, "e": 4}) == approx(1 - 6 * 4 / (5 * 24))
    assert spearman(one, {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3}) == approx(0.9486832980505138), "ties share ranks"
    assert spearman(one, dict.fromkeys(one, 0.0)) == 0


@pytest.mark.long
def test_a_season_finds_most_of_the_order() -> None:
    found = season("swiss", 1)
    assert found == season("swiss", 1) != season("swiss", 2)
    assert all(0.5 < value < 1 for value in found)


def test_the_figures_name_elo_as_their_floor() -> None:
    rows = list(figures(1))
    assert [row.what.split(":")[0] for row in rows] == ["swiss", "swiss", "round-robin", "round-robin"]
    assert all(row.target.endswith("(Elo)") and row.met is not None for row in rows)
