"""How fast a whole movement phase is: twenty units march before twenty in Overwatch, beside twenty of MiniWars on as large a map."""
from collections.abc import Iterator, Sequence
from typing import Any

from engine import play, scenarios
from engine.contract import System, Turn
from engine.dice import Lock, Sealed
from engine.systems import forumini, miniwars
from engine.systems.forumini.state import State

from . import subjects
from .harness import Figure, at_most, rounds

ROWS = subjects.ROWS


def figures() -> Iterator[Figure]:
    """Checked as one message, then run with dice that can be verified."""
    fire, march = watched(), [f"R{row:02} move 13{row:02} 12{row:02} 11{row:02}" for row in range(1, ROWS + 1)]
    moment = {"turn": 2, "phase": "b-movement", "active": "east", "game": {"a": "west", "b": "east"}}
    quiet = miniwars.stage(scenarios.read(subjects.scenario()), moment)
    timed = rounds({
        "floor": lambda: phase(miniwars, quiet, "east", [f"E{row:02} move 27{row:02}" for row in range(1, ROWS + 1)]),
        "fire": lambda: phase(forumini, fire, "red", march),
    }, "floor", 9)
    shots = sum(type(event).__name__ == "DefensiveFired" for event in phase(forumini, fire, "red", march).events)
    what = f"movement of {ROWS} units before {ROWS} in Overwatch ({shots} shots): checked and run"
    yield at_most("turn", what, timed["fire"], 6, f"MiniWars' {ROWS} moves ({timed['floor'].ms})")


def phase(system: System[Any], state: Any, side: str, orders: Sequence[str]) -> Turn[Any]:
    verdicts = play.check(system, state, side, "\n".join(orders))
    secret = bytes(32)
    turn = Turn(state, Sealed(secret, Lock("bench", 1, "2 b-movement", {}, side, "")), system.apply)
    play.run(system, turn, side, [play.Written(verdict.line.number, verdict.echo) for verdict in verdicts if verdict.accepted])
    play.close(system, turn, side)
    return turn


def watched() -> State:
    """Blue watches eastward in column 9, a unit a row; Red stands in column 14.  So many may watch because the army is so large."""
    board = {"legend": {".": "clear", "w": "woods"}, "rows": ["." * 15 + "w" + "." * (subjects.COLUMNS - 16)] * ROWS}
    units = [{"id": f"{key}{row:02}", "type": kind, "side": side, "at": f"{column:02}{row:02}"}
             for row in range(1, ROWS + 1) for key, kind, side, column in (("B", "bren", "blue", 9), ("R", "cossack-cavalry", "red", 14))]
    written = {
        "system": "forumini", "name": "The Watched Mile", "board": {"hex": board}, "units": units,
        "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
        "setup": {"points": 50 * ROWS}}
    watching = {f"B{row:02}": {"overwatch": f"12{row:02}"} for row in range(1, ROWS + 1)}
    return forumini.stage(scenarios.parse(written), {"phase": "b-movement", "active": "red", "game": {"first": "red"}, "units": watching})
