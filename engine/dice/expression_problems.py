"""Problems of dice expressions: where in the text, why, and an expression that works instead."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.language.explain import WIDTH, caret

from .expression_tree import Span

USUAL = "2d6+1"
"""What to write if nothing closer to the player's own words works."""
QUOTED = 40
"""Characters of a player's text that a sentence quotes, at most."""


class RollFault(Exception):
    """Raised while an expression is parsed or rolled; ``fixes``: whole texts that may work instead, best first."""

    def __init__(self, says: str, at: Span, fixes: Iterable[str] = ()) -> None:
        super().__init__(says)
        self.at, self.fixes = at, tuple(fixes)


class Explanation(NamedTuple):
    """``column`` (from 1) and ``width`` of the characters of ``line`` that are wrong, why, and what works instead."""

    line: str
    column: int
    width: int
    says: str
    suggestion: str


class BadExpression(ValueError):
    """The text is not a dice expression, or cannot be rolled; as text: the line with carets, why, and what works."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation)
        self.explanation = explanation

    def __str__(self) -> str:
        return self.shown(WIDTH)

    def shown(self, room: int) -> str:
        """As text, with a line of at most so many columns and two signs of omission."""
        told = self.explanation
        return f"{self.marked(room)}\n{told.says}\n  instead: {told.suggestion}"

    def marked(self, room: int) -> str:
        """The line and carets under what is wrong, in two rows."""
        return caret(self.explanation.line, self.explanation.column, self.explanation.width, room)


def explain(text: str, fault: RollFault, works: Callable[[str], bool]) -> BadExpression:
    """The fault under the line of the text that it is in, and the first of its fixes that works."""
    start = min(fault.at.start, len(text))
    before = text.rfind("\n", 0, start) + 1
    after = text.find("\n", start)
    line = text[before : after if after >= 0 else len(text)].rstrip()
    width = max(1, min(fault.at.end, before + len(line)) - start)
    suggestion = next(filter(works, map(_one_line, fault.fixes)), USUAL)
    return BadExpression(Explanation(line, start - before + 1, width, _printable(str(fault)), suggestion))


def quoted(text: str) -> str:
    """Part of a text, short enough for a sentence."""
    text = " ".join(text.split())
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _one_line(text: str) -> str:
    lines = (" ".join(_printable(line).split()).strip("; ") for line in text.splitlines())
    return "; ".join(filter(None, lines))
