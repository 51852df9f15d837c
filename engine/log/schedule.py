"""What of a game depends on time: its calendar, what has been put off and for whom, pauses, and who has been silent."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from engine.contract import Phase
from engine.deadlines.calendar import NO_CALENDAR, Calendar
from engine.deadlines.words import read_calendar

from .deadline import add_seconds, to_unix
from .decisions import Role, Timed
from .entries import DEADLINE, Opened
from .transactions import Transaction

if TYPE_CHECKING:
    from .fold import Fold


class Schedule:
    """``extensions``: how often each side has put a deadline off.  ``away``, ``bank``: seconds for which each side has
    been waited for while its player was away, and by which it has been late.

    ``missed``: in how many phases in a row each side has let a deadline pass without a word; ``untouched``: in how many
    nobody has done anything.  ``paused_by``: who has paused the game the last time.
    """

    def __init__(self, opened: Opened) -> None:
        words = opened.term(DEADLINE)
        self.calendar = read_calendar(words) if words else Calendar(length=opened.period or 0)
        self.has_terms = bool(words)
        self.extensions, self.away, self.bank = Counter[str](), Counter[str](), Counter[str]()
        self.missed, self.untouched = Counter[str](), 0
        self.paused_by: Role = "referee"
        self._late = dict[str, str]()

    @property
    def has_deadlines(self) -> bool:
        return self.calendar != NO_CALENDAR

    def note(self, body: Timed, due: str, at: str) -> None:
        """A change at that time of the deadline, which was ``due``."""
        if body.act == "extended" and body.role == "player":
            self.extensions.update(body.sides)
        if body.act == "away":
            longer = max(0, to_unix(body.due) - to_unix(due))
            self.away.update(dict.fromkeys(body.sides, longer))
        if body.act == "bank":
            self._late = dict.fromkeys(body.sides, due)
        if body.act in ("paused", "frozen"):
            self.paused_by = body.role
            self._charge(tuple(self._late), at)
        if body.act == "resumed":
            self.untouched = 0

    def seat(self, side: str) -> None:
        """Somebody else sits there, or nobody: what was missed is not theirs."""
        self.missed.pop(side, None)

    def _charge(self, sides: Iterable[str], at: str) -> None:
        """These sides are late no longer."""
        for side in sides:
            self.bank[side] += max(0, to_unix(at) - to_unix(self._late.pop(side)))

    def finish(self, made: Transaction, waiting: Collection[str], *, moved_on: bool) -> None:
        """A commit: count who was silent, and who was late.  ``waiting``: the sides that the phase still waits for."""
        acted = {side for side, by in made.done.items() if by == "player"} | made.orders.keys()
        self.missed = Counter({side: count for side, count in self.missed.items() if side not in acted})
        if acted:
            self.untouched = 0
        self._charge([side for side in self._late if moved_on or side not in waiting], made.at)
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
    due = deadline_from(fold, last.began)
    if last.kind == "rewound":  # whoever had more time before keeps it
        due = max(filter(None, (due, fold.after(last.to).due)), default=None)
    return due


def time_left(fold: "Fold") -> int:
    """Seconds that were left of the present phase when the game was paused; 0 if the phase has opened since."""
    made = fold.transactions
    stopped = next((n for n in range(len(made) - 1, 0, -1) if made[n].paused and not made[n - 1].paused), 0)
    if not stopped or made[stopped].opened != fold.opened_at:
        return 0
    due = deadline_of(fold, made[stopped - 1], fold.phase)
    return max(0, to_unix(due) - to_unix(made[stopped].at)) if due else 0


def resumed_deadline(fold: "Fold", now: str) -> str:
    """The deadline when a paused game goes on: as if the phase began now, or what was left of it if that is more; ""
    without one.
    """
    left = time_left(fold)
    kept = fold.schedule.calendar.allowed_from(add_seconds(now, left)) if left else None
    return max(filter(None, (deadline_from(fold, now), kept)), default="")


def deadline_from(fold: "Fold", began: str) -> str | None:
    """The deadline of the present phase if it had begun at that time; None without one."""
    if fold.phase is None:
        return None
    return fold.schedule.calendar.due(began, f"{fold.phase.name} {fold.phase.title}", first=fold.locks <= 1)
