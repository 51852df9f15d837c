"""Who has won a game by its scores, and results that say otherwise."""

from shlex import quote
from typing import TYPE_CHECKING

from engine.errors import Refused

from .entries import Reported
from .matches import LeagueGame, Match
from .player_names import DRAW

if TYPE_CHECKING:
    from .fold import League


def winner_by_scores(match: Match, game: LeagueGame, scores: tuple[int, int]) -> str:
    """Once the bid is taken from the first side's score; "" if that makes both equal.  ``scores``: in the match's order
    of players.
    """
    by_player = dict(zip(match.players, scores, strict=True))
    first, second = game.players
    margin = by_player[first] - (match.bid or 0) - by_player[second]
    return first if margin > 0 else second if margin < 0 else ""


def require_winner_of_scores(match: Match, game: LeagueGame, body: Reported, league: str) -> None:
    """Refused other-winner if a winner contradicts the scores.  After a bid they decide alone; without one a draw may
    have different scores, and a winner equal ones.
    """
    if body.scores is None or body.agreed:
        return
    by_scores = winner_by_scores(match, game, body.scores)
    if by_scores == body.winner or (not match.bid and not (by_scores and body.winner)):
        return
    (first, second), (one, other) = match.players, body.scores
    number = f"{match.number}.{body.number}" if len(match.games) > 1 else str(match.number)
    line, said, right = f"league result {league} {number}", body.winner or DRAW, by_scores or DRAW
    scores = f"{one}-{other} means {first} {one} and {second} {other}, as match {match.number} names them"
    if match.bid:
        won = f"{by_scores} wins" if by_scores else "it is a draw"
        raise Refused(
            "other-winner",
            f"{scores}; less the bid of {match.bid} that {game.players[0]} made, {won}: `{line} {quote(right)} "
            f"{one}-{other}`. If it did not end on scores: `league adjudicate {league} {number} {quote(said)} "
            f"{'conceded' if body.winner else 'agreed'}`.",
        )
    raise Refused(
        "other-winner",
        f"{scores}, so {body.winner} has not won by them. Turn them round, `{line} {quote(said)} {other}-{one}`, or "
        f"leave them out if it did not end on scores: `{line} {quote(said)}`.",
    )


def require_sides(league: "League", number: int) -> None:
    """Refused bids-missing if a result would come before it is known who plays which side of the match."""
    match = league.match(number)
    if league.template.sides != "bids" or match.bid is not None or match.games[0].game or match.complete:
        return
    missing = match.bids_missing
    raise Refused(
        "bids-missing",
        f"The sides of {match.name}, are not known yet: {' and '.join(missing)} "
        f"{'has' if len(missing) == 1 else 'have'} not bid. `league bids {league.id} {number}` waits no longer, and "
        "counts a missing bid as 0; then report the result. Without a game: "
        f'`league adjudicate {league.id} {number} {quote(match.players[0])} "agreed by both"`.',
    )


def require_equal_draw(league: "League", body: Reported) -> None:
    """Refused other-winner if somebody reports a draw with scores of which one is higher."""
    match = league.match(body.match)
    if body.winner or body.scores is None or match.bid or body.scores[0] == body.scores[1]:
        return
    (first, second), (one, other) = match.players, body.scores
    number = f"{match.number}.{body.number}" if len(match.games) > 1 else str(match.number)
    line = f"league result {league.id} {number}"
    raise Refused(
        "other-winner",
        f"{one}-{other} means {first} {one} and {second} {other}, which is no draw by scores: "
        f"`{line} {quote(first if one > other else second)} {one}-{other}`. If it was drawn all the same, by a margin "
        f"or by agreement, leave the scores out: `{line} {DRAW}`.",
    )
