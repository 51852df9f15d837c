"""The table and the outbox of a new database, of each kind."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from bot.bench.private_postgresql import Server
from bot.hosting.engine_thread import EngineData
from engine.database.address import Address
from tests.support.databases import Made, new_database


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    made = EngineData(new_database(address))
    yield made
    made.table.close()


@pytest.fixture
def made(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Made]:
    """Addresses of new databases, by their kind."""
    numbers, lent = count(), ExitStack()

    def make(kind: str) -> Address:
        if kind == "sqlite":
            return tmp_path / f"games-{next(numbers)}.db"
        server: Server = request.getfixturevalue("postgresql_server")
        return lent.enter_context(server.empty_database())

    with lent:
        yield make
