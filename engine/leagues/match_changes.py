"""What a bid, a game, a result or the referee makes of a match."""

from shlex import quote

from engine.contract import replace
from engine.errors import Refused

from .bid_seals import SALT, SEAL, bid_digest
from .entries import Bid, BidsDropped, BidSealed, BidsOpened, GameOpened, Reopened, Reported, Ruled, Template
from .matches import GameResult, LeagueGame, Match
from .winners import require_winner_of_scores, winner_by_scores

LONGEST_REASON = 500
HIGHEST = 100_000
"""The most points of a score or a bid."""
NO_BIDS = {
    "single": "each match is one game, and sides are shared out evenly over the season",
    "mirrored": "each match is two games, and each player has both sides",
}
"""Why nobody bids, by how a league shares out sides."""
Change = Bid | BidSealed | BidsOpened | BidsDropped | GameOpened | Reported | Ruled | Reopened


def changed_match(match: Match, body: Change, template: Template, at: str, league: str) -> Match:
    """Refused if the match cannot be changed so; ``league``: the id of its league."""
    match body:
        case Bid():
            return _bid(match, body, template, league)
        case BidSealed():
            return _seal(match, body, template, league)
        case BidsOpened():
            return _open_bids(match, body, template, league)
        case BidsDropped():
            return _drop_bids(match)
        case GameOpened():
            return _open_game(match, body)
        case Reported():
            return _report(match, body, at, league)
        case Ruled():
            return _rule(match, body, at)
        case Reopened():
            return _reopen(match, body)


def _bid(match: Match, body: Bid, template: Template, league: str) -> Match:
    """What somebody says who knows both bids; not once one of them is secret."""
    require_bidding(match, template)
    if any(match.seals):
        has = [player for player in match.players if player not in match.bids_missing]
        missing = match.bids_missing[0] if match.bids_missing else has[0]
        raise Refused(
            "sealed-already",
            f"{' and '.join(has)} {'has' if len(has) == 1 else 'have'} bid in secret for {match.name}, and a sealed "
            f"bid counts. The other one is sealed too: `league bid {league} {match.number} {quote(missing)} "
            f"{body.bids[match.players.index(missing)]}`.",
        )
    return _with_sides(match, body.bids)


def _seal(match: Match, body: BidSealed, template: Template, league: str) -> Match:
    """A player's own bid, which may be replaced until both are opened."""
    require_bidding(match, template)
    _require_player(match, body.player, draws=False)
    if not SEAL.fullmatch(body.digest):
        raise Refused("bad-number", f"The seal of a bid has 64 hex digits; not {body.digest[:40]!r}.")
    (first, second), (one, other) = match.seals, match.sealers
    if body.player == match.players[0]:
        return replace(match, seals=(body.digest, second), sealers=(body.player, other))
    return replace(match, seals=(first, body.digest), sealers=(one, body.player))


def _open_bids(match: Match, body: BidsOpened, template: Template, league: str) -> Match:
    """Both bids are what was sealed; one that was not sealed is 0."""
    require_bidding(match, template)
    bidders = zip(match.players, match.sealers, match.seals, body.bids, body.salts, strict=True)
    for player, sealer, seal, bid, salt in bidders:
        sealed = bid_digest(league, match.number, sealer, bid, salt) if SALT.fullmatch(salt) else ""
        if sealed != seal or (not seal and (bid or salt)):
            raise Refused(
                "other-bid",
                f"The bid of {player} for {match.name}, is not the one that was sealed. Seal it again: "
                f"`league bid {league} {match.number} {quote(player)} 5`.",
            )
    return _with_sides(match, body.bids)


def _drop_bids(match: Match) -> Match:
    """Once it is decided: if it is opened again, both bid anew."""
    if match.bid is not None or not any(match.seals) or not match.complete:
        raise Refused("no-bids", f"No secret bid is left over in {match.name}.")
    return replace(match, seals=("", ""), sealers=("", ""))


def require_bidding(match: Match, template: Template) -> None:
    """Refused no-bids, bid-already, bid-late."""
    if template.sides != "bids":
        raise Refused("no-bids", f"Nobody bids for sides in this league: {NO_BIDS[template.sides]}.")
    if match.bid is not None:
        raise Refused("bid-already", f"The sides of {match.name}, have been decided: the bid was {match.bid}.")
    if match.games[0].result:
        raise Refused("bid-late", f"{_capital(match.name)}, has its result already, so nobody bids for it.")
    if match.games[0].game:
        raise Refused("bid-late", f"The game of {match.name}, is open already: {match.games[0].game}.")


def _with_sides(match: Match, bids: tuple[int, int]) -> Match:
    """The higher bidder plays the first side; of equal bids, that of the match's first player counts."""
    if not all(0 <= bid <= HIGHEST for bid in bids):
        raise Refused("bad-number", f"A bid is from 0 to {HIGHEST:,}; these are {bids[0]} and {bids[1]}.")
    first, second = match.players if bids[0] >= bids[1] else match.players[::-1]
    return replace(match, bid=max(bids), games=(LeagueGame((first, second)),))


def _open_game(match: Match, body: GameOpened) -> Match:
    game = _game(match, body.number)
    if game.game:
        raise Refused("game-open", f"Game {body.number} of {match.name}, is {game.game} already.")
    if any(other.game == body.game for other in match.games):
        raise Refused("game-open", f"{body.game} is another game of {match.name}, already.")
    return match.with_game(body.number, replace(game, game=body.game))


def _report(match: Match, body: Reported, at: str, league: str) -> Match:
    game = _without_result(match, body.number, league)
    _require_player(match, body.winner, draws=True)
    if match.bid and body.scores is None and not body.agreed:
        raise Refused("no-scores", f"A bid of {match.bid} is to be taken from a score: name both scores, such as 10-4.")
    if body.scores and not all(0 <= score <= HIGHEST for score in body.scores):
        raise Refused(
            "bad-number", f"A score is from 0 to {HIGHEST:,}; these are {body.scores[0]} and {body.scores[1]}."
        )
    if not body.game:
        require_winner_of_scores(match, game, body, league)
    winner = _after_bid(match, game, body)
    result = GameResult(
        "played", winner, at, body.scores, game=body.game, agreed=body.agreed, bid_counts=body.bid_counts
    )
    return match.with_game(body.number, replace(game, result=result))


def _after_bid(match: Match, game: LeagueGame, body: Reported) -> str:
    """Who has won once the bid is taken from the first side's score; a bid changes no concession."""
    if not match.bid or body.scores is None or body.agreed:
        return body.winner
    return winner_by_scores(match, game, body.scores)


def _rule(match: Match, body: Ruled, at: str) -> Match:
    """Of all games that have no result, or of one, whose result it may replace."""
    require_reason(body.why)
    _require_player(match, body.winner, draws=body.verdict != "forfeit")
    if body.verdict == "double-loss" and body.winner:
        raise Refused("bad-ruling", f"In a double loss nobody wins, and {body.winner[:40]} cannot.")
    result = GameResult(body.verdict, body.winner, at, None, body.why, body.by)
    if body.number:
        return match.with_game(body.number, replace(_game(match, body.number), result=result))
    if match.complete:
        raise Refused(
            "has-result", f"{_capital(match.name)}, has all its results. Name the game to rule on, such as 1."
        )
    games = tuple(game if game.result else replace(game, result=result) for game in match.games)
    return replace(match, games=games)


def _reopen(match: Match, body: Reopened) -> Match:
    game = _game(match, body.number)
    if not game.result:
        raise Refused("no-result", f"Game {body.number} of {match.name}, has no result that could be taken back.")
    require_reason(body.why)
    return match.with_game(body.number, replace(game, result=None))


def require_reason(why: str) -> None:
    """Refused no-reason, too-long."""
    if not why.strip():
        raise Refused("no-reason", 'A ruling needs its reason, which everybody is told: "no answer for 14 days".')
    if len(why) > LONGEST_REASON:
        raise Refused("too-long", f"The reason has {len(why):,} characters; {LONGEST_REASON} are the most.")


def _game(match: Match, number: int) -> LeagueGame:
    if not 1 <= number <= len(match.games):
        known = "only game 1" if len(match.games) == 1 else "games 1 and 2"
        raise Refused("no-such-game", f"{_capital(match.name)}, has {known}, and no game {number}.")
    return match.games[number - 1]


def _without_result(match: Match, number: int, league: str) -> LeagueGame:
    game = _game(match, number)
    if game.result:
        won = f"{game.result.winner} won" if game.result.winner else "nobody won"
        raise Refused(
            "has-result",
            f"Game {number} of {match.name}, has its result: {won} ({game.result.how}). The referee can take it back: "
            f"`league reopen {league} {match.number}.{number} wrong winner`.",
        )
    return game


def _require_player(match: Match, player: str, *, draws: bool) -> None:
    if player not in match.players and (player or not draws):
        first, second = match.players
        told = f"{player[:40]!r} does not play it" if player else "somebody has to win it"
        raise Refused("not-in-match", f"{_capital(match.name)}: {told}. Name {first} or {second}.")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
