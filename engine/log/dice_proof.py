"""The proof of the dice: each lock names its orders, each promise is kept, each die follows from its lock and
secret.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.contract import Rolled, canonical, counted
from engine.dice.commit_secret import mix_secret, salt_digest
from engine.dice.sealed import VERSION, Lock, SealedDice, lock_digest, promise

from .entries import Closed, Opened, Orders, Promised, Revealed, decode
from .journal import Entry

SIDE_KINDS = ("seated", "written", "done")
"""The kinds of entries that belong to a side; a ``locked`` one does unless a deadline made it."""


class ProofFailed(Exception):
    """The first entry (0: the file as a whole) that fails, and why."""

    def __init__(self, entry: int, says: str) -> None:
        super().__init__(says)
        self.entry, self.says = entry, says


class _Event(msgspec.Struct, frozen=True):
    event: str


def check_dice(game: str, entries: Sequence[Entry], hidden: Mapping[int, str]) -> Iterator[str]:
    """Sentences about what was verified.  ``hidden``: withheld entries and their digests.  Raises ProofFailed."""
    walk = _DiceProof(game, hidden)
    for entry in entries:
        walk.add(entry)
    if walk.lock or walk.unlocked_orders or not walk.whole:
        raise ProofFailed(entries[-1].seq, "The log ends in the middle of a commit.")
    yield f"{walk.locks} locks, each naming its orders, the lock before it and a promise made earlier and kept"
    yield f"{counted(walk.dice, 'die')}, each rolled again from its lock and secret"


class _DiceProof:
    """Checks entry after entry, and keeps what the next ones must agree with."""

    def __init__(self, game: str, hidden: Mapping[int, str]) -> None:
        self.game, self.hidden = game, hidden
        self.promise, self.previous, self.locks, self.dice = "", "", 0, 0
        self.lock: Lock | None = None
        self.whole = False
        self.unlocked_orders = list[int]()
        """Orders that have no lock yet."""
        self._before = list[Entry]()
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
        if self._before and self._before[-1].kind == "revealed" and entry.kind not in ("promised", "closed"):
            raise ProofFailed(
                entry.seq,
                f"No {entry.kind} entry is allowed here: the commit before it has not promised the next secret yet.",
            )
        if self.unlocked_orders and entry.kind not in ("written", "locked"):
            raise ProofFailed(self.unlocked_orders[0], "No lock runs these orders.")
        if entry.seq in self.hidden:
            self._withheld(entry)
        elif entry.kind == "happened":
            self._happened(entry)
        else:
            self._check_body(entry)
        self._before.append(entry)

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
            case Opened() if body.game != self.game:
                raise ProofFailed(entry.seq, f"It opens {body.game}, and the log is named {self.game}.")
            case Lock():
                self._locked(entry, body)
            case Revealed():
                self._revealed(entry, body)
            case Orders(_, draft):
                if draft and not self._drafted(entry, draft):
                    raise ProofFailed(
                        entry.seq, f"It runs the draft of entry {draft}, which is none of {entry.side}'s."
                    )
                self.unlocked_orders.append(entry.seq)
            case Promised(promised):
                if self.promise or len(_from_hex(promised)) != 32:
                    raise ProofFailed(
                        entry.seq,
                        "A secret has already been promised." if self.promise else "That is the sha256 of no secret.",
                    )
                self.promise, self.whole = promised, True
            case Closed():
                self._closed(entry)

    def _closed(self, entry: Entry) -> None:
        secret = next((seq for seq in self.hidden if seq < entry.seq), None)
        if secret:
            raise ProofFailed(
                secret, f"Nothing in a game is secret once it is over, and this one was over at entry {entry.seq}."
            )
        self.whole = True

    def _locked(self, entry: Entry, lock: Lock) -> None:
        last = self._before[len(self._before) - len(lock.orders) :]
        orders = {written.side: self._digest(written) for written in last if written.kind == "written"}
        should = (VERSION, self.game, self.locks + 1, self.previous, self.promise, orders)
        if (lock.v, lock.game, lock.lock, lock.previous, lock.promise, dict(lock.orders)) != should or not self.promise:
            raise ProofFailed(
                entry.seq, "The lock does not agree with its number, the lock before it, the promise, or the orders."
            )
        if self.unlocked_orders and self.unlocked_orders[0] < entry.seq - len(last):
            raise ProofFailed(self.unlocked_orders[0], "No lock runs these orders.")
        self.unlocked_orders.clear()
        self.lock, self.previous, self.locks = lock, lock_digest(lock), lock.lock
        self.whole, self._gaps, self._rolls, self._orders = False, False, [], last

    def _happened(self, entry: Entry) -> None:
        try:
            for raw in msgspec.json.decode(entry.body, type=tuple[msgspec.Raw, ...]):
                if msgspec.json.decode(raw, type=_Event).event == "rolled":
                    self._rolls.append((entry.seq, msgspec.json.decode(raw, type=Rolled)))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise ProofFailed(entry.seq, "It is not a list of events.") from None

    def _revealed(self, entry: Entry, body: Revealed) -> None:
        lock, secret, seed = self.lock, _from_hex(body.secret), _from_hex(body.seed)
        if lock is None or promise(secret) != lock.promise or body.lock != lock.lock:
            raise ProofFailed(entry.seq, "The secret is not the one that was promised for this lock.")
        if mix_secret(seed, body.salts) != secret or not body.salts.keys() >= lock.orders.keys():
            raise ProofFailed(entry.seq, "The secret was not made of this seed and these salts.")
        for written in self._orders:
            if written.seq not in self.hidden and salt_digest(written.salt) != body.salts[written.side]:
                raise ProofFailed(
                    written.seq,
                    f"The salt of {written.side}'s orders is not the one that was drawn before they were known.",
                )
        self._roll(SealedDice(secret, lock))
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
        return written is not entry and (written.kind, written.side) == ("written", entry.side)

    def _digest(self, entry: Entry) -> str:
        return self.hidden.get(entry.seq) or entry.digest


def _from_hex(text: str) -> bytes:
    """The bytes of lower-case hex digits, b"" for anything else."""
    try:
        read = bytes.fromhex(text)
    except ValueError:
        return b""
    return read if read.hex() == text else b""


def _roll_again(sealed: SealedDice, rolled: Rolled) -> tuple[int, ...] | None:
    try:
        return sealed.roll(rolled.why, rolled.nth, len(rolled.faces), rolled.sides)
    except ValueError:
        return None
