"""The databases that tests run on, looked at and changed past the program."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.hosting.engine_thread import EngineData
from engine.database import sqlite
from engine.database.address import Address, is_server
from engine.database.sqlite import SQLiteDatabase
from engine.log.journal import EntryChain, Journal
from tests.support.toy_system import NOW, entropy

KINDS = ("sqlite", "postgresql")
Made = Callable[[str], Address]
"""A new database of the kind that is named."""
SHIPPED_SYNCHRONOUS = sqlite.SYNCHRONOUS
"""What the program asks of SQLite; a process of tests asks for less."""


class Rejected(Exception):
    """The database does not do what a statement asks."""


@cache
def _empty_database() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        EngineData(file).close()
        return file.read_bytes()


def new_database(address: Address) -> Address:
    """A new file gets all tables that the bot makes, and nothing in them: a copy takes less time than making them."""
    if isinstance(address, Path) and not address.exists():
        address.write_bytes(_empty_database())
        address.chmod(0o600)
    return address


def sqlite_connection(journal: Journal) -> sqlite3.Connection:
    """SQLite's own connection under a journal."""
    assert isinstance(journal.database, SQLiteDatabase)
    return journal.database.connection


def in_transaction(journal: Journal) -> bool:
    """Whether the database has a transaction of this journal open."""
    if isinstance(journal.database, SQLiteDatabase):
        return journal.database.connection.in_transaction
    from psycopg.pq import TransactionStatus

    from engine.database.postgresql import PostgreSQLDatabase

    assert isinstance(journal.database, PostgreSQLDatabase)
    return bool(journal.database.session.connection.info.transaction_status != TransactionStatus.IDLE)


def run_past_program(address: Address, *statements: str) -> None:
    """By a connection of another program.  Raises Rejected."""
    if is_server(address):
        import psycopg

        try:
            with psycopg.connect(str(address), autocommit=True) as server:
                for statement in statements:
                    server.execute(statement.encode())
        except psycopg.Error as caught:
            raise Rejected from caught
        return
    with closing(sqlite3.connect(address, isolation_level=None)) as file:
        try:
            for statement in statements:
                file.execute(statement)
        except sqlite3.Error as caught:
            raise Rejected from caught


def forge(address: Address, statement: str, table: str = "entry") -> None:
    """Change entries all the same, as somebody could who owns the database."""
    guard = f"alter table {table} disable trigger user" if is_server(address) else f"drop trigger {table}_no_update"
    run_past_program(address, guard, statement)


def chain(journal: Journal, *bodies: object, game: str = "raid-1", kind: str = "ruled") -> EntryChain:
    """Entries that continue a game, not stored yet."""
    entries = journal.read(game)
    made = EntryChain(game, len(entries), entries[-1].link if entries else "", NOW, entropy(str(len(entries))))
    for body in bodies:
        made.add(kind, "red", body)
    return made
