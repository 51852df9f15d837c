"""Views: what a side may know; the deployment is secret until it is revealed, standing orders always."""

from collections.abc import Mapping

from engine.contract import Balked, Event, Skipped, hide_standing_order, replace

from .events import Joined, Placed, Revealed, StandingSet
from .position import DEPLOYMENT, State, Unit


def view(state: State, side: str) -> State:
    """The position as a side may know it; "" is the public.

    Enemies set up in secret are where the scenario has them.
    """
    units = {
        key: unit if unit.side == side else without_standing_orders(state.ready.get(key, unit))
        for key, unit in state.units.items()
    }
    ready = {key: unit if unit.side == side else without_standing_orders(unit) for key, unit in state.ready.items()}
    placed = tuple(key for key in state.placed if state.units[key].side == side)
    if placed == state.placed and _are_unchanged(units, state.units) and _are_unchanged(ready, state.ready):
        return state
    return replace(state, units=units, ready=ready, placed=placed)


def _are_unchanged(seen: Mapping[str, Unit], true: Mapping[str, Unit]) -> bool:
    return all(unit is true[key] for key, unit in seen.items())


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
