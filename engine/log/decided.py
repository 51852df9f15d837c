"""What a decision does to a game: to its schedule, its motions, its deputies; what is said in public does nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import Phase

from .decision_words import DECISION, closed_words, ruling_words, said_words, timed_words, vote_words
from .decisions import Deputed, Proposed, Ruled, Said, Timed, Voted
from .journal import Entry
from .rulings import apply_changes, change_words
from .schedule import deadline_of
from .transactions import Transaction, moment

if TYPE_CHECKING:
    from .fold import Fold


def decide(fold: "Fold", entry: Entry, body: Ruled | Timed | Proposed | Voted | Deputed | Said) -> Transaction:
    """The transaction of the decision, with what everybody is told."""
    if isinstance(body, Ruled):
        return _ruling(fold, entry, body)
    made = Transaction("timed" if isinstance(body, Timed) else "decided", entry.at, fold.phase, side=entry.side)
    if isinstance(body, Timed):
        made.player, made.side = body.by, body.sides[0] if body.role == "player" else ""
        before = deadline_of(fold, fold.transactions[-1], fold.phase) or entry.at
        fold.schedule.note(body, before, entry.at)
        if body.act in ("paused", "frozen", "resumed", "thawed"):
            fold.motions.drop("pause", "resume")
        if body.role == "vote" or (body.role == "clock" and body.act in ("disorder", "paused", "resumed")):
            made.cause = DECISION
        made.excused = _excused(body, fold.phase)
        made.text = timed_words(fold, body, before)
        return made
    if isinstance(body, Said):
        made.text = said_words(fold, body, entry.side)
        return made
    motion = None
    if isinstance(body, Deputed):
        fold.deputies[entry.side] = body.player
        fold.former_deputies.add((entry.side, body.player))
    elif isinstance(body, Proposed):
        motion = fold.motions.propose(entry, body, fold.seats, fold.opened_at, fold.locks)
    else:
        motion = fold.motions.vote(entry, body, fold.seats)
    made.text = vote_words(fold, body, motion, entry.side)
    return made


def _excused(body: Timed, phase: Phase | None) -> tuple[str, ...]:
    held = body.act in ("paused", "frozen") and body.role == "referee"
    return body.sides if body.act == "away" else phase.sides if held and phase else ()


def close_motions(fold: "Fold", closes: Sequence[int]) -> tuple[str, ...]:
    """Motions that a seat which becomes free takes along; a sentence for each."""
    found = [made for seq in closes if (made := fold.motions.open.pop(seq, None))]
    return tuple(closed_words(fold, made) for made in found)


def _ruling(fold: "Fold", entry: Entry, body: Ruled) -> Transaction:
    """A note, which may change the position; a phase that begins by it has its whole time."""
    changed = change_words(fold.state, body.changes or ())
    made = Transaction("ruled", entry.at, fold.phase, player=body.by, text=ruling_words(body, changed))
    before = moment(fold.phase)
    if body.changes:
        fold.state = apply_changes(fold.state, body.changes)
        made.changes = len(body.changes)
    if moment(fold.phase) != before:
        fold.began, fold.opened_at = entry.at, entry.seq
    return made
