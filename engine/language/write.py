"""Writing: an order in the one spelling the game itself would use."""
from ..contract import Condition, Nouns, Order


def write(order: Order, nouns: Nouns, condition: Condition | None = None) -> str:
    raise NotImplementedError
