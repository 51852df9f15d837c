"""The position after a unit moves, or acts within its hex."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.contract import Event, replace

from .events import (
    CounterLost,
    DirtTaken,
    HullDownTaken,
    Loaded,
    Moved,
    MoveEnded,
    OverwatchEnded,
    OverwatchSet,
    PillboxEntered,
    PillboxLeft,
    Retraced,
    Stopped,
    Turned,
    Unloaded,
)
from .phases import MOVEMENT
from .position import State
from .position_changes import with_action, with_passengers_along, with_unit


def _with_step(state: State, event: Moved) -> State:
    unit, game = state.units[event.unit], state.game
    marked = {"moved_b": True} if state.phase == MOVEMENT else {}
    stepped = replace(
        unit,
        at=event.to,
        mp=event.left,
        acted="moving",
        road_used=unit.road_used or event.road,
        facing=event.facing or unit.facing,
        **marked,
    )
    units = {**state.units, unit.id: stepped}
    game = game if game.moving == unit.id else replace(game, moving=unit.id)
    return with_passengers_along(replace(state, units=units, game=game), unit.id, **marked)


def _stopped(state: State, event: Stopped) -> State:
    facing = event.facing or state.units[event.unit].facing
    if event.why == "waits":
        return with_unit(state, event.unit, facing=facing)
    return with_action(state, event.unit, "moved", facing=facing)


def _retraced(state: State, event: Retraced) -> State:
    if not event.path:
        return state
    return with_passengers_along(with_unit(state, event.unit, at=event.path[-1]), event.unit)


def _loaded(state: State, event: Loaded) -> State:
    at = state.units[event.transport].at
    return with_action(state, event.unit, "moved", aboard=event.transport, at=at)


def _unloaded(state: State, event: Unloaded) -> State:
    if event.why == "lost":
        return with_unit(state, event.unit, aboard=None, at=event.at, pinned=True)
    return with_action(state, event.unit, "moved", aboard=None, at=event.at)


def _pillbox_entered(state: State, event: PillboxEntered) -> State:
    if event.how == "deploy":
        return with_unit(state, event.unit, in_pillbox=True)
    return with_action(state, event.unit, "moved", in_pillbox=True)


def _pillbox_left(state: State, event: PillboxLeft) -> State:
    if event.why == "asked":
        return with_action(state, event.unit, "moved", in_pillbox=False)
    return with_unit(state, event.unit, in_pillbox=False)


CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    Moved: _with_step,
    MoveEnded: lambda state, event: with_action(state, event.unit, "moved"),
    Turned: lambda state, event: with_action(state, event.unit, "moved", facing=event.facing),
    Retraced: _retraced,
    Stopped: _stopped,
    DirtTaken: lambda state, event: with_action(state, event.unit, "dirt", hit_the_dirt=True),
    HullDownTaken: lambda state, event: with_action(state, event.unit, "hull-down", hull_down=True),
    CounterLost: lambda state, event: with_unit(state, event.unit, **{event.counter: False}),
    OverwatchSet: lambda state, event: with_unit(state, event.unit, overwatch=event.at),
    OverwatchEnded: lambda state, event: with_unit(state, event.unit, overwatch=None),
    Loaded: _loaded,
    Unloaded: _unloaded,
    PillboxEntered: _pillbox_entered,
    PillboxLeft: _pillbox_left,
}
"""Steps, what ends them, and what is done within a hex: counters, transports, pillboxes.  Counters that a move costs go
by events of their own (FA 6.15, 12.15).
"""
