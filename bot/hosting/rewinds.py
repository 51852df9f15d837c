"""The line of a rewind: to which position (``turn 3``, ``turn 3 fire``, ``fire``, ``57``), and why."""

import re
from collections.abc import Iterator

from engine.table import Refused, Table

from .wording import clip

_BECAUSE = re.compile(r"\bbecause\b", re.IGNORECASE)
_MARK = re.compile(r"[,:;]")
_FIRST = re.compile(r"(?:(?:(?:log\s+)?entry|turn|round)\s*)?#?\s*\d{1,9}(?!\S)", re.IGNORECASE)
"""What names a position in a line without a mark between it and the reason."""
MOST_WORDS = 8
"""Words of the name of a phase, at most."""


def read_rewind(table: Table, game: str, words: str) -> tuple[int, str]:
    """The entry of the position that the line begins with, and the rest, which is the reason.  Raises Refused.

    They are parted by ``because``, else by the last comma or colon before which a position is named, else behind a
    number; words behind ``turn 3`` that may be a phase or a reason are asked about.
    """
    whole = words.strip()
    refused: Refused | None = None
    for place, why in _parted(whole):
        try:
            return table.past_entry(game, place), why
        except Refused as why_not:
            refused = refused or why_not
    if refused:
        raise refused
    first = _FIRST.match(whole)
    if not first:
        return table.past_entry(game, whole), ""
    rest = whole[first.end() :].strip()
    entry = table.past_entry(game, first[0])
    for count in range(1, len(rest.split()[:MOST_WORDS]) + 1):
        phase = " ".join(rest.split()[:count])
        if _is_phase(table, game, f"{first[0]} {phase}"):
            raise Refused(
                "ambiguous-phase",
                f"{clip(phase, 40)!r} could be a phase or the beginning of your reason. Write "
                f'"referee rewind {first[0]} {clip(phase, 40)} because ..." or "referee rewind {first[0]} because '
                f'{clip(rest, 40)}".',
            )
    return entry, rest


def _parted(words: str) -> Iterator[tuple[str, str]]:
    """The ways to part the words, the likeliest first."""
    if found := _BECAUSE.search(words):
        yield words[: found.start()], words[found.start() :]
    for mark in reversed([*_MARK.finditer(words)][:MOST_WORDS]):
        yield words[: mark.start()], words[mark.end() :]


def _is_phase(table: Table, game: str, words: str) -> bool:
    try:
        table.past_entry(game, words)
    except Refused as refused:
        return refused.code == "ambiguous-phase"
    return True
