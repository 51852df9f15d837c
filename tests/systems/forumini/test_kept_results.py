"""What is kept from position to position is what a fresh look finds, in random games, earlier positions included."""

from random import Random
from typing import Any

import pytest

from engine.systems import forumini
from engine.systems.forumini.rules.board.stacking import fortifications, obstacles, obstacles_of_game
from engine.systems.forumini.rules.combat.defensive_fire import _may_fire_at, _sees, firing_manner, possible_firers
from engine.systems.forumini.rules.current_values import attack_dice
from engine.systems.forumini.rules.movement.path_search import best_ways
from engine.systems.forumini.rules.movement.pathfinding import ReachableHexes, reachable_hexes
from engine.systems.forumini.state.position import State, Unit, enemy, is_ground, on_map, units_in
from engine.systems.forumini.vocabulary import _vocabulary, vocabulary
from maps.geometry.hexes import distance, neighbours
from tests.support import random_games
from tests.support.sampling import share

HEXES = 4
"""Hexes to which a way is looked for, a unit and position."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("stem", random_games.shipped(forumini)[share(0, -2) :])
def test_kept_results_are_those_of_a_fresh_look(stem: str) -> None:
    chance, steps = Random(stem), random_games.walked(forumini, stem, 5)
    positions = [step.before for step in steps]
    for state in [*positions[-share(20, 6) :], *chance.sample(positions, min(4, len(positions)))]:
        for side in state.sides:
            seen = forumini.view(state, side.id)
            gone = frozenset(key for key, unit in seen.units.items() if unit.gone)
            assert vocabulary(seen, side.id) == _vocabulary(seen, side.id, gone)
        _compare_obstacles(state)
        _compare_hexes(state)
        for unit in on_map(state):
            if is_ground(state, unit):
                _compare_ways(state, unit, chance)
                _compare_fire(state, unit)


def _compare_obstacles(state: State) -> None:
    laid = {at: [unit.id for unit in found] for at, found in obstacles(state).items()}
    assert {at: [unit.id for unit, _ in found] for at, found in fortifications(state).items()} == laid
    assert all(unit is state.units[unit.id] for found in fortifications(state).values() for unit, _ in found)
    for user in ("soldier", "vehicle"):
        barring = {
            at: [unit.id for unit, does in found if does.bars == user] for at, found in fortifications(state).items()
        }
        wires = {
            at: [unit.id for unit, does in found if does.stops == user] for at, found in fortifications(state).items()
        }
        assert obstacles_of_game(state).barriers(state.units, user).bars == {
            at: keys[0] for at, keys in barring.items() if keys
        }
        assert obstacles_of_game(state).barriers(state.units, user).wires == {
            at: keys[0] for at, keys in wires.items() if keys
        }


def _compare_hexes(state: State) -> None:
    """FA 20.1: the units in a hex come in the order of the scenario."""
    for at in {unit.at for unit in on_map(state)} - {None}:
        assert at is not None
        there = [unit for key in state.roster if (unit := state.units[key]).at == at and not unit.gone]
        assert list(units_in(state, at)) == there
        for side in state.sides:
            assert list(units_in(state, at, side.id)) == [unit for unit in there if unit.side == side.id]


def _compare_ways(state: State, unit: Unit, chance: Random) -> None:
    fresh = ReachableHexes(state, unit)
    known: dict[str, Any] = dict(best_ways(fresh.steps, fresh.start, fresh.purse, fresh.bars, fresh.wires))
    for to in chance.sample(sorted(state.board.cells.keys() - {unit.at}), HEXES) + list(known)[1:3]:
        assert reachable_hexes(state, unit).way_to(to) == known.get(to)
    assert reachable_hexes(state, unit).purse == fresh.purse


def _compare_fire(state: State, mover: Unit) -> None:
    """FA 12.2: all enemies are asked, by distances."""
    assert mover.at
    for start in neighbours(mover.at)[:2]:
        able = dict[str, str]()
        for unit in on_map(state, enemy(state, mover.side)):
            how = firing_manner(state, unit, start, mover.at)
            assert unit.at and (how != "regular" or max(distance(unit.at, at) for at in (start, mover.at)) <= 1)
            dice = attack_dice(state, unit, mover, distance(unit.at, mover.at))[1]
            if how and dice > 0 and _may_fire_at(state, unit, mover) and _sees(state, unit, mover.at):
                able[unit.id] = how
            free = unit.good_order and not (unit.df_used or unit.aboard or unit.hull_down or unit.hit_the_dirt)
            if free and unit.overwatch is None and start in state.board.cells:
                assert (how == "regular") == all(distance(unit.at, at) <= 1 for at in (start, mover.at))
        assert {firer.unit.id: firer.how for firer in possible_firers(state, mover, start)} == able
