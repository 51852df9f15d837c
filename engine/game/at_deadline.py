"""What a deadline would do: whom the phase still waits for, and what of a side's draft would run when time is up."""

from typing import NamedTuple

from engine.log.deadline import add_seconds
from engine.log.decisions import Timed
from engine.log.fold import Fold

from . import drafts
from .turn_text import without_words


class AtDeadline(NamedTuple):
    """``runs``: the orders of a side's draft that would run, in standard form.  ``refused``: how many would not.

    ``later``: whether lines below them are kept for the side's next phase.
    """

    runs: tuple[str, ...]
    refused: int = 0
    later: bool = False


def silent_sides(fold: Fold) -> tuple[str, ...]:
    """The sides whose turn it is and that have neither committed anything in this phase nor said done."""
    acted = {side for made in fold.since(fold.opened_at) for side in (*made.orders, *made.done)}
    return tuple(side for side in fold.phase.sides if side not in acted) if fold.phase else ()


def unheard(fold: Fold) -> tuple[str, ...]:
    """The silent sides that have not written anything either."""
    return tuple(side for side in silent_sides(fold) if side not in fold.drafts or not fold.drafts[side].text.strip())


def more_time(fold: Fold, due: str, now: str) -> Timed | None:
    """What the calendar gives, once in a phase, to those who have written nothing when its deadline passes."""
    silent = tuple(side for side in unheard(fold) if fold.seats[side])
    last, calendar = fold.transactions[-1], fold.schedule.calendar
    had = any(made.given for made in fold.since(fold.opened_at))
    if not silent or had or last.paused:
        return None
    if banked := [side for side in silent if fold.schedule.bank_left(side)]:
        left = max(fold.schedule.bank_left(side) for side in banked)
        return Timed("bank", add_seconds(max(due, now), left), "clock", "", tuple(banked))
    return Timed("grace", add_seconds(max(due, now), calendar.grace), "clock", "", silent) if calendar.grace else None


def at_deadline(fold: Fold, side: str) -> AtDeadline:
    """What ``expire`` would run of the side's draft if the deadline passed now."""
    if fold.phase is None or side not in fold.phase.sides:
        return AtDeadline(())
    part = drafts.part_of_draft(fold, side)
    refused = sum(not verdict.accepted for verdict in part.orders)
    return AtDeadline(tuple(without_words(part.orders)), refused, bool(part.rest.strip()))
