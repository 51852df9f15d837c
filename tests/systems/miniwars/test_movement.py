"""Single routes beside the search of all of them, in random games, and the views in which nothing is hidden."""

from itertools import islice
from random import Random
from typing import get_args

import pytest

from engine.contract import decode, encode
from engine.scenarios import reader
from engine.systems import miniwars
from engine.systems.miniwars.rules.movement import ReachableHexes, reachable_hexes
from engine.systems.miniwars.rules.terrain import terrain_map
from engine.systems.miniwars.state.position import State
from engine.systems.miniwars.tables import Arm
from maps.geometry.pathfinding import cheapest_routes
from tests.support.random_games import game
from tests.support.sampling import share

BOARDS = ("raid-on-danville", "millers-bridge", "twin-hamlets", "danville-vanguard", "greenmere", "giants-pass")


@pytest.mark.parametrize("stem", BOARDS)
def test_no_step_lowers_what_the_way_costs_at_least_by_more_than_it_costs(stem: str) -> None:
    board = terrain_map(miniwars.start(reader.load(stem)).board)
    for arm in get_args(Arm):
        for goal in Random(stem).sample(sorted(board.adjacent), share(60, 15)):
            bound = board.least_cost_to(goal, arm)
            assert bound(goal) == 0
            assert all(bound(at) <= cost + bound(to) for at, near in board.steps[arm].items() for to, cost in near)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stem", share(BOARDS, BOARDS[1:3]))
def test_a_single_route_is_that_of_the_search_of_all(stem: str) -> None:
    """The armies that positions share are compared with those of a position that is read anew."""
    chance = Random(stem)
    for step in islice(game(miniwars, stem, 1), 1, share(12, 3)):
        for state in (before.before for before in step.turn.transitions[::4]):
            for key in chance.sample(sorted(state.units), 2):
                _compare_routes(state, decode(encode(state), State), key)


def _compare_routes(state: State, anew: State, key: str) -> None:
    kept, plain = reachable_hexes(state, state.units[key]), ReachableHexes(anew.board, anew.units, key)
    assert {to: route for to in state.board.cells if (route := kept.route(to))} == plain.routes == kept.routes
    for zones in (True, False):
        halts = plain.enemy_zone if zones else ()
        far = cheapest_routes(plain.unit.at, plain.steps, None, halts, plain.foes)
        assert {to: r for to in anew.board.cells if (r := kept.route_without_limit(to, zones))} == far


def test_a_view_that_hides_nothing_is_the_position_itself() -> None:
    hidden = False
    for step in islice(game(miniwars, "raid-on-danville", 2), share(60, 20)):
        state = step.after
        for side in ("rompot", "danville", ""):
            seen = miniwars.view(state, side)
            hidden |= seen != state
            assert (seen is state) == (seen == state)
    assert hidden
