"""What a decision does to a game: to its schedule, its motions, its deputies; what is said in public does nothing."""

from typing import TYPE_CHECKING

from .decision_words import said_words, timed_words, vote_words
from .decisions import Deputed, Proposed, Said, Timed, Voted
from .journal import Entry
from .schedule import deadline_of
from .transactions import Transaction

if TYPE_CHECKING:
    from .fold import Fold


def decide(fold: "Fold", entry: Entry, body: Timed | Proposed | Voted | Deputed | Said) -> Transaction:
    """The transaction of the decision, with what everybody is told."""
    made = Transaction("timed" if isinstance(body, Timed) else "decided", entry.at, fold.phase, side=entry.side)
    if isinstance(body, Timed):
        made.player, made.side = body.by, body.sides[0] if body.role == "player" else ""
        fold.schedule.note(body, deadline_of(fold, fold.transactions[-1], fold.phase) or entry.at)
        made.text = timed_words(fold, body)
        return made
    if isinstance(body, Said):
        made.text = said_words(fold, body, entry.side)
        return made
    motion = None
    if isinstance(body, Deputed):
        fold.deputies[entry.side] = body.player
    elif isinstance(body, Proposed):
        motion = fold.motions.propose(entry, body, fold.seats, fold.opened_at, fold.locks)
    else:
        motion = fold.motions.vote(entry, body, fold.seats)
    made.text = vote_words(fold, body, motion, entry.side)
    return made
