"""Records: frozen values that turn into JSON and back; the one file that knows how."""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

R = TypeVar("R")
T = TypeVar("T")
Record = msgspec.Struct
Unreadable = msgspec.DecodeError
_NOTHING = object()
"""What no function is ever asked about."""
CASE_FIELDS = ("units", "turn", "phase", "active", "winner", "game")

__all__ = [
    "Derived",
    "Record",
    "SameObject",
    "Unreadable",
    "canonical",
    "case_fields",
    "convert",
    "decode",
    "encode",
    "kept_for_latest",
    "kept_while_alike",
    "parse",
    "plain",
    "replace",
]


class Derived(Generic[T, R]):
    """A property of a record that follows from its fields: calculated when it is first asked for, and kept in the
    ``__dict__`` of the record (``dict=True``), which is no part of its value.  A ``cached_property`` without its lock.
    """

    def __init__(self, find: Callable[[T], R]) -> None:
        self._find, self._name = find, find.__name__
        self.__doc__ = find.__doc__

    def __get__(self, record: T, kind: type[T]) -> R:
        found = record.__dict__[self._name] = self._find(record)
        return found


class SameObject(Generic[T]):
    """Something as a key that asks only whether it is the same object; keeps it alive, so that no other takes its
    identity."""

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameObject) and other.it is self.it


def kept_for_latest(function: Callable[[T], R]) -> Callable[[T], R]:
    """The function, asked again and again about the same object: what it gave for the two objects asked about last is
    kept.
    """
    newer: tuple[Any, Any] = _NOTHING, None
    older: tuple[Any, Any] = _NOTHING, None

    @wraps(function)
    def kept(it: T) -> Any:
        nonlocal newer, older
        asked, result = newer  # both at once: other threads may ask at the same time
        if it is asked:
            return result
        latest, (asked, result) = newer, older
        if it is not asked:
            result = function(it)
            older, newer = latest, (it, result)
        return result

    return kept


def kept_while_alike(*fields: str) -> Callable[[Callable[[T], R]], Callable[[T], R]]:
    """The function of a record of which only these fields count: what it gave for the latest record is kept for others
    in which they are the same.
    """
    facts = attrgetter(*fields)

    def keeping(function: Callable[[T], R]) -> Callable[[T], R]:
        latest: tuple[Any, Any, Any] = _NOTHING, _NOTHING, None

        @wraps(function)
        def kept(it: T) -> Any:
            nonlocal latest
            known, alike, result = latest  # all at once: other threads may ask at the same time
            if known is it:
                return result
            now = facts(it)
            if now != alike:
                result = function(it)
            latest = it, now, result
            return result

        return kept

    return keeping


def encode(value: Any) -> bytes:
    """JSON in the order of the record's fields: the quickest to write and to read."""
    return msgspec.json.encode(value)


def canonical(value: Any) -> bytes:
    """JSON to be hashed or compared: keys sorted, no spaces, UTF-8; equal values always give the same bytes."""
    return msgspec.json.encode(value, order="sorted")


def decode(text: bytes | str, kind: type[T] | Any) -> Any:
    """The pair of ``encode``.  Raises Unreadable for anything else."""
    return msgspec.json.decode(text, type=kind)


def parse(text: bytes | str) -> Any:
    """JSON as plain dicts, lists and scalars."""
    return msgspec.json.decode(text)


def plain(value: Any) -> Any:
    """A record as dicts, lists and scalars."""
    return msgspec.to_builtins(value)


def case_fields(state: Any) -> dict[str, Any]:
    """What a case can name of a state whose fields are called and measured as in the rules (System.case_view)."""
    return {key: plain(getattr(state, key)) for key in CASE_FIELDS}


def convert(value: Any, kind: type[T] | Any) -> Any:
    """The pair of ``plain``."""
    return msgspec.convert(value, kind)
