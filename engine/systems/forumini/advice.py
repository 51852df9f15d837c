"""What would do instead of a refused order, each proposal legal itself."""
from collections.abc import Iterator
from itertools import islice

from ...contract import Order, Refusal, replace
from .checks import objections
from .instead import others
from .state import State

MOST, TRIED = 3, 40
"""Proposals for one objection, and how many orders are tried to find them."""


def check(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Every objection of the rules, the most telling first; the first with what would do."""
    refused = objections(seen, side, order)
    for first in islice(refused, 1):
        yield replace(first, instead=tuple(islice(_proposals(seen, side, order, first), MOST)))
    yield from (replace(other, instead=()) if other.instead else other for other in refused)


def legal(seen: State, side: str, order: Order) -> bool:
    return next(objections(seen, side, order), None) is None


def _proposals(seen: State, side: str, order: Order, refusal: Refusal) -> Iterator[Order]:
    """The legal ones among what the rules name and the first so many that come to mind, each once."""
    known = [order]
    for other in (*refusal.instead, *islice(others(seen, side, order, refusal.code), TRIED)):
        if other not in known and legal(seen, side, other):
            yield other
        known.append(other)
