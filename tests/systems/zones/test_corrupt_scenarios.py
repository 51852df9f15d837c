"""Zone Control: a damaged scenario or case is refused with a sentence, or it can be played."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine.contract import Turn, decode, encode
from engine.scenarios import reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.zones.presentation.cards import cards
from engine.systems.zones.rules.turn.sequence import close
from engine.systems.zones.setup.cases import case_position, case_view
from engine.systems.zones.setup.start import start
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.position import ACTION, COMMAND, PHASES, RESOLUTION, State
from tests.support.corrupt_scenarios import spoiled, ways
from tests.systems.acw.support.board import Luck
from tests.systems.zones.support.scenario import (
    STEMS,
    Change,
    field,
    setup,
    written_scenario,
)

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2,
    3.5,
    10**30,
    float("nan"),
    float("inf"),
    "",
    "x",
    "12",
    "4,4",
    "Z11",
    "B1",
    "line",
    "blue",
    "guard",
    "sparse",
    [],
    [1],
    [1, 2],
    ["4,4"],
    ["4,4", "6,4", "8,4"],
    [[0, 0], [9, 9]],
    [[0, 0], [9, 0], [9, 9]],
    {},
    {"blue": 1},
    {"a": [1]},
    {"1": {}},
    ["blue", "red"],
    {"a": ["blue", "red"]},
    [{"zone": "Z11", "value": 2}],
    {"1": {"gone": True}},
)
FULL: Change = setup(
    teams={"cold": ["blue"], "warm": ["red"]},
    first="roll",
    hidden="secret",
    offboard_from=2,
    points=400,
    shock={"hurt": 2},
    modifiers={"shoot": {"moved": 2}},
    deployment="free",
    deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 16], [24, 24]]},
)


def wholes() -> list[dict[str, Any]]:
    return [written_scenario(FULL), *(yaml_reader.read(reader.read_text(reader.find_shipped(stem))) for stem in STEMS)]


@pytest.mark.long
def test_whatever_stands_anywhere_in_a_scenario_it_is_played_or_told() -> None:
    chance, played, told = Random(1), 0, 0
    for whole in wholes():
        known = list(ways(whole))
        for _ in range(200):
            try:
                scenario = reader.parse(spoiled(whole, known, chance, JUNK))
            except FaultyFile as faulty:
                told += 1
                assert all(spot.says for spot in faulty.faults)
                continue
            if scenario.system == "zones":
                played += 1
                assert decode(encode(start(scenario)), State).roster == tuple(each["id"] for each in scenario.units)
                assert cards(scenario) and case_view(case_position(scenario, {}))
    assert played > 60 < told


def test_whatever_a_case_sets_it_is_staged_or_told() -> None:
    chance, played, told = Random(1), 0, 0
    scenario = field(FULL)
    fields = (
        "type",
        "side",
        "name",
        "at",
        "models",
        "form",
        "enters",
        "arrives",
        "shaken",
        "shock",
        "marks",
        "hunkered",
        "sprung",
        "fled",
        "policy",
        "start",
        "where",
        "gone",
    )
    facts = ("at", "wounds", "moved", "acted", "hurt", "ammo", "gone")
    for _ in range(800):
        junk = deepcopy(chance.choice(JUNK))
        key = chance.choice(("B1", "B2", "R1", "R3", "X1"))
        changes: dict[str, Any] = {
            "phase": chance.choice(PHASES),
            **chance.choice(
                (
                    {
                        "units": {
                            key: {chance.choice(fields): junk, "type": "guard", "side": "blue"}
                            if key == "X1"
                            else {chance.choice(fields): junk}
                        }
                    },
                    {"units": {key: {"models": {"1": {chance.choice(facts): junk}}}}},
                    {"game": {chance.choice(("order", "limit", "reason", "conceded", "acted", "score", "held")): junk}},
                    {chance.choice(("turn", "phase", "active", "winner", "units", "game")): junk},
                )
            ),
        }
        try:
            state = case_position(scenario, changes)
        except ValueError as fault:
            told += str(fault) != ""
            continue
        played += 1
        assert decode(encode(state), State) == state and case_view(state)["phase"] in PHASES
        assert state.active is None or state.phase in (COMMAND, ACTION, RESOLUTION)
    assert played > 30 and played + told == 800


SOUND: dict[str, tuple[Any, ...]] = {
    "at": ("12,12", "4,4", "0,0", "24,24", ["3,3", "4,4", "5,5"]),
    "models": ({"1": {"gone": True}}, {"1": {"wounds": 0, "acted": True}}),
    "form": ("block", "column"),
    "enters": ("reserve", "ambush", "deep-strike"),
    "arrives": (1, 2, 9),
    "shaken": (True,),
    "shock": (1, 5),
    "marks": (["melee"],),
    "hunkered": (True,),
    "sprung": (True,),
    "fled": (True,),
    "policy": ("hold", "12,4 block", "12,23", "Z11"),
    "where": ("gone", "reserve"),
    "gone": (True,),
}


def test_whatever_is_staged_can_be_played_on() -> None:
    chance, staged, scenarios_ = Random(2), 0, [field(), field(FULL), reader.load("the-long-line")]
    for _ in range(200):
        scenario = chance.choice(scenarios_)
        keys = [chance.choice(scenario.units)["id"] for _ in range(3)]
        units = {key: {(fact := chance.choice(tuple(SOUND))): chance.choice(SOUND[fact])} for key in keys}
        try:
            state = case_position(
                scenario, {"units": units, "phase": chance.choice((COMMAND, ACTION)), "turn": chance.choice((1, 2, 5))}
            )
        except ValueError:
            continue
        staged += 1
        turn = Turn(state, Luck(), apply)
        for _ in range(6):
            if turn.state.active:
                close(turn, turn.state.active)
        assert not turn.state.active or (turn.state.turn, turn.state.phase) != (state.turn, state.phase)
        assert case_view(turn.state)["units"].keys() == state.units.keys()
    assert staged > 70
