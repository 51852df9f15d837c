"""The verdict on one order of a message."""

from dataclasses import dataclass, field
from typing import Any

from engine.contract import Order
from engine.language import ParsedLine, Problem


@dataclass(frozen=True)
class Verdict:
    """The verdict on one order of a message: accepted if it has no problems, perhaps provisionally (``doubt``).

    ``echo`` is its canonical spelling, an ``if`` included ("" if it could not be read); ``idle`` says that its
    ``if`` is known not to hold.
    ``warning``: why a provisional order would be refused if nothing changed before its turn.  ``without``: the verb of
    a refused order before it on the same line, for the same unit, which it was meant to follow.  ``ends``: it ends the
    side's part of the phase, so that the orders below it are for the next one.  ``seen``: the position, as its writer
    sees it, in which the order would run as far as anybody can say now; None if nobody can.  ``chances``: what its
    dice can do there.
    """

    line: ParsedLine
    problems: tuple[Problem, ...]
    doubt: bool
    idle: bool
    echo: str
    warning: str = ""
    without: str = ""
    ends: bool = False
    seen: Any = field(default=None, compare=False, repr=False)
    chances: str = ""

    @property
    def accepted(self) -> bool:
        return not self.problems

    @property
    def kind(self) -> type[Order] | None:
        """What kind of order it is, as soon as its verb could be read."""
        return self.line.kind
