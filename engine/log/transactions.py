"""What one commit, or another change of a game, was: its entries taken together, and the position that it left."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.contract import Event, Phase
from engine.dice.sealed import AnyLock, CommitLock
from engine.play import OrderToRun

from .deadline import add_seconds
from .decisions import Timed

Moment = tuple[int, str, tuple[str, ...]]
"""Turn, name and, of an open phase, sides."""


class RecordedEvent(NamedTuple):
    """An event, the state it happened in, and the number of its entry."""

    seq: int
    before: Any
    event: Event


class LogLine(NamedTuple):
    """A side's draft: the number of its entry, its text, digest and time, and whether it was written ahead, for the
    side's next phase.
    """

    seq: int
    text: str
    digest: str
    at: str
    ahead: bool = False


@dataclass
class Transaction:
    """The entries of one transaction and the position they left: the state, and when its phase began, or when a note
    said that the clock has come back since.

    ``kind``: opened, seated, left, locked (its dice are awaited), began (with dice that were awaited), report, ruled,
    timed (its deadline), decided, rewound. ``phase``: the moment it was done in. ``orders``: side -> entry of the
    orders run, ``words``: what they say. ``done``: side -> by whom it was ended. ``acted``: the moment something was
    last done in, ``earlier`` the transaction before in it. ``opened``: the entry at which the phase that follows
    opened. ``link``: that of its last entry. ``late``: run at a deadline. ``round``: of the beacon, awaited or drawn,
    ``silent`` if the dice fell without it; ``completes``: the last entry of the transaction that was locked before.
    ``closed``: the game is over. ``due``: the deadline of the phase that follows, if it is not just a length after its
    beginning, nor ``paused``; ``grace``: the sides for which alone it was put off; ``given``: it gave them that time;
    ``frozen``: nobody can order. ``changes``: of the position, by a referee. ``closed_motions``: a sentence
    for each that was closed with a seat. ``excused``: the sides whose part of the phase it takes out of what they have
    met or missed, because they are away or the referee holds the game. ``cause``: what set it off right after the
    transaction before it, if nobody did it just then: ahead, left, referee (nonces), or decision. It never changes once
    whole, but for the deadline that a calendar sets.
    """

    kind: str
    at: str
    phase: Phase | None
    side: str = ""
    player: str = ""
    text: str = ""
    to: int = 0
    seq: int = 0
    lock: AnyLock | None = None
    orders: dict[str, int] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    done: dict[str, str] = field(default_factory=dict)
    events: list[RecordedEvent] = field(default_factory=list)
    late: bool = False
    round: int = 0
    completes: int = 0
    silent: bool = False
    started: bool = False
    state: Any = None
    began: str = ""
    opened: int = 0
    link: str = ""
    closed: bool = False
    due: str = ""
    paused: bool = False
    frozen: bool = False
    grace: tuple[str, ...] = ()
    given: bool = False
    changes: int = 0
    closed_motions: tuple[str, ...] = ()
    excused: tuple[str, ...] = ()
    cause: str = ""
    acted: Moment | None = None
    earlier: "Transaction | None" = None

    def keep_deadline(self, before: "Transaction", *, moved_on: bool, waited: int) -> None:
        """What holds on from the transaction before.  ``moved_on``: another phase follows; ``waited``: seconds for
        which the dice were awaited.
        """
        self.paused, self.frozen = before.paused, before.frozen
        if not moved_on:
            self.due, self.grace = add_seconds(before.due, waited) if before.due else "", before.grace

    def change_deadline(self, decided: Timed) -> None:
        """A decision about the deadline of the phase."""
        self.due, self.given = decided.due, decided.act in ("grace", "bank")
        if self.given:
            self.grace = decided.sides
        elif decided.role in ("vote", "referee"):
            self.grace = ()
        if decided.act in ("paused", "frozen", "resumed", "thawed"):
            self.paused, self.frozen = decided.act in ("paused", "frozen"), decided.act == "frozen"

    @property
    def first(self) -> "Transaction":
        """The first transaction of the phase in which something was last done."""
        transaction = self
        while transaction.earlier:
            transaction = transaction.earlier
        return transaction

    @property
    def recent(self) -> Sequence[RecordedEvent]:
        """All that has happened since the phase began in which something was last done."""
        transactions, transaction = list[Transaction](), self
        while transaction.earlier:
            transactions.append(transaction)
            transaction = transaction.earlier
        return [recorded for each in (transaction, *reversed(transactions)) for recorded in each.events]


class AwaitedDice(NamedTuple):
    """A commit that waits for its round of the beacon: its lock, who made it, the entries, words and lines of the
    orders that it runs, by side, and the sides whose part of the phase it ends then, by ``by``.  ``seq``: the last
    entry of the news that it is locked.
    """

    lock: CommitLock
    side: str
    nonce: str
    orders: dict[str, int]
    words: dict[str, str]
    lines: dict[str, tuple[OrderToRun, ...]]
    closes: tuple[str, ...]
    by: str
    late: bool
    seq: int
    at: str


def moment(phase: Phase | None) -> Moment | None:
    """What identifies a phase: a sealed one stays the same while sides finish, an open one belongs to its side."""
    return (phase.turn, phase.name, () if phase.sealed else phase.sides) if phase else None


def phase_key(phase: Phase | None, opened: int) -> str:
    """A short text for a phase of a game: turn, name and the entry at which it opened; "" for no phase."""
    return f"{phase.turn}.{phase.name}.{opened}" if phase else ""
