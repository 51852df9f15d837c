"""How many decisions about a game a log holds, in one sentence for whoever verifies it."""

from collections.abc import Sequence, Set

from engine.contract import counted

from .decisions import TAKE_BACK, Rewound, Ruled, Timed
from .entries import decode
from .journal import Entry

KINDS = ("rewound", "ruled", "timed", "proposed")
SET = "set"
"""What the calendar alone does at the beginning of a phase."""


def decision_counts(entries: Sequence[Entry], hidden: Set[int]) -> str:
    """ "" if nobody decided anything."""
    found = [decode(entry) for entry in entries if entry.kind in KINDS and entry.seq not in hidden]
    rewinds = [body for body in found if isinstance(body, Rewound)]
    rulings = [body for body in found if isinstance(body, Ruled)]
    changing = sum(bool(body.changes) for body in rulings)
    taken_back = sum(body.reason == TAKE_BACK for body in rewinds)
    changes = sum(isinstance(body, Timed) and body.act != SET for body in found)
    votes = sum(entry.kind == "proposed" for entry in entries)
    counts = (
        (taken_back, "take-back", ""),
        (len(rewinds) - taken_back, "rewind", ""),
        (len(rulings), "ruling", f" ({changing} changing the position)" if changing else ""),
        (changes, "change", " of a deadline"),
        (votes, "vote", ""),
    )
    said = [f"{counted(count, word)}{more}" for count, word, more in counts if count]
    return f"{', '.join(said)}: each on record with its reason" if said else ""
