"""The proof of the dice: each lock names its orders, each promise is kept, each die follows from its lock and
secret.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.contract import Rolled, canonical, counted
from engine.dice.commit_secret import mix_secret, salt_digest
from engine.dice.sealed import AnyLock, CommitLock, Lock, SealedDice, lock_digest, orders_digest, promise

from .beacon_proof import BeaconProof, beacon_limits, check_place
from .entries import (
    CLOCK,
    FIRST_FORMAT,
    FORMAT,
    Awaited,
    Closed,
    DraftWritten,
    Drawn,
    Locked,
    Opened,
    Orders,
    Promised,
    Revealed,
    decode,
)
from .journal import Entry
from .nonces import NonceKind, nonce_kind
from .proof import HASH, SIDE_KINDS, ProofFailed, from_hex

IN_A_COMMIT = frozenset(("awaited", "happened", "done", "revealed", "promised", "closed"))
"""Kinds of entries that are written together with the one before."""


_NOTHING = CommitLock("", 0, "", {}, "", "")
"""The lock that waits for a beacon while none does."""


class _Event(msgspec.Struct, frozen=True):
    event: str


def check_dice(
    game: str, entries: Sequence[Entry], hidden: Mapping[int, str], limits: list[str], *, first_format: bool
) -> Iterator[str]:
    """Sentences about what was verified; what could not be is added to ``limits``.

    ``hidden``: withheld entries and their digests.  Raises ProofFailed.
    """
    walk = _DiceProof(game, hidden, first_format=first_format)
    for entry in entries:
        walk.add(entry)
    if walk.lock or walk.unlocked_orders or not walk.whole:
        raise ProofFailed(entries[-1].seq, "The log ends in the middle of a commit.")
    locks = counted(walk.locks, "lock")
    yield f"{locks}, each naming its orders, the lock before it and a promise made earlier and kept"
    yield f"{counted(walk.dice, 'die')}, each rolled again from its lock and secret"
    if walk.beacon.rounds:
        yield f"{counted(walk.beacon.rounds, 'round')} of the public beacon, each genuine and published after its lock"
    limits += beacon_limits(walk.beacon, walk.awaiting)


class _DiceProof:
    """Checks entry after entry, and keeps what the next ones must agree with."""

    def __init__(self, game: str, hidden: Mapping[int, str], *, first_format: bool) -> None:
        self.game, self.hidden, self.first_format = game, hidden, first_format
        self.promise, self.previous, self.locks, self.dice = "", "", 0, 0
        self.lock: AnyLock | None = None
        self.beacon, self.awaiting, self._randomness = BeaconProof(), _NOTHING, b""
        self.promised_after = ""
        """The link of the entry before the promise, which the secret binds; "" in the first format."""
        self.whole = False
        self.unlocked_orders = list[int]()
        """Orders that have no lock yet."""
        self._before, self._nonces = list[Entry](), set[str]()
        self._rolls, self._gaps, self._orders = list[tuple[int, Rolled]](), False, list[Entry]()

    def add(self, entry: Entry) -> None:
        if (entry.seq == 1) != (entry.kind == "opened"):
            raise ProofFailed(entry.seq, "A log has one opening entry, the first.")
        if bool(entry.side) != (entry.kind in SIDE_KINDS) and entry.kind != "locked":
            raise ProofFailed(
                entry.seq, f"A {entry.kind} entry is {'some' if entry.kind in SIDE_KINDS else 'no'} side's."
            )
        if bool(self.lock) != (entry.kind in ("happened", "done", "revealed")):
            raise ProofFailed(
                entry.seq,
                f"No {entry.kind} entry is allowed here: " + ("a lock is open." if self.lock else "no lock is open."),
            )
        check_place(entry, self._before[-1:], awaited=self.awaiting is not _NOTHING)
        if self._before and self._before[-1].kind == "revealed" and entry.kind not in ("promised", "closed"):
            raise ProofFailed(
                entry.seq,
                f"No {entry.kind} entry is allowed here: the commit before it has not promised the next secret yet.",
            )
        if self.unlocked_orders and entry.kind not in ("written", "locked"):
            raise ProofFailed(self.unlocked_orders[0], "No lock runs these orders.")
        self._check_time(entry)
        if entry.seq in self.hidden:
            self._withheld(entry)
        elif entry.kind == "happened":
            self._happened(entry)
        else:
            self._check_body(entry)
        self._before.append(entry)

    def _check_time(self, entry: Entry) -> None:
        """That times never fall but where a note says that the clock was wrong, and that one commit has one time."""
        if self.first_format or not self._before:
            return
        before = self._before[-1].at
        together = entry.kind in IN_A_COMMIT or (entry.kind == "locked" and self.unlocked_orders)
        if together and entry.at != before:
            raise ProofFailed(entry.seq, f"It was written with the entry before it, at {before}, not at {entry.at}.")
        if entry.at < before and not (entry.kind == "ruled" and entry.body.startswith(f'{{"by":"{CLOCK}"')):
            raise ProofFailed(entry.seq, f"Time went back, from {before} to {entry.at}.")

    def _withheld(self, entry: Entry) -> None:
        if entry.kind not in ("opened", "written", "happened"):
            raise ProofFailed(entry.seq, f"A {entry.kind} entry is never secret.")
        self._gaps = self._gaps or entry.kind == "happened"

    def _check_body(self, entry: Entry) -> None:
        try:
            body = decode(entry)
            whole = canonical(body) == entry.body.encode()
        except (msgspec.MsgspecError, ValueError, RecursionError):
            whole = False
        if not whole:
            raise ProofFailed(entry.seq, f"It does not say what a {entry.kind} entry says, or says more.")
        match body:
            case Opened():
                self._opened(entry, body)
            case Locked(lock, nonce):
                self._check_nonce(entry, nonce)
                self._locked(entry, lock, body.runs)
            case Lock():
                self._locked(entry, body, tuple(body.orders))
            case Awaited():
                self.whole = True
            case Drawn():
                self._randomness = self.beacon.randomness(entry, body, self.awaiting)
                self.lock, self.awaiting, self.whole = self.awaiting, _NOTHING, False
            case Revealed():
                self._revealed(entry, body)
            case Orders(_, draft):
                if draft and not self._drafted(entry, draft):
                    raise ProofFailed(
                        entry.seq, f"It runs the draft of entry {draft}, which is none of {entry.side}'s."
                    )
                self.unlocked_orders.append(entry.seq)
            case Promised(promised):
                if self.promise or not HASH.fullmatch(promised):
                    raise ProofFailed(
                        entry.seq,
                        "A secret has already been promised." if self.promise else "That is the sha256 of no secret.",
                    )
                self.promise, self.whole = promised, True
                self.promised_after = "" if self.first_format else self._before[-1].link
            case Closed():
                self._closed(entry)

    def _opened(self, entry: Entry, body: Opened) -> None:
        self.beacon.note_opening(body)
        if body.game != self.game:
            raise ProofFailed(entry.seq, f"It opens {body.game}, and the log is named {self.game}.")
        if body.first_format != self.first_format:
            opened, named = (FIRST_FORMAT, FORMAT) if body.first_format else (FORMAT, FIRST_FORMAT)
            raise ProofFailed(entry.seq, f"It opens a {opened}, and the first line says {named}.")

    def _check_nonce(self, entry: Entry, nonce: str) -> None:
        kind = nonce_kind(nonce)
        if kind is None:
            raise ProofFailed(entry.seq, f"{nonce!r} names neither a message nor anything else that makes a commit.")
        if kind is NonceKind.MESSAGE and nonce in self._nonces:
            raise ProofFailed(entry.seq, f"The message {nonce} has made a commit before.")
        self._nonces.add(nonce)

    def _closed(self, entry: Entry) -> None:
        secret = next((seq for seq in self.hidden if seq < entry.seq), None)
        if secret:
            raise ProofFailed(
                secret, f"Nothing in a game is secret once it is over, and this one was over at entry {entry.seq}."
            )
        self.whole = True

    def _locked(self, entry: Entry, lock: AnyLock, runs: tuple[str, ...]) -> None:
        last = self._before[len(self._before) - len(runs) :]
        sides = tuple(written.side for written in last if written.kind == "written")
        if isinstance(lock, Lock) is not self.first_format or sorted(sides) != sorted(runs):
            raise ProofFailed(entry.seq, "The lock does not agree with the entries of orders before it.")
        orders = self._lock_orders(lock, last) if isinstance(lock, Lock) else self._orders_digests(entry, lock, last)
        should = (self.game, self.locks + 1, self.previous, self.promise, orders)
        if (lock.game, lock.lock, lock.previous, lock.promise, dict(lock.orders)) != should or not self.promise:
            raise ProofFailed(
                entry.seq, "The lock does not agree with its number, the lock before it, the promise, or the orders."
            )
        seated = self._before[-1].side if self._before[-1].kind == "seated" else entry.side
        if not self.first_format and not self.locks and seated != entry.side:
            raise ProofFailed(entry.seq, f"{seated} took the last seat, not {entry.side or 'a deadline'}.")
        if not self.first_format and sides != runs:
            raise ProofFailed(entry.seq, "It runs the orders in another order than they are written in before it.")
        shown = [written.seq for written in last if written.seq not in self.hidden]
        if stray := set(self.unlocked_orders).symmetric_difference(shown):
            raise ProofFailed(
                min(stray),
                "No lock runs these orders."
                if min(stray) in self.unlocked_orders
                else "A lock runs it, and it is a draft.",
            )
        self.unlocked_orders.clear()
        self.beacon.check_lock(entry, lock)
        self.previous, self.locks, self._randomness = lock_digest(lock), lock.lock, b""
        self.lock, self.awaiting = (None, lock) if lock.beacon else (lock, _NOTHING)
        self.whole, self._gaps, self._rolls, self._orders = False, False, [], last

    def _lock_orders(self, lock: Lock, last: Sequence[Entry]) -> dict[str, str]:
        """What a lock of the first format must name."""
        return {written.side: self._digest(written) for written in last}

    def _orders_digests(self, entry: Entry, lock: AnyLock, last: Sequence[Entry]) -> dict[str, str]:
        """What a lock must name; of orders still withheld, what it does name."""
        digests = dict[str, str]()
        for written in last:
            if written.seq in self.hidden:
                if (named := lock.orders.get(written.side)) is not None:
                    digests[written.side] = named
            elif isinstance(body := decode(written), Orders) and body.texts:
                digests[written.side] = orders_digest(written.salt, body.texts)
        if wrong := [side for side, named in lock.orders.items() if not HASH.fullmatch(named)]:
            raise ProofFailed(entry.seq, f"What it names of the orders of {wrong[0]} is no sha256.")
        return digests

    def _happened(self, entry: Entry) -> None:
        try:
            for raw in msgspec.json.decode(entry.body, type=tuple[msgspec.Raw, ...]):
                if msgspec.json.decode(raw, type=_Event).event == "rolled":
                    self._rolls.append((entry.seq, msgspec.json.decode(raw, type=Rolled)))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise ProofFailed(entry.seq, "It is not a list of events.") from None

    def _revealed(self, entry: Entry, body: Revealed) -> None:
        lock, secret, seed = self.lock, from_hex(body.secret), from_hex(body.seed)
        if lock is None or promise(secret) != lock.promise or body.lock != lock.lock:
            raise ProofFailed(entry.seq, "The secret is not the one that was promised for this lock.")
        missing = {written.side for written in self._orders}.difference(body.salts)
        if missing or not seed or mix_secret(seed, body.salts, self.promised_after) != secret:
            bound = "" if self.first_format else ", or not where its promise stands: something before it was changed"
            raise ProofFailed(entry.seq, f"The secret was not made of this seed and these salts{bound}.")
        for written in self._orders:
            if written.seq not in self.hidden and salt_digest(written.salt) != body.salts[written.side]:
                raise ProofFailed(
                    written.seq,
                    f"The salt of {written.side}'s orders is not the one that was drawn before they were known.",
                )
        self._roll(SealedDice(secret, lock, self._randomness))
        self.lock, self.promise = None, ""

    def _roll(self, sealed: SealedDice) -> None:
        nths = Counter[tuple[str, int]]()
        for seq, rolled in self._rolls:
            name = rolled.why, rolled.sides
            if rolled.nth <= nths[name] or (rolled.nth != nths[name] + 1 and not self._gaps):
                raise ProofFailed(seq, f"{rolled.why}: the rolls are not numbered one after the other.")
            nths[name] = rolled.nth
            if _roll_again(sealed, rolled) != rolled.faces:
                raise ProofFailed(seq, f"{rolled.why}: the dice shown are not the dice that were rolled.")
            self.dice += len(rolled.faces)

    def _drafted(self, entry: Entry, draft: int) -> bool:
        written = self._before[draft - 1] if 0 < draft < entry.seq else entry
        if written is entry or (written.kind, written.side) != ("written", entry.side):
            return False
        return written.seq in self.hidden or isinstance(decode(written), DraftWritten)

    def _digest(self, entry: Entry) -> str:
        return self.hidden.get(entry.seq) or entry.digest


def _roll_again(sealed: SealedDice, rolled: Rolled) -> tuple[int, ...] | None:
    try:
        return sealed.roll(rolled.why, rolled.nth, len(rolled.faces), rolled.sides)
    except ValueError:
        return None
