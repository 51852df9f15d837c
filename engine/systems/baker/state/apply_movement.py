"""What the events of movement make of the position: by land, sea and air, aboard and ashore, aircraft that go home (BK 11, 12, 15)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.contract import Event

from ..tables import AIR, TRANSPORT
from .apply_combat import arrived, have_moved, with_cargo, with_game, with_units
from .counts import subtracted, with_entry
from .events import AssaultPrepared, LandedByItself, Loaded, LostAtSea, Moved, Shipped, Unloaded
from .position import Counts, Going, State, counts

Spent = Mapping[str, tuple[int, ...]]
"""Type -> what each aircraft has flown, ascending."""


def _moved(state: State, event: Moved) -> State:
    """BK 11.1, 11.10"""
    state = _flown(
        _gone(state, event.start, event.side, event.units), event.start, event.to, event.flown, len(event.way) - 1
    )
    state = have_moved(arrived(state, event.to, event.side, event.units), event.to, event.units)
    if event.ships:
        left = tuple(
            ship for nth, ship in enumerate(state.areas[event.start].cargo[event.side]) if nth not in event.ships
        )
        state = with_cargo(state, event.start, event.side, left)
        state = with_cargo(
            state, event.to, event.side, (*state.areas[event.to].cargo.get(event.side, ()), *event.cargo)
        )
    return _noted(state, Going(event.units, event.start, event.to, event.way))


def _shipped(state: State, event: Shipped) -> State:
    """BK 12.3, 12.6"""
    first, last, ships = event.zones[0], event.zones[-1], {TRANSPORT: len(event.cargo)}
    state = arrived(_gone(state, first, event.side, ships), last, event.side, ships)
    state = _gone(have_moved(state, last, ships), event.start, event.side, event.units)
    if event.assault:
        state = with_cargo(state, last, event.side, (*state.areas[last].cargo.get(event.side, ()), *event.cargo))
    else:
        state = have_moved(arrived(state, event.to, event.side, event.units), event.to, event.units)
    if len(event.zones) > 1:
        state = _noted(state, Going(ships, first, last, event.zones))
    aboard = event.zones[event.zones.index(event.aboard) :]
    return _noted(state, Going(event.units, event.start, event.to, (event.start, *aboard, event.to)))


def _loaded(state: State, event: Loaded) -> State:
    """BK 12.4"""
    state = with_cargo(_gone(state, event.start, event.side, event.units), event.zone, event.side, event.cargo)
    return _noted(state, Going(event.units, event.start, event.zone, (event.start, event.zone)))


def _unloaded(state: State, event: Unloaded) -> State:
    """BK 12.5"""
    state = have_moved(with_cargo(state, event.zone, event.side, event.cargo), event.zone, {TRANSPORT: event.spent})
    state = have_moved(arrived(state, event.to, event.side, event.units), event.to, event.units)
    return _noted(state, Going(event.units, event.zone, event.to, (event.zone, event.to)))


def _prepared(state: State, event: AssaultPrepared) -> State:
    """BK 12.6"""
    return have_moved(with_cargo(state, event.zone, event.side, event.cargo), event.zone, {TRANSPORT: event.spent})


def _landed(state: State, event: LandedByItself) -> State:
    """BK 15.1"""
    one = {event.type: 1}
    state = _flown(
        _gone(state, event.start, event.power, one),
        event.start,
        event.to,
        {event.type: (event.flown,)},
        len(event.way) - 1,
    )
    return _noted(arrived(state, event.to, event.power, one), Going(one, event.start, event.to, event.way))


def _lost(state: State, event: LostAtSea) -> State:
    """BK 15.1"""
    state = _gone(state, event.start, event.power, {event.type: 1})
    return _unflown(state, event.start, event.type, (event.flown,))


# parts
def _gone(state: State, area: str, power: str, units: Counts) -> State:
    """Without these units, and no more aircraft out of a battle than are still there (BK 8.7)."""
    state = with_units(state, area, power, subtracted(counts(state, area, power), units))
    idle = state.game.idle.get(area, {})
    left = {kind: min(number, counts(state, area, power).get(kind, 0)) for kind, number in idle.items()}
    return with_game(state, idle=with_entry(state.game.idle, area, subtracted(left, {}))) if left != idle else state


def _flown(state: State, start: str, to: str, flown: Spent, way: int) -> State:
    """Aircraft that have spent so much before go so many areas further."""
    for kind, spent in flown.items():
        state = _unflown(state, start, kind, spent)
        there = state.game.flown.get(to, {})
        after = tuple(sorted((*there.get(kind, ()), *(before + way for before in spent))))
        state = with_game(state, flown=with_entry(state.game.flown, to, _by_type({**there, kind: after})))
    return state


def _unflown(state: State, area: str, kind: str, spent: Iterable[int]) -> State:
    """What these aircraft have flown is no more told there; those that had not flown were not."""
    there = state.game.flown.get(area, {})
    left = list(there.get(kind, ()))
    for before in spent:
        if before:
            left.remove(before)
    return (
        with_game(state, flown=with_entry(state.game.flown, area, with_entry(there, kind, tuple(left))))
        if kind in there
        else state
    )


def _by_type(flown: Spent) -> Spent:
    return {kind: flown[kind] for kind in AIR if flown.get(kind)}


def _noted(state: State, going: Going) -> State:
    return with_game(state, moves=(*state.game.moves, going))


CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    Moved: _moved,
    Shipped: _shipped,
    Loaded: _loaded,
    Unloaded: _unloaded,
    AssaultPrepared: _prepared,
    LandedByItself: _landed,
    LostAtSea: _lost,
}
