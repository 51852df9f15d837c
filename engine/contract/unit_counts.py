"""Counted units in words: ``3 infantry, 1 loaded transport``; read alike in orders and wherever else they are typed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

ALL = "all"
JOINTS = frozenset({"and", "&", "+", "plus"})
"""Between two of a list, beside commas."""
MOST = 99
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)x?")
_GLUED = re.compile(r"(-?\d+x?)([^\W\d_].*)")
_JOINED = re.compile(r"([&+])")
_COMMA = re.compile(r"[,;:]")


class CountedUnits(NamedTuple):
    """So many units of a type, 0: all of them; ``end`` is the index after its last word."""

    number: int
    type: str
    end: int


class CountFault(NamedTuple):
    """What is wrong with a list: its code (unknown-unit, bad-number, missing-argument), a sentence, and the words it
    is about."""

    code: str
    says: str
    start: int = 0
    end: int = 0


class Types:
    """The words for types of units, in small letters; ``words``: type -> its name, its plural, others; those of one
    letter only count."""

    def __init__(self, words: Mapping[str, tuple[str, ...]]) -> None:
        self.words = words
        self.meant = {word: kind for kind, known in words.items() for word in known}
        self.longest = max((word.count(" ") + 1 for word in self.meant), default=1)

    def find(self, words: Sequence[str], at: int, letters: int) -> tuple[str, int] | None:
        """The type that as many words as possible name with so many letters or more, and the index after them."""
        for end in range(min(len(words), at + self.longest), at, -1):
            said = " ".join(words[at:end]).replace("-", " ")
            if len(said) >= letters and said in self.meant:
                return self.meant[said], end
        return None

    def lot(self, words: Sequence[str], at: int) -> CountedUnits | CountFault:
        """One entry of a list: a type, perhaps after its number or ``all``; what is wrong with the type goes before
        the number."""
        number = _number(words[at])
        first = at + (number is not None)
        if first == len(words):
            return CountFault(
                "missing-argument",
                f"{words[at][:40]} must be followed by a type of unit, such as {self._such()}",
                at,
                first,
            )
        found = self.find(words, first, 2 if number is None else 1)
        if found is None:
            return CountFault("unknown-unit", self._unknown(words[first]), first, first + 1)
        if number == -1:
            return CountFault(
                "bad-number", f"{words[at][:40]} {found[0]} is not possible; write a number from 1 to {MOST}", at, first
            )
        return CountedUnits(1 if number is None else number, *found)

    def parts(self, word: str) -> tuple[str, ...]:
        """``3inf&1`` is 3, inf, &, 1: the parts in their order, if all of them are words of a list; else the word
        itself."""
        pieces = [part for piece in _JOINED.split(word) if piece for part in self._parted(piece)]
        known = all(piece in JOINTS or piece in self.meant or _NUMBER.fullmatch(piece) for piece in pieces)
        return tuple(pieces) if known else (word,)

    def _parted(self, piece: str) -> Iterator[str]:
        glued = _GLUED.fullmatch(piece)
        yield from (glued[1], glued[2]) if glued and glued[2] in self.meant else (piece,)

    def _unknown(self, word: str) -> str:
        if word in self.meant:
            return f'"{word}" alone could be anything; write a number before it, or {self.meant[word]}'
        near = get_close_matches(word[:40], self.meant, 1)
        meant = f" (did you mean {near[0]}?)" if near else ""
        return f'no type of unit is called "{word[:40]}"{meant}; the types are {", ".join(self.words)}'

    def _such(self) -> str:
        return next(iter(self.words), "infantry")


def _number(word: str) -> int | None:
    """0 for all; -1 for a number that cannot be; None for any other word."""
    if word == ALL:
        return 0
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    figure = found[1].lstrip("0")
    return int(figure) if figure.isdigit() and len(figure) <= len(str(MOST)) else -1


def merged_counts(lots: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """The same type said twice is added up; all of it stays all of it."""
    total = dict[str, int]()
    for number, kind in lots:
        total[kind] = total.get(kind, number) and number and total.get(kind, 0) + number
    return tuple((number, kind) for kind, number in total.items())


def read_counts(text: str, types: Types) -> Mapping[str, int] | CountFault:
    """A whole list as typed: type -> how many; the first flaw of it, an empty list included."""
    lots = list[tuple[int, str]]()
    for piece in _COMMA.split(text.casefold()):
        words = [part for word in piece.split() for part in types.parts(word.rstrip("."))]
        for lot in _counted_types(words, types):
            if isinstance(lot, CountFault):
                return lot
            if lot.number == 0:
                return CountFault(
                    "bad-number",
                    f"all of {lot.type} is not a number; write one from 1 to {MOST}",
                    lot.end - 1,
                    lot.end,
                )
            lots.append((lot.number, lot.type))
    total = {kind: number for number, kind in merged_counts(lots)}
    return (too_many_units(total) or total) if total else CountFault("missing-argument", "no units are named")


def _counted_types(words: Sequence[str], types: Types) -> Iterator[CountedUnits | CountFault]:
    """The entries between two commas, up to the first flaw."""
    at = 0
    while at < len(words):
        if words[at] in JOINTS:
            at += 1
            continue
        lot = types.lot(words, at)
        yield lot
        at = len(words) if isinstance(lot, CountFault) else lot.end


def too_many_units(total: Mapping[str, int]) -> CountFault | None:
    """More of one type, added up, than a number may be."""
    much = next(
        (f"{number} {kind} is too many; the most is {MOST}" for kind, number in total.items() if number > MOST), ""
    )
    return CountFault("bad-number", much) if much else None
