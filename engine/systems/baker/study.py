"""What is drawn over the map on request."""
from maps.scene import Mark

from ...contract import Measure, Where
from .state import State


def study(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """Nothing: units have no names (BK 1.3)."""
    return ()


def measure(seen: State, start: Where, end: Where) -> Measure | None:
    """Nothing: the rules measure no lengths."""
    return None
