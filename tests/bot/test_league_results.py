"""Results of league games are taken once, taken back after a rewind, and found after a stop; records of players."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar, cast

import pytest

from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.news import league_news
from bot.correspondence.leagues.views import players_grid
from bot.correspondence.leagues.words import Said
from bot.hosting import league_results, player_records
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.league_awards import game_facts
from bot.hosting.league_results import LeagueResults, settle
from bot.hosting.player_records import Record, SystemRecord, gather_replies, record_of, reliability
from engine.contract import replace
from engine.database.address import Address
from engine.errors import Refused
from engine.leagues.awards import PlayerFacts
from engine.log.entries import HOST
from engine.log.replies import Replies
from tests.engine.table_games import started
from tests.support.databases import new_database

T = TypeVar("T")
NOW = "2026-01-31T18:00:00Z"


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    """With a cup of two players, whose game is open; on each kind of database."""
    data = EngineData(new_database(address))
    for player, name in (("1104200000000000001", "Ann"), ("1104200000000000002", "Bob")):
        data.people.remember_name(player, name)
    say(data, "new", "Cup", "system=miniwars", "format=round-robin", "scenarios=millers-bridge", "cycles=2")
    for player in ("1104200000000000001", "1104200000000000002"):
        say(data, "enter", "cup", player)
    say(data, "pair", "cup")
    say(data, "open", "cup")
    yield data
    data.close()


def say(data: EngineData, deed: str, league: str, *words: str) -> None:
    do(deed, Said(data, league, words, HOST, NOW))


def concede(data: EngineData, side: int) -> str:
    (game,) = data.table.journal.games()
    data.table.commit(game, list(data.table.game(game).sides)[side], NOW, text="concede")
    return game


def told(data: EngineData) -> list[str]:
    return [news.head for news in league_news(data.leagues.log("cup"), 0, data.people.name)]


def test_a_result_is_taken_once_and_taken_back_by_a_rewind(data: EngineData) -> None:
    (game,) = data.table.journal.games()
    length = data.table.game(game).length
    assert data.league_places.unsettled() == ()
    assert settle(data, game, NOW) == "" and settle(data, "elsewhere", NOW) == ""
    concede(data, 1)
    assert data.league_places.unsettled() == (game,), "found again after a stop"
    assert settle(data, game, NOW) == "cup" and settle(data, game, NOW) == ""
    assert data.league_places.unsettled() == ()
    first, second = data.leagues.find("cup").matches[1].games[0].players
    assert data.leagues.find("cup").matches[1].points(first, data.leagues.find("cup").template) == 3
    data.table.rewind(game, length, NOW, "ann", "a slip")
    assert data.league_places.unsettled() == (game,)
    assert settle(data, game, NOW) == "cup"
    assert not data.leagues.find("cup").matches[1].complete
    concede(data, 0)
    assert settle(data, game, NOW) == "cup"
    (result,) = data.leagues.find("cup").matches[1].results
    assert result.winner == second and result.game == game


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_game_that_ends_otherwise_before_anybody_looks_has_its_last_result(data: EngineData, by_hand: bool) -> None:
    (game,) = data.table.journal.games()
    length = data.table.game(game).length
    concede(data, 1)
    settle(data, game, NOW)
    data.table.rewind(game, length, NOW, "ann", "a slip")
    concede(data, 0)
    if by_hand:
        say(data, "collect", "cup")
    else:
        assert data.league_places.unsettled() == (game,) and settle(data, game, NOW) == "cup"
    first, second = data.leagues.find("cup").matches[1].games[0].players
    (result,) = data.leagues.find("cup").matches[1].results
    assert result.winner == second != first and any("has ended otherwise" in line for line in told(data))
    say(data, "collect", "cup")
    settle(data, game, NOW)
    assert len(told(data)) == len(set(told(data))) and data.league_places.unsettled() == ()


def test_two_processes_that_settle_one_game_lose_no_result(data: EngineData, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one sees the game rewound before the first has locked the league."""
    game = concede(data, 1)
    lock, length = data.leagues.lock, data.table.game(game).length

    def rewound_before(league: str) -> None:
        monkeypatch.undo()
        data.table.rewind(game, length - 3, NOW, "ann", "a slip")
        assert settle(data, game, NOW) == ""
        lock(league)

    monkeypatch.setattr(data.leagues, "lock", rewound_before)
    assert settle(data, game, NOW) == "" and data.league_places.unsettled() == ()
    concede(data, 0)
    assert settle(data, game, NOW) == "cup" and data.leagues.find("cup").matches[1].complete


@pytest.mark.asyncio
async def test_a_result_that_could_not_be_taken_is_taken_later(
    data: EngineData, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(league_results, "LOOK", 0.01)
    game, told = concede(data, 1), asyncio.Queue[str]()
    results = LeagueResults(cast(EngineThread, BusyAtFirst(data)), told.put_nowait)
    results.notify(game)
    await asyncio.sleep(0)
    watch = asyncio.create_task(results.watch())
    assert await asyncio.wait_for(told.get(), 10) == "cup" and told.empty()
    assert data.leagues.find("cup").matches[1].complete
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)


class BusyAtFirst:
    """An engine whose database another process has locked when it is first asked."""

    def __init__(self, data: EngineData) -> None:
        self._data, self._asked = data, 0

    async def use_data(self, use: Callable[[EngineData], T]) -> T:
        self._asked += 1
        if self._asked == 1:
            raise Refused("busy", "Another process is writing.")
        return use(self._data)


def test_what_a_referee_has_reopened_waits_for_the_game(data: EngineData) -> None:
    game = concede(data, 1)
    settle(data, game, NOW)
    say(data, "reopen", "cup", "1", "the wrong players")
    assert settle(data, game, NOW) == "" and not data.leagues.find("cup").matches[1].complete
    assert any("the wrong players" in line for line in told(data))


def test_a_concession_after_a_bid_keeps_its_scores(data: EngineData) -> None:
    (before,) = data.table.journal.games()
    say(data, "new", "Auction", "system=miniwars", "format=swiss", "scenarios=millers-bridge", "sides=bids")
    for player in ("1104200000000000001", "1104200000000000002"):
        say(data, "enter", "auction", player)
    say(data, "pair", "auction")
    say(data, "bids", "auction", "1", "30", "20")
    say(data, "open", "auction")
    (game,) = {*data.table.journal.games()} - {before}
    data.table.commit(game, list(data.table.game(game).sides)[1], NOW, text="concede")
    assert settle(data, game, NOW) == "auction"
    match = data.leagues.find("auction").matches[1]
    first, second = data.table.scores(game).values()
    assert match.bid == 30 and match.difference(match.games[0].players[0]) == first - second
    assert [result.bid_counts for result in match.results] == [False]


@pytest.mark.parametrize(("form", "out"), [("knock-out", True), ("swiss", False)])
def test_whoever_withdraws_from_a_knock_out_is_out_of_it(data: EngineData, form: str, out: bool) -> None:
    say(data, "new", "Other", "system=miniwars", f"format={form}", "scenarios=millers-bridge")
    say(data, "enter", "other", "1104200000000000001")
    say(data, "withdraw", "other", "1104200000000000001", "moved")
    assert data.leagues.find("other").entrants["1104200000000000001"].out is out
    assert ('"out"' in data.leagues.log("other")[-1].body) is out, "other logs are as earlier programs read them"


def test_everything_is_told_by_name(data: EngineData) -> None:
    settle(data, concede(data, 1), NOW)
    say(data, "pair", "cup")
    say(data, "double-loss", "cup", "2", "neither wrote")
    say(data, "withdraw", "cup", "1104200000000000002", "moved house")
    say(data, "close", "cup")
    lines = told(data)
    assert not [line for line in lines if "11042" in line]
    assert lines[0] == "Cup is open to all: MiniWars, round robin."
    assert any(line.startswith("Match 1 of Cup, The Miller's Bridge: ") and " beat " in line for line in lines)
    assert any("both players lose. Decided by the host: neither wrote." in line for line in lines)
    assert lines[-1] == "Season 1 of Cup is over."


def test_the_record_of_a_player(data: EngineData) -> None:
    game = data.table.game(concede(data, 1))
    one, other = (game.holder(side) for side in game.sides)
    won, lost = Record(1, 0, 0), Record(0, 0, 1)
    assert record_of([game], one) == (SystemRecord("miniwars", won, ((1, won),)),)
    assert record_of([game], other) == (SystemRecord("miniwars", lost, ((2, lost),)),)
    assert record_of([game, game], one)[0].total == Record(2, 0, 0)
    assert record_of([game], "nobody") == ()
    drawn = replace(game, winner="draw")
    assert record_of([drawn], one)[0].total == Record(0, 1, 0)
    alone = replace(game, seats=dict.fromkeys(game.sides, one))
    assert record_of([alone, replace(game, over=False)], one) == ()


def test_reliability_is_unknown_without_deadlines() -> None:
    assert reliability(Replies("ann", (60,))) is None
    assert reliability(Replies("ann", (60,), 3, 2)) == 67


@pytest.mark.asyncio
async def test_replies_of_a_player_are_counted_in_their_own_games(
    address: Address, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many others there are since."""
    monkeypatch.setattr(player_records, "MOST_GAMES", 1)
    engine, six, seven = EngineThread(address), "2026-02-01T06:00:00Z", "2026-02-01T07:00:00Z"

    def play(data: EngineData) -> tuple[str, str]:
        key = started(data.table, duel)
        phase = data.table.game(key).phase
        assert phase
        data.table.done(key, phase.sides[0], six)
        later = data.table.open(duel, "Later", seven).id
        for side, player in (("red", "cat"), ("blue", "50%_off")):
            data.table.seat(later, side, player, seven)
        assert data.table.journal.games() == (key, later)
        rows = data.table.journal.rows
        assert rows.naming("ann") == rows.naming("bob") == (key,)
        assert rows.naming("50%_off") == (later,) and rows.naming("an%") == rows.naming("a_n") == ()
        return data.table.game(key).seats[phase.sides[0]], key

    mover, key = await engine.use_data(play)
    games = await engine.use_data(lambda data: data.table.journal.games())
    assert (await gather_replies(engine, games, mover)).seconds == (12 * 3600,)
    assert (await gather_replies(engine, games[1:], mover)).seconds == (), f"{key} is not asked for"
    engine.close()


def test_places_and_games_of_leagues_in_each_database(address: Address, duel: str) -> None:
    data = EngineData(address)
    places, game = data.league_places, started(data.table, duel)
    for name in ("Cup", "Other Cup"):
        say(data, "new", name, "system=miniwars", "format=ladder", "scenarios=millers-bridge")
    places.put("cup", "Cup", "discord:1/2/0", "ab")
    places.put("other-cup", "Other Cup", "discord:12/3/0", "cd")
    assert [place.league for place in places.at_addresses("discord:1/")] == ["cup"]
    assert places.waiting() == ("cup", "other-cup")
    places.set_told("cup", 1)
    places.set_told("cup", 0)
    found = places.find("cup")
    assert found and found.told == 1 and places.waiting() == ("other-cup",)
    assert places.find("nowhere") is None
    places.note_game(game, "cup")
    places.note_game(game, "other-cup")
    assert places.league_of(game) == "cup" and places.league_of("elsewhere") == "" and places.unsettled() == ()
    data.table.commit(game, "red", NOW, text="concede")
    assert places.unsettled() == (game,) and places.settled_at(game) == 0
    places.set_settled(game, length := data.table.game(game).length)
    assert places.unsettled() == () and places.settled_at(game) == length
    data.close()


def test_games_that_were_played_under_an_earlier_name_count(data: EngineData, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ann = concede(data, 1), "1104200000000000001"
    settle(data, game, NOW)
    data.leagues.rename(ann, "ann-w", NOW)
    league = data.leagues.find("cup")
    assert ann in data.table.game(game).seats.values(), "what is over stays as it was"
    replies = (Replies(ann, (60,), 4, 4), Replies("ann-w", (70,), 6, 5))
    monkeypatch.setattr(data.table, "replies_if_readable", lambda _: replies)
    facts = game_facts(data.table, league, game)
    assert facts and facts.players == {"ann-w": PlayerFacts((60, 70), 10, 9)}
    row = next(row for row in players_grid(league, [replies], str).rows if row[0] == "ann-w")
    assert row[-2:] == (90, 10)
