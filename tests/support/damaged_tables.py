"""Damaged copies of a rulebook's tables: each row left out, each name misspelt, each number out of range."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.toolkit.rulebook_tables import Fault, FaultyTables, read_tables, written_tables

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
    """Only what the row stands in is new."""
    copy = tables.copy()
    inner: Any = copy
    for key in row[:-1]:
        inner[key] = inner[key].copy()
        inner = inner[key]
    return copy, inner


class CheckedTables:
    """The tables of one system, how they are read, and what must be said about each damaged copy."""

    def __init__(self, file: Path, kind: type[Any], faults: Callable[[Any], Iterable[Fault]]) -> None:
        self.file, self.kind, self.faults = file, kind, faults
        self.written: dict[str, Any] = dict(written_tables(file))

    def read(self, tables: Mapping[str, Any]) -> Any:
        return read_tables(self.file, tables, self.kind, self.faults)

    def refusal(self, tables: Mapping[str, Any]) -> str:
        """The message that these tables are refused with: each line has the file."""
        with pytest.raises(FaultyTables) as refused:
            self.read(tables)
        message = str(refused.value)
        assert all(line.startswith(f"{self.file.parent.name}/tables.yaml: ") for line in message.splitlines())
        return message

    def with_row(self, row: Row, value: Any) -> str:
        """The message about one changed row."""
        return self.refusal(changed(self.written, row, value))

    def assert_row_left_out_is_named(self, row: Row) -> None:
        message = self.refusal(without(self.written, row))
        assert any(name in message for name in named(row)[-2:]), message

    def assert_misspelt_name_is_named(self, row: Row) -> None:
        message = self.refusal(misspelt(self.written, row))
        assert str(row[-1]) in message, message
