"""The game loop without the world: states and orders in, events out.  The same for every system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine.contract import (
    Balked,
    Condition,
    Done,
    Event,
    NoDice,
    Order,
    Phase,
    Refusal,
    Skipped,
    SourceLine,
    System,
    Turn,
    Unforeseeable,
    Vocabulary,
    replace,
)
from engine.language import Objection, ParsedLine, Problem, read, write
from engine.language.complaint import SHOWN
from engine.language.explain import phases
from engine.language.line import GONE, MOMENT, OVER, RULES, TARGET, WHOLE, ranks

S = TypeVar("S")


class OrderToRun(NamedTuple):
    """One accepted order in canonical spelling, with the number of the message's line it came from."""

    number: int
    text: str


@dataclass(frozen=True)
class Verdict:
    """The verdict on one order of a message: accepted if it has no problems, perhaps provisionally (``doubt``).

    ``echo`` is its canonical spelling, an ``if`` included ("" if it could not be read); ``idle`` says that its
    ``if`` is known not to hold.
    ``warning``: why a provisional order would be refused if nothing changed before its turn.
    """

    line: ParsedLine
    problems: tuple[Problem, ...]
    doubt: bool
    idle: bool
    echo: str
    warning: str = ""

    @property
    def accepted(self) -> bool:
        return not self.problems


def check(system: System[S], state: S, side: str, text: str) -> tuple[Verdict, ...]:
    """A whole message judged as its writer sees things, each order in the position that the ones before it will
    surely leave."""
    return tuple(verdict for verdict, _ in _verdicts(system, state, side, text))


def certain_position(system: System[S], state: S, side: str, text: str) -> S:
    """The side's view of the state after all of the message that is certain."""
    return [system.view(state, side), *(after for _, after in _verdicts(system, state, side, text))][-1]


@dataclass
class _Certainty:
    """What is known of the moment in which an order of a message will run: everything, until dice or the end of the
    phase come between."""

    certain: bool = True
    phase: bool = True
    holding: dict[int, bool] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)


def _verdicts(system: System[S], state: S, side: str, text: str) -> Iterator[tuple[Verdict, S]]:
    """The names are those at the beginning: without dice or the end of a phase no unit comes or goes; ``run`` reads
    them again."""
    turn, known = Turn(system.view(state, side), NoDice(), system.apply), _Certainty()
    vocabulary = system.vocabulary(turn.state, side)
    for line in read(text, system.ORDERS, vocabulary):
        yield _verdict(system, turn, side, line, vocabulary, known), turn.state


def _verdict(
    system: System[S], turn: Turn[S], side: str, line: ParsedLine, vocabulary: Vocabulary, known: _Certainty
) -> Verdict:
    """An ``if`` leaves to its turn all but words and names, and who may speak at all where orders are kept or judged
    at once."""
    echo = write(line.order, vocabulary, line.condition) if line.order else ""
    turn.said = SourceLine(line.number, echo, line.condition)
    kept, certain, refused, idle = _is_kept(system, turn.state, line), known.certain, list[Objection](), False
    objections = _immediate_objections(system, turn.state, side, line, vocabulary, known)
    if line.condition and certain and not kept:
        idle = not known.holding.setdefault(line.number, _is_true_for(system, turn.state, side, line.condition))
    if line.order and not objections and (vocabulary.prompt or not idle):
        if certain and not idle and not (kept and line.condition):
            gone = [o for o in line.objections if o.code == "unit-gone"]
            refused = gone or [_located(line, RULES, r, vocabulary) for r in system.check(turn.state, side, line.order)]
            objections += refused if vocabulary.prompt or not line.condition else []
        elif vocabulary.prompt:
            objections += (
                _located(line, RULES, r, vocabulary) for r in system.check(turn.state, side, line.order) if r.lasting
            )
    if line.order and not objections and not idle:
        if certain and not refused and not line.order.ENDS:
            known.certain = _runs_without_dice(system, turn, side, line.order)
        if line.order.ENDS:
            known.certain = known.phase = False
    problems = tuple(_problem(line, o) for o in sorted(objections, key=lambda o: o.rank))
    warning = "" if known.certain or problems or idle else _warning(system, turn.state, side, line, known)
    doubt = not problems and not idle and (not certain or line.condition is not None)
    return Verdict(line, problems, doubt, idle, echo, "" if certain else warning)


def _warning(system: System[S], seen: S, side: str, line: ParsedLine, known: _Certainty) -> str:
    """What would stop a provisional order now; nothing for a unit with an earlier provisional order, nor in a later
    phase."""
    unit = getattr(line.order, "unit", "")
    if line.order is None or not known.phase or not unit or unit in known.doubted:
        return ""
    known.doubted.add(unit)
    return "" if line.condition else next((refusal.says for refusal in system.check(seen, side, line.order)), "")


def _immediate_objections(
    system: System[S], state: S, side: str, line: ParsedLine, vocabulary: Vocabulary, known: _Certainty
) -> list[Objection]:
    """What is wrong with words, names and the moment, which no die can mend; once the game is over nothing else
    matters."""
    phase, rank = system.phase(state), ranks(vocabulary.checks)
    if known.phase and phase is None:
        before = [o for o in line.objections if o.rank < rank[OVER]]
        return before or [
            _located(line, rank[OVER], r, vocabulary)
            for r in timing_refusals(None, side, Order, vocabulary.models.over_code)
        ]
    doubted = line.condition or (vocabulary.prompt and not known.certain)
    objections = [o for o in line.objections if not (doubted and o.code == "unit-gone")]
    if line.part:
        early = (r for r in system.partial_objections(state, side, line.part) if r.lasting or not doubted)
        objections += (_located(line, rank[_rank_name(r)], r, vocabulary) for r in early)
    if line.kind and known.phase and (not line.condition or vocabulary.prompt or _is_kept(system, state, line)):
        objections += (_located(line, rank[MOMENT], r, vocabulary) for r in timing_refusals(phase, side, line.kind))
    return objections


def _rank_name(refusal: Refusal) -> str:
    """With which faults of its words an objection to an order read in part counts: right after them."""
    return GONE if refusal.code == "unit-gone" else WHOLE if refusal.field == "unit" else TARGET


def _runs_without_dice(system: System[S], turn: Turn[S], side: str, order: Order) -> bool:
    """Whether the order could be carried out to its end without a die."""
    try:
        system.run(turn, side, order)
    except Unforeseeable:
        return False
    return True


def _is_true_for(system: System[S], seen: S, side: str, condition: Condition) -> bool:
    """Whether it is so for the side that asks."""
    return system.condition_holds(seen, replace(condition, side=side))


def _is_kept(system: System[S], state: S, line: ParsedLine) -> bool:
    """Whether the order would be kept until its phase is run, and its condition with it."""
    if line.kind is None or line.kind.ANYTIME or line.kind.ENDS:
        return False
    phase = system.phase(state)
    return phase is not None and phase.kept


def run(system: System[S], turn: Turn[S], side: str, orders: Sequence[OrderToRun]) -> bool:
    """The orders one by one, each read and checked again when its turn comes; an order that is no longer legal is
    refused (Balked).

    True if the last of them has ended its part of a phase by itself, so that the writer was done with it.
    """
    holds, before = dict[int, bool](), system.phase(turn.state)
    for number, text in orders:
        before = system.phase(turn.state)
        seen = system.view(turn.state, side)
        vocabulary = system.vocabulary(seen, side)
        for line in read(text, system.ORDERS, vocabulary):
            waits, kept = line.condition, _is_kept(system, seen, line)
            turn.said = SourceLine(number, text, waits)
            if waits and not kept and not holds.setdefault(number, _is_true_for(system, seen, side, waits)):
                turn.happens(Skipped(side, number, text))
            elif refusal := _refusal(system, seen, side, line, vocabulary, RULES if waits and kept else RULES + 1):
                turn.happens(Balked(side, number, text, *refusal))
            elif line.order:
                _carry_out(system, turn, side, line.order)
    return _has_ended_phase(before, system.phase(turn.state), side)


def _has_ended_phase(before: Phase | None, after: Phase | None, side: str) -> bool:
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
            for r in timing_refusals(now, side, line.kind, vocabulary.models.over_code)
        )
    if line.order and not said and below > RULES:
        said += (Objection(RULES, 0, 0, r.code, r.says) for r in system.check(seen, side, line.order))
    first = min(said, key=lambda o: o.rank, default=None)
    return (first.code, first.says) if first else None


def _carry_out(system: System[S], turn: Turn[S], side: str, order: Order) -> None:
    match order:
        case Done():
            close(system, turn, side)
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


def timing_refusals(phase: Phase | None, side: str, kind: type[Order], over: str = "wrong-phase") -> Iterator[Refusal]:
    """Why such an order cannot be given now: the game is over, the phase is another one, or another side's."""
    verb = str(kind.__struct_config__.tag)
    if phase is None:
        yield Refusal("verb", over, "the game is over")
        return
    if kind.ANYTIME:
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


def _located(line: ParsedLine, rank: int, refusal: Refusal, vocabulary: Vocabulary) -> Objection:
    """A refusal of the rules put back on the player's own words, each order that would do in its place in a line not
    too long to show."""
    start, end = line.spans.get(refusal.field) or line.span
    would_do = refusal.instead if len(line.text) <= SHOWN else ()
    instead = (
        f"{line.text[: line.span[0]]}{write(o, vocabulary)}{line.text[line.span[1] :]}".strip() for o in would_do
    )
    return Objection(rank, start, end, refusal.code, refusal.says, tuple(instead), refusal.rule)


def _problem(line: ParsedLine, said: Objection) -> Problem:
    return Problem(
        line.number, said.start + 1, max(1, said.end - said.start), said.code, said.says, said.rule, said.instead
    )
