"""What follows from a change of a game without anybody's order, stored with it: the next deadline by the calendar, and
what becomes of a game or a side that has been silent.
"""

from collections.abc import Iterator, Sequence

from engine.contract import counted
from engine.log.decision_words import GIVEN_UP, MISSED, SILENT, UNTOUCHED
from engine.log.decisions import Timed
from engine.log.entries import DraftWritten, Seated, freed_seat
from engine.log.fold import Fold
from engine.log.journal import EntryChain
from engine.log.schedule import deadline_of, deadline_to_set, resumed_deadline


def follow_ups(fold: Fold, chain: EntryChain) -> Iterator[EntryChain]:
    """The entries that follow those of ``chain``, which the fold has taken in; each chain is to be added before the
    next is asked for.
    """
    made = fold.transactions[-1]
    if due := deadline_to_set(fold):
        yield _chain(fold, chain, "timed", "", Timed("set", due, "calendar"))
    if fold.phase is None or fold.awaited:
        return
    if made.late:
        yield from _silence(fold, chain, tuple(made.done))
    elif made.lock and made.side and made.paused and not made.frozen and fold.schedule.paused_by == "clock":
        yield _chain(fold, chain, "timed", "", Timed("resumed", resumed_deadline(fold, chain.at), "clock"))


def _silence(fold: Fold, chain: EntryChain, ended: Sequence[str]) -> Iterator[EntryChain]:
    """``ended``: the sides whose part of the phase the deadline has just ended."""
    for side in ended:
        count = fold.schedule.missed[side]
        if count == MISSED:
            due = deadline_of(fold, fold.transactions[-1], fold.phase) or ""
            yield _chain(fold, chain, "timed", "", Timed("disorder", due, "clock", "", (side,)))
        if count >= GIVEN_UP and _has_others(fold, side):
            closes = fold.motions.settled_without(side, fold.seats)
            yield _chain(fold, chain, "seated", side, freed_seat(fold.seats[side], SILENT, closes))
            if side in fold.drafts and fold.drafts[side].text:
                yield _chain(fold, chain, "written", side, DraftWritten(""))
    if fold.schedule.untouched >= UNTOUCHED and not fold.transactions[-1].paused:
        why = f"Nobody has done anything in {counted(UNTOUCHED, 'phase')}. The next commit lets it go on."
        yield _chain(fold, chain, "timed", "", Timed("paused", "", "clock", "", (), why))


def _has_others(fold: Fold, side: str) -> bool:
    """Whether the seat is held, and somebody else plays too."""
    return len({*filter(None, fold.seats.values())}) > 1 and bool(fold.seats[side])


def _chain(fold: Fold, before: EntryChain, kind: str, side: str, body: Timed | Seated | DraftWritten) -> EntryChain:
    chain = before.following(fold.seq, fold.link)
    chain.add(kind, side, body)
    return chain
