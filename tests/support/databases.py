"""The databases that tests run on."""

import sqlite3

from engine.database.sqlite import SQLiteDatabase
from engine.log.journal import Journal


def sqlite_connection(journal: Journal) -> sqlite3.Connection:
    """SQLite's own connection under a journal."""
    assert isinstance(journal.database, SQLiteDatabase)
    return journal.database.connection
