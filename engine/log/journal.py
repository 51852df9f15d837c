"""The journal: an append-only chain of entries for each game, in SQLite; the only engine file that knows a database."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.contract import canonical
from engine.errors import Refused

if TYPE_CHECKING:
    from sqlite_utils import Database

PROGRAM = 0x46505354
"""``application_id`` of our databases: FPST."""

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
create table secret (game text not null, promise text not null, secret blob not null, primary key (game, promise)) without rowid;
""",
)
"""The statements that lead from each version of the schema (``user_version``) to the next; only ever added to."""


class Entry(msgspec.Struct, frozen=True):
    """One fact.  ``seq`` counts from 1; ``body`` is canonical JSON; ``salt``, 32 hex digits, keeps a body from being guessed."""

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
    """sha256(salt's 16 bytes followed by the body in UTF-8), in hex: all that is shown of an entry whose body must stay secret."""
    return hashlib.sha256(bytes.fromhex(salt) + body.encode()).hexdigest()


def link(before: str, kind: str, side: str, at: str, digested: str) -> str:
    """sha256 (hex) of the canonical JSON list of the five; ``before`` is the link of the entry before, "" for the first."""
    return hashlib.sha256(canonical([before, kind, side, at, digested])).hexdigest()


class EntryChain:
    """Entries about to be added, in one commit, to the end of a game's journal."""

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
        """What a promise is made of is stored with these entries, apart from them."""
        self.kept[promise] = drawn

    def spend(self, promise: str) -> None:
        """The promise is used up by these entries: what it is made of is no longer kept."""
        self.spent.append(promise)


class Overtaken(Exception):
    """Somebody else has written to the game since it was read: read on and try again."""


class Journal:
    """Opens or makes the database at ``path``.  Raises Refused with a sentence for whatever the file or the disk does not allow.

    Others may keep tables of their own in the same database: ``database`` is the sqlite-utils Database on the journal's connection, and
    ``with journal.transaction():`` makes all that is written inside one transaction (it joins one already open).  The connection commits
    each statement by itself outside of it.  Use it from one thread at a time.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        with self._sentences():
            self.connection = sqlite3.connect(self.path, timeout=5, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise

    @cached_property
    def database(self) -> "Database":
        from sqlite_utils import Database

        return Database(self.connection)

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or none of it, with one wait for the disk at the end."""
        if self.connection.in_transaction:
            yield
            return
        with self._sentences():
            self.connection.execute("begin immediate")
            try:
                yield
                self.connection.execute("commit")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("rollback")
                raise

    def games(self) -> tuple[str, ...]:
        with self._sentences():
            return tuple(
                game for (game,) in self.connection.execute("select game from entry where seq = 1 order by at, game")
            )

    def length(self, game: str) -> int:
        """How many entries the game has; 0 if there is no such game."""
        with self._sentences():
            (last,) = self.connection.execute(
                "select coalesce(max(seq), 0) from entry where game = ?", (game,)
            ).fetchone()
        return int(last)

    def read(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        with self._sentences():
            rows = self.connection.execute(
                "select * from entry where game = ? and seq > ? order by seq", (game, after)
            ).fetchall()
        return tuple(Entry(*row) for row in rows)

    def first(self, game: str) -> Entry:
        with self._sentences():
            return Entry(*self.connection.execute("select * from entry where game = ? and seq = 1", (game,)).fetchone())

    def secret(self, game: str, promise: str) -> bytes:
        """What a promise is made of; Overtaken if it has been used up meanwhile."""
        with self._sentences():
            row = self.connection.execute(
                "select secret from secret where game = ? and promise = ?", (game, promise)
            ).fetchone()
        if row is None:
            raise Overtaken
        return bytes(row[0])

    def append(self, chain: EntryChain) -> None:
        """Store the whole chain, or raise Overtaken and store nothing."""
        with self.transaction():
            if self.length(chain.game) != chain.seq:
                raise Overtaken
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
            raise Refused("not-a-database", f"{self.path} is a database of another program; {_OWN}")
        if version > len(SCHEMA) and program == PROGRAM:
            raise Refused(
                "newer",
                f"{self.path} was made by a later Fieldpost: its tables are version {version}, this program knows"
                f" {len(SCHEMA)}. Update the program.",
            )
        for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            run(f"pragma {pragma}")
        if version < len(SCHEMA) or program != PROGRAM:
            self._migrate()

    def _migrate(self) -> None:
        with self.transaction():
            (version,) = self.connection.execute("pragma user_version").fetchone()
            for statements in SCHEMA[version:]:
                for statement in _statements(statements):
                    self.connection.execute(statement)
            self.connection.execute(f"pragma user_version = {len(SCHEMA)}")
            self.connection.execute(f"pragma application_id = {PROGRAM}")

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as caught:
            code, says = _reason(caught)
            raise Refused(code, says.format(self.path)) from caught


def _row(entry: Entry) -> tuple[str | int, ...]:
    return entry.game, entry.seq, entry.kind, entry.side, entry.at, entry.body, entry.salt, entry.link


def _statements(script: str) -> Sequence[str]:
    """The single statements of a script whose statements each begin a line with ``create``; executescript would commit behind our back."""
    return [f"create{part}" for part in ("\n" + script.strip()).split("\ncreate")[1:]]


_OWN = "name a file of Fieldpost's own, or one that does not exist yet."
_REASONS = {
    sqlite3.SQLITE_BUSY: (
        "busy",
        "Another program holds {} at this moment; nothing was stored. Try again in a few seconds.",
    ),
    sqlite3.SQLITE_FULL: (
        "disk-full",
        "The disk that holds {} is full; nothing of this was stored. Free some space and try again.",
    ),
    sqlite3.SQLITE_IOERR: (
        "disk-full",
        "The disk could not read or write {}; nothing was stored. See that it has room, and try again.",
    ),
    sqlite3.SQLITE_READONLY: (
        "read-only",
        "{} may only be read; nothing was stored. Let this program write to the file and its folder.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "read-only",
        "{} cannot be opened or made. See that its folder exists and may be written to.",
    ),
    sqlite3.SQLITE_NOTADB: ("not-a-database", "{} is not a database; " + _OWN),
    sqlite3.SQLITE_CORRUPT: (
        "damaged",
        "{} is damaged. Put back a copy of it; what can still be read is left as it is.",
    ),
}


def _reason(caught: sqlite3.Error) -> tuple[str, str]:
    primary = getattr(caught, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    primary = {sqlite3.SQLITE_LOCKED: sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PERM: sqlite3.SQLITE_READONLY}.get(
        primary, primary
    )
    return _REASONS.get(primary, ("damaged", f"{{}} does not do what it should ({caught}); nothing was stored."))
