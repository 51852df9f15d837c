"""The mail server and the Discord that players at several doors use."""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot.bench.loopback.server import Server
from tests.discord.loopback.strict_server import strict_server
from tests.mail.loopback.mailroom import Outside


@pytest.fixture
def outside() -> Iterator[Outside]:
    running = Outside()
    yield running
    running.close()


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[Server]:
    running = await strict_server().start()
    yield running
    await running.stop()
    assert not running.violations
