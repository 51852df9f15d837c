"""A draft drawn over the map."""
from collections.abc import Sequence

from maps.scene import Mark

from ...contract import Order
from .state import State


def sketch(seen: State, side: str, orders: Sequence[Order]) -> tuple[Mark, ...]:
    """Nothing yet that the position does not show."""
    return ()
