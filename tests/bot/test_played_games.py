"""Which games somebody plays: found by an index, brought up to date with the journal, and quick among a thousand."""

from pathlib import Path
from statistics import median
from time import process_time

import pytest

from bot.bench.many_games import copy_game
from bot.correspondence.my_games import own_game_lines, own_games
from bot.discord.messages.own_games import own_games_text
from bot.hosting.engine_thread import EngineData
from bot.hosting.own_settings import OwnSettings
from engine.database.address import Address
from engine.log.deadline import add_seconds
from tests.engine.table_games import started
from tests.support.toy_system import NOW

DAY = 86_400
MOST_SECONDS = 0.005


def test_what_waits_soonest_stands_first(address: Address, duel: str) -> None:
    data = EngineData(address)
    keys = [
        started(data.table, duel, period, name) for period, name in ((3 * DAY, "Late"), (DAY, "Soon"), (None, "Ever"))
    ]
    open_ = data.table.open(duel, "Open", NOW)
    data.table.seat(open_.id, "red", "ann", NOW)
    games = own_games(data, "ann", NOW)
    assert [game.name for game in games.awaited] == ["Soon", "Late", "Ever"]
    assert [(game.name, game.free) for game in games.waiting] == [("Open", ("The Blues",))] and not games.over
    assert [game.name for game in own_games(data, "bob", NOW).waiting] == ["Soon", "Late", "Ever"]
    assert data.played.count("ann") == 4 and data.played.count("eve") == 0
    data.table.done(keys[1], "red", NOW)
    assert [game.name for game in own_games(data, "ann", NOW).awaited] == ["Late", "Ever"]
    data.table.leave(keys[0], "red", "ann", NOW)
    data.table.commit(keys[2], "red", NOW, text="concede")
    games = own_games(data, "ann", NOW)
    assert not games.awaited and [game.name for game in games.over] == ["Ever"]
    assert games.over[0].result == "won by The Blues"
    assert not own_games(data, "ann", add_seconds(NOW, 8 * DAY)).over, "that was long ago"
    assert data.played.players(keys[0]) == ("bob",)
    data.close()


def test_another_process_and_a_lost_table_change_nothing(address: Address, duel: str) -> None:
    data, other = EngineData(address), EngineData(address)
    key = started(data.table, duel, DAY)
    assert own_games(other, "ann", NOW) == own_games(data, "ann", NOW)
    other.table.done(key, "red", NOW)
    assert not own_games(data, "ann", NOW).awaited and own_games(data, "bob", NOW).awaited
    for lost in ("delete from played_until", "update played_until set form = '0'"):
        data.table.journal.database.execute(lost)
        assert own_games(other, "bob", NOW).awaited == own_games(data, "bob", NOW).awaited != ()
    data.close()
    other.close()


def test_the_lines_of_a_letter(address: Address, duel: str) -> None:
    data = EngineData(address)
    assert "You play in no game" in own_game_lines(own_games(data, "ann", NOW), OwnSettings(), NOW)[0]
    key = started(data.table, duel, DAY)
    lines = own_game_lines(own_games(data, "ann", NOW), OwnSettings(zone="Europe/Berlin", dates="iso"), NOW)
    assert lines[0] == "Waiting for you:" and "1 day from now" in lines[1] and "CE" in lines[1] and key in lines[1]
    (_, line) = own_game_lines(own_games(data, "bob", NOW), OwnSettings(), NOW)
    assert line.strip().startswith(f"{key}: Dawn, as The Blues")
    data.table.commit(key, "red", NOW, text="concede")
    assert own_game_lines(own_games(data, "bob", NOW), OwnSettings(), NOW) == (
        f"Over since a week at most: Dawn ({key}), won by The Blues.",
    )
    data.close()


@pytest.mark.long
def test_a_list_among_a_thousand_games_costs_little(tmp_path: Path, duel: str) -> None:
    """All of them the same person's."""
    data = EngineData(tmp_path / "games.db")
    first = started(data.table, duel, DAY)
    with data.table.journal.transaction():
        for number in range(999):
            copy_game(data.table.journal, first, f"copy-{number}")
            place = (f"copy-{number}", f"discord:1/{number}/{number}")
            data.table.journal.database.execute("insert into destination values (?, ?, 't', 9, '', '')", place)
    assert data.played.count("ann") == 1000
    text = own_games_text(data, "ann", NOW, kept=True)
    assert len(text) <= 2000 and "more." in text and text.count("\n- ") >= 5

    def cost() -> float:
        start = process_time()
        own_games_text(data, "ann", NOW, kept=True)
        return process_time() - start

    assert (seconds := median(cost() for _ in range(9))) < MOST_SECONDS, seconds
    plan = data.table.journal.database.query(
        "explain query plan select body from played_game where player = 'ann' and over = 0"
    )
    assert "USING INDEX" in str(plan), plan
    data.close()
