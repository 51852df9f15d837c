"""Views: what a side may know.  Rally orders, standing orders and a sealed deployment are secret."""

from engine.contract import Balked, Event, Skipped, hide_standing_order, replace

from .events import Cancelled, Deployed, Planned, StandingSet, Swapped
from .position import ASK, MORALE, State, is_sealed


def view(state: State, side: str) -> State:
    """The position as a side may know it; "" is the public.  A sealed deployment shows enemies where they started."""
    seen, standing = state, state.game.standing
    if any(key != side and known != ASK for key, known in standing.items()):
        hidden = {key: known if key == side else ASK for key, known in standing.items()}
        seen = replace(seen, game=replace(seen.game, standing=hidden))
    if any(key != side for key in state.plans):
        seen = replace(seen, plans={key: plans for key, plans in state.plans.items() if key == side})
    if state.ready:
        units = {
            key: unit if unit.side == side or unit.at == state.ready[key] else replace(unit, at=state.ready[key])
            for key, unit in state.units.items()
        }
        placed = tuple(key for key in state.placed if state.units[key].side == side)
        seen = replace(seen, units=units, placed=placed)
    return seen


def witness(state: State, event: Event, side: str) -> Event | None:
    """The event as a side may know it when it happens in this state; None if it may not."""
    match event:
        case StandingSet(side=owner):
            return event if owner == side else None
        case Planned(side=owner) | Cancelled(side=owner) if state.phase == MORALE:
            return event if owner == side else None
        case Deployed(unit=key) | Swapped(unit=key) if is_sealed(state):
            return event if state.units[key].side == side else None
        case Balked(side=owner) | Skipped(side=owner) if is_sealed(state) and len(state.done) < len(state.sides):
            return event if owner == side else None
        case _:
            return hide_standing_order(event, side)
