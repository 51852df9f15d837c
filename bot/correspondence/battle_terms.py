"""What stands before the armies in the line that opens a single battle: ``battle straight land: 6 inf vs 5 inf``."""

import re
from typing import NamedTuple

from engine.contract import Rounds
from engine.deadlines.calendar import Calendar
from engine.deadlines.words import read_calendar

STRAIGHT = "straight"
"""The word with which a battle is fought to its end as soon as both sides are done."""
_ARMIES = re.compile(r"\b(?:land|naval|amphibious)\s*:", re.IGNORECASE)


class BattleTerms(NamedTuple):
    """``armies``: as the battle is opened.  ``calendar``: how long each round lasts (None = no deadline)."""

    armies: str
    rounds: Rounds = "one"
    calendar: Calendar | None = None


def battle_terms(words: str) -> BattleTerms:
    """Raises Refused if what stands before the armies is no deadline."""
    found = _ARMIES.search(words)
    before = words[: found.start()].split() if found else []
    others = " ".join(word for word in before if word.casefold().strip(",") != STRAIGHT).strip(" ,")
    armies = words[found.start() :] if found else words
    rounds: Rounds = "all" if len(others.split()) < len(before) else "one"
    return BattleTerms(armies, rounds, read_calendar(others) if others else None)
