"""A small field with a wood, a town, a wall and a hedge, and types for tests of fire and aircraft."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import play
from engine.contract import Balked, Event, Tape, Turn
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state.position import State

SOLDIER = {
    "nation": "uk",
    "date": 1939,
    "kind": "soldier",
    "sub": ["infantry"],
    "speed": 1,
    "defense": [2, 4],
    "cover": 4,
}
GUNS = {"range": [1, 4], "as": [4, 3], "av": [2, 0]}
TANK = {
    "nation": "uk",
    "date": 1939,
    "kind": "vehicle",
    "sub": ["tank"],
    "speed": 4,
    "cover": 5,
    "defense": {"front": [3, 5], "side": [2, 4], "rear": [1, 3], "top": [1, 1]},
    "range": [1, 4, 8],
    "as": [3, 3, 2],
    "av": [4, 3, 2],
}
PLANE = {
    "nation": "uk",
    "date": 1939,
    "kind": "aircraft",
    "sub": ["fighter"],
    "speed": 5,
    "defense": [2, 3],
    "range": [1, 3],
    "as": [3, 0],
    "av": [2, 0],
    "af": [3, 2],
    "ab": [4, 3],
    "bombs": {"dice": 3, "count": 1},
}
TYPES: dict[str, Any] = {
    "rifle": {**SOLDIER, **GUNS, "name": "Rifle", "cost": 3},
    "gunner": {**SOLDIER, "name": "Gunner", "cost": 5, "range": [8], "as": [3], "av": [3], "aa": [3]},
    "tube": {
        **SOLDIER,
        "name": "Tube",
        "cost": 7,
        "range": [4, 10],
        "as": [2, 2],
        "av": [0, 0],
        "abilities": {"mortar": True, "indirect-fire": 3, "minimum-range": 2},
    },
    "watcher": {**SOLDIER, "name": "Watcher", "cost": 4, "abilities": {"spotter": True}},
    "lancer": {**SOLDIER, **GUNS, "name": "Lancer", "cost": 5, "speed": 3, "abilities": {"charge": 2, "spotter": True}},
    "captain": {**SOLDIER, "name": "Captain", "cost": 6, "sub": ["commander"], "abilities": {"fire-control": 1}},
    "hider": {**SOLDIER, **GUNS, "name": "Hider", "cost": 4, "abilities": {"camouflage": 2}},
    "marksman": {**SOLDIER, **GUNS, "name": "Marksman", "cost": 4, "abilities": {"sniper": True}},
    "tank": {**TANK, "name": "Tank", "cost": 20},
    "low": {**TANK, "name": "Low", "cost": 20, "abilities": {"low-silhouette": True}},
    "case": {**TANK, "name": "Case", "cost": 20, "abilities": {"turretless": True}},
    "blind": {**TANK, "name": "Blind", "cost": 20, "abilities": {"rear-blind": True}},
    "fighter": {**PLANE, "name": "Fighter", "cost": 15},
    "armed": {**PLANE, "name": "Armed", "cost": 15, "sub": ["bomber"], "abilities": {"defensive-armament": True}},
}
FIELD: dict[str, Any] = {
    "system": "forumini",
    "name": "Field",
    "board": {
        "hex": {
            "legend": {".": "clear", "w": "woods", "t": "town", "f": "field"},
            "rows": [
                "...........",
                "...........",
                "..w........",
                "...........",
                "......t....",
                "...........",
                "...........",
                "...........",
            ],
            "sides": {"wall": ["0404/0504"], "bocage": ["0504/0505"]},
        }
    },
    "sides": {"blue": {"name": "Blue", "colour": "#1565c0"}, "red": {"name": "Red", "colour": "#b71c1c"}},
    "types": TYPES,
    "units": [],
    "setup": {"points": 100},
}
HOME = {"B0": {"type": "rifle", "side": "blue", "at": "0101"}, "R0": {"type": "rifle", "side": "red", "at": "1108"}}


def staged(phase: str, units: Mapping[str, Any], active: str = "blue", **setup: Any) -> State:
    scenario = reader.parse({**FIELD, "setup": {**FIELD["setup"], **setup}})
    written = {key: {"side": "blue" if key[0] == "B" else "red", **facts} for key, facts in units.items()}
    return forumini.case_position(scenario, {"phase": phase, "active": active, "turn": 2, "units": {**HOME, **written}})


def ordered(
    state: State, text: str, dice: Sequence[int] = (), side: str = "blue"
) -> tuple[State, list[Event], list[str]]:
    """The position, the events and the codes of what was refused; every die given is rolled."""
    tape = Tape(dice)
    turn = Turn(state, tape, forumini.apply)
    play.run(forumini, turn, side, [play.OrderToRun(nth, words) for nth, words in enumerate(text.splitlines(), 1)])
    assert not tape.left
    return turn.state, turn.events, [event.code for event in turn.events if isinstance(event, Balked)]


def closed(state: State, side: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, Tape(dice), forumini.apply)
    play.close(forumini, turn, side)
    return turn.state, turn.events


def only(events: Sequence[Event], kind: type[Any]) -> Any:
    (found,) = (event for event in events if isinstance(event, kind))
    return found
