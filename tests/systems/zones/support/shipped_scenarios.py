"""The scenarios that come with Zone Control: positions of them, orders given in these, and games walked at random."""

from collections.abc import Sequence
from typing import Any

from engine import checking
from engine.contract import Event, Tape, Turn
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.state.position import State
from tests.support import random_games

SHIPPED = ("low-wells", "three-wadis", "the-long-line")


def staged(scenario: str = "low-wells", **changes: Any) -> State:
    return zones.case_position(reader.load(reader.find_shipped(scenario)), {"turn": 1, "phase": "action", **changes})


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The position after orders none of which is refused, all their dice thrown, and what was said."""
    tape = Tape(dice)
    turn = Turn(state, tape, zones.apply)
    for line in checking.check(zones, state, side, text):
        assert line.accepted and line.line.order
        zones.run(turn, side, line.line.order)
    assert not tape.left
    return turn.state, turn.events


def played(stem: str) -> tuple[random_games.Step, ...]:
    return random_games.walked(zones, stem, 3)


def steps() -> tuple[random_games.Step, ...]:
    return tuple(step for stem in SHIPPED for step in played(stem))
