"""A field of Forumini Armies for tests of movement, and orders given on it."""

from collections.abc import Sequence
from typing import Any

from engine import checking, play
from engine.contract import Event, Tape, Turn
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state.position import State

TYPES: dict[str, Any] = {
    "rifle": {"kind": "soldier", "sub": ["infantry"], "speed": 1},
    "runner": {"kind": "soldier", "sub": ["infantry"], "speed": 3},
    "weak": {"kind": "soldier", "sub": ["infantry"], "speed": 1, "as": [1, 1], "av": [1, 1]},
    "strong": {"kind": "soldier", "sub": ["infantry"], "speed": 1, "as": [6, 6], "av": [6, 6]},
    "bike": {"kind": "soldier", "sub": ["motorcyclist"], "speed": 4},
    "cyclist": {"kind": "soldier", "sub": ["infantry", "cyclist"], "speed": 1, "abilities": {"cyclist": True}},
    "lancer": {"kind": "soldier", "sub": ["cavalry"], "speed": 3, "abilities": {"charge": 2}},
    "sapper": {"kind": "soldier", "sub": ["infantry"], "speed": 2, "abilities": {"engineer": True}},
    "tank": {"kind": "vehicle", "sub": ["tank"], "speed": 4},
    "crawler": {"kind": "vehicle", "sub": ["tank"], "speed": 1},
    "swimmer": {"kind": "vehicle", "sub": ["tank"], "speed": 4, "abilities": {"amphibious": True, "transport": 2}},
    "rugged": {"kind": "vehicle", "sub": ["tank"], "speed": 4, "abilities": {"rugged": True}},
    "lorry": {"kind": "vehicle", "sub": ["truck"], "speed": 4, "abilities": {"transport": 2}},
}
FACES = {"front": [3, 5], "side": [2, 4], "rear": [1, 3], "top": [2, 3]}
FIELD: dict[str, Any] = {
    "system": "forumini",
    "name": "Field",
    "board": {
        "hex": {
            "legend": {".": "clear", "w": "woods", "F": "forest", "p": "pond", "m": "marsh", "h": "hill"},
            "rows": [
                ".........",
                ".w.......",
                ".........",
                "...pmp...",
                ".........",
                "......hh.",
                ".........",
                ".....FF..",
                ".........",
            ],
            "roads": ["0107 0207 0307 0407 0507", "0403 0404"],
            "sides": {"stream": ["0105/0106"], "bluff": ["0901/0902"], "river": ["0908/0909"]},
        }
    },
    "sides": {"blue": {"name": "Blue", "colour": "#1565c0"}, "red": {"name": "Red", "colour": "#b71c1c"}},
    "types": {
        key: {
            "name": key.title(),
            "nation": "uk",
            "cost": 3,
            "date": 1939,
            "cover": 4,
            "range": [1, 4],
            "as": [4, 3],
            "av": [2, 0],
            "defense": FACES if kind["kind"] == "vehicle" else [2, 4],
            **kind,
        }
        for key, kind in TYPES.items()
    },
    "units": [],
    "setup": {"points": 200},
}


def unit(kind: str, at: str, side: str = "blue", **facts: Any) -> dict[str, Any]:
    facing = {"facing": "N"} if TYPES.get(kind, {}).get("kind") == "vehicle" else {}
    return {"type": kind, "side": side, "at": at, **facing, **facts}


def staged(phase: str = "b-movement", setup: dict[str, Any] | None = None, **units: Any) -> State:
    written = {**FIELD, "setup": {**FIELD["setup"], **(setup or {})}}
    units.setdefault("R9", unit("rifle", "0709", "red"))
    return forumini.case_position(reader.parse(written), {"phase": phase, "active": "blue", "units": units})


def ordered(state: State, text: str, dice: Sequence[int] = (), side: str = "blue") -> tuple[State, list[Event]]:
    turn = Turn(state, tape := Tape(dice), forumini.apply)
    play.run(forumini, turn, side, [play.OrderToRun(nth, line) for nth, line in enumerate(text.splitlines(), 1)])
    assert not tape.left
    return turn.state, turn.events


def refused(state: State, text: str) -> tuple[str, str]:
    """The code and the words of the first objection against the last order."""
    verdict = checking.check(forumini, state, "blue", text)[-1]
    assert verdict.problems, f"{text} is accepted"
    return verdict.problems[0].code, verdict.problems[0].message


def of(kind: type[Event], events: Sequence[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
