"""The database on a server: PostgreSQL, for games that several programs or machines share."""

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any, TypeVar

import psycopg

from engine.errors import Refused

from .attempts import Attempts
from .database import Dialect, Values
from .postgresql_errors import refusal, unknown_outcome
from .postgresql_locks import AS_THE_ONLY_BOT, as_one_of_several
from .postgresql_session import Session, translated
from .postgresql_tables import GAMES, MAKING, PROGRAM, SCHEMA, VERSION

T = TypeVar("T")
OWN = "Give Fieldpost a database of its own: createdb -E UTF8 -T template0 NAME."
PAUSES = (0.1, 0.2, 0.5, 1.0, 1.0, 2.0, 2.0, 3.0)
"""Seconds between the questions whether a transaction was stored."""


class PostgreSQLDatabase(Attempts):
    """Opens the database at ``postgresql://user:password@host/name``, and makes its tables.

    A lost connection is made again when it is next needed.  A transaction that it interrupted is undone; where it was
    lost while the transaction was being stored, the server is asked what became of it.
    """

    dialect: Dialect = "postgresql"
    json_list = "json_array_elements_text(?::json) with ordinality as j(value, key)"
    clock = "extract(epoch from clock_timestamp())::double precision"
    skip_locked = "for update skip locked"

    def __init__(self, address: str) -> None:
        self.session = Session(address)
        self.name = self.session.name
        self._inside = False
        self._fault: BaseException | None = None
        self._written = 0
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def json_rows(self, columns: str) -> str:
        return f"coalesce(json_agg(json_build_array({columns})), '[]')::text"

    def query(self, statement: str, values: Values = ()) -> Sequence[tuple[Any, ...]]:
        self._written += not statement.lstrip().startswith("select")
        return self._run(lambda connection: connection.execute(translated(statement), values).fetchall())

    def execute(self, statement: str, values: Values = ()) -> None:
        with self.transaction():
            self._written += 1
            self._run(lambda connection: connection.execute(translated(statement), values))

    def execute_many(self, statement: str, rows: Iterable[Values]) -> None:
        with self.transaction():
            self._written += 1
            self._run(lambda connection: connection.cursor().executemany(translated(statement), list(rows)))

    @property
    def inside(self) -> bool:
        return self._inside

    @property
    def form(self) -> str:
        ((server,),) = self.query("select current_setting('server_version')")
        ((tables,),) = self.query("select max(version) from fieldpost")
        return f"PostgreSQL {server} with tables of version {tables}"

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Within another it is a part of it, and if it fails, so does the whole, unless it was refused unwritten."""
        if self._inside:
            written = self._written
            try:
                yield
            except BaseException as fault:
                if not isinstance(fault, Refused) or self._written != written:
                    self._fault = fault
                raise
            return
        self._run(lambda connection: connection.execute("begin"))
        self._inside, self._fault = True, None
        try:
            yield
            if self._fault:
                raise self._fault
            self._commit()
        except BaseException:
            if not self.session.lost:
                with suppress(psycopg.Error):
                    self.session.connection.execute("rollback")
            raise
        finally:
            self._inside = False

    @contextmanager
    def unguarded(self) -> Iterator[None]:
        with self.transaction():
            self.execute("alter table entry disable trigger entry_no_change")
            yield
            self.execute("alter table entry enable trigger entry_no_change")

    def lock(self, game: str) -> None:
        if self._inside:
            self.query("select pg_advisory_xact_lock(?, ?)", (GAMES, _lock_number(game)))

    def try_lock(self, game: str) -> bool:
        ((locked,),) = self.query("select pg_try_advisory_xact_lock(?, ?)", (GAMES, _lock_number(game)))
        return bool(locked)

    def create_tables(self, statements: Mapping[Dialect, str], replaces: Mapping[str, str]) -> None:
        made = re.findall(r"create (?:table|index) if not exists (\w+)", statements[self.dialect])
        if all(self._exists(name) for name in made):
            return
        with self.transaction():
            self.query("select pg_advisory_xact_lock(?, ?)", (PROGRAM, MAKING))
            self._run(lambda connection: connection.execute(statements[self.dialect].encode()))

    def serve_alone(self) -> None:
        self._run(lambda _: self.session.hold(AS_THE_ONLY_BOT))

    def serve_shards(self, shards: Sequence[int], count: int) -> None:
        self._run(lambda _: self.session.hold(as_one_of_several(shards, count)))

    def close(self) -> None:
        self.session.close()

    def _run(self, act: Callable[[psycopg.Connection[Any]], T]) -> T:
        """What a statement gives.  Outside of a transaction it only reads, so it is repeated if the connection was lost
        since it was last used.
        """
        if self._inside and self._fault:
            raise self._fault
        for last in (self._inside, True):
            try:
                if self._inside and self.session.lost:
                    raise psycopg.OperationalError
                return act(self.session.connection)
            except (psycopg.Error, UnicodeError) as caught:
                if not last and self.session.lost:
                    continue
                said = refusal(caught, self.name)
                self._fault = said
                raise said from None
        raise AssertionError

    def _commit(self) -> None:
        """Raises Refused if the transaction was not stored, or if nobody can say whether it was."""
        ((number,),) = self.query("select pg_current_xact_id_if_assigned()::text")
        connection = self.session.connection
        try:
            connection.execute("commit", prepare=False)
        except psycopg.Error as caught:
            if not connection.closed:
                raise refusal(caught, self.name) from None
            if number is not None and not self._was_stored(number):
                raise refusal(psycopg.OperationalError(), self.name) from None

    def _was_stored(self, number: str) -> bool:
        """What became of a transaction during whose commit the connection was lost.  Raises Refused if nobody knows."""
        for pause in PAUSES:
            try:
                found = self.session.connection.execute("select pg_xact_status(%s::xid8)", (number,)).fetchone()
            except (Refused, psycopg.OperationalError):
                found = ("in progress",)
            except psycopg.Error:  # a server that took over and never heard of it
                return False
            if found and found[0] in ("committed", "aborted"):
                return bool(found[0] == "committed")
            Event().wait(pause)
        raise unknown_outcome(self.name)

    def _prepare(self) -> None:
        ((encoding,),) = self.query("select current_setting('server_encoding')")
        if encoding != "UTF8":
            raise Refused("not-a-database", f"{self.name} keeps its texts in {encoding}, not in UTF8. {OWN}")
        if not self._exists("fieldpost"):
            with self.transaction():
                self.query("select pg_advisory_xact_lock(?, ?)", (PROGRAM, MAKING))
                if not self._exists("fieldpost"):
                    self._make_tables()
        ((version,),) = self.query("select max(version) from fieldpost")
        if version > VERSION:
            raise Refused(
                "newer",
                f"{self.name} was made by a newer Fieldpost: its tables have version {version}, and this program knows"
                f" version {VERSION}. Update the program.",
            )

    def _make_tables(self) -> None:
        if any(self._exists(name) for name in ("entry", "secret", "head", "game_row")):
            raise Refused("not-a-database", f"{self.name} belongs to another program. {OWN}")
        self._run(lambda connection: connection.execute(SCHEMA.encode()))

    def _exists(self, name: str) -> bool:
        return self.query("select to_regclass(?)", (name,))[0][0] is not None


def _lock_number(game: str) -> int:
    return zlib.crc32(game.encode(errors="surrogatepass")) - 2**31
