"""The tables of a rulebook: ``tables.yaml`` read into typed values, and checked while they are read."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import yaml

from engine.contract import Unreadable, convert

T = TypeVar("T")
Fault = tuple[str, str]
"""Where in the file (``movement.zouaves``) and what is wrong there, in a sentence."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times the speed where libyaml is there


class FaultyTables(ValueError):
    """The tables of a rulebook contradict themselves; the message has one line for each fault, with file and row."""


def written_tables(file: Path) -> Mapping[str, Any]:
    """The file as plain values, unchecked.  Raises FaultyTables if it is not YAML or not a mapping."""
    try:
        written = yaml.load(file.read_text("utf-8"), _LOADER)
    except yaml.YAMLError as broken:
        raise _faulty(file, [("", f"this is not YAML: {broken}")]) from broken
    if not isinstance(written, dict):
        raise _faulty(file, [("", "the file must be a mapping from the names of tables to tables")])
    return written


def read_tables(
    file: Path, written: Mapping[str, Any], kind: type[T], faults: Callable[[T], Iterable[Fault]] = lambda _: ()
) -> T:
    """What was written, as ``kind``.  Raises FaultyTables for what does not fit that type and for all that ``faults`` finds."""
    try:
        tables: T = convert(written, kind)
    except Unreadable as unfit:
        says, _, path = str(unfit).partition(" - at `$")
        raise _faulty(file, [(path.strip("`.") or "", says)]) from unfit
    if found := list(faults(tables)):
        raise _faulty(file, found)
    return tables


def _faulty(file: Path, faults: Iterable[Fault]) -> FaultyTables:
    name = "/".join(file.parts[-2:])
    return FaultyTables("\n".join(f"{name}: {row}: {says}" if row else f"{name}: {says}" for row, says in faults))
