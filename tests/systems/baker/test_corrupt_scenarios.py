"""Baker: a damaged scenario or case is refused with a sentence, or it can be played."""

from random import Random
from typing import Any

from engine.contract import decode, encode
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.baker.setup.case_view import case_view
from engine.systems.baker.setup.cases import case_position
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.position import State
from tests.support.corrupt_scenarios import spoiled, ways
from tests.systems.baker.support.small_war import battle, setup, war, written

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
    "Kiev",
    "sz1",
    "sz1/sz2",
    "ussr",
    "axis",
    "land",
    "battle",
    "campaign",
    "all",
    [],
    [1],
    ["Kiev"],
    ["Kiev", "sz1"],
    [["Kiev"]],
    [[0, 0], [9, 9]],
    [[0, 0], [9, 0], [9, 9]],
    {},
    {"ussr": 1},
    {"Kiev": {}},
    {"sz1": {"ussr": {"transport": 1}}},
    {"infantry": 2},
    [{"infantry": 2}],
    {"ussr": ["Kiev"]},
    {"ussr": {"infantry": 2}},
    "land: 1 inf vs 1 inf",
    {"sz1/sz2": ["Kiev"]},
    {"income": {"axis": 3}},
)


def test_a_damaged_scenario_is_refused_or_can_be_set_up() -> None:
    chance, refused = Random(11), 0
    wholes = [
        written(
            setup(
                victory={"capitals": 1, "income": {"axis": 20}, "margin": 3},
                strategic_bombing=True,
                placement="classic",
            )
        ),
        battle("amph: 3 inf, 2 trn + 1 art overland vs 2 inf", rounds="one"),
    ]
    for whole in wholes:
        known = list(ways(whole))
        for _ in range(600):
            damaged = spoiled(whole, known, chance, JUNK)
            try:
                scenario = reader.parse(damaged)
            except FaultyFile as faulty:
                refused += 1
                assert all(spot.says for spot in faulty.faults)
            else:
                state = start(scenario) if scenario.system == "baker" else None
                assert state is None or decode(encode(state), State) == state
    assert 500 < refused < 1200


def test_damaged_sets_are_refused_with_a_sentence_or_stand() -> None:
    chance, refused, scenario = Random(12), 0, war()
    whole: dict[str, Any] = {
        "turn": 2,
        "phase": "combat",
        "active": "germany",
        "winner": None,
        "areas": {
            "Kiev": {"owner": "ussr", "complex": True, "units": {"germany": {"tank": 1}}},
            "sz1": {"cargo": {"germany": [{"infantry": 1, "moved": True, "to": "Gotland"}]}},
        },
        "powers": {"ussr": {"ipc": 3, "buys": {"tank": 1}}},
        "game": {
            "battles": {
                "Kiev": {
                    "kind": "land",
                    "round": 1,
                    "from": {"Poland": 1},
                    "landed": {"tank": 1},
                    "launched": {"sz1": 1},
                }
            },
            "moved": {"Kiev": {"tank": 1}},
            "flown": {"Kiev": {"fighter": [1]}},
            "captured": ["Poland"],
            "placed": {"Kiev": 1},
            "moves": [{"units": {"tank": 1}, "from": "Poland", "to": "Kiev"}],
            "left": {"ussr": {"tank": 1}},
            "draw": ["ussr"],
            "policies": {
                "ussr": {"losses": {"land": ["tank"]}, "retreat": {"Kiev": [["after", 2], "Poland"]}, "keep": 1}
            },
        },
    }
    known = list(ways(whole))
    for _ in range(800):
        try:
            state = case_position(scenario, spoiled(whole, known, chance, JUNK))
        except ValueError as fault:
            refused += 1
            assert len(str(fault)) > 8
        else:
            assert decode(encode(state), State) == state and case_view(state)["areas"]
    assert 200 < refused < 800
