"""The journal: an append-only chain of entries for each game, in a database."""

import hashlib
import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from engine.contract import canonical
from engine.database.address import Address
from engine.database.database import Database, damaged
from engine.database.opening import open_database

from .game_rows import GameRows

_COLUMNS = "game, seq, kind, side, at, body, salt, link"
_TYPES = (str, int, str, str, str, str, str, str)
ALL = 2**53
"""More entries than any chain has."""
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


def body_digest(salt: str, body: Any) -> str:
    """The digest of the entry that a body will be with this salt."""
    return digest(salt, canonical(body).decode())


def link(before: str, kind: str, side: str, at: str, digested: str) -> str:
    """sha256 (hex) of the canonical JSON list of the five; ``before`` is the link of the entry before, "" for the
    first.
    """
    return hashlib.sha256(canonical([before, kind, side, at, digested])).hexdigest()


class EntryChain:
    """Entries that one commit will add to the end of a game's journal.

    ``at``: their time, which may be later than that ``asked`` for, since times never fall; ``link``: that of the last
    of them, or of the entry before.
    """

    def __init__(
        self, game: str, seq: int, before: str, at: str, entropy: Callable[[int], bytes], now: str = ""
    ) -> None:
        self.game, self.seq, self.at, self.entries = game, seq, at, list[Entry]()
        self.asked = now or at
        self.link, self._entropy = before, entropy
        self.kept, self.spent = dict[str, bytes](), list[str]()

    def add(self, kind: str, side: str, body: Any, salt: str = "") -> Entry:
        """``salt``: 32 hex digits; fresh ones if it is ""."""
        text, salt = canonical(body).decode(), salt or self._entropy(16).hex()
        self.link = link(self.link, kind, side, self.at, digest(salt, text))
        entry = Entry(self.game, self.seq + len(self.entries) + 1, kind, side, self.at, text, salt, self.link)
        self.entries.append(entry)
        return entry

    def following(self, seq: int, link: str) -> "EntryChain":
        """An empty chain behind entry ``seq``, of the same time."""
        return EntryChain(self.game, seq, link, self.at, self._entropy, self.asked)

    def keep(self, promise: str, drawn: bytes) -> None:
        """Store the bytes behind a promise, apart from the entries."""
        self.kept[promise] = drawn

    def spend(self, promise: str) -> None:
        """These entries use the promise up: delete the bytes behind it."""
        self.spent.append(promise)


class ConflictingWrite(Exception):
    """Another process has written to the game since it was read: read again and retry."""


class EntryStore:
    """Chains of entries in two tables of a database: the entries, and the secrets behind their promises.

    Raises Refused with a sentence where the database does not allow something.
    """

    def __init__(self, database: Database, entries: str, secrets: str) -> None:
        self.database, self._entries, self._secrets = database, entries, secrets

    def transaction(self) -> AbstractContextManager[None]:
        """Everything inside is stored or nothing is, with one wait for the disk at the end.

        Within another it is a part of it, and if it fails, so does the whole.
        """
        return self.database.transaction()

    def attempt(self) -> AbstractContextManager[None]:
        """The same, but if it is refused within another, only what it wrote is undone, and the other goes on."""
        return self.database.attempt()

    def games(self) -> tuple[str, ...]:
        """The ids of all chains, the oldest first."""
        query = f"select game from {self._entries} where seq = 1 order by at, game"
        return tuple(game for (game,) in self.database.query(query))

    def length(self, game: str) -> int:
        """How many entries the chain has; 0 if there is none."""
        query = f"select coalesce(max(seq), 0) from {self._entries} where game = ?"
        ((last,),) = self.database.query(query, (game,))
        return int(last)

    def read(self, game: str, after: int = 0, most: int = ALL) -> tuple[Entry, ...]:
        """Its entries after that one, in order."""
        query = f"select {_COLUMNS} from {self._entries} where game = ? and seq > ? order by seq limit ?"
        return tuple(_entry(row, self.database.name) for row in self.database.query(query, (game, after, most)))

    def first(self, game: str) -> Entry:
        """Its first entry."""
        found = self.database.query(f"select {_COLUMNS} from {self._entries} where game = ? and seq = 1", (game,))
        return _entry(found[0] if found else None, self.database.name)

    def secret(self, game: str, promise: str) -> bytes:
        """The bytes behind a promise.  Raises ConflictingWrite if another process has used it up."""
        query = f"select secret from {self._secrets} where game = ? and promise = ?"
        found = self.database.query(query, (game, promise))
        if not found:
            raise ConflictingWrite
        secret = found[0][0]
        if type(secret) is not bytes:
            raise damaged(f"The secret for the next dice of {game}", self.database.name)
        return secret

    def append(self, chain: EntryChain) -> None:
        """Store the whole chain, or raise ConflictingWrite and store nothing."""
        with self.transaction():
            self.database.lock(chain.game)
            if self.length(chain.game) != chain.seq:
                raise ConflictingWrite
            self.add_entries(chain.entries)
            for promise, secret in chain.kept.items():
                self.database.execute(f"insert into {self._secrets} values (?, ?, ?)", (chain.game, promise, secret))
            for promise in chain.spent:
                used = f"delete from {self._secrets} where game = ? and promise = ?"
                self.database.execute(used, (chain.game, promise))

    def add_entries(self, entries: Iterable[Entry]) -> None:
        """Entries that continue their chains; the database refuses all others."""
        self.database.execute_many(f"insert into {self._entries} values (?, ?, ?, ?, ?, ?, ?, ?)", map(_row, entries))


class Journal(EntryStore):
    """All games of the database at an address: a path, or ``postgresql://...``.

    Other code may keep tables of its own in ``database``, and put its writes and the journal's into one
    ``transaction``.  Use it from one thread at a time.
    """

    def __init__(self, address: Address) -> None:
        super().__init__(open_database(address), "entry", "secret")
        self.path = self.database.name
        self.rows = GameRows(self.database)

    def take_out(self, game: str, length: int, last: str) -> None:
        """Delete a game of so many entries, the last with this link, and its row; it has been packed.

        The one way in which entries leave a database.  The game that changed last stays: other programs know by its
        number how much they have seen.  Raises ConflictingWrite if the game is not as it was packed.
        """
        with self.database.unguarded():
            self.database.lock(game)
            query = "select seq, link, change = (select max(change) from head) from head where game = ?"
            found = self.database.query(query, (game,))
            if not found or (*found[0][:2], bool(found[0][2])) != (length, last, False):
                raise ConflictingWrite
            for table in ("entry", "secret", "game_row", "head"):
                self.database.execute(f"delete from {table} where game = ?", (game,))

    def close(self) -> None:
        self.database.close()


def _entry(row: tuple[Any, ...] | None, path: str) -> Entry:
    """The entry in a row of the database.  Raises Refused if it is not one that this program wrote."""
    if row is None or any(type(value) is not type_ for value, type_ in zip(row, _TYPES, strict=True)):
        raise damaged("An entry" if row is None else f"Entry {row[1]} of {row[0]}", path)
    if not _SALT.fullmatch(row[6]):
        raise damaged(f"Entry {row[1]} of {row[0]}", path)
    return Entry(*row)


def _row(entry: Entry) -> tuple[str | int, ...]:
    return entry.game, entry.seq, entry.kind, entry.side, entry.at, entry.body, entry.salt, entry.link
