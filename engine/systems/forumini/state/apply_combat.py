"""The position after an attack, and after counters take effect."""

from engine.contract import Event

from .events import (
    AircraftPassed,
    AircraftResolved,
    AntiairAttacked,
    Attacked,
    DefensiveFired,
    Destroyed,
    IndirectAttacked,
    MineAttacked,
    ObstacleCleared,
    Recovered,
    TurnedUp,
)
from .position import State
from .position_changes import unknown_event, with_action, with_game, with_unit

ATTACKS = (
    DefensiveFired,
    MineAttacked,
    Attacked,
    IndirectAttacked,
    AntiairAttacked,
    AircraftPassed,
    ObstacleCleared,
)
RESULTS = (AircraftResolved, Recovered, TurnedUp, Destroyed)


def apply_attack(state: State, event: Event) -> State:
    """The position after an attack of any manner: units that have fired, face-down counters."""
    match event:
        case DefensiveFired(shot=shot, now=now):
            return with_unit(with_unit(state, shot.firer, df_used=True), shot.target, hits=now)
        case MineAttacked(unit=key, now=now):
            return with_unit(state, key, hits=now)
        case Attacked(shot=shot, how=how, now=now):
            firer = state.units[shot.firer]
            state = with_unit(state, shot.firer, bombs=firer.bombs - (how == "bomb"))
            return with_unit(with_action(state, shot.firer, "attacked"), shot.target, hits=now)
        case IndirectAttacked(unit=key, spotter=spotter):
            state = with_action(state, key, "attacked")
            return with_unit(state, spotter, spotted=True) if spotter != key else state
        case AntiairAttacked(shot=shot, now=now, bombs_lost=lost):
            firer = state.units[shot.firer]
            state = with_unit(state, shot.firer, aa=True, bombs=0 if lost else firer.bombs)
            return with_unit(state, shot.target, hits=now)
        case AircraftPassed(unit=key):
            return with_action(state, key, "passed")
        case ObstacleCleared(unit=key, obstacle=obstacle, cleared=cleared):
            state = with_action(state, key, "attacked")
            return with_unit(state, obstacle, at=None, gone=True) if cleared else state
        case _:
            raise unknown_event(event)


def apply_result(state: State, event: Event) -> State:
    """What lay face-down takes effect."""
    match event:
        case AircraftResolved(result="destroyed"):
            return state
        case AircraftResolved(unit=key, result="aborts"):
            return with_unit(state, key, hits=0, damaged=True, at=None, target=None)
        case AircraftResolved(unit=key):
            return with_unit(state, key, hits=0, damaged=True)
        case Recovered(unit=key, counter="pinned"):
            return with_unit(state, key, pinned=False)
        case Recovered(unit=key, by=by):
            return with_unit(state, key, demoralized=False, pinned=by is None)
        case TurnedUp(unit=key, pinned=pinned, demoralized=demoralized, damaged=damaged, spent=spent):
            used = state.units[key].heavy_used or spent
            return with_unit(
                state, key, hits=0, pinned=pinned, demoralized=demoralized, damaged=damaged, heavy_used=used
            )
        case Destroyed():
            return _with_destroyed(state, event)
        case _:
            raise unknown_event(event)


def _with_destroyed(state: State, event: Destroyed) -> State:
    """FA 26.9: its cost counts as lost."""
    side = state.units[event.unit].side
    lost = {**state.game.lost, side: state.game.lost.get(side, 0) + event.cost}
    moving = None if state.game.moving == event.unit else state.game.moving
    return with_unit(
        with_game(state, lost=lost, moving=moving),
        event.unit,
        at=None,
        aboard=None,
        in_pillbox=False,
        overwatch=None,
        target=None,
        hits=0,
        gone=True,
    )
