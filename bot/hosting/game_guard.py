"""What fails in one game touches neither another nor the clock: it is caught here, and that game alone halts."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from engine.table import Refused, Table

from .engine_thread import EngineThread
from .halting import halt_for_fault
from .post import Publisher

log = logging.getLogger("fieldpost.clock")

T = TypeVar("T")
UNREADABLE = ("newer", "damaged")
"""Codes of refusals after which a game cannot go on by itself."""


class GameGuard:
    """``publisher``: told of games that halt, and of those that go on."""

    def __init__(self, engine: EngineThread, publisher: Publisher) -> None:
        self._engine, self._publisher = engine, publisher
        self._halted = frozenset[str]()

    async def standing_games(self) -> frozenset[str]:
        """The halted games, whose deadlines do not ring.  The doors are told of games that were halted or resumed since
        the last call, by whatever process.
        """
        halted = await self._engine.use_data(lambda data: frozenset(one.game for one in data.halted.all()))
        changed, self._halted = self._halted ^ halted, halted
        for game in sorted(changed):
            log.warning("%s is halted" if game in halted else "%s goes on: it is no longer halted", game)
            self._publisher.notify(game)
        return halted

    async def use_table(self, game: str, doing: str, question: Callable[[Table, str], T]) -> T | None:
        """What the question about this game returns; None if it had to wait, or if the game halted."""
        return await self.work(game, doing, self._engine.use_table(lambda table: question(table, game)))

    async def work(self, game: str, doing: str, work: Awaitable[T]) -> T | None:
        """The same for any work on one game.  ``doing``: what waits if it fails, such as "its deadline"."""
        try:
            return await work
        except Refused as refused:
            log.warning("%s: %s waits: %s", game, doing, refused)
            if refused.code in UNREADABLE:
                await halt_for_fault(self._engine, game, doing, refused)
        except Exception as fault:
            await halt_for_fault(self._engine, game, doing, fault)
        return None
