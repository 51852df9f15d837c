"""Inches, points and bearings as they are written: whole hundredths of an inch and tenths of a degree, halves up."""
import re
from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal

from .words import Word, clean

COMPASS = {"n": 0, "ne": 450, "e": 900, "se": 1350, "s": 1800, "sw": 2250, "w": 2700, "nw": 3150}
SPELT = {"north": "n", "northeast": "ne", "north-east": "ne", "east": "e", "southeast": "se", "south-east": "se", "south": "s",
         "southwest": "sw", "south-west": "sw", "west": "w", "northwest": "nw", "north-west": "nw"}
"""Compass words in full, read in courses, where no name can be meant."""
WORDS = {tenths: word.upper() for word, tenths in COMPASS.items()}
"""Tenths of a degree -> the compass word for them."""
FIGURE = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]{1,6})?")
LENGTH = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,6})?)(?:''|in|inch|inches)?")
_POINT = re.compile(rf"\(?\s*({FIGURE.pattern})\s*,\s*({FIGURE.pattern})\s*\)?")
_UNITS = ("in", "inch", "inches")
COMPASS_WORDS = {word: word.upper() for word in COMPASS}


def hundredths(figure: str) -> int:
    return _whole(figure, 100)


def tenths(figure: str) -> int:
    """Of a degree, less than a full circle."""
    return _whole(figure, 10) % 3600


def bearing(said: str) -> int | None:
    """Tenths of a degree clockwise from north: a compass word, or degrees from 0 to 360; None for anything else."""
    if (word := SPELT.get(said, said)) in COMPASS:
        return COMPASS[word]
    return tenths(said) if FIGURE.fullmatch(said) and 0 <= float(said) <= 360 else None


def _whole(figure: str, parts: int) -> int:
    return int((Decimal(figure) * parts + Decimal("0.5")).to_integral_value(ROUND_FLOOR))


def written(whole: int, parts: int) -> str:
    """Hundredths or tenths as a decimal number: 1250 of 100 is 12.5."""
    return f"{whole / parts:.2f}".rstrip("0").rstrip(".")


def comma(line: str, first: Word, second: Word) -> bool:
    """Whether two words are numbers with a comma between them, as those of a point are."""
    between = line[first.end:second.start]
    return any(c in ",，،" for c in between) and bool(FIGURE.fullmatch(first.text)) and bool(FIGURE.fullmatch(second.text))


def point(said: str) -> tuple[int, int] | None:
    """A point as a whole text: 12.5,8 or (12.5, 8); None for anything else."""
    found = _POINT.fullmatch(clean(said).strip())
    return (hundredths(found[1]), hundredths(found[2])) if found else None


def after_inches(words: Sequence[Word], at: int) -> int:
    """How many words there only say that a number before them means inches: one or none."""
    return int(at < len(words) and words[at].text in _UNITS and not words[at].quoted)


def like_bearing(name: str) -> bool:
    """Whether a name, written bare, would be read as a bearing."""
    return name.casefold() in COMPASS or bool(FIGURE.fullmatch(name))
