"""What a table lets anybody do beside commits, checked in a public log: seats, drafts, notes and rewinds."""

from .deadline import clock_note, clock_went_back
from .decision_rules import KINDS as DECISIONS
from .decision_rules import check_decision, check_end_of_seat, check_ruling
from .decisions import Ruled
from .entries import CLOCK, Orders, Seated, decode
from .fold import Fold
from .journal import Entry
from .proof import SIDE_KINDS, ProofFailed
from .schedule import deadline_from

AFTERWARDS = frozenset(("ruled", "rewound", "said"))
"""Kinds of entries that a finished game may get."""


class GameRules:
    """Checks each entry against the game as it is before it.  Raises ProofFailed.

    The first format was written before some of these rules were kept; they are not asked of it.
    """

    def __init__(self, fold: Fold) -> None:
        self._fold, self._first_format = fold, fold.opened.first_format
        self._over = False

    def check_side(self, entry: Entry) -> None:
        """That the side belongs to the game."""
        if (entry.side or entry.kind in SIDE_KINDS) and entry.side not in self._fold.seats:
            raise ProofFailed(entry.seq, f"The game has no side {entry.side}.")

    def check(self, entry: Entry) -> None:
        fold = self._fold
        self.check_side(entry)
        if fold.over and entry.kind == "promised":
            raise ProofFailed(entry.seq, "The game was over.")
        if entry.kind == "rewound":
            first = next((transaction.seq for transaction in fold.transactions if transaction.started), entry.seq)
            if not first <= decode(entry).to < entry.seq:
                raise ProofFailed(entry.seq, "It does not go back to a position of this game.")
        if self._first_format:
            if entry.kind in DECISIONS:
                raise ProofFailed(entry.seq, f"A log of the first format has no {entry.kind} entries.")
            return
        if fold.over and fold.whole and entry.kind not in AFTERWARDS:
            raise ProofFailed(entry.seq, "The game was over.")
        if not fold.started:
            self._check_before_start(entry)
        if entry.kind == "seated":
            self._check_seat(entry, decode(entry))
        if entry.kind == "written" and entry.body and isinstance(orders := decode(entry), Orders):
            self._check_numbers(entry, orders)
        if entry.kind == "ruled":
            check_ruling(fold, entry, note := decode(entry))
            if note.by == CLOCK:
                self._check_clock(entry, note)
        if entry.kind in DECISIONS:
            check_decision(fold, entry)

    def _check_before_start(self, entry: Entry) -> None:
        full = all(self._fold.seats.values())
        if full and not self._fold.whole and entry.kind != "locked" and self._fold.locks == 0:
            raise ProofFailed(entry.seq, "With the last seat taken the game starts, and nothing comes before that.")
        if entry.kind == "written" or (entry.kind == "locked" and not full):
            raise ProofFailed(entry.seq, "The game had not started.")

    def _check_seat(self, entry: Entry, body: Seated) -> None:
        holder = self._fold.seats[entry.side]
        if body.player and (body.left or holder):
            raise ProofFailed(entry.seq, f"The seat of {entry.side} was not free.")
        if not body.player and (not holder or body.left != holder):
            raise ProofFailed(entry.seq, f"The seat of {entry.side} was not held by the one who gives it up.")
        check_end_of_seat(self._fold, entry, body)

    def _check_numbers(self, entry: Entry, body: Orders) -> None:
        """That orders are numbered as the lines of a text are."""
        numbers = [number for number, _ in body.lines]
        if numbers != sorted(numbers) or (numbers and numbers[0] < 1):
            raise ProofFailed(entry.seq, "The lines of its orders are not numbered as those of a text.")

    def _check_clock(self, entry: Entry, note: Ruled) -> None:
        """That the clock had been ahead by what the note says: only here may times fall."""
        began, due = self._fold.transactions[-1].began, deadline_from(self._fold, entry.at)
        wrong = due and self._fold.phase and clock_went_back(began, entry.at)
        if not due or not wrong or note.text != clock_note(began, entry.at, due):
            raise ProofFailed(entry.seq, "The clock that it speaks of was not wrong.")
