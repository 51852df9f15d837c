"""A round is taken back as long as nobody has moved in its games, and what follows is as if it had not been paired."""

from collections.abc import Iterator

import pytest

from bot.correspondence.commands import read_command
from bot.correspondence.leagues import letters
from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.news import league_news
from bot.correspondence.leagues.tidings import own_pairings, untold
from bot.correspondence.leagues.words import Said
from bot.correspondence.order_deeds import Done, Writer
from bot.discord.messages.league_posts import untold_news
from bot.hosting.engine_thread import EngineData
from bot.hosting.opened_games import play_by_mail
from engine.errors import Refused
from engine.log.entries import HOST
from tests.support.toy_system import NOW


@pytest.fixture
def data() -> Iterator[EngineData]:
    """With a cup of two players, whose first round is paired too early."""
    data = EngineData(":memory:")
    say(data, "new", "Cup", "system=miniwars", "format=round-robin", "scenarios=millers-bridge", "sides=bids")
    for player in ("ann", "bob"):
        say(data, "enter", "cup", player)
    say(data, "pair", "cup")
    yield data
    data.close()


def say(data: EngineData, deed: str, league: str, *words: str) -> tuple[str, ...]:
    return do(deed, Said(data, league, words, HOST, NOW))


def test_a_round_is_taken_back_and_its_games_stop(data: EngineData) -> None:
    say(data, "bids", "cup", "1")
    (game,) = data.table.journal.games()
    assert say(data, "unpair", "cup") == ("Round 1 of Cup is taken back: its matches are not played.",)
    assert data.table.game(game).frozen and data.league_places.league_of(game) == ""
    assert not data.leagues.find("cup").matches
    say(data, "enter", "cup", "cat")
    say(data, "pair", "cup")
    (held,) = data.leagues.find("cup").rounds
    assert held.matches == (1,) and len(held.byes) == 1
    told = [item.head for item in league_news(data.leagues.log("cup"), 0, str)]
    assert "Round 1 of Cup is taken back: its matches are not played, and their games stop." in told


def test_secret_bids_of_a_round_that_is_taken_back_are_forgotten(data: EngineData) -> None:
    say(data, "bid", "cup", "1", "ann", "5")
    say(data, "unpair", "cup")
    say(data, "pair", "cup")
    assert say(data, "bids", "cup", "1")[0].endswith("plays the first side for 0 of their score.")


def test_nobody_is_told_of_the_pairings_of_a_round_that_was_taken_back(data: EngineData) -> None:
    data.league_places.put("cup", "Cup", "mail:ann/", "tag")
    say(data, "unpair", "cup")
    news = untold(data, "cup", "mail")
    assert news is not None and own_pairings(news, "ann", str) == ()
    say(data, "pair", "cup")
    news = untold(data, "cup", "mail")
    assert news is not None and len(own_pairings(news, "ann", str)) == 1


def test_what_is_begun_is_not_taken_back(data: EngineData) -> None:
    say(data, "bids", "cup", "1")
    (game,) = data.table.journal.games()
    data.table.write(game, next(iter(data.table.game(game).sides)), "pass", NOW)
    refused(data, f"{game} has begun", 'league double-loss cup 1 "paired too early"')
    say(data, "double-loss", "cup", "1", "paired too early")
    refused(data, "match 1", "has a result", "league reopen cup 1.1")
    say(data, "close", "cup")
    refused(data, "Season 2 of Cup has no round that could be taken back", "`league pair cup`")


def test_an_open_queue_keeps_its_matches() -> None:
    data = EngineData(":memory:")
    say(data, "new", "Cup", "system=miniwars", "format=queue", "scenarios=millers-bridge")
    for player in ("ann", "bob"):
        say(data, "enter", "cup", player)
        say(data, "queue", "cup", player)
    say(data, "pair", "cup")
    refused(data, "open queue", 'league double-loss cup 1 "both agreed"')
    data.close()


def test_by_mail_the_games_that_stop_are_told(data: EngineData) -> None:
    say(data, "bids", "cup", "1")
    at_home(data, "mail:host/")
    (game,) = data.table.journal.games()
    done = write(data, "league unpair")
    assert done.changed == (game,) and "Round 1 of Cup is taken back" in "\n".join(done.section.lines)


def test_a_season_is_closed_early_by_mail_without_naming_its_league(data: EngineData) -> None:
    at_home(data, "mail:host/")
    for player in ("cat", "dan"):
        say(data, "enter", "cup", player)
    say(data, "double-loss", "cup", "1", "paired too early")
    with pytest.raises(Refused, match="would never be played"):
        write(data, "league close")
    write(data, "league close Early")
    assert data.leagues.find("cup").season == 2


def test_a_round_calls_whoever_is_known_in_discord_since(data: EngineData) -> None:
    at_home(data, "discord:1/2")
    data.leagues.rename("bob", "77", NOW)
    news = untold_news(data, "cup")
    assert news is not None
    assert [told.pings for told in news.texts if told.pings] == [("77",)]


def at_home(data: EngineData, address: str) -> None:
    """The cup lives there, and was opened by the host."""
    data.league_places.put("cup", "Cup", address, "tag")


def write(data: EngineData, line: str) -> Done:
    command = read_command(line)
    assert command is not None
    return letters.act(data, Writer(HOST, "mail", "key", NOW, "", play_by_mail), None, command)


def refused(data: EngineData, *words: str) -> None:
    with pytest.raises(Refused) as caught:
        say(data, "unpair", "cup")
    assert all(word in str(caught.value) for word in words), str(caught.value)
