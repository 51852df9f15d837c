"""The proof of the beacon: each lock names the first round that nobody could know, and its dice are made of that."""

import hashlib
from collections.abc import Sequence

from engine.beacon.chain import CHAINS, SIGNATURE, Chain, NotGenuine
from engine.beacon.signature import MISSING, CannotCheck
from engine.contract import counted
from engine.dice.sealed import AnyLock, BeaconRound

from .deadline import to_unix
from .entries import BeaconChoice, Drawn, Opened
from .journal import Entry
from .proof import ProofFailed


class BeaconProof:
    """Checks the locks and rounds of one log.  ``rounds``: those that are genuine; ``unchecked``: those of which the
    signature could not be checked here; ``silent``: the locks whose dice fell without one.
    """

    def __init__(self) -> None:
        self.rounds = self.unchecked = self.silent = 0
        self._choice: BeaconChoice | None = None
        self._opened = self._locks = False
        """Whether the opening is known, as it may be withheld, and whether a lock has been seen."""

    def note_opening(self, opened: Opened) -> None:
        self._choice, self._opened = opened.beacon_choice, True

    def check_lock(self, entry: Entry, lock: AnyLock) -> None:
        """Raises ProofFailed for a lock that names another round than it must.

        While the opening is withheld all locks must at least agree on a beacon, or on none.
        """
        named = lock.beacon
        if not self._opened and not self._locks and named:
            self._choice = BeaconChoice(named.chain)
        self._locks, due = True, None
        if self._choice:
            chain = _chain(entry, self._choice.chain)
            due = BeaconRound(chain.name, chain.next_round(to_unix(entry.at)))
        if named != due:
            must = f"made then, it must wait for {_in_words(due)}"
            raise ProofFailed(entry.seq, f"The lock waits for {_in_words(named)}; {must}.")

    def randomness(self, entry: Entry, body: Drawn, lock: AnyLock) -> bytes:
        """What the round adds to the key of a lock.  Raises ProofFailed."""
        named = lock.beacon
        if named is None or body.round != named.round:
            raise ProofFailed(entry.seq, f"The lock waits for {_in_words(named)}, and this is round {body.round}.")
        chain = _chain(entry, named.chain)
        since = to_unix(entry.at) - chain.published_at(named.round)
        if since < 0:
            raise ProofFailed(entry.seq, f"{_in_words(named).capitalize()} was not published yet at {entry.at}.")
        if not body.signature:
            self._check_silence(entry, since)
            return b""
        try:
            found = chain.randomness(named.round, body.signature)
        except NotGenuine as why:
            raise ProofFailed(entry.seq, str(why)) from why
        except CannotCheck:
            if not SIGNATURE.fullmatch(body.signature):
                raise ProofFailed(entry.seq, "The signature of its round is not 96 hex digits.") from None
            self.unchecked += 1
            return hashlib.sha256(bytes.fromhex(body.signature)).digest()
        self.rounds += 1
        return found

    def _check_silence(self, entry: Entry, since: int) -> None:
        """That the game was opened to go on without its beacon after so many seconds."""
        patience = self._choice.patience if self._choice else 0
        if self._opened and not (patience and since >= patience):
            allowed = f"after {patience} seconds, not after {since}" if patience else "never"
            raise ProofFailed(entry.seq, f"These dice fell without the beacon; in this game they may {allowed}.")
        self.silent += 1


def check_place(entry: Entry, before: Sequence[Entry], *, awaited: bool) -> None:
    """That a lock with a beacon waits for it, and nothing is run before its round is drawn.  Raises ProofFailed.

    ``before``: the entry before it, if there is one; ``awaited``: whether dice are awaited.
    """
    waits = awaited and bool(before) and before[0].kind == "locked"
    if waits != (entry.kind == "awaited"):
        raise ProofFailed(entry.seq, f"No {entry.kind} entry is allowed here: a lock with a beacon is awaited.")
    if entry.kind in ("locked", "rewound") and awaited:
        raise ProofFailed(entry.seq, f"No {entry.kind} entry is allowed here: the dice before it are awaited.")
    if entry.kind == "drawn" and not awaited:
        raise ProofFailed(entry.seq, "No drawn entry is allowed here: no dice are awaited.")


def beacon_limits(found: BeaconProof, awaiting: AnyLock) -> list[str]:
    """Sentences about what of the beacon could not be proved.  ``awaiting``: the lock of which the dice are awaited."""
    unchecked, silent = counted(found.unchecked, "round"), counted(found.silent, "commit")
    return [
        *([f"signatures of {unchecked} of the public beacon were not checked: {MISSING}"] if found.unchecked else []),
        *([f"{silent} made without the public beacon, which was silent"] if found.silent else []),
        *([f"the dice of lock {awaiting.lock} wait for {_in_words(awaiting.beacon)}"] if awaiting.beacon else []),
    ]


def _chain(entry: Entry, name: str) -> Chain:
    if name not in CHAINS:
        raise ProofFailed(entry.seq, f"This program does not know the beacon {name!r}.")
    return CHAINS[name]


def _in_words(beacon: BeaconRound | None) -> str:
    return f"round {beacon.round} of {beacon.chain}" if beacon else "no beacon"
