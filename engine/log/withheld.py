"""Whether the rules allow what a public log withholds, and why it must be secret."""

from collections.abc import Iterator, Mapping, Sequence, Set

from engine.contract import counted

from .entries import Locked, decode
from .journal import Entry
from .proof import HASH, ProofFailed, orders_of

LISTED = 6
"""Entries of one kind that are named one by one."""


def check_digests(hidden: Mapping[int, str]) -> None:
    """Raises ProofFailed for a withheld entry whose digest is none."""
    for seq, digest in hidden.items():
        if not HASH.fullmatch(digest):
            raise ProofFailed(seq, f"{digest!r} is no sha256, so nothing can ever be shown that was withheld here.")


def withheld_reasons(entries: Sequence[Entry], hidden: Set[int]) -> Iterator[str]:
    """Sentences about what is withheld and why.  Raises ProofFailed for an entry that may not be."""
    drafts = {seq for seq in hidden if entries[seq - 1].kind == "written"}
    events = [seq for seq in sorted(hidden) if entries[seq - 1].kind == "happened"]
    orders = dict[str, list[Entry]]()
    locks = [entry for entry in entries if entry.kind == "locked"]
    phases = [_lock_phase(entry) for entry in locks]
    for at, entry in enumerate(locks):
        if secret := [written for written in orders_of(entries, entry) if written.seq in hidden]:
            runs_still = all(phase == phases[at] for phase in phases[at:])
            why = _reason(entries, entry, hidden, phases[at] if runs_still else "")
            if not why:
                raise ProofFailed(
                    secret[0].seq, f"These orders are not secret any more: the phase {phases[at]!r} has been run."
                )
            orders.setdefault(why, []).extend(secret)
            drafts.difference_update(written.seq for written in secret)
    for why, secret in orders.items():
        sides = " and ".join(sorted({written.side for written in secret}))
        yield f"orders of {sides} ({_listed([written.seq for written in secret])}): {why}"
    if events:
        yield f"{counted(len(events), 'entry')} of events ({_listed(events)}): not everybody may know of them yet"
    if drafts:
        yield f"{counted(len(drafts), 'draft')} ({_listed(sorted(drafts))}): a draft is secret until the game is over"


def _reason(entries: Sequence[Entry], locked: Entry, hidden: Set[int], phase: str) -> str:
    """Why the orders of a commit are secret; "" if they need not be.  ``phase``: the one that has not been run yet."""
    if 1 in hidden:
        return "they may name what not everybody may know of yet"
    if _has_hidden_events(entries, locked, hidden):
        return "not everybody may know yet of all that came of them"
    if _is_undone(entries, locked):
        return "taken back by a rewind, and secret until the game is over"
    return f"secret until the phase {phase!r} has been run" if phase else ""


def _is_undone(entries: Sequence[Entry], locked: Entry) -> bool:
    """Whether a rewind goes back to a position before the end of the commit."""
    later = entries[locked.seq :]
    end = next((entry.seq for entry in later if entry.kind in ("promised", "closed")), locked.seq)
    return any(entry.kind == "rewound" and decode(entry).to < end for entry in later)


def _lock_phase(entry: Entry) -> str:
    body = decode(entry)
    return str((body.lock if isinstance(body, Locked) else body).phase)


def _has_hidden_events(entries: Sequence[Entry], locked: Entry, hidden: Set[int]) -> bool:
    """Whether anything that the commit made happen is withheld."""
    for entry in entries[locked.seq :]:
        if entry.kind == "revealed":
            return False
        if entry.seq in hidden:
            return True
    return False


def _listed(seqs: Sequence[int]) -> str:
    return ", ".join(map(str, seqs[:LISTED])) + (", ..." if len(seqs) > LISTED else "")
