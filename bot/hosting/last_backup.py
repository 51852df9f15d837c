"""The last backup of a database, as the database itself remembers it."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Database, Dialect

_TABLES = """
create table if not exists last_backup (
  one integer primary key check (one = 1), at text not null, file text not null){strict};
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _TABLES.format(strict=" strict"), "postgresql": _TABLES.format(strict="")}


class LastBackup(NamedTuple):
    at: str
    file: str


def note_backup(database: Database, at: str, file: str) -> None:
    database.create_tables(TABLES, {})
    with database.transaction():
        database.execute(
            "insert into last_backup (one, at, file) values (1, ?, ?) on conflict (one) do update"
            " set at = excluded.at, file = excluded.file",
            [at, file],
        )


def last_backup(database: Database) -> LastBackup | None:
    """None if `fieldpost backup` never made one."""
    database.create_tables(TABLES, {})
    found = database.query("select at, file from last_backup")
    return LastBackup(*map(str, found[0])) if found else None
