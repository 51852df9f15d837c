"""Scenarios damaged at random: one value somewhere replaced by junk, left out, or under a misspelt key."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any


def ways(written: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value at every depth."""
    for key in written if isinstance(written, dict) else range(len(written)) if isinstance(written, list) else ():
        yield (*path, key)
        yield from ways(written[key], (*path, key))


def spoiled(whole: dict[str, Any], known: list[tuple[Any, ...]], chance: Random, junk: Sequence[Any]) -> dict[str, Any]:
    """With one value somewhere another one, left out, or under a misspelt key."""
    copy = deepcopy(whole)
    *path, last = chance.choice(known)
    at: Any = copy
    for key in path:
        at = at[key]
    match chance.randrange(6):
        case 0:
            del at[last]
        case 1 if isinstance(last, str):
            at[last + "s"] = at.pop(last)
        case _:
            at[last] = deepcopy(chance.choice(junk))
    return copy
