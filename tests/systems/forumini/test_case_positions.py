"""Positions that cases set: what they may say, and what is told where it cannot be set."""

from typing import Any

import pytest

from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state.position import State, Unit
from tests.support.many_cases import for_each
from tests.systems.forumini.support.scenario import FIELD


def staged(**changes: Any) -> State:
    state: State = forumini.case_position(reader.parse(FIELD), changes)
    return state


def test_a_case_sets_a_position() -> None:
    state = staged(
        phase="f-assault",
        active="red",
        turn=3,
        units={
            "R3": {"type": "tiger-i", "side": "red", "at": "0401"},
            "B1": {"at": "0203", "hits": 2},
            "R1": {"gone": True},
        },
        game={"lost": {"red": 3}},
    )
    assert (state.phase, state.active, state.turn, state.game.first) == ("f-assault", "red", 3, "blue")
    assert (
        state.units["R3"] == Unit("R3", "Tiger I", "tiger-i", "red", at="0401", facing="N") and state.roster[-1] == "R3"
    )
    assert state.units["B1"].hits == 2 and not state.units["R1"].here and state.game.lost == {"blue": 0, "red": 3}
    assert "tiger-i" in state.cards and state.units["B2"].facing == "S"


def test_a_case_moves_riders_along_and_reads_standing_orders() -> None:
    state = staged(
        units={"B3": {"type": "universal-carrier", "side": "blue", "at": "0405"}, "B1": {"aboard": "B3"}},
        game={"standing": {"blue": {"all": {"fire": "never"}, "B1": {"fire": ["always", "vehicles"]}}}},
    )
    assert state.units["B1"].at == "0405"
    assert state.game.standing["blue"] == {"all": {"fire": ("never",)}, "B1": {"fire": ("always", "vehicles")}}


def test_a_case_queues_aircraft() -> None:
    fliers = {
        "B8": {"type": "typhoon", "side": "blue"},
        "R8": {"type": "typhoon", "side": "red"},
        "R9": {"type": "ju-87d", "side": "red"},
    }
    assert staged(phase="c-aircraft", units=fliers).game.air_queue == ("R9", "B8", "R8")
    assert staged(phase="c-aircraft", active="red", units=fliers).game.air_queue == ("R9", "R8", "B8")


@for_each(
    ("changes", "says"),
    [
        ({"weather": "rain"}, "weather cannot be set"),
        ({"phase": "z-night"}, "not a phase that can be set"),
        ({"phase": "k-casualty", "active": "red"}, "not a phase that can be set"),
        ({"phase": "b-movement"}, "needs active"),
        ({"phase": "b-movement", "active": "green"}, "green is not a side"),
        ({"phase": "build"}, "nothing is built"),
        ({"phase": "c-aircraft"}, "needs an aircraft"),
        (
            {"phase": "c-aircraft", "active": "blue", "units": {"R9": {"type": "ju-87d", "side": "red"}}},
            "R9 of red comes first",
        ),
        ({"units": {"X": {"at": "0101"}}}, "needs a type and a side"),
        ({"units": {"X": {"type": "wizard", "side": "red"}}}, "is not a type"),
        ({"units": {"B1": {"at": "0909"}}}, "not on the map"),
        ({"units": {"B1": {"wings": 2}}}, "B1 has no wings"),
        ({"units": {"B1": {"aboard": "B9"}}}, "is not a unit"),
        ({"units": {"B1": {"hits": 5}}}, "0 to 3 hits"),
        ({"units": {"B1": 5}}, "be a mapping"),
        ({"units": {"B1": {"pinned": "x"}}}, "bool"),
        ({"game": {"weather": 1}}, "game has no weather"),
        ({"game": {"first": "green"}}, "green is not a side"),
        ({"game": {"edges": {"blue": "up"}}}, "which is to be the edge of blue"),
        ({"game": {"standing": {"blue": {"B9": {"fire": "never"}}}}}, "B9"),
        ({"game": {"standing": {"blue": "never"}}}, "be a mapping"),
        ({"winner": "green"}, "green is not a side"),
    ],
)
def test_a_case_reports_what_cannot_be_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        staged(**changes)
