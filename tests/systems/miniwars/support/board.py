"""A small field of MiniWars and two little armies on it, and what is often asked of them."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from engine import play
from engine.contract import Event, Order, Tape, Turn
from engine.scenarios import reader
from engine.systems import miniwars
from engine.systems.miniwars.state.position import State

FIELD: dict[str, Any] = {
    "system": "miniwars",
    "name": "Field",
    "board": {
        "hex": {
            "legend": {".": "plain", "f": "forest", "v": "village", "l": "lake"},
            "rows": ["........", "..f.....", "......v.", "........"],
        }
    },
    "sides": {"zeal": {"name": "Zeal", "colour": "#0072b2"}, "ardour": {"name": "Ardour", "colour": "#d55e00"}},
    "types": {"riders": {"name": "Riders", "move": 4, "cavalry": True, "cs": 2, "morale": "="}},
    "units": [
        {"id": "Z1", "type": "captain", "side": "zeal", "at": "0101"},
        {"id": "Z2", "type": "riders", "side": "zeal", "at": "0202"},
        {"id": "Z3", "type": "bowmen", "side": "zeal", "at": "0104"},
        {"id": "R1", "type": "spearmen", "side": "ardour", "at": "0801"},
        {"id": "R2", "type": "captain", "side": "ardour", "at": "0802"},
    ],
}


def changed(*changes: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    written = deepcopy(FIELD)
    for change in changes:
        change(written)
    return written


def staged(units: dict[str, Any] | None = None, written: dict[str, Any] = FIELD, **changes: Any) -> State:
    return miniwars.case_position(reader.parse(written), {"units": units or {}, **changes})


def movement(**units: Any) -> State:
    return staged(units, phase="b-movement", active="zeal")


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, Tape(dice), miniwars.apply)
    play.run(miniwars, turn, side, [play.OrderToRun(nth, line) for nth, line in enumerate(text.splitlines(), 1)])
    return turn.state, turn.events


def closed(state: State, side: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, Tape(dice), miniwars.apply)
    play.close(miniwars, turn, side)
    return turn.state, turn.events


def says(state: State, order: Order, side: str = "zeal") -> str:
    return next(miniwars.check(state, side, order)).says


def instead(state: State, order: Order, side: str = "zeal") -> tuple[Order, ...]:
    return tuple(next(miniwars.check(state, side, order)).instead)


def report(state: State, events: Sequence[Event]) -> list[str]:
    lines = list[str]()
    for event in events:
        lines.append(miniwars.tell(state, event))
        state = miniwars.apply(state, event)
    return [line for line in lines if line]
