"""Aircraft beyond the rulebook's cases: hits, bombs after anti-air fire, standing orders, weather, attacks."""

from typing import Any

import pytest

from engine.contract import Event
from engine.systems.forumini.state.events import (
    AircraftPlaced,
    Attacked,
    OverwatchEnded,
    PhaseSkipped,
)
from engine.systems.forumini.state.position import State
from tests.systems.forumini.support.field import closed, only, ordered, staged


def test_a_second_damaged_of_any_kind_destroys_an_aircraft_and_nothing_heals_it() -> None:
    state = staged(
        "d-antiair",
        {
            "B1": {"type": "gunner", "at": "0504", "overwatch": "0503"},
            "B2": {"type": "gunner", "at": "0504"},
            "B3": {"type": "gunner", "at": "0504"},
            "R1": {"type": "fighter", "at": "0506"},
        },
    )
    state, events, _ = ordered(state, "B1 attack R1", [4, 4, 1])
    assert (
        state.units["R1"].hits == 1
        and only(events, OverwatchEnded).why == "fired"
        and state.units["B1"].overwatch is None
    )
    state, _, _ = ordered(state, "B2 attack R1", [1, 1, 1])
    assert state.units["R1"].hits == 1
    state, _, _ = ordered(state, "B3 attack R1", [4, 4, 1])
    assert state.units["R1"].hits == 3


def test_only_defensive_armament_keeps_bombs_after_antiair_fire() -> None:
    state = staged(
        "d-antiair",
        {
            "B1": {"type": "fighter", "at": "0504"},
            "B2": {"type": "armed", "at": "0505"},
            "R1": {"type": "fighter", "at": "0506"},
        },
    )
    state, _, codes = ordered(state, "B1 attack R1\nB2 attack R1", [1, 1, 1, 1, 1])
    assert codes == [] and (state.units["B1"].bombs, state.units["B2"].bombs) == (0, 1)


def planned(plan: str, **units: Any) -> tuple[State, list[Event]]:
    """Phase C begins after blue's Movement, with red's standing order for its fighter R1."""
    fleet = {"B1": {"type": "fighter"}, "R1": {"type": "armed"}, **units}
    state = staged("b-movement", fleet, "blue")
    state, _, codes = ordered(state, f"standing R1 plan {plan}", side="red")
    assert codes == []
    state, events = closed(state, "blue")
    if state.phase == "b-movement":
        state, events = closed(state, "red", [6])
    return state, events


@pytest.mark.parametrize("plan", ["place 0607 target B0", "place 0404", "ask"])
def test_an_illegal_standing_order_lets_the_player_choose(plan: str) -> None:
    """The target out of range of bombs and guns; a hex taken by an aircraft."""
    state, events = planned(plan, B2={"type": "fighter", "at": "0404"})
    assert state.phase == "c-aircraft" and state.active == "red" and state.game.air_queue[0] == "R1"
    assert not [event for event in events if isinstance(event, AircraftPlaced)]


def test_a_legal_standing_order_answers_and_the_next_aircraft_is_up() -> None:
    state, events = planned("place 0102 target B0")
    assert only(events, AircraftPlaced).how == "standing" and state.units["R1"].target == "B0"
    assert state.phase == "c-aircraft" and state.active == "blue"


def test_visibility_in_a_storm_reaches_six_and_no_aircraft_fly() -> None:
    state = staged(
        "f-assault",
        {
            "B1": {"type": "gunner", "at": "0908"},
            "R1": {"type": "rifle", "at": "0902"},
            "R2": {"type": "rifle", "at": "0901"},
        },
        environment="storm",
    )
    after, _, codes = ordered(state, "B1 attack R2\nB1 attack R1", [4, 4, 1])
    assert codes == ["no-line-of-sight"] and after.units["R1"].hits == 1
    moving = staged("b-movement", {"B2": {"type": "fighter"}, "R3": {"type": "fighter"}}, environment="storm")
    moving, _ = closed(moving, "blue")
    moving, events = closed(moving, "red")
    assert moving.phase == "f-assault" and [event.name for event in events if isinstance(event, PhaseSkipped)][:1] == [
        "c-aircraft"
    ]


def test_from_the_air_hexsides_give_no_cover() -> None:
    state = staged(
        "e-ground-attack",
        {
            "B1": {"type": "fighter", "at": "0404", "target": "R1"},
            "R1": {"type": "rifle", "at": "0504", "hits": 1},
            "B2": {"type": "fighter", "at": "0705", "target": "R2"},
            "R2": {"type": "rifle", "at": "0705"},
        },
    )
    after, events, _ = ordered(state, "B1 strafe", [4, 4, 1])
    assert only(events, Attacked).shot.mods == () and after.units["R1"].hits == 2
    _, events, _ = ordered(state, "B2 bomb 0705", [6, 6, 6, 6])
    attack = only(events, Attacked)
    assert attack.shot.mods == (("in cover", -2),) and attack.cover.mods == (
        ("town", 1),
        ("same hex", -1),
        ("Crushing", -1),
    )
