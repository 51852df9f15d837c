"""What a case may set, for every game: the keys of ``set``, mappings in it, and values that do not fit."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.contract import Unreadable

SETTABLE = ("turn", "phase", "active", "winner", "units", "game")


@contextmanager
def unfit_values() -> Iterator[None]:
    """A value of the wrong type becomes a ValueError, as the contract asks."""
    try:
        yield
    except (Unreadable, TypeError) as fault:
        raise ValueError(str(fault)) from fault


def require_settable(changes: Mapping[str, Any], known: tuple[str, ...] = SETTABLE) -> None:
    """ValueError for a key of ``set`` that is none."""
    for key in changes:
        if key not in known:
            raise ValueError(f"{key} cannot be set; {', '.join(known)} can")


def mapping_of(written: Any, what: str) -> Mapping[str, Any]:
    """What is written in a case as a mapping, nothing being an empty one.  ValueError if it is anything else."""
    if written is not None and not isinstance(written, Mapping):
        raise ValueError(f"{what} must be a mapping, not {written!r}")
    return written or {}
