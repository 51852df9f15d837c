"""The database in a file: SQLite, which needs nothing."""

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import Refused

from .attempts import Attempts
from .database import Dialect, Values, damaged
from .sqlite_errors import OWN, refusal
from .sqlite_tables import LATEST, PROGRAM, ROWS, SCHEMA, statements

if TYPE_CHECKING:
    import sqlite_utils

SYNCHRONOUS = "full"
"""A commit has reached the disk, and outlives a power cut."""


class SQLiteDatabase(Attempts):
    """Opens or makes the file at ``path``.  Raises Refused if the file or the disk does not allow something."""

    dialect: Dialect = "sqlite"
    json_list = "json_each(?) as j"
    clock = "(julianday('now') - 2440587.5) * 86400.0"
    skip_locked = ""

    def __init__(self, path: str | Path) -> None:
        self.name = str(path)
        self._fault: BaseException | None = None
        with self._errors_as_refusals():
            _create_private(self.name)
            self.connection = sqlite3.connect(self.name, timeout=5, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
                self._prepare_rows()
            except BaseException:
                self.connection.close()
                raise

    @property
    def form(self) -> str:
        ((library,), (tables,)) = (*self.query("select sqlite_version()"), *self.query("pragma user_version"))
        return f"SQLite {library} with tables of version {tables}"

    @property
    def inside(self) -> bool:
        return self.connection.in_transaction

    @cached_property
    def utils(self) -> "sqlite_utils.Database":
        """The same connection as sqlite-utils knows it."""
        from sqlite_utils import Database

        return Database(self.connection)

    def json_rows(self, columns: str) -> str:
        return f"json_group_array(json_array({columns}))"

    def query(self, statement: str, values: Values = ()) -> Sequence[tuple[Any, ...]]:
        try:
            return self.connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeError) as caught:
            raise self._failed(caught) from caught

    def execute(self, statement: str, values: Values = ()) -> None:
        try:
            self.connection.execute(statement, values)
        except (sqlite3.Error, UnicodeError) as caught:
            raise self._failed(caught) from caught

    def execute_many(self, statement: str, rows: Iterable[Values]) -> None:
        with self._errors_as_refusals():
            self.connection.executemany(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Within another it is a part of it, and if it fails, so does the whole, unless it was refused unwritten."""
        if self.inside:
            changes = self.connection.total_changes
            try:
                yield
            except BaseException as fault:
                if not isinstance(fault, Refused) or self.connection.total_changes != changes:
                    self._fault = fault
                raise
            return
        self._fault = None
        with self._errors_as_refusals():
            self.connection.execute("begin immediate")
            try:
                yield
                if self._fault:
                    raise self._fault
                self.connection.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("rollback")
                raise

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        with self.transaction():
            found = self.query("select sql from sqlite_master where name = 'entry_no_delete'")
            if not found:
                raise damaged("What keeps entries from being deleted", self.name)
            self.execute("drop trigger entry_no_delete")
            yield
            self.execute(str(found[0][0]))

    def lock(self, game: str) -> None:
        """Nothing is left to do: a transaction of SQLite keeps every other process from writing."""

    def try_lock(self, game: str) -> bool:
        return True

    def create_tables(self, statements: Mapping[Dialect, str], replaces: Mapping[str, str]) -> None:
        made = re.findall(r"create (?:table|index) if not exists (\w+)", statements[self.dialect])
        there = {name for (name,) in self.query("select name from sqlite_master")}
        if there.issuperset(made) and there.isdisjoint(replaces):
            return
        with self.transaction():
            old = [moved for table, moved in replaces.items() if table in self.utils.table_names()]
            for statement in ";\n".join((statements[self.dialect], *old)).split(";\n"):
                if statement.strip():
                    self.execute(statement)

    def serve_alone(self) -> None:
        """Nothing is left to do: the bot locks a file beside the database before it opens it."""

    def serve_shards(self, shards: Sequence[int], count: int) -> None:
        """Only ever all shards of one bot, which has locked the file: nothing is left to do."""

    def copy_to(self, path: Path) -> None:
        """Everything as it is at one moment, into a new file, while others go on writing.  Raises Refused."""
        try:
            _create_private(str(path))
            with closing(sqlite3.connect(path)) as copy:
                self.connection.backup(copy)
                copy.execute("pragma journal_mode = delete")
        except sqlite3.Error as caught:
            raise refusal(caught, str(path)) from caught

    def close(self) -> None:
        self.connection.close()

    def _prepare(self) -> None:
        run = self.connection.execute
        (program,), (version,) = run("pragma application_id").fetchone(), run("pragma user_version").fetchone()
        (things,) = run("select count(*) from sqlite_master").fetchone()
        if program != PROGRAM and things:
            raise Refused("not-a-database", f"{self.name} belongs to another program. {OWN}")
        if version > len(SCHEMA) and program == PROGRAM:
            raise Refused(
                "newer",
                f"{self.name} was made by a newer Fieldpost: its tables have version {version}, and this program knows"
                f" version {len(SCHEMA)}. Update the program.",
            )
        run(f"pragma synchronous = {SYNCHRONOUS}")
        for pragma in ("journal_mode = wal", "foreign_keys = on", "cache_size = -16000"):
            run(f"pragma {pragma}")
        if version < len(SCHEMA) or program != PROGRAM:
            self._migrate()

    def _migrate(self) -> None:
        with self.transaction():
            (version,) = self.connection.execute("pragma user_version").fetchone()
            for script in SCHEMA[version:]:
                for statement in statements(script):
                    self.connection.execute(statement)
            self._prepare_rows()
            self.connection.execute(f"pragma user_version = {len(SCHEMA)}")
            self.connection.execute(f"pragma application_id = {PROGRAM}")

    def _prepare_rows(self) -> None:
        """Make the rows' tables where they are missing: in a new database, or one of an earlier program."""
        find = f"select 1 from sqlite_master where name in ({', '.join('?' * len(LATEST))})"
        if len(self.query(find, LATEST)) == len(LATEST):
            return
        with self.transaction():
            if len(self.query(find, LATEST)) == len(LATEST):
                return
            old = ("drop trigger if exists entry_head", "drop table if exists head", "drop table if exists game_row")
            for statement in (*old, *ROWS):
                self.connection.execute(statement)

    @contextmanager
    def _errors_as_refusals(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeError) as caught:
            raise self._failed(caught) from caught

    def _failed(self, caught: Exception) -> Refused:
        """What is wrong with the database; the transaction that it happens in cannot be stored."""
        self._fault = said = refusal(caught, self.name)
        return said


def _create_private(path: str) -> None:
    """Create the file, if it does not exist, so that only its owner may use it: SQLite's files beside it get its mode.

    Whatever the system objects to, SQLite says better.
    """
    if path and path != ":memory:":
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
