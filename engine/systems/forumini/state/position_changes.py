"""Positions with a few facts changed; all that did not change is shared with the old position."""

from collections.abc import Iterable

from engine.contract import Event, replace

from .phases import MOVEMENT
from .position import State


def with_unit(state: State, key: str, **facts: object) -> State:
    return replace(state, units={**state.units, key: replace(state.units[key], **facts)})


def with_units(state: State, keys: Iterable[str], **facts: object) -> State:
    """The position with the same facts set for several units; a unit that has them already stays the same record."""
    units = dict(state.units)
    for key in keys:
        if any(getattr(units[key], name) != value for name, value in facts.items()):
            units[key] = replace(units[key], **facts)
    return replace(state, units=units)


def with_game(state: State, **facts: object) -> State:
    return replace(state, game=replace(state.game, **facts))


def with_action(state: State, key: str, what: str, **facts: object) -> State:
    """FA 6.3, 9.8: the unit has had its action, with other ``facts`` about it; its movement, if it was under way, is
    over.
    """
    unit, game = state.units[key], state.game
    moved = unit.moved_b or (what == "moved" and state.phase == MOVEMENT)
    acted = replace(unit, acted=what, moved_b=moved, **facts)
    game = replace(game, moving=None) if game.moving == key else game
    return replace(state, units={**state.units, key: acted}, game=game)


def with_passengers_along(state: State, key: str, **facts: object) -> State:
    """FA 6.3, 23.3: passengers are where their transport is, and have moved when it has.  Without any ability on its
    card a unit carries none (FA 7.5).
    """
    units = state.units
    if not state.cards[units[key].type].abilities:
        return state
    riders = [other.id for other in units.values() if other.aboard == key]
    return with_units(state, riders, at=state.units[key].at, **facts) if riders else state


def with_air_queue(state: State, queue: tuple[str, ...], but: str = "") -> State:
    """FA 14.2: the owner of the aircraft that is next in order is active."""
    queue = tuple(key for key in queue if key != but)
    return replace(with_game(state, air_queue=queue), active=state.units[queue[0]].side if queue else state.active)


def unknown_event(event: Event) -> TypeError:
    """What to raise for an event that no rule of this game makes."""
    return TypeError(f"Forumini Armies knows no {type(event).__name__}")
