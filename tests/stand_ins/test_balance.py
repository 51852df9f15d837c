"""How even scenarios are: the counting, its bounds, what is kept of it, and `fieldpost balance`."""

from collections.abc import Mapping

import pytest

from bot.__main__ import main
from engine.contract import replace
from engine.scenarios import reader
from engine.stand_ins import balance
from engine.stand_ins.match import Result
from engine.systems import SYSTEMS
from tests.support.sampling import share


def test_wilsons_interval_as_tables_have_it() -> None:
    assert balance.bounds(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)
    assert balance.bounds(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-3)
    assert balance.bounds(200, 200)[1] == 1.0
    narrow, wide = balance.bounds(100, 200), balance.bounds(10, 20)
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]


def test_games_of_a_number_are_the_same_and_of_another_number_different() -> None:
    scenario = reader.load("millers-bridge")
    first = [balance.play_numbered(scenario, number) for number in range(6)]
    assert first == [balance.play_numbered(scenario, number) for number in range(6)]
    assert len(set(first)) > 1


def test_wins_are_counted_by_side_or_group_and_losers_are_named_too() -> None:
    scenario = reader.load("millers-bridge")
    one, other = scenario.sides
    found = balance.count(scenario, [Result(one, "eliminated", 7, 20), Result("draw", "turn-limit", 9, 30)] * 2)
    assert found.wins == {one: 2, other: 0, "draw": 2}
    assert found.turns == (7, 9, 9) and found.parts == 30
    said = " ".join(balance.balance_lines(scenario, found))
    assert f"{scenario.sides[other].name} 0% (0% to 49%)" in said and "drawn 50%" in said and "eliminated 50%" in said


@pytest.mark.parametrize("stem", share(tuple(reader.shipped())[::3], ("middle-sea", "the-long-line", "grey-beach")))
@pytest.mark.long
def test_whoever_wins_is_a_group_of_the_scenario(stem: str) -> None:
    scenario = reader.load(stem)
    wins: Mapping[str, int] = balance.count(scenario, [balance.play_numbered(scenario, 1)]).wins
    assert set(wins) == {*balance.groups(scenario), "draw"} and sum(wins.values()) == 1


def test_league_boards_give_both_sides_42_to_58_of_a_hundred_wins() -> None:
    found = balance.Balance(200, {"a": 84, "b": 116, "draw": 0}, {}, (1, 1, 1), 1, "")
    assert balance.is_even(found)
    assert balance.is_even(replace(found, wins={"a": 42, "b": 58, "draw": 100}))
    assert not balance.is_even(replace(found, wins={"a": 83, "b": 117, "draw": 0}))
    assert not balance.is_even(replace(found, wins={"a": 0, "b": 0, "draw": 200}))
    assert balance.is_uneven(replace(found, wins={"a": 83, "b": 117, "draw": 0}))
    for wins in ({"a": 42, "b": 58, "draw": 100}, {"a": 0, "b": 0, "draw": 200}, {"a": 9, "b": 1, "draw": 190}):
        assert not balance.is_uneven(replace(found, wins=wins)), "even, or too few games to say"


def test_every_shipped_scenario_has_figures_of_what_it_is_now() -> None:
    missing = [stem for stem in reader.shipped() if not balance.shipped_balance(stem, reader.load(stem))]
    assert not missing, f"count again: fieldpost balance {' '.join(missing)} --keep"


def test_figures_of_a_changed_scenario_or_of_other_rules_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = reader.load("low-wells")
    assert balance.shipped_balance("low-wells", scenario)
    assert not balance.shipped_balance("low-wells", replace(scenario, source={**scenario.source, "turns": 6}))
    monkeypatch.setattr(SYSTEMS["zones"], "VERSION", "of another time")
    assert not balance.shipped_balance("low-wells", scenario)


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "millers-bridge", "--games", "4", "--workers", "1"]) == 0
    printed = capsys.readouterr().out
    assert "4 games between computer players" in printed and "won by" in printed


def test_the_command_prints_how_often_the_chooser_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "first-charge", "--games", "4", "--workers", "1", "--random"]) == 0
    printed = capsys.readouterr().out
    assert "4 games of the computer player against random play: won" in printed
    assert "As The Union: won" in printed and "As The Confederacy: won" in printed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--games", "0", "low-wells"], "from 1 to 10,000"),
        ([], "Name a scenario"),
        (["low-wells", "--random", "--keep"], "leave out --random or --keep"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", *words]) == 2
    assert says in capsys.readouterr().err
