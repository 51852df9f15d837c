"""What everybody may see of a game once it is over: the orders of every commit, the secret ones too, and what came of
them.
"""

from collections.abc import Iterator, Set

from engine.contract import Phase
from engine.errors import Refused
from engine.log.fold import Fold
from engine.log.past_positions import position_words
from engine.log.transactions import RecordedEvent, Transaction

from .news import public_line
from .press import quoted

UNDONE = "(undone) "
"""Before the lines of a commit that a rewind has undone."""


def kibitz_lines(fold: Fold, turn: int | None) -> tuple[str, ...]:
    """Of one turn, or of all.  Refused not-over.

    Nothing behind the last end: if the game was rewound from there, what has been done since is secret.
    """
    ends = [number for number, transaction in enumerate(fold.transactions, 1) if transaction.closed]
    if not ends:
        raise Refused(
            "not-over",
            f"{fold.opened.name} is not over, so its secret orders are still secret. Its log shows the rest.",
        )
    shown, counts = fold.transactions[: ends[-1]], _counting(fold)
    lines = [line for transaction in shown for line in _lines(fold, transaction, turn, counts)]
    if not fold.over:
        lines.append(
            f"Rewound since: {fold.opened.name} is being played again, and what has been done since then is secret"
            " until it is over."
        )
    return tuple(lines)


def _counting(fold: Fold) -> frozenset[int]:
    """The last entries of the transactions that led to the present position; the others are undone."""
    counts, until = list[int](), fold.transactions[-1].seq
    for transaction in reversed(fold.transactions):
        if transaction.seq <= until:
            counts.append(transaction.seq)
            until = transaction.to if transaction.kind == "rewound" else until
    return frozenset(counts)


def _lines(fold: Fold, transaction: Transaction, turn: int | None, counts: Set[int]) -> Iterator[str]:
    phase = transaction.phase
    if turn is not None and (phase is None or phase.turn != turn):
        return
    mark, when = "" if transaction.seq in counts else UNDONE, _when(phase) if phase else "Before the start"
    if transaction.kind == "rewound":
        yield f"{mark}Rewound to {position_words(fold, fold.after(transaction.to))}."
    for side, words in transaction.words.items():
        if words:
            yield f"{mark}{when}, orders of {fold.scenario.sides[side].name}:"
            yield from quoted(words)
    for recorded in transaction.events:
        public = public_line(fold, recorded)
        if public:
            yield f"{mark}{public}"
        hidden = {line for side in fold.seats if (line := _line(fold, recorded, side)) and line != public}
        yield from (f"{mark}Secret then: {line}" for line in sorted(hidden))


def _when(phase: Phase) -> str:
    title = f"{phase.title[:1].upper()}{phase.title[1:]}"
    return title if phase.counter.lower() in title.lower() else f"{phase.counter} {phase.turn}, {title}"


def _line(fold: Fold, recorded: RecordedEvent, side: str) -> str:
    """The line of an event in the report of a side."""
    _, before, event = recorded
    seen = fold.system.witness(before, event, side)
    return fold.system.tell(fold.system.view(before, side), seen) if seen else ""
