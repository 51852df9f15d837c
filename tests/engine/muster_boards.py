"""Boards with armies to choose that tests of musters play on."""

from functools import cache

import pytest

from engine.contract import Scenario
from engine.scenarios import reader
from engine.scenarios.boards import as_board

BOARDS = {"lantern-slip": 190, "four-banners": 250, "champions-field": 200, "even-ground": 127, "open-meeting": 100}
"""Their names, and the points that they are played with; at least one of each game that has armies to choose."""
every_board = pytest.mark.parametrize("stem", BOARDS)


@cache
def board(stem: str, points: int | None = None) -> Scenario:
    return as_board(reader.load(stem), BOARDS[stem] if points is None else points)
