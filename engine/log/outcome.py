"""How a game ended: by its rules, or because its players agreed."""

from .entries import Closed, how_it_ended
from .fold import Fold
from .motions import ENDING, OpenMotion

AGREED_DRAW, CONCEDED, ABANDONED = "draw-agreed", "conceded", "abandoned"
"""Reasons of an end that players have voted for; an abandoned game has no winner."""


def end_by_vote(fold: Fold) -> Closed | None:
    """The end that the last vote has carried; None if it has carried none."""
    made = fold.motions.carried
    return closing(made) if made and made.motion in ENDING else None


def closing(made: OpenMotion) -> Closed:
    match made.motion:
        case "draw":
            return Closed("draw", AGREED_DRAW)
        case "concede":
            return Closed(made.value, CONCEDED)
        case _:
            return Closed(None, ABANDONED)


def outcome(fold: Fold) -> Closed:
    """Nobody and nothing while the game goes on."""
    return fold.ended or (how_it_ended(fold.state) if fold.over else Closed(None, None))
