"""Line of sight and cover on both sides of every limit and against exact fractions; measuring between two ends."""

from random import Random
from typing import Any

import pytest

from engine.errors import Refused
from engine.lookups import measurements
from engine.systems import zones
from engine.systems.zones.presentation.measurements import measure
from engine.systems.zones.rules.board.line_of_sight import line_of_sight
from engine.systems.zones.state.position import State
from maps.geometry.tabletop import Piece
from maps.scene.scene import Shape, Trail
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.zones.support import oracle_position
from tests.systems.zones.support.attacks import random_spot, random_terrain, terrain_area, terrain_belt
from tests.systems.zones.support.small_boards import small_table, unit


# sight
@for_each(
    ("kind", "bottom", "top", "end", "clear", "cover"),
    [
        ("sparse", 6, 12, 12, True, "sparse"),
        ("sparse", 6, 12.01, 12.01, False, "sparse"),
        ("sparse", 6, 12, 12.01, False, "sparse"),
        ("sparse", 6, 11.99, 15, True, "sparse"),
        ("sparse", 6, 15, 12, True, "sparse"),
        ("sparse", 6, 15, 12.01, False, "sparse"),
        ("dense", 6, 12, 9, True, "dense"),
        ("dense", 6, 12, 9.01, False, "dense"),
        ("dense", 6, 6.01, 15, False, "dense"),
        ("dense", 6, 9, 9, True, "dense"),
        ("dense", 6, 9, 9.01, False, "dense"),
        ("dense", 6, 12, 6, True, ""),
        ("sparse", 6, 12, 6, True, ""),
    ],
)
def test_so_far_one_sees_and_no_farther(
    kind: str, bottom: float, top: float, end: float, clear: bool, cover: str
) -> None:
    state, a, b = small_table(terrain=(terrain_belt(kind, bottom, top),)), (1200, 400), (1200, round(end * 100))
    found = line_of_sight(state, a, b)
    assert (found.clear, found.cover) == (clear, cover)
    assert line_of_sight(state, b, a).clear == clear
    assert found.hiding_names == (() if clear else (kind.capitalize(),))


def test_an_end_on_the_edge_of_any_sparse_piece_lets_six_whole_inches_be_seen() -> None:
    through = terrain_belt("sparse", 6, 12)
    beside = terrain_area("sparse", (10, 12.5), (12, 12.5), (12, 13), (10, 13), name="Beside")
    assert not line_of_sight(small_table(terrain=(through,)), (1200, 400), (1200, 1250)).clear
    assert line_of_sight(small_table(terrain=(through, beside)), (1200, 400), (1200, 1250)).clear


def test_lengths_are_added_up_before_they_are_rounded_once() -> None:
    """Three stretches of 1.9984 inches are 5.9952, which is 6.00."""

    def strips(width: float) -> tuple[Piece, ...]:
        return tuple(terrain_belt("sparse", low, low + width, f"S{low}") for low in (5, 8, 11))

    almost, enough = small_table(terrain=strips(1.9982)), small_table(terrain=strips(1.9984))
    assert (
        line_of_sight(almost, (1200, 400), (1200, 2000)).sparse == 599
        and line_of_sight(almost, (1200, 400), (1200, 2000)).clear
    )
    assert (
        line_of_sight(enough, (1200, 400), (1200, 2000)).sparse == 600
        and not line_of_sight(enough, (1200, 400), (1200, 2000)).clear
    )


def test_dense_at_both_ends_counts_together() -> None:
    state = small_table(terrain=(terrain_belt("dense", 2, 6, "South"), terrain_belt("dense", 10, 14, "North")))
    assert (
        line_of_sight(state, (1200, 450), (1200, 1150)).clear
        and line_of_sight(state, (1200, 450), (1200, 1150)).dense == 300
    )
    hidden = line_of_sight(state, (1200, 449), (1200, 1150))
    assert not hidden.clear and hidden.hiding_names == ("South", "North")
    assert (
        hidden.why == '3.01" of dense terrain is in the way (South and North); you can see at most 3" into it (ZC 7.3)'
    )


def test_dense_pieces_that_touch_are_two_stretches_and_the_second_is_seen_through_by_nobody() -> None:
    state = small_table(terrain=(terrain_belt("dense", 6, 7, "First"), terrain_belt("dense", 7, 8, "Second")))
    assert line_of_sight(state, (1200, 400), (1200, 700)).clear
    assert line_of_sight(state, (1200, 400), (1200, 701)).hiding_names == ("First",)
    assert (
        line_of_sight(state, (1200, 650), (1200, 800)).clear
        and not line_of_sight(state, (1200, 650), (1200, 801)).clear
    )


def test_cover_comes_from_all_but_ones_own_wood() -> None:
    def cover(a: float, b: float, *terrain: Piece) -> str:
        return line_of_sight(small_table(terrain=terrain), (1200, round(a * 100)), (1200, round(b * 100))).cover

    wood, ruin = terrain_belt("sparse", 6, 10), terrain_belt("dense", 11, 13)
    assert cover(7, 12, wood) == "" and cover(7, 9, wood) == "sparse" and cover(5, 11, wood) == "sparse"
    assert cover(7, 12, wood, ruin) == "dense" and cover(12, 7, wood, ruin) == "sparse" and cover(12, 5, ruin) == ""
    assert cover(11.5, 12, ruin) == "dense" and cover(6, 12, wood) == "" and cover(10, 5, wood) == ""


def test_what_is_in_the_way_is_said_with_inches_and_paragraph() -> None:
    wood = terrain_belt("sparse", 6, 12, "Olive Grove")
    assert line_of_sight(small_table(terrain=(wood,)), (1200, 400), (1200, 1300)).why == (
        '6" of sparse terrain is in the way (Olive Grove); you can see through less than 6" of it (ZC 7.2)'
    )
    assert line_of_sight(
        small_table(terrain=(terrain_belt("sparse", 6, 14, "Olive Grove"),)), (1200, 400), (1200, 1300)
    ).why == ('7" of sparse terrain is in the way (Olive Grove); you can see at most 6" into it (ZC 7.2)')
    assert line_of_sight(
        small_table(terrain=(terrain_belt("dense", 6, 7, "Old Mill"),)), (1200, 400), (1200, 1300)
    ).why == ("Old Mill is in the way; nobody can see through dense terrain (ZC 7.3)")
    assert line_of_sight(small_table(), (1200, 400), (1200, 1300)).why == "nothing is in the way (ZC 7.1)"
    assert (
        line_of_sight(small_table(terrain=(wood,)), (1200, 400), (1200, 750)).why
        == 'the line passes through 1.5" of sparse terrain (ZC 7.2)'
    )


@pytest.mark.parametrize("seed", range(share(60, 12)))
@pytest.mark.long
def test_sight_and_cover_are_what_exact_fractions_say(seed: int) -> None:
    dice = Random(seed)
    state, seen = small_table(terrain=random_terrain(dice)), set[tuple[bool, str]]()
    for _ in range(100):
        a, b = random_spot(dice), random_spot(dice)
        found = line_of_sight(state, a, b)
        assert (found.clear, found.cover) == oracle_position.sees(state, a, b), (state.table.pieces, a, b)
        assert found.clear == line_of_sight(state, b, a).clear and found.clear == (not found.hiding_names)
        seen.add((found.clear, found.cover))
    assert seen


# measuring
def told(state: State, start: Any, end: Any) -> dict[str, str]:
    return dict(measure(state, start, end).facts)


def test_what_lies_between_two_units() -> None:
    wood = terrain_belt("sparse", 10, 12, "Grove")
    state = small_table(unit("B1", (6, 4), (12, 4)), unit("R1", (12, 17), (18, 20)), terrain=(wood,))
    assert told(state, "B1", "R1") == {
        "distance": '13" from B1.2 to R1.1',
        "bearing": "0 degrees (N)",
        "cover": "sparse, for R1.1",
        "shoot with rifle": "one attack, 3 ballistic -1 long range -1 sparse cover = 1: a hit on 6; saved on 5 or more",
        "melee with bare-hands": 'R1.1 is 13" away; melee reaches 6"',
    }
    found = measure(state, "B1", "R1")
    assert (
        found.sight
        and found.sight.clear
        and found.sight.says == 'B1.2 sees R1.1: the line passes through 2" of sparse terrain (ZC 7.2)'
    )
    assert told(state, "B1.1", "R1.2")["distance"] == '20" from B1.1 to R1.2'
    assert told(state, "B1.1", "R1.2")["bearing"] == "36.9 degrees (NE)"


def test_the_nearest_in_sight_is_measured_and_what_hides_is_drawn() -> None:
    ruin = terrain_area("dense", (5, 8), (7, 8), (7, 9), (5, 9), name="Ruin")
    state = small_table(unit("B1", (6, 4)), unit("R1", (6, 14), (18, 14)), terrain=(ruin,))
    assert told(state, "B1", "R1")["distance"] == '15.62" from B1.1 to R1.2'
    sight = measure(state, "B1", "R1.1").sight
    assert sight and not sight.clear and sight.by == ("Ruin",)
    assert {type(mark) for mark in sight.marks} == {Shape, Trail}
    assert [mark.kind for mark in sight.marks if isinstance(mark, Trail)] == ["sight-blocked"]
    assert told(state, "B1.1", "R1.1")["shoot with rifle"] == "not in sight"


def test_zones_places_and_pieces_are_ends_too() -> None:
    ruin = terrain_area("dense", (5, 8), (7, 8), (7, 10), (5, 10), name="Ruin")
    state = small_table(unit("B1", (6, 6)), unit("R1", (0, 0), where="reserve"), terrain=(ruin,))
    assert told(state, "B1", "Z12")["distance"] == '12" from B1.1 to Z12'
    assert told(state, "B1", (600, 1000))["way"] == 'going straight costs 6"; its move is 6"'
    assert told(state, (0, 900), "Ruin")["distance"] == '6" from 0,9 to Ruin'
    assert told(state, (600, 600), "B1") == {"distance": '0" from 6,6 to B1.1'}
    nowhere = {
        "R1": "R1 is not on the table",
        "B1.7": "B1.7 is not on the table; B1 has B1.1",
        "Z99": "Z99 is not on this table",
    }
    for end, says in nowhere.items():
        with pytest.raises(ValueError, match=says.replace(".", r"\.")):
            measure(state, end, "Z11")


def test_ends_are_found_as_players_write_them() -> None:
    mill = terrain_area("dense", (5, 8), (7, 8), (7, 10), (5, 10), name="Old Mill")
    state = small_table(unit("B1", (6, 4), (12, 4)), unit("R1", (12, 17)), terrain=(mill,))

    def first(start: str, end: str) -> str:
        return measurements.measure(zones, state, "blue", start, end).says[0]

    assert first("b1.1", "z12") == 'Distance: 14" from B1.1 to Z12.'
    assert first("B1", "r1") == 'Distance: 13" from B1.2 to R1.1.'
    assert first("(0, 4)", "b1.2") == 'Distance: 12" from 0,4 to B1.2.'
    assert first("old mill", "6,9") == 'Distance: 0" from Old Mill to 6,9.'
    assert measurements.line_of_sight(zones, state, "", "B1.1", "6,18").sight.says == (
        "B1.1 does not see 6,18: Old Mill is in the way; nobody can see through dense terrain (ZC 7.3)"
    )
    for end, wrong in (
        ("B1.3", "unknown-place"),
        ("B7.1", "unknown-unit"),
        ("25,1", "off-board"),
        ("z99", "unknown-unit"),
    ):
        with pytest.raises(Refused) as refused:
            first(end, "B1")
        assert refused.value.code == wrong
