"""Which decisions about a game a table writes into its log: checked in a public log, entry by entry."""

from .deadline import has_passed, is_time
from .decision_words import GIVEN_UP, MISSED, SILENT, UNTOUCHED
from .decisions import Deputed, Proposed, Ruled, Said, Timed, Voted
from .entries import PRESS, Seated, decode
from .fold import Fold
from .journal import Entry
from .proof import ProofFailed
from .rulings import BadChange, apply_changes
from .schedule import deadline_of

KINDS = frozenset(("timed", "proposed", "voted", "deputed", "said"))
"""The kinds of entries that are checked here; nobody writes them into the first format."""
CARRIED = {"extended": "extend", "paused": "pause", "resumed": "resume"}
"""What a vote has carried where it has changed the deadline."""


def check_decision(fold: Fold, entry: Entry) -> None:
    """Raises ProofFailed for what no table writes; the times that people choose are theirs."""
    match decode(entry):
        case Timed() as body:
            _check_timed(fold, entry, body)
        case Proposed(motion):
            if not fold.seats[entry.side] or (not fold.phase and motion != "abandon"):
                raise ProofFailed(entry.seq, f"{entry.side} could propose nothing then.")
        case Voted(on):
            made = fold.motions.open.get(on)
            if made is None or fold.seats[entry.side] not in made.voters(fold.seats):
                raise ProofFailed(entry.seq, f"{entry.side} had no vote on entry {on}.")
        case Said(to):
            if not fold.seats[entry.side] or fold.opened.term(PRESS) != "public" or not set(to) <= fold.seats.keys():
                raise ProofFailed(entry.seq, f"{entry.side} could say nothing in public then.")
        case Deputed(player):
            if fold.phase is None or player == fold.deputies.get(entry.side, ""):
                raise ProofFailed(entry.seq, "That was so already, or the game was not running.")


def _check_timed(fold: Fold, entry: Entry, body: Timed) -> None:
    last = fold.transactions[-1]
    due = deadline_of(fold, last, fold.phase)
    if fold.phase is None or (body.due and not is_time(body.due)) or not set(body.sides) <= fold.seats.keys():
        raise ProofFailed(entry.seq, "Nothing of the kind could be decided then.")
    stops = body.act in ("paused", "frozen")
    earlier = body.act != "set" and not stops and due is not None and body.due < due
    if (stops and body.due) or earlier or (body.act in ("resumed", "thawed") and not last.paused):
        raise ProofFailed(entry.seq, f"A deadline is never made earlier, and this was {due or 'none'}.")
    if body.act == "set" and (last.due or not fold.schedule.has_terms or has_passed(body.due, entry.at)):
        raise ProofFailed(entry.seq, "No calendar sets this deadline.")
    if body.act in ("extended", "away", "grace", "bank") and due is None:
        raise ProofFailed(entry.seq, "No deadline ran that could be put off.")
    if body.act in ("grace", "bank") and not (due and has_passed(due, entry.at)):
        raise ProofFailed(entry.seq, f"The deadline was {due}, and had not passed.")
    if body.role == "player" and (body.act != "extended" or len(body.sides) != 1):
        raise ProofFailed(entry.seq, "A player can put a deadline off, for one side, and nothing else.")
    _check_who(fold, entry, body)


def _check_who(fold: Fold, entry: Entry, body: Timed) -> None:
    """Who decided: the players' votes and the clock's reasons are in the log."""
    carried = fold.motions.carried
    if body.role == "vote" and (carried is None or carried.motion != CARRIED.get(body.act)):
        raise ProofFailed(entry.seq, "No vote has decided this.")
    if body.act == "disorder" and fold.schedule.missed[body.sides[0] if body.sides else ""] < MISSED:
        raise ProofFailed(entry.seq, "It has not been silent for so long.")
    if body.act == "paused" and body.role == "clock" and fold.schedule.untouched < UNTOUCHED:
        raise ProofFailed(entry.seq, "The game has not been silent for so long.")


def check_end_of_seat(fold: Fold, entry: Entry, body: Seated) -> None:
    """A seat that was freed because its player was silent; proposals that are closed with a seat."""
    if body.reason == SILENT and fold.schedule.missed[entry.side] < GIVEN_UP:
        raise ProofFailed(entry.seq, f"{entry.side} has not been silent for so long.")
    if body.closes and (body.player or body.closes != fold.motions.settled_without(entry.side, fold.seats)):
        raise ProofFailed(entry.seq, "It closes proposals that were open to votes.")


def check_ruling(fold: Fold, entry: Entry, body: Ruled) -> None:
    """That a referee's changes fit the position."""
    try:
        apply_changes(fold.state, body.changes or ())
    except BadChange as wrong:
        raise ProofFailed(entry.seq, str(wrong)) from None
