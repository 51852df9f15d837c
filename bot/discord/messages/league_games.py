"""Where the games of a league are played: in its channel, or in the server's forum channel for games."""

import secrets

from bot.hosting.engine_thread import EngineData
from bot.hosting.league_games import PlaceGame, open_all_games
from bot.hosting.league_homes import reach_players
from bot.hosting.league_places import LeaguePlace
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.errors import Refused
from engine.leagues.entries import GameOpened
from engine.leagues.fold import League
from engine.table import Game

from .address import UNTAGGED, read_address, server_key, write_address


def place_league_game(data: EngineData, server: str, game: str, address: str, owner: str) -> None:
    """In the transaction that opens a game: it is played there and counts as the owner's, who may open any number so.
    ``server``: its key.  Raises Refused if it is one too many there.
    """
    options, now = data.servers.options(server), utc_now()
    if len(data.openings.running_in(data.table, server, now)) >= options.per_server:
        says = f"{counted(options.per_server, 'game')} at once is the most in this server, and as many are running."
        raise Refused("too-many", f"{says} `/game list` shows them; managers change the limit with `/setup opening`.")
    data.outbox.set_destination(game, address, secrets.token_hex(4))
    data.openings.record(game, owner, server, now)


def placing(data: EngineData, league: League, place: LeaguePlace) -> PlaceGame:
    """What is done with each game that is opened for a league that lives there."""
    guild, channel = read_address(place.address)[:2]
    server = server_key(guild)
    forum = data.servers.options(server).forum
    address = write_address(guild, int(forum), 0, UNTAGGED) if forum else write_address(guild, channel)

    def place_game(game: Game, players: tuple[str, str]) -> None:
        place_league_game(data, server, game.id, address, league.owner)
        reach_players(data, "discord", game, players)

    return place_game


def open_decided_games(data: EngineData, place: LeaguePlace) -> tuple[str, ...]:
    """The games of matches whose bids are known, opened now.  Raises Refused."""
    league = data.leagues.find(place.league)
    if not any(match.bid is not None and not match.games[0].game for match in league.open_matches()):
        return ()
    made = open_all_games(data, league.id, utc_now(), placing(data, league, place))
    return tuple(body.game for body in made if isinstance(body, GameOpened))
