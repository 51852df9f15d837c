"""The proof of the beacon: each lock names the first round that nobody could know, and its dice are made of that."""

import hashlib

from engine.beacon.chain import CHAINS, SIGNATURE, Chain, NotGenuine
from engine.beacon.signature import MISSING, CannotCheck
from engine.contract import counted
from engine.dice.sealed import AnyLock, BeaconRound

from .deadline import add_seconds, from_unix, to_unix
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
        self._opened = False
        """Whether the opening is known; it may be withheld."""

    def note_opening(self, opened: Opened) -> None:
        self._choice, self._opened = opened.beacon_choice, True

    def check_lock(self, entry: Entry, lock: AnyLock) -> None:
        """Raises ProofFailed for a lock that names another round than it must."""
        if not self._opened:
            return
        named, due = lock.beacon, None
        if self._choice:
            chain = _chain(entry, self._choice.chain)
            due = BeaconRound(chain.name, chain.next_round(to_unix(entry.at)))
        if named != due:
            raise ProofFailed(
                entry.seq, f"The lock waits for {_in_words(named)}; made then, it must for {_in_words(due)}."
            )

    def randomness(self, entry: Entry, body: Drawn, lock: AnyLock) -> bytes:
        """What the round adds to the key of a lock.  Raises ProofFailed."""
        named = lock.beacon
        if named is None or body.round != named.round:
            raise ProofFailed(entry.seq, f"The lock waits for {_in_words(named)}, and this is round {body.round}.")
        chain = _chain(entry, named.chain)
        published = from_unix(chain.published_at(named.round))
        if entry.at < published:
            raise ProofFailed(entry.seq, f"{_in_words(named)} was published at {published}, after this entry.")
        if not body.signature:
            self._check_silence(entry, published)
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

    def _check_silence(self, entry: Entry, published: str) -> None:
        """That the game was opened to go on without its beacon after so long."""
        patience = self._choice.patience if self._choice else 0
        if self._opened and not (patience and entry.at >= add_seconds(published, patience)):
            allowed = f"after {patience} seconds, not at {entry.at}" if patience else "never"
            raise ProofFailed(entry.seq, f"These dice fell without the beacon; in this game they may {allowed}.")
        self.silent += 1


def beacon_limits(found: BeaconProof) -> list[str]:
    """Sentences about what of the beacon could not be proved."""
    unchecked, silent = counted(found.unchecked, "round"), counted(found.silent, "commit")
    return [
        *([f"signatures of {unchecked} of the public beacon were not checked: {MISSING}"] if found.unchecked else []),
        *([f"{silent} made without the public beacon, which was silent"] if found.silent else []),
    ]


def _chain(entry: Entry, name: str) -> Chain:
    if name not in CHAINS:
        raise ProofFailed(entry.seq, f"This program does not know the beacon {name!r}.")
    return CHAINS[name]


def _in_words(beacon: BeaconRound | None) -> str:
    return f"round {beacon.round} of {beacon.chain}" if beacon else "no beacon"
