"""Who may know what: standing orders and those kept for a sealed round are their own side's; all else is public (section State)."""

import re

from engine.contract import Balked, Event, Skipped, hide_standing_order

from .apply_combat import with_game
from .events import KeepSet, Kept, ListSet, WishSet
from .position import ROUND, State, awaited

_STANDING = re.compile(
    r"(?:^|: )(?:standing|losses|targets|keep|(?:retreat|withdraw)\b.*\b(?:never|after|when))\b", re.IGNORECASE
)


def view(state: State, side: str) -> State:
    """What a side may know; "" is the public."""
    game = state.game
    policies = {key: given for key, given in game.policies.items() if key == side}
    kept = {key: orders for key, orders in game.kept.items() if key == side}
    if len(policies) == len(game.policies) and len(kept) == len(game.kept):
        return state
    return with_game(state, policies=policies, kept=kept)


def witness(state: State, event: Event, side: str) -> Event | None:
    """The event as a side may know it when it happens in this state; None if it may not.

    Of a sealed round nobody learns what another has failed to order while anybody is awaited (BK 9.4).
    """
    match event:
        case ListSet(side=owner) | WishSet(side=owner) | KeepSet(side=owner) | Kept(side=owner):
            return event if owner == side else None
        case Balked(side=owner) | Skipped(side=owner) if owner != side and state.phase == ROUND and awaited(state):
            return None
        case Balked() | Skipped():
            return hide_standing_order(event, side, is_standing_order)
        case _:
            return event


def is_standing_order(order: str) -> bool:
    """Whether the canonical text of an order, an ``if`` included, is a standing order: these need not say so (BK 17.1)."""
    return _STANDING.search(order) is not None
