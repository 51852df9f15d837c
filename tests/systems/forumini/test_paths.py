"""Paths: which of several is taken, what each step costs, and where there is none (FA 6)."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from engine import checking
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.rules.movement.pathfinding import may_enter, reachable_hexes, route
from engine.systems.forumini.state.position import State
from maps.geometry.hexes import neighbours
from tests.support.many_cases import for_each
from tests.systems.forumini.support.movement_board import FIELD, TYPES, ordered, refused, staged, unit


def test_of_paths_of_equal_cost_the_one_with_fewer_rolls_then_fewer_hexes_then_lower_ids_is_taken() -> None:
    """FA 6.17"""
    state = staged(B1=unit("tank", "0302"), B2=unit("runner", "0301"), B3=unit("tank", "0603", facing="S"))
    assert route(state, state.units["B2"], ("0304",)) == ("0302", "0303", "0304")
    assert route(state, state.units["B1"], ("0501",)) == ("0401", "0501")
    assert route(state, state.units["B1"], ("0101",)) == ("0201", "0101"), "not through the woods of 0202"
    way = reachable_hexes(state, state.units["B3"]).ways["0706"]
    assert (way.cost, way.rolls) == (4, 0)


def scattered(chance: Random) -> dict[str, Any]:
    """A small board with everything that changes the price of a step."""
    rows = ["".join(chance.choice("....wFph") for _ in range(5)) for _ in range(5)]
    road = ["0103", "0203", "0303", "0403", "0503"][: chance.randint(0, 5)]
    hexsides = {
        name: [
            side for side in ("0202/0203", "0302/0303", "0203/0303", "0402/0403", "0204/0304") if chance.random() < 0.3
        ]
        for name in ("stream", "river", "bluff")
    }
    roads = [" ".join(road)] if len(road) > 1 else []
    return {
        **FIELD,
        "board": {"hex": {"legend": FIELD["board"]["hex"]["legend"], "rows": rows, "roads": roads, "sides": hexsides}},
    }


def priced(state: State, key: str, path: tuple[str, ...]) -> tuple[int, int] | None:
    """FA 2.4, 2.5, 6.5, 6.8, 6.9, 16.3, read from the tables again: points and rolls of a path; None if it is not
    allowed.
    """
    mover, charts, board = state.units[key], state.setup.charts, state.board
    kind = TYPES[mover.type]
    rides, rolling = kind["kind"] == "vehicle", kind["kind"] == "vehicle" or "motorcyclist" in kind["sub"]
    left, bonus, spent, rolls = kind["speed"], rolling, 0, 0
    roads = {step for chain in board.roads for a, b in pairwise(chain) for step in ((a, b), (b, a))}
    for a, b in pairwise((mover.at or "", *path)):
        cost, asks, terrain = 1, 0, charts.terrain[board.cells[b].terrain]
        if a != mover.at and a == "0304" and not rides:
            return None
        if (a, b) not in roads:
            prices = [terrain.vehicle if rolling else terrain.soldier]
            for feature in board.edges.get(f"{min(a, b)}/{max(a, b)}", ()):
                side = charts.hexsides[feature]
                prices.append(side.vehicle if rolling else side.soldier)
                asks += ("vehicle" if rolling else "soldier") in side.roll
            if None in prices:
                return None
            cost = sum(price or 0 for price in prices)
            asks += rides and terrain.roll is not None
        elif bonus:
            cost, bonus = 0, False
        if cost > left and not (rides and kind["speed"] == left == 1 and cost == 2):
            return None
        spent, left, rolls = spent + min(cost, left), max(0, left - cost), rolls + asks
    return spent, rolls


def ways(state: State, key: str) -> Iterator[tuple[tuple[int, int, int, tuple[str, ...]], str]]:
    """Every way that never comes twice into a hex, as FA 6.17 compares them."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        path = waiting.pop()
        at = path[-1] if path else state.units[key].at or ""
        for to in neighbours(at):
            if (
                to in state.board.cells
                and to != state.units[key].at
                and to not in path
                and (price := priced(state, key, (*path, to)))
            ):
                waiting.append((*path, to))
                yield (*price, len(path) + 1, (*path, to)), to


@for_each("seed", range(12))
def test_the_best_path_is_the_best_of_all_paths(seed: int) -> None:
    """FA 6.17 against every way there is, on boards that fell together."""
    chance = Random(seed)
    units = {
        "B1": unit("tank", "0302"),
        "B2": unit("crawler", "0202"),
        "B3": unit("bike", "0203"),
        "B4": unit("runner", "0403"),
        "W1": unit("barbed-wire", "0304", "red"),
    }
    state = forumini.case_position(
        reader.parse(scattered(chance)), {"phase": "b-movement", "active": "blue", "units": units}
    )
    for key in ("B1", "B2", "B3", "B4"):
        best = dict[str, Any]()
        for way, to in ways(state, key):
            best[to] = min(best.get(to, way), way)
        there = reachable_hexes(state, state.units[key])
        assert {to: there._searched_one(to) for to in state.board.cells if to != there.start} == {
            to: best.get(to) for to in state.board.cells if to != there.start
        }
        assert {to: tuple(way) for to, way in there.ways.items()} == best


def test_the_road_bonus_is_part_of_the_cost() -> None:
    state = staged(B1=unit("crawler", "0107"), B2=unit("cyclist", "0207"))
    assert reachable_hexes(state, state.units["B1"]).ways["0307"].cost == 1
    assert "0407" not in reachable_hexes(state, state.units["B1"]).ways
    assert reachable_hexes(state, state.units["B2"]).ways["0407"].path == ("0307", "0407")
    assert refused(state, "B1 move 0407") == ("too-far", "B1 has 1 Movement Point; 0407 needs 2")


@for_each(
    ("order", "code"),
    [
        ("B1 move 0405 0909 4040", "off-board"),
        ("B1 move 0304 0306 0404", "not-adjacent"),
        ("B1 move 0304 0404 0304 0303", "impassable"),
        ("B1 move 0304 0303 0302 0301 0401", "too-far"),
        ("B1 move 0305", "not-adjacent"),
        ("B1 move 0305 0404", "impassable"),
        ("B1 move 0909", "too-far"),
        ("B1 move 0304", "accepted"),
        ("B1 move 0305 0304", "accepted"),
        ("B1 move 0604", "impassable"),
    ],
)
def test_each_test_looks_at_the_whole_path_before_the_next(order: str, code: str) -> None:
    """FA 21.5"""
    state = staged(B1=unit("runner", "0305"))
    verdict = checking.check(forumini, state, "blue", order)[0]
    assert (verdict.problems[0].code if verdict.problems else "accepted") == code


def test_no_path_and_too_far_have_different_refusals() -> None:
    """FA 21.5: a far pond with a road in it can be reached, another cannot."""
    state = staged(B1=unit("runner", "0305"), B2=unit("runner", "0101"))
    assert refused(state, "B1 move 0604")[0] == "impassable"
    assert refused(state, "B2 move 0404") == ("too-far", "B2 has 3 Movement Points; 0404 needs 5")


def test_tank_obstacles_bar_vehicles_from_roads_too_but_no_other_units() -> None:
    """FA 16.4, R 52"""
    state = staged(
        O1=unit("tank-obstacle", "0307", "red"),
        B1=unit("tank", "0207"),
        B2=unit("bike", "0206"),
        B3=unit("rifle", "0306"),
    )
    code, says = refused(state, "B1 move 0307")
    assert code == "impassable" and "O1" in says
    assert route(state, state.units["B1"], ("0407",)) != ("0307", "0407")
    assert ordered(state, "B2 move 0307\nB3 move 0307")[0].units["B2"].at == "0307"
    assert not may_enter(state, state.units["B1"], "0307") and may_enter(state, state.units["B2"], "0307")


def test_amphibious_units_swim_and_cross_streams_without_a_roll() -> None:
    """FA 19.1"""
    state = staged(
        B1=unit("swimmer", "0405"), B2=unit("swimmer", "0105"), B3=unit("swimmer", "0908"), B4=unit("tank", "0504")
    )
    after, _ = ordered(state, "B1 move 0404\nB2 move 0106\nB3 move 0909")
    assert (after.units["B1"].mp, after.units["B2"].mp, after.units["B3"].mp) == (2, 3, 2)
    assert may_enter(state, state.units["B1"], "0604") and not may_enter(state, state.units["B4"], "0604")
