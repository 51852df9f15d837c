"""Whoever opened a league and plays in it is no referee of their own games, whatever the words and the door."""

import pytest

from bot.correspondence.commands import Command
from bot.correspondence.message import Seat
from bot.correspondence.seat_deeds import reserve
from bot.correspondence.time_deeds import referee
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_referees import refuse_own_league_game
from bot.hosting.league_results import settle
from engine.table import Refused
from tests.bot.test_league_letters import NOW, data, do, writer

__all__ = ["data"]


def paired(data: EngineData, *players: str) -> str:
    """The only game of a league that ann has opened."""
    for player in players:
        do(data, player, "league enter spring-cup")
    do(data, "ann", "league pair")
    (game,) = data.table.journal.games()
    return game


@pytest.mark.parametrize(
    "line", ("rewind 8 a slip", "done reivers slow", "unseat reivers gone", "extend 2d ill", "preview")
)
def test_an_organiser_rules_in_no_game_of_their_own(data: EngineData, line: str) -> None:
    game = paired(data, "ann", "bob")
    mine = data.table.game(game).sides_of("ann")[0]
    data.table.commit(game, mine, NOW, text="concede")
    settle(data, game, NOW)
    before = data.table.game(game)
    with pytest.raises(Refused, match="is a game of a league, and you play in it") as refused:
        referee(data, writer("ann"), Seat(game, mine), Command("referee", line))
    assert refused.value.code == "own-match" and data.table.game(game).length == before.length
    assert data.leagues.find("spring-cup").match(1).results[0].winner == "bob"


def test_seats_of_a_game_of_their_own_are_kept_for_nobody(data: EngineData) -> None:
    game = paired(data, "ann", "bob")
    with pytest.raises(Refused, match="you play in it"):
        reserve(data, writer("ann"), None, Command("reserve", f"{game} reivers bob"))


def damage(data: EngineData) -> None:
    database = data.leagues.store.database
    database.execute("drop trigger league_entry_no_update")
    database.execute("update league_entry set body = '{}' where seq = 1")


def test_leaving_the_seat_makes_nobody_a_referee_of_their_match(data: EngineData) -> None:
    game = paired(data, "ann", "bob")
    data.table.leave(game, data.table.game(game).sides_of("ann")[0], "ann", NOW)
    found = data.table.game(game)
    with pytest.raises(Refused, match="you play in it"):
        refuse_own_league_game(data, found, "ann", "Others can.")
    refuse_own_league_game(data, found, "cat", "Others can.")
    damage(data)
    with pytest.raises(Refused, match="you play in it"):
        refuse_own_league_game(data, found, "ann", "Others can.")
