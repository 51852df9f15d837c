"""Mail servers for the tests of this folder."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.mail.loopback import dovecot
from tests.mail.loopback.mailroom import Mailroom, Outside, Serving
from tests.support.sampling import share


@pytest.fixture
def outside() -> Iterator[Outside]:
    running = Outside()
    yield running
    running.close()


@pytest.fixture(params=share(("listener", "dovecot"), ("listener",)))
def room(request: pytest.FixtureRequest, outside: Outside, tmp_path: Path) -> Iterator[Mailroom]:
    """Mails come in through Fieldpost's own listener, or through a real mailbox."""
    if request.param == "listener":
        yield Mailroom(tmp_path, outside, None)
        return
    if reason := dovecot.why_not():
        pytest.skip(reason)
    running = dovecot.Dovecot()
    yield Mailroom(tmp_path, outside, running)
    running.remove()


@pytest_asyncio.fixture
async def serving(room: Mailroom) -> AsyncIterator[Serving]:
    running = await Serving(room).start()
    yield running
    code = await running.stop()
    assert code == 0 and "Traceback" not in running.log, running.log
