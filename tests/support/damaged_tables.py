"""Damaged copies of a rulebook's tables: each row left out, each name misspelt, each number out of range."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Row = tuple[str | int, ...]
"""The way to a row: keys of mappings and indexes of lists."""


def rows(tables: Any, row: Row = ()) -> Iterator[tuple[Row, Any]]:
    """Every entry of the file, the outer ones first."""
    entries = tables.items() if isinstance(tables, dict) else enumerate(tables) if isinstance(tables, list) else ()
    for key, value in entries:
        yield (*row, key), value
        yield from rows(value, (*row, key))


def without(tables: dict[str, Any], row: Row) -> dict[str, Any]:
    copy, inner = _copy(tables, row)
    del inner[row[-1]]
    return copy


def misspelt(tables: dict[str, Any], row: Row) -> dict[str, Any]:
    copy, inner = _copy(tables, row)
    inner[f"{row[-1]}x"] = inner.pop(row[-1])
    return copy


def changed(tables: dict[str, Any], row: Row, value: Any) -> dict[str, Any]:
    copy, inner = _copy(tables, row)
    inner[row[-1]] = value
    return copy


def named(row: Row) -> list[str]:
    """The names of a row and of what it stands in: a message about it must hold one of the last two."""
    return [str(key) for key in row if isinstance(key, str)]


def numbers(tables: Any) -> Iterator[Row]:
    for row, value in rows(tables):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield row


def names(tables: Any) -> Iterator[Row]:
    """The rows that have a name, not only a place in a list."""
    return (row for row, _ in rows(tables) if isinstance(row[-1], str))


def _copy(tables: dict[str, Any], row: Row) -> tuple[dict[str, Any], Any]:
    copy = deepcopy(tables)
    inner: Any = copy
    for key in row[:-1]:
        inner = inner[key]
    return copy, inner
