"""How many decisions about a game a log holds, each kind in a sentence of its own, for whoever verifies it."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from engine.contract import counted

from .decision_words import BY_REFEREE, BY_VOTE, SILENT
from .decisions import TAKE_BACK, Deputed, Proposed, Rewound, Ruled, Timed
from .entries import CLOCK, PROGRAM, Seated, decode
from .journal import Entry

KINDS = ("rewound", "ruled", "timed", "proposed", "seated", "deputed")
SENTENCES: Mapping[str, tuple[str, str]] = {
    "take-back": ("take-back", ": what was taken back stays on record"),
    "rewind": ("rewind", ": what was undone stays on record"),
    "ruling": ("ruling", ": on record with who made it and why"),
    "change": ("value", " of the position changed by rulings: on record with what it was and what it became"),
    "clock": ("note", " about a wrong clock: the deadline of that phase was counted again"),
    "note": ("note", " of the program itself: it changed nothing"),
    "extended by a player": ("extension", " by a player: the deadline was put off"),
    "extended by vote": ("extension", " by vote: the deadline was put off"),
    "extended by the referee": ("extension", " by the referee: the deadline was put off"),
    "extended by the program": ("extension", " after a standstill of the program: the deadline was put off"),
    "away": ("extension", " for a player who was away: the deadline was put off"),
    "grace": ("time", " of grace after a deadline, for sides that had written nothing"),
    "bank": ("use", " of a side's own time, after a deadline that had passed"),
    "paused": ("pause", ": no deadline ran, and orders could be given"),
    "resumed": ("end", " of a pause: deadlines ran again"),
    "frozen": ("freeze", " by the referee: no deadline and no orders ran"),
    "thawed": ("end", " of a freeze: deadlines and orders ran again"),
    "disorder": ("case", " of civil disorder: a side had let deadlines pass without a word"),
    "freed by silence": ("seat", " freed by silence: its player had let deadlines pass without a word"),
    "freed by vote": ("seat", " freed by vote of the players"),
    "freed by the referee": ("seat", " freed by the referee: on record with the reason"),
    "left": ("seat", " given up by its own player"),
    "deputy": ("change", " of a deputy, who may order for a side"),
    "vote": ("proposal", " put to the vote: on record with each vote"),
}
"""By kind of decision: what is counted, and how the sentence goes on; in the order in which they are listed."""
_SEATS = {SILENT: "freed by silence", BY_VOTE: "freed by vote", "": "left"}
_EXTENDED = {"player": "by a player", "vote": "by vote", "referee": "by the referee"}


def decision_counts(entries: Sequence[Entry], hidden: Set[int]) -> tuple[str, ...]:
    """A sentence for each kind of decision that there was; none if nobody decided anything."""
    counts = Counter[str]()
    for entry in entries:
        if entry.kind in KINDS and entry.seq not in hidden:
            body = decode(entry)
            counts[_kind(body)] += 1
            if isinstance(body, Ruled):
                counts["change"] += len(body.changes or ())
    return tuple(f"{counted(counts[kind], noun)}{rest}" for kind, (noun, rest) in SENTENCES.items() if counts[kind])


def _kind(body: object) -> str:
    """The kind of a decision; "" for what is none."""
    match body:
        case Rewound():
            return "take-back" if body.reason == TAKE_BACK else "rewind"
        case Ruled(by):
            return "clock" if by == CLOCK else "note" if by in PROGRAM and not body.changes else "ruling"
        case Timed(act="extended", role=role):
            return f"extended {_EXTENDED.get(role, 'by the program')}"
        case Timed(act):
            return act
        case Seated(player=""):
            return "freed by the referee" if body.reason.startswith(BY_REFEREE) else _SEATS.get(body.reason, "left")
        case Proposed():
            return "vote"
        case Deputed():
            return "deputy"
        case _:
            return ""
