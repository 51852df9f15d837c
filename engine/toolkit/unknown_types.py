"""The fault of an army list that names a type which is not there, and what was probably meant."""

from collections.abc import Collection
from difflib import get_close_matches

from engine.contract import Fault, Scenario

SHOWN, LISTED = 60, 12
"""Characters of a type that is not there, and types that there are instead, at most."""
NEAR = 2
"""Types that may have been meant, at most."""


def unknown_type(key: str, name: str, known: Collection[str], scenario: Scenario | None = None) -> Fault:
    """``key``: the entry of the list, by which the fault is located; ``name``: the type that it names.

    The types that the ``scenario`` adds are listed before the others.
    """
    near, own = near_types(name, known), scenario.types if scenario else {}
    instead = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"the types are {_some(sorted(known, key=lambda one: one not in own))}"
    )
    return Fault((key,), f"there is no type {name[:SHOWN]}", instead)


def near_types(name: str, known: Collection[str]) -> list[str]:
    """Types that begin with the name, such as ``mg-42-team`` for ``mg-42``, else those that are written alike."""
    word = "-".join(name.lower()[:80].split())
    longer = [key for key in known if word and key.startswith(f"{word}-")]
    return longer[:NEAR] or get_close_matches(word, known, NEAR, 0.7)


def _some(types: list[str]) -> str:
    more = f" and {len(types) - LISTED} more" if len(types) > LISTED else ""
    return ", ".join(types[:LISTED]) + more
