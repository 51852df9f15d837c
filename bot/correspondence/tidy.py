"""Lines as a keyboard would have typed them: what editors do to blanks, quotes and dashes is undone."""

import re
import unicodedata
from itertools import accumulate
from typing import NamedTuple

MOST_CHARACTERS, MOST_LINES, LONGEST_LINE = 262_144, 2_000, 1_000
"""What is read of a text: beyond that, nobody writes orders."""
MOST_TOLD = 3
"""Sentences about what was cut, at most."""
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\0"))
_MARKS = str.maketrans({**dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("‐‑‒–—―−", "-")})
LIST_MARK = re.compile(r"^\s*(?:[-*•·–]\s+|\(?\d{1,3}[.)]\s+)(?=\S)")
"""What stands before the items of a list."""
_GUILLEMETS = re.compile(r"[«»]\s?([^«»\"]{0,200}?)\s?[«»]")


def tidy(line: str) -> str:
    """One line: no invisible characters, plain blanks, quotation marks and dashes."""
    plain = unicodedata.normalize("NFKC", line.translate(_INVISIBLE))
    return _GUILLEMETS.sub(r'"\1"', plain.translate(_MARKS)).replace("\t", " ").rstrip()


class Capped(NamedTuple):
    """``cut``: what was left out, in sentences; empty lines and quotes at the end are not missed."""

    lines: list[str]
    cut: tuple[str, ...] = ()


def capped(text: str, what: str = "The text", most: int = MOST_CHARACTERS) -> Capped:
    """The lines of a text, as many and as long as are read; no order is cut in two.  ``what``: what it is called in
    the sentences; ``most``: characters that are read of it.
    """
    every = _split(text)
    read = [_whole_orders(line) for line in every[:MOST_LINES]]
    lines = read[: sum(total <= most for total in accumulate(len(line) + 1 for line in read))]
    cut = list[str]()
    if any(map(_is_own, every[len(lines) :])):
        limit = f"{MOST_LINES:,} lines" if len(lines) == MOST_LINES else f"{most:,} characters"
        cut.append(
            f"{what} has {len(every):,} lines, and at most {limit} are read: it was cut after line {len(lines):,}. Send"
            ' the rest in another message, with "add" on its first line.'
        )
    for number, (line, kept) in enumerate(zip(every, lines, strict=False), 1):
        if len(line) > LONGEST_LINE and _is_own(line) and "://" not in line and len(cut) < MOST_TOLD:
            longer = f"Line {number:,} has {len(line):,} characters: it was cut after {len(kept):,}."
            cut.append(f"{longer} Write one order a line.")
    return Capped(lines, tuple(cut))


def _whole_orders(line: str) -> str:
    """As much of a line as is read, up to the end of an order if it has several."""
    if len(line) <= LONGEST_LINE:
        return line
    return line[: line.rfind(";", 0, LONGEST_LINE) if ";" in line[:LONGEST_LINE] else LONGEST_LINE]


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _is_own(line: str) -> bool:
    """Whether there is something on the line that no mark makes a quote."""
    return bool(line.strip()) and not line.lstrip().startswith((">", "|"))
