"""Riders and pillboxes of Forumini Armies beyond the rulebook's cases."""

from engine.systems.forumini.state import events as happened
from tests.systems.forumini.support.movement_board import of, ordered, refused, staged, unit

# riders, pillboxes


def test_riders_neither_crowd_a_hex_nor_leave_where_they_could_not_be() -> None:
    """FA 7.3, 4.6, 7.1"""
    state = staged(
        B1=unit("swimmer", "0604"),
        B2=unit("rifle", "0604", aboard="B1"),
        B3=unit("lorry", "0301"),
        B4=unit("rifle", "0301", aboard="B3"),
        B5=unit("rifle", "0301"),
        B6=unit("rifle", "0301"),
        B7=unit("runner", "0303"),
    )
    assert refused(state, "B2 unload")[0] == "impassable"
    assert refused(state, "B4 unload")[0] == "stacking"
    assert refused(state, "B7 move 0302 0301")[0] == "stacking"
    assert "B3, B5, B6" in refused(state, "B7 move 0302 0301")[1]


def test_loading_ends_overwatch_and_leaves_the_pillbox() -> None:
    """FA 7.8"""
    state = staged(
        P1=unit("pillbox", "0302"),
        B1=unit("lorry", "0302"),
        B2=unit("rifle", "0302", in_pillbox=True, overwatch="0301"),
    )
    after, events = ordered(state, "B2 load B1")
    rider = after.units["B2"]
    assert (rider.aboard, rider.overwatch, rider.in_pillbox, rider.acted) == ("B1", None, False, "moved")
    assert of(happened.OverwatchEnded, events)[0].why == "aboard"


def test_units_inside_a_cleared_pillbox_are_outside() -> None:
    """FA 16.7"""
    inside = unit("rifle", "0302", "red", in_pillbox=True)
    state = staged("f-assault", P1=unit("pillbox", "0302", "red"), R1=inside, B1=unit("sapper", "0303"))
    after, events = ordered(state, "B1 clear P1", [4])
    assert (
        after.units["P1"].gone and not after.units["R1"].in_pillbox and of(happened.PillboxLeft, events)[0].unit == "R1"
    )
    assert ordered(state, "B1 clear P1", [3])[0].units["R1"].in_pillbox


def test_halting_a_unit_that_has_not_moved_causes_no_event() -> None:
    state = staged(B1=unit("runner", "0405"))
    assert ordered(state, "B1 halt")[1] == []


def test_riders_of_a_transport_that_moves_have_moved() -> None:
    """FA 6.3: riders move with their transport: a weapon to set up does not fire in that turn."""
    state, _ = ordered(staged(B1=unit("lorry", "0302"), B2=unit("mg-42-team", "0302", aboard="B1")), "B1 move 0301")
    assert state.units["B2"].moved_b and state.units["B2"].acted is None
    later, _ = ordered(
        staged("f-assault", B1=unit("lorry", "0302"), B2=unit("mg-42-team", "0302", aboard="B1")), "B1 move 0301"
    )
    assert not later.units["B2"].moved_b
