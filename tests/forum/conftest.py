"""Forums for the tests of this folder."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.utc_now import utc_now
from tests.forum.loopback.clubhouse import Clubhouse
from tests.forum.loopback.time_machine import TimeMachine
from tests.support.sampling import share


@pytest.fixture(params=share(("discourse", "nodebb"), ("discourse",)))
def program(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest_asyncio.fixture
async def house(program: str, tmp_path: Path) -> AsyncIterator[Clubhouse]:
    opened = await Clubhouse(program, tmp_path).open()
    yield opened
    await opened.close()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> TimeMachine:
    """The time for every module of the bot."""
    made = TimeMachine()
    for name, module in list(sys.modules.items()):
        if name.startswith("bot.") and getattr(module, "utc_now", None) is utc_now:
            monkeypatch.setattr(module, "utc_now", made.now)
    return made
