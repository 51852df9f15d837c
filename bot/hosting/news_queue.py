"""What happened in games is queued for a door, which sends it at its own pace."""

import asyncio
import logging
from collections.abc import Callable

from engine.table import Refused

from .engine_thread import EngineData, EngineThread
from .halting import halt_for_fault

PAUSE = 30.0
"""Seconds until news that could not be queued are tried again, and until leagues are looked at again."""


class NewsQueue:
    """The news of every game that has some for a door.

    ``queue``: on the engine's thread, lays out what is new in a game, and says whether anything was.  ``queued``: told
    of each game with something to send.
    """

    def __init__(
        self,
        engine: EngineThread,
        door: str,
        queue: Callable[[EngineData, str], bool],
        queued: Callable[[str], None],
    ) -> None:
        self._engine, self._door, self._queue, self._queued = engine, door, queue, queued
        self._log = logging.getLogger(f"fieldpost.{door}")
        self._called = set[str]()
        self._wake = asyncio.Event()

    def notify(self, game: str) -> None:
        """Something happened in the game."""
        self._called.add(game)
        self._wake.set()

    async def run(self) -> None:
        """Until cancelled."""
        for game in await self._engine.use_data(self._waiting):
            self.notify(game)
        while True:
            await self._wake.wait()
            self._wake.clear()
            for game in sorted(self._called):
                self._called.discard(game)
                if not await self._lay_out(game):
                    self._called.add(game)
            if self._called and not self._wake.is_set():
                await asyncio.sleep(PAUSE)
                self._wake.set()

    async def _lay_out(self, game: str) -> bool:
        """Whether it was possible."""
        try:
            if await self._engine.use_data(lambda data: self._queue(data, game)):
                self._queued(game)
        except Refused as refused:
            self._log.warning("%s: its news wait: %s", game, refused)
            return False
        except Exception as fault:
            await self._note_fault(game, fault)
        return True

    def _waiting(self, data: EngineData) -> tuple[str, ...]:
        return data.waiting_games(self._door)

    async def _note_fault(self, game: str, fault: Exception) -> None:
        await halt_for_fault(self._engine, game, f"its news by {self._door}", fault)


class LeagueNewsQueue(NewsQueue):
    """The same for leagues that live at a door; also looks by itself, for other programs change leagues too."""

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as both:
            both.create_task(super().run())
            both.create_task(self._look_again())

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                for league in await self._engine.use_data(self._waiting):
                    self.notify(league)
            except Refused as refused:
                self._log.warning("the news of leagues wait: %s", refused)

    def _waiting(self, data: EngineData) -> tuple[str, ...]:
        return data.league_places.waiting(self._door)

    async def _note_fault(self, game: str, fault: Exception) -> None:
        """Its news wait until something else happens in it."""
        self._log.error("league %s: its news could not be laid out", game, exc_info=fault)
