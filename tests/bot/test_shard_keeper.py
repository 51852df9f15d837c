"""The shard keeper: it takes over shards without a process, and gives them back whatever the database does."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.shard_keeper import ShardKeeper
from bot.discord.shards import Shards
from bot.hosting.claims import Others
from engine.errors import Refused


class World:
    """The keeper's surroundings.  ``others``: the shards of the other process; ``away``: the database is."""

    def __init__(self) -> None:
        self.others, self.away = frozenset({1}), False
        self.claimed, self.connected = set[int](), set[int]()

    # claims
    def beat(self) -> Others:
        return Others(int(bool(self.others)), self.others)

    def claim_shard(self, shard: int) -> bool:
        self.claimed.add(shard)
        return True

    def release_shard(self, shard: int) -> None:
        if self.away:
            raise Refused("no-server", "The server is away.")
        self.claimed.discard(shard)

    # the engine, the publisher and the client
    async def use_data(self, question: Callable[[Any], Any]) -> Any:
        return question(SimpleNamespace(claims=self))

    async def work_beside(self, others: Others) -> None:
        return

    async def launch_shard(self, gateway: object, shard: int, *, initial: bool) -> None:
        self.connected.add(shard)

    def get_shard(self, shard: int) -> Any:
        async def disconnect() -> None:
            self.connected.discard(shard)

        return SimpleNamespace(is_closed=lambda: shard not in self.connected, disconnect=disconnect)


def test_a_shard_is_taken_over_and_given_back_even_if_the_database_is_away_meanwhile() -> None:
    async def ordeal() -> None:
        world: Any = World()
        keeper: Any = ShardKeeper(world, world, world, Shards((0,), 2))
        keeper._started = asyncio.get_running_loop().time()
        await keeper._look()
        assert not world.claimed, "its process is at work"
        world.others = frozenset()
        await keeper._look()
        await asyncio.sleep(0)
        assert world.claimed == world.connected == {1}
        await keeper._look()
        world.others, world.away = frozenset({1}), True
        for _ in range(2):
            with pytest.raises(Refused):
                await keeper._look()
        assert not world.connected and world.claimed == {1}, "the database has not heard of it"
        world.away = False
        await keeper._look()
        assert not world.claimed

    asyncio.run(ordeal())


def test_shards_that_were_never_served_have_a_minute() -> None:
    async def ordeal() -> None:
        world: Any = World()
        world.others = frozenset()
        keeper: Any = ShardKeeper(world, world, world, Shards((0,), 3))
        keeper._started = asyncio.get_running_loop().time()
        await keeper._look()
        assert not world.claimed
        keeper._started -= 61
        await keeper._look()
        assert world.claimed == {1, 2}

    asyncio.run(ordeal())
