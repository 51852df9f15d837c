"""The table and the outbox of a new database, of each kind."""

from collections.abc import Iterator

import pytest

from bot.hosting.engine_thread import EngineData
from engine.database.address import Address
from tests.support.databases import new_database


@pytest.fixture
def data(address: Address) -> Iterator[EngineData]:
    made = EngineData(new_database(address))
    yield made
    made.table.close()
