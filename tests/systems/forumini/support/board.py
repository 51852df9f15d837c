"""A small field of Forumini Armies for tests of its sequence: cards, scenarios, and orders given to it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engine import play
from engine.contract import Balked, Event, Order, Rolled, Tape, Turn
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.state.apply import apply
from engine.systems.forumini.state.events import PhaseBegan
from engine.systems.forumini.state.position import State

SOLDIER = {
    "nation": "uk",
    "date": 1939,
    "kind": "soldier",
    "sub": ["infantry"],
    "speed": 1,
    "defense": [2, 4],
    "cover": 4,
    "range": [1, 4],
    "as": [4, 3],
    "av": [2, 0],
}
TANK = {
    "nation": "uk",
    "date": 1939,
    "kind": "vehicle",
    "sub": ["tank"],
    "speed": 4,
    "cover": 5,
    "range": [1, 4],
    "as": [3, 3],
    "av": [4, 3],
    "defense": {"front": [3, 5], "side": [2, 4], "rear": [1, 3], "top": [1, 1]},
}
PLANE = {
    "nation": "uk",
    "date": 1939,
    "kind": "aircraft",
    "sub": ["fighter"],
    "speed": 5,
    "defense": [2, 3],
    "range": [1],
    "as": [3],
    "av": [2],
    "af": [3],
    "ab": [4],
}
TYPES: dict[str, Any] = {
    "rifle": {**SOLDIER, "name": "Rifle", "cost": 3},
    "captain": {**SOLDIER, "name": "Captain", "cost": 6, "sub": ["commander"], "initiative": 3},
    "gun": {**SOLDIER, "name": "Gun", "cost": 9, "sub": ["artillery"]},
    "hero": {
        **SOLDIER,
        "name": "Hero",
        "cost": 9,
        "sub": ["infantry", "hero"],
        "except": ["artillery"],
        "abilities": {"hero": True},
    },
    "fanatic": {**SOLDIER, "name": "Fanatic", "cost": 4, "abilities": {"fanatic": True}},
    "diver": {**SOLDIER, "name": "Diver", "cost": 5, "abilities": {"paratrooper": True}},
    "gliding": {**SOLDIER, "name": "Gliding", "cost": 5, "abilities": {"gliderborne": True}},
    "tank": {**TANK, "name": "Tank", "cost": 20},
    "heavy": {**TANK, "name": "Heavy", "cost": 40, "abilities": {"heavy-armour": True}},
    "ace": {**TANK, "name": "Ace", "cost": 40, "abilities": {"hero": True}},
    "truck": {**TANK, "name": "Truck", "cost": 4, "sub": ["truck"], "abilities": {"transport": 2}},
    "fighter": {**PLANE, "name": "Fighter", "cost": 15},
    "slow": {**PLANE, "name": "Slow", "cost": 12, "speed": 2},
}
FIELD: dict[str, Any] = {
    "system": "forumini",
    "name": "Field",
    "board": {
        "hex": {
            "legend": {".": "clear", "p": "pond", "w": "woods"},
            "rows": [".........", "p........", "..w......", ".........", "....p....", ".........", "........."],
        }
    },
    "sides": {"blue": {"name": "Blue", "colour": "#1565c0"}, "red": {"name": "Red", "colour": "#b71c1c"}},
    "types": TYPES,
    "units": [],
    "setup": {"points": 100},
}
HOME: dict[str, Any] = {
    "B0": {"type": "rifle", "side": "blue", "at": "0101"},
    "R0": {"type": "rifle", "side": "red", "at": "0907"},
}


class Luck:
    """Dice that never run out."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))


def written(units: Sequence[Mapping[str, Any]] = (), rows: Sequence[str] = (), **setup: Any) -> dict[str, Any]:
    board = {"hex": {**FIELD["board"]["hex"], **({"rows": list(rows)} if rows else {})}}
    return {**FIELD, "board": board, "units": list(units), "setup": {**FIELD["setup"], **setup}}


def begun(units: Sequence[Mapping[str, Any]], dice: Sequence[int] = (), **setup: Any) -> tuple[State, list[Event]]:
    """A game from its beginning, with the dice due before the first orders."""
    rows = setup.pop("rows", ())
    turn = Turn(forumini.start(reader.parse(written(units, rows, **setup))), tape := Tape(dice), apply)
    forumini.proceed(turn)
    assert not tape.left
    return turn.state, turn.events


def staged(phase: str, active: str | None, units: Mapping[str, Any], turn: int = 2, **setup: Any) -> State:
    named = {
        key: {"side": "blue" if key[0] == "B" else "red", **HOME.get(key, {}), **facts} for key, facts in units.items()
    }
    moment = {"phase": phase, "turn": turn, "units": {**HOME, **named}}
    return forumini.case_position(reader.parse(written(**setup)), {**moment, **({"active": active} if active else {})})


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The orders of a message as they run; nothing may be refused."""
    turn = Turn(state, tape := Tape(dice), apply)
    play.run(forumini, turn, side, [play.OrderToRun(nth, line) for nth, line in enumerate(text.splitlines(), 1)])
    assert not tape.left and not [event for event in turn.events if isinstance(event, Balked)]
    return turn.state, turn.events


def closed(state: State, side: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, tape := Tape(dice), apply)
    play.close(forumini, turn, side)
    assert not tape.left
    return turn.state, turn.events


def codes(state: State, side: str, order: Order) -> list[str]:
    return [refusal.code for refusal in forumini.check(forumini.view(state, side), side, order)]


def phases(events: Sequence[Event]) -> list[tuple[str, str | None]]:
    return [(event.name, event.active) for event in events if isinstance(event, PhaseBegan)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events if not isinstance(event, Rolled)]
