"""What would do instead of a refused order, and what is worth ordering at all."""
from collections.abc import Iterator

from ...contract import Done, Order, Refusal
from .checks import objections
from .state import State


def check(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """Every objection of the rules, the most telling first, with orders that would do."""
    yield from objections(seen, side, order)


def ideas(seen: State, side: str) -> Iterator[Order]:
    yield Done()
