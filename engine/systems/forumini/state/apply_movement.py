"""The position after a unit moves, or acts within its hex."""

from engine.contract import Event

from .apply_combat import apply_combat
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
from .position_changes import with_action, with_game, with_passengers_along, with_unit


def apply_movement(state: State, event: Event) -> State:
    """Steps, and what ends them.  Counters that a move costs go by events of their own (FA 6.15, 12.15)."""
    match event:
        case Moved(unit=key, to=to, left=left, road=road, facing=facing):
            unit = state.units[key]
            state = with_unit(
                with_game(state, moving=key),
                key,
                at=to,
                mp=left,
                acted="moving",
                road_used=unit.road_used or road,
                facing=facing or unit.facing,
                moved_b=unit.moved_b or state.phase == MOVEMENT,
            )
            return with_passengers_along(state, key, **({"moved_b": True} if state.phase == MOVEMENT else {}))
        case Retraced(unit=key, path=path):
            return with_passengers_along(with_unit(state, key, at=path[-1]), key) if path else state
        case Stopped(unit=key, why="waits", facing=facing):
            return with_unit(state, key, facing=facing or state.units[key].facing)
        case Stopped(unit=key, facing=facing):
            return with_action(with_unit(state, key, facing=facing or state.units[key].facing), key, "moved")
        case MoveEnded(unit=key):
            return with_action(state, key, "moved")
        case Turned(unit=key, facing=facing):
            return with_action(with_unit(state, key, facing=facing), key, "moved")
        case _:
            return _apply_in_hex(state, event)


def _apply_in_hex(state: State, event: Event) -> State:
    """Counters, transports and pillboxes: what is done within a hex."""
    match event:
        case DirtTaken(unit=key):
            return with_action(with_unit(state, key, hit_the_dirt=True), key, "dirt")
        case HullDownTaken(unit=key):
            return with_action(with_unit(state, key, hull_down=True), key, "hull-down")
        case CounterLost(unit=key, counter=counter):
            return with_unit(state, key, **{counter: False})
        case OverwatchSet(unit=key, at=at):
            return with_unit(state, key, overwatch=at)
        case OverwatchEnded(unit=key):
            return with_unit(state, key, overwatch=None)
        case Loaded(unit=key, transport=transport):
            return with_action(with_unit(state, key, aboard=transport, at=state.units[transport].at), key, "moved")
        case Unloaded(unit=key, at=at, why="lost"):
            return with_unit(state, key, aboard=None, at=at, pinned=True)
        case Unloaded(unit=key, at=at):
            return with_action(with_unit(state, key, aboard=None, at=at), key, "moved")
        case PillboxEntered(unit=key, how="deploy"):
            return with_unit(state, key, in_pillbox=True)
        case PillboxEntered(unit=key):
            return with_action(with_unit(state, key, in_pillbox=True), key, "moved")
        case PillboxLeft(unit=key, why="asked"):
            return with_action(with_unit(state, key, in_pillbox=False), key, "moved")
        case PillboxLeft(unit=key):
            return with_unit(state, key, in_pillbox=False)
        case _:
            return apply_combat(state, event)
