"""Commits that wait for the public beacon: as soon as the round is out it is fetched, and their dice fall."""

import asyncio
import logging
import time
from collections.abc import Sequence

from engine.beacon.signature import CannotCheck
from engine.log.awaited_dice import RoundAwaited
from engine.table import Refused, Table

from .beacon_relays import RELAYS, NoRound, Relays
from .engine_thread import EngineThread
from .halting import halt_for_fault
from .post import Publisher
from .utc_now import utc_now

log = logging.getLogger("fieldpost.beacon")
TRIES, TRIED_FOR = 5, 60.0
"""How often, and for how many seconds, a silent beacon is asked before dice may fall without it."""
PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds between two attempts; the last one goes on."""


class BeaconDraws:
    """One attempt after the other for each game that waits; a silent beacon holds up no other game."""

    def __init__(
        self,
        engine: EngineThread,
        publisher: Publisher,
        addresses: Sequence[str] = RELAYS,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._engine, self._publisher, self._addresses, self._pauses = engine, publisher, addresses, pauses
        self._relays, self._tasks = dict[str, Relays](), dict[str, asyncio.Task[None]]()

    def want(self, game: str, found: RoundAwaited) -> None:
        """The round that this game waits for is out."""
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._draw(game, found))

    async def close(self) -> None:
        """What waits goes on when the program runs again."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for relays in self._relays.values():
            await relays.close()

    async def _draw(self, game: str, found: RoundAwaited) -> None:
        try:
            attempt, began = 0, time.monotonic()
            while not await self._try(game, found, tried=attempt >= TRIES and time.monotonic() - began >= TRIED_FOR):
                await asyncio.sleep(self._pauses[min(attempt, len(self._pauses) - 1)])
                attempt += 1
        except Exception as fault:
            await halt_for_fault(self._engine, game, "its dice", fault)
        finally:
            self._tasks.pop(game, None)

    async def _try(self, game: str, found: RoundAwaited, *, tried: bool) -> bool:
        """Whether nothing is left to wait for.  ``tried``: long enough to go on without the beacon, where a game was
        opened so.
        """
        relays = self._relays.setdefault(found.chain.name, Relays(found.chain, self._addresses))
        try:
            signature = (await relays.fetch(found.number)).signature
        except (NoRound, CannotCheck) as why:
            log.warning("%s: its dice wait for round %d of %s: %s", game, found.number, found.chain.name, why)
            if isinstance(why, CannotCheck) or not tried:
                return False
            signature = ""
        try:
            await self._engine.use_table(lambda table: draw(table, game, found.number, signature))
        except Refused as wait:
            if wait.code != "too-early":
                log.warning("%s: its dice wait: %s", game, wait)
            return False
        self._publisher.notify(game)
        return True


def draw(table: Table, game: str, number: int, signature: str) -> None:
    """Let the dice of a game fall; nothing if another process has."""
    table.draw(game, number, signature, utc_now())
