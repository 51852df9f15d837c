"""Positions that a game has been in: which of them led to the present one, and how each is called."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.contract import phase_words

from .transactions import Transaction, moment

if TYPE_CHECKING:
    from .fold import Fold


def line_of_play(fold: "Fold") -> Iterator[Transaction]:
    """The transactions that led to the present position, the last first; what a rewind undid is not among them."""
    at = len(fold.transactions) - 1
    while at >= 0:
        made = fold.transactions[at]
        if made.kind == "rewound":
            at = fold.transactions.index(fold.after(made.to))
            continue
        yield made
        at -= 1


def beginnings(fold: "Fold", transactions: Iterator[Transaction]) -> Iterator[Transaction]:
    """Those of the transactions, in their order, after which another phase waits for orders than before."""
    rewinds = {made.seq for made in fold.transactions if made.kind == "rewound"}
    before: Transaction | None = None
    for made in transactions:
        if is_playable(fold, made):
            if before is None or _another_phase(fold, before, made, rewinds):
                yield made
            before = made


def _another_phase(fold: "Fold", before: Transaction, made: Transaction, rewinds: set[int]) -> bool:
    """Whether the phase is another one; one that goes on after a rewind is not."""
    if moment(fold.system.phase(before.state)) != moment(fold.system.phase(made.state)):
        return True
    return made.opened != before.opened and made.opened not in rewinds


def is_playable(fold: "Fold", made: Transaction) -> bool:
    """Whether the transaction left a position in which somebody can order."""
    return made.started and fold.system.phase(made.state) is not None


def position_words(fold: "Fold", made: Transaction) -> str:
    """A position by its turn and phase: ``turn 2, movement (The Axis; entry 57)``."""
    phase = fold.system.phase(made.state) if made.started else None
    if phase is None:
        return f"{'the end of the game' if made.started else 'the time before it began'} (entry {made.seq})"
    names = [fold.scenario.sides[side].name for side in phase.sides if side in fold.scenario.sides]
    who = "" if phase.sealed or len(names) != 1 or names[0] in phase.title else f"{names[0]}; "
    return f"{phase_words(phase)} ({who}entry {made.seq})"
