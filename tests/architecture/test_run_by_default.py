"""What the default run leaves out of the tests made for every game."""

from engine.systems import SYSTEMS
from tests.support.run_by_default import again_on_server, out_of_turn, unsampled


def test_each_test_is_run_for_one_game_and_each_game_has_its_turn() -> None:
    games = {f"tests/a.py::test_{n}[{name}-{part}]": name for n in range(60) for name in SYSTEMS for part in (1, 2)}
    kept = games.keys() - out_of_turn(games)
    functions = {test.partition("[")[0] for test in games}
    assert {test.partition("[")[0] for test in kept} == functions and len(kept) == 2 * len(functions)
    assert {games[test] for test in kept} == {*SYSTEMS}


def test_a_test_of_one_game_is_run_whole() -> None:
    assert not out_of_turn({f"tests/a.py::test_it[low-wells-{n}]": "zones" for n in range(9)})


def test_one_test_of_each_function_runs_on_a_server() -> None:
    tests = [f"tests/a.py::test_{name}[postgresql-{n}]" for name in "xy" for n in range(3)]
    assert {*tests} - again_on_server(tests) == {tests[0], tests[3]}


def test_of_many_cases_so_many_are_run_from_the_first_to_the_last() -> None:
    tests = {f"tests/a.py::test_{name}[{n}]": most for name, most in (("x", 3), ("y", 1), ("z", 20)) for n in range(9)}
    kept = [test.removeprefix("tests/a.py::test_") for test in tests if test not in unsampled(tests)]
    assert kept[:4] == ["x[0]", "x[4]", "x[8]", "y[0]"] and len(kept) == 4 + 9
