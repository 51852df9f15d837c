"""Numbers, lengths, points and bearings of a line: each is read, or complained about."""

import re
from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal
from itertools import takewhile

from .complaint import Complaint, replacements
from .line import NUMBER, PLACE
from .names import NameLookup
from .words import IN_FIGURES, Word, cite, clean

NUMBERS = re.compile(r"-?\d{1,9}")


class MeasureReader:
    """Reads the words of one line; what could not be read goes to ``complaints``."""

    def __init__(self, names: NameLookup, line: str, complaints: list[Complaint]) -> None:
        self.names, self.line, self.complaints = names, line, complaints

    def complain(self, about: str, word: Word, code: str, says: str, near: Sequence[str] = (), end: int = 0) -> None:
        """``near`` are words that would do in place of ``word`` (up to column ``end``, if that is given)."""
        start, end = word.start, end or word.end
        self.complaints.append(Complaint(about, start, end, code, says, replacements(start, end, near)))

    def raw(self, word: Word, end: int = 0) -> str:
        return cite(self.line, word.start, end or word.end)

    def number(self, word: Word, bounds: tuple[int, int] | None = None) -> int | None:
        """A whole number, perhaps between two others."""
        found = int(word.text) if NUMBERS.fullmatch(word.text) and word.text.isascii() else None
        if found is not None and (bounds is None or bounds[0] <= found <= bounds[1]):
            return found
        range_ = f" from {bounds[0]} to {bounds[1]}" if bounds else ""
        near = tuple(filter(None, [IN_FIGURES.get(word.text)]))
        self.complain(NUMBER, word, "bad-number", f"{self.raw(word)} is not a whole number{range_}", near)
        return None

    def inches(self, word: Word) -> int | None:
        found = LENGTH.fullmatch(word.text)
        length = hundredths(found[1]) if found else 0
        if 0 < length <= 9900:
            return length
        self.complain(
            NUMBER,
            word,
            "bad-number",
            f"{self.raw(word)} is not a length; write inches, more than 0 and up to 99, such as 5 or 2.5",
            tuple(filter(None, [IN_FIGURES.get(word.text)])),
        )
        return None

    def comma(self, whole: Word, part: Word) -> None:
        says = (
            f"{self.raw(whole, part.end)} is read as two numbers; write a decimal point, as in {whole.text}.{part.text}"
        )
        self.complain(
            NUMBER, whole, "bad-number", says, [f"{whole.text}.{part.text}"] if part.text.isdigit() else (), part.end
        )

    def bearing(self, word: Word) -> int | None:
        """Tenths of a degree clockwise from north."""
        if (found := bearing(word.text)) is not None:
            return found
        says = f"{self.raw(word)} is not a bearing; write N, NE, ... or degrees from 0 to 360"
        self.complain(NUMBER, word, "bad-number", says, self.names.like(word.text, COMPASS_WORDS))
        return None

    def feature(self, words: Sequence[Word], at: int, *, whole: bool = False) -> int:
        """Where the name of something on the table ends that stands in place of its point, after a complaint; ``at`` if
        none stands there."""
        if (found := self.names.feature(words, at, whole=whole)) is None:
            return at
        name, after = found
        lies, end = point_text(self.names.vocabulary.features[name]), words[after - 1].end
        it = "it" if name.casefold() in self.line[words[at].start : end].casefold() else name
        says = f"{self.raw(words[at], end)} is a name, not a point; {it} lies at {lies}, so write that"
        self.complain(PLACE, words[at], "unknown-place", says, (lies,), end)
        return after

    def point(self, words: Sequence[Word], at: int) -> tuple[tuple[int, int] | None, int]:
        """Hundredths of an inch from the left and from the bottom edge."""
        pair = list(takewhile(lambda w: FIGURE.fullmatch(w.text), words[at : at + 2]))
        if len(pair) == 2:
            return self.on_table(pair), at + 2
        if not pair and (after := self.feature(words, at)) > at:
            return None, after
        end = words[at + len(pair)].end if len(pair) and at + 1 < len(words) else words[at].end
        says = f"{self.raw(words[at], end)} is not a point; write two numbers such as 12.5,8"
        self.complain(PLACE, words[at], "unknown-place", says, (), end)
        return None, at + max(1, len(pair))

    def on_table(self, pair: Sequence[Word]) -> tuple[int, int] | None:
        x, y = (hundredths(word.text) for word in pair)
        table = self.names.vocabulary.tabletop
        if table and not (0 <= x <= table[0] * 100 and 0 <= y <= table[1] * 100):
            size = f"{table[0]:g} inches wide and {table[1]:g} deep"
            says = f"{self.raw(pair[0], pair[1].end)} is off the table, which is {size}"
            self.complain(PLACE, pair[0], "off-board", says, (), pair[1].end)
            return None
        return x, y


COMPASS = {"n": 0, "ne": 450, "e": 900, "se": 1350, "s": 1800, "sw": 2250, "w": 2700, "nw": 3150}
SPELT = {
    "north": "n",
    "northeast": "ne",
    "north-east": "ne",
    "east": "e",
    "southeast": "se",
    "south-east": "se",
    "south": "s",
    "southwest": "sw",
    "south-west": "sw",
    "west": "w",
    "northwest": "nw",
    "north-west": "nw",
}
"""Compass words in full, read where no name can be meant."""
WORDS = {tenths: word.upper() for word, tenths in COMPASS.items()}
"""Tenths of a degree -> the compass word for them."""
FIGURE = re.compile(r"-?[0-9]{1,6}(?:\.[0-9]{1,6})?")
LENGTH = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,6})?)(?:''|in|inch|inches)?")
_POINT = re.compile(rf"\(?\s*({FIGURE.pattern})\s*,\s*({FIGURE.pattern})\s*\)?")
LENGTH_UNITS = ("in", "inch", "inches")
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


def bearing_text(tenths: int) -> str:
    """Tenths of a degree as they are written: a compass word, or degrees; the pair of ``bearing``."""
    return WORDS.get(tenths) or decimal_text(tenths, 10)


def _whole(figure: str, parts: int) -> int:
    return int((Decimal(figure) * parts + Decimal("0.5")).to_integral_value(ROUND_FLOOR))


def decimal_text(whole: int, parts: int) -> str:
    """Hundredths or tenths as a decimal number: 1250 of 100 is 12.5."""
    if not whole % parts:
        return str(whole // parts)
    return f"{whole / parts:.2f}".rstrip("0").rstrip(".")


def point_text(at: tuple[int, int]) -> str:
    """Hundredths of an inch as a point is written: ``12.5,8``."""
    return ",".join(decimal_text(part, 100) for part in at)


def joined_by_comma(line: str, first: Word, second: Word) -> bool:
    """Whether two words are numbers with a comma between them, as those of a point are."""
    between = line[first.end : second.start]
    return (
        any(c in ",，،" for c in between) and bool(FIGURE.fullmatch(first.text)) and bool(FIGURE.fullmatch(second.text))
    )


def point(said: str) -> tuple[int, int] | None:
    """A point as a whole text: 12.5,8 or (12.5, 8); None for anything else."""
    found = _POINT.fullmatch(clean(said).strip())
    return (hundredths(found[1]), hundredths(found[2])) if found else None


def inch_words(words: Sequence[Word], at: int) -> int:
    """How many words there only say that a number before them means inches: one or none."""
    return int(at < len(words) and words[at].text in LENGTH_UNITS and not words[at].quoted)


def looks_like_bearing(name: str) -> bool:
    """Whether a name, written bare, would be read as a bearing."""
    return name.casefold() in COMPASS or name.casefold() in SPELT or bool(FIGURE.fullmatch(name))
