"""Orders like a refused one that may do in its place, the likeliest first; whether they are legal is asked elsewhere."""
from collections.abc import Iterator

from ...contract import Order
from .state import State


def others(seen: State, side: str, order: Order, code: str) -> Iterator[Order]:
    """By what was asked and why it is refused."""
    yield from ()
