"""Boards with armies to choose that tests of musters play on."""

from functools import cache

import pytest

from engine.contract import Scenario
from engine.scenarios import reader
from engine.scenarios.boards import as_board
from engine.systems import SYSTEMS
from engine.toolkit.muster.units import offers_muster
from tests.support import random_games

BOARDS = {"lantern-slip": 190, "four-banners": 250, "champions-field": 200, "even-ground": 127, "open-meeting": 100}
"""Their names, and the points that they are played with; at least one of each game that has armies to choose."""
NO_BOARDS = (
    "drovers-gap",
    "first-charge",
    "blank-table",
    "convoy-fight",
    "open-field",
    "giants-pass",
    "millers-bridge",
)
"""Scenarios that are none, though their games have armies to choose."""
every_board = pytest.mark.parametrize("stem", BOARDS)


def all_boards() -> list[str]:
    """The names of all scenarios that can be played with armies of the players' own, without reading their files."""
    games = [system for system in SYSTEMS.values() if offers_muster(system)]
    return [stem for system in games for stem in random_games.shipped(system) if stem not in NO_BOARDS]


@cache
def board(stem: str, points: int | None = None) -> Scenario:
    return as_board(reader.load(stem), BOARDS[stem] if points is None else points)
