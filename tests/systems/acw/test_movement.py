"""What the cases leave out of moving in the ACW game: the edges of every tolerance."""

import pytest

from engine import checking
from engine.systems import acw
from engine.systems.acw.rules.board import line_of_sight, terrain
from engine.systems.acw.rules.board.footprints import rounded_facing, rounded_position
from engine.systems.acw.rules.movement import movement_dice
from engine.systems.acw.state.events import Captured, Joined, Moved, Parted
from maps.geometry.plane import Point
from tests.support.many_cases import for_each
from tests.systems.acw.support.small_boards import foot, gone, ordered, refused, staged, unit

# coming to rest


@pytest.mark.parametrize(
    ("inches", "spot"), [((1.005, 2.0149), (101, 201)), ((0.285, 0.0), (29, 0)), ((1.00499, 0.004), (100, 0))]
)
def test_positions_are_rounded_halves_up(inches: Point, spot: tuple[int, int]) -> None:
    assert rounded_position(inches) == spot


@pytest.mark.parametrize(
    ("degrees", "tenths"), [(359.96, 0), (359.94, 3599), (0.05, 1), (45.0, 450), (360.0, 0), (90.25, 903)]
)
def test_facings_are_rounded_halves_up_and_stay_below_360(degrees: float, tenths: int) -> None:
    assert rounded_facing(degrees) == tenths


# ways and dice


@for_each(
    ("bearing", "way"),
    [
        (0, "straight"),
        (0.5, "straight"),
        (359.5, "straight"),
        (0.6, "side"),
        (90.5, "side"),
        (269.5, "side"),
        (90.6, None),
        (179.4, None),
        (179.5, "back"),
        (180, "back"),
        (180.5, "back"),
        (180.6, None),
    ],
)
def test_the_angle_from_the_facing_decides_the_way(bearing: float, way: str | None) -> None:
    assert movement_dice.way_of(0, bearing) == way
    assert movement_dice.way_of(350, (bearing + 350) % 360) == way


def test_a_point_without_its_comma_is_offered_where_its_bearing_is_refused() -> None:
    """``U1 move 15 12``: fifteen degrees and twelve inches, or a point with a space."""
    state = staged(U1=foot(20, 20, facing=180))
    (verdict,) = checking.check(acw, state, "us", "U1 move 20 12")
    assert verdict.problems[0].code == "bad-direction" and verdict.problems[0].suggestions[0] == "U1 move 20,12"
    (verdict,) = checking.check(acw, state, "us", "U1 move 320 12")
    assert "U1 move 320,12" not in verdict.problems[0].suggestions  # off the table


def test_a_slant_to_the_rear_is_refused_with_what_to_do_instead() -> None:
    code, says = refused(staged(U1=foot(20, 20)), "U1 move 24,16")
    assert code == "bad-direction" and "135° off" in says
    state, events = ordered(staged(U1=foot(20, 20)), says.split("; try: ", 1)[1].replace("; ", "\nU1 "), [6])
    assert state.units["U1"].at == (2400, 1600) and len([e for e in events if isinstance(e, Moved)]) == 1


def test_a_back_move_ends_facing_the_way_it_went_even_a_little_aslant() -> None:
    state, _ = ordered(staged(U1=foot(20, 20)), "U1 move 180.4 3", [5, 5])
    assert (state.units["U1"].facing, state.units["U1"].at) == (1804, (1998, 1700))


def test_after_a_back_move_of_no_length_a_unit_has_not_turned() -> None:
    state, events = ordered(staged(U1=foot(20, 10), U2=foot(20, 6.8)), "U1 back", [3, 2])
    moved = next(e for e in events if isinstance(e, Moved))
    assert moved.length.length == 1.7 and state.units["U1"].facing == 1800  # 3 would end in U2: an inch short of it
    state, _ = ordered(staged(U1=foot(20, 10), U2=foot(20, 9)), "U1 back", [1, 1])
    assert (state.units["U1"].at, state.units["U1"].facing) == ((2000, 1000), 0)
    assert state.units["U1"].moved


@pytest.mark.parametrize(
    ("away", "seen", "bonus"), [(3.0, True, 1), (3.005, True, 1), (3.02, True, 0), (2.5, False, 0)]
)
def test_a_leader_helps_who_is_near_enough_and_sees_the_unit(away: float, seen: bool, bonus: int) -> None:
    between = {} if seen else {"U2": foot(20, 8.5)}
    state = staged(U1=foot(20, 10), UL=unit("leader", 20, 10 - away), **between)
    at = state.units["UL"].inches[1]
    found = movement_dice.best_allowance(state, state.units["U1"], "straight")
    assert (
        found.leader == (bonus if abs(10 - at - away) < 0.004 or away == 3.005 else 0)
        and found.total == 6 + found.leader
    )


def test_leaders_near_and_attached_help_once_and_a_leader_with_another_unit_helps_too() -> None:
    both = staged(U1=foot(20, 10), UL={"type": "leader", "side": "us", "with": "U1"}, UM=unit("leader", 20, 8))
    assert movement_dice.best_allowance(both, both.units["U1"], "straight").leader == 1
    other = staged(U1=foot(20, 10), U2=foot(20, 12), UL={"type": "leader", "side": "us", "with": "U2"})
    assert movement_dice.commanding_leader(other, other.units["U1"]) == other.units["UL"]
    assert movement_dice.best_allowance(other, other.units["UL"], "straight").leader == 0


def test_an_enemy_leader_helps_nobody() -> None:
    state = staged(U1=foot(20, 10), CL=unit("leader", 20, 12, 180, "cs"))
    assert movement_dice.best_allowance(state, state.units["U1"], "straight").total == 6


# obstacles

BROOK = {"kind": "stream", "name": "Brook", "line": [[0, 14], [40, 14]]}
RIVER = {"kind": "river", "name": "Run", "line": [[0, 14], [40, 14]]}
FENCE = {"kind": "fence", "name": "Rails", "line": [[0, 14], [40, 14]]}
PIKE = {"kind": "road", "name": "Pike", "line": [[20, 0], [20, 40]]}


@for_each(
    ("y", "dice", "length"),
    [
        (12.0, 4, 1.75),
        (12.01, 4, 2.0),
        (11.99, 4, 1.76),
        (12.0, 5, 3),
        (10.0, 4, 3.75),
        (9.99, 4, 4),
        (14.0, 4, 4),
        (13.99, 1, 1),
    ],
)
def test_a_halved_move_gets_past_what_halves_it_or_stops_short(y: float, dice: int, length: float) -> None:
    found, halved, limit = gone(staged(BROOK, U1=foot(10, y)), "U1 forward", dice, dice)
    assert found == pytest.approx(length)
    assert bool(halved) == (y not in (9.99, 14.0)) and bool(limit) == (length in (1.75, 1.76, 3.75))


def test_the_whole_allowance_is_halved_once_rounded_up_and_then_the_wish_counts() -> None:
    two = (
        {"kind": "stream", "name": "A", "line": [[0, 12], [40, 12]]},
        {"kind": "stream", "name": "B", "line": [[0, 12.5], [40, 12.5]]},
    )
    assert gone(staged(*two, U1=foot(10, 11)), "U1 forward", 5, 1) == (3, "A", "")
    assert gone(staged(*two, U1=foot(10, 11)), "U1 forward 2", 5, 1) == (2, "A", "")
    assert gone(staged(*two, U1=foot(10, 11)), "U1 forward 0.9", 5, 1) == (0.9, "", "")


def test_a_stopping_obstacle_before_a_halving_one_halves_nothing() -> None:
    brook = {"kind": "stream", "name": "Brook", "line": [[0, 15], [40, 15]]}
    assert gone(staged(RIVER, brook, U1=foot(10, 10)), "U1 forward", 6, 1) == (3.75, "", "the river Run")
    rails = {"kind": "fence", "name": "Rails", "line": [[0, 12], [40, 12]]}
    assert gone(staged(RIVER, rails, U1=foot(10, 10)), "U1 column; forward", 6) == (3.75, "Rails", "the river Run")


@pytest.mark.parametrize(("off", "crosses"), [(0.75, True), (0.76, False)])
def test_a_bridge_carries_columns_within_half_its_width(off: float, crosses: bool) -> None:
    bridge = {"kind": "bridge", "name": "Bridge", "at": [20, 14], "width": 1.5}
    state = staged(RIVER, bridge, U1=foot(20 + off, 11, formation="column"), UL=unit("leader", 20 - off, 8))
    assert gone(state, "U1 forward", 1, 1)[0] == pytest.approx(7 if crosses else 2.75)
    assert gone(state, "UL forward", 4, 4)[0] == pytest.approx(8 if crosses else 5.75)


@pytest.mark.parametrize(("x", "free"), [(20.5, True), (20.51, False)])
def test_a_road_is_a_gate_in_a_fence(x: float, free: bool) -> None:
    state = staged(FENCE, PIKE, F1=unit("foot-artillery", x, 13), U1=foot(x - 5, 13))
    assert gone(state, "F1 forward", 3, 3)[0] == pytest.approx(3 if free else 0.75)
    assert gone(state, "U1 forward", 3, 3)[0] == 2


@pytest.mark.parametrize(
    ("start", "length", "halved"),
    [
        ((9, 12), 3, "Knob"),
        ((9, 15), 3, "Knob"),
        ((9, 18.2), 5, ""),
        ((2.96, 12), 5, ""),
        ((3.0, 12), 5, ""),
        ((3.06, 12), 3, "Knob"),
    ],
)
def test_a_steep_hill_halves_who_goes_up_and_a_graze_does_not_count(start: Point, length: float, halved: str) -> None:
    knob = {
        "kind": "steep-hill",
        "name": "Knob",
        "shape": [[3, 14], [15, 14], [15, 22], [3, 22]],
        "crest": [[4, 18], [14, 18]],
    }
    tip = {
        "kind": "steep-hill",
        "name": "Tip",
        "shape": [[30, 14], [34, 14.04], [38, 14], [38, 13.96], [34, 14], [30, 13.96]],
        "crest": [[31, 15], [37, 15]],
    }
    assert gone(staged(knob, tip, U1=foot(*start, bases=1)), "U1 forward", 5, 5)[:2] == (length, halved)


def test_a_hill_of_which_only_a_graze_is_in_the_way_halves_nobody() -> None:
    thin = {
        "kind": "steep-hill",
        "name": "Tip",
        "shape": [[8, 14], [12, 14], [12, 14.05], [8, 14.05]],
        "crest": [[8, 16], [12, 16]],
    }
    thick = {
        "kind": "steep-hill",
        "name": "Toe",
        "shape": [[8, 14], [12, 14], [12, 14.06], [8, 14.06]],
        "crest": [[8, 16], [12, 16]],
    }
    assert gone(staged(thin, U1=foot(10, 12)), "U1 forward", 4, 4) == (4, "", "")
    assert gone(staged(thick, U1=foot(10, 12)), "U1 forward", 5, 5) == (3, "Toe", "")


WOOD = {"kind": "woods", "name": "Oaks", "shape": [[10, 14], [30, 14], [30, 20], [10, 20]]}


def test_who_stands_where_he_may_not_be_walks_out_and_not_in_elsewhere() -> None:
    two = {"kind": "woods", "name": "Elms", "shape": [[10, 20.5], [30, 20.5], [30, 24], [10, 24]]}
    length, halved, limit = gone(staged(WOOD, two, F1=unit("horse-artillery", 15, 16)), "F1 forward", 6, 6)
    assert length == pytest.approx(4.4) and (halved, limit) == ("", "the woods Elms")


def test_the_end_of_a_path_is_tested_beside_every_tenth_of_an_inch() -> None:
    assert gone(staged(WOOD, F1=unit("foot-artillery", 15, 12.06)), "F1 forward", 3, 3)[0] == pytest.approx(1.9)
    assert gone(staged(WOOD, F1=unit("foot-artillery", 15, 12.06)), "F1 forward 1.92", 3, 3)[0] == pytest.approx(1.92)
    assert gone(staged(WOOD, F1=unit("foot-artillery", 15, 12.06)), "F1 forward 1.93", 3, 3)[0] == pytest.approx(1.9)


def test_a_leader_who_leaves_his_unit_in_the_woods_may_walk_out_of_them() -> None:
    state = staged(WOOD, U1=foot(15, 16), UL={"type": "leader", "side": "us", "with": "U1"})
    after, events = ordered(state, "UL back 5", [4, 4])
    assert after.units["UL"].at == (1500, 1200) and after.units["UL"].leads is None
    assert [type(e) for e in events if isinstance(e, Parted | Moved)] == [Parted, Moved]


def test_rubble_is_forbidden_to_all() -> None:
    barn = {"kind": "building", "name": "Barn", "shape": [[10, 14], [20, 14], [20, 20], [10, 20]], "value": 1}
    state = staged(barn, U1=foot(15, 12))
    assert gone(state, "U1 forward", 4, 4)[0] == 4
    rubble = staged(barn, U1=foot(15, 12), C1=foot(15, 16, 180, "cs"), rubble={"Barn": 1})
    length, halved, limit = gone(rubble, "U1 forward", 4, 4)
    assert length == pytest.approx(1.9) and (halved, limit) == ("", "the building Barn")
    assert terrain.areas_of(rubble, rubble.units["C1"]) == () and terrain.is_formed(rubble, rubble.units["C1"])
    assert line_of_sight.obstruction_text(rubble, rubble.units["U1"], rubble.units["C1"]) == ""


# others in the way


def test_interpenetration_and_forbidden_ground_are_tried_until_both_leave_the_length_alone() -> None:
    """The wood ends the guns' path where they would stand in U2; an inch short of U2 is clear of both."""
    state = staged(
        {"kind": "woods", "name": "Oaks", "shape": [[10, 12.9], [30, 12.9], [30, 20], [10, 20]]},
        F1=unit("foot-artillery", 15, 10),
        U2=foot(15, 12.4),
    )
    length, halved, limit = gone(state, "F1 forward", 5, 5)
    assert length == pytest.approx(0.9) and (halved, limit) == ("", "U2, which it cannot pass through")


def test_of_several_friends_each_has_to_be_cleared() -> None:
    state = staged(U1=foot(20, 10), U2=foot(20, 12), U3=foot(20, 13.3))
    assert gone(state, "U1 forward", 3, 3)[0] == pytest.approx(0.5)  # in U3; short of it in U2; short of that
    assert gone(state, "U1 forward", 4, 4)[0] == 4
    assert refused(staged(U1=foot(20, 10), U2=foot(20, 11.2)), "U1 forward 1")[0] == "blocked"


def test_a_leader_with_an_enemy_unit_is_no_lone_leader() -> None:
    state = staged(U1=foot(20, 10), C1=foot(20, 13, 180, "cs"), CL={"type": "leader", "side": "cs", "with": "C1"})
    after, events = ordered(state, "U1 forward", [6, 6])
    assert after.units["U1"].at == (2000, 1150) and not [e for e in events if isinstance(e, Captured)]


def test_a_lone_leader_is_ridden_down_where_the_path_ends_beside_him_too() -> None:
    state = staged(U1=foot(20, 10), CL=unit("leader", 23.04, 14, 180, "cs"), CM=unit("leader", 16.9, 14, 180, "cs"))
    after, events = ordered(state, "U1 forward", [4, 4])
    assert [e.unit for e in events if isinstance(e, Captured)] == ["CL"]
    assert after.units["CL"].gone and not after.units["CM"].gone


def test_lone_leaders_stop_guns_and_one_another_but_no_regiment() -> None:
    for kind, length in (("leader", 1.5), ("foot-artillery", 1.5), ("cavalry", 4)):
        state = staged(U1=unit(kind, 20, 10), CL=unit("leader", 20, 13, 180, "cs"))
        assert gone(state, "U1 forward 4", 4, 4)[0] == length


# leaders


def test_who_does_not_reach_the_unit_he_joins_stops_on_the_way_and_may_try_again_next_turn() -> None:
    state = staged(U1=foot(20, 20), UL=unit("leader", 20, 10))
    after, events = ordered(state, "UL join U1", [1, 2])
    assert (
        after.units["UL"].at == (2000, 1300)
        and after.units["UL"].leads is None
        and not [e for e in events if isinstance(e, Joined)]
    )


def test_a_leader_changes_from_unit_to_unit_through_a_third() -> None:
    state = staged(
        U1=foot(20, 10), U2=foot(20, 11.9), U3=foot(20, 14), UL={"type": "leader", "side": "us", "with": "U1"}
    )
    after, events = ordered(state, "UL join U3", [2, 2])
    assert after.units["UL"].leads == "U3" and after.units["UL"].at == (2000, 1400)
    assert [type(e) for e in events if isinstance(e, Parted | Joined | Moved)] == [Parted, Joined]
    short, _ = ordered(state, "UL join U3", [1, 1])
    assert (short.units["UL"].leads, short.units["UL"].moved) == (
        "U1",
        True,
    )  # 2" end in U2, an inch short of that in U1


def test_who_could_not_get_clear_of_his_unit_is_told_so() -> None:
    state = staged(U1=foot(20, 10, formation="column"), UL={"type": "leader", "side": "us", "with": "U1"})
    code, says = refused(state, "UL forward 1")
    assert code == "blocked" and "clear of U1" in says
    after, _ = ordered(state, "UL forward 1.5", [1, 1])
    assert after.units["UL"].leads is None and after.units["UL"].at == (2000, 1150)


def test_a_leader_is_stopped_by_woods_on_his_way_to_a_unit_in_them() -> None:
    state = staged(WOOD, U1=foot(15, 18), UL=unit("leader", 15, 12))
    after, _ = ordered(state, "UL join U1", [6, 6])
    assert after.units["UL"].at == (1500, 1390)


# facing and forming


def test_facing_takes_a_unit_a_point_or_a_bearing_and_wants_a_change() -> None:
    state = staged(U1=foot(20, 10), C1=foot(23, 14, 180, "cs"))
    assert ordered(state, "U1 face C1")[0].units["U1"].facing == 369
    assert ordered(state, "U1 face 17,6")[0].units["U1"].facing == 2169
    assert (
        refused(state, "U1 face 20,20")[0]
        == refused(state, "U1 face N")[0]
        == refused(state, "U1 face U1")[0]
        == "no-change"
    )


@pytest.mark.parametrize(("y", "room"), [(10.49, True), (10.47, False)])
def test_there_is_room_where_footprints_share_no_more_than_two_hundredths(y: float, room: bool) -> None:
    state = staged(U1=foot(20, 10, formation="column", bases=4), U2=foot(21.5, y, bases=1))
    problems = checking.check(acw, state, "us", "U1 form line")[0].problems
    assert [problem.code for problem in problems] == ([] if room else ["blocked"])
