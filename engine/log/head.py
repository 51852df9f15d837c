"""The head of a game's log: a short text that stands for all the log holds up to an entry.

It is the first 16 bytes of the entry's link in base32: 26 letters and digits.  Every link is made from the one before
it, so whoever has once read a head can tell if anything before it has been changed since.
"""

import re
from base64 import b32encode
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.contract import counted

MOST_NAMED = 5
"""Other games that are named."""
LENGTH = 26
"""Characters of a head: 128 bits."""
_LINE = re.compile(
    rf"(?<![\w-])([\w-]{{1,80}}) log entry (\d{{1,9}}): ([a-z2-7]{{{LENGTH}}})(?![a-z0-9])", re.IGNORECASE
)


class Head(NamedTuple):
    """What a post said of a game's log."""

    game: str
    seq: int
    text: str


def head(link: str) -> str:
    """``link``: sha256 in hex."""
    return b32encode(bytes.fromhex(link)[:16]).decode().rstrip("=").lower()


def head_line(game: str, seq: int, link: str) -> str:
    """The line that a post carries: ``raid-1 log entry 15: jbswy3dpehpk3pxpjbswy3dpeh``."""
    return f"{game} log entry {seq}: {head(link)}"


def heads_in(text: str) -> Iterator[Head]:
    """The heads in a text, such as some posts one under the other."""
    for found in _LINE.finditer(text):
        yield Head(found[1], int(found[2]), found[3].lower())


class Comparison(NamedTuple):
    """A log beside the heads in a text.

    ``same``: the entries at which both say the same; ``other``: the games that other heads in the text are about.
    ``fault``: what differs, "" if nothing does, and ``entry`` where.
    """

    same: tuple[int, ...]
    other: tuple[str, ...]
    fault: str = ""
    entry: int = 0

    @property
    def says(self) -> list[str]:
        """A sentence about what is the same."""
        if not self.same:
            return []
        return [
            f"{counted(len(self.same), 'head')} as posted, the last that of entry {self.same[-1]}: everything up to "
            "there is what it was then"
        ]

    @property
    def open(self) -> list[str]:
        """A sentence about what could not be compared."""
        if self.same:
            return []
        there = f"heads of {', '.join(self.other[:MOST_NAMED])}, but none" if self.other else "no head"
        return [
            f"no post was compared: the text has {there} of this game. A head is the last line of a post, such as "
            f"{head_line('raid-1', 15, 64 * '0')}"
        ]


def compare(game: str, links: Sequence[str], text: str) -> Comparison:
    """``links``: those of the log's entries, the first first.  Heads of one entry that differ among themselves are a
    fault, too: then not all that was posted can be true.
    """
    found = dict.fromkeys(heads_in(text))
    ours = [one for one in found if one.game.casefold() == game.casefold()]
    same, other = list[int](), tuple(dict.fromkeys(one.game for one in found if one not in ours))
    for one in ours:
        if not 1 <= one.seq <= len(links):
            says = f"The text has the head of entry {one.seq}, but this log ends at entry {len(links)}."
            return Comparison(tuple(same), other, says, one.seq)
        if head(links[one.seq - 1]) != one.text:
            says = f"The text has {one.text} for the log up to here; this log gives {head(links[one.seq - 1])}."
            return Comparison(tuple(same), other, says, one.seq)
        same.append(one.seq)
    return Comparison(tuple(sorted(same)), other)
