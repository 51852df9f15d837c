"""Turns of Zone Control run in a test: a position set going, an order given, a turn ended."""

from collections.abc import Sequence
from typing import Any

from engine.contract import Event, NoDice, Tape, Turn, replace
from engine.systems.zones.rules.turn import sequence
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import ModelPlace, Placed, TurnBegan
from engine.systems.zones.state.position import COMMAND, DEPLOYMENT, Game, State, Unit
from tests.systems.zones.support.small_boards import small_table, unit

SIDES = ("blue", "red", "green")


def with_turn_order(state: State, *order: str) -> State:
    return replace(state, game=replace(state.game, order=order))


def end_turn(state: State, dice: Sequence[int] = (), side: str | None = None) -> tuple[State, list[Event]]:
    """The side's turn ended, and what follows by itself."""
    turn = Turn(state, tape := Tape(dice), apply)
    sequence.close(turn, side or state.active or "")
    assert not tape.left
    return turn.state, turn.events


def give_order(state: State, side: str, order: Any) -> tuple[State, list[Event]]:
    turn = Turn(state, NoDice(), apply)
    sequence.run(turn, side, order)
    return turn.state, turn.events


def event_names(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def turns_begun(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.phase, event.side) for event in events if isinstance(event, TurnBegan)]


def begin_game(state: State, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """A position before the first round, set going."""
    turn = Turn(replace(state, turn=0, phase=COMMAND, active=None), tape := Tape(dice), apply)
    sequence.proceed(turn)
    assert not tape.left
    return turn.state, turn.events


def absent_unit(key: str, where: str = "table") -> Unit:
    """A unit that waits off the table, or none of whose models has wounds left."""
    known = unit(key, (6, 6))
    return (
        replace(known, where=where)
        if where != "table"
        else replace(known, models=(replace(known.models[0], wounds=0),))
    )


def empty_gun(key: str, at: tuple[float, float], **facts: Any) -> Unit:
    """A field gun that has fired its last."""
    known = unit(key, at, kind="field-gun", **facts)
    return replace(known, models=(replace(known.models[0], ammo={"field-gun": 0}),))


def setting_up() -> State:
    """In the deployment; blue has moved a unit of two."""
    ready = small_table(
        unit("B1", (6, 4), (8, 4)), unit("R1", (6, 20)), replace(unit("G1", (0, 0), policy="hold"), where="reserve")
    )
    state = replace(ready, turn=0, phase=DEPLOYMENT, active=None, ready=ready.units, game=Game())
    return apply(state, Placed("B1", "deployment", (ModelPlace(1, (900, 400)), ModelPlace(2, (1100, 400)))))
