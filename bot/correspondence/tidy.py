"""Lines as a keyboard would have typed them: what editors do to blanks, quotes and dashes is undone."""

import re
import unicodedata

MOST_CHARACTERS, MOST_LINES, LONGEST_LINE = 262_144, 2_000, 1_000
"""What is read of a text: beyond that, nobody writes orders."""
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\0"))
_MARKS = str.maketrans({**dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("‐‑‒–—―−", "-")})
LIST_MARK = re.compile(r"^\s*(?:[-*•·–]\s+|\(?\d{1,3}[.)]\s+)(?=\S)")
"""What stands before the items of a list."""
_GUILLEMETS = re.compile(r"[«»]\s?([^«»\"]{0,200}?)\s?[«»]")


def tidy(line: str) -> str:
    """One line: no invisible characters, plain blanks, quotation marks and dashes."""
    plain = unicodedata.normalize("NFKC", line.translate(_INVISIBLE))
    return _GUILLEMETS.sub(r'"\1"', plain.translate(_MARKS)).replace("\t", " ").rstrip()


def capped_lines(text: str) -> list[str]:
    """The lines of a text, as many and as long as are read."""
    lines = text[:MOST_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [line[:LONGEST_LINE] for line in lines[:MOST_LINES]]
