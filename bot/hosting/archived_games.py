"""Games that were packed into files of their own and are no longer in the database: what it remembers of them."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Dialect

from .store import Store

_TABLES = """
create table if not exists archived_game (
  game text{c} primary key, name text not null, length {int} not null, link text not null, last text not null,
  at text not null, file text not null){strict};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c="", int="integer"),
    "postgresql": _TABLES.format(strict="", c=' collate "C"', int="bigint"),
}


class ArchivedGame(NamedTuple):
    """``length`` and ``link``: the number of its entries, and the link of the last; ``last``: the time of that entry.

    ``at``: when it was packed into ``file``.
    """

    game: str
    name: str
    length: int
    link: str
    last: str
    at: str
    file: str


class ArchivedGames:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def add(self, archived: ArchivedGame) -> None:
        with self._store.transaction():
            fields = ArchivedGame._fields
            self._db.execute(
                f"insert into archived_game ({', '.join(fields)}) values ({', '.join('?' * len(fields))})",
                list(archived),
            )

    def remove(self, game: str) -> None:
        """The game is in the database again."""
        with self._store.transaction():
            self._db.execute("delete from archived_game where game = ?", [game])

    def find(self, game: str) -> ArchivedGame | None:
        found = self._find("game = ?", game)
        return found[0] if found else None

    def all(self) -> tuple[ArchivedGame, ...]:
        """Those that ended first come first."""
        return self._find("game != ?", "")

    def _find(self, where: str, value: str) -> tuple[ArchivedGame, ...]:
        fields = ", ".join(ArchivedGame._fields)
        found = self._db.query(f"select {fields} from archived_game where {where} order by last, game", (value,))
        return tuple(ArchivedGame(*row) for row in found)
