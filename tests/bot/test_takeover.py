"""What one process takes over from another, and gives back, when the database refuses or a claim is lost on the way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.discord import serve, shard_keeper
from bot.discord.messages.publisher import Publisher
from bot.discord.settings import Settings
from bot.discord.shard_keeper import ShardKeeper, wait_for_shards
from bot.discord.shards import Shards
from bot.hosting.claims import Others, SharedClaims
from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineData, EngineThread
from engine.errors import Refused
from tests.bot.posted_games import start_game
from tests.bot.test_publisher import Phone, Room

pytestmark = [pytest.mark.asyncio, pytest.mark.long]
FIRST, SECOND = Shards((0,), 2), Shards((1,), 2)
POSTS = 4
"""Of a game that has begun."""


class RefusedOnce:
    """A method that the database refuses the first time."""

    def __init__(self, owner: object, name: str) -> None:
        self._method, self.calls = getattr(owner, name), 0
        setattr(owner, name, self)

    def __call__(self, *values: Any) -> Any:
        self.calls += 1
        if self.calls == 1:
            raise Refused("connection-lost", "The connection was lost.")
        return self._method(*values)


@asynccontextmanager
async def process(home: Path, name: str, shards: Shards) -> AsyncIterator[EngineThread]:
    """The engine of a process that serves these."""
    engine = EngineThread(home / "games.db")

    def share(data: EngineData) -> None:
        data.claims = SharedClaims(data.table.journal.database, name, shards.numbers)

    await engine.use_data(share)
    yield engine
    engine.close()


async def die(engine: EngineThread, name: str) -> None:
    """It has given no sign of life for too long."""
    await engine.use_data(
        lambda data: data.table.journal.database.execute("update process set until = 0 where name = ?", [name])
    )


async def beat(engine: EngineThread) -> Others:
    return await engine.use_data(lambda data: data.claims.beat())


def publisher_of(engine: EngineThread, room: Room, shards: Shards) -> Publisher:
    return Publisher(Phone(room), engine, shards)  # type: ignore[arg-type]


async def test_a_claim_that_could_not_be_released_is_released_when_its_shard_is_back(tmp_path: Path) -> None:
    async with process(tmp_path, "second", SECOND) as engine, process(tmp_path, "first", FIRST) as back:
        game, room = await engine.use_data(start_game), Room()
        publisher = publisher_of(engine, room, SECOND)
        await engine.use_data(lambda data: RefusedOnce(data.claims, "release"))
        publisher.notify(game.id)
        while len(room.messages) < POSTS:
            await asyncio.sleep(0.01)
        await publisher.work_beside(Others(1, frozenset({0})))
        assert await publisher.wait_until_posted(game.id, 10)
        assert await back.use_data(lambda data: data.claims.claim(game.id)), "its own process can post it again"
        await publisher.close()


async def test_what_a_dead_process_left_is_posted_although_the_database_refused_first(tmp_path: Path) -> None:
    async with process(tmp_path, "second", SECOND) as engine:
        game, room = await engine.use_data(start_game), Room()
        publisher = publisher_of(engine, room, SECOND)
        await publisher.work_beside(Others(1, frozenset({0})))
        await engine.use_outbox(lambda outbox: RefusedOnce(outbox, "waiting_games"))
        with pytest.raises(Refused):
            await publisher.work_beside(Others(0, frozenset()))
        await publisher.work_beside(Others(0, frozenset()))
        assert await publisher.wait_until_posted(game.id, 10) and len(room.messages) == POSTS
        await publisher.close()


class Interrupted(Room):
    """The first post to it does not arrive, and meanwhile ``meanwhile`` happens."""

    def __init__(self, arrives: bool) -> None:
        super().__init__()
        self.arrives, self.meanwhile = arrives, asyncio.Event()

    async def send(self, content: str, **said: Any) -> Any:
        if not self.meanwhile.is_set():
            self.meanwhile.set()
            await asyncio.sleep(0.3)
            if not self.arrives:
                raise ConnectionResetError
        return await super().send(content, **said)


async def test_posting_continues_after_signs_of_life_came_late(tmp_path: Path) -> None:
    """Nobody has taken over, and nobody else will continue."""
    async with process(tmp_path, "first", FIRST) as engine:
        game, room = await engine.use_data(start_game), Interrupted(arrives=True)
        publisher = publisher_of(engine, room, FIRST)
        publisher.notify(game.id)
        await room.meanwhile.wait()
        await die(engine, "first")
        await asyncio.sleep(0.6)
        await beat(engine)
        assert await publisher.wait_until_posted(game.id, 10) and len(room.messages) == POSTS
        await publisher.close()


async def test_a_post_that_another_process_made_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    """This one was cut off for so long that Discord has forgotten the nonces."""
    async with process(tmp_path, "first", FIRST) as engine, process(tmp_path, "second", SECOND) as other:
        game, room = await engine.use_data(start_game), Interrupted(arrives=False)
        publisher, helper = publisher_of(engine, room, FIRST), publisher_of(other, room, SECOND)
        publisher.notify(game.id)
        await room.meanwhile.wait()
        await die(other, "first")
        helper.notify(game.id)
        assert await helper.wait_until_posted(game.id, 10)
        room.nonces.clear()
        await beat(engine)
        assert await publisher.wait_until_posted(game.id, 10)
        texts = [message.content for message in room.messages]
        assert len(texts) == len(set(texts)) == POSTS
        await publisher.close()
        await helper.close()


class Connection:
    """As much of a shard of discord.py as the keeper uses."""

    def __init__(self) -> None:
        self.open, self.fault = True, False

    def is_closed(self) -> bool:
        return not self.open

    async def disconnect(self) -> None:
        if self.fault:
            self.fault = False
            raise RuntimeError("the connection is in no state to be closed")
        self.open = False


class Client:
    def __init__(self) -> None:
        self.shards = dict[int, Connection]()

    async def launch_shard(self, _gateway: object, shard: int, initial: bool) -> None:
        self.shards[shard] = Connection()

    def get_shard(self, shard: int) -> Connection | None:
        return self.shards.get(shard)


@asynccontextmanager
async def kept(engine: EngineThread, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    """The client of a keeper that has taken over the first process's shard."""
    monkeypatch.setattr(shard_keeper, "BEAT", 0.02)
    client: Any = Client()
    keeper = ShardKeeper(client, engine, publisher_of(engine, Room(), SECOND), SECOND)
    keeper._served.add(0)
    running = asyncio.create_task(keeper.run())
    while 0 not in client.shards:
        await asyncio.sleep(0.01)
    yield client
    assert not running.done(), "it gives signs of life as long as the bot runs"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def come_back(engine: EngineThread) -> None:
    """As a process that is started: until it may connect its shards."""
    await asyncio.wait_for(wait_for_shards(engine, asyncio.Event()), 5)


async def test_a_shard_whose_release_was_refused_is_released_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path, "second", SECOND) as engine, kept(engine, monkeypatch) as client:
        refused = await engine.use_data(lambda data: RefusedOnce(data.claims, "release_shard"))
        async with process(tmp_path, "first", FIRST) as back:
            await come_back(back)
            assert refused.calls > 1 and client.shards[0].is_closed()


async def test_a_shard_that_was_connecting_when_it_was_given_back_is_given_back_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(tmp_path, "second", SECOND) as engine, kept(engine, monkeypatch) as client:
        client.shards[0].open = False
        async with process(tmp_path, "first", FIRST) as back:
            await come_back(back)
            client.shards[0].open = True
            await asyncio.sleep(0.2)
            assert client.shards[0].is_closed(), "discord.py has connected it again by itself"


async def test_signs_of_life_go_on_whatever_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with process(tmp_path, "second", SECOND) as engine, kept(engine, monkeypatch) as client:
        client.shards[0].fault = True
        async with process(tmp_path, "first", FIRST) as back:
            await come_back(back)


async def test_a_process_waits_for_its_shards_although_the_database_refuses(tmp_path: Path) -> None:
    async with process(tmp_path, "first", FIRST) as engine:
        await engine.use_data(lambda data: RefusedOnce(data.claims, "has_its_shards"))
        await asyncio.wait_for(wait_for_shards(engine, asyncio.Event()), 10)


async def test_a_process_that_connects_again_waits_for_its_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could not reach Discord for so long that another has taken over."""
    engine, connections = EngineThread(tmp_path / "games.db"), list[bool]()

    async def connect(_door: serve.DiscordDoor, stop: asyncio.Event) -> str:
        connections.append(True)
        if len(connections) > 1:
            stop.set()
        else:
            await engine.use_data(
                lambda data: data.table.journal.database.execute("update process set until = 0 where name != 'second'")
            )
            assert await other.use_data(lambda data: data.claims.claim_shard(0))
        return ""

    monkeypatch.setattr(serve.DiscordDoor, "_connect_once", connect)
    monkeypatch.setattr(serve, "PAUSES", (0.01,))
    async with process(tmp_path, "second", SECOND) as other:
        chosen = Settings("token", tmp_path / "games.db", "", "", None, FIRST)
        await engine.use_data(lambda data: data.serve(*FIRST))
        running = asyncio.create_task(serve.DiscordDoor(Doors(engine), chosen).run(asyncio.Event()))
        await asyncio.sleep(0.5)
        assert len(connections) == 1
        await other.use_data(lambda data: data.claims.release_shard(0))
        assert await asyncio.wait_for(running, 5) == "" and len(connections) == 2
    engine.close()


async def test_a_process_ends_well_although_the_database_is_away(tmp_path: Path) -> None:
    engine = EngineThread(tmp_path / "games.db")
    await engine.use_data(lambda data: RefusedOnce(data.claims, "leave"))
    engine.close()
