"""The game loop without the world: states and orders in, events out.  The same for every system."""
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from .contract import Balked, Done, Event, NoDice, Nouns, Order, Phase, Refusal, Skipped, System, Turn, Unforeseeable
from .language import Line, Objection, Problem, read, write
from .language.line import MOMENT, RULES

S = TypeVar("S")


class Written(NamedTuple):
    """One accepted order in canonical spelling, with the number of the message's line it came from."""

    number: int
    text: str


@dataclass(frozen=True)
class Verdict:
    """What is thought of one order of a message: accepted if it has no problems, perhaps in doubt.

    ``echo`` is its canonical spelling, an ``if`` included ("" if it could not be read); ``idle`` says that its ``if`` is known not to hold.
    """

    line: Line
    problems: tuple[Problem, ...]
    doubt: bool
    idle: bool
    echo: str

    @property
    def accepted(self) -> bool:
        return not self.problems


def check(system: System[S], state: S, side: str, text: str) -> tuple[Verdict, ...]:
    """A whole message judged as its writer sees things, each order in the position that the ones before it will surely leave."""
    return tuple(verdict for verdict, _ in _judge(system, state, side, text))


def foresee(system: System[S], state: S, side: str, text: str) -> S:
    """The side's view of the state after all of the message that is certain: what a preview is drawn from."""
    seen = system.view(state, side)
    for _, seen in _judge(system, state, side, text):
        pass
    return seen


def _judge(system: System[S], state: S, side: str, text: str) -> Iterator[tuple[Verdict, S]]:
    turn = Turn(system.view(state, side), NoDice(), system.apply)
    certain, moment_known, holds = True, True, dict[int, bool]()
    nouns = system.nouns(turn.state, side)
    for line in read(text, system.ORDERS, nouns):
        objections = [o for o in line.objections if not (line.condition and o.code == "unit-gone")]
        phase = system.phase(turn.state)
        if line.kind and moment_known and (line.condition is None or (phase and phase.sealed)):
            objections += (_placed(line, MOMENT, r, nouns) for r in moment(phase, side, line.kind))
        idle = False
        if certain and line.condition:
            idle = not holds.setdefault(line.number, system.holds(turn.state, line.condition))
        legal = line.order is not None and not objections
        if line.order and certain and not idle and not objections:
            refused = [_placed(line, RULES, r, nouns) for r in system.check(turn.state, side, line.order)]
            objections += [] if line.condition else refused
            legal = not refused
        problems = tuple(_problem(line, o) for o in sorted(objections, key=lambda o: o.rank))
        echo = write(line.order, nouns, line.condition) if line.order else ""
        yield_doubt = not problems and (not certain or (line.condition is not None and not idle))
        if line.order and legal and certain and not idle:
            certain = _foreseen(system, turn, side, line.order)
        if line.kind and line.kind.ENDS and not problems and not idle:
            certain = moment_known = False
        yield Verdict(line, problems, yield_doubt, idle, echo), turn.state


def _foreseen(system: System[S], turn: Turn[S], side: str, order: Order) -> bool:
    """Whether the order could be carried out to its end without a die."""
    try:
        _carry_out(system, turn, side, order)
    except Unforeseeable:
        return False
    return True


def run(system: System[S], turn: Turn[S], side: str, orders: Sequence[Written]) -> None:
    """The orders one by one, each read and checked again as its turn comes; what no longer stands is balked and the next one tried."""
    holds = dict[int, bool]()
    for number, text in orders:
        seen = system.view(turn.state, side)
        (line,) = read(text, system.ORDERS, system.nouns(seen, side))
        line = replace(line, number=number)
        if line.condition and not holds.setdefault(number, system.holds(seen, line.condition)):
            turn.happens(Skipped(side, number, text))
        elif refusal := _refusal(system, seen, side, line):
            turn.happens(Balked(side, number, text, *refusal))
        elif line.order:
            _carry_out(system, turn, side, line.order)


def _refusal(system: System[S], seen: S, side: str, line: Line) -> tuple[str, str] | None:
    """Code and reason of the first objection, in the order of the common checks."""
    said = list(line.objections)
    if line.kind:
        said += (Objection(MOMENT, 0, 0, r.code, r.says) for r in moment(system.phase(seen), side, line.kind))
    if line.order and not said:
        said += (Objection(RULES, 0, 0, r.code, r.says) for r in system.check(seen, side, line.order))
    first = min(said, key=lambda o: o.rank, default=None)
    return (first.code, first.says) if first else None


def _carry_out(system: System[S], turn: Turn[S], side: str, order: Order) -> None:
    if isinstance(order, Done):
        system.close(turn, side)
    else:
        system.run(turn, side, order)


def close(system: System[S], turn: Turn[S], side: str) -> None:
    """The side is done, if it is still awaited; otherwise nothing."""
    phase = system.phase(turn.state)
    if phase and side in phase.sides:
        system.close(turn, side)


def replay(system: System[S], state: S, events: Sequence[Event]) -> S:
    for event in events:
        state = system.apply(state, event)
    return state


def moment(phase: Phase | None, side: str, kind: type[Order]) -> Iterator[Refusal]:
    """Whether such an order may be given now at all (check 6 of the common checks)."""
    verb = str(kind.__struct_config__.tag)
    if phase is None:
        yield Refusal("verb", "wrong-phase", "the game is over")
        return
    if kind.ANYTIME:
        return
    if side not in phase.sides:
        awaited = " and ".join(phase.sides) or "nobody"
        yield Refusal("verb", "not-your-phase", f"it is not your turn to give orders: {phase.title} waits for {awaited}")
    if kind.PHASES and phase.name not in kind.PHASES:
        yield Refusal("verb", "wrong-phase", f"{verb} belongs to {' or '.join(kind.PHASES)}; this is {phase.name}")


def _placed(line: Line, rank: int, refusal: Refusal, nouns: Nouns) -> Objection:
    """A refusal of the rules put back on the player's own words."""
    start, end = line.spans.get(refusal.field) or line.span
    return Objection(rank, start, end, refusal.code, refusal.says, tuple(write(o, nouns, line.condition) for o in refusal.instead), refusal.rule)


def _problem(line: Line, said: Objection) -> Problem:
    return Problem(line.number, said.start + 1, max(1, said.end - said.start), said.code, said.says, said.rule, said.instead)
