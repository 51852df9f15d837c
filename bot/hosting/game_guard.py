"""What fails in one game touches neither another nor the clock: it is caught here, and that game alone freezes."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from engine.table import Refused, Table

from .engine_thread import EngineThread
from .freezing import freeze_for_fault
from .post import Publisher

log = logging.getLogger("fieldpost.clock")

T = TypeVar("T")
UNREADABLE = ("newer", "damaged")
"""Codes of refusals after which a game cannot go on by itself."""


class GameGuard:
    """``publisher``: told of games that freeze, and of those that go on."""

    def __init__(self, engine: EngineThread, publisher: Publisher) -> None:
        self._engine, self._publisher = engine, publisher
        self._frozen = frozenset[str]()

    async def standing_games(self) -> frozenset[str]:
        """The frozen games, whose deadlines do not ring.  The doors are told of games that were frozen or thawed since
        the last call, by whatever process.
        """
        frozen = await self._engine.use_data(lambda data: frozenset(one.game for one in data.frozen.all()))
        changed, self._frozen = self._frozen ^ frozen, frozen
        for game in sorted(changed):
            log.warning("%s is frozen" if game in frozen else "%s goes on: it is no longer frozen", game)
            self._publisher.notify(game)
        return frozen

    async def use_table(self, game: str, doing: str, question: Callable[[Table, str], T]) -> T | None:
        """What the question about this game returns; None if it had to wait, or if the game froze."""
        return await self.work(game, doing, self._engine.use_table(lambda table: question(table, game)))

    async def work(self, game: str, doing: str, work: Awaitable[T]) -> T | None:
        """The same for any work on one game.  ``doing``: what waits if it fails, such as "its deadline"."""
        try:
            return await work
        except Refused as refused:
            log.warning("%s: %s waits: %s", game, doing, refused)
            if refused.code in UNREADABLE:
                await freeze_for_fault(self._engine, game, doing, refused)
        except Exception as fault:
            await freeze_for_fault(self._engine, game, doing, fault)
        return None
