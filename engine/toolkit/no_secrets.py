"""Views for a game without secrets: every side sees the whole position and every event."""

from typing import TypeVar

from engine.contract import Event

S = TypeVar("S")


def view(state: S, side: str) -> S:
    """The position itself."""
    return state


def witness(state: object, event: Event, side: str) -> Event | None:
    """The event itself."""
    return event
