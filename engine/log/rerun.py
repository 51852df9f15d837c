"""Runs the orders of a public log again under their locks: the same events must follow."""

from collections.abc import Iterator, Sequence, Set
from typing import Any

from engine import play
from engine.contract import Event, Turn, canonical, counted, without_wording
from engine.dice.sealed import Lock, SealedDice
from engine.systems import SYSTEMS

from .deadline import deadline_of, has_passed
from .dice_proof import SIDE_KINDS, ProofFailed
from .entries import Opened, Orders, decode, how_it_ended
from .fold import Fold, decoder
from .journal import Entry


def rerun(entries: Sequence[Entry], hidden: Set[int]) -> Iterator[str]:
    """Sentences about what was verified, as far as no needed entry is withheld and this program has the rules.

    Raises ProofFailed.
    """
    if 1 in hidden:
        yield "the events were not run again: what the game began with is still withheld"
        return
    opened: Opened = decode(entries[0])
    system = SYSTEMS.get(opened.system)
    if system is None or opened.version not in (system.VERSION, *system.EARLIER_VERSIONS):
        known = system.VERSION if system else "no such rules"
        yield f"the events were not run again: they need {opened.version}, this program has {known}"
        return
    again, seq = None, 1
    try:
        again, needed = _Rerun(entries[0]), _needed_entries(entries)
        for entry in entries[1:]:
            seq = entry.seq
            if seq in hidden and seq in needed:
                told = f"{counted(again.events, 'event')}, run again up to entry {seq}"
                yield f"{told}; what follows needs entries still withheld"
                return
            again.add(entry, entries)
    except ProofFailed:
        raise
    except Exception as caught:  # whatever a forged log makes the rules do
        raise ProofFailed(seq, f"The rules cannot follow it ({type(caught).__name__}).") from caught
    worded = "" if again.exact else f"; {opened.version} worded some sentences differently, so these were not compared"
    yield f"{counted(again.events, 'event')}, each run again from the orders{worded}"


def _needed_entries(entries: Sequence[Entry]) -> Set[int]:
    """The entries needed to run the game again: events, and the orders (not the drafts) that locks run."""
    orders = (range(entry.seq - len(decode(entry).orders), entry.seq) for entry in entries if entry.kind == "locked")
    return {entry.seq for entry in entries if entry.kind == "happened"}.union(*orders)


class _Rerun:
    """The game as it goes, and the commit that is being run again."""

    def __init__(self, entry: Entry) -> None:
        self.fold, self.events = Fold(entry), 0
        self._decode = decoder(self.fold.system)
        self.exact = self.fold.opened.version == self.fold.system.VERSION
        self._turn: Turn[Any] | None = None
        self._compared = 0
        self._orders = dict[str, Orders]()

    def add(self, entry: Entry, entries: Sequence[Entry]) -> None:
        turn, system = self._turn, self.fold.system
        self._check_possible(entry)
        match entry.kind:
            case "written" if entry.body and isinstance(body := decode(entry), Orders):
                self._orders[entry.side] = body
            case "locked":
                self._begin(decode(entry), _secret(entries, entry.seq))
            case "happened" if turn:
                self._compare(entry, turn)
            case "done" if turn:
                self._check_complete(entry, turn)
                self._check_side(entry, turn)
                play.close(system, turn, entry.side)
            case "revealed" if turn:
                self._check_complete(entry, turn)
                self._turn = None
            case "closed":
                if not self.fold.over or decode(entry) != how_it_ended(self.fold.state):
                    raise ProofFailed(entry.seq, "The game did not end so.")
        if entry.body:
            self.fold.add(entry)

    def _check_possible(self, entry: Entry) -> None:
        """Checks beside dice and events: that a side belongs to the game, and that a finished game stays finished."""
        fold = self.fold
        if (entry.side or entry.kind in SIDE_KINDS) and entry.side not in fold.seats:
            raise ProofFailed(entry.seq, f"The game has no side {entry.side}.")
        if fold.over and entry.kind == "promised":
            raise ProofFailed(entry.seq, "The game was over.")
        if entry.kind == "rewound":
            first = next((transaction.seq for transaction in fold.transactions if transaction.started), entry.seq)
            if not first <= decode(entry).to < entry.seq:
                raise ProofFailed(entry.seq, "It does not go back to a position of this game.")

    def _begin(self, lock: Lock, secret: bytes) -> None:
        system = self.fold.system
        self._turn = turn = Turn(self.fold.state, SealedDice(secret, lock), system.apply)
        self._compared = 0
        if not self.fold.started:
            system.proceed(turn)
        for side in [side for side in self._orders if side in lock.orders]:
            play.run(system, turn, side, self._orders[side].lines)
        self._orders.clear()

    def _compare(self, entry: Entry, turn: Turn[Any]) -> None:
        told = self._decode(entry.body)
        count = len(told)
        again = turn.events[self._compared : self._compared + count]
        same = (
            entry.body.encode() == canonical(again) if self.exact else _without_wording(told) == _without_wording(again)
        )
        if not same:
            raise ProofFailed(entry.seq, "The orders, run again, make something else happen.")
        self._compared += count
        self.events += count

    def _check_side(self, entry: Entry, turn: Turn[Any]) -> None:
        phase, before = self.fold.system.phase(turn.state), self.fold.transactions[-1]
        if phase is None or entry.side not in phase.sides:
            raise ProofFailed(entry.seq, f"{entry.side} had no orders to give then.")
        time = deadline_of(self.fold, before, self.fold.system.phase(before.state))
        if decode(entry).by != "player" and not (time and has_passed(time, entry.at)):
            raise ProofFailed(entry.seq, f"The time of {entry.side} was not up.")

    def _check_complete(self, entry: Entry, turn: Turn[Any]) -> None:
        if self._compared != len(turn.events):
            raise ProofFailed(
                entry.seq, "The orders, run again, make more happen than the log tells before this entry."
            )


def _without_wording(events: Sequence[Event]) -> list[Event]:
    return [without_wording(event) for event in events]


def _secret(entries: Sequence[Entry], seq: int) -> bytes:
    found = next(entries[at] for at in range(seq, len(entries)) if entries[at].kind == "revealed")
    return bytes.fromhex(decode(found).secret)
