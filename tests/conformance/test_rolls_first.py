"""Orders of which nothing is foreseen (Order.ROLLS): wherever they are legal, they begin with dice.  Those that need
dice (Order.NEEDS_DICE) are never carried out without any."""

import pytest

from engine.contract import NoDice, Turn, Unforeseeable
from engine.play import carry_out
from tests.support import random_games

from .every_game import ALL, TRIED, Sys, positions

ROLLING = [system for system in ALL if any(kind.ROLLS or kind.NEEDS_DICE for kind in system.ORDERS)]
GAMES = [(system, stem) for system in ROLLING for stem in random_games.shipped(system) if stem in TRIED]


@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_orders_said_to_roll_begin_with_dice(system: Sys, scenario: str) -> None:
    for state, viewers in positions(system, scenario):
        for side in viewers[:-1]:
            seen = system.view(state, side)
            for order in system.ideas(seen, side):
                if order.ROLLS or order.NEEDS_DICE:
                    turn = Turn(seen, NoDice(), system.apply)
                    with pytest.raises(Unforeseeable):
                        carry_out(system, turn, side, order)
                    assert order.NEEDS_DICE or not turn.transitions, order
