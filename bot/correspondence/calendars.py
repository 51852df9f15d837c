"""The calendar that a line ``new`` names behind its scenario, and where it ends and talk begins."""

import re
from itertools import accumulate

from bot.hosting.wording import clip
from engine.contract import Scenario
from engine.deadlines.calendar import Calendar
from engine.deadlines.words import read_calendar, read_span
from engine.language.slips import is_slip
from engine.lookups import rulebook
from engine.systems import SYSTEMS
from engine.table import Refused

_CUT = re.compile(r"[,;()]+|[.!]+(?=\s|$)|\s-+\s")
"""Where one part of a calendar may end, and talk begin."""
_AROUND = " ,.;!:()-"
_WORDS = ("first", "early", "grace", "bank", "least", "zone", "not")
"""With which parts of a calendar begin."""
MOST_WORDS = 3
"""Words of a part without a time of day that may be one of a calendar: more are talk."""


def read_named(setup: Scenario, behind: str, aside: str = "") -> Calendar | None:
    """The calendar that is written right behind the scenario, and goes on ``aside`` behind a comma, or is named only
    there; None if there is none.  Raises Refused: what is written right behind must be one.
    """
    parts = [part for part in _CUT.split(f"{behind}, {aside}") if part.strip(_AROUND)]
    for count in range(len(parts), 0, -1):
        if all(map(_may_be_part, parts[1 if behind else 0 : count])) and (found := _tried(", ".join(parts[:count]))):
            kinds = _unknown_kinds(setup, found)
            if count > 1 and any(" " in kind for kind in kinds):
                continue  # talk: `3d, back in 2 days`
            if kinds:
                title = SYSTEMS[setup.system].TITLE
                raise Refused("bad-deadline", f"No phase of {title} is called {clip(kinds[0], 40)!r}.")
            _refuse_slip(parts[count:])
            return found
    if behind:
        read_calendar(behind.strip(_AROUND))
    words = parts[0].split() if parts else []
    starts = list(accumulate(words[:MOST_WORDS], lambda before, word: f"{before} {word}"))
    spans = (span for start in reversed(starts) if (span := read_span(start.strip(_AROUND))))
    return next((Calendar(length=span) for span in spans if _tried(f"{span}s")), None)


def is_calendar(words: str) -> bool:
    return _tried(words) is not None


def _tried(words: str) -> Calendar | None:
    try:
        return read_calendar(words)
    except Refused:
        return None


def _may_be_part(part: str) -> bool:
    words = part.split()
    return len(words) <= MOST_WORDS or re.search(r"\d[:.]\d\d", part) is not None or read_span(part) is not None


def _unknown_kinds(setup: Scenario, found: Calendar) -> list[str]:
    """Kinds of phase of which the rulebook has no word."""
    rules = rulebook.book(setup.system).casefold()
    return [kind for kind, _ in found.lengths if kind not in rules]


def _refuse_slip(parts: list[str]) -> None:
    """What is behind a calendar and would be a part of it, but for a slip, is no talk."""
    words = parts[0].split() if parts else []
    first = words[0].casefold().strip(_AROUND) if words else ""
    if 1 < len(words) <= MOST_WORDS and any(first == word or is_slip(first, word) for word in _WORDS):
        read_calendar(f"3d, {parts[0].strip(_AROUND)}")
