"""What everybody is told of a decision about a game: of its time, of a motion, of a deputy."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.contract import counted
from engine.deadlines.words import span_in_words, write_calendar

from .deadline import time_in_words
from .decisions import Deputed, Proposed, Ruled, Said, Timed, Voted
from .entries import PROGRAM
from .motions import OpenMotion
from .past_positions import position_words

if TYPE_CHECKING:
    from .fold import Fold

UNNAMED = "referee"
"""In place of the name of a referee who gives none."""
EXTENSIONS = 3
"""How often each side may put a deadline off by itself."""
MISSED, GIVEN_UP, UNTOUCHED = 2, 3, 6
"""Deadlines in a row that a side may let pass without a word before it is in civil disorder, and before its seat is
free; phases that nobody touches before the game is paused.
"""
SILENT, BY_VOTE, BY_REFEREE = "after deadlines that passed without a word", "by vote", "by the referee"
"""Why a seat was freed; a referee's reason follows."""
DECISION = "decision"
"""The cause of what a vote, or silence at a deadline, brings about at once."""


def ruling_line(by: str, what: str, why: str = "") -> str:
    """A line of a ruling: by whom it was made, what it says or has changed, and why."""
    who = "the referee" if by in ("", UNNAMED) else f"the referee ({by})"
    reason = f" Reason: {_sentence(why[:1].upper() + why[1:])}" if why.strip() else ""
    return f"Ruling by {who}: {what}{reason}"


def ruling_words(body: Ruled, changed: Sequence[str]) -> str:
    """``changed``: what the ruling has changed, a sentence each.  What the program itself notes is no ruling."""
    if body.by in PROGRAM and not changed:
        return body.text
    said = [line for line in body.text.splitlines() if line not in changed]
    if changed:
        return "\n".join(ruling_line(body.by, change, " ".join(said)) for change in changed)
    return "\n".join(ruling_line(body.by, line) for line in said)


def timed_words(fold: "Fold", body: Timed, before: str) -> str:
    """After the decision; ``before``: the deadline until then."""
    moved = _moved(fold, body)
    if body.role == "referee":
        return ruling_line(body.by, f"{_ruled_time(body, before)}{moved}", body.why)
    who, why = _names(fold, body.sides), f"{moved} {_sentence(body.why)}" if body.why else moved
    match body.act:
        case "extended" if body.role == "player":
            left = max(0, EXTENSIONS - fold.schedule.extensions[body.sides[0]])
            return f"{who} puts the deadline off ({counted(left, 'extension')} left).{why}"
        case "extended":
            return f"The deadline is put off{_by(body)}.{why}"
        case "away":
            away = "a player is away" if len(body.sides) == 1 else "players are away"
            return f"The deadline is put off, because {away}: {who}.{why}"
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
            return f"The game is frozen: no deadline runs, and no orders run until it goes on.{why}"
        case "resumed" | "thawed":
            return f"The game goes on{_by(body)}.{why}"
        case _:
            return ""


def _moved(fold: "Fold", body: Timed) -> str:
    """That a deadline which was put off ends at a moment of the game's calendar; "" where it has none of its own."""
    calendar = fold.schedule.calendar
    if body.act not in ("extended", "away") or not calendar.has_fixed_moments:
        return ""
    if calendar.allowed_from(body.due) != body.due:  # put off by an earlier program, to any moment
        return ""
    return f" It ends at the first moment of the calendar ({write_calendar(calendar)}) from the time asked for on."


def _ruled_time(body: Timed, before: str) -> str:
    """What a referee has decided about the time of the game, with the deadline before and after."""
    due = f"the deadline is {time_in_words(body.due)}" if body.due else "no deadline runs"
    match body.act:
        case "extended":
            return f"the deadline is put off from {time_in_words(before)} to {time_in_words(body.due)}."
        case "paused":
            return "the game is paused; no deadline runs, and orders can still be given."
        case "frozen":
            return "the game is frozen; no deadline runs, and no orders run until it goes on."
        case _:
            return f"the game goes on, and {due}."


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
            return f"to take the last commit back, to {position_words(fold, fold.after(int(made.value)))}"


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


def closed_words(fold: "Fold", made: OpenMotion) -> str:
    """That a motion is closed because somebody who had a vote on it has left."""
    return (
        f"The proposal of {_names(fold, (made.side,))} is closed: {motion_words(fold, made)}. No vote that is still "
        "missing could decide it; it can be proposed again."
    )


def said_words(fold: "Fold", body: Said, side: str) -> str:
    """The lines of a text, each marked so that none reads as an order."""
    to = _names(fold, body.to) if body.to else "all"
    return "\n".join((f"{_names(fold, (side,))} to {to}:", *(f"| {line}" for line in body.text.splitlines())))


def _by(body: Timed) -> str:
    return " by vote" if body.role == "vote" else ""


def _names(fold: "Fold", sides: tuple[str, ...]) -> str:
    named = [fold.scenario.sides[side].name if side in fold.scenario.sides else side for side in sides]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}" if named else "nobody"


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."
