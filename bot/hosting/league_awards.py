"""What the games of a league tell for its awards: how long they were, how soon and how luckily they were played."""

from functools import partial
from typing import TYPE_CHECKING

from engine.errors import Refused
from engine.leagues.awards import GameFacts, PlayerFacts, added_facts
from engine.leagues.fold import League
from engine.log.replies import Replies
from engine.luck.tally import SideLuck, grouped
from engine.scenarios import reader
from engine.table import Table

from .league_games import AGREED

if TYPE_CHECKING:
    from .engine_thread import EngineThread


def season_games(league: League, season: int) -> tuple[str, ...]:
    """The ids of its games at this table."""
    return tuple(game.game for match in league.season_matches(season=season) for game in match.games if game.game)


async def gather_facts(engine: "EngineThread", league: League, season: int) -> dict[str, GameFacts]:
    """By game; others can ask the engine between any two."""
    found = {
        game: await engine.use_table(partial(game_facts, league=league, game=game))
        for game in season_games(league, season)
    }
    return {game: facts for game, facts in found.items() if facts}


def gather_facts_here(table: Table, league: League, season: int) -> dict[str, GameFacts]:
    """The same where nobody else waits."""
    found = {game: game_facts(table, league, game) for game in season_games(league, season)}
    return {game: facts for game, facts in found.items() if facts}


def game_facts(table: Table, league: League, game: str) -> GameFacts | None:
    """None of a game that is not over, or cannot be read."""
    try:
        found = table.game(game)
        if not found.over:
            return None
        turns = table.turns(game)
    except Refused:
        return None
    luck = table.luck_if_readable(game)
    lucks = grouped(luck.sides if luck else (), lambda one: one.player)
    replies = {one.player: one for one in table.replies_if_readable(game)}
    players = dict[str, PlayerFacts]()
    for player in dict.fromkeys((*replies, *lucks)):
        known = league.spelling(player)
        named = known if known in league.entrants else player
        own = _player_facts(replies.get(player), lucks.get(player))
        players[named] = added_facts(players.get(named, PlayerFacts()), own)
    return GameFacts(turns, reader.load_shipped(found.scenario).name, found.reason in AGREED, players)


def _player_facts(replies: Replies | None, luck: SideLuck | None) -> PlayerFacts:
    seconds, timed, met = (replies.seconds, replies.timed, replies.met) if replies else ((), 0, 0)
    total = luck.total if luck else SideLuck().total
    return PlayerFacts(seconds, timed, met, total.tries, total.successes, total.expected, total.variance)
