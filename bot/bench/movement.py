"""Benchmarks of movement phases compared with one of MiniWars: under Overwatch, a brigade of ACW, and a skirmish of
models.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from engine import checking, play
from engine.contract import System, Turn
from engine.dice.sealed import Lock, SealedDice
from engine.language.kept_lines import forget_lines
from engine.scenarios import reader
from engine.systems import acw, forumini, miniwars, zones
from engine.systems.acw.state.position import State as Regiments

from . import positions
from .timing import Figure, at_most, rounds

ROWS, LIMIT = positions.ROWS, 4
ORDERS = (
    "U5 charge C3",
    "U4 fr 3",
    "U3 forward",
    "U1 forward 2",
    "U2 left 3",
    "UC fr 4",
    "UH move 36,15",
    "UB forward",
    "UM join U3",
    "UA back 2",
)
ACTIONS, ACTION_LIMIT = (
    (
        "C1 move N 2; shoot M1",
        "C2 move N 2; shoot M5",
        "C3 move N 3; shoot M2",
        "C4 move NE 1; shoot M3",
        "C5 move N 1; shoot M3",
        "C6 move N 6; shoot M4",
        "C7 move NE 2; shoot M1",
        "C8 move 24,25 block; shoot M5",
    ),
    8,
)
"""Orders for the whole colonial line."""


def figures() -> Iterator[Figure]:
    """The orders of each phase are checked as one message, then run with verifiable dice."""
    fire, march = (
        positions.watched(),
        [f"R{row:02} move 13{row:02} 12{row:02} 11{row:02}" for row in range(1, ROWS + 1)],
    )
    moment = {"turn": 2, "phase": "b-movement", "active": "east", "game": {"a": "west", "b": "east"}}
    quiet = miniwars.case_position(reader.read(positions.scenario()), moment)
    timed = rounds(
        {
            "floor": lambda: phase(
                miniwars, quiet, "east", [f"E{row:02} move 27{row:02}" for row in range(1, ROWS + 1)]
            ),
            "fire": lambda: phase(forumini, fire, "red", march),
        },
        "floor",
        9,
    )
    shots = sum(type(event).__name__ == "DefensiveFired" for event in phase(forumini, fire, "red", march).events)
    what = f"movement of {ROWS} units past {ROWS} in Overwatch ({shots} shots): checked and run"
    yield at_most("turn", what, timed["fire"], 6, f"MiniWars' {ROWS} moves ({timed['floor'].ms})")
    yield from _brigade(quiet)
    yield from _skirmish(quiet)


def _brigade(quiet: Any) -> Iterator[Figure]:
    """ACW on the full-size table: paths against all other strips, line of sight, streams and fences."""
    near, count = drawn_up(), len(ORDERS)
    timed = rounds(
        {
            "floor": lambda: phase(
                miniwars, quiet, "east", [f"E{row:02} move 27{row:02}" for row in range(1, count + 1)]
            ),
            "orders": lambda: phase(acw, near, "us", ORDERS, ()),
        },
        "floor",
        15,
    )
    each, floor = (f"{timed[name].seconds / count * 1e6:.0f} us" for name in ("orders", "floor"))
    what = f"ACW: moves and a charge on a table with 23 strips, checked and run: {each} an order"
    yield at_most("turn", what, timed["orders"], LIMIT, f"MiniWars' {count} moves ({floor} a move)")


def _skirmish(quiet: Any) -> Iterator[Figure]:
    """Zone Control: the path and the nearest visible target of every model, and its dice."""
    fresh, count = iter([positions.face_to_face(shift) for shift in range(20)]), len(ACTIONS)
    models = sum(len(unit.models) for unit in positions.face_to_face(0).units.values() if unit.side == "colonial")
    timed = rounds(
        {
            "floor": lambda: phase(
                miniwars, quiet, "east", [f"E{row:02} move 27{row:02}" for row in range(1, count + 1)]
            ),
            "orders": lambda: phase(zones, next(fresh), "colonial", ACTIONS),
        },
        "floor",
        15,
    )
    what = f"Zone Control: an action phase of {count} units, {models} models move and shoot: checked and run"
    yield at_most("turn", what, timed["orders"], ACTION_LIMIT, f"MiniWars' {count} moves ({timed['floor'].ms})")


def phase(
    system: System[Any], state: Any, side: str, orders: Sequence[str], ends: Sequence[str] = ("done",)
) -> Turn[Any]:
    """Check and run the orders, none of them read before, and then end the phase if ``ends`` is not empty."""
    forget_lines()
    verdicts = checking.check(system, state, side, "\n".join(orders))
    secret = bytes(32)
    turn = Turn(state, SealedDice(secret, Lock("bench", 1, "2 b-movement", {}, side, "")), system.apply)
    play.run(
        system,
        turn,
        side,
        [play.OrderToRun(verdict.line.number, verdict.echo) for verdict in verdicts if verdict.accepted],
    )
    if ends:
        play.close(system, turn, side)
    return turn


def drawn_up() -> Regiments:
    """Kessler's Mill on its fourth turn: the brigades have come within charging distance at the village and at the
    ford.
    """
    places = {
        "U1": (24, 19),
        "U2": (24, 14),
        "U3": (15, 15),
        "U4": (7, 22),
        "U5": (33, 17),
        "UC": (40, 16),
        "UH": (37, 12),
        "UB": (28, 13),
        "C1": (24, 28),
        "C2": (24, 33),
        "C3": (33, 21),
        "C4": (40, 24),
        "C5": (17, 26),
        "C6": (9, 29),
    }
    units = {key: {"at": at, "formation": "line"} for key, at in places.items()}
    moment = {"turn": 4, "phase": "first-movement", "active": "us", "game": {"activations": 12}, "units": units}
    return acw.case_position(reader.load("kesslers-mill"), moment)
