"""A commit: orders are locked, dice rolled under the lock, events recorded, and the secret revealed."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from engine import play
from engine.contract import Turn
from engine.dice.commit_secret import DRAWN, CommitSecret
from engine.dice.sealed import AnyLock, BeaconRound, CommitLock, Lock, SealedDice, orders_digest, promise
from engine.play import NOTHING_FORESEEN, Foreseen, OrderToRun

from .entries import Done, DraftWritten, Locked, Opened, Orders, Promised, Revealed, how_it_ended
from .fold import Fold
from .journal import EntryChain
from .nonces import KEYBOARD, NonceKind, checked_nonce, nonce_kind
from .transactions import moment

_OF_THE_FIRST = (NonceKind.MESSAGE, None)
"""What the first version wrote into its locks."""


class SideOrders(NamedTuple):
    """The orders of one side to run, the entry of the draft they come from (0: none), and the rest of its text.

    ``rest`` stays as the side's draft, ``ahead`` if it is for its next phase.  ``foreseen``: what the orders surely do.
    """

    lines: tuple[OrderToRun, ...]
    draft: int = 0
    rest: str = ""
    ahead: bool = False
    foreseen: Foreseen = NOTHING_FORESEEN


class Plan(NamedTuple):
    """What a commit does: run these orders, then end these sides' part of the phase; ``by`` is ``player`` or
    ``deadline``.
    """

    orders: Mapping[str, SideOrders] = {}
    closing: tuple[str, ...] = ()
    by: str = ""


class Commit:
    """Adds to ``chain`` the entries ``(happened | done)* revealed (promised | closed)`` behind those of ``add_lock``.

    Each ``happened`` entry holds events that the public may all witness, or none of which it may, so that a public log
    can leave out whole entries.
    """

    def __init__(
        self,
        fold: Fold,
        chain: EntryChain,
        pledge: CommitSecret,
        lock: AnyLock,
        given: Mapping[str, SideOrders],
        randomness: bytes = b"",
    ) -> None:
        """``randomness``: of the lock's beacon."""
        self._fold, self._chain, self._pledge, self._lock = fold, chain, pledge, lock
        self._orders, self._recorded, self._phase = given, 0, fold.phase
        self._ended = set[str]()
        self.turn: Turn[Any] = Turn(fold.state, SealedDice(pledge.secret, lock, randomness), fold.system.apply)

    def begin(self) -> None:
        """Run the orders; at the start of a game, run the rules' opening first."""
        if not self._fold.started:
            self._fold.system.proceed(self.turn)
        for side, given in self._orders.items():
            if play.run(self._fold.system, self.turn, side, given.lines, given.foreseen):
                self._ended.add(side)
        self._record_events()

    def close(self, side: str, by: str) -> None:
        """End the side's part of the phase in which the commit began, unless its own orders have ended it already."""
        phase = self._fold.system.phase(self.turn.state)
        waiting = phase and side in phase.sides and moment(phase) == moment(self._phase)
        if waiting and side not in self._ended:
            self._chain.add("done", side, Done(by))
            play.close(self._fold.system, self.turn, side)
            self._record_events()

    def finish(self, entropy: Callable[[int], bytes]) -> None:
        """Reveal the secret; then promise the next one, or close the game."""
        self._chain.add(
            "revealed",
            "",
            Revealed(self._lock.lock, self._pledge.secret.hex(), self._pledge.seed.hex(), self._pledge.seals),
        )
        self._chain.spend(self._lock.promise)
        if self._fold.system.phase(self.turn.state):
            add_promise(self._chain, self._fold.opened, self._fold.scenario.sides, entropy)
        else:
            self._chain.add("closed", "", how_it_ended(self.turn.state))

    def _record_events(self) -> None:
        """Add entries for the events since the last call."""
        fresh = self.turn.transitions[self._recorded :]
        self._recorded = len(self.turn.transitions)
        witness = self._fold.system.witness
        for _, run in groupby(fresh, lambda step: witness(step.before, step.event, "") == step.event):
            self._chain.add("happened", "", [step.event for step in run])


def add_lock(
    fold: Fold,
    chain: EntryChain,
    pledge: CommitSecret,
    given: Mapping[str, SideOrders],
    side: str = "",
    nonce: str = "",
    beacon: BeaconRound | None = None,
) -> AnyLock:
    """Add to ``chain`` the entries ``written* locked``.  ``nonce``: "" at the keyboard.

    ValueError for one that is in no form of engine/log/nonces.py.
    """
    for writer, orders in given.items():
        if orders.rest:
            chain.add("written", writer, DraftWritten(orders.rest, orders.ahead))
    written = {writer: Orders(orders.lines, orders.draft) for writer, orders in given.items()}
    entries = {writer: chain.add("written", writer, body, pledge.salts[writer]) for writer, body in written.items()}
    fixed, promised = (fold.id, fold.locks + 1, lock_phase(fold)), (fold.previous, promise(pledge.secret))
    if fold.opened.first_format:
        digests = {writer: entry.digest for writer, entry in entries.items()}
        first = Lock(*fixed, digests, *promised, nonce if nonce_kind(nonce) in _OF_THE_FIRST else "")
        chain.add("locked", side, first)
        return first
    lock = CommitLock(*fixed, orders_digests(written, pledge.salts), *promised, beacon)
    chain.add("locked", side, Locked(lock, checked_nonce(nonce or KEYBOARD), tuple(written)))
    return lock


def lock_phase(fold: Fold) -> str:
    """Turn and name of the phase in which a commit is made; "" when the game is over."""
    phase = fold.system.phase(fold.state)
    return f"{phase.turn} {phase.name}" if phase else ""


def orders_digests(written: Mapping[str, Orders], salts: Mapping[str, str]) -> dict[str, str]:
    """What a lock names of the orders of each side that has any."""
    return {side: orders_digest(salts[side], texts) for side, orders in written.items() if (texts := orders.texts)}


def add_promise(chain: EntryChain, opened: Opened, sides: Iterable[str], entropy: Callable[[int], bytes]) -> None:
    """Promise a fresh secret, and with it the salts of the orders to come and all that was written before."""
    drawn = entropy(DRAWN)
    promised = promise(CommitSecret(drawn, sides, "" if opened.first_format else chain.link).secret)
    chain.keep(promised, drawn)
    chain.add("promised", "", Promised(promised))
