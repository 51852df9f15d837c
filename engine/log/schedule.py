"""What of a game depends on time: its calendar, what has been put off and for whom, pauses, and who has been silent."""

from collections import Counter
from typing import TYPE_CHECKING

from engine.contract import Phase
from engine.deadlines.calendar import NO_CALENDAR, Calendar
from engine.deadlines.words import read_calendar

from .deadline import add_seconds, to_unix
from .decisions import Timed
from .entries import DEADLINE, Opened
from .transactions import Transaction

if TYPE_CHECKING:
    from .fold import Fold


class Schedule:
    """``extensions``: how often each side has put a deadline off.  ``away``, ``bank``: seconds for which each side has
    been waited for while its player was away, and by which it has been late.

    ``missed``: in how many phases in a row each side has let a deadline pass without a word; ``untouched``: in how many
    nobody has done anything.
    """

    def __init__(self, opened: Opened) -> None:
        words = opened.term(DEADLINE)
        self.calendar = read_calendar(words) if words else Calendar(length=opened.period or 0)
        self.has_terms = bool(words)
        self.extensions, self.away, self.bank = Counter[str](), Counter[str](), Counter[str]()
        self.missed, self.untouched = Counter[str](), 0
        self._late_since = ""
        self._late = tuple[str, ...]()

    @property
    def has_deadlines(self) -> bool:
        return self.calendar != NO_CALENDAR

    def note(self, body: Timed, due: str) -> None:
        """A change of the deadline, which was ``due``."""
        if body.act == "extended" and body.role == "player":
            self.extensions.update(body.sides)
        if body.act == "away":
            longer = max(0, to_unix(body.due) - to_unix(due))
            self.away.update(dict.fromkeys(body.sides, longer))
        if body.act == "bank":
            self._late_since, self._late = due, body.sides
        if body.act == "resumed":
            self.untouched = 0

    def finish(self, made: Transaction, *, moved_on: bool) -> None:
        """A commit: count who was silent, and who was late."""
        acted = {side for side, by in made.done.items() if by == "player"} | made.orders.keys()
        self.missed = Counter({side: count for side, count in self.missed.items() if side not in acted})
        if acted:
            self.untouched = 0
        if self._late and (moved_on or acted.issuperset(self._late)):
            used = max(0, to_unix(made.at) - to_unix(self._late_since))
            self.bank.update(dict.fromkeys(self._late, used))
            self._late = ()
        if made.late:
            silent = [side for side in made.done if side not in acted]
            self.missed.update(silent)
            self.untouched += len(silent) == len(made.done)

    def bank_left(self, side: str) -> int:
        return max(0, self.calendar.bank - self.bank[side])


def deadline_of(fold: "Fold", transaction: Transaction, phase: Phase | None) -> str | None:
    """The deadline of the phase that follows a transaction; None without one."""
    if phase is None or transaction.paused:
        return None
    if transaction.due or fold.schedule.has_terms:
        return transaction.due or None
    return add_seconds(transaction.began, fold.opened.period) if fold.opened.period else None


def deadline_to_set(fold: "Fold") -> str | None:
    """The deadline by the calendar of a phase that has none yet; None if it has one, or is to have none."""
    last = fold.transactions[-1]
    if not fold.schedule.has_terms or last.due or last.paused or fold.awaited:
        return None
    return deadline_from(fold, last.began)


def deadline_from(fold: "Fold", began: str) -> str | None:
    """The deadline of the present phase if it had begun at that time; None without one."""
    if fold.phase is None:
        return None
    return fold.schedule.calendar.due(began, f"{fold.phase.name} {fold.phase.title}", first=fold.locks <= 1)
