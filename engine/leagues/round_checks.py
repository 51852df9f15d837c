"""Which round can follow in a league, and which can be taken back."""

from typing import TYPE_CHECKING

from engine.errors import Refused

from .entries import Paired
from .records import Round

if TYPE_CHECKING:
    from .fold import League


def require_next(league: "League", body: Paired) -> None:
    """Each player at most once, matches and rounds numbered one after another.  Refused bad-round."""
    players = [player for made in body.matches for player in made.players] + list(body.byes)
    numbers = [made.number for made in body.matches]
    expected = list(range(len(league.matches) + 1, len(league.matches) + 1 + len(numbers)))
    if body.round != len(league.rounds) + 1 or numbers != expected or not numbers:
        raise Refused(
            "bad-round", f"Round {len(league.rounds) + 1} of {league.name} comes next, from match {expected}."
        )
    if len(set(players)) < len(players):
        raise Refused("bad-round", f"Round {body.round} of {league.name} pairs somebody twice.")


def last_round(league: "League", number: int) -> Round:
    """The round with this number, the last one of the season, if it may be taken back.  Refused no-round, open-queue,
    has-result.
    """
    if not league.rounds or number != len(league.rounds):
        have = f"Its last round is {len(league.rounds)}." if league.rounds else "It has none yet."
        raise Refused(
            "no-round",
            f"Season {league.season} of {league.name} has no round that could be taken back so. {have} "
            f"`league pair {league.id}` pairs the next one.",
        )
    held = league.rounds[-1]
    if league.template.format == "queue":
        raise Refused(
            "open-queue",
            f"{league.name} is an open queue, whose matches are not taken back: their players' tickets are gone. The "
            f'referee can end one: `league double-loss {league.id} {held.matches[-1]} "both agreed"`.',
        )
    for match in (league.matches[at] for at in held.matches):
        for game, played in enumerate(match.games, 1):
            if played.result:
                raise Refused(
                    "has-result",
                    f"Round {number} of {league.name} cannot be taken back: {match.name}, has a result. Take that back "
                    f'first: `league reopen {league.id} {match.number}.{game} "paired too early"`.',
                )
    return held
