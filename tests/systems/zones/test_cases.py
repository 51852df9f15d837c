"""Zone Control: what cases may set, and what a position looks like in a case."""

from typing import Any

import pytest

from engine.systems.zones.setup.cases import case_position, case_view
from engine.systems.zones.state.position import ACTION, COMMAND, DEPLOYMENT, State
from tests.support.many_cases import for_each
from tests.systems.zones.support.scenario import (
    field,
    setup,
    spots,
    unit,
)


def staged(**changes: Any) -> State:
    return case_position(field(), changes)


@for_each(
    ("changes", "says"),
    [
        ({"weather": "rain"}, "cannot be set"),
        ({"phase": "melee"}, "not a phase"),
        ({"phase": "over"}, "has a winner"),
        ({"phase": "over", "winner": "them"}, "not a winner"),
        ({"winner": "blue", "phase": "action"}, "no other has one"),
        ({"turn": 6}, "from 1 to 5"),
        ({"turn": True}, "from 1 to 5"),
        ({"turn": 0}, "turn 0 is the deployment"),
        ({"phase": "deployment"}, "deployment: free"),
        ({"active": "green"}, "not a side; there are blue, red"),
        ({"units": []}, "mapping"),
        ({"units": {"B1": 1}}, "as a mapping"),
        ({"units": {"X1": {"type": "guard"}}}, "a type and a side"),
        ({"units": {"X1": {"type": "gard", "side": "red", "at": "4,4"}}}, "did you mean guard"),
        ({"units": {"X1": {"type": "guard", "side": "green", "at": "4,4"}}}, "is not a side"),
        ({"units": {"X1": {"type": "guard", "side": "red"}}}, "has no place"),
        ({"units": {"X1": {"type": "guard", "side": "red", "at": ["4,4"]}}}, "has 3 models, but is given 1 place"),
        ({"units": {"X1": {"type": "guard", "side": "red", "at": "23,4"}}}, "off the table, at 24.5,4"),
        ({"units": {"B1": {"colour": "red"}}}, "has no colour"),
        ({"units": {"B1": {"count": 2}}}, "has no count"),
        ({"units": {"B1": {"at": "here"}}}, "is not a place"),
        ({"units": {"B1": {"at": ["4,4", "6,4"]}}}, "has 3 models"),
        ({"units": {"B1": {"models": 2}}}, "are a mapping"),
        ({"units": {"B1": {"models": {"4": {"wounds": 1}}}}}, "no model 4; it has 1, 2, 3"),
        ({"units": {"B1": {"models": {"1": {"wounds": 2}}}}}, "0 to 1 wounds, not 2"),
        ({"units": {"B1": {"models": {"1": 0}}}}, "as a mapping"),
        ({"units": {"B1": {"models": {"1": {"ammo": {"spike": 3}}}}}}, "0 to 2 for its spike"),
        ({"units": {"B1": {"models": {"1": {"ammo": {"rifle": 1}}}}}}, "not 1 for rifle"),
        ({"units": {"B1": {"shock": -1}}}, "shock from 0"),
        ({"units": {"B1": {"shaken": "yes"}}}, "Expected"),
        ({"units": {"B1": {"marks": ["fear"]}}}, "melee and surprise"),
        ({"units": {"B1": {"where": "table", "enters": "reserve"}, "R3": {"where": "table"}}}, "needs a place"),
        ({"units": {"R3": {"policy": "soon"}}}, "is not a place"),
        ({"units": {"R3": {"policy": "4,20 6,20"}}}, "a place for each model"),
        ({"units": {"R3": {"models": {"1": {"at": "4,4"}}}}}, "is not on the table"),
        ({"units": {"B1": {"start": 2}}}, "not 2"),
        ({"game": {"luck": 1}}, "game has no luck"),
        ({"game": {"score": {}}}, "follows from where models stand"),
        ({"game": {"order": ["red"]}}, "each side once"),
        ({"game": {"conceded": ["x"]}}, "not a side"),
        ({"game": {"acted": ["x"]}}, "not a unit"),
        ({"game": {"limit": 0}}, "number of rounds"),
        ({"game": {"reason": "luck"}}, "not a reason"),
    ],
)
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        case_position(field(), changes)


def test_a_case_begins_after_the_setting_up() -> None:
    state = staged(units={"B1": {"shock": 2}})
    assert (state.turn, state.phase, state.active, state.game.order) == (1, ACTION, "blue", ("blue", "red"))
    waiting = case_position(field(unit(5, "arrives"), lambda w: w.update(sides={"red": {}, "blue": {}})), {})
    assert (waiting.phase, waiting.active) == (COMMAND, "red"), "a reserve may come in round 1"


def test_removals_come_first_then_places_then_the_rest() -> None:
    state = staged(
        units={
            "B1": {
                "models": {"1": {"gone": True}, "3": {"wounds": 0, "ammo": {"spike": 0}}},
                "at": "8,2",
                "form": "column",
            }
        }
    )
    band = state.units["B1"]
    assert [(model.number, model.at, model.wounds) for model in band.models] == [(2, (800, 200), 1), (3, (800, 50), 0)]
    assert (band.start, band.models[1].ammo, band.models[0].ammo) == (3, {"spike": 0}, {"spike": 2})
    each = staged(units={"B1": {"at": ["8,2", "9,3", "10,2"], "models": {"2": {"at": "9,2"}}}})
    assert spots(each, "B1") == [(800, 200), (900, 200), (1000, 200)]


def test_units_are_added_come_on_and_go() -> None:
    state = staged(
        units={
            "B9": {"type": "guard", "models": 2, "side": "blue", "at": "4,8", "shock": 1},
            "R3": {"at": "12,20"},
            "R2": {"gone": True},
            "R1": {"models": {number: {"gone": True} for number in "123"}},
            "B3": {"enters": "reserve", "arrives": 4},
            "R9": {"type": "field-gun", "side": "red", "at": "20,20", "models": {"1": {"ammo": {"field-gun": 1}}}},
        }
    )
    assert state.roster == ("B1", "B2", "B3", "R1", "R2", "R3", "B9", "R9") and tuple(state.units) == state.roster
    assert [state.units[key].where for key in ("R3", "R2", "R1", "B3", "B9")] == [
        "table",
        "gone",
        "gone",
        "reserve",
        "table",
    ]
    assert (state.units["B9"].start, state.units["B9"].shock, state.units["B3"].arrives, state.units["R1"].models) == (
        2,
        1,
        4,
        (),
    )
    assert spots(state, "R3") == [(1200, 2000), (1400, 2000), (1600, 2000)] and state.units["R9"].models[0].ammo == {
        "field-gun": 1
    }


def test_what_is_given_another_type_or_side_begins_anew() -> None:
    state = staged(units={"B1": {"type": "field-gun", "at": "4,8"}})
    assert (state.units["B1"].type, state.units["B1"].name, spots(state, "B1")) == (
        "field-gun",
        "Blue Guard",
        [(400, 800)],
    )


@pytest.mark.parametrize(
    ("first", "changes", "order", "active"),
    [
        ("fixed", {"turn": 2}, ("blue", "red"), "blue"),
        ("alternate", {"turn": 2}, ("red", "blue"), "red"),
        ("alternate", {"turn": 2, "phase": "action", "active": "blue"}, ("red", "blue"), "blue"),
        ("roll", {"turn": 3}, ("blue", "red"), "blue"),
        ("fixed", {"active": "red"}, ("blue", "red"), "red"),
        ("fixed", {"game": {"order": ["red", "blue"]}}, ("red", "blue"), "red"),
    ],
)
def test_who_is_active(first: str, changes: dict[str, Any], order: tuple[str, ...], active: str) -> None:
    state = case_position(field(setup(first=first)), changes)
    assert (state.game.order, state.active) == (order, active)


def test_a_case_may_begin_in_the_deployment_or_after_it() -> None:
    free = field(setup(deployment="free", deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 16], [24, 24]]}))
    state = case_position(free, {"units": {"B1": {"at": "8,2"}}})
    assert (state.turn, state.phase, state.active, state.ready) == (0, DEPLOYMENT, None, state.units)
    state = case_position(free, {"turn": 1})
    assert (state.phase, state.active, state.ready) == (ACTION, "blue", {})


def test_no_die_is_needed_to_set_a_case() -> None:
    late = [
        {"id": "B1", "type": "guard", "side": "blue", "enters": "reserve", "arrives": 3},
        {"id": "R1", "type": "guard", "side": "red", "enters": "reserve", "arrives": 3},
    ]
    state = case_position(field(setup(first="roll"), lambda w: w.update(units=late)), {"turn": 3, "phase": "command"})
    assert (state.turn, state.phase, state.active) == (3, COMMAND, "blue")


def test_the_record_is_written_in_inches() -> None:
    told = case_view(staged(units={"B1": {"at": "8.25,2", "models": {"2": {"wounds": 0}}}}, game={"limit": 7}))
    band = told["units"]["B1"]
    assert (band["at"], band["count"], band["start"], band["where"], band["gone"]) == ("8.25,2", 3, 3, "table", False)
    assert band["models"]["2"] == {
        "at": "9.75,2",
        "wounds": 0,
        "moved": False,
        "acted": False,
        "hurt": False,
        "ammo": {"spike": 2},
    }
    assert (told["units"]["R3"]["at"], told["units"]["R3"]["where"], told["units"]["R3"]["models"]["1"]["at"]) == (
        None,
        "reserve",
        None,
    )
    assert told["game"] == {
        "order": ["blue", "red"],
        "limit": 7,
        "reason": None,
        "conceded": [],
        "score": {"blue": 2, "red": 3},
        "control": {"Z11": "blue", "Z21": "blue", "Z12": "red", "Z22": "red"},
    }
