"""Offering a draw, in games that end once every side has offered one."""

from collections.abc import Callable, Collection
from typing import TypeVar

from engine.contract import Turn

from .shared_events import DrawOffered
from .sides import HasSides

S = TypeVar("S", bound=HasSides)


def offer_draw(turn: Turn[S], side: str, offers: Callable[[S], Collection[str]]) -> bool:
    """Offers a draw if the side has not done so yet; True if every side has now.  ``offers``: the sides that have,
    in a position."""
    if side in offers(turn.state):
        return False
    turn.happens(DrawOffered(side))
    return all(known.id in offers(turn.state) for known in turn.state.sides)
