"""Decides which entries a public log shows in full: the only place that does."""

import re
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from engine.contract import Event

from .fold import Fold
from .transactions import Moment, Transaction, moment

OPENING = 1
"""The first entry of a game."""


class SealedTransaction(NamedTuple):
    """A transaction with secrets, kept until the sealed phase in which it was made, or which it led to, has
    been run.
    """

    transaction: Transaction
    until: Moment | None


def withheld_entries(fold: Fold) -> frozenset[int]:
    """The entries whose bodies must still be secret.

    - A draft stays secret until the game is over.
    - An event stays secret while the system's ``witness`` keeps the public from it.  One from a sealed phase is checked
      again in the position after that phase: then the plans of the phase are public, standing orders are not.
    - The opening, which is the scenario, stays secret while the public does not know all of its units.
    - The orders of a commit stay secret as long as any of its events does or they name such a unit; those of a sealed
      phase at least until it has been run.
    - Orders whose dice are awaited stay secret until these have fallen.
    - Once the game is over everything is public, and stays public after a rewind.
    """
    waiting, secret = list[SealedTransaction](), set[int]()
    drafts = fold.draft_entries
    for transaction in fold.transactions:
        over = transaction.closed
        if over:
            secret.clear()
            waiting.clear()
            drafts = [seq for seq in drafts if seq > transaction.seq]
            continue
        if transaction.kind == "rewound":
            waiting = [kept for kept in waiting if kept.transaction.seq <= transaction.to]
        if transaction.lock:
            hidden = [recorded for recorded in transaction.events if _is_secret(fold, recorded.before, recorded.event)]
            sealed = [
                phase
                for phase in (transaction.phase, *(fold.system.phase(h.before) for h in hidden))
                if phase and phase.sealed
            ]
            secret.update(recorded.seq for recorded in hidden)
            secret.update(transaction.orders.values() if hidden or sealed else ())
            waiting += [SealedTransaction(transaction, moment(sealed[-1]))] if sealed else []
        waiting = [kept for kept in waiting if not _disclose(fold, kept, transaction, secret)]
    secret.update(fold.awaited.orders.values() if fold.awaited else ())
    unlisted = _unknown_units(fold)
    return frozenset((*secret, *drafts, *_orders_naming(fold, unlisted), *([OPENING] if unlisted else [])))


def _unknown_units(fold: Fold) -> Set[str]:
    """The units of the scenario that the public has never known of."""
    if any(transaction.closed for transaction in fold.transactions):
        return frozenset()
    unknown = set(fold.transactions[0].state.units)
    for transaction in fold.transactions:
        unknown -= fold.system.view(transaction.state, "").units.keys()
    return unknown


def _orders_naming(fold: Fold, units: Set[str]) -> Iterator[int]:
    """The entries of orders that name one of these units."""
    if units:
        named = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, units))})(?!\w)", re.IGNORECASE)
        for transaction in fold.transactions:
            yield from (transaction.orders[side] for side, words in transaction.words.items() if named.search(words))


def _disclose(fold: Fold, kept: SealedTransaction, now: Transaction, secret: set[int]) -> bool:
    """Whether the sealed phase of a transaction has been run; if so, its public entries are removed from ``secret``."""
    if moment(fold.system.phase(now.state)) == kept.until:
        return False
    transaction = kept.transaction
    still = {seq for seq, _, event in transaction.events if _is_secret(fold, now.state, event)}
    secret -= {seq for seq, _, _ in transaction.events if seq not in still}
    if not still:
        secret -= set(transaction.orders.values())
    return True


def _is_secret(fold: Fold, state: Any, event: Event) -> bool:
    return fold.system.witness(state, event, "") != event
