"""Lines that were read, kept for as long as the names stay the same.

An order is read when it is written, when the draft is done, and again when it is run.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.contract import Vocabulary, replace

from .grammar import Grammar
from .line import ParsedLine
from .names import NameLookup

MOST_VOCABULARIES, MOST_ROWS = 4, 100
"""Names for which lines are kept, and lines for each."""


class _RowsRead(NamedTuple):
    """Lines that were read with these names."""

    vocabulary: Vocabulary
    plan: Grammar
    rows: dict[str, Sequence[ParsedLine]]


_kept: tuple[_RowsRead, ...] = ()


def kept_lines(
    number: int, row: str, names: NameLookup, plan: Grammar, read: Callable[[], Sequence[ParsedLine]]
) -> Sequence[ParsedLine]:
    """The orders of a line, read if they are not known; only a line in which nothing is wrong is kept."""
    rows = _rows_with(names.vocabulary, plan)
    if known := rows.get(row):
        return known if known[0].number == number else [replace(line, number=number) for line in known]
    lines = read()
    if lines and len(rows) < MOST_ROWS and not any(line.objections for line in lines):
        rows[row] = lines
    return lines


def _rows_with(vocabulary: Vocabulary, plan: Grammar) -> dict[str, Sequence[ParsedLine]]:
    global _kept
    for kept in _kept:
        if kept.plan is plan and (kept.vocabulary is vocabulary or kept.vocabulary == vocabulary):
            return kept.rows
    fresh = _RowsRead(vocabulary, plan, {})
    _kept = (fresh, *_kept[: MOST_VOCABULARIES - 1])
    return fresh.rows


def forget_lines() -> None:
    """Lines that were read are not kept any longer: for benchmarks."""
    global _kept
    _kept = ()
