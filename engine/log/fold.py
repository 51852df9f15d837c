"""The state of a game, added up from its entries: position, seats, drafts, promise, and all transactions so far."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.contract import Event, Phase, Scenario
from engine.dice.sealed import AnyLock, CommitLock, Lock, lock_digest
from engine.errors import Refused
from engine.play import OrderToRun
from engine.scenarios.kept_scenarios import read_source
from engine.systems import SYSTEMS, rules_of

from .deadline import add_seconds, to_unix
from .decided import close_motions, decide
from .decision_words import BY_VOTE, DECISION, SILENT
from .decisions import TAKE_BACK, Deputed, Proposed, Rewound, Ruled, Said, Timed, Voted
from .entries import (
    CLOCK,
    Awaited,
    Closed,
    Done,
    DraftWritten,
    Drawn,
    Locked,
    Opened,
    Orders,
    Promised,
    Revealed,
    Seated,
    decode,
    decoder,
)
from .journal import Entry
from .motions import Motions
from .nonces import BY_ITSELF
from .schedule import Schedule
from .starting_position import starting_position
from .transactions import AwaitedDice, LogLine, RecordedEvent, Transaction, moment, phase_key


class Fold:
    """Made from the first entry of a game; ``add`` takes every later one in order.

    Raises msgspec.MsgspecError for a body that cannot be read.
    """

    def __init__(self, entry: Entry) -> None:
        opened: Opened = decode(entry)
        if opened.system not in SYSTEMS:
            raise Refused(
                "newer",
                f"{opened.game} is a game of {opened.system}, which this program does not have. Update the program.",
            )
        self.opened, self.id = opened, entry.game
        self.scenario: Scenario = read_source(opened.source)
        self.system = rules_of(self.scenario)
        self.state: Any = starting_position(self.system, self.scenario, opened.version)
        self.seq, self.link, self.promise, self.previous, self.locks = entry.seq, entry.link, "", "", 0
        self.at, self.promised_after = entry.at, ""  # of the last entry; the link of the one before the promise
        self.seats = dict.fromkeys(self.scenario.sides, "")
        self.people = dict[str, str]()  # pseudonym -> player; in no entry (engine/game/pseudonyms.py)
        self._drafts, self.nonces = dict[str, LogLine](), dict[str, Transaction]()
        self.kept_drafts = dict[str, LogLine]()  # newer ones, no entries yet (engine/game/kept_drafts.py)
        self.transactions, self.began = list[Transaction](), entry.at
        self.opened_at = 0  # the entry at which the current phase opened: two phases may have the same name
        self.draft_entries = list[int]()
        """The entries of all drafts, old ones included."""
        self.schedule, self.motions = Schedule(opened), Motions()
        self.deputies, self.former_deputies, self.take_backs = dict[str, str](), set[tuple[str, str]](), 0
        self.started = False
        self.ended: Closed | None = None  # how the game has ended
        self.awaited: AwaitedDice | None = None
        self._lines, self._waited = dict[str, tuple[OrderToRun, ...]](), 0
        self._unfinished: Transaction | None = Transaction("opened", entry.at, None)
        self._decode = decoder(self.system)

    @property
    def drafts(self) -> Mapping[str, LogLine]:
        """The newest draft of each side that has written one."""
        return {**self._drafts, **self.kept_drafts}

    @property
    def phase(self) -> Phase | None:
        """The current phase; None before the start and after the end."""
        return self.system.phase(self.state) if self.started and not self.ended else None

    @property
    def phase_key(self) -> str:
        """What identifies the current phase among all phases of the game; "" before the start and after the end."""
        return phase_key(self.phase, self.opened_at)

    @property
    def over(self) -> bool:
        return self.ended is not None or (self.started and self.system.phase(self.state) is None)

    @property
    def whole(self) -> bool:
        """Whether the last entry was the last of its transaction."""
        return self._unfinished is None

    def start_from(self, state: Any) -> None:
        """Begin in another position than the scenario's: a game that has just been opened, and is in no journal."""
        first = self.transactions[0]
        self.state = first.state = state
        self.started = first.started = True

    def not_before(self, now: str) -> str:
        """The time of entries that are added now: that of the last one while a clock is behind it."""
        return now if self.opened.first_format else max(now, self.at)

    def after(self, seq: int) -> Transaction:
        """The last transaction that ends at or before entry ``seq``; the first one if there is none."""
        return self.transactions[
            max(0, bisect_right(self.transactions, seq, key=lambda transaction: transaction.seq) - 1)
        ]

    def since(self, seq: int) -> Sequence[Transaction]:
        """The transactions that end after entry ``seq``."""
        return self.transactions[bisect_right(self.transactions, seq, key=lambda transaction: transaction.seq) :]

    def extend(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        if entry.kind == "promised" and not self.opened.first_format:
            self.promised_after = self.link
        self.seq, self.link, self.at = entry.seq, entry.link, entry.at
        self.motions.carried = self.motions.lost = None
        if entry.kind == "happened":
            self._happened(entry.seq, self._decode(entry.body))
        else:
            self._add_body(entry)

    def _add_body(self, entry: Entry) -> None:
        match decode(entry):
            case Seated() as body:
                self._seated(entry, body)
            case DraftWritten(text, ahead):
                self.draft_entries.append(entry.seq)
                self._drafts[entry.side] = LogLine(entry.seq, text, entry.digest, entry.at, ahead)
                self.kept_drafts.pop(entry.side, None)
            case Orders(lines, draft):
                self._lines[entry.side] = lines
                transaction = self._transaction("report", entry)
                transaction.orders[entry.side], transaction.words[entry.side] = (
                    entry.seq,
                    "\n".join(text for _, text in lines),
                )
                if self._drafts.get(entry.side, LogLine(0, "", "", "")).seq == draft:
                    self._drafts.pop(entry.side, None)
            case Locked(lock, nonce):
                self._locked(entry, lock, nonce)
            case Awaited(closes, by):
                self._await_beacon(entry, closes, by)
            case Drawn(_, signature):
                self._drawn(entry, silent=not signature)
            case Lock() as lock:
                self._locked(entry, lock, lock.nonce)
            case Done(by):
                self._transaction("report", entry).done[entry.side] = by
            case Revealed():
                self._transaction("report", entry)
                self.promise = ""
            case Promised(promise):
                self.promise = promise
                self._finish(entry)
            case Closed() as ended:
                made = self._unfinished or self.transactions.pop()  # the vote that carried it is a part of it
                self._unfinished, self.ended, made.closed = made, ended, True
                self.motions.open.clear()
                self._finish(entry)
            case Ruled() | Rewound() | Timed() | Proposed() | Voted() | Deputed() | Said() as body:
                self._decided(entry, body)

    def _decided(self, entry: Entry, body: Ruled | Rewound | Timed | Proposed | Voted | Deputed | Said) -> None:
        """A decision about the game; the deadline that a calendar sets belongs to the transaction before it."""
        if isinstance(body, Rewound):
            self._rewound(entry, body)
        elif isinstance(body, Timed) and body.act == "set":
            self.transactions[-1].due = body.due
        else:
            self._unfinished = made = decide(self, entry, body)
            self._finish(entry)
            if isinstance(body, Timed):
                made.change_deadline(body)

    def _transaction(self, kind: str, entry: Entry) -> Transaction:
        if self._unfinished is None:
            self._unfinished = Transaction(kind, entry.at, self.phase, side=entry.side)
        return self._unfinished

    def _seated(self, entry: Entry, body: Seated) -> None:
        self.seats[entry.side] = body.player
        self.deputies.pop(entry.side, None)
        self.schedule.seat(entry.side)
        self.motions.drop("replace", value=entry.side)
        transaction = self._transaction("seated" if body.player else "left", entry)
        transaction.player, transaction.text = body.player or body.left, body.reason
        transaction.closed_motions = close_motions(self, body.closes or ())
        transaction.cause = DECISION if body.reason in (BY_VOTE, SILENT) else ""
        if self.started or not all(self.seats.values()):
            self._finish(entry)

    def _locked(self, entry: Entry, lock: AnyLock, nonce: str) -> None:
        transaction = self._transaction("report", entry)
        transaction.lock, transaction.side = lock, transaction.side or entry.side
        transaction.late = transaction.kind == "report" and not entry.side
        self.locks, self.previous = lock.lock, lock_digest(lock)
        if nonce:
            self.nonces[nonce] = transaction
        transaction.cause = nonce if nonce in BY_ITSELF else ""
        self.started = self.started or lock.beacon is None

    def _await_beacon(self, entry: Entry, closes: tuple[str, ...], by: str) -> None:
        """The commit stops here until its round is out; what has happened so far is a transaction of its own."""
        made = self._transaction("report", entry)
        assert isinstance(made.lock, CommitLock) and made.lock.beacon
        made.round = made.lock.beacon.round
        nonce = next((nonce for nonce, one in self.nonces.items() if one is made), "")
        seq = entry.seq if made.kind == "report" else 0  # who has taken the last seat is news of its own
        given = made.orders, made.words, dict(self._lines)
        self.awaited = AwaitedDice(made.lock, made.side, nonce, *given, closes, by, made.late, seq, entry.at)
        made.lock, made.orders, made.words = None, {}, {}
        made.kind = "locked" if made.kind == "report" else made.kind
        self._finish(entry)

    def _drawn(self, entry: Entry, *, silent: bool) -> None:
        """The round is out: the commit goes on."""
        awaited, self.awaited = self.awaited, None
        assert awaited and awaited.lock.beacon
        made = self._transaction("report" if self.started else "began", entry)
        made.lock, made.side, made.late = awaited.lock, awaited.side if self.started else "", awaited.late
        self._waited = to_unix(entry.at) - to_unix(awaited.at)  # nobody loses time
        self.began = add_seconds(self.began, self._waited)
        made.orders, made.words = awaited.orders, awaited.words
        made.round, made.silent, made.completes = awaited.lock.beacon.round, silent, awaited.seq
        if awaited.nonce:
            self.nonces[awaited.nonce] = made
        self.started = True

    def _happened(self, seq: int, events: Sequence[Event]) -> None:
        transaction = self._unfinished
        for event in events:
            if transaction:
                transaction.events.append(RecordedEvent(seq, self.state, event))
            self.state = self.system.apply(self.state, event)

    def _rewound(self, entry: Entry, body: Rewound) -> None:
        self._unfinished = transaction = Transaction("rewound", entry.at, self.phase, player=body.by, to=body.to)
        self.state, self.began, self.opened_at = self.after(body.to).state, entry.at, entry.seq
        self._drafts.clear()
        self.motions.open.clear()
        self.ended, transaction.text = None, body.reason
        self.take_backs += body.reason == TAKE_BACK
        transaction.cause = "" if body.by else DECISION
        transaction.earlier, transaction.acted = self.after(body.to), self.after(body.to).acted
        if self.promise:
            self._finish(entry)

    def _finish(self, entry: Entry) -> None:
        transaction, self._unfinished = self._transaction("report", entry), None
        self._lines.clear()
        before = self.transactions[-1] if self.transactions else transaction
        if transaction.lock:
            transaction.acted = moment(transaction.phase)
            transaction.earlier = before if before.acted == transaction.acted else None
            if moment(self.phase) != transaction.acted:
                self.began = entry.at
            if self._has_moved_on(transaction):
                self.opened_at = entry.seq
        elif transaction.kind != "rewound" and before is not transaction:
            transaction.earlier, transaction.acted = before, before.acted
        transaction.seq, transaction.started, transaction.state = entry.seq, self.started, self.state
        transaction.link = entry.link
        moved_on = self.opened_at != before.opened
        if transaction.kind == "ruled" and transaction.player == CLOCK and not before.paused:
            self.began = min(self.began, entry.at)
        elif not moved_on or before.paused:
            transaction.keep_deadline(before, moved_on=moved_on, waited=self._waited)
        transaction.began, transaction.opened = self.began, self.opened_at
        self.transactions.append(transaction)
        if transaction.lock:
            self.schedule.finish(transaction, self.phase.sides if self.phase else (), moved_on=moved_on)
        self.motions.go_on(self.opened_at, self.locks)
        self._waited = 0

    def _has_moved_on(self, transaction: Transaction) -> bool:
        """Whether the phase that follows is another one, even if it has the same name and is the same side's."""
        acted, phase = transaction.acted, self.phase
        if moment(phase) != acted:
            return True
        if any(moment(self.system.phase(recorded.before)) != acted for recorded in transaction.events):
            return True
        said = {side for side, words in transaction.words.items() if "done" in words.split("\n")}
        return phase is not None and not said.union(transaction.done).isdisjoint(phase.sides)
