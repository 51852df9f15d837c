"""The interface to a database: what the journal, its rows and the outbox need of it, and nothing else.

A statement is written once, in SQL that SQLite and PostgreSQL both take, with ``?`` for each value.  What only one of
them understands is in this folder: tables, triggers, and the few words in ``Database`` that differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

from engine.errors import Refused

Dialect = Literal["sqlite", "postgresql"]
Values = Sequence[str | int | bytes]


class Database(Protocol):
    """One connection, for one thread at a time.

    Everything raises Refused with a sentence where the database does not work; outside of ``transaction`` each
    statement is stored by itself.  Triggers keep entries from being changed or deleted, whoever tries.
    """

    @property
    def name(self) -> str:
        """What sentences call it: the path of a file, or the address of a server without its password."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def form(self) -> str:
        """What keeps it, and the version of its tables, in words."""

    @property
    def json_list(self) -> str:
        """A table ``j`` of the texts of one JSON list, given as a value: ``value``, and ``key``, by which they are in
        its order.
        """

    def json_rows(self, columns: str) -> str:
        """In place of the columns of a ``select``: all its rows as one JSON list of lists, which costs half of what
        many rows do.
        """

    @property
    def clock(self) -> str:
        """The seconds since 1970, with their fraction, by the database's own clock."""

    @property
    def skip_locked(self) -> str:
        """At the end of a ``select``: the rows found are this transaction's alone until it ends, without those that
        are another's.
        """

    def query(self, statement: str, values: Values = ()) -> Sequence[tuple[Any, ...]]:
        """The rows that a statement finds."""

    def execute(self, statement: str, values: Values = ()) -> None: ...

    def execute_many(self, statement: str, rows: Iterable[Values]) -> None:
        """The statement once for each row of values."""

    def transaction(self) -> AbstractContextManager[None]:
        """Everything inside is stored or nothing is, with one wait for the disk; joins one already open."""

    def attempt(self) -> AbstractContextManager[None]:
        """As ``transaction``, but within another what is refused undoes what it wrote and nothing else."""

    def lock(self, game: str) -> None:
        """Until the open transaction ends, no other process writes to this game; "": or opens one."""

    def try_lock(self, game: str) -> bool:
        """As ``lock``, but without waiting: False if another process is writing to the game."""

    def unguarded(self) -> AbstractContextManager[None]:
        """A transaction in which entries may be deleted.  Only ``Journal.take_out`` uses it, for a game that has been
        packed; the guard is back when it ends, however it ends.
        """

    def create_tables(self, statements: Mapping[Dialect, str], replaces: Mapping[str, str]) -> None:
        """Tables of another part of the program, as ``create ... if not exists`` statements that end lines with ``;``.

        ``replaces``: tables of earlier programs, and the statements that move their rows to the new ones.
        """

    def serve_alone(self) -> None:
        """From now on no other bot may serve these games.  Raises Refused if one does."""

    def serve_shards(self, shards: Sequence[int], count: int) -> None:
        """From now on no other process may serve these of ``count`` shards, nor a bot all games.  Raises Refused if
        one does.
        """

    def close(self) -> None: ...


def damaged(what: str, name: str) -> Refused:
    return Refused("damaged", f"{what} has been changed since it was written. Restore {name} from a backup.")
