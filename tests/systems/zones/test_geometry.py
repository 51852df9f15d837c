"""The measures of Zone Control: rounding, bases, groups, terrain on a way, forms; each bound from both sides."""

from itertools import chain
from math import sqrt

import pytest

from engine.systems.zones.rules.board.formations import formation_spots
from engine.systems.zones.rules.board.geometry import (
    bases_overlap,
    count_groups,
    edge_direction,
    hundredths,
    is_on_table,
    is_within,
    largest_overlapping_square,
    own_edge_distance,
    point_to_spot,
    spot_distance,
)
from engine.systems.zones.rules.board.terrain import path_cost, pieces_at, stretches, terrain_on_way
from engine.systems.zones.state.position import Edge, Form, Spot
from tests.support.many_cases import for_each
from tests.systems.zones.support.oracle_movement import stretches as reckoned
from tests.systems.zones.support.small_boards import GROVE, RUIN, small_table, spots_at, unit

# measures


@for_each(
    ("inches", "figure"),
    [
        (6.004, 600),
        (6.005, 601),
        (6.0049, 600),
        (0.285, 29),
        (12.345, 1235),
        (-0.005, 0),
        (-0.0051, -1),
        (0.00499999, 1),
        (0.0049999, 0),
    ],
)
def test_lengths_and_places_are_rounded_halves_up_with_what_arithmetic_loses(inches: float, figure: int) -> None:
    assert hundredths(inches) == figure
    assert point_to_spot((inches, 0)) == (figure, 0)


@pytest.mark.parametrize(
    ("to", "figure"), [((631, 1600), 1200), ((635, 1600), 1201), ((900, 800), 500), ((600, 400), 0)]
)
def test_the_distance_is_that_of_the_centres_rounded_once(to: Spot, figure: int) -> None:
    assert spot_distance((600, 400), to) == figure == spot_distance(to, (600, 400))


def test_touching_bases_do_not_overlap() -> None:
    assert not bases_overlap((0, 0), 100, (100, 0), 100) and bases_overlap((0, 0), 100, (99, 0), 100)
    assert not bases_overlap((0, 0), 100, (75, 100), 150) and bases_overlap(
        (0, 0), 100, (74, 100), 150
    )  # just 1.25, as is needed, and 1.244
    assert not bases_overlap((0, 0), 100, (70, 71), 100) and bases_overlap(
        (0, 0), 100, (70, 70), 100
    )  # 0.997 is 1.00, 0.990 is 0.99
    assert bases_overlap((0, 0), 100, (113, 0), 127) and not bases_overlap(
        (0, 0), 100, (114, 0), 127
    )  # 1.135 is needed


@pytest.mark.parametrize("both", [20, 199, 200, 227, 250, 300, 2400])
def test_squares_of_distances_that_round_to_less_than_half_the_bases(both: int) -> None:
    near = {
        square: hundredths(sqrt(square) / 100) < both / 2
        for square in range(max(0, (both // 2 - 2) ** 2), (both // 2 + 2) ** 2)
    }
    assert (
        near == {square: square <= largest_overlapping_square(both) for square in near} and len(set(near.values())) == 2
    )


def test_wholly_within_is_exact_and_touches_from_inside() -> None:
    assert is_within((1150, 50), 100, (0, 0, 1200, 1200)) and not is_within((1151, 50), 100, (0, 0, 1200, 1200))
    assert is_within((63, 63), 125, (0, 0, 1200, 1200)) and not is_within((62, 63), 125, (0, 0, 1200, 1200))
    table = small_table().table
    assert is_on_table(table, (2350, 50), 100) and not is_on_table(table, (2350, 49), 100)


@pytest.mark.parametrize(
    ("edge", "depth", "way"),
    [("south", 800, (0, -1)), ("north", 1600, (0, 1)), ("west", 300, (-1, 0)), ("east", 2100, (1, 0))],
)
def test_own_edges(edge: Edge, depth: int, way: tuple[int, int]) -> None:
    assert own_edge_distance(small_table(edges=(edge, "north")), "blue", (300, 800)) == depth
    assert edge_direction(edge) == way


@pytest.mark.parametrize(
    ("spots", "count"),
    [
        (((0, 0),), 1),
        (((0, 0), (300, 0)), 1),
        (((0, 0), (301, 0)), 2),
        (((0, 0), (600, 0), (300, 0)), 1),
        (((0, 0), (212, 212)), 1),
        (((0, 0), (213, 212)), 2),
        (((0, 0), (900, 0), (300, 0), (1200, 0)), 2),
    ],
)
def test_chains_of_models_are_groups(spots: tuple[Spot, ...], count: int) -> None:
    assert count_groups(100, spots) == count


# terrain on a way

NOTCHED = ((4, 4), (12, 4), (12, 12), (8, 8), (4, 12))


@for_each(
    ("a", "b", "parts"),
    [
        ((600, 200), (600, 1200), [(0.2, 0.8)]),  # in at 6,4 and out at 6,10
        ((200, 400), (1400, 400), []),  # along an edge
        ((400, 0), (400, 800), []),
        ((200, 800), (1400, 800), [(1 / 6, 5 / 6)]),  # through the notch's tip, which is a corner: one stretch
        ((0, 800), (800, 0), []),  # touches the corner 4,4
        ((200, 1000), (1400, 1000), [(1 / 6, 1 / 3), (2 / 3, 5 / 6)]),
        ((600, 400), (600, 1000), [(0, 1)]),  # from edge to edge
        ((600, 600), (700, 600), [(0, 1)]),
        ((600, 600), (600, 600), []),
        ((396, 404), (404, 396), []),  # through the corner
        ((396, 405), (405, 396), [(4 / 9, 5 / 9)]),  # 0.0141 inches of it
    ],
)
def test_stretches(a: Spot, b: Spot, parts: list[tuple[float, float]]) -> None:
    for found in (stretches(a, b, NOTCHED), reckoned(a, b, NOTCHED)):
        assert list(chain(*found)) == pytest.approx(list(chain(*parts)))
    assert list(chain(*stretches(b, a, NOTCHED))) == pytest.approx(
        [1 - share for share in reversed(list(chain(*parts)))]
    )


@pytest.mark.parametrize(("deep", "seen"), [(0.0049, 0), (0.0051, 1), (0.00499, 0)])
def test_a_stretch_that_rounds_to_nothing_is_none(deep: float, seen: int) -> None:
    shape = ((4.0, 4.0), (8.0, 4.0), (8.0, 4 + deep), (4.0, 4 + deep))
    assert len(stretches((600, 200), (600, 600), shape)) == seen == len(reckoned((600, 200), (600, 600), shape))


def test_a_centre_on_the_edge_is_in() -> None:
    table = small_table(terrain=(GROVE, RUIN)).table
    assert (
        pieces_at(table, (800, 1400)) == (GROVE,)
        and pieces_at(table, (801, 1400)) == ()
        and pieces_at(table, (1700, 900)) == (RUIN,)
    )


def test_costs_add_up_over_legs_unrounded() -> None:
    state = small_table(unit("B1", (6, 7)), unit("B2", (1, 1), kind="scout"), terrain=(GROVE, RUIN))
    foot, scout = state.units["B1"], state.units["B2"]
    assert path_cost(state, foot, ((600, 700), (600, 1000))) == 400  # 1 open, 2 sparse for 3
    assert path_cost(state, foot, ((1700, 700), (1700, 1000))) == 500
    assert path_cost(state, scout, ((1700, 700), (1700, 1000))) == 300
    assert path_cost(state, foot, ((0, 0), (100, 100), (200, 0), (300, 100))) == 424  # 3 times 1.41421
    assert path_cost(state, foot, ((0, 0), (100, 100))) == 141 and path_cost(state, foot, ((0, 0),)) == 0
    assert path_cost(state, foot, ((400, 700), (400, 1500))) == 800  # along the edge
    assert terrain_on_way(state.table).crossed_by((600, 700), (600, 1000))[0].piece is GROVE


# forms


@for_each(
    ("form", "count", "edge", "spots"),
    [
        ("line", 3, "south", [(10, 10), (11.5, 10), (13, 10)]),
        ("line", 3, "west", [(10, 10), (10, 11.5), (10, 13)]),
        ("column", 3, "north", [(10, 10), (10, 11.5), (10, 13)]),
        ("column", 2, "east", [(10, 10), (11.5, 10)]),
        ("block", 5, "south", [(10, 10), (11.5, 10), (13, 10), (10, 8.5), (11.5, 8.5)]),
        ("block", 4, "north", [(10, 10), (11.5, 10), (10, 11.5), (11.5, 11.5)]),
        ("block", 3, "west", [(10, 10), (10, 11.5), (8.5, 10)]),
        ("block", 1, "south", [(10, 10)]),
    ],
)
def test_forms_run_east_or_north_and_their_ranks_towards_the_own_edge(
    form: Form, count: int, edge: Edge, spots: list[tuple[float, float]]
) -> None:
    assert formation_spots((1000, 1000), count, form, 1.0, edge) == spots_at(*spots)
