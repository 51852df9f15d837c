"""Geometry of hex boards and cheapest paths, against slow and simple calculations."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.geometry import hexes
from maps.geometry.pathfinding import cheapest_route, cheapest_routes
from tests.support.sampling import examples, share

places = st.builds(hexes.name, st.integers(1, 12), st.integers(1, 12))
BOARD = [hexes.name(column, row) for column in range(1, 13) for row in range(1, 13)]


def corners(at: str) -> list[tuple[int, int]]:
    x, y = hexes.centre(at)
    return [(x - 1, y - 1), (x + 1, y - 1), (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y)]


def crosses_hex(a: str, b: str, at: str) -> bool:
    """The line cut down by the six half-planes |y| <= 1, |x| + |y| <= 2 of the hex, in exact fractions: is anything
    left?
    """
    (ax, ay), (bx, by), (x, y) = hexes.centre(a), hexes.centre(b), hexes.centre(at)
    first, last = Fraction(0), Fraction(1)
    for nx, ny, most in ((0, 1, 1), (0, -1, 1), (1, 1, 2), (1, -1, 2), (-1, 1, 2), (-1, -1, 2)):
        start = nx * (ax - x) + ny * (ay - y)
        slope = nx * (bx - ax) + ny * (by - ay)
        if slope == 0:
            if start > most:
                return False
        elif slope > 0:
            last = min(last, Fraction(most - start, slope))
        else:
            first = max(first, Fraction(most - start, slope))
    return first <= last


def between(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> bool:
    """r lies on the closed segment from p to q."""
    straight = (q[0] - p[0]) * (r[1] - p[1]) == (q[1] - p[1]) * (r[0] - p[0])
    return straight and min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])


def meet(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int], s: tuple[int, int]) -> bool:
    """Two closed segments have a point in common: by an end lying on the other, or by solving for the crossing."""
    if between(p, q, r) or between(p, q, s) or between(r, s, p) or between(r, s, q):
        return True
    across = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    if across == 0:
        return False
    t = Fraction((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0]), across)
    u = Fraction((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0]), across)
    return 0 <= t <= 1 and 0 <= u <= 1


def sides(at: str) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    around = corners(at)
    for side, near in enumerate(hexes.neighbours(at)):
        yield hexes.edge(at, near), around[side], around[(side + 1) % 6]


@given(places, places)
@settings(max_examples=examples(150), deadline=None)
def test_a_line_touches_exactly_the_hexes_it_meets(a: str, b: str) -> None:
    assert sorted(at for at in hexes.touched_hexes(a, b) if at in BOARD) == [
        at for at in BOARD if crosses_hex(a, b, at)
    ]


@given(places, places)
@settings(max_examples=examples(60), deadline=None)
def test_a_line_touches_exactly_the_hexsides_it_meets(a: str, b: str) -> None:
    p, q = hexes.centre(a), hexes.centre(b)
    expected = {name for at in BOARD for name, r, s in sides(at) if meet(p, q, r, s)}
    assert {name for name in hexes.touched_edges(a, b) if all(part in BOARD for part in name.split("/"))} == {
        name for name in expected if all(part in BOARD for part in name.split("/"))
    }


@given(places, places)
def test_a_line_is_the_same_from_both_ends(a: str, b: str) -> None:
    assert sorted(hexes.touched_hexes(a, b)) == sorted(hexes.touched_hexes(b, a))
    assert sorted(hexes.touched_edges(a, b)) == sorted(hexes.touched_edges(b, a))


@pytest.mark.parametrize(
    ("a", "b", "touched"),
    [
        ("0505", "0505", ["0505"]),
        ("0505", "0504", ["0504", "0505"]),
        ("0505", "0705", ["0505", "0604", "0605", "0705"]),  # along the side between 0604 and 0605
        ("0505", "0606", ["0505", "0506", "0605", "0606"]),  # along the side between 0506 and 0605
    ],
)
def test_lines_drawn_by_hand(a: str, b: str, touched: list[str]) -> None:
    assert sorted(hexes.touched_hexes(a, b)) == touched


@given(places)
def test_centre_and_hex_at_are_a_pair(at: str) -> None:
    assert hexes.hex_at(*hexes.centre(at)) == at
    assert hexes.name(*hexes.column_and_row(at)) == at


@given(places)
def test_neighbours_are_the_six_hexes_at_distance_one_and_know_each_other(at: str) -> None:
    around = hexes.neighbours(at)
    assert len(set(around)) == 6
    assert all(at in hexes.neighbours(near) for near in around if "-" not in near)
    assert {other for other in BOARD if hexes.distance(at, other) == 1} == {near for near in around if near in BOARD}


def test_neighbours_of_an_odd_and_an_even_column() -> None:
    assert hexes.neighbours("0505") == ("0504", "0604", "0605", "0506", "0405", "0404")
    assert hexes.neighbours("0605") == ("0604", "0705", "0706", "0606", "0506", "0505")


def test_distance_is_the_length_of_the_shortest_path() -> None:
    for start in ("0606", "0101", "0712")[: share(3, 1)]:
        seen, ring, steps = {start: 0}, [start], 0
        while ring:
            steps += 1
            ring = [near for at in ring for near in hexes.neighbours(at) if near in BOARD and near not in seen]
            seen |= dict.fromkeys(ring, steps)
        assert all(hexes.distance(start, at) == seen[at] for at in BOARD)


SMALL = [hexes.name(column, row) for column in range(1, 4) for row in range(1, 4)]


Steps = dict[str, list[tuple[str, int]]]
few = st.sets(st.sampled_from(SMALL), max_size=3)


def simple_ways(start: str, steps: Steps, halts: set[str], closed: set[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every way without a loop, with its cost."""
    open_ways: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while open_ways:
        cost, path = open_ways.pop()
        here = path[-1] if path else start
        if path:
            yield cost, path
        if path and here in halts:
            continue
        open_ways += [
            (cost + price, (*path, to))
            for to, price in steps[here]
            if to not in path and to != start and to not in closed
        ]


@given(st.lists(st.integers(1, 3), min_size=54, max_size=54), few, few)
@settings(max_examples=examples(40), deadline=None)
def test_reach_finds_the_best_of_all_ways(costs: list[int], halts: set[str], closed: set[str]) -> None:
    prices = iter(costs)
    steps = {at: [(near, next(prices)) for near in hexes.neighbours(at) if near in SMALL] for at in SMALL}
    best = dict[str, tuple[int, int, tuple[str, ...]]]()
    for cost, path in simple_ways("0202", steps, halts, closed):
        if cost <= 5:
            best[path[-1]] = min(best.get(path[-1], (99, 99, ())), (cost, len(path), path))
    found = cheapest_routes("0202", steps, 5, halts, closed)
    assert found == {at: (cost, path) for at, (cost, _, path) in best.items()}
    assert all(b in hexes.neighbours(a) for _, path in found.values() for a, b in pairwise(("0202", *path)))
    for least, to in product((0, min(costs)), SMALL):
        bound = partial(least_cost, least, to)
        assert cheapest_route("0202", to, steps, bound, 5, halts, closed) == found.get(to)


def least_cost(step: int, to: str, at: str) -> int:
    """What the way costs at least if no step costs less."""
    return step * hexes.distance(at, to)


def test_equal_ways_are_told_apart_by_hexes_then_by_numbers() -> None:
    straight = {
        "a": [("b", 2), ("c", 1), ("e", 1)],
        "b": [("d", 2)],
        "c": [("d", 3), ("f", 1)],
        "e": [("d", 3)],
        "f": [("d", 2)],
        "d": [],
    }
    assert cheapest_routes("a", straight)["d"] == (4, ("b", "d"))
    assert cheapest_routes("a", {**straight, "b": []})["d"] == (4, ("c", "d"))
    assert cheapest_routes("a", {**straight, "b": [], "f": [("d", 1)]})["d"] == (3, ("c", "f", "d"))
    assert "d" not in cheapest_routes("a", straight, 3)
