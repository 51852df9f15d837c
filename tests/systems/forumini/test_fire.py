"""Fire beyond the rulebook's cases: bearings, cover at a vertex, weakened Defense, spotters."""

from itertools import product
from math import atan2, degrees, sqrt

import pytest

from engine.systems.forumini.rules import current_values
from engine.systems.forumini.rules.board.arcs import WAYS, bearing, in_field
from engine.systems.forumini.rules.board.line_of_sight import blockers, entry_hexsides, overwatch_arc
from engine.systems.forumini.rules.combat.cover import offers_cover
from engine.systems.forumini.state.events import (
    Attacked,
    CoverRolled,
    IndirectAttacked,
)
from maps.geometry.hexes import centre, name
from tests.support.many_cases import for_each
from tests.systems.forumini.support.field import only, ordered, staged

ON_BOARD = [name(column, row) for column, row in product(range(1, 12), range(1, 9))]


def test_bearings_agree_with_the_true_angle_and_give_exact_sixths_to_the_better_armour() -> None:
    for facing, (start, end) in product(WAYS, product(("0504", "0604"), ON_BOARD)):
        if start == end:
            continue
        (x, y), (to_x, to_y), (ahead, aside) = centre(start), centre(end), WAYS[facing]
        angle = degrees(atan2((to_y - y) * sqrt(3), to_x - x) - atan2(aside * sqrt(3), ahead)) % 360
        angle = min(angle, 360 - angle)
        expected = "front" if angle < 60 + 1e-6 else "side" if angle < 120 + 1e-6 else "rear"
        assert bearing(facing, start, end) == expected, (facing, start, end, angle)  # type: ignore[arg-type]


@for_each(
    ("at", "seen"),
    [
        ("0503", True),
        ("0602", True),
        ("0703", True),
        ("0903", False),
        ("0902", True),
        ("0403", True),
        ("0302", True),
        ("0604", False),
        ("0504", True),
    ],
)
def test_turretless_fires_up_to_exactly_sixty_degrees(at: str, seen: bool) -> None:
    """From 0504 facing N: NE runs 0603, 0703, 0802, 0902; 0903 lies beyond it."""
    state = staged("f-assault", {"B1": {"type": "case", "at": "0504", "facing": "N"}})
    assert in_field(state, state.units["B1"], at) is seen


def test_rear_blind_fires_to_exactly_a_hundred_and_twenty_degrees() -> None:
    state = staged("f-assault", {"B1": {"type": "blind", "at": "0504", "facing": "N"}})
    assert [in_field(state, state.units["B1"], at) for at in ("0604", "0705", "0606", "0505", "0404")] == [
        True,
        True,
        False,
        False,
        True,
    ]


def test_cover_across_a_vertex_needs_two_of_three_hexsides_and_the_better_counts() -> None:
    """FA 11.4: 0504 is entered from 0304 beside the wall of 0404 only, from 0405 between that wall and the bocage of
    0505.
    """
    state = staged(
        "f-assault",
        {
            "B1": {"type": "rifle", "at": "0405"},
            "B2": {"type": "rifle", "at": "0304"},
            "R1": {"type": "rifle", "at": "0504", "hits": 1},
        },
    )
    target = state.units["R1"]
    assert sorted(entry_hexsides(state, "0304", "0504")) == ["0403/0404", "0403/0504", "0404/0504"]
    assert sorted(entry_hexsides(state, "0405", "0504")) == ["0404/0504", "0404/0505", "0504/0505"]
    assert [offers_cover(state, target, at) for at in ("0304", "0405", "0404", "0505", None)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    after, events, codes = ordered(state, "B1 attack R1", [4, 4, 1, 3])
    assert codes == [] and only(events, Attacked).cover.mods == (("bocage", 1),) and after.units["R1"].hits == 1
    after, events, _ = ordered(state, "B2 attack R1", [4, 4, 1])
    assert only(events, Attacked).cover is None and after.units["R1"].hits == 2


def test_no_defense_falls_below_one() -> None:
    state = staged(
        "d-antiair",
        {
            "R1": {"type": "tank", "at": "0505", "facing": "N", "damaged": True},
            "R2": {"type": "fighter", "at": "0506", "target": "B0"},
            "R3": {"type": "rifle", "at": "0303", "demoralized": True},
            "R4": {"type": "tank", "at": "0707", "facing": "N", "pinned": True},
        },
    )
    units = state.units
    assert current_values.defense(state, units["R1"], "top") == (1, 1) and current_values.defense(
        state, units["R1"], "rear"
    ) == (1, 2)
    assert current_values.defense(state, units["R2"], "") == (1, 2) and current_values.defense(
        state, units["R3"], ""
    ) == (1, 3)
    assert current_values.defense(state, units["R4"], "rear") == (1, 3) and current_values.defense(
        state, units["R4"], "front"
    ) == (2, 5)
    assert current_values.speed(state, units["R1"]) == 3 and current_values.speed(state, units["R4"]) == 2


@pytest.mark.parametrize(
    ("successes", "defense", "hits"),
    [(0, (1, 1), 0), (1, (1, 1), 3), (1, (1, 3), 1), (2, (1, 3), 2), (3, (1, 3), 3), (1, (2, 4), 0), (4, (4, 4), 3)],
)
def test_the_worst_row_that_fits(successes: int, defense: tuple[int, int], hits: int) -> None:
    assert current_values.hits(successes, defense) == hits


def test_minimum_range_forbids_every_attack_nearer() -> None:
    state = staged(
        "f-assault",
        {
            "B1": {"type": "tube", "at": "0608"},
            "R1": {"type": "rifle", "at": "0607"},
            "R2": {"type": "rifle", "at": "0606"},
            "R3": {"type": "rifle", "at": "0605"},
            "R4": {"type": "tank", "at": "0604", "facing": "N"},
        },
    )
    _, _, codes = ordered(state, "B1 attack R1\nB1 indirect 0607\nB1 indirect 0606\nB1 attack R4")
    assert codes == ["out-of-range", "out-of-range", "out-of-range", "no-dice"]
    tube, near = state.units["B1"], state.units["R1"]
    assert [current_values.attack_dice(state, tube, near, away)[1] for away in (0, 1, 2, 4, 5, 10, 11)] == [
        0,
        0,
        2,
        2,
        2,
        2,
        0,
    ]
    assert current_values.armed_range(state, tube) == (2, 10) and current_values.armed_range(
        state, state.units["R4"]
    ) == (0, 8)
    after, _, codes = ordered(state, "B1 attack R2", [4, 4])
    assert codes == [] and after.units["R2"].hits == 1
    after, events, codes = ordered(state, "B1 indirect 0605", [1, 4, 4])
    assert codes == [] and only(events, IndirectAttacked).spotter == "B1" and after.units["R3"].hits == 1


def test_fire_control_adds_a_die_against_soldiers_only_and_for_a_pinned_commander_in_its_own_hex_only() -> None:
    units = {
        "B1": {"type": "rifle", "at": "0504"},
        "B2": {"type": "captain", "at": "0505"},
        "R1": {"type": "rifle", "at": "0503"},
        "R2": {"type": "tank", "at": "0503", "facing": "N"},
    }
    near = staged("f-assault", units)
    assert len(only(ordered(near, "B1 attack R1", [1] * 5)[1], Attacked).shot.faces) == 5
    assert len(only(ordered(near, "B1 attack R2", [1] * 2)[1], Attacked).shot.faces) == 2
    pinned = staged("f-assault", {**units, "B2": {"type": "captain", "at": "0505", "pinned": True}})
    assert len(only(ordered(pinned, "B1 attack R1", [1] * 4)[1], Attacked).shot.faces) == 4


def test_a_charge_brings_its_dice_and_the_unit_may_not_spot_afterwards() -> None:
    state = staged(
        "f-assault",
        {
            "B1": {"type": "lancer", "at": "0506"},
            "B2": {"type": "tube", "at": "0908"},
            "R1": {"type": "rifle", "at": "0504"},
            "B3": {"type": "captain", "at": "0506"},
        },
    )
    state, events, codes = ordered(state, "B1 charge 0505 0504 R1", [1, 1, 1, 1, *[1] * 6])
    assert codes == [] and only(events, Attacked).how == "charge" and state.units["B1"].acted == "attacked"
    _, _, codes = ordered(state, "B2 indirect 0504 spotter B1")
    assert codes == ["no-spotter"]


def test_indirect_fire_rolls_no_cover_for_the_destroyed_and_spares_what_has_no_dice_against_it() -> None:
    """FA 11.8, 13.5, 13.6: R1 has three hits, R2 hides (camouflage does not help), R3 is a sniper (+1), R4 a tank:
    0 dice.
    """
    state = staged(
        "f-assault",
        {
            "B1": {"type": "tube", "at": "0508"},
            "B2": {"type": "watcher", "at": "0505"},
            "R1": {"type": "rifle", "at": "0503", "hits": 3},
            "R2": {"type": "hider", "at": "0503"},
            "R3": {"type": "marksman", "at": "0503"},
            "R4": {"type": "tank", "at": "0503", "facing": "N"},
        },
    )
    after, events, codes = ordered(state, "B1 indirect 0503 spotter 0505", [3, 3, 2, 6, 6, 4, 4])
    assert codes == [] and [event.unit for event in events if isinstance(event, CoverRolled)] == ["R2", "R3", "R4"]
    assert [event.shot.target for event in events if isinstance(event, Attacked)] == ["R1", "R2"]
    assert [after.units[key].hits for key in ("R1", "R2", "R3", "R4")] == [3, 1, 0, 0] and after.units["B2"].spotted


def test_low_silhouette_adds_where_hull_down_counts_only() -> None:
    units = {
        "B1": {"type": "tank", "at": "0305", "facing": "N"},
        "B2": {"type": "tank", "at": "0302", "facing": "N"},
        "R1": {"type": "low", "at": "0303", "facing": "S", "hull_down": True, "hits": 1},
    }
    state = staged("f-assault", units)
    after, events, _ = ordered(state, "B1 attack R1", [4, 4, 4, 3])
    assert (
        only(events, Attacked).cover.mods == (("Hull Down", 1), ("low-silhouette", 1)) and after.units["R1"].hits == 1
    )
    after, events, _ = ordered(state, "B2 attack R1", [4, 1, 1, 1, 4])
    assert only(events, Attacked).cover.mods == () and after.units["R1"].hits == 2


def test_a_hex_as_target_means_the_only_enemy_there() -> None:
    state = staged(
        "f-assault",
        {
            "B1": {"type": "rifle", "at": "0504"},
            "R1": {"type": "rifle", "at": "0503"},
            "R2": {"type": "rifle", "at": "0603"},
            "R3": {"type": "rifle", "at": "0603"},
        },
    )
    _, _, codes = ordered(state, "B1 attack 0603\nB1 attack 0604")
    assert codes == ["ambiguous-unit", "no-target"]
    after, _, codes = ordered(state, "B1 attack 0503", [4, 4, 1, 1])
    assert codes == [] and after.units["R1"].hits == 1


def test_an_arc_is_the_line_and_all_around_it_on_the_board() -> None:
    state = staged("b-movement", {})
    assert overwatch_arc(state, "0301", "0302") == {"0301", "0302", "0303", "0201", "0401", "0202", "0402"}
    assert {"0302", "0502"} <= overwatch_arc(state, "0302", "0502") >= {"0401", "0402"} and "0404" not in overwatch_arc(
        state, "0302", "0502"
    )


def test_the_sides_of_the_ends_own_hexes_never_block() -> None:
    """FA 8.7: the bocage 0504/0505 blocks 0503 to 0506, but not from 0504 or to 0505."""
    state = staged("f-assault", {})
    assert blockers(state, "0503", "0506") == ("0504/0505",)
    assert blockers(state, "0504", "0506") == blockers(state, "0503", "0505") == ()
    assert blockers(state, "0302", "0304") == ("0303",)
