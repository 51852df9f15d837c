"""What a table makes a commit of, checked in a public log: whose orders run, in which words, who is done, and why it
was made at all.
"""

from collections.abc import Mapping
from typing import Any

from engine.contract import Phase, Turn
from engine.language import read, write
from engine.play import order_kinds

from .deadline import has_passed
from .entries import Awaited, Locked, Orders, decode
from .fold import Fold
from .journal import Entry
from .nonces import NonceKind, deadline_nonce, nonce_kind
from .proof import ProofFailed
from .schedule import deadline_of
from .transactions import moment


class CommitRules:
    """Checks one commit after the other.  Raises ProofFailed.

    Of the first format only deadlines are checked: it was written before a lock said where it came from.
    """

    def __init__(self, fold: Fold) -> None:
        self._fold, self._first_format = fold, fold.opened.first_format
        self._locked: Entry | None = None
        self._kind: NonceKind | None = None
        self._phase: Phase | None = None
        self._runs, self._done, self._ended = tuple[str, ...](), list[str](), set[str]()
        self._awaited: Awaited | None = None
        self._starts = self._empty = False
        """Whether the commit starts the game, and whether it has no orders."""

    def check_lock(self, entry: Entry, orders: Mapping[str, Orders]) -> None:
        fold, body = self._fold, decode(entry)
        self._locked, self._phase, self._starts = entry, fold.phase, not fold.started
        self._runs, self._done, self._ended, self._awaited = tuple(orders), [], set(), None
        self._empty = not any(given.lines for given in orders.values())
        if self._first_format or not isinstance(body, Locked):
            return
        self._kind = nonce_kind(body.nonce)
        if fold.over:
            raise ProofFailed(entry.seq, "The game was over.")
        if bool(entry.side) is (self._kind is NonceKind.DEADLINE):
            raise ProofFailed(entry.seq, "A side commits, or a deadline does; this is neither.")
        if self._kind is NonceKind.DEADLINE:
            self._check_deadline(entry, body.nonce)
        last = fold.transactions[-1]
        if self._kind is NonceKind.LEFT and (last.kind, last.side) != ("left", entry.side):
            raise ProofFailed(entry.seq, f"{entry.side} has not left its seat.")
        self._check_runs(entry)
        for side, given in orders.items():
            self._check_words(entry, side, given)

    def _check_deadline(self, entry: Entry, nonce: str) -> None:
        due = deadline_of(self._fold, self._fold.transactions[-1], self._phase)
        if not due or nonce != deadline_nonce(due) or not has_passed(due, entry.at):
            raise ProofFailed(entry.seq, f"The deadline was {due or 'none'}, and it says {nonce} at {entry.at}.")

    def _check_runs(self, entry: Entry) -> None:
        """Who may have orders in a commit, and in which order they run."""
        sides = self._phase.sides if self._phase else ()
        if self._kind is NonceKind.DEADLINE:
            allowed = [side for side in sides if side in self._runs]
        elif self._kind is NonceKind.LEFT or self._starts:
            allowed = []
        else:
            first = [entry.side] if entry.side in self._runs else []
            allowed = first + [side for side in sides if side in self._runs and side != entry.side]
        if list(self._runs) != allowed:
            raise ProofFailed(
                entry.seq, f"Orders of {' and '.join(self._runs)} cannot run in this commit, in this order."
            )

    def _check_words(self, entry: Entry, side: str, given: Orders) -> None:
        """That each order is written in the one form in which the game writes it, so that nobody can vary it."""
        fold = self._fold
        vocabulary, kinds = fold.system.vocabulary(fold.system.view(fold.state, side), side), order_kinds(fold.system)
        for number, text in given.lines:
            found = read(text, kinds, vocabulary)
            if len(found) != 1 or not found[0].order or write(found[0].order, vocabulary, found[0].condition) != text:
                raise ProofFailed(
                    entry.seq, f"Line {number} of {side}'s orders is not written as the game writes it: {text!r}."
                )

    def check_awaited(self, entry: Entry) -> None:
        """What a commit that waits for a beacon will do when the round is out."""
        body, sides = decode(entry), self._phase.sides if self._phase else ()
        if bool(body.closes) != (body.by in ("player", "deadline")) or not set(body.closes) <= set(sides):
            raise ProofFailed(entry.seq, "It ends parts of the phase that are nobody's, or by nobody.")
        self._awaited = body

    def note_ended(self, side: str, *, ended: bool) -> None:
        """Whether a side's own orders have ended its part of the phase."""
        if ended:
            self._ended.add(side)

    def check_done(self, entry: Entry, turn: Turn[Any]) -> None:
        phase, fold, by = self._fold.system.phase(turn.state), self._fold, decode(entry).by
        if phase is None or entry.side not in phase.sides:
            raise ProofFailed(entry.seq, f"{entry.side} had no orders to give then.")
        time = deadline_of(fold, fold.transactions[-1], self._phase)
        if by != "player" and not (time and has_passed(time, entry.at)):
            raise ProofFailed(entry.seq, f"The time of {entry.side} was not up.")
        if by not in ("player", "deadline"):
            raise ProofFailed(entry.seq, f"A side is done by player or by deadline, not by {by!r}.")
        if self._first_format or self._locked is None or self._phase is None:
            return
        if self._awaited and (entry.side not in self._awaited.closes or by != self._awaited.by):
            raise ProofFailed(entry.seq, f"The commit was not to end the part of {entry.side} by {by}.")
        before = self._done[-1:]
        if (by == "deadline") is not (self._kind is NonceKind.DEADLINE):
            raise ProofFailed(entry.seq, f"The commit was not made by the {by}.")
        own = self._locked.side
        order = [*([own] if own else []), *(side for side in self._phase.sides if side != own)]
        ahead = order[order.index(before[0]) + 1 :] if before else order
        if entry.side not in self._closing(turn) or entry.side not in ahead:
            raise ProofFailed(entry.seq, f"{entry.side} had ended its part of the phase, or comes earlier.")
        self._done.append(entry.side)

    def check_end(self, entry: Entry, turn: Turn[Any]) -> None:
        """That nobody is missing at a deadline, and that the commit did something."""
        if self._first_format or self._starts:
            return
        if self._awaited and (left := [side for side in self._closing(turn) if side in self._awaited.closes]):
            raise ProofFailed(entry.seq, f"The part of {left[0]} was to end with this commit, and did not.")
        if self._kind is NonceKind.DEADLINE and (late := self._closing(turn)):
            raise ProofFailed(
                entry.seq, f"At the deadline {late[0]} was not done, and its part of the phase not ended."
            )
        if self._empty and (not self._done or self._kind is NonceKind.AHEAD):
            raise ProofFailed(entry.seq, "The commit runs no orders and ends nobody's part of the phase.")

    def _closing(self, turn: Turn[Any]) -> list[str]:
        """The sides whose part of the phase can still be ended by this commit, in the order in which it would."""
        phase = self._fold.system.phase(turn.state)
        if phase is None or self._phase is None or moment(phase) != moment(self._phase) or self._locked is None:
            return []
        return [side for side in self._phase.sides if side in phase.sides and side not in {*self._ended, *self._done}]
