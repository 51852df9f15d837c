"""The option `deadline` of /game new and /battle: when phases end, and how short they may be in a server."""

from engine.deadlines.calendar import Calendar
from engine.deadlines.words import read_calendar, span_in_words
from engine.table import Refused

from .context import Context

SHORTEST = 300
"""Seconds that a phase lasts at least in a server, unless somebody who may manage the channel opens the game."""


def read_deadline(context: Context, words: str) -> Calendar:
    """Raises Refused for a deadline that is not understood, or too short for a server."""
    found = read_calendar(words)
    if context.guild and found.shortest < SHORTEST and not context.manages:
        raise Refused(
            "bad-deadline",
            f"Phases of {span_in_words(found.shortest)} are too short for people who do not look all the time: in a "
            f"server at least {span_in_words(SHORTEST)} are needed, unless somebody opens the game who may manage this "
            "channel.",
        )
    return found
