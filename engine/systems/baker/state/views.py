"""What each side may know: standing orders, bids and the orders of a sealed round are secret, all else is public."""

import re

from engine.contract import Balked, Event, Skipped, hide_standing_order

from .apply_combat import with_game
from .events import BidMade, KeepSet, Kept, ListSet, WishSet
from .position import SEALED, State, sides_to_order

_STANDING = re.compile(
    r"(?:^|: )(?:standing|losses|targets|keep|(?:retreat|withdraw)\b.*\b(?:never|after|when))\b", re.IGNORECASE
)


def view(state: State, side: str) -> State:
    """The position as a side may know it; "" is the public."""
    game = state.game
    policies = {key: given for key, given in game.policies.items() if key == side}
    kept = {key: orders for key, orders in game.kept.items() if key == side}
    bids = {key: number for key, number in game.bids.items() if key == side}
    if (len(policies), len(kept), len(bids)) == (len(game.policies), len(game.kept), len(game.bids)):
        return state
    return with_game(state, policies=policies, kept=kept, bids=bids)


def witness(state: State, event: Event, side: str) -> Event | None:
    """The event as a side may know it when it happens in this position; None if it must not know it.

    While a sealed round waits for a side, players do not learn which orders of others failed (BK 9.4).
    """
    match event:
        case ListSet(side=owner) | WishSet(side=owner) | KeepSet(side=owner) | Kept(side=owner) | BidMade(side=owner):
            return event if owner == side else None
        case Balked(side=owner) | Skipped(side=owner) if (
            owner != side and state.phase in SEALED and sides_to_order(state)
        ):
            return None
        case Balked() | Skipped():
            return hide_standing_order(event, side, is_standing_order)
        case _:
            return event


def is_standing_order(order: str) -> bool:
    """Whether the standard text of an order is a standing order, with or without the word "standing" (BK 17.1)."""
    return _STANDING.search(order) is not None
