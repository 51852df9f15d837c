"""Opens the database at an address: a file for SQLite, ``postgresql://...`` for a server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.errors import Refused

from .address import Address, is_server
from .database import Database
from .sqlite import SQLiteDatabase


def open_database(address: Address) -> Database:
    """Opens it, and makes its tables if it is new.  Raises Refused."""
    if not is_server(address):
        return SQLiteDatabase(address)
    try:
        from .postgresql import PostgreSQLDatabase
    except ImportError as missing:
        raise Refused(
            "no-server",
            "A database on a PostgreSQL server needs the library psycopg, which cannot be loaded here. Install it with"
            " pip install 'fieldpost[postgres]', or name a file.",
        ) from missing
    return PostgreSQLDatabase(str(address))


@contextmanager
def listening(address: Address, changed: Callable[[], None]) -> Iterator[None]:
    """Calls ``changed`` from another thread when any program has added entries, where the database says so: a server
    does, a file must be looked at.
    """
    if not is_server(address):
        yield
        return
    from .postgresql_listener import Listener

    listener = Listener(str(address), changed)
    try:
        yield
    finally:
        listener.stop()
