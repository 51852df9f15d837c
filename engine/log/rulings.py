"""A referee's changes of a position: each sets one value of the state, by its path, and the state stays of its type."""

from collections.abc import Iterable
from typing import Any

from engine.contract import canonical, convert, parse, plain
from engine.contract.record import Unreadable

from .decisions import Change
from .value_words import fits, kind_words, kinds_at

SHOWN = 60
"""Characters of a value that a refusal quotes."""


class BadChange(ValueError):
    """The change does not fit the position; the text says why."""


def apply_changes(state: Any, changes: Iterable[Change]) -> Any:
    """The state after the changes.  Raises BadChange."""
    for change in changes:
        state = _apply(state, change)
    return state


def change_words(state: Any, changes: Iterable[Change]) -> tuple[str, ...]:
    """For each change a sentence with the value before and after.  Raises BadChange."""
    said = list[str]()
    for change in changes:
        said.append(f"{' '.join(change.path)}: {_shown(state, change.path)} becomes {change.value or 'nothing'}.")
        state = _apply(state, change)
    return tuple(said)


def _shown(state: Any, path: tuple[str, ...]) -> str:
    try:
        return as_value(value_at(state, path))
    except BadChange:
        return "nothing"


def value_at(state: Any, path: tuple[str, ...]) -> Any:
    """What stands at a path of a state, as plain values.  Raises BadChange."""
    at = _with_lists(plain(state))
    for key in path:
        at = _inside(at, key, path)
    return at


def _with_lists(value: Any) -> Any:
    """Plain values with a list in place of each tuple, so that one of its items can be set."""
    if isinstance(value, dict):
        return {key: _with_lists(inner) for key, inner in value.items()}
    return [_with_lists(inner) for inner in value] if isinstance(value, list | tuple) else value


def _apply(state: Any, change: Change) -> Any:
    if not change.path:
        raise BadChange("No value is named.")
    whole = _with_lists(plain(state))
    *above, last = change.path
    at = whole
    for key in above:
        at = _inside(at, key, change.path)
    try:
        value = parse(change.value) if change.value else None
    except Unreadable:
        raise BadChange(f"{change.value!r} is no value in JSON.") from None
    if isinstance(at, list):
        _change_list(at, last, value, change)
    elif not isinstance(at, dict):
        raise BadChange(f"There is nothing at {' '.join(change.path)}.")
    elif change.value:
        at[last] = value
    elif at.pop(last, at) is at:
        raise BadChange(f"There is nothing at {' '.join(change.path)}.")
    try:
        changed = convert(whole, type(state))
        if change.value:
            value_at(changed, change.path)  # a name that the position does not have is not kept
        return changed
    except BadChange:
        raise
    except ValueError:
        raise BadChange(_wrong_value(state, change)) from None


def _wrong_value(state: Any, change: Change) -> str:
    """Why the position cannot hold a value: what it needs there instead."""
    where, kinds = " ".join(change.path), kinds_at(type(state), change.path)
    if not change.value:
        takes = f" It takes {kind_words(kinds)}." if kinds else ""
        return f"{where} cannot be taken away: the position needs it.{takes}"
    shown = change.value if len(change.value) <= SHOWN else f"{change.value[:SHOWN]}..."
    if kinds and not fits(change.value, kinds):
        return f"{where} cannot be {shown}: it takes {kind_words(kinds)}."
    return f"{where} cannot be {shown}: the position would not fit together with it."


def _change_list(at: list[Any], last: str, value: Any, change: Change) -> None:
    if not _is_index(last, at):
        raise BadChange(f"There is nothing at {' '.join(change.path)}.")
    if change.value:
        at[int(last)] = value
    else:
        del at[int(last)]


def _inside(at: Any, key: str, path: tuple[str, ...]) -> Any:
    if isinstance(at, dict) and key in at:
        return at[key]
    if isinstance(at, list) and _is_index(key, at):
        return at[int(key)]
    raise BadChange(f"There is nothing at {' '.join(path)}.")


def as_value(value: Any) -> str:
    """A plain value as a change holds it."""
    return canonical(value).decode()


def _is_index(key: str, at: list[Any]) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 7 and int(key) < len(at)
