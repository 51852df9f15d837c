"""The game loop without the world: states and orders in, events out.  The same for every system."""

from collections.abc import Iterator, Sequence
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
    Turn,
    Vocabulary,
    replace,
)
from engine.language import Objection, ParsedLine, read
from engine.language.explain import phases
from engine.language.line import MOMENT, RULES, ranks

S = TypeVar("S")


class OrderToRun(NamedTuple):
    """One accepted order in canonical spelling, with the number of the message's line it came from."""

    number: int
    text: str


def order_kinds(system: System[Any]) -> tuple[type[Order], ...]:
    """The orders that a text may hold: the system's own, and ``commit``."""
    return (*system.ORDERS, Commit)


def rule_refusals(system: System[S], seen: S, side: str, order: Order) -> Iterator[Refusal]:
    """The objections of the rules; they know nothing of ``commit``."""
    return iter(()) if isinstance(order, Commit) else system.check(seen, side, order)


def is_true_for(system: System[S], seen: S, side: str, condition: Condition) -> bool:
    """Whether it is so for the side that asks."""
    return system.condition_holds(seen, replace(condition, side=side))


def is_kept(system: System[S], state: S, line: ParsedLine) -> bool:
    """Whether the order would be kept until its phase is run, and its condition with it."""
    if line.kind is None or line.kind is Commit or line.kind.ANYTIME or line.kind.ENDS:
        return False
    phase = system.phase(state)
    return phase is not None and phase.kept


def run(system: System[S], turn: Turn[S], side: str, orders: Sequence[OrderToRun]) -> bool:
    """The orders one by one, each read and checked again when its turn comes; an order that is no longer legal is
    refused (Balked).

    True if one of them has ended the side's part of a phase.
    """
    holds, ended = dict[int, bool](), False
    for number, text in orders:
        before = system.phase(turn.state)
        seen = system.view(turn.state, side)
        vocabulary = system.vocabulary(seen, side)
        for line in read(text, order_kinds(system), vocabulary):
            waits, kept = line.condition, is_kept(system, seen, line)
            turn.said = SourceLine(number, text, waits)
            if waits and not kept and not holds.setdefault(number, is_true_for(system, seen, side, waits)):
                turn.happens(Skipped(side, number, text))
            elif refusal := _refusal(system, seen, side, line, vocabulary, RULES if waits and kept else RULES + 1):
                turn.happens(Balked(side, number, text, *refusal))
            elif line.order:
                carry_out(system, turn, side, line.order)
                ended = ended or isinstance(line.order, Done)
        ended = ended or has_ended_phase(before, system.phase(turn.state), side)
    return ended


def has_ended_phase(before: Phase | None, after: Phase | None, side: str) -> bool:
    """Whether the phase that waited for this side is another one now."""
    if before is None or after is None or side not in before.sides:
        return False
    return (before.turn, before.name) != (after.turn, after.name) or (not after.sealed and before.sides != after.sides)


def _refusal(
    system: System[S], seen: S, side: str, line: ParsedLine, vocabulary: Vocabulary, below: int
) -> tuple[str, str] | None:
    """Code and reason of the first objection, in the order of the common checks; those of a rank from ``below`` on
    are left for later."""
    said = [o for o in line.objections if not (below <= RULES and o.code == "unit-gone")]
    if line.kind:
        rank, now = ranks(vocabulary.checks)[MOMENT], system.phase(seen)
        said += (
            Objection(rank, 0, 0, r.code, r.says)
            for r in timing_refusals(now, side, line.kind, vocabulary.models.over_code, is_at_will(seen, line.order))
        )
    if line.order and not said and below > RULES:
        said += (Objection(RULES, 0, 0, r.code, r.says) for r in rule_refusals(system, seen, side, line.order))
    first = min(said, key=lambda o: o.rank, default=None)
    return (first.code, first.says) if first else None


def carry_out(system: System[S], turn: Turn[S], side: str, order: Order) -> None:
    match order:
        case Done():
            close(system, turn, side)
        case Commit():
            return
        case _:
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


def timing_refusals(
    phase: Phase | None, side: str, kind: type[Order], over: str = "wrong-phase", at_will: bool = False
) -> Iterator[Refusal]:
    """Why such an order cannot be given now: the game is over, the phase is another one, or another side's."""
    verb = str(kind.__struct_config__.tag)
    if phase is None:
        yield Refusal("verb", over, "the game is over")
        return
    if kind.ANYTIME or at_will:
        return
    said = list[tuple[str, str]]()
    if side not in phase.sides:
        said.append(
            ("not-your-phase", f"this is {phase.title}, not your turn; you can give orders when your turn comes")
        )
    if kind.PHASES and phase.name not in kind.PHASES:
        said.append(("wrong-phase", f"{verb} is an order for {phases(kind)}; this is {phase.title}"))
    for code, says in sorted(said, key=lambda one: one[0] != phase.first):
        yield Refusal("verb", code, says)
