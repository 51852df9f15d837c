"""What of a journal may be public: the one place that decides which entries an exported log shows in full."""
from .fold import Deed, Fold, moment


def withheld(fold: Fold) -> frozenset[int]:
    """The entries whose bodies must not be shown yet.

    - A draft stays secret until the game is over.
    - An event stays secret while the system's ``witness`` keeps the public from it.  One that happened in a sealed phase is judged once
      more when that phase has been run, in the position this left: then the plans of the phase are public, standing orders are not.
    - The orders of a commit stay secret as long as any event of it does, and at least until their phase has been run if that was sealed.
    - When the game is over everything is public, and what has been public once stays so after a rewind.
    """
    waiting, secret = list[Deed](), set[int]()
    drafts = fold.noted
    for deed in fold.deeds:
        over = bool(deed.lock) and fold.system.phase(deed.state) is None
        if over:
            secret.clear()
            waiting.clear()
            drafts = [seq for seq in drafts if seq > deed.seq]
            continue
        if deed.kind == "rewound":
            waiting = [kept for kept in waiting if kept.seq <= deed.to]
        if deed.lock:
            hidden = _hidden(fold, deed)
            sealed = bool(deed.phase and deed.phase.sealed)
            secret |= hidden | (set(deed.orders.values()) if hidden or sealed else set())
            waiting += [deed] if sealed else []
        waiting = [kept for kept in waiting if not _disclosed(fold, kept, deed, secret)]
    return frozenset(secret) | frozenset(drafts)


def _disclosed(fold: Fold, kept: Deed, now: Deed, secret: set[int]) -> bool:
    """Whether the sealed phase of a deed has been run by now; if so what of it is public leaves ``secret``."""
    if moment(fold.system.phase(now.state)) == moment(kept.phase):
        return False
    still = {seq for seq, _, event in kept.happened if fold.system.witness(now.state, event, "") != event}
    secret -= {seq for seq, _, _ in kept.happened if seq not in still}
    if not still:
        secret -= set(kept.orders.values())
    return True


def _hidden(fold: Fold, deed: Deed) -> set[int]:
    return {seq for seq, before, event in deed.happened if fold.system.witness(before, event, "") != event}
