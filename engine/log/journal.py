"""The journal: an append-only chain of entries for each game, in SQLite; the only engine file that knows a database."""

import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.contract import canonical
from engine.errors import Refused

from .database_errors import OWN, damaged, refusal
from .game_rows import GameRows

if TYPE_CHECKING:
    from sqlite_utils import Database

PROGRAM = 0x46505354
"""The ``application_id`` of Fieldpost's databases: FPST."""

SCHEMA = (
    """
create table entry (
    game text not null, seq integer not null check (seq > 0), kind text not null, side text not null, at text not null,
    body text not null, salt text not null, link text not null, primary key (game, seq)) without rowid;
create trigger entry_no_update before update on entry begin select raise(abort, 'the journal is append-only'); end;
create trigger entry_no_delete before delete on entry begin select raise(abort, 'the journal is append-only'); end;
create trigger entry_no_replace before insert on entry
    when exists (select 1 from entry where game = new.game and seq >= new.seq)
    begin select raise(abort, 'the journal is append-only'); end;
create index entry_opened on entry (at, game) where seq = 1;
create table secret (
    game text not null, promise text not null, secret blob not null, primary key (game, promise)) without rowid;
""",
)
"""The statements from each version of the schema (``user_version``) to the next; new ones are only appended."""


_COLUMNS = "game, seq, kind, side, at, body, salt, link"
_TYPES = (str, int, str, str, str, str, str, str)
_SALT = re.compile("[0-9a-f]{32}")


class Entry(msgspec.Struct, frozen=True):
    """One fact.

    ``seq`` counts from 1; ``body`` is canonical JSON; ``salt``, 32 hex digits, keeps a body from being guessed.
    """

    game: str
    seq: int
    kind: str
    side: str
    at: str
    body: str
    salt: str
    link: str

    @property
    def digest(self) -> str:
        return digest(self.salt, self.body)


def digest(salt: str, body: str) -> str:
    """sha256(salt's 16 bytes followed by the body in UTF-8), in hex: of an entry with a secret body, only this is
    shown.
    """
    return hashlib.sha256(bytes.fromhex(salt) + body.encode()).hexdigest()


def link(before: str, kind: str, side: str, at: str, digested: str) -> str:
    """sha256 (hex) of the canonical JSON list of the five; ``before`` is the link of the entry before, "" for the
    first.
    """
    return hashlib.sha256(canonical([before, kind, side, at, digested])).hexdigest()


class EntryChain:
    """Entries that one commit will add to the end of a game's journal."""

    def __init__(self, game: str, seq: int, before: str, at: str, entropy: Callable[[int], bytes]) -> None:
        self.game, self.seq, self.at, self.entries = game, seq, at, list[Entry]()
        self._before, self._entropy = before, entropy
        self.kept, self.spent = dict[str, bytes](), list[str]()

    def add(self, kind: str, side: str, body: Any, salt: str = "") -> Entry:
        """``salt``: 32 hex digits; fresh ones if it is ""."""
        text, salt = canonical(body).decode(), salt or self._entropy(16).hex()
        self._before = link(self._before, kind, side, self.at, digest(salt, text))
        entry = Entry(self.game, self.seq + len(self.entries) + 1, kind, side, self.at, text, salt, self._before)
        self.entries.append(entry)
        return entry

    def keep(self, promise: str, drawn: bytes) -> None:
        """Store the bytes behind a promise, apart from the entries."""
        self.kept[promise] = drawn

    def spend(self, promise: str) -> None:
        """These entries use the promise up: delete the bytes behind it."""
        self.spent.append(promise)


class ConflictingWrite(Exception):
    """Another process has written to the game since it was read: read again and retry."""


class Journal:
    """Opens or makes the database at ``path``.  Raises Refused if the file or the disk does not allow something.

    Other code may keep tables of its own in the same database: ``database`` is the sqlite-utils Database on the
    journal's connection, and ``with journal.transaction():`` puts all writes inside it into one transaction (it joins
    one already open).  Outside of one, the connection commits each statement by itself.  Use it from one thread at a
    time.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        self._fault: BaseException | None = None
        with self.errors_as_refusals():
            _create_private(self.path)
            self.connection = sqlite3.connect(self.path, timeout=5, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
                self.rows.prepare()
            except BaseException:
                self.connection.close()
                raise

    @cached_property
    def rows(self) -> GameRows:
        """A row for each game, for lists and deadlines."""
        return GameRows(self.connection, self.errors_as_refusals, self.transaction)

    @cached_property
    def database(self) -> "Database":
        from sqlite_utils import Database

        return Database(self.connection)

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is stored or nothing is, with one wait for the disk at the end.

        Within another it is a part of it, and if it fails, so does the whole.
        """
        if self.connection.in_transaction:
            try:
                yield
            except BaseException as fault:
                self._fault = fault
                raise
            return
        self._fault = None
        with self.errors_as_refusals():
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

    def games(self) -> tuple[str, ...]:
        with self.errors_as_refusals():
            return tuple(
                game for (game,) in self.connection.execute("select game from entry where seq = 1 order by at, game")
            )

    def length(self, game: str) -> int:
        """How many entries the game has; 0 if there is no such game."""
        with self.errors_as_refusals():
            (last,) = self.connection.execute(
                "select coalesce(max(seq), 0) from entry where game = ?", (game,)
            ).fetchone()
        return int(last)

    def read(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        with self.errors_as_refusals():
            rows = self.connection.execute(
                f"select {_COLUMNS} from entry where game = ? and seq > ? order by seq", (game, after)
            ).fetchall()
        return tuple(_entry(row, self.path) for row in rows)

    def first(self, game: str) -> Entry:
        with self.errors_as_refusals():
            row = self.connection.execute(
                f"select {_COLUMNS} from entry where game = ? and seq = 1", (game,)
            ).fetchone()
        return _entry(row, self.path)

    def secret(self, game: str, promise: str) -> bytes:
        """The bytes behind a promise; Overtaken if another process has used it up."""
        with self.errors_as_refusals():
            row = self.connection.execute(
                "select secret from secret where game = ? and promise = ?", (game, promise)
            ).fetchone()
        if row is None:
            raise ConflictingWrite
        if type(row[0]) is not bytes:
            raise damaged(f"The secret for the next dice of {game}", self.path)
        return row[0]

    def append(self, chain: EntryChain) -> None:
        """Store the whole chain, or raise Overtaken and store nothing."""
        with self.transaction():
            if self.length(chain.game) != chain.seq:
                raise ConflictingWrite
            self.connection.executemany("insert into entry values (?, ?, ?, ?, ?, ?, ?, ?)", map(_row, chain.entries))
            for promise, secret in chain.kept.items():
                self.connection.execute("insert into secret values (?, ?, ?)", (chain.game, promise, secret))
            for promise in chain.spent:
                self.connection.execute("delete from secret where game = ? and promise = ?", (chain.game, promise))

    def _prepare(self) -> None:
        run = self.connection.execute
        (program,), (version,) = run("pragma application_id").fetchone(), run("pragma user_version").fetchone()
        (things,) = run("select count(*) from sqlite_master").fetchone()
        if program != PROGRAM and things:
            raise Refused("not-a-database", f"{self.path} belongs to another program. {OWN}")
        if version > len(SCHEMA) and program == PROGRAM:
            raise Refused(
                "newer",
                f"{self.path} was made by a newer Fieldpost: its tables have version {version}, and this program knows"
                f" version {len(SCHEMA)}. Update the program.",
            )
        for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on", "cache_size = -16000"):
            run(f"pragma {pragma}")
        if version < len(SCHEMA) or program != PROGRAM:
            self._migrate()

    def _migrate(self) -> None:
        with self.transaction():
            (version,) = self.connection.execute("pragma user_version").fetchone()
            for statements in SCHEMA[version:]:
                for statement in _statements(statements):
                    self.connection.execute(statement)
            self.rows.prepare()
            self.connection.execute(f"pragma user_version = {len(SCHEMA)}")
            self.connection.execute(f"pragma application_id = {PROGRAM}")

    @contextmanager
    def errors_as_refusals(self) -> Iterator[None]:
        """For reads of other tables: turns an error of the database into Refused with a sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeError) as caught:
            raise refusal(caught, self.path) from caught


def _create_private(path: str) -> None:
    """Create the file, if it does not exist, so that only its owner may use it: SQLite's files beside it get its mode.

    Whatever the system objects to, SQLite says better.
    """
    if path and path != ":memory:":
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _entry(row: tuple[Any, ...] | None, path: str) -> Entry:
    """The entry in a row of the database.  Raises Refused if it is not one that this program wrote."""
    if row is None or any(type(value) is not type_ for value, type_ in zip(row, _TYPES, strict=True)):
        raise damaged("An entry" if row is None else f"Entry {row[1]} of {row[0]}", path)
    if not _SALT.fullmatch(row[6]):
        raise damaged(f"Entry {row[1]} of {row[0]}", path)
    return Entry(*row)


def _row(entry: Entry) -> tuple[str | int, ...]:
    return entry.game, entry.seq, entry.kind, entry.side, entry.at, entry.body, entry.salt, entry.link


def _statements(script: str) -> Sequence[str]:
    """The single statements of a script whose statements each begin a line with ``create``; executescript would commit
    on its own.
    """
    return [f"create{part}" for part in ("\n" + script.strip()).split("\ncreate")[1:]]
