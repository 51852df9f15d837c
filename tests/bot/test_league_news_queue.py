"""News of leagues that another program has written are found by themselves."""

import asyncio
from pathlib import Path

import pytest

from bot.correspondence.leagues.deeds import do
from bot.correspondence.leagues.words import Said
from bot.hosting import news_queue
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.news_queue import LeagueNewsQueue

NOW = "2026-01-31T18:00:00Z"


@pytest.mark.asyncio
async def test_what_another_program_has_changed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news_queue, "PAUSE", 0.01)
    engine, told = EngineThread(str(tmp_path / "games.db")), asyncio.Event()
    queue = LeagueNewsQueue(engine, "mail", lambda data, league: league == "cup", lambda _league: told.set())
    running = asyncio.create_task(queue.run())
    other = EngineData(str(tmp_path / "games.db"))
    words = ["system=miniwars", "format=swiss", "scenarios=millers-bridge"]
    do("new", Said(other, "Cup", words, "ann", NOW))
    other.league_places.put("cup", "Cup", "mail:ann/", "tag")
    async with asyncio.timeout(20):
        await told.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    other.close()
    engine.close()
