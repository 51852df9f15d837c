"""Runs the orders of a public log again under their locks: the same events must follow."""

from collections.abc import Sequence, Set
from hashlib import sha256
from typing import Any

from engine import play
from engine.contract import Event, Turn, canonical, counted, without_wording
from engine.dice.sealed import AnyLock, SealedDice
from engine.systems import SYSTEMS

from .commit import lock_phase
from .commit_rules import CommitRules
from .entries import Locked, Opened, Orders, decode, decoder, how_it_ended
from .fold import Fold
from .game_rules import GameRules
from .journal import Entry
from .outcome import end_by_vote
from .proof import ProofFailed, entry_range, orders_of


class Rerun:
    """A log run again, as far as no needed entry is withheld.  Raises ProofFailed.

    ``checked``: a sentence about what was; ``limits``: sentences about what was not, and why.
    """

    def __init__(self, entries: Sequence[Entry], hidden: Set[int]) -> None:
        self.limits, self.checked = list[str](), ""
        if 1 in hidden and not is_over(entries):
            self.limits.append(NOTHING_YET)
            return
        if missing := missing_rules(entries, hidden):
            raise ProofFailed(1, missing)
        seq = 1
        try:
            game, stopped = _Game(entries[0]), 0
            for entry in entries[1:]:
                seq = entry.seq
                stopped = stopped or (seq if game.needs_secrets(entry, entries, hidden) else 0)
                if stopped:
                    game.rules.check_side(entry)
                else:
                    game.add(entry, entries, hidden)
        except ProofFailed:
            raise
        except Exception as caught:  # whatever a forged log makes the rules do
            raise ProofFailed(seq, f"The rules cannot follow it ({type(caught).__name__}).") from caught
        worded = "" if game.exact else ", apart from the words of some sentences"
        self.checked = f"{counted(game.events, 'event')}, each run again from the orders{worded}"
        if stopped:
            self.checked = f"{counted(game.events, 'event')}, each run again from the orders up to entry {stopped - 1}"
            self.limits.append(
                f"{entry_range(stopped, entries[-1].seq)} were not run again: the orders that they begin with are "
                "still secret"
            )
        if not game.exact:
            self.limits.append(
                f"sentences without a meaning for the rules were not compared: {game.fold.opened.version} worded them "
                f"differently from {game.fold.system.VERSION}"
            )


NOTHING_YET = (
    "no event was run again: what the game began with is still secret. It is shown when everybody may know of all "
    "units, and at the end of the game"
)
"""What cannot be known yet of a game with secret units."""


def is_over(entries: Sequence[Entry]) -> bool:
    """Whether a log tells the end of its game."""
    return any(entry.kind == "closed" for entry in entries)


def missing_rules(entries: Sequence[Entry], hidden: Set[int]) -> str:
    """Why nothing of the log can be run again: its opening is withheld, or this program does not have its rules; "" if
    it can."""
    if 1 in hidden:
        return "What the game began with is withheld, though the game is over, so nothing could be run again."
    opened: Opened = decode(entries[0])
    system = SYSTEMS.get(opened.system)
    if system and opened.version in (system.VERSION, *system.EARLIER_VERSIONS):
        return ""
    known = f"has {system.VERSION}" if system else f"does not have {opened.system}"
    return f"The game needs the rules {opened.version}, and this program {known}, so nothing could be run again."


class _Game:
    """The game as it goes, and the commit that is being run again."""

    def __init__(self, entry: Entry) -> None:
        self.fold, self.events = Fold(entry), 0
        self._decode = decoder(self.fold.system)
        self.exact = self.fold.opened.version == self.fold.system.VERSION
        self.rules, self._commit_rules = GameRules(self.fold), CommitRules(self.fold)
        self._turn: Turn[Any] | None = None
        self._locked: tuple[AnyLock, dict[str, Orders]]
        self._compared = 0

    def needs_secrets(self, entry: Entry, entries: Sequence[Entry], hidden: Set[int]) -> bool:
        """Whether a lock runs orders that are withheld."""
        return entry.kind == "locked" and any(written.seq in hidden for written in orders_of(entries, entry))

    def add(self, entry: Entry, entries: Sequence[Entry], hidden: Set[int]) -> None:
        turn, system = self._turn, self.fold.system
        self.rules.check(entry)
        match entry.kind:
            case "locked":
                self._lock(entry, entries)
            case "awaited":
                self._commit_rules.check_awaited(entry)
            case "drawn":
                signature = bytes.fromhex(decode(entry).signature)
                self._begin(_secret(entries, entry.seq), sha256(signature).digest() if signature else b"")
            case "happened" if turn and entry.seq in hidden:
                entry = self._restored(entry, turn)
            case "happened" if turn:
                self._compare(entry, turn)
            case "done" if turn:
                self._check_complete(entry, turn)
                self._commit_rules.check_done(entry, turn)
                play.close(system, turn, entry.side)
            case "revealed" if turn:
                self._check_complete(entry, turn)
                self._commit_rules.check_end(entry, turn)
                if decode(entry).salts.keys() != self.fold.seats.keys():
                    raise ProofFailed(entry.seq, "It has not one salt for each side.")
                self._turn = None
            case "closed":
                if decode(entry) != (end_by_vote(self.fold) or (self.fold.over and how_it_ended(self.fold.state))):
                    raise ProofFailed(entry.seq, "The game did not end so.")
        if entry.body:
            self.fold.add(entry)

    def _lock(self, entry: Entry, entries: Sequence[Entry]) -> None:
        body = decode(entry)
        lock = body.lock if isinstance(body, Locked) else body
        if lock.phase != (phase := lock_phase(self.fold)):
            raise ProofFailed(entry.seq, f"The lock names the phase {lock.phase!r}; it was made in {phase!r}.")
        orders: dict[str, Orders] = {written.side: decode(written) for written in orders_of(entries, entry)}
        self._commit_rules.check_lock(entry, orders)
        self._locked = lock, orders
        if not lock.beacon:
            self._begin(_secret(entries, entry.seq), b"")

    def _begin(self, secret: bytes, randomness: bytes) -> None:
        system, (lock, orders) = self.fold.system, self._locked
        self._turn = turn = Turn(self.fold.state, SealedDice(secret, lock, randomness), system.apply)
        self._compared = 0
        if not self.fold.started:
            system.proceed(turn)
        for side, given in orders.items():
            self._commit_rules.note_ended(side, ended=play.run(system, turn, side, given.lines))

    def _compare(self, entry: Entry, turn: Turn[Any]) -> None:
        told = self._decode(entry.body)
        count = len(told)
        again = turn.events[self._compared : self._compared + count]
        same = (
            entry.body.encode() == canonical(again) if self.exact else _without_wording(told) == _without_wording(again)
        )
        if not same or not told:
            raise ProofFailed(entry.seq, "The orders, run again, make something else happen.")
        self._compared += count
        self.events += count

    def _restored(self, entry: Entry, turn: Turn[Any]) -> Entry:
        """A withheld entry with the events that the orders make happen, which the public must not know of."""
        witness, secret = self.fold.system.witness, list[Event]()
        for step in turn.transitions[self._compared :]:
            if witness(step.before, step.event, "") == step.event:
                break
            secret.append(step.event)
        if not secret:
            raise ProofFailed(entry.seq, "It is withheld, and what happened next was nobody's secret.")
        self._compared += len(secret)
        self.events += len(secret)
        return Entry(entry.game, entry.seq, entry.kind, "", entry.at, canonical(secret).decode(), "", entry.link)

    def _check_complete(self, entry: Entry, turn: Turn[Any]) -> None:
        if self._compared != len(turn.transitions):
            raise ProofFailed(
                entry.seq, "The orders, run again, make more happen than the log tells before this entry."
            )


def _without_wording(events: Sequence[Event]) -> list[Event]:
    return [without_wording(event) for event in events]


def _secret(entries: Sequence[Entry], seq: int) -> bytes:
    found = next(entries[at] for at in range(seq, len(entries)) if entries[at].kind == "revealed")
    return bytes.fromhex(decode(found).secret)
