"""The table in words for a screen reader: zones by control, units by side with place, wounds, shock and what is near them."""
from .state import State


def twin(seen: State) -> str:
    """The map in words.  Places in inches from the lower left corner."""
    return seen.name
