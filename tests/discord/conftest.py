"""One Discord and one bot for each process of tests; every test has a room of its own in it."""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bench.loopback.bot_process import Bot
from bot.bench.loopback.player import Player
from bot.bench.loopback.rooms import Room
from bot.bench.loopback.server import Server
from tests.discord.loopback.strict_server import strict_server

STANDSTILL = 15.0
"""Seconds without a loop that a connection of the bot is trusted to outlive."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with the bot that they share come first: while another test has one of its own, its connection lapses."""
    here = [n for n, item in enumerate(items) if Path(__file__).parent in item.path.parents]
    ordered = sorted((items[n] for n in here), key=lambda item: "running_bot" not in getattr(item, "fixturenames", ()))
    for n, item in zip(here, ordered, strict=True):
        items[n] = item


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Server]:
    """A Discord of our own."""
    running = await strict_server().start()
    yield running
    await running.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def alone() -> AsyncIterator[Server]:
    """A Discord for one test."""
    running = await strict_server().start()
    yield running
    await running.stop()
    assert not running.violations


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def running_bot(server: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    """The shipped bot, running."""
    running = await Bot(server, tmp_path_factory.mktemp("bot")).start()
    yield running
    code = await running.stop()
    assert code == 0, f"the bot ended with {code}:\n{running.log}"


last_served = 0.0
"""When a test with the bot last ended, by the monotonic clock.  Discord stands still between two of them: it lives in
the loop of the tests.
"""


@pytest_asyncio.fixture(loop_scope="session")
async def bot(running_bot: Bot) -> AsyncIterator[Bot]:
    """The shipped bot, connected.

    It is started anew, with an empty log, where Discord stood still for longer than a connection lasts, as other tests
    ran.
    """
    global last_served
    if last_served and time.monotonic() - last_served > STANDSTILL:
        await running_bot.kill()
        running_bot.prints.unlink()
        await running_bot.start()
    yield running_bot
    last_served = time.monotonic()


@pytest.fixture(autouse=True)
def proper(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test: nothing was sent that Discord would not take, nothing came too fast or too late, nothing
    raised.
    """
    yield
    if "server" in request.fixturenames:
        served: Server = request.getfixturevalue("server")
        faults, served.violations[:] = list(served.violations), []
        served.faults.clear()
        assert not faults, "\n".join(faults)
    if "running_bot" in request.fixturenames:
        log = request.getfixturevalue("running_bot").log
        assert "Traceback" not in log, log[-4000:]


@pytest_asyncio.fixture(loop_scope="session")
async def room(server: Server, request: pytest.FixtureRequest) -> Room:
    """A fresh channel, named after the test."""
    return server.world.open_room(request.node.name.removeprefix("test_")[:90].replace("_", "-"))


@pytest.fixture
def enter(server: Server, room: Room) -> Callable[[str], Player]:
    """``alice = enter("Alice")``: a player opens the channel."""
    return lambda name: Player(server, name, room)
