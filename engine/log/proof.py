"""What a proof needs everywhere: the failure that ends it, how commits are told apart, and hashes read from text."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .entries import Locked, decode
from .journal import Entry

SIDE_KINDS = ("seated", "deputed", "written", "done", "proposed", "voted", "said")
"""The kinds of entries that belong to a side; a ``locked`` one does unless a deadline made it."""
HASH = re.compile("[0-9a-f]{64}")


class ProofFailed(Exception):
    """The first entry (0: the file as a whole) that fails, and why."""

    def __init__(self, entry: int, says: str) -> None:
        super().__init__(says)
        self.entry, self.says = entry, says


class Findings(NamedTuple):
    """Sentences about what was verified, and about what could not be yet."""

    checked: tuple[str, ...]
    limits: tuple[str, ...]


def orders_of(entries: Sequence[Entry], locked: Entry) -> Sequence[Entry]:
    """The entries of the orders that a lock runs: those just before it, as many as it names sides."""
    body = decode(locked)
    count = len(body.runs if isinstance(body, Locked) else body.orders)
    return entries[max(0, locked.seq - 1 - count) : locked.seq - 1]


def from_hex(text: str) -> bytes:
    """The 32 bytes of 64 lower-case hex digits, b"" for anything else."""
    return bytes.fromhex(text) if HASH.fullmatch(text) else b""


def entry_range(first: int, last: int) -> str:
    return f"entry {first}" if first == last else f"entries {first} to {last}"
