"""A game whose match the referee has decided stops, goes on when that is taken back, and never changes the result."""

from collections.abc import Iterator

import pytest

from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.news import league_news
from bot.correspondence.leagues.words import Said
from bot.hosting.engine_thread import EngineData
from bot.hosting.league_results import settle
from engine.database.address import Address
from engine.errors import Refused
from engine.log.entries import HOST
from tests.support.databases import new_database
from tests.support.toy_system import NOW


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    """With a cup of two players, whose game is open; on each kind of database."""
    data = EngineData(new_database(address))
    for words in (
        ("new", "Cup", "system=miniwars", "format=round-robin", "scenarios=millers-bridge", "deadline=2d"),
        *(("enter", "cup", player) for player in ("ann", "bob")),
        ("pair", "cup"),
        ("open", "cup"),
    ):
        say(data, *words)
    yield data
    data.close()


def say(data: EngineData, deed: str, league: str, *words: str) -> None:
    do(deed, Said(data, league, words, HOST, NOW))


@pytest.mark.parametrize(
    "ruling", ("adjudicate cup 1 ann ahead", "forfeit cup 1 bob silent", "double-loss cup 1 neither wrote")
)
def test_a_game_that_is_decided_stops_and_says_why(data: EngineData, ruling: str) -> None:
    deed, league, *words = ruling.split()
    (game,) = data.table.journal.games()
    length = data.table.game(game).length
    say(data, deed, league, *words)
    found = data.table.game(game)
    assert found.frozen and not found.due and not found.over
    (line, *_) = [line for news in data.table.news(game, length) for line in news.lines]
    assert "The referee of Cup has decided match 1, and that stays, however this game ends" in line
    assert line.endswith((f"{words[-1]}.", words[-1]))
    result = data.leagues.find("cup").match(1).games[0].result
    data.table.resume(game, NOW, "referee", "umpire", "for practice")
    data.table.commit(game, next(iter(found.sides)), NOW, text="concede")
    assert settle(data, game, NOW) == "" and data.leagues.find("cup").match(1).games[0].result == result


def test_a_ruling_that_is_taken_back_lets_the_game_go_on(data: EngineData) -> None:
    (game,) = data.table.journal.games()
    say(data, "adjudicate", "cup", "1", "ann", "ahead")
    say(data, "reopen", "cup", "1", "too early")
    assert not data.table.game(game).frozen and data.table.game(game).due
    data.table.commit(game, list(data.table.game(game).sides)[1], NOW, text="concede")
    assert settle(data, game, NOW) == "cup" and data.leagues.find("cup").match(1).complete


def test_games_that_are_over_or_frozen_are_left_as_they_are(data: EngineData) -> None:
    (game,) = data.table.journal.games()
    data.table.pause(game, NOW, "referee", "umpire", "a quarrel", freeze=True)
    length = data.table.game(game).length
    say(data, "adjudicate", "cup", "1", "ann", "ahead")
    assert data.table.game(game).length == length
    data.table.resume(game, NOW, "referee", "umpire", "settled")
    data.table.commit(game, next(iter(data.table.game(game).sides)), NOW, text="concede")
    length = data.table.game(game).length
    say(data, "adjudicate", "cup", "1.1", "draw", "both agreed")
    say(data, "reopen", "cup", "1", "a mistake")
    assert data.table.game(game).length == length
    with pytest.raises(Refused, match="no result that could be taken back"):
        say(data, "reopen", "cup", "1", "again")


@pytest.mark.parametrize(("said", "told"), [("ann 4-12", "ann won"), ("draw", "a draw")])
def test_a_result_from_elsewhere_stops_the_running_game_until_it_is_taken_back(
    data: EngineData, said: str, told: str
) -> None:
    (game,) = data.table.journal.games()
    length = data.table.game(game).length
    say(data, "result", "cup", "1", *said.split())
    assert data.table.game(game).frozen
    (line, *_) = [line for news in data.table.news(game, length) for line in news.lines]
    assert f"Match 1 of Cup has its result, and that stays, however this game ends: {told}" in line
    say(data, "reopen", "cup", "1", "it goes on")
    assert not data.table.game(game).frozen


def test_bids_of_a_match_that_is_forfeited_first_are_dropped_openly() -> None:
    data = EngineData(":memory:")
    new = ("new", "Cup", "system=miniwars", "format=swiss", "scenarios=millers-bridge", "sides=bids")
    for words in (
        new,
        ("enter", "cup", "ann"),
        ("enter", "cup", "bob"),
        ("pair", "cup"),
        ("bid", "cup", "1", "ann", "7"),
    ):
        say(data, *words)
    say(data, "forfeit", "cup", "1", "bob", "silent")
    *_, ruled, dropped = league_news(data.leagues.log("cup"), 0, str)
    assert "bob forfeits" in ruled.head
    assert dropped.head == (
        "The secret bid for match 1, ann against bob, of Cup, is dropped unopened: the match is decided."
    )
    assert not data.table.journal.database.query("select * from league_bid")
    say(data, "reopen", "cup", "1", "bob is back")
    say(data, "bid", "cup", "1", "bob", "2")
    say(data, "bid", "cup", "1", "ann", "1")
    assert data.leagues.find("cup").match(1).bid == 2
    data.close()
