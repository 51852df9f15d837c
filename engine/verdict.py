"""The verdict on one order of a message."""

from typing import Any

import msgspec

from engine.contract import Order, replace
from engine.language import ParsedLine, Problem


class Verdict(msgspec.Struct, frozen=True, eq=False):
    """The verdict on one order of a message: accepted if it has no problems, perhaps provisionally (``doubt``).

    ``echo`` is its canonical spelling, an ``if`` included ("" if it could not be read); ``idle`` says that its
    ``if`` is known not to hold.
    ``warning``: why a provisional order would be refused if nothing changed before its turn, or which earlier one it
    repeats (``repeats``).  ``cannot_run``: it comes below one like it that ends the phase.
    ``hopeless``: no die can change what the warning says, so that it will be refused.
    ``without``: the verb of a refused order before it on the same line, for the same unit, which it was meant to
    follow.  ``ends``: it ends the side's part of the phase, so that the orders below it are for the next one.
    ``later``: it is such an order itself.  ``seen``: the position, as its writer sees it, in which the order would run
    as far as anybody can say now; None if nobody can.  ``chances``: what its dice can do there.
    """

    line: ParsedLine
    problems: tuple[Problem, ...]
    doubt: bool
    idle: bool
    echo: str
    warning: str = ""
    repeats: bool = False
    cannot_run: bool = False
    hopeless: bool = False
    without: str = ""
    ends: bool = False
    later: bool = False
    chances: str = ""
    seen: Any = None

    def __eq__(self, other: object) -> bool:
        """Whether both say the same to the player, wherever the order would run."""
        return isinstance(other, Verdict) and msgspec.structs.astuple(self)[:-1] == msgspec.structs.astuple(other)[:-1]

    @property
    def accepted(self) -> bool:
        return not self.problems

    def remark(self, now: str) -> str:
        """The warning, and before it how sure it is; ``now``: what stands before what may still change."""
        how = "cannot run" if self.cannot_run else "will be refused" if self.hopeless else "" if self.repeats else now
        return f"{how}: {self.warning}" if how and self.warning else self.warning

    @property
    def kind(self) -> type[Order] | None:
        """What kind of order it is, as soon as its verb could be read."""
        return self.line.kind


def with_suggestions(verdict: Verdict, lines: tuple[str, ...]) -> Verdict:
    """The verdict on a refused order with these lines for its first problem, and no others."""
    problems = (replace(problem, suggestions=() if at else lines) for at, problem in enumerate(verdict.problems))
    return replace(verdict, problems=tuple(problems))
