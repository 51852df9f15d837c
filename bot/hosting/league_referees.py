"""Who may not rule in a game that is played for a league: whoever plays in it, even if they run the league."""

from engine.errors import Refused
from engine.table import Game

from .deputies import sides_of
from .engine_thread import EngineData


def refuse_own_league_game(data: EngineData, game: Game, player: str, decides: str) -> None:
    """Raises Refused for players of the match, and for whoever orders in its game; ``decides``: who rules instead."""
    league = data.league_places.league_of(game.id)
    if league and (sides_of(game, player) or _plays(data, league, game.id, player)):
        raise Refused(
            "own-match",
            f"{game.name} is a game of a league, and you play in it, so you do not rule in it yourself. {decides}",
        )


def _plays(data: EngineData, league: str, game: str, player: str) -> bool:
    """Whether it is a match of theirs; also of whoever has left their seat."""
    try:
        matches = data.leagues.find(league).matches.values()
    except Refused as refused:
        if refused.code != "damaged":
            raise
        return True  # nobody can say who plays
    return any(player in match.players and game in (one.game for one in match.games) for match in matches)
