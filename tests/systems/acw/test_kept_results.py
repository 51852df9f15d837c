"""What is kept with a position, or worked out from an earlier one, is what a plain calculation gives."""

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from engine.contract import replace
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.orders import Forward
from engine.systems.acw.rules.board.footprints import all_footprints, in_inches, rounded_position, units_in_the_way
from engine.systems.acw.rules.board.outlines import Outlines
from engine.systems.acw.rules.board.terrain import forbidding_area
from engine.systems.acw.rules.movement.movement import objection
from engine.systems.acw.rules.movement.movement_limits import (
    AREA_STEP,
    MoveKind,
    MoveLimit,
    has_clear_start,
    move_length,
)
from engine.systems.acw.rules.turn.deploy_rest import placements
from engine.systems.acw.state.events import Faced, Placed
from engine.systems.acw.state.position import State, Unit, arm_of, army, footprint, units_on_table
from engine.systems.acw.state.unit_index import in_order, leaders_in_play, unit_index
from maps.geometry.plane import Point, point_along, unit_vector
from maps.geometry.tabletop import Piece
from tests.support import random_games
from tests.support.sampling import share
from tests.systems.acw.support import brawl_scenario
from tests.systems.acw.support.small_boards import battlefield

FAR = 9.0
"""Inches of the paths that are looked at."""


def positions() -> Iterator[tuple[State, Random]]:
    """Positions of several games, now and then an earlier one once more: nothing may come from another position."""
    chance, seen = Random(7), list[State]()
    games: list[Iterator[State]] = [
        (one.after for one, _ in brawl_scenario.moments(seed)) for seed in share(range(12), range(1))
    ]
    for stem, seed in (("kesslers-mill", 3), ("even-ground", 4)):
        games.append(step.after for step in islice(random_games.game(acw, stem, seed), share(200, 16)))
    while games:
        game = chance.choice(games)
        state = next(game, None)
        if state is None:
            games.remove(game)
        else:
            seen.append(state)
            yield state, chance
            yield chance.choice(seen[-60:]), chance


def copy_of(state: State) -> State:
    """The same position in objects of its own, of which nothing can be known yet."""
    units = {key: replace(unit) for key, unit in state.units.items()}
    ready = {key: replace(unit) for key, unit in state.ready.items()}
    return replace(state, units=units, ready=ready, setup=replace(state.setup), game=replace(state.game))


def test_the_units_of_a_position_are_the_same_whatever_was_looked_at_before() -> None:
    for state, chance in positions():
        index = unit_index(state)
        assert all_footprints(state) == tuple((unit, footprint(state, unit)) for unit in units_on_table(state))
        assert index.gone == {key for key, unit in state.units.items() if unit.gone}
        for side in state.sides:
            leaders = [unit for unit in army(state, side.id) if arm_of(state, unit) == "leader"]
            assert leaders_in_play(state, side.id) == leaders
        for unit in chance.sample(list(units_on_table(state)), 2):
            _compare_paths(state, unit, unit_vector(chance.choice((unit.degrees, 45.0, 180.0))), chance.uniform(0, FAR))


def _compare_paths(state: State, unit: Unit, way: Point, far: float) -> None:
    """A path is looked at with several lengths, in a position that others were looked at in, too, and in a new one."""
    for length in (far, far / 2, FAR, far):
        known = units_in_the_way(state, footprint(state, unit), way, length, (unit.id,))
        assert known == units_in_the_way(copy_of(state), footprint(state, unit), way, length, (unit.id,))


def test_units_in_a_strip_of_the_table_are_those_with_their_centre_there() -> None:
    for state, chance in positions():
        left, right = sorted(chance.uniform(0, 48) for _ in range(2))
        there = [body for body in unit_index(state).bodies if left <= body.x <= right]
        assert in_order(unit_index(state).bodies_between(left, right)) == there


def test_pieces_near_a_segment_are_those_whose_box_it_comes_near() -> None:
    """On whole inches many boxes only just meet."""
    chance = Random(9)
    for _ in range(share(300, 60)):
        lines = [tuple((chance.randint(0, 12), chance.randint(0, 12)) for _ in range(3)) for _ in range(9)]
        pieces = [Piece("fence", f"piece {nth}", line=line) for nth, line in enumerate(lines)]
        a, b = ((float(chance.randint(0, 12)), float(chance.randint(0, 12))) for _ in range(2))
        (left, right), (low, high) = (sorted(ends) for ends in zip(a, b, strict=True))
        near = [
            piece
            for piece, line in zip(pieces, lines, strict=True)
            if min(x for x, _ in line) - 1 <= right
            and max(x for x, _ in line) + 1 >= left
            and min(y for _, y in line) - 1 <= high
            and max(y for _, y in line) + 1 >= low
        ]
        assert Outlines(zip(pieces, lines, strict=True)).pieces_near(a, b, 1.0) == near


def test_a_path_with_a_clear_start_has_a_length() -> None:
    clear = 0
    for state in (battlefield(seed) for seed in range(share(60, 15))):
        chance = Random(len(state.units))
        for unit in units_on_table(state):
            way = unit_vector(chance.uniform(0, 360))
            if has_clear_start(state, unit, way):
                clear += 1
                lengths = (
                    move_length(state, unit, way, inches, most)
                    for inches in (1, 6, 18)
                    for most in (None, 0.01, 0.05, 0.3)
                )
                assert all(found.length > 0 for found in lengths), (unit, way)
    assert clear > 20


def test_a_start_that_was_clear_stays_so_only_while_nothing_comes_near() -> None:
    answers = set[bool]()
    for state in (battlefield(seed) for seed in range(share(60, 15))):
        chance, orders = Random(len(state.units)), [Forward(unit.id) for unit in units_on_table(state)]
        for _ in range(12):
            clear = [order for order in orders if objection(state, order) is None]
            unit = chance.choice(list(units_on_table(state)))
            at = rounded_position((chance.uniform(2, 20), chance.uniform(2, 20)))
            state = acw.apply(state, Faced(unit.id, unit.facing, chance.randrange(3600)))
            state = acw.apply(state, Placed(unit.id, at, unit.facing, unit.formation))
            plain = copy_of(state)
            for order in clear:
                found = objection(state, order)
                assert found == objection(plain, order), order
                answers.add(found is None)
    assert answers == {True, False}


def test_a_path_ends_before_the_first_of_its_points_that_is_forbidden() -> None:
    """CW 5.2: the points of a path that are near no closed area are not looked at."""
    cut, kind = 0, MoveKind(frozenset({MoveLimit.CLOSED_AREAS}))
    for state in (battlefield(seed) for seed in range(share(60, 15))):
        chance = Random(len(state.units))
        for unit in units_on_table(state):
            way, far = unit_vector(chance.uniform(0, 360)), chance.choice((3.0, 7.77, 12.0))
            if forbidding_area(state, unit, unit.inches) is None:
                found = move_length(state, unit, way, 20, far, kind).length
                assert found == _plain_length(state, unit, way, far)
                cut += found < far
    assert cut > 10


def _plain_length(state: State, unit: Unit, way: Point, far: float) -> float:
    good, step = 0.0, 0
    while good < far:
        step += 1
        on = min(step * AREA_STEP, far)
        if forbidding_area(state, unit, in_inches(rounded_position(point_along(unit.inches, way, on)))):
            break
        good = on
    return good


def test_a_side_sees_and_may_name_the_same_whatever_was_looked_at_before() -> None:
    for state, chance in positions():
        for side in chance.sample([*(side.id for side in state.sides), ""], 3):
            seen = acw.view(state, side)
            assert seen == _plain_view(state, side) and acw.view(state, side) is seen
            assert acw.vocabulary(seen, side) == acw.vocabulary(copy_of(seen), side)
            assert acw.vocabulary(seen, side).mine == {key for key, unit in seen.units.items() if unit.side == side}
        assert acw.phase(state) == acw.phase(replace(state, sides=tuple(replace(side) for side in state.sides)))


def _plain_view(state: State, side: str) -> State:
    """Enemies where the scenario has them until they are revealed, and none of their standing orders."""

    def shown(units: Mapping[str, Unit], known: Mapping[str, Unit]) -> dict[str, Unit]:
        hidden: dict[str, Any] = {"advance": "attacker", "fire": "free"}
        return {
            key: unit if unit.side == side else replace(known.get(key, unit), **hidden) for key, unit in units.items()
        }

    placed = tuple(key for key in state.placed if state.units[key].side == side)
    return replace(state, units=shown(state.units, state.ready), ready=shown(state.ready, {}), placed=placed)


def test_the_rest_is_deployed_the_same_after_other_places_were_tried() -> None:
    scenario = reader.load("kesslers-mill")
    state, looked_at = acw.start(scenario), acw.start(scenario)
    assert list(acw.ideas(looked_at, "us"))
    assert placements(looked_at, "us") == placements(state, "us")


def test_a_unit_that_is_not_on_the_roster_is_not_there_wherever_it_goes() -> None:
    state = acw.start(reader.load("kesslers-mill"))
    without = replace(state, roster=tuple(key for key in state.roster if key != "U1"))
    assert "U1" not in [body.unit for body in unit_index(without).bodies]
    moved = replace(without, units={**state.units, "U1": replace(state.units["U1"], at=(100, 100))})
    assert unit_index(moved).bodies == unit_index(without).bodies
