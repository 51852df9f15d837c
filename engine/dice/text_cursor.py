"""A place in a text that moves forward as the text is read, and the faults that every reader of expressions finds."""

import re

from .expression_problems import RollFault
from .expression_tree import NUMBER, Span
from .expression_typos import meant_here

_DIGITS = re.compile(r"\s*(\d+)", re.ASCII)
_GAP = re.compile(r"\s*")
_WORD = re.compile(r"[^\W\d_]+|[^\s]")


class TextCursor:
    """``at`` is the place, from 0; patterns are matched exactly there."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What matches here, which the cursor then moves past."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def sees(self, pattern: re.Pattern[str]) -> bool:
        return pattern.match(self.text, self.at) is not None

    def skip_gap(self) -> None:
        """Skip spaces and line ends."""
        self.take(_GAP)

    def here(self) -> Span:
        """The word or sign at the cursor; at the end of the text one column after it."""
        found = _WORD.match(self.text, self.at)
        return Span(self.at, found.end() if found else self.at + 1)

    def read_since(self, start: int) -> Span:
        """What was read since ``start``, without the spaces around it."""
        read = self.text[start : self.at]
        return Span(start + len(read) - len(read.lstrip()), max(start + 1, start + len(read.rstrip())))

    def integer(self, what: str, most: int = NUMBER) -> int:
        """The whole number here.  Raises RollFault if there is none or it is above ``most``."""
        found = self.take(_DIGITS)
        if not found:
            raise self.missing(what, "1")
        return self.checked(found[1], found.start(1), what, most)

    def checked(self, digits: str, start: int, what: str, most: int = NUMBER) -> int:
        """The number that the digits say, without its fraction.  Raises RollFault if it is above ``most``."""
        whole = digits.lstrip("-").partition(".")[0].lstrip("0") or "0"
        if len(whole) > len(str(most)) or int(whole) > most:
            end = start + len(digits)
            fix = f"{self.text[:start]}{most}{self.text[end:]}"
            raise RollFault(f"This is too large: {what} can be at most {most:,}.", Span(start, end), [fix])
        return -int(whole) if digits.startswith("-") else int(whole)

    def missing(self, what: str, example: str = "2d6") -> RollFault:
        """The fault that something else, or nothing, stands where ``what`` must be."""
        text, at = self.text, self.at
        before, here = text[:at].rstrip(), self.here()
        after = f" after {_last_word(before)}" if before.rpartition("\n")[2].strip() else ""
        instead = f", not {text[here.start : here.end][:20]}" if text[at:].strip() else ""
        gap = " " * before[-1:].isalpha()
        return RollFault(
            f"Write {what}{after}{instead}.",
            here,
            [
                *meant_here(text, at),
                *(f"{before}{gap}{example}{rest}" for rest in (text[at:], "", f" {text[here.end :]}")),
            ],
        )

    def check_depth(self, depth: int, most: int) -> None:
        if depth > most:
            raise RollFault(f"More than {most} brackets or signs are nested here. Leave some out.", self.here())


def _last_word(text: str) -> str:
    """The last few characters, beginning at a word."""
    return text.split()[-1][-20:]
