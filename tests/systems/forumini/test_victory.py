"""How turns and games end, and what stays hidden: casualty, victory, secrets, armies, standing orders."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.contract import Balked, Condition, Done, Event
from engine.systems import forumini
from engine.systems.forumini.orders import Buy, Standing
from engine.systems.forumini.state.events import (
    ArmiesRevealed,
    Bought,
    CounterLost,
    Destroyed,
    HeroPlaced,
    OverwatchEnded,
    Recovered,
    StandingSet,
    Thrown,
    ThrowsShown,
    TieBroken,
    TurnedUp,
    Unloaded,
    ZoneChecked,
)
from engine.systems.forumini.state.position import State
from engine.systems.forumini.vocabulary import CONDITIONS, condition_holds
from tests.support.many_cases import for_each
from tests.systems.forumini.support.board import begun, closed, codes, ordered, staged

# casualty


def casualty(
    units: Mapping[str, Any], text: str = "", dice: Sequence[int] = (6, 6, 1, 1), **setup: Any
) -> tuple[State, list[Event]]:
    """The end of F, with standing orders of blue first."""
    state = staged("f-assault", "red", units, **setup)
    state = ordered(state, "blue", text)[0] if text else state
    return closed(state, "red", dice)


def test_a_hero_takes_no_place_that_its_card_excepts_nor_that_of_another_nation() -> None:
    fallen: dict[str, Any] = {
        "B1": {"type": "gun", "at": "0304", "hits": 3},
        "B2": {"type": "hero"},
        "R1": {"type": "rifle", "at": "0504", "hits": 3},
    }
    state, events = casualty(fallen)
    assert not [event for event in events if isinstance(event, HeroPlaced)] and state.units["B2"].at is None
    state, events = casualty({**fallen, "B3": {"type": "rifle", "at": "0305", "hits": 3}})
    assert [event for event in events if isinstance(event, HeroPlaced)] == [HeroPlaced("B2", "0305", "B3", "default")]
    assert state.game.lost == {"blue": 12, "red": 3}


@pytest.mark.parametrize(
    ("word", "place"), [("any", "0404"), ("never", None), ("3", "0404"), ("7", None), ("B1", "0304"), ("B9", None)]
)
def test_a_hero_goes_where_its_standing_order_sends_it(word: str, place: str | None) -> None:
    units: dict[str, Any] = {
        "B1": {"type": "rifle", "at": "0304", "hits": 3},
        "B2": {"type": "fanatic", "at": "0404", "hits": 3},
        "B3": {"type": "hero"},
        "B9": {"type": "rifle", "at": "0506"},
    }
    state, events = casualty(units, f"standing B3 replace {word}")
    assert state.units["B3"].at == place
    assert [event.how for event in events if isinstance(event, HeroPlaced)] == (["unit"] if place else [])


def test_two_heroes_do_not_take_one_place() -> None:
    state, _ = casualty(
        {"B1": {"type": "rifle", "at": "0304", "hits": 3}, "B2": {"type": "hero"}, "B3": {"type": "hero"}}
    )
    assert (state.units["B2"].at, state.units["B3"].at) == ("0304", None)


def test_abilities_keep_counters_from_turning_up() -> None:
    units: dict[str, Any] = {
        "B1": {"type": "hero", "at": "0304", "hits": 1},
        "B2": {"type": "ace", "at": "0404", "facing": "N", "hits": 2},
        "B3": {"type": "fanatic", "at": "0504", "hits": 2},
        "B4": {"type": "heavy", "at": "0604", "facing": "N", "hits": 2},
        "B5": {"type": "heavy", "at": "0704", "facing": "N", "hits": 1},
    }
    state, events = casualty(units)
    turned = {event.unit: event for event in events if isinstance(event, TurnedUp)}
    assert [(event.pinned, event.demoralized, event.damaged, event.spent) for event in turned.values()] == [
        (False, False, False, False),
        (False, False, True, False),
        (True, False, False, False),
        (True, False, False, True),
        (True, False, False, False),
    ]
    assert turned["B1"].why == "hero" and turned["B5"].why == "" and not state.units["B5"].heavy_used
    state, _ = casualty({"B4": {**units["B4"], "heavy_used": True}})
    assert state.units["B4"].damaged


def test_a_unit_that_turns_up_suppressed_loses_overwatch_and_hit_the_dirt() -> None:
    units: dict[str, Any] = {
        "B1": {"type": "rifle", "at": "0304", "hits": 2, "hit_the_dirt": True, "overwatch": "0404"},
        "B2": {"type": "hero", "at": "0306", "hits": 2, "hit_the_dirt": True},
    }
    state, events = casualty(units)
    assert OverwatchEnded("B1", "suppressed") in events and CounterLost("B1", "hit_the_dirt", "demoralized") in events
    assert state.units["B2"].hit_the_dirt and state.units["B2"].good_order


def test_riders_of_a_lost_transport_get_out_pinned_except_a_hero() -> None:
    units: dict[str, Any] = {
        "B1": {"type": "truck", "at": "0304", "facing": "N", "hits": 3},
        "B2": {"type": "rifle", "at": "0304", "aboard": "B1"},
        "B3": {"type": "hero", "at": "0304", "aboard": "B1"},
    }
    state, events = casualty(units)
    assert [event.unit for event in events if isinstance(event, Unloaded)] == ["B2", "B3"]
    assert state.units["B2"].pinned and not state.units["B3"].pinned
    assert [(event.unit, event.counter) for event in events if isinstance(event, Recovered)] == [("B3", "pinned")]
    crowd = {f"B{n}": {"type": "rifle", "at": "0304"} for n in (4, 5)}
    state, events = casualty({**units, **crowd})
    assert Destroyed("B3", "0304", 9, "dismount") in events and state.game.lost["blue"] == 13


# victory

NEAR: dict[str, Any] = {"objective": "0404"}


def test_points_mode_has_no_control_and_compares_only_at_the_end() -> None:
    setup: dict[str, Any] = {**NEAR, "victory": {"mode": "points"}, "turns": {"first_check": 2, "last": 3}}
    state, events = casualty({"B1": {"type": "rifle", "at": "0404"}}, **setup)
    assert state.turn == 3 and not [event for event in events if isinstance(event, ZoneChecked)]
    state, events = casualty({"B1": {"type": "rifle", "at": "0404"}}, turn=3, dice=(), **setup)
    assert [(event.test, event.points, event.winner) for event in events if isinstance(event, TieBroken)] == [
        (2, {"blue": 0, "red": 0}, None),
        (3, {"blue": 6, "red": 3}, "blue"),
    ]
    assert (state.winner, state.game.reason) == ("blue", "tie-break-3")


def test_control_before_the_first_check_decides_nothing_and_the_riders_count() -> None:
    units: dict[str, Any] = {
        "B1": {"type": "truck", "at": "0404", "facing": "N"},
        "B2": {"type": "rifle", "at": "0404", "aboard": "B1"},
    }
    state, events = casualty(units, turn=6, **NEAR)
    assert state.turn == 7 and not [event for event in events if isinstance(event, ZoneChecked)]
    state, events = casualty(units, turn=7, dice=(), **NEAR)
    assert ZoneChecked(7, {"blue": ("B1", "B2"), "red": ()}, "blue") in events and state.game.reason == "control"


@pytest.mark.parametrize(
    ("units", "winner", "reason"),
    [
        ({"B1": {"type": "rifle", "at": "0404"}}, "blue", "control"),
        ({"R1": {"type": "rifle", "at": "0404"}}, "red", "defended"),
        ({}, "red", "defended"),
    ],
)
def test_only_the_attacker_wins_by_control(units: dict[str, Any], winner: str, reason: str) -> None:
    setup: dict[str, Any] = {
        **NEAR,
        "victory": {"mode": "attack", "attacker": "blue"},
        "turns": {"first_check": 2, "last": 3},
    }
    state, _ = casualty(units, turn=3, dice=(), **setup)
    assert (state.winner, state.game.reason) == (winner, reason)


def test_both_sides_annihilated_compare_from_the_second_tie_breaker() -> None:
    gone = {"B0": {"hits": 3}, "R0": {"type": "captain", "hits": 3}}
    state, events = casualty(gone, dice=(), **NEAR)
    assert [event.test for event in events if isinstance(event, TieBroken)] == [2] and state.winner == "blue"


def test_annihilation_may_be_switched_off() -> None:
    state, _ = casualty({"B0": {"hits": 3}}, annihilation_ends=False, **NEAR)
    assert state.winner is None and state.turn == 3


def test_sides_without_orders_throw_by_dice_until_one_wins() -> None:
    state, events = casualty({}, turn=10, dice=(), **NEAR)
    assert (state.phase, state.active) == ("tie-break", None)
    assert [event.test for event in events if isinstance(event, TieBroken)] == [1, 2, 3]
    state, _ = closed(state, "blue")
    state, events = closed(state, "red", [6, 6, 1, 1])
    assert ThrowsShown({"blue": "rock", "red": "rock"}, None, {"blue": 1, "red": 1}) in events and state.done == ()
    state, _ = closed(state, "red")
    state, events = closed(state, "blue", [4, 2])
    assert ThrowsShown({"blue": "lizard", "red": "paper"}, "blue", {"blue": 4, "red": 2}) in events
    assert (state.winner, state.game.reason) == ("blue", "tie-break-4")


# secrets


def test_throws_purchases_and_standing_orders_are_known_to_their_own_side_only() -> None:
    state, _ = casualty({}, turn=10, dice=(), **NEAR)
    after, events = ordered(state, "blue", "throw spock\nstanding all fire never")
    assert [type(event) for event in events] == [Thrown, StandingSet]
    for event in events:
        assert forumini.witness(state, event, "blue") == event
        assert forumini.witness(state, event, "red") is None and forumini.witness(state, event, "") is None
    assert forumini.view(after, "red") == forumini.view(state, "red") and forumini.view(after, "blue").game.throws == {
        "blue": "spock"
    }
    assert forumini.view(forumini.view(after, "red"), "red") == forumini.view(after, "red")
    building = begun([], army={"mode": "buy"}, deployment={"option": 1})[0]
    bought, events = ordered(building, "red", "buy 2 tank")
    assert forumini.witness(building, events[0], "blue") is None and forumini.view(bought, "blue") == forumini.view(
        building, "blue"
    )
    assert forumini.view(bought, "red").game.army["red"] == {"tank": 2}


def test_a_balked_purchase_stays_secret_and_a_balked_standing_order_keeps_its_words() -> None:
    building = begun([], army={"mode": "buy"})[0]
    balk = Balked("red", 1, "buy 9 tank", "too-expensive", "...")
    assert forumini.witness(building, balk, "blue") is None and forumini.witness(building, balk, "red") == balk
    moving, told = staged("b-movement", "blue", {}), Balked("red", 1, "standing R0 fire never", "unit-gone", "...")
    heard = forumini.witness(moving, told, "blue")
    assert isinstance(heard, Balked) and "never" not in heard.order and heard.says != "..."


# armies


def test_armies_are_bought_given_back_and_shown_with_their_ids() -> None:
    army: dict[str, Any] = {"mode": "buy", "prefix": {"blue": "Q"}, "default": {"red": {"rifle": 2}}}
    state, _ = begun([], army=army, deployment={"option": 1})
    assert (state.phase, state.active, state.turn) == ("build", None, 0)
    state, events = ordered(state, "blue", "buy 2 tank\nbuy rifle\nbuy 1 slow\nreturn 1 tank")
    assert [(event.type, event.count, event.cost) for event in events if isinstance(event, Bought)] == [
        ("tank", 2, 40),
        ("rifle", 1, 3),
        ("slow", 1, 12),
        ("tank", -1, -20),
    ]
    assert codes(state, "blue", Buy(count=0, type="rifle")) == ["bad-number"]
    assert codes(state, "blue", Buy(type="dragon")) == ["unknown-type"]
    state, _ = closed(state, "blue")
    state, events = closed(state, "red", [6, 1])
    shown = next(event for event in events if isinstance(event, ArmiesRevealed))
    assert shown.units == (
        ("Q1", "tank", "blue"),
        ("Q2", "rifle", "blue"),
        ("Q3", "slow", "blue"),
        ("R1", "rifle", "red"),
        ("R2", "rifle", "red"),
    )
    assert (shown.points, shown.defaulted) == ({"blue": 35, "red": 6}, ("red",)) and state.game.army == {}
    assert (state.phase, state.active, state.units["Q1"].name) == ("deploy-choice", "blue", "Tank")


# standing orders and conditions


@for_each(
    ("words", "good"),
    [
        ("all initiative first", True),
        ("B1 initiative first", False),
        ("all fire always soldiers", True),
        ("B1 fire soldiers", False),
        ("B3 fire never", False),
        ("all overwatch-fire good vehicles", True),
        ("B1 overwatch-fire good good", False),
        ("all fire-order nearest", True),
        ("all fire-order B1 B0", True),
        ("all fire-order R0", False),
        ("B1 fire-order nearest", False),
        ("all under-fire wait", True),
        ("B3 under-fire wait", False),
        ("all plan hold", True),
        ("all plan place 0404", False),
        ("B3 plan place 0404 target R0", True),
        ("B3 plan place 0404 target B0", False),
        ("B3 plan place 4444", False),
        ("B1 plan hold", False),
        ("B3 damaged abort", True),
        ("B0 damaged stay", False),
        ("B2 replace 12", True),
        ("B2 replace B1", True),
        ("B2 replace R0", False),
        ("B1 replace any", False),
        ("all courage high", False),
    ],
)
def test_a_standing_order_says_what_its_key_takes_of_a_unit_that_decides_it(words: str, good: bool) -> None:
    state = staged(
        "b-movement", "blue", {"B1": {"type": "rifle", "at": "0304"}, "B2": {"type": "hero"}, "B3": {"type": "fighter"}}
    )
    subject, policy, *values = words.split()
    assert (set(codes(state, "blue", Standing(subject, policy, tuple(values)))) == set()) is good
    assert good or codes(state, "blue", Standing(subject, policy, tuple(values)))[0] == "unknown-policy"


def test_conditions_are_about_face_up_counters_except_hit_and_clean() -> None:
    state = staged(
        "b-movement",
        "blue",
        {
            "B1": {"type": "rifle", "at": "0304", "pinned": True, "hits": 1},
            "B2": {"type": "fighter"},
            "B3": {"type": "rifle", "gone": True},
        },
    )
    assert [name for name in CONDITIONS if name != "at" and condition_holds(state, Condition("B1", name))] == [
        "alive",
        "pinned",
        "hit",
        "placed",
    ]
    assert [name for name in CONDITIONS if name != "at" and condition_holds(state, Condition("B2", name))] == [
        "alive",
        "clean",
    ]
    assert [name for name in CONDITIONS if name != "at" and condition_holds(state, Condition("B3", name))] == ["gone"]
    assert condition_holds(state, Condition("B1", "at", "0304")) and not condition_holds(
        state, Condition("B1", "at", "0305")
    )


def test_done_ends_the_phase_only_for_the_side_whose_turn_it_is() -> None:
    state = staged("b-movement", "blue", {})
    assert closed(state, "red") == (state, []) and Done.ENDS
    assert ordered(state, "blue", "done")[0].active == "red"
