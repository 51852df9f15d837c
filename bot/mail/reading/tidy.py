"""Lines as a keyboard would have typed them: what mail programs do to blanks, quotes and dashes is undone."""

import re
import unicodedata

MOST_CHARACTERS, MOST_LINES, LONGEST_LINE = 262_144, 2_000, 1_000
"""What is read of a text: beyond that, nobody writes orders."""
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\0"))
_MARKS = str.maketrans({**dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("‐‑‒–—―−", "-")})
_GUILLEMETS = re.compile(r"[«»]\s?([^«»\"]{0,200}?)\s?[«»]")


def tidy(line: str) -> str:
    """One line: no invisible characters, plain blanks, quotation marks and dashes."""
    plain = unicodedata.normalize("NFKC", line.translate(_INVISIBLE))
    return _GUILLEMETS.sub(r'"\1"', plain.translate(_MARKS)).replace("\t", " ").rstrip()


def capped_lines(text: str) -> list[str]:
    """The lines of a text, as many and as long as are read."""
    lines = text[:MOST_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [line[:LONGEST_LINE] for line in lines[:MOST_LINES]]


def unflow(lines: list[str], delsp: bool) -> list[str]:
    """RFC 3676: lines that a mail program has wrapped, joined again."""
    joined = list[str]()
    depth, open_ = 0, False
    for line in lines:
        quotes = len(line) - len(line.lstrip(">"))
        text = line[quotes:].removeprefix(" ")
        signature = text == "-- "
        if open_ and quotes == depth and not signature:
            joined[-1] = (joined[-1][:-1] if delsp else joined[-1]) + text
        else:
            joined.append(f"{'>' * quotes}{' ' if quotes else ''}{text}")
        depth, open_ = quotes, text.endswith(" ") and not signature
    return joined
