"""The engine's thread beside its drawings and calculations, and the clock that sees what other processes write."""

import asyncio
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest

from bot.discord.messages.publisher import Publisher
from bot.hosting import deadline_clock
from bot.hosting.engine_thread import EngineData, EngineThread
from tests.bot.posted_games import THEN
from tests.support.databases import new_database


async def test_news_from_another_process_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline_clock, "LONGEST_WAIT", 0.02)
    engine, other, nudged = EngineThread(tmp_path / "games.db"), EngineData(tmp_path / "games.db"), asyncio.Queue[str]()
    watch = asyncio.create_task(
        deadline_clock.DeadlineClock(engine, cast(Publisher, SimpleNamespace(notify=nudged.put_nowait))).run()
    )
    game = other.table.open("millers-bridge", "", THEN)
    assert await asyncio.wait_for(nudged.get(), 5) == game.id
    await asyncio.sleep(0.1)
    assert nudged.empty(), "but only once"
    other.table.seat(game.id, "", "11", THEN)
    assert await asyncio.wait_for(nudged.get(), 5) == game.id
    watch.cancel()
    await asyncio.gather(watch, return_exceptions=True)
    other.table.close()
    engine.close()


async def test_pictures_do_not_wait_for_calculations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDPOST_WORKERS", "0")
    engine, drawn = EngineThread(new_database(tmp_path / "games.db")), Event()
    reckoned: asyncio.Task[bool] = asyncio.create_task(engine.calculate("ann", drawn.wait, 5))
    await engine.run_drawing(drawn.set)
    assert await reckoned
    engine.close()
