"""The game loop without the world: states and orders in, events out.  The same for every system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from engine.contract import (
    Balked,
    Commit,
    Condition,
    Done,
    Event,
    Order,
    Phase,
    Refusal,
    Skipped,
    SourceLine,
    System,
    Transition,
    Turn,
    Vocabulary,
    replace,
)
from engine.language import Objection, ParsedLine, read
from engine.language.explain import phases
from engine.language.line import MOMENT, ranks

S = TypeVar("S")


class OrderToRun(NamedTuple):
    """One accepted order in canonical spelling, with the number of the message's line it came from."""

    number: int
    text: str


@dataclass
class Foreseen:
    """What judging a message has found out for its run.

    ``state``, ``seen``: the position it was judged in, and what the side saw of it.  ``lines``: the orders in whose
    words nothing is wrong, as they are read with ``vocabulary``; ``transitions``: what orders do that no die can change
    and that end neither a phase nor the game, each in what is seen of the state that the ones before it leave.
    """

    state: Any = None
    seen: Any = None
    vocabulary: Vocabulary | None = None
    lines: dict[OrderToRun, ParsedLine] = field(default_factory=dict)
    transitions: dict[OrderToRun, tuple[Transition, ...]] = field(default_factory=dict)

    def read(self, system: System[Any], order: OrderToRun, vocabulary: Vocabulary) -> Sequence[ParsedLine]:
        """The order as it is read now: as it was, if the names are still the same."""
        if (line := self.lines.get(order)) and (vocabulary is self.vocabulary or vocabulary == self.vocabulary):
            return (line,)
        return read(order.text, order_kinds(system), vocabulary)


NOTHING_FORESEEN = Foreseen()


def order_kinds(system: System[Any]) -> tuple[type[Order], ...]:
    """The orders that a text may hold: the system's own, and ``commit``."""
    return (*system.ORDERS, Commit)


def rule_refusals(system: System[S], seen: S, side: str, order: Order) -> Iterator[Refusal]:
    """The objections of the rules; they know nothing of ``commit``."""
    return iter(()) if type(order) is Commit else system.check(seen, side, order)


def lasting_refusals(system: System[S], seen: S, side: str, order: Order) -> list[Refusal]:
    """What nothing can change about an order."""
    return [refusal for refusal in rule_refusals(system, seen, side, order) if refusal.lasting]


def is_true_for(system: System[S], seen: S, side: str, condition: Condition) -> bool:
    """Whether it is so for the side that asks."""
    return system.condition_holds(seen, replace(condition, side=side))


def is_kept(phase: Phase | None, line: ParsedLine) -> bool:
    """Whether the order would be kept until its phase is run, and its condition with it."""
    if phase is None or not phase.kept or line.kind is None or line.kind is Commit:
        return False
    return not (line.kind.ANYTIME or line.kind.ENDS)


def run(
    system: System[S], turn: Turn[S], side: str, orders: Sequence[OrderToRun], foreseen: Foreseen = NOTHING_FORESEEN
) -> bool:
    """The orders one by one, each read and checked again when its turn comes; an order that is no longer legal is
    refused (Balked).  What is ``foreseen`` from the very state of the turn, or from what is seen of it where secrets
    decide nothing, happens without being judged again.

    True if one of them has ended the side's part of a phase.
    """
    holds: dict[int, bool] = {}
    ended, transitions = False, foreseen.transitions
    seen = foreseen.seen if system.SECRETS_DECIDE_NOTHING and foreseen.state is turn.state else None
    for order in orders:
        known = transitions.get(order) if transitions else None
        if known and (known[0].before is turn.state or known[0].before is seen):
            turn.said = SourceLine(*order)
            if known[0].before is turn.state:
                turn.repeat(known)
            else:
                for step in known:
                    turn.happens(step.event)
            seen = seen and known[-1].after
            continue
        seen = None
        before = system.phase(turn.state)
        ended |= _run_order(system, turn, side, order, holds, foreseen)
        ended |= before is not None and has_ended_phase(before, system.phase(turn.state), side)
    return ended


def _run_order(
    system: System[S], turn: Turn[S], side: str, order: OrderToRun, holds: dict[int, bool], foreseen: Foreseen
) -> bool:
    """Reads, checks and carries out one order; returns whether it is ``done``.  ``holds``: by line, whether what its
    ``if`` asks is so."""
    ended, seen = False, system.view(turn.state, side)
    vocabulary, phase = system.vocabulary(seen, side), system.phase(seen)
    for line in foreseen.read(system, order, vocabulary):
        waits, kept = line.condition, is_kept(phase, line)
        turn.said = SourceLine(order.number, order.text, waits)
        if waits and not kept and not holds.setdefault(order.number, is_true_for(system, seen, side, waits)):
            turn.happens(Skipped(side, *order))
        elif refusal := _refusal(system, seen, side, line, vocabulary, phase, left=waits is not None and kept):
            turn.happens(Balked(side, *order, *refusal))
        elif line.order:
            carry_out(system, turn, side, line.order)
            ended |= line.order.ENDS and isinstance(line.order, Done)
    return ended


def has_ended_phase(before: Phase | None, after: Phase | None, side: str) -> bool:
    """Whether the phase that waited for this side is another one now."""
    if before is after or before is None or after is None or side not in before.sides:
        return False
    return (before.turn, before.name) != (after.turn, after.name) or (not after.sealed and before.sides != after.sides)


def _refusal(
    system: System[S],
    seen: S,
    side: str,
    line: ParsedLine,
    vocabulary: Vocabulary,
    phase: Phase | None,
    *,
    left: bool,
) -> tuple[str, str] | None:
    """Code and reason of the first objection, in the order of the common checks; ``left``: those of the rules, and to
    units that are gone, are left for later."""
    said = [o for o in line.objections if not (left and o.code == "unit-gone")] if line.objections else []
    if line.kind and not is_timely(seen, phase, side, line.kind, line.order):
        rank, at_will = ranks(vocabulary.checks)[MOMENT], is_at_will(seen, line.order)
        said += [
            Objection(rank, 0, 0, r.code, r.says)
            for r in timing_refusals(phase, side, line.kind, vocabulary.models.over_code, at_will)
        ]
    if said:
        first = min(said, key=lambda o: o.rank)
        return first.code, first.says
    if left or line.order is None:
        return None
    for refusal in rule_refusals(system, seen, side, line.order):
        return refusal.code, refusal.says
    return None


def carry_out(system: System[S], turn: Turn[S], side: str, order: Order) -> None:
    if order.ENDS and isinstance(order, Done):
        close(system, turn, side)
    elif type(order) is not Commit:
        system.run(turn, side, order)


def close(system: System[S], turn: Turn[S], side: str) -> None:
    """The side is done, if it is its turn; otherwise nothing."""
    phase = system.phase(turn.state)
    if phase and side in phase.sides:
        system.close(turn, side)


def replay(system: System[S], state: S, events: Sequence[Event]) -> S:
    """The state that these events make of another; nothing is rolled or judged."""
    for event in events:
        state = system.apply(state, event)
    return state


def is_at_will(seen: object, order: Order | None) -> bool:
    """Whether the order may be given in any phase; in games of earlier versions only kinds of orders could be."""
    return order is not None and order.at_will and not getattr(seen, "earlier", "")


def is_timely(seen: object, phase: Phase | None, side: str, kind: type[Order], order: Order | None) -> bool:
    """Whether such an order can be given now: without timing refusals."""
    if phase is None:
        return False
    if kind.ANYTIME or (side in phase.sides and (not kind.PHASES or phase.name in kind.PHASES)):
        return True
    return is_at_will(seen, order)


def timing_refusals(
    phase: Phase | None, side: str, kind: type[Order], over: str = "wrong-phase", at_will: bool = False
) -> Iterator[Refusal]:
    """Why such an order cannot be given now, in one sentence: the game is over, the phase is another one, or another
    side's, or both."""
    verb = str(kind.__struct_config__.tag)
    if phase is None:
        yield Refusal("verb", over, "the game is over")
        return
    if kind.ANYTIME or at_will:
        return
    elsewhere = bool(kind.PHASES) and phase.name not in kind.PHASES
    if side not in phase.sides:
        when = f"{verb} is an order for {phases(kind)}" if elsewhere else "you can give orders when your turn comes"
        code = phase.first if elsewhere else "not-your-phase"
        yield Refusal("verb", code, f"this is {phase.title}, not your turn; {when}")
    elif elsewhere:
        yield Refusal("verb", "wrong-phase", f"{verb} is an order for {phases(kind)}; this is {phase.title}")
