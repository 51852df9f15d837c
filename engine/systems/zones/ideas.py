"""Legal orders worth offering, phase by phase."""
from collections.abc import Iterator

from ...contract import Done, Order
from .state import OVER, State, awaited


def ideas(seen: State, side: str) -> Iterator[Order]:
    """What the side could do now, each order legal by itself; then ``done``; then the standing orders it might give."""
    if seen.phase != OVER and side in awaited(seen):
        yield Done()
