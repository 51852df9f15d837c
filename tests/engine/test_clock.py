"""A clock that was ahead and came back: the deadline it left is noticed, counted anew, and the log still holds."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.discord.messages import posts
from bot.hosting import deadline_clock
from bot.hosting.deadline_clock import DeadlineClock
from bot.hosting.engine_thread import EngineThread
from engine.log.deadline import TOLERANCE, add_seconds
from engine.log.verify import verify
from engine.table import News, Table
from tests.engine.table_games import phase_of, present, started
from tests.support.databases import new_database
from tests.support.toy_system import NOW

DAY, TEN_YEARS = 86_400, 3653 * 86_400
AHEAD = add_seconds(NOW, TEN_YEARS)


def test_a_deadline_ten_years_off_is_counted_from_when_that_is_seen(table: Table, duel: str) -> None:
    key = started(table, duel, DAY)
    table.done(key, "red", AHEAD)
    assert table.game(key).due == add_seconds(AHEAD, DAY)
    later = add_seconds(NOW, 60)
    assert not table.expire(key, add_seconds(later, 2 * DAY)), "nobody would be called for ten years"
    note = present(table.correct_deadline(key, later))
    assert "2036-02-01" in note.lines[0] and "2026-01-31" in note.lines[0] and "2026-02-01" in note.lines[0]
    assert table.game(key).due == note.due == add_seconds(later, DAY)
    assert not table.expire(key, add_seconds(later, DAY - 1))
    assert table.correct_deadline(key, add_seconds(later, 1)) is None, "one note is enough"
    before = phase_of(table, key)
    assert table.expire(key, add_seconds(later, DAY))
    assert phase_of(table, key) != before
    assert verify(table.export(key)).holds, verify(table.export(key))


def test_a_note_gives_nobody_more_time(table: Table, duel: str) -> None:
    """Neither a clock that differs a little, nor one that is right, nor an order changes a deadline."""
    key = started(table, duel, DAY)
    due = table.game(key).due
    for now in (NOW, add_seconds(NOW, DAY // 2), add_seconds(NOW, -TOLERANCE)):
        assert table.correct_deadline(key, now) is None
    table.write(key, "red", "R1 hit B1", add_seconds(NOW, -TEN_YEARS))
    table.commit(key, "red", add_seconds(NOW, -TEN_YEARS))
    assert table.game(key).due == due
    assert table.correct_deadline(started(table, duel, None, "Dusk"), add_seconds(NOW, -TEN_YEARS)) is None


def test_the_post_says_what_it_is(table: Table, duel: str) -> None:
    key = started(table, duel, DAY)
    table.done(key, "red", AHEAD)
    note, game = present(table.correct_deadline(key, NOW)), table.game(key)
    first, *_ = posts.posts(game, note, posts.called(note.phase))
    assert "deadline has been corrected" in first.content and "clock of the computer" in first.content


class Notified(list[str]):
    def notify(self, game: str) -> None:
        self.append(game)


@pytest.mark.parametrize(("patience", "noted"), [(0.0, True), (600.0, False)])
def test_the_bot_notices_and_waits_for_a_computer_that_has_just_started(
    duel: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    patience: float,
    noted: bool,
) -> None:
    """A computer without a clock of its own starts years ago; its deadlines must not be counted from there."""
    told = Notified()
    engine = EngineThread(new_database(tmp_path / "games.db"))

    def ahead(table: Table) -> str:
        key = started(table, duel, DAY)
        table.done(key, "red", AHEAD)
        return key

    async def look() -> str | None:
        key = await engine.use_table(ahead)
        monkeypatch.setattr(deadline_clock, "utc_now", lambda: add_seconds(NOW, 5))
        clock: Any = DeadlineClock(engine, told, patience)
        with caplog.at_level(logging.WARNING, "fieldpost.clock"):
            for _ in range(3):
                await clock._run_due()
        return await engine.use_table(lambda table: table.game(key).due)

    due = asyncio.run(look())
    engine.close()
    assert due == add_seconds(NOW, DAY + 5) if noted else due == add_seconds(AHEAD, DAY)
    assert sum("clock right?" in record.message for record in caplog.records) == 1
    assert any("clock of the computer" in record.message for record in caplog.records) == noted


def test_many_deadlines_at_once_let_people_in_between(
    duel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks while a hundred deadlines are run waits for two of them at most."""
    engine, told, ran, waited = EngineThread(new_database(tmp_path / "games.db")), Notified(), list[str](), list[int]()
    expire = Table.expire

    def counted(table: Table, key: str, now: str) -> News | None:
        ran.append(key)
        return expire(table, key, now)

    monkeypatch.setattr(Table, "expire", counted)
    monkeypatch.setattr(deadline_clock, "utc_now", lambda: add_seconds(NOW, 2 * DAY))

    async def ask_all_the_time() -> None:
        while True:
            before = len(ran)
            await engine.use_table(lambda table: table.journal.rows.last_change())
            waited.append(len(ran) - before)
            await asyncio.sleep(0)

    async def look() -> None:
        games = [await engine.use_table(lambda table: started(table, duel, DAY)) for _ in range(100)]
        clock: Any = DeadlineClock(engine, told)
        asking = asyncio.create_task(ask_all_the_time())
        await clock._run_due()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert sorted(ran) == sorted(games) == sorted(told[-100:])

    asyncio.run(look())
    engine.close()
    assert len(waited) > 50 and max(waited) <= 2
