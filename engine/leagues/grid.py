"""A table of a league, as text, as CSV and as JSON."""

import csv
import io
from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.contract import encode
from engine.printable import printable_line

Cell = str | int
Form = Literal["text", "csv", "json"]


class Grid(NamedTuple):
    """``notes``: sentences below it, in the text alone."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def grid_text(grid: Grid) -> str:
    """Numbers to the right, words to the left; no line ends with a blank."""
    cells = [grid.head, *([printable_line(str(cell)) for cell in row] for row in grid.rows)]
    widths = [max(len(str(row[column])) for row in cells) for column in range(len(grid.head))]
    numeric = [all(isinstance(row[column], int) for row in grid.rows) for column in range(len(grid.head))]
    lines = [
        "  ".join(
            str(cell).rjust(width) if right else str(cell).ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in cells
    ]
    return "\n".join([printable_line(grid.title), *lines, *map(printable_line, grid.notes)])


def grid_csv(grid: Grid) -> str:
    """With a line of headings.  A cell that a spreadsheet would calculate is marked as text by an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(grid.head)
    writer.writerows([_safe(cell) for cell in row] for row in grid.rows)
    return out.getvalue()


def grids_json(grids: Sequence[Grid]) -> str:
    """``{"tables": [{"title": ..., "rows": [{heading: cell, ...}, ...]}, ...]}``."""
    tables = [
        {"title": grid.title, "rows": [dict(zip(grid.head, row, strict=True)) for row in grid.rows]} for grid in grids
    ]
    return encode({"tables": tables}).decode()


def written(grids: Sequence[Grid], form: Form) -> str:
    """Texts, and CSV, with an empty line between two tables."""
    match form:
        case "text":
            return "\n\n".join(map(grid_text, grids))
        case "csv":
            return "\n".join(map(grid_csv, grids)).rstrip("\n")
        case "json":
            return grids_json(grids)


def _safe(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell
