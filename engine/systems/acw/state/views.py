"""Views: what a side may know; the deployment is secret until it is revealed, standing orders always."""

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not

from engine.contract import Balked, Event, Record, Skipped, hide_standing_order, replace

from .events import Joined, Placed, Revealed, StandingSet
from .position import DEPLOYMENT, State, Unit
from .unit_index import carry_index, share_index

MOST_KEPT = 32
"""Views that are kept: of a message's position and of those that its orders lead to, for each side and the public."""


class View(Record, frozen=True):
    """A position as a side sees it; ``hidden``, ``ready``: by id, the records that it sees in place of true ones."""

    state: State
    seen: State
    hidden: Mapping[str, Unit]


_kept: dict[tuple[int, str], View] = {}
"""By the identity of the state, which a view holds so that no other takes it over, and by side."""
_latest: dict[str, View] = {}
"""By side."""


def view(state: State, side: str) -> State:
    """The position as a side may know it; "" is the public.  The same object each time it is asked for again.

    Enemies set up in secret are where the scenario has them.
    """
    if known := _kept.get((id(state), side)):
        return known.seen
    earlier = _latest.get(side)
    hidden = _hidden_units(state, side, earlier)
    seen = _view(state, side, hidden)
    if seen is not state:
        if not state.ready:
            share_index(state, seen)
        elif earlier and earlier.state.setup is state.setup and earlier.state.roster == state.roster:
            carry_index(earlier.seen, seen)
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
        _latest.clear()
    _kept[id(state), side] = _latest[side] = View(state, seen, hidden)
    return seen


def _hidden_units(state: State, side: str, earlier: View | None) -> Mapping[str, Unit]:
    """What a side sees in place of the true records.  Only units that have changed since its ``earlier`` view of the
    game are looked at; during deployment all are."""
    units, ready = state.units, state.ready
    changed: Iterable[Unit] = units.values()
    hidden: dict[str, Unit] = {}
    if earlier and not ready and not earlier.state.ready and earlier.state.roster == state.roster:
        changed = compress(units.values(), map(is_not, units.values(), earlier.state.units.values()))
        changed = [unit for unit in changed if unit.side != side]
        if not changed:
            return earlier.hidden
        hidden = dict(earlier.hidden)
    for unit in changed:
        if unit.side != side:
            if (seen := without_standing_orders(ready.get(unit.id, unit))) is not unit:
                hidden[unit.id] = seen
            else:
                hidden.pop(unit.id, None)
    return hidden


def _view(state: State, side: str, hidden: Mapping[str, Unit]) -> State:
    units = {**state.units, **hidden} if hidden else state.units
    if not state.ready and not state.placed:
        return replace(state, units=units) if hidden else state
    ready = {key: unit if unit.side == side else without_standing_orders(unit) for key, unit in state.ready.items()}
    placed = tuple(key for key in state.placed if state.units[key].side == side)
    if not hidden and placed == state.placed and all(unit is state.ready[key] for key, unit in ready.items()):
        return state
    return replace(state, units=units, ready=ready, placed=placed)


def without_standing_orders(unit: Unit) -> Unit:
    """A unit as the enemy knows it: without its standing orders."""
    if (unit.advance, unit.fire) == ("attacker", "free"):
        return unit
    return replace(unit, advance="attacker", fire="free")


def witness(state: State, event: Event, side: str) -> Event | None:
    """The event as a side may know it when it happens in this state; None if it may not."""
    match event:
        case StandingSet(side=owner):
            return event if owner == side else None
        case Placed(unit=key) | Joined(unit=key) if state.phase == DEPLOYMENT:
            return event if state.units[key].side == side else None
        case Revealed(units=units):
            return Revealed(
                {key: unit if unit.side == side else without_standing_orders(unit) for key, unit in units.items()}
            )
        case Balked(side=owner) | Skipped(side=owner) if state.phase == DEPLOYMENT:
            return event if owner == side else None
        case Balked() | Skipped():
            return hide_standing_order(event, side)
        case _:
            return event
