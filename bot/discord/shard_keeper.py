"""The shard keeper: signs of life to the other processes of the bot, and the shards of dead ones served here."""

import asyncio
import logging
from contextlib import suppress

import discord
from discord.gateway import DiscordWebSocket

from bot.hosting.claims import BEAT, Others
from bot.hosting.engine_thread import EngineData, EngineThread
from engine.table import Refused

from .messages.publisher import Publisher
from .shards import Shards

log = logging.getLogger("fieldpost.shards")

FIRST_START = 60.0
"""Seconds that shards which were never served have until their process starts."""
CLOSING = 5.0
"""Seconds that the connection of a shard which is given back has to end: signs of life wait for it."""
POLL = 0.5
"""Seconds between two looks whether another process has given back a shard."""


class ShardKeeper:
    """``shards``: this process's own; others that it has taken over are given back when their process is back."""

    def __init__(
        self, client: discord.AutoShardedClient, engine: EngineThread, publisher: Publisher, shards: Shards
    ) -> None:
        self._client, self._engine, self._publisher, self._shards = client, engine, publisher, shards
        self._taken_over = dict[int, asyncio.Task[None]]()
        """Shard -> its first connection."""
        self._served = set[int]()
        """Shards that another process has served since this one started."""

    async def run(self) -> None:
        """Until cancelled."""
        self._started = asyncio.get_running_loop().time()
        try:
            while True:
                try:
                    await self._look()
                except Refused as refused:
                    log.warning("no sign of life to the other processes: %s", refused)
                except Exception:
                    log.exception("shards of other processes could not be looked after")
                await asyncio.sleep(BEAT)
        finally:
            await self._give_back(frozenset(self._taken_over))

    async def _look(self) -> None:
        others = await self._engine.use_data(lambda data: data.claims.beat())
        await self._publisher.work_beside(others)
        self._served |= others.shards
        await self._give_back(others.shards.difference(self._shards.numbers))
        for shard in self._without_process(others):
            if await self._engine.use_data(lambda data, n=shard: data.claims.claim_shard(n)):  # type: ignore[misc]
                log.warning("shard %d has no process: it is served here until it has one", shard)
                connection = self._client.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard, initial=True)
                self._taken_over[shard] = asyncio.create_task(connection, name=f"shard {shard}")

    def _without_process(self, others: Others) -> list[int]:
        """The shards that nobody serves, this process neither."""
        unserved = set(range(self._shards.total)) - {*self._shards.numbers, *self._taken_over} - others.shards
        late = asyncio.get_running_loop().time() - self._started > FIRST_START
        return sorted(unserved if late else unserved & self._served)

    async def _give_back(self, shards: frozenset[int]) -> None:
        """Those of them that were taken over.  Also a connection that was broken when it was given back, and that
        discord.py has made again since.
        """
        await asyncio.gather(*(self._disconnect(shard) for shard in shards))
        await self._engine.use_data(lambda data: _release(data, shards))
        for shard in shards & self._taken_over.keys():
            del self._taken_over[shard]
            log.info("shard %d is no longer served here", shard)

    async def _disconnect(self, shard: int) -> None:
        if connection := self._taken_over.get(shard):
            connection.cancel()
            await asyncio.gather(connection, return_exceptions=True)
        if running := self._client.get_shard(shard):
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSING):
                    await running.disconnect()


async def wait_for_shards(engine: EngineThread, stop: asyncio.Event) -> bool:
    """Until no other process serves the shards of this one in its place; False if the bot is to stop.

    The sign of life comes first, then the look: another that takes over a shard does it the other way round, so one of
    the two sees the other.
    """
    while not stop.is_set():
        try:
            if await engine.use_data(_has_its_shards):
                return True
        except Refused as refused:
            log.warning("the shards wait for the database: %s", refused)
        await asyncio.sleep(POLL)
    return False


def _release(data: EngineData, shards: frozenset[int]) -> None:
    for shard in shards:
        data.claims.release_shard(shard)


def _has_its_shards(data: EngineData) -> bool:
    data.claims.beat()
    return data.claims.has_its_shards()


def latency(client: discord.AutoShardedClient) -> float:
    """Seconds that Discord takes to answer on the slowest connection; infinite without one."""
    return max((shard.latency for shard in client.shards.values() if not shard.is_closed()), default=float("inf"))
