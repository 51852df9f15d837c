"""Runs of the benchmarks kept in a file, so that a loss of speed is seen."""

import json
from pathlib import Path
from typing import TypedDict

from bot.hosting.database import CommandFailed

from .timing import Figure

MOST = 50
"""Runs that are kept: the last ones."""


class Row(TypedDict):
    """One line of the table.  ``value``: its ratio, if it has one; ``met``: None where there is no target."""

    measured: str
    target: str
    met: bool | None
    value: float | None


Rows = dict[str, Row]
"""What was measured -> its row."""


class Run(TypedDict):
    """``at``: when it ended, in UTC."""

    at: str
    rows: Rows


def row_of(figure: Figure) -> Row:
    return {"measured": figure.measured, "target": figure.target, "met": figure.met, "value": figure.value}


def verdict(row: Row, before: Row | None) -> str:
    """Whether the target was met, and whether it was in the last run."""
    if row["met"] is None:
        return ""
    if row["met"]:
        return "met"
    return "missed, was met" if before and before["met"] else "missed"


def read_runs(file: Path) -> list[Run]:
    """The runs in that file, the last one last; none if there is no such file.  Raises CommandFailed."""
    try:
        kept: list[Run] = json.loads(file.read_text("utf-8"))
        known = all(
            "at" in run and all({"measured", "met"} <= row.keys() for row in run["rows"].values()) for run in kept
        )
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as fault:
        raise CommandFailed(
            f"{file} does not hold runs of `fieldpost bench`. Name another file after --json."
        ) from fault
    if not known:
        raise CommandFailed(f"{file} does not hold runs of `fieldpost bench`. Name another file after --json.")
    return kept


def write_runs(file: Path, kept: list[Run]) -> None:
    """Raises CommandFailed if the file cannot be written."""
    try:
        file.write_text(json.dumps(kept[-MOST:], indent=1), "utf-8")
    except OSError as fault:
        raise CommandFailed(f"Cannot write {file}: {fault.strerror}.") from fault
