"""What everybody may see of a game once it is over: the orders of every commit, the secret ones too, and what came of
them.
"""

from collections.abc import Iterator

from engine.contract import Phase
from engine.errors import Refused
from engine.log.fold import Fold
from engine.log.transactions import RecordedEvent, Transaction

from .news import public_line
from .press import quoted


def kibitz_lines(fold: Fold, turn: int | None) -> tuple[str, ...]:
    """Of one turn, or of all.  Refused not-over."""
    if not fold.over and not any(transaction.closed for transaction in fold.transactions):
        raise Refused(
            "not-over",
            f"{fold.opened.name} is not over, so its secret orders are still secret. Its log shows the rest.",
        )
    return tuple(line for transaction in fold.transactions for line in _lines(fold, transaction, turn))


def _lines(fold: Fold, transaction: Transaction, turn: int | None) -> Iterator[str]:
    phase = transaction.phase
    if turn is not None and (phase is None or phase.turn != turn):
        return
    when = _when(phase) if phase else "Before the start"
    for side, words in transaction.words.items():
        if words:
            yield f"{when}, orders of {fold.scenario.sides[side].name}:"
            yield from quoted(words)
    for recorded in transaction.events:
        public = public_line(fold, recorded)
        if public:
            yield public
        hidden = {line for side in fold.seats if (line := _line(fold, recorded, side)) and line != public}
        yield from (f"Secret then: {line}" for line in sorted(hidden))


def _when(phase: Phase) -> str:
    title = f"{phase.title[:1].upper()}{phase.title[1:]}"
    return title if phase.counter.lower() in title.lower() else f"{phase.counter} {phase.turn}, {title}"


def _line(fold: Fold, recorded: RecordedEvent, side: str) -> str:
    """The line of an event in the report of a side."""
    _, before, event = recorded
    seen = fold.system.witness(before, event, side)
    return fold.system.tell(fold.system.view(before, side), seen) if seen else ""
