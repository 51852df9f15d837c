"""What is known, while a message is judged, of the moment in which each of its orders will run."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from engine.contract import Order, System
from engine.expectation import Expectation, next_phase
from engine.language import ParsedLine
from engine.verdict import Verdict

S = TypeVar("S")


@dataclass
class Certainty:
    """What is known of the moment in which an order of a message will run: everything, until dice or the end of the
    phase come between."""

    certain: bool = True
    phase: bool = True
    holding: dict[int, bool] = field(default_factory=dict)
    expected: Expectation | None = None
    later: Expectation | None = None
    """The side's next phase, for what is written below the end of this one."""
    given: dict[str, str] = field(default_factory=dict)
    """Orders to units accepted so far -> where."""
    refused: tuple[int, str, str] = (0, "", "")
    """The last refused order: its line, its unit and its verb."""

    def copy(self) -> "Certainty":
        expected, later = self.expected and self.expected.copy(), self.later and self.later.copy()
        return Certainty(self.certain, self.phase, dict(self.holding), expected, later, dict(self.given))

    def after_refusal(self, verdict: Verdict) -> Verdict:
        """The verdict, marked if a refused order comes before it on its line."""
        line, unit = verdict.line, getattr(verdict.line.order, "unit", "")
        if not verdict.accepted:
            verb = str(line.kind.__struct_config__.tag) if line.kind else "order"
            self.refused = (line.number, unit or self.refused[1], verb)
        elif self.refused[0] == line.number and unit and unit == (self.refused[1] or _inherited(line, unit)):
            return dataclasses.replace(verdict, without=self.refused[2])
        return verdict


class Moment(NamedTuple):
    """A position as the writer sees it, and what is known of it."""

    seen: Any
    known: Certainty


def _inherited(line: ParsedLine, unit: str) -> str:
    """The unit, if an earlier order of the line names it and not this one; else ""."""
    named = line.spans.get("unit")
    return unit if named and named[0] < line.span[0] else ""


def position_of_dice(seen: Any, known: Certainty) -> Any:
    """Where an order's dice are judged: the position that is certain, or the one that dice before it leave if they
    change nothing; None for a phase that nobody knows yet."""
    if not known.phase:
        return known.later.seen if known.later else None
    return seen if known.certain or known.expected is None else known.expected.seen


def phase_below(system: System[S], seen: S, side: str, order: Order, known: Certainty) -> Expectation | None:
    """What to expect below an order that ends the side's part of its phase."""
    at = position_of_dice(seen, known)
    phase = system.phase(at) if at is not None else None
    if phase is None or order.ENDS:
        return next_phase(system, at, side) if phase else None
    return Expectation(at) if side in phase.sides else None
