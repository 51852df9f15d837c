"""A second verifier of public logs, written from docs/dice.md and from the texts that describe the format (at the top
of engine/log/export.py, engine/dice/sealed.py and engine/log/nonces.py), and not from the code below them.

It imports nothing of the project.  It judges the chain, the digests, the promises, the locks and the dice; it knows no
rules, and no beacon's key.
"""

from typing import NamedTuple

from .file import FIRST_LOG, Wrong, read_file
from .walk import Walk


class Finding(NamedTuple):
    """``proved``: whether nothing is wrong; if not, the first entry that is (0: the file), and why.  ``still_open``:
    whether something cannot be known yet; ``dice``: how many were rolled again.
    """

    proved: bool
    entry: int = 0
    why: str = ""
    still_open: bool = False
    dice: int = 0


def judge(data: bytes) -> Finding:
    try:
        game, form, entries = read_file(data)
        walk = Walk(game, form, entries)
        walk.all()
    except Wrong as wrong:
        return Finding(False, wrong.entry, str(wrong))
    hidden = any("body" not in entry for entry in entries)
    over = next(entry["kind"] for entry in reversed(entries) if entry["kind"] in ("promised", "closed")) == "closed"
    drawn = any(entry["kind"] in ("awaited", "drawn") for entry in entries)
    return Finding(True, still_open=hidden or not over or drawn or form == FIRST_LOG, dice=walk.dice)
