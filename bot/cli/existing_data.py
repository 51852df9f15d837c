"""The database that a command reads, with all that the bot keeps in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.hosting.database import CommandFailed, database_address, require_database
from engine.errors import Refused

if TYPE_CHECKING:
    from bot.hosting.engine_thread import EngineData


@contextmanager
def existing_data(db: str | None) -> "Iterator[EngineData]":
    """Raises CommandFailed, also for whatever is refused while it is open."""
    from bot.hosting.engine_thread import EngineData

    address = database_address(db)
    require_database(address)
    try:
        data = EngineData(address)
        try:
            yield data
        finally:
            data.close()
    except Refused as refused:
        raise CommandFailed(str(refused)) from refused
