"""Tests of every shipped scenario of every system, in positions that random games reach."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.contract import Concede, Draw, Order, System
from engine.language import write
from engine.systems import SYSTEMS
from tests.support import random_games
from tests.support.sampling import share

ALL = tuple(SYSTEMS.values())
TRIED = random_games.scenarios_tried()
GAMES = [
    pytest.param(system, stem, id=stem) for system in ALL for stem in random_games.shipped(system) if stem in TRIED
]
every_game = pytest.mark.parametrize(("system", "scenario"), GAMES, scope="module")
"""All tests of one scenario run one after the other, so that its random game is played once."""
every_system = pytest.mark.parametrize("system", ALL, ids=lambda system: str(system.NAME))
Sys = System[Any]
MESSAGES = share(20, 12)
"""How much of each random game is looked at."""


def positions(system: Sys, scenario: str) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """The positions of a random game, each with everyone who may look at it: the sides, and "" for the public."""
    viewers = (*random_games.written(scenario).sides, "")
    for step in random_games.walked(system, scenario, 3, MESSAGES):
        yield step.after, viewers


def whispered(system: Sys, scenario: str) -> Iterator[random_games.Step]:
    """Steps in which a side gives all standing orders that are offered to it; they are secret."""
    for number, (state, viewers) in enumerate(positions(system, scenario)):
        for side in viewers[:-1] if number % 8 == 0 else ():
            seen = system.view(state, side)
            vocabulary = system.vocabulary(seen, side)
            if wishes := [write(idea, vocabulary) for idea in system.ideas(seen, side) if secret(idea)]:
                yield random_games.said(system, state, side, "\n".join(wishes), random_games.Falling(number))


def secret(order: Order) -> bool:
    """Whether it is a standing order."""
    return order.ANYTIME and not order.ENDS and not isinstance(order, (Concede, Draw))
