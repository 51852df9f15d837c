"""What of a journal may be public: the one place that decides which entries an exported log shows in full."""
from typing import Any, NamedTuple

from ..contract import Event
from .fold import Deed, Fold, Moment, moment


class Kept(NamedTuple):
    """A deed with something to be kept secret until the sealed phase has been run in which it was done or which it led to."""

    deed: Deed
    until: Moment | None


def withheld(fold: Fold) -> frozenset[int]:
    """The entries whose bodies must not be shown yet.

    - A draft stays secret until the game is over.
    - An event stays secret while the system's ``witness`` keeps the public from it.  One that happened in a sealed phase is judged once
      more when that phase has been run, in the position this left: then the plans of the phase are public, standing orders are not.
    - The orders of a commit stay secret as long as any event of it does, and at least until their phase has been run if that was sealed.
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
            sealed = [phase for phase in (deed.phase, *(fold.system.phase(h.before) for h in hidden)) if phase and phase.sealed]
            secret.update(happening.seq for happening in hidden)
            secret.update(deed.orders.values() if hidden or sealed else ())
            waiting += [Kept(deed, moment(sealed[-1]))] if sealed else []
        waiting = [kept for kept in waiting if not _disclosed(fold, kept, deed, secret)]
    return frozenset(secret) | frozenset(drafts)


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
