"""Results that are kept from position to position, for as long as nothing changes of what they depend on."""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar

S = TypeVar("S")
R = TypeVar("R")
KEPT = 8
"""For how many positions ``kept_while_same`` keeps a result, where nothing else is said."""


def kept_while_same(first: str, second: str, most: int = KEPT) -> Callable[[Callable[[S], R]], Callable[[S], R]]:
    """The function of a position, asked again and again: what it gave is kept while these two fields are the very same
    objects, as they are in the positions that follow without changing them.  ``most``: for so many positions.
    """
    one, two = attrgetter(first), attrgetter(second)

    def keeping(function: Callable[[S], R]) -> Callable[[S], R]:
        latest = tuple[tuple[Any, Any, R], ...]()
        found: tuple[Any, Any, Any] = object(), object(), None

        @wraps(function)
        def kept(state: S) -> R:
            nonlocal latest, found
            a, b = one(state), two(state)
            known_a, known_b, result = found
            if known_a is a and known_b is b:
                return result  # type: ignore[no-any-return]
            for known in latest:
                if known[0] is a and known[1] is b:
                    found = known
                    return known[2]
            result = function(state)
            found = a, b, result
            latest = (found, *latest[: most - 1])
            return result

        return kept

    return keeping
