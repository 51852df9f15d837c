"""The tables of a rulebook: ``tables.yaml`` read into typed values, and checked while they are read."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar, cast

import yaml

from engine.contract import Unreadable, convert

T = TypeVar("T")
Fault = tuple[str, str]
"""Where in the file (``movement.zouaves``) and what is wrong there, in a sentence."""


class _UsedTwice(yaml.YAMLError):
    """A key that a table has twice."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # ten times the speed with libyaml
    """Refuses a key that a table has twice: YAML itself would keep the last one."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        first = dict[str, yaml.Mark]()
        for key, _ in node.value:
            if key.value in first:
                line, again = first[key.value].line + 1, key.start_mark.line + 1
                raise _UsedTwice(f"the key {key.value} is used twice, in lines {line} and {again}: keep one of them")
            first[key.value] = key.start_mark
        return cast(dict[Any, Any], super().construct_mapping(node, deep))


class FaultyTables(ValueError):
    """The tables of a rulebook contradict themselves; the message has one line for each fault, with file and row."""


def written_tables(file: Path) -> Mapping[str, Any]:
    """The file as plain values, unchecked.  Raises FaultyTables if it is not YAML or not a mapping."""
    try:
        written = yaml.load(file.read_text("utf-8"), _Loader)
    except _UsedTwice as twice:
        raise _faulty(file, [("", str(twice))]) from twice
    except yaml.YAMLError as broken:
        raise _faulty(file, [("", f"this is not YAML: {broken}")]) from broken
    if not isinstance(written, dict):
        raise _faulty(file, [("", "the file must be a mapping from the names of tables to tables")])
    return written


def read_tables(
    file: Path, written: Mapping[str, Any], kind: type[T], faults: Callable[[T], Iterable[Fault]] = lambda _: ()
) -> T:
    """What was written, as ``kind``.  Raises FaultyTables for what does not fit that type and for all that
    ``faults`` finds."""
    try:
        tables: T = convert(written, kind)
    except Unreadable as unfit:
        says, path = _message_and_path(unfit)
        raise _faulty(file, [(_with_rows_named(written, kind, path), says)]) from unfit
    if found := list(faults(tables)):
        raise _faulty(file, found)
    return tables


def _message_and_path(unfit: Unreadable) -> tuple[str, str]:
    """What does not fit and where: ``Expected `int`...`` and ``types[...].move``."""
    says, _, path = str(unfit).partition(" - at `")
    return says, path.removeprefix("key` in `").strip("`").removeprefix("$").removeprefix(".")


def _with_rows_named(written: Mapping[str, Any], kind: type[Any], path: str) -> str:
    """``types.giants.move`` for ``types[...].move``: the conversion does not name the key, so each key is tried
    alone."""
    named, *rest = path.split("[...]")
    unnamed = named
    for part in rest:
        steps = [int(index) if index else key for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", named)]
        unnamed += "[...]"
        rows: Any = reduce(lambda inside, step: inside[step], steps, cast(Any, written))
        row = next((key for key in rows if _fails_alone(written, kind, steps, key, unnamed)), "[...]")
        named, unnamed = f"{named}.{row}{part}", unnamed + part
    return named


def _fails_alone(written: Any, kind: type[Any], steps: list[Any], key: str, path: str) -> bool:
    """Whether the conversion still fails under ``path`` if the table that ``steps`` lead to has this row only."""
    try:
        convert(_with_one_row(written, steps, key), kind)
    except Unreadable as unfit:
        return _message_and_path(unfit)[1].startswith(path)
    return False


def _with_one_row(written: Any, steps: list[Any], key: str) -> Any:
    if not steps:
        return {key: written[key]}
    changed = _with_one_row(written[steps[0]], steps[1:], key)
    if isinstance(written, Mapping):
        return {**written, steps[0]: changed}
    return [*written[: steps[0]], changed, *written[steps[0] + 1 :]]


def load_tables(file: Path, kind: type[T]) -> T:
    """The whole file as ``kind``.  Raises FaultyTables."""
    return read_tables(file, written_tables(file), kind)


def _faulty(file: Path, faults: Iterable[Fault]) -> FaultyTables:
    name = "/".join(file.parts[-2:])
    return FaultyTables("\n".join(f"{name}: {row}: {says}" if row else f"{name}: {says}" for row, says in faults))
