"""The position after a unit moves, or acts within its hex."""

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
from .position_changes import unknown_event, with_action, with_passengers_along, with_unit

MOVES = (Moved, MoveEnded, Turned, Retraced, Stopped)
IN_HEX = (
    DirtTaken,
    HullDownTaken,
    CounterLost,
    OverwatchSet,
    OverwatchEnded,
    Loaded,
    Unloaded,
    PillboxEntered,
    PillboxLeft,
)


def apply_movement(state: State, event: Event) -> State:
    """Steps, and what ends them.  Counters that a move costs go by events of their own (FA 6.15, 12.15)."""
    match event:
        case Moved():
            return _with_step(state, event)
        case MoveEnded(unit=key):
            return with_action(state, key, "moved")
        case Turned(unit=key, facing=facing):
            return with_action(state, key, "moved", facing=facing)
        case Retraced(unit=key, path=path):
            return with_passengers_along(with_unit(state, key, at=path[-1]), key) if path else state
        case Stopped(unit=key, why="waits", facing=facing):
            return with_unit(state, key, facing=facing or state.units[key].facing)
        case Stopped(unit=key, facing=facing):
            return with_action(state, key, "moved", facing=facing or state.units[key].facing)
        case _:
            raise unknown_event(event)


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


def apply_in_hex(state: State, event: Event) -> State:
    """Counters, transports and pillboxes: what is done within a hex."""
    match event:
        case DirtTaken(unit=key):
            return with_action(state, key, "dirt", hit_the_dirt=True)
        case HullDownTaken(unit=key):
            return with_action(state, key, "hull-down", hull_down=True)
        case CounterLost(unit=key, counter=counter):
            return with_unit(state, key, **{counter: False})
        case OverwatchSet(unit=key, at=at):
            return with_unit(state, key, overwatch=at)
        case OverwatchEnded(unit=key):
            return with_unit(state, key, overwatch=None)
        case Loaded(unit=key, transport=transport):
            return with_action(state, key, "moved", aboard=transport, at=state.units[transport].at)
        case Unloaded(unit=key, at=at, why="lost"):
            return with_unit(state, key, aboard=None, at=at, pinned=True)
        case Unloaded(unit=key, at=at):
            return with_action(state, key, "moved", aboard=None, at=at)
        case PillboxEntered(unit=key, how="deploy"):
            return with_unit(state, key, in_pillbox=True)
        case PillboxEntered(unit=key):
            return with_action(state, key, "moved", in_pillbox=True)
        case PillboxLeft(unit=key, why="asked"):
            return with_action(state, key, "moved", in_pillbox=False)
        case PillboxLeft(unit=key):
            return with_unit(state, key, in_pillbox=False)
        case _:
            raise unknown_event(event)
