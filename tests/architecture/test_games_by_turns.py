"""What the default run leaves out of the tests made for every game."""

from engine.systems import SYSTEMS
from tests.support.games_by_turns import out_of_turn


def test_each_test_is_run_for_one_game_and_each_game_has_its_turn() -> None:
    games = {f"tests/a.py::test_{n}[{name}-{part}]": name for n in range(60) for name in SYSTEMS for part in (1, 2)}
    kept = games.keys() - out_of_turn(games)
    functions = {test.partition("[")[0] for test in games}
    assert {test.partition("[")[0] for test in kept} == functions and len(kept) == 2 * len(functions)
    assert {games[test] for test in kept} == {*SYSTEMS}


def test_a_test_of_one_game_is_run_whole() -> None:
    assert not out_of_turn({f"tests/a.py::test_it[low-wells-{n}]": "zones" for n in range(9)})
