"""What kind of value stands at a place of a position, in words: what a referee may put there."""

from collections.abc import Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from engine.contract import Record, parse
from engine.contract.record import Unreadable, convert

LISTED = 12
"""Words or fields that are listed, at most."""
_PLAIN = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text", NoneType: "none"}


def kinds_at(kind: Any, path: Sequence[str]) -> tuple[Any, ...]:
    """The kinds of value that can stand at a path within a value of this kind; none where the path leads nowhere."""
    found = _single(kind)
    for key in path:
        found = tuple(inner for one in found for inner in _inside(one, key))
    return found


def fits(value: str, kinds: Sequence[Any]) -> bool:
    """Whether a value in JSON is of one of the kinds."""
    for kind in kinds:
        try:
            convert(parse(value), kind)
        except (ValueError, Unreadable):
            continue
        return True
    return False


def kind_words(kinds: Sequence[Any]) -> str:
    """``a whole number or none``"""
    said = list(dict.fromkeys(_words(kind) for kind in kinds))
    return f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else "".join(said)


def _single(kind: Any) -> tuple[Any, ...]:
    """The kinds that a kind is one of."""
    if isinstance(kind, NewType):
        return _single(kind.__supertype__)
    if get_origin(kind) is Annotated:
        return _single(get_args(kind)[0])
    if get_origin(kind) in (Union, UnionType):
        return tuple(one for inner in get_args(kind) for one in _single(inner))
    return (kind,)


def _inside(kind: Any, key: str) -> tuple[Any, ...]:
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if isinstance(origin, type) and issubclass(origin, Record):
        hints = dict(zip(origin.__struct_encode_fields__, origin.__struct_fields__, strict=True))
        return _single(get_type_hints(origin, include_extras=True)[hints[key]]) if key in hints else ()
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _single(inner[1]) if len(inner) == 2 else (Any,)
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return _single(inner[int(key)]) if key.isdecimal() and int(key) < len(inner) else ()
    if origin in (tuple, list, frozenset, set) or _is_sequence(origin):
        return _single(inner[0]) if inner else (Any,)
    return (Any,) if kind is Any else ()


def _words(kind: Any) -> str:
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin is Literal:
        return _one_of([str(value) for value in inner])
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(origin, type) and issubclass(origin, Enum):
        return _one_of([str(member.value) for member in origin])
    if isinstance(origin, type) and issubclass(origin, Record):
        return f"a record with {_listed(origin.__struct_encode_fields__)}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return (
            f"a record of names, each with {kind_words(_single(inner[1]))}" if len(inner) == 2 else "a record of names"
        )
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return f"a list of {len(inner)}: {', '.join(kind_words(_single(one)) for one in inner)}"
    if origin in (tuple, list, frozenset, set) or _is_sequence(origin):
        return f"a list, each of it {kind_words(_single(inner[0]))}" if inner else "a list"
    return "another value"


def _is_sequence(origin: Any) -> bool:
    return isinstance(origin, type) and issubclass(origin, Sequence) and origin is not str


def _one_of(words: Sequence[str]) -> str:
    return f"one of {_listed(words)}" if len(words) > 1 else _listed(words)


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - LISTED} more" if len(words) > LISTED else ""
    return f"{', '.join(words[:LISTED])}{more}"
