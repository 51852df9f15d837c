"""A match of a league: two players, a scenario, one game or two, and what came of them."""

from typing import Literal

from engine.contract import Record, replace

from .entries import Template

How = Literal["played", "forfeit", "adjudication", "double-loss"]


class GameResult(Record, frozen=True):
    """``winner``: "" in a draw and in a double loss.  ``scores``: in the match's order of players, without the bid.
    ``game``: from which it was taken, "" if somebody reported it.  ``agreed``: by a concession or an agreed draw.
    ``bid_counts``: whether the bid is taken from the scores.
    """

    how: How
    winner: str
    at: str
    scores: tuple[int, int] | None = None
    why: str = ""
    by: str = ""
    game: str = ""
    agreed: bool = False
    bid_counts: bool = True


class LeagueGame(Record, frozen=True):
    """``players``: the scenario's first side before the second; ``game``: its id, "" as long as it is not open."""

    players: tuple[str, str]
    game: str = ""
    result: GameResult | None = None


class Match(Record, frozen=True):
    """``bid``: what the player of the first side gives away of their score.  ``seals``: the digests of the players'
    secret bids, "" for one that is missing; ``sealers``: what the players were called when they bid.  ``challenger``:
    in a ladder.  ``rated``: whether its results count for ratings.
    """

    number: int
    season: int
    round: int
    division: str
    players: tuple[str, str]
    scenario: str
    games: tuple[LeagueGame, ...]
    due: str = ""
    bid: int | None = None
    seals: tuple[str, str] = ("", "")
    sealers: tuple[str, str] = ("", "")
    challenger: str = ""
    rated: bool = True

    @property
    def complete(self) -> bool:
        return None not in [game.result for game in self.games]

    @property
    def bids_missing(self) -> tuple[str, ...]:
        """Who has not bid; nobody once the bids are known."""
        return tuple(
            player for player, seal in zip(self.players, self.seals, strict=True) if self.bid is None and not seal
        )

    @property
    def results(self) -> tuple[GameResult, ...]:
        return tuple(game.result for game in self.games if game.result)

    @property
    def name(self) -> str:
        return f"match {self.number}, {self.players[0]} against {self.players[1]}"

    def opponent(self, player: str) -> str:
        return self.players[1] if player == self.players[0] else self.players[0]

    def points(self, player: str, template: Template) -> int:
        return sum(game_points(result, player, template) for result in self.results)

    def difference(self, player: str) -> int:
        """The player's score less their opponent's, in all games with scores."""
        sign = 1 if player == self.players[0] else -1
        return sign * sum(self._difference(game) for game in self.games)

    def _difference(self, game: LeagueGame) -> int:
        """Of one game, for the match's first player; a bid counts against the first side."""
        if game.result is None or game.result.scores is None:
            return 0
        first, second = game.result.scores
        bid = (self.bid or 0) if game.result.bid_counts else 0
        return first - second - bid * (1 if game.players[0] == self.players[0] else -1)

    def with_game(self, number: int, game: LeagueGame) -> "Match":
        return replace(self, games=(*self.games[: number - 1], game, *self.games[number:]))


def new_games(players: tuple[str, str], template: Template) -> tuple[LeagueGame, ...]:
    """The games of a match that is still to be played."""
    first, second = players
    return tuple(LeagueGame(order) for order in ((first, second), (second, first))[: template.games])


def game_points(result: GameResult, player: str, template: Template) -> int:
    """A forfeit, and a double loss, are worth nothing to whoever loses by it."""
    win, draw, loss = template.points
    if result.winner:
        lost = 0 if result.how == "forfeit" else loss
        return win if result.winner == player else lost
    return 0 if result.how == "double-loss" else draw


def match_winner(match: Match, template: Template) -> str:
    """Who has more points of a complete match, or else the better score; "" if neither decides."""
    first, second = match.players
    margin = match.points(first, template) - match.points(second, template) or match.difference(first)
    return first if margin > 0 else second if margin < 0 else ""
