"""How the events of movement change the position: by land, sea and air, loading, unloading, landing (BK 11, 12, 15)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.contract import Event

from ..tables import AIR, TRANSPORT
from .apply_combat import arrived, have_moved, with_cargo, with_game, with_units
from .counts import subtracted, with_entry
from .events import AssaultPrepared, LandedByItself, Loaded, LostAtSea, Moved, Shipped, Unloaded
from .position import Counts, Going, State, counts

Spent = Mapping[str, tuple[int, ...]]
"""Type -> the movement that each aircraft has spent, in ascending order."""


def _moved(state: State, event: Moved) -> State:
    """BK 11.1, 11.10: units, and loaded transports with their cargo, go from one area to another."""
    state = _flown(
        _gone(state, event.start, event.side, event.units), event.start, event.to, event.flown, len(event.way) - 1
    )
    state = have_moved(arrived(state, event.to, event.side, event.units), event.to, event.units)
    if event.ships:
        cargo = state.areas[event.start].cargo[event.side]
        left = tuple(ship for index, ship in enumerate(cargo) if index not in event.ships)
        state = with_cargo(state, event.start, event.side, left)
        cargo = (*state.areas[event.to].cargo.get(event.side, ()), *event.cargo)
        state = with_cargo(state, event.to, event.side, cargo)
    return _noted(state, Going(event.units, event.start, event.to, event.way))


def _shipped(state: State, event: Shipped) -> State:
    """BK 12.3, 12.6: units carried in one order; in an assault they stay aboard until the battle."""
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
    """BK 12.4: units go aboard."""
    state = with_cargo(_gone(state, event.start, event.side, event.units), event.zone, event.side, event.cargo)
    return _noted(state, Going(event.units, event.start, event.zone, (event.start, event.zone)))


def _unloaded(state: State, event: Unloaded) -> State:
    """BK 12.5: units go ashore."""
    state = have_moved(with_cargo(state, event.zone, event.side, event.cargo), event.zone, {TRANSPORT: event.spent})
    state = have_moved(arrived(state, event.to, event.side, event.units), event.to, event.units)
    return _noted(state, Going(event.units, event.zone, event.to, (event.zone, event.to)))


def _prepared(state: State, event: AssaultPrepared) -> State:
    """BK 12.6: cargo is marked to land in the coming battle."""
    return have_moved(with_cargo(state, event.zone, event.side, event.cargo), event.zone, {TRANSPORT: event.spent})


def _landed(state: State, event: LandedByItself) -> State:
    """BK 15.1: an aircraft goes home by itself."""
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
    """BK 15.1: an aircraft without a landing place is lost."""
    state = _gone(state, event.start, event.power, {event.type: 1})
    return _unflown(state, event.start, event.type, (event.flown,))


# parts
def _gone(state: State, area: str, power: str, units: Counts) -> State:
    """The position without these units. Aircraft that sit out a battle are never more than those left (BK 8.7)."""
    state = with_units(state, area, power, subtracted(counts(state, area, power), units))
    idle = state.game.idle.get(area, {})
    left = {kind: min(number, counts(state, area, power).get(kind, 0)) for kind, number in idle.items()}
    return with_game(state, idle=with_entry(state.game.idle, area, subtracted(left, {}))) if left != idle else state


def _flown(state: State, start: str, to: str, flown: Spent, way: int) -> State:
    """The position after aircraft fly ``way`` areas; ``flown`` is what each of them had spent before, by type."""
    for kind, spent in flown.items():
        state = _unflown(state, start, kind, spent)
        recorded = state.game.flown.get(to, {})
        after = tuple(sorted((*recorded.get(kind, ()), *(before + way for before in spent))))
        state = with_game(state, flown=with_entry(state.game.flown, to, _by_type({**recorded, kind: after})))
    return state


def _unflown(state: State, area: str, kind: str, spent: Iterable[int]) -> State:
    """The position without the record of what these aircraft have flown; an aircraft that has not flown has none."""
    recorded = state.game.flown.get(area, {})
    if kind not in recorded:
        return state
    left = list(recorded.get(kind, ()))
    for before in spent:
        if before:
            left.remove(before)
    return with_game(state, flown=with_entry(state.game.flown, area, with_entry(recorded, kind, tuple(left))))


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
