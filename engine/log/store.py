"""What the engine needs of a store of games: entries, secrets, and a row for each game that can be found by an index.

``Journal`` is the store in SQLite; another database needs these methods and nothing else.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from .game_rows import GameRow, ListedGame
from .journal import Entry, EntryChain


class Rows(Protocol):
    """The rows of all games.  A row is stale if its game has entries that it does not know of."""

    def put(self, row: GameRow) -> None:
        """Store the row in place of the game's previous one."""

    def last_change(self) -> int:
        """The number of the latest change of any game by any process; 0 before the first."""

    def changed_since(self, change: int) -> tuple[str, ...]:
        """The games with entries added after that change."""

    def stale(self, since: int = 0) -> tuple[str, ...]:
        """The games changed after ``since`` whose rows are missing or stale."""

    def names(self) -> Mapping[str, str | None]:
        """Every game that was opened, the oldest first, with its name; None where the row is missing."""

    def find(self, games: Sequence[str]) -> dict[str, GameRow]:
        """The rows of these games that are not stale."""

    def list(self, games: Sequence[str]) -> dict[str, ListedGame]:
        """As ``find``, but only what a list shows; a thousand of them cost a few milliseconds."""

    def due(self, now: str) -> tuple[str, ...]:
        """The games whose deadline has passed, the longest waiting first."""

    def next_due(self, now: str) -> str:
        """The earliest deadline after ``now``, "" without one."""

    def began_after(self, moment: str) -> tuple[str, ...]:
        """The games with a deadline whose phase began after that moment."""

    def stopped(self) -> tuple[str, ...]:
        """The games with orders written ahead that wait to be run."""


class Store(Protocol):
    """Entries, secrets and rows of all games; everything raises Refused where the database does not work."""

    @property
    def path(self) -> str: ...
    @property
    def rows(self) -> Rows: ...

    def transaction(self) -> AbstractContextManager[None]:
        """Everything inside is stored or nothing is, with one wait for the disk; joins one already open."""

    def games(self) -> tuple[str, ...]:
        """All games, the oldest first."""

    def length(self, game: str) -> int:
        """How many entries the game has; 0 if there is no such game."""

    def read(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """Its entries after that one, in order."""

    def first(self, game: str) -> Entry:
        """Its first entry."""

    def secret(self, game: str, promise: str) -> bytes:
        """The bytes behind a promise.  Raises ConflictingWrite if they have been used up."""

    def append(self, chain: EntryChain) -> None:
        """Store the whole chain, or raise ConflictingWrite and store nothing."""

    def close(self) -> None: ...
