"""The proof of a dice log: each promise is kept, each lock names its expression, and each result is rolled again."""

from collections.abc import Mapping, Sequence

from engine.contract import counted
from engine.dice import expression
from engine.dice.commit_secret import mix_secret, salt_digest
from engine.dice.expression_problems import BadExpression
from engine.dice.sealed import RollLock, SealedDice, lock_digest, orders_digest, promise
from engine.log.entries import Promised, Revealed
from engine.log.journal import Entry
from engine.log.proof import HASH, Findings, ProofFailed, from_hex

from .dice_log import label_of
from .entries import ASKED, OPENING, Asked, LogOpened, RollResult, is_message, read_body

LISTED = 6
"""Sealed rolls that are named one by one."""
_FOLLOWS: Mapping[str, tuple[str, ...]] = {
    "": (OPENING,),
    OPENING: ("promised",),
    "promised": (ASKED, "revealed"),
    ASKED: ("locked",),
    "locked": ("rolled",),
    "rolled": ("revealed", "promised"),
    "revealed": ("promised", ASKED, "revealed"),
}
"""The kinds that an entry of each kind may be followed by; ``_Proof`` knows more."""
_TOGETHER = (ASKED, "locked", "rolled")
"""Kinds of entries after which a roll is not finished."""


def check_rolls(log: str, entries: Sequence[Entry], hidden: Mapping[int, str]) -> Findings:
    """``hidden``: withheld entries and their digests.  Raises ProofFailed."""
    walk = _Proof(log, hidden)
    for entry in entries:
        walk.add(entry)
    if not walk.promise:
        raise ProofFailed(entries[-1].seq, "The log ends in the middle of a roll.")
    walk.check_withheld()
    shown = walk.rolls - len(walk.sealed)
    checked = (
        f"{counted(walk.rolls, 'roll')}, each locked to its expression, person and message, the roll before it and a"
        " promise made earlier",
        f"{counted(shown, 'result')}, each rolled again from its lock and a secret that was promised",
    )
    return Findings(checked, tuple(walk.limits()))


class _Roll:
    """A roll whose secret has not been revealed yet: its lock and entries, and the link that its secret binds."""

    def __init__(self, asked: Entry, lock: RollLock, bound: str) -> None:
        self.asked, self.lock, self.bound, self.rolled = asked, lock, bound, asked


class _Proof:
    """Checks entry after entry, and keeps what the next ones must agree with."""

    def __init__(self, log: str, hidden: Mapping[int, str]) -> None:
        self.log, self._hidden = log, hidden
        self.rolls, self.promise, self._bound, self._previous = 0, "", "", ""
        self.sealed = dict[int, _Roll]()
        """Rolls by their numbers whose secrets are not revealed."""
        self._open: _Roll | None = None
        """The roll that is being written, until the promise for the next one."""
        self._before: Entry | None = None
        self._nonces = set[str]()

    def add(self, entry: Entry) -> None:
        before = self._before.kind if self._before else ""
        needs = {ASKED: True, "promised": False}.get(entry.kind, bool(self.promise))
        if entry.kind not in _FOLLOWS.get(before, ()) or needs is not bool(self.promise):
            raise ProofFailed(entry.seq, f"No {entry.kind} entry is allowed here.")
        if entry.side:
            raise ProofFailed(entry.seq, "No entry of a dice log is a side's.")
        self._check_time(entry)
        if entry.seq in self._hidden and entry.kind not in (ASKED, "rolled"):
            raise ProofFailed(entry.seq, f"A {entry.kind} entry is never secret.")
        body = None if entry.seq in self._hidden else read_body(entry)
        if body is None and entry.seq not in self._hidden:
            raise ProofFailed(entry.seq, f"It does not say what a {entry.kind} entry says, or says more.")
        self._check_body(entry, body)
        self._before = entry

    def check_withheld(self) -> None:
        """Raises ProofFailed unless exactly the expressions and results of sealed rolls are withheld."""
        still = {entry.seq for roll in self.sealed.values() for entry in (roll.asked, roll.rolled)}
        if wrong := still.symmetric_difference(self._hidden):
            first = min(wrong)
            says = "It is shown, but the secret of its roll is not, so nobody can roll it again."
            raise ProofFailed(first, says if first in still else "Its roll is public, so it must be shown.")

    def limits(self) -> list[str]:
        """What is sealed, and why."""
        numbers = list(self.sealed)
        if not numbers:
            return []
        listed = ", ".join(map(str, numbers[:LISTED])) + (", ..." if len(numbers) > LISTED else "")
        says = f"still secret: {counted(len(numbers), 'sealed roll')} ({listed}): sealed until the person who rolled"
        return [f"{says} reveals it; the lock and the promise are here, so it can be proved then"]

    def _check_time(self, entry: Entry) -> None:
        if self._before is None:
            return
        at, kind = self._before.at, self._before.kind
        together = kind in (OPENING, *_TOGETHER) or (kind == "revealed" and entry.kind == "promised")
        if entry.at < at:
            raise ProofFailed(entry.seq, f"Time went back, from {at} to {entry.at}.")
        if together and entry.at != at:
            raise ProofFailed(entry.seq, f"It was written with the entry before it, at {at}, not at {entry.at}.")

    def _check_body(self, entry: Entry, body: object) -> None:
        """An expression is checked with the lock that follows it, and what is withheld when all has been read."""
        match body:
            case LogOpened(log):
                if log != self.log:
                    raise ProofFailed(entry.seq, f"It opens {log}, and the log is named {self.log}.")
            case Promised(promised):
                self._promised(entry, promised)
            case RollLock():
                self._locked(entry, body)
            case Revealed():
                self._revealed(entry, body)
            case _ if entry.kind == "rolled":
                self._rolled(entry, body)

    def _promised(self, entry: Entry, promised: str) -> None:
        if not HASH.fullmatch(promised):
            raise ProofFailed(entry.seq, "That is the sha256 of no secret.")
        if self._open and self._open.lock.lock in self.sealed and not self._open.lock.sealed:
            raise ProofFailed(entry.seq, "The secret of the roll before it is not revealed, and the roll is public.")
        self.promise, self._bound, self._open = promised, self._before.link if self._before else "", None

    def _locked(self, entry: Entry, lock: RollLock) -> None:
        asked = self._before
        assert asked is not None
        should = (self.log, self.rolls + 1, self._previous, self.promise)
        if (lock.log, lock.lock, lock.previous, lock.promise) != should:
            says = "The lock does not agree with its log, its number, the lock before it, or the promise."
            raise ProofFailed(entry.seq, says)
        if not is_message(lock.nonce) or lock.nonce in self._nonces:
            says = "has made a roll before" if lock.nonce in self._nonces else "names no message"
            raise ProofFailed(entry.seq, f"{lock.nonce!r} {says}.")
        if not lock.player or not HASH.fullmatch(lock.asked):
            raise ProofFailed(entry.seq, "The lock names no person, or its expression by no sha256.")
        if asked.seq not in self._hidden:
            self._check_asked(asked, lock)
        self._nonces.add(lock.nonce)
        self._open = self.sealed[lock.lock] = _Roll(asked, lock, self._bound)
        self.rolls, self.promise, self._previous = lock.lock, "", lock_digest(lock)

    def _check_asked(self, asked: Entry, lock: RollLock) -> None:
        body = read_body(asked)
        if not isinstance(body, Asked) or orders_digest(asked.salt, [body.text]) != lock.asked:
            raise ProofFailed(asked.seq, "The lock after it names another expression.")
        if lock.label != label_of(body.text):
            raise ProofFailed(asked.seq + 1, f"The lock is labelled {lock.label!r}, and its expression is not.")

    def _rolled(self, entry: Entry, body: object) -> None:
        assert self._open is not None
        if isinstance(body, RollResult) and body.lock != self._open.lock.lock:
            raise ProofFailed(entry.seq, "It is the result of another roll.")
        self._open.rolled = entry

    def _revealed(self, entry: Entry, body: Revealed) -> None:
        roll = self.sealed.get(body.lock)
        fits = roll is self._open if self._open else roll is not None and roll.lock.sealed
        if roll is None or not fits:
            raise ProofFailed(entry.seq, "It reveals no roll that is still secret here.")
        if self._open and roll.lock.sealed:
            raise ProofFailed(entry.seq, "The roll is sealed, and cannot be revealed before the next promise is made.")
        lock, secret, seed = roll.lock, from_hex(body.secret), from_hex(body.seed)
        if promise(secret) != lock.promise:
            raise ProofFailed(entry.seq, "The secret is not the one that was promised for this roll.")
        if set(body.salts) != {ASKED} or not seed or mix_secret(seed, body.salts, roll.bound) != secret:
            says = "The secret was not made of this seed and this salt, or not where its promise stands: something"
            raise ProofFailed(entry.seq, f"{says} before it was changed.")
        if roll.asked.seq in self._hidden or roll.rolled.seq in self._hidden:
            raise ProofFailed(min(roll.asked.seq, roll.rolled.seq), f"It was revealed by entry {entry.seq}.")
        if salt_digest(roll.asked.salt) != body.salts[ASKED]:
            raise ProofFailed(roll.asked.seq, "Its salt is not the one that was drawn before it was known.")
        self._roll_again(roll, secret)
        del self.sealed[body.lock]

    def _roll_again(self, roll: _Roll, secret: bytes) -> None:
        asked, result = read_body(roll.asked), read_body(roll.rolled)
        try:
            again = expression.roll(asked.text, SealedDice(secret, roll.lock))
        except (BadExpression, ValueError):
            raise ProofFailed(roll.asked.seq, "This expression cannot be rolled.") from None
        if again != result.text:
            says = "The dice shown are not the dice that were rolled, or the result is not what they come to."
            raise ProofFailed(roll.rolled.seq, says)
