"""What of a journal may be public: the one place that decides which entries an exported log shows in full."""

import re
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from engine.contract import Event

from .fold import Deed, Fold, Moment, moment

OPENING = 1
"""The entry that a game begins with."""


class Kept(NamedTuple):
    """A deed with something to be kept secret until the sealed phase has been run in which it was done or which it led to."""

    deed: Deed
    until: Moment | None


def withheld(fold: Fold) -> frozenset[int]:
    """The entries whose bodies must not be shown yet.

    - A draft stays secret until the game is over.
    - An event stays secret while the system's ``witness`` keeps the public from it.  One that happened in a sealed phase is judged once
      more when that phase has been run, in the position this left: then the plans of the phase are public, standing orders are not.
    - The opening, which is the scenario, stays secret while there are units that the public has never known of.
    - The orders of a commit stay secret as long as any event of it does or they name such a unit, and at least until their phase has been
      run if that was sealed.
    - When the game is over everything is public, and what has been public once stays so after a rewind.
    """
    waiting, secret = list[Kept](), set[int]()
    drafts = fold.noted
    for deed in fold.deeds:
        over = bool(deed.lock) and fold.system.phase(deed.state) is None
        if over:
            secret.clear()
            waiting.clear()
            drafts = [seq for seq in drafts if seq > deed.seq]
            continue
        if deed.kind == "rewound":
            waiting = [kept for kept in waiting if kept.deed.seq <= deed.to]
        if deed.lock:
            hidden = [happening for happening in deed.happened if _kept_back(fold, happening.before, happening.event)]
            sealed = [
                phase
                for phase in (deed.phase, *(fold.system.phase(h.before) for h in hidden))
                if phase and phase.sealed
            ]
            secret.update(happening.seq for happening in hidden)
            secret.update(deed.orders.values() if hidden or sealed else ())
            waiting += [Kept(deed, moment(sealed[-1]))] if sealed else []
        waiting = [kept for kept in waiting if not _disclosed(fold, kept, deed, secret)]
    unlisted = _unlisted(fold)
    return frozenset((*secret, *drafts, *_naming(fold, unlisted), *([OPENING] if unlisted else [])))


def _unlisted(fold: Fold) -> Set[str]:
    """The units of the scenario of which the public has not been told at any time so far."""
    if any(deed.lock and fold.system.phase(deed.state) is None for deed in fold.deeds):
        return frozenset()
    unknown = set(fold.deeds[0].state.units)
    for deed in fold.deeds:
        unknown -= fold.system.view(deed.state, "").units.keys()
    return unknown


def _naming(fold: Fold, units: Set[str]) -> Iterator[int]:
    """The entries of orders that name one of these units."""
    if units:
        named = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, units))})(?!\w)", re.IGNORECASE)
        for deed in fold.deeds:
            yield from (deed.orders[side] for side, words in deed.words.items() if named.search(words))


def _disclosed(fold: Fold, kept: Kept, now: Deed, secret: set[int]) -> bool:
    """Whether the sealed phase of a deed has been run by now; if so what of it is public leaves ``secret``."""
    if moment(fold.system.phase(now.state)) == kept.until:
        return False
    deed = kept.deed
    still = {seq for seq, _, event in deed.happened if _kept_back(fold, now.state, event)}
    secret -= {seq for seq, _, _ in deed.happened if seq not in still}
    if not still:
        secret -= set(deed.orders.values())
    return True


def _kept_back(fold: Fold, state: Any, event: Event) -> bool:
    return fold.system.witness(state, event, "") != event
