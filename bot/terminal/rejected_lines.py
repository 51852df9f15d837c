"""Lines that were rejected at the keyboard or in a file, as long as no accepted line makes them good."""

import re
from collections.abc import Callable
from difflib import get_close_matches

from engine.contract import counted

ALIKE = 0.75
"""How alike two words are of which one may be the other spelled right."""
SHORT = 2
"""Letters of words that tell nothing: ``to``, ``3``."""
SHOWN = 60


class RejectedLines:
    """``is_unit``: whether a word is the id of a unit."""

    def __init__(self, is_unit: Callable[[str], bool]) -> None:
        self._is_unit, self._lines = is_unit, list[str]()

    def __bool__(self) -> bool:
        return bool(self._lines)

    def __str__(self) -> str:
        """``'CA move 0804' and 2 more lines were rejected``"""
        last = repr(self._lines[-1][:SHOWN])
        return f"{last} and {counted(more, 'more line')} were" if (more := len(self._lines) - 1) else f"{last} was"

    def add(self, text: str) -> None:
        """The line was rejected."""
        if text in self._lines:
            self._lines.remove(text)
        self._lines.append(text)

    def accept(self, text: str) -> None:
        """The line was accepted: it may be one of the rejected ones put right."""
        self._lines = [line for line in self._lines if not self._makes_good(line, text)]

    def clear(self) -> None:
        self._lines.clear()

    def _makes_good(self, rejected: str, accepted: str) -> bool:
        """Whether the accepted line has an order of the same unit; of no unit, or of one that is none, whether at least
        half of the words are alike.  One word that is no unit may have been a command."""
        tried, good = _words(rejected), _words(accepted)
        if tried and self._is_unit(tried[0]):
            return tried[0] in good
        if len(tried) < 2:
            return True
        telling = [word for word in tried if len(word) > SHORT] or tried
        return 2 * sum(bool(get_close_matches(word, good, 1, ALIKE)) for word in telling) >= len(telling)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text.casefold())
