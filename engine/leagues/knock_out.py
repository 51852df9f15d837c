"""Knock-out: whoever loses a match is out; the best of those left meets the last of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .matches import match_winner

if TYPE_CHECKING:
    from .fold import League

STILL_IN = 1_000_000


def survivor(league: "League", number: int) -> str:
    """Who goes on after a complete match: the winner, or in a tie the better seed; "" after a double loss."""
    match = league.matches[number]
    if all(result.how == "double-loss" for result in match.results):
        return ""
    return match_winner(match, league.template) or min(match.players, key=league.seeding)


def eliminated_in(league: "League", player: str, division: str = "") -> int:
    """The round of this season in which a player went out, 0 if they never played in one; STILL_IN if they have not.
    Whoever has withdrawn goes out in the first that they do not finish.
    """
    unfinished = max((held.number + 1 for held in league.rounds if player in held.byes), default=0)
    for match in league.season_matches(division):
        if player in match.players:
            if match.complete and survivor(league, match.number) != player:
                return match.round
            unfinished = max(unfinished, match.round + match.complete)
    return STILL_IN if unfinished and not league.entrants[player].out else unfinished


def still_in(league: "League", division: str) -> list[str]:
    """Who can still win, the best seed first; before the first round that is everybody."""
    active = sorted((one.player for one in league.active(division)), key=league.seeding)
    if not league.rounds:
        return active
    return [player for player in active if eliminated_in(league, player, division) == STILL_IN]


def knock_out_round(players: Sequence[str], byes: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Pairs and byes of the next round; so many have byes that the round after it has no odd number.

    ``players``: by seed; ``byes``: who has had one, and goes without another while anybody has not.
    """
    size = 1
    while size < len(players):
        size *= 2
    waiting = sorted(players, key=lambda player: player in byes)[: size - len(players)]
    playing = [player for player in players if player not in waiting]
    return [(playing[at], playing[-1 - at]) for at in range(len(playing) // 2)], waiting
