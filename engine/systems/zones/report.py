"""What happened, in lines short enough for a phone; every die is in the line of what it was thrown for."""
from ...contract import Event
from .state import State


def tell(state: State, event: Event) -> str:
    """One line of the report, or "" if it goes without saying.  ``state`` is the one before the event."""
    return ""
