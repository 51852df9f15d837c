"""The rows beside the journal: they say what the fold says, are made again when they do not, and are all that lists and
deadlines read."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.discord.messages import posts
from bot.hosting import deadline_clock
from bot.hosting.engine_thread import EngineData
from engine.database.address import Address, is_server
from engine.game.game_cache import PER_ENTRY, PER_GAME
from engine.game.game_info import game_info, game_row, read_info
from engine.log.deadline import add_seconds
from engine.scenarios import reader
from engine.table import Refused, Table
from tests.engine.table_games import started
from tests.support.databases import run_past_program, sqlite_connection
from tests.support.sampling import THOROUGH, share
from tests.support.toy_system import NOW, entropy

DAY = 86400
SCENARIOS = sorted(reader.shipped())
PLAYED = share(tuple(SCENARIOS), ("first-patrol", "low-wells", "millers-bridge", "first-charge", "two-shores"))


def agrees(table: Table, key: str) -> None:
    """The stored row is what the entries say, and reads back as the same game."""
    fold = table._cache.find(key)
    (row,) = table.journal.rows.find([key]).values()
    assert row == game_row(fold) and read_info(row) == game_info(fold) == table.infos([key])[0]


@pytest.mark.parametrize("stem", PLAYED)
def test_the_row_of_a_game_says_what_its_entries_say(stem: str) -> None:
    """After every change: opened, seated, drafts, phases played, a ruling, a rewind, a seat given up, the end."""
    table, chance = Table(":memory:", entropy(stem)), Random(f"rows {stem}")
    key = table.open(stem, "", NOW, DAY).id
    agrees(table, key)
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, str(number), NOW)
        agrees(table, key)
    for turn in range(12 if THOROUGH else 4):
        phase = table.game(key).phase
        if phase is None:
            break
        side = chance.choice(phase.sides)
        table.write(key, side, "\n".join(table.ideas(key, side)[:2]), NOW)
        agrees(table, key)
        table.expire(key, add_seconds(NOW, DAY * (turn + 2)))
        agrees(table, key)
    table.rule(key, "noted", NOW, "referee")
    agrees(table, key)
    table.rewind(key, table.game(key).length - 2, NOW, "referee")
    agrees(table, key)
    held = {side: holder for side, holder in table.game(key).seats.items() if holder}
    table.leave(key, *next(iter(held.items())), NOW)
    agrees(table, key)
    assert not table.journal.rows.stale()


DAMAGES: dict[str, str] = {
    "no rows": "delete from game_row",
    "rows of another program": "update game_row set form = form + 1",
    "rows of another history": "update game_row set link = 'x'",
    "rows that lag behind": "update game_row set seq = seq - 1",
    "no tables": "drop trigger entry_head",
    "tables of an earlier program": "drop index if exists game_row_listed",
    "no JSON": "update game_row set info = '{'",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_rows_that_are_missing_or_wrong_are_made_again(duel: str, address: Address, damage: str) -> None:
    table = Table(address, entropy())
    keys = [started(table, duel, DAY) for _ in range(3)]
    table.commit(keys[0], "red", NOW, text="concede")
    truth = [table.game(key) for key in keys]
    table.close()
    on_server = damage.startswith("drop trigger") and is_server(address)
    run_past_program(address, f"{damage} on entry" if on_server else damage)
    again = Table(address, entropy())
    assert list(again.infos(keys)) == truth
    for key in keys:
        agrees(again, key)
    assert again.due(add_seconds(NOW, DAY)) == tuple(keys[1:])
    again.close()


def test_entries_of_a_program_without_rows_are_noticed(duel: str, address: Address) -> None:
    """The trigger marks the game whoever adds to it; the row is made again when the clock looks."""
    table = Table(address, entropy())
    key, other = started(table, duel, DAY), started(table, duel, DAY)
    before = table.journal.rows.last_change()
    earlier = Table(address, entropy("earlier"))
    earlier.journal.rows.put = lambda row: None  # type: ignore[method-assign]
    earlier.commit(key, "red", NOW, text="concede")
    earlier.close()
    assert table.journal.rows.changed_since(before) == (key,) == table.journal.rows.stale(before)
    assert table.infos([key])[0].over and not table.journal.rows.stale()
    assert table.due(add_seconds(NOW, DAY)) == (other,)
    table.close()


def test_a_change_undone_leaves_the_row_as_it_was(duel: str, address: Address) -> None:
    table = Table(address, entropy())
    key = started(table, duel, DAY)
    before = table.journal.rows.find([key])
    with pytest.raises(RuntimeError), table.journal.transaction():
        table.commit(key, "red", NOW, text="concede")
        raise RuntimeError
    assert table.journal.rows.find([key]) == before
    agrees(table, key)
    table.close()


STALE = (
    "link = 'x', over = 1 where game = '{0}';seq = seq - 1, name = '' where game = '{2}';form = 0 where game = '{4}'"
)
"""Some rows that no longer are what their games' entries say."""


def counted(table: Table, act: Callable[[], object]) -> int:
    """Steps of the database's machine, in hundreds: a cost that no other process changes."""
    steps = list[None]()
    sqlite_connection(table.journal).set_progress_handler(lambda: steps.append(None), 100)
    act()
    sqlite_connection(table.journal).set_progress_handler(None, 0)
    return len(steps)


def test_a_look_at_the_clock_costs_the_same_however_many_games_there_are(table: Table, duel: str) -> None:
    costs = list[int]()
    for games in (20, share(2000, 200)):
        for _ in range(games):
            table.open(duel, "", NOW, DAY)
        for _ in range(3):
            started(table, duel, DAY)
        table._cache._folds.clear()
        table._cache._sizes.clear()
        change = table.journal.rows.last_change()
        costs.append(counted(table, lambda: deadline_clock.look(table, NOW, change, change)))  # noqa: B023
        assert not table._cache._folds, "and no game is read"
    assert costs[1] <= costs[0] + 1 <= 5


def test_lists_and_waiting_posts_read_no_game(duel: str, tmp_path: Path) -> None:
    """In a server's list, and at a start: one statement for all games of the server, one for all that wait."""
    data = EngineData(tmp_path / "games.db")
    keys = [data.table.open(duel, f"Duel {n}", NOW).id for n in range(30)]
    for n, key in enumerate(keys):
        data.outbox.set_destination(key, f"discord:{1 + n % 2}0/5/0", "tag")
        data.outbox.add_news(posts, data.table.game(key), data.table.news(key))
    data.table.close()
    again = EngineData(tmp_path / "games.db")
    table, statements = again.table, list[str]()
    sqlite_connection(table.journal).set_trace_callback(statements.append)
    listed = table.list_selected(again.outbox.select_games_at("discord:10/"))
    assert [row.name for row in listed] == [f"Duel {n}" for n in range(0, 30, 2)] and len(statements) == 1
    assert again.outbox.waiting_games() == tuple(sorted(keys)) and len(statements) == 2
    for key in keys[1:]:
        while found := again.outbox.next_delivery(key):
            again.outbox.mark_delivered(found, "1")
    assert again.outbox.waiting_games() == (keys[0],) and not table._cache._folds
    sqlite_connection(table.journal).set_trace_callback(None)
    table.seat(keys[5], "", "ann", NOW)
    assert set(again.outbox.waiting_games()) == {keys[0], keys[5]}, "news of which no post was made"
    table.rule(keys[7], "noted", NOW, "referee")
    assert set(again.outbox.waiting_games()) == {keys[0], keys[5], keys[7]}
    table.close()


def test_games_are_listed_in_their_order_whatever_their_rows_say(duel: str, address: Address) -> None:
    data = EngineData(address)
    keys = [started(data.table, duel, name=f'Duel {n} \\ "ü" 🙂') for n in range(6)]
    data.table.commit(keys[4], "red", NOW, text="concede")
    for key in reversed(keys):
        data.outbox.set_destination(key, "discord:1/5/0", "tag")
    run_past_program(address, *(f"update game_row set {wrong}" for wrong in STALE.format(*keys).split(";")))
    expected = [(key, f'Duel {n} \\ "ü" 🙂', n == 4, True) for n, key in enumerate(keys)]
    assert list(data.table.list_selected(data.outbox.select_games_at("discord:1/"))) == expected[::-1]
    run_past_program(address, f"delete from game_row where game = '{keys[5]}'")
    again = [keys[3], keys[5], keys[3], "no-game"]
    assert [row.game for row in data.table.listed(again)] == again[:3] and data.table.listed(()) == ()
    assert [row.over for row in data.table.listed(keys)] == [n == 4 for n in range(6)]
    data.close()


def test_games_in_memory_keep_to_the_budget(duel: str, tmp_path: Path) -> None:
    table = Table(tmp_path / "games.db", entropy(), 1)
    keys = [started(table, duel) for _ in range(20)]
    cost = PER_GAME + PER_ENTRY * table.game(keys[0]).length
    for key in keys:
        table.game(key)
    kept = list(table._cache._folds)
    assert kept == keys[-len(kept) :] and len(kept) == 1_000_000 // cost < 20, "the ones used last"
    assert table._cache._size == sum(table._cache._sizes.values()) == len(kept) * cost
    table.drop_idle()
    table.game(keys[0])
    table.drop_idle()
    assert list(table._cache._folds) == keys[:1]
    table.drop_idle()
    assert not table._cache._folds and not table._cache._size and table.game(keys[3]).started
    table.close()


@pytest.mark.parametrize("said", ["0", "-1", "many", "1.5", "²"])
def test_a_budget_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    from bot.hosting.database import memory_budget, picture_memory_budget

    monkeypatch.setenv("FIELDPOST_MEMORY", said)
    with pytest.raises(Refused, match="whole number of megabytes, such as FIELDPOST_MEMORY=48"):
        memory_budget()
    assert picture_memory_budget() == 160
    monkeypatch.setenv("FIELDPOST_PICTURE_MEMORY", said)
    with pytest.raises(Refused, match="whole number of megabytes, such as FIELDPOST_PICTURE_MEMORY=160"):
        picture_memory_budget()
    monkeypatch.setenv("FIELDPOST_PICTURE_MEMORY", "64")
    assert picture_memory_budget() == 64
