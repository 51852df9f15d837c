"""What is said when a file does not work as a database: a code and a sentence for each error of SQLite."""

import sqlite3

from engine.errors import Refused

OWN = "Give a database of Fieldpost, or a file that does not exist yet."
_REASONS = {
    sqlite3.SQLITE_BUSY: (
        "busy",
        "Another program is using {}. Nothing was stored; try again in a few seconds.",
    ),
    sqlite3.SQLITE_FULL: (
        "disk-full",
        "The disk of {} is full. Nothing was stored; free some space and try again.",
    ),
    sqlite3.SQLITE_IOERR: (
        "disk-full",
        "The disk could not read or write {}. Nothing was stored; check that it has space, and try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        "read-only",
        "{} is read-only. Nothing was stored; allow this program to write to the file and its folder.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "read-only",
        "{} cannot be opened or created. Check that its folder exists and is writable.",
    ),
    sqlite3.SQLITE_NOTADB: ("not-a-database", "{} is not a database. " + OWN),
    sqlite3.SQLITE_CORRUPT: (
        "damaged",
        "{} is damaged. Restore it from a backup; the damaged file has not been changed.",
    ),
}


def refusal(caught: Exception, path: str) -> Refused:
    """The refusal for an error of SQLite, or for a text in the database that is not UTF-8."""
    primary = getattr(caught, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    primary = {sqlite3.SQLITE_LOCKED: sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PERM: sqlite3.SQLITE_READONLY}.get(
        primary, primary
    )
    unknown = ("damaged", f"{{}} does not work as it should ({caught}). Nothing was stored.")
    code, says = _REASONS.get(primary, unknown)
    return Refused(code, says.format(path))
