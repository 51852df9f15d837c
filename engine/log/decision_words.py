"""What everybody is told of a decision about a game: of its time, of a motion, of a deputy."""

from typing import TYPE_CHECKING

from engine.contract import counted
from engine.deadlines.words import span_in_words

from .decisions import Deputed, Proposed, Said, Timed, Voted
from .motions import OpenMotion

if TYPE_CHECKING:
    from .fold import Fold

EXTENSIONS = 3
"""How often each side may put a deadline off by itself."""
MISSED, GIVEN_UP, UNTOUCHED = 2, 3, 6
"""Deadlines in a row that a side may let pass without a word before it is in civil disorder, and before its seat is
free; phases that nobody touches before the game is paused.
"""
SILENT, BY_VOTE = "after deadlines that passed without a word", "by vote"
"""Why a seat was freed."""
DECISION = "decision"
"""The cause of what a vote, or silence at a deadline, brings about at once."""


def timed_words(fold: "Fold", body: Timed) -> str:
    """After the decision."""
    who, why = _names(fold, body.sides), f" {_sentence(body.why)}" if body.why else ""
    match body.act:
        case "extended" if body.role == "player":
            left = max(0, EXTENSIONS - fold.schedule.extensions[body.sides[0]])
            return f"{who} puts the deadline off ({counted(left, 'extension')} left).{why}"
        case "extended":
            return f"The deadline is put off{_by(body)}.{why}"
        case "away":
            return f"The deadline is put off, because a player is away: {who}.{why}"
        case "disorder":
            return (
                f"{who} has let {MISSED} deadlines in a row pass without a word, and is in civil disorder: the rules' "
                f"defaults play on. After {GIVEN_UP} the seat is free for somebody else; any order ends it."
            )
        case "grace":
            return (
                f"The deadline has passed, and nothing is written for {who}: there is grace for that alone. All that "
                "was written in time stays as it is."
            )
        case "bank":
            own = span_in_words(max(fold.schedule.bank_left(side) for side in body.sides))
            return f"The deadline has passed for {who}. Their own time runs now: {own} at most."
        case "paused":
            return f"The game is paused{_by(body)}: no deadline runs, and orders can still be given.{why}"
        case "frozen":
            return f"The game is frozen{_by(body)}: no deadline runs, and no orders run until it goes on.{why}"
        case "resumed" | "thawed":
            return f"The game goes on{_by(body)}.{why}"
        case _:
            return ""


def motion_words(fold: "Fold", made: OpenMotion) -> str:
    """What is proposed, as an object of the sentence."""
    match made.motion:
        case "extend":
            return f"to put the deadline off by {span_in_words(int(made.value))}"
        case "pause":
            return "to pause the game"
        case "resume":
            return "that the game goes on"
        case "draw":
            return "a draw"
        case "concede":
            return f"to end the game with a victory of {_names(fold, (made.value,))}"
        case "replace":
            return f"to give the seat of {_names(fold, (made.value,))} to somebody else"
        case "abandon":
            return "to give the game up without a result"
        case "take-back":
            return f"to take the last commit back, to the position after entry {made.value}"


def vote_words(fold: "Fold", body: Proposed | Voted | Deputed, made: OpenMotion | None, side: str) -> str:
    name = _names(fold, (side,))
    if isinstance(body, Deputed):
        if not body.player:
            return f"{name}: the deputy orders no longer."
        return f"{name}: a deputy may order until the player of this side does so again."
    if made is None:
        return f"{name} votes on something that is settled already."
    what, seats = motion_words(fold, made), fold.seats
    if isinstance(body, Proposed):
        said = f"{name} proposes {what}."
    else:
        said = f"{name} is {'for it' if body.yes else 'against it'}: the proposal was {what}."
    if fold.motions.carried is made:
        return f"{said} It is agreed."
    if fold.motions.lost is made:
        return f"{said} It is rejected."
    return f"{said} {made.count(seats)} so far."


def said_words(fold: "Fold", body: Said, side: str) -> str:
    """The lines of a text, each marked so that none reads as an order."""
    to = _names(fold, body.to) if body.to else "all"
    return "\n".join((f"{_names(fold, (side,))} to {to}:", *(f"| {line}" for line in body.text.splitlines())))


def _by(body: Timed) -> str:
    return {"referee": " by the referee", "vote": " by vote"}.get(body.role, "")


def _names(fold: "Fold", sides: tuple[str, ...]) -> str:
    named = [fold.scenario.sides[side].name if side in fold.scenario.sides else side for side in sides]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}" if named else "nobody"


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."
