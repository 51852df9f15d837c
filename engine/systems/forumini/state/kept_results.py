"""Results that are kept from position to position, for as long as nothing changes of what they depend on."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, Protocol, TypeVar

KEPT = 8
"""For how many games a result is kept."""


class PositionOfGame(Protocol):
    """What is the same in all positions of a game, but for the roster where armies are bought."""

    @property
    def board(self) -> object: ...
    @property
    def setup(self) -> object: ...
    @property
    def roster(self) -> object: ...


S = TypeVar("S", bound=PositionOfGame)
R = TypeVar("R")


class _Memory(Generic[S, R]):
    """What a function of a position gave for the latest pairs of objects on which it depends."""

    def __init__(self, function: Callable[[S], R]) -> None:
        self._function, self._latest = function, tuple[tuple[object, object, R], ...]()
        self.newest: tuple[object, object, Any] = object(), object(), None

    def recall(self, state: S, one: object, other: object) -> R:
        """What is known of this pair, or else found now."""
        for known in self._latest:
            if known[0] is one and known[1] is other:
                self.newest = known
                return known[2]
        self.newest = found = one, other, self._function(state)
        self._latest = (found, *self._latest[: KEPT - 1])
        return found[2]


def kept_for_roster(function: Callable[[S], R]) -> Callable[[S], R]:
    """The function of a position, asked again and again: what it gave is kept while setup and roster are the very same
    objects, as they are in the positions that follow without changing them.
    """
    memory = _Memory(function)

    @wraps(function)
    def kept(state: S) -> Any:
        setup, roster, result = memory.newest  # all at once: other threads may ask at the same time
        if setup is state.setup and roster is state.roster:
            return result
        return memory.recall(state, state.setup, state.roster)

    return kept


def kept_for_board(function: Callable[[S], R]) -> Callable[[S], R]:
    """The same while setup and board are the very same objects."""
    memory = _Memory(function)

    @wraps(function)
    def kept(state: S) -> Any:
        setup, board, result = memory.newest  # all at once, as above
        if setup is state.setup and board is state.board:
            return result
        return memory.recall(state, state.setup, state.board)

    return kept
