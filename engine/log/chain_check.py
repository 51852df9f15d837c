"""Whether stored entries are those that were written: each is linked to the one before."""

from collections.abc import Iterable

from engine.errors import Refused

from .deadline import is_time
from .journal import Entry, link


def check_chain(entries: Iterable[Entry], seq: int = 0, before: str = "") -> None:
    """Raises Refused damaged at the first entry that does not continue the chain after entry ``seq`` with that link."""
    for number, entry in enumerate(entries, start=seq + 1):
        linked = link(before, entry.kind, entry.side, entry.at, entry.digest)
        if entry.seq != number or entry.link != linked or not is_time(entry.at):
            raise Refused(
                "damaged",
                f"Entry {number} of {entry.game} has been changed since it was written."
                " Restore the database from a backup.",
            )
        before = entry.link
