"""Bids that are due are opened while the program serves, and a league in which that fails stops no other."""

import asyncio

import pytest

from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.tidings import lines_of, untold
from bot.correspondence.leagues.words import Said
from bot.discord.messages.league_games import open_decided_games
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.league_results import LeagueResults
from engine.database.address import Address
from engine.errors import Refused
from engine.leagues.template_words import read_template
from engine.log.entries import HOST
from tests.bot import test_league_letters as letters
from tests.support.databases import forge, new_database
from tests.support.toy_system import NOW


def two_leagues(data: EngineData) -> None:
    """Paired long ago."""
    for name in ("aaa", "cup"):
        for words in (
            ("new", name, "system=miniwars", "format=swiss", "scenarios=millers-bridge", "sides=bids", "days=1"),
            *(("enter", name, player) for player in ("ann", "bob")),
            ("pair", name),
            ("bid", name, "1", "bob", "4"),
        ):
            deed, league, *rest = words
            do(deed, Said(data, league, rest, HOST, NOW))


@pytest.mark.asyncio
async def test_bids_that_are_due_are_opened_by_themselves(address: Address) -> None:
    engine, told = EngineThread(new_database(address)), asyncio.Queue[str]()
    await engine.use_data(two_leagues)
    forge(address, "update league_entry set body = '{}' where game = 'aaa'", "league_entry")
    watch = asyncio.create_task(LeagueResults(engine, told.put_nowait).watch())
    assert await asyncio.wait_for(told.get(), 10) == "cup"
    match = await engine.use_data(lambda data: data.leagues.find("cup").match(1))
    assert match.bid == 4 and match.games[0].players[0] == "bob"
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)
    engine.close()


@pytest.mark.parametrize(("forum", "address"), [("", "discord:1/2/0"), ("77", "discord:1/77/0/untagged")])
def test_games_open_where_the_league_lives_or_in_the_forum_of_its_server(forum: str, address: str) -> None:
    data = EngineData(":memory:")
    two_leagues(data)
    data.league_places.put("cup", "Cup", "discord:1/2/0", "ab")
    data.servers.change("discord:1", {"forum": forum})
    place = data.league_places.find("cup")
    assert place and open_decided_games(data, place) == (), "ann has not bid"
    do("bid", Said(data, "cup", ("1", "ann", "4"), HOST, NOW))
    (game,) = open_decided_games(data, place)
    assert open_decided_games(data, place) == ()
    found = data.outbox.destination(game)
    assert found and found.address == address and data.league_places.league_of(game) == "cup"
    assert data.table.game(game).started
    data.close()


def test_players_by_mail_bid_in_a_league_of_discord_as_their_news_say() -> None:
    data, alice = EngineData(":memory:"), "1104200000000000001"
    data.people.remember_name(alice, "Alice")
    data.people.add("mail", "bob@home.example", "Bob", NOW)
    data.leagues.open("Hall Cup", read_template(f"{letters.OPTIONS} sides=bids".split()), alice, NOW)
    data.league_places.put("hall-cup", "Hall Cup", "discord:1/2/0", "tag")
    letters.do(data, "bob", "league enter hall-cup")
    assert untold(data, "hall-cup", "mail") is None, "what was before is not told"
    do("enter", Said(data, "hall-cup", (alice,), HOST, NOW))
    do("pair", Said(data, "hall-cup", (), HOST, NOW))
    place, found = data.league_places.find("hall-cup"), untold(data, "hall-cup", "mail")
    assert place and found and found.readers == ("bob",)
    (line,) = (line.split('"')[1] for item in found.news for line in lines_of(found, item) if " bid with " in line)
    assert "Bob has bid for match 1" in letters.do(data, "bob", line) and open_decided_games(data, place) == ()
    do("bid", Said(data, "hall-cup", ("1", alice, "4"), HOST, NOW))
    with pytest.raises(Refused, match="the bid was 5"):
        letters.do(data, "bob", line)
    (game,) = open_decided_games(data, place)
    assert [*data.table.game(game).seats.values()] == ["bob", alice], "the higher bid has the first side"
    assert all(box.destination(game) for box in (data.outbox, data.outboxes["mail"])), "where both can play"
    assert "`/league pair`" in letters.refusal(data, "bob", "league pair hall-cup")
    data.close()
