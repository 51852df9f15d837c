"""The share of the tests made for every game, every kind of database or many cases that is run by default: each for one
of the games, by turns, with one of its parameters on a server, and with as many of its cases as it is marked with."""

from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import pytest

from engine.scenarios import reader
from engine.systems import SYSTEMS

WHOLE = ("test_cases", "test_contract", "test_card")
"""Modules whose tests are run for every game: each case of a rulebook is a test of its own, and contracts are quick."""


def left_out(items: Sequence[pytest.Item]) -> set[str]:
    """The ids of the tests that are not run."""
    gone = out_of_turn({item.nodeid: game for item in items if (game := _game(item))})
    gone |= again_on_server([item.nodeid for item in items if _on_server(item) and item.nodeid not in gone])
    rest = [item for item in items if item.nodeid not in gone]
    return gone | unsampled({item.nodeid: most for item in rest if (most := _most(item))})


def out_of_turn(games: Mapping[str, str]) -> set[str]:
    """The ids whose game is not the one that is run of that test; ``games``: id -> the system it is about.

    Which one is run depends on the name of the test alone.
    """
    of_test = dict[str, set[str]]()
    for test, game in games.items():
        of_test.setdefault(_function(test), set()).add(game)
    turn = {name: sorted(found)[crc32(name.encode()) % len(found)] for name, found in of_test.items()}
    return {test for test, game in games.items() if game != turn[_function(test)]}


def again_on_server(tests: Sequence[str]) -> set[str]:
    """All but the first of the tests of each function."""
    first = {_function(test): test for test in reversed(tests)}
    return {*tests} - {*first.values()}


def unsampled(tests: Mapping[str, int]) -> set[str]:
    """All but some of the tests of each function; those that are run are spread evenly from the first to the last.

    ``tests``: id -> how many of its function are run.
    """
    of_function = dict[str, list[str]]()
    for test in tests:
        of_function.setdefault(_function(test), []).append(test)
    kept = set[str]()
    for found in of_function.values():
        most = min(len(found), tests[found[0]])
        kept |= {found[nth * (len(found) - 1) // max(1, most - 1)] for nth in range(most)}
    return {*tests} - kept


def _most(item: pytest.Item) -> int:
    """How many tests of its function are run, 0 for all."""
    mark = item.get_closest_marker("sampled")
    return int(mark.args[0]) if mark else 0


def _on_server(item: pytest.Item) -> bool:
    return "postgresql" in getattr(getattr(item, "callspec", None), "params", {}).values()


def _function(test: str) -> str:
    return test.partition("[")[0]


def _game(item: pytest.Item) -> str:
    """The name of the system that it is about, "" if of none or if its module is run whole."""
    if not isinstance(item, pytest.Function) or not hasattr(item, "callspec") or item.path.stem in WHOLE:
        return ""
    return next((name for value in item.callspec.params.values() if (name := _system(value))), "")


def _system(value: Any) -> str:
    if isinstance(value, str):
        file = reader.shipped().get(value)
        return value if value in SYSTEMS else file.parent.name if file else ""
    return next((name for name, system in SYSTEMS.items() if system is value), "")
