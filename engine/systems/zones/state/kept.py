"""Results kept for the very records that they were found for: an event makes new records only of what it changes."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

A = TypeVarTuple("A")
R = TypeVar("R")
MOST_KEPT = 1024


def kept_for_records(function: Callable[[*A], R]) -> Callable[[*A], R]:
    """The function, asked again and again about the same objects; none of them may ever change.

    What it gave is found by the identity of all arguments, and holds them, so that no other object takes it over.
    """
    kept = dict[tuple[int, ...], tuple[object, R]]()

    @wraps(function)
    def known_or_found(*args: *A) -> R:
        key = tuple(map(id, args))
        if (known := kept.get(key)) is not None:
            return known[1]
        found = function(*args)
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = args, found
        return found

    return known_or_found
