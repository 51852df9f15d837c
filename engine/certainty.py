"""What is known, while a message is judged, of the moment in which each of its orders will run."""

from collections.abc import Hashable
from typing import Any, TypeVar

import msgspec

from engine.contract import Order, Refusal, System, replace
from engine.expectation import Expectation, next_phase
from engine.language import ParsedLine
from engine.play import lasting_refusals
from engine.verdict import Verdict

S = TypeVar("S")


class Certainty(msgspec.Struct):
    """What is known of the moment in which an order of a message will run: everything, until dice or the end of the
    phase come between."""

    certain: bool = True
    phase: bool = True
    holding: dict[int, bool] = {}
    expected: Expectation | None = None
    later: Expectation | None = None
    """The side's next phase, for what is written below the end of this one."""
    given: dict[Hashable, tuple[int, str]] = {}
    """Orders accepted so far for this phase, as far as a second one is of no use -> their lines and texts."""
    over: str = ""
    """Which order has ended the game, so that nothing runs after it."""
    refused: tuple[int, str, str] = (0, "", "")
    """The last refused order: its line, its unit and its verb."""

    def copy(self) -> "Certainty":
        expected, later = self.expected and self.expected.copy(), self.later and self.later.copy()
        return Certainty(self.certain, self.phase, dict(self.holding), expected, later, dict(self.given), self.over)

    def judge(
        self, system: System[S], seen: S, side: str, line: ParsedLine, *, prompt: bool
    ) -> tuple[list[Refusal], Refusal | None]:
        """What is wrong with an order behind dice that nothing can change, where that is told at once (``prompt``), and
        what would stop it as far as can be foreseen; of a later phase nothing is.

        It is carried out in the position to expect.
        """
        assert line.order
        if line.order.ENDS or not self.phase:
            return lasting_refusals(system, seen, side, line.order) if prompt else [], None
        self.expected = self.expected or Expectation(seen, certain=seen)
        conditional = line.condition is not None
        return self.expected.judge(system, side, line.order, conditional=conditional, prompt=prompt)

    def doubt(self, seen: Any, order: Order) -> None:
        """The dice of this order end all certainty; ``seen``: the position before them."""
        self.expected = self.expected or Expectation(seen, certain=seen)
        self.expected.doubt(order)

    def earlier_order(self, order: Order, echo: str) -> str:
        """Why the order runs at most in place of an earlier one of the message; "" if there is none that it repeats."""
        number, text = self.given.get(_once(order)) or self.given.get(echo) or (0, "")
        if not number:
            return ""
        if order.ENDS:
            says = f"{text} in line {number} comes first and ends this phase, so this one cannot run"
            return f"{says}; take that one back to give this one"
        if text == echo:
            return f"the same order is given in line {number}"
        who = getattr(order, "unit", "") or "your side"
        return f"{who} has this order in line {number}: {text}; only the first of the two that can runs"

    def note_order(self, order: Order, echo: str, number: int, *, ends: bool) -> None:
        """An order is accepted that no ``if`` can prevent; those of a phase that has ended are forgotten."""
        if ends:
            self.given.clear()
        if order.once:
            self.given.setdefault(_once(order), (number, echo))
        elif getattr(order, "unit", "") and not ends:
            self.given.setdefault(echo, (number, echo))

    def after_refusal(self, verdict: Verdict) -> Verdict:
        """The verdict, marked if a refused order comes before it on its line."""
        line, unit = verdict.line, getattr(verdict.line.order, "unit", "")
        if not verdict.accepted:
            verb = str(line.kind.__struct_config__.tag) if line.kind else "order"
            self.refused = (line.number, unit or self.refused[1], verb)
        elif self.refused[0] == line.number and unit and unit == (self.refused[1] or _inherited(line, unit)):
            return replace(verdict, without=self.refused[2])
        return verdict


class Moment(msgspec.Struct, frozen=True):
    """A position as the writer sees it, and what is known of it."""

    seen: Any
    known: Certainty


def _once(order: Order) -> Hashable:
    """What is alike in two orders of which only one can run; None if both can."""
    return (type(order), getattr(order, "unit", "")) if order.once else None


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
