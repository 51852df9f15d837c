"""The beginnings of lines of decisions: a span of time, or a side however little of it is written, and what follows."""

import re

from engine.deadlines.words import read_span
from engine.lookups.requests import matching_names
from engine.table import Game, Refused

from .wording import clip, join_list

_MARKS = " ,.;:!()"
_BECAUSE = re.compile(r"because\b[,:]?\s*", re.IGNORECASE)
MOST_WORDS = 4
"""Words of a span or of the name of a side."""


def read_reason(words: str) -> str:
    """What follows as a sentence, without the ``because`` before it."""
    said = _BECAUSE.sub("", words.strip(_MARKS), count=1) if _BECAUSE.match(words.strip(_MARKS)) else words.strip()
    return said[:1].upper() + said[1:]


def first_span(words: str, works: str) -> tuple[int, str]:
    """Seconds of the span at the beginning, and the reason behind it.  ``works``: a line that does.  Raises Refused."""
    for first, rest in _beginnings(words):
        if seconds := read_span(first):
            return seconds, read_reason(rest)
    wrong = f"{clip(words, 40)!r} does not begin with a time" if words else "The time is missing"
    raise Refused("bad-deadline", f'{wrong}. Write it like "{works}".')


def first_side(game: Game, words: str, works: str) -> tuple[str, str]:
    """The side named at the beginning, and the reason behind it.  ``works``: the words before a side.  Raises
    Refused.
    """
    names = {key: side.name for key, side in game.sides.items()}
    for first, rest in _beginnings(words):
        found = matching_names(first, names)
        if len(found) == 1:
            return found[0], read_reason(rest)
    lines = [f'"{works} {key}"' for key in game.sides]
    wrong = f"{game.name} has no side {clip(words, 40)!r}" if words else "The side is missing"
    raise Refused("no-such-side", f"{wrong}. Write {join_list(lines, 'or')}.")


def _beginnings(words: str) -> list[tuple[str, str]]:
    """The first words and the rest, the longest beginning first."""
    parts = words.split()
    most = min(len(parts), MOST_WORDS)
    return [(" ".join(parts[:n]).strip(_MARKS), " ".join(parts[n:])) for n in range(most, 0, -1)]
