"""Who opened each game: its owner, who may do what a referee may."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from engine.database.database import Database, Dialect
from engine.table import Game

_TABLES = """
create table if not exists game_owner (game text primary key, player text not null){strict};
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _TABLES.format(strict=" strict"), "postgresql": _TABLES.format(strict="")}


class Store(Protocol):
    """What owners need of the journal."""

    @property
    def database(self) -> Database: ...
    def transaction(self) -> AbstractContextManager[object]: ...


class Owners:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def set(self, game: str, player: str) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into game_owner (game, player) values (?, ?) on conflict (game) do update"
                " set player = excluded.player",
                [game, player],
            )

    def noted(self, game: str) -> str:
        """Who opened the game, "" if nobody noted that."""
        found = self._db.query("select player from game_owner where game = ?", (game,))
        return str(found[0][0]) if found else ""

    def of(self, game: Game) -> str:
        """Of a game that was opened before owners were noted: whoever holds its first seat; "" if nobody does."""
        return self.noted(game.id) or next(filter(None, game.seats.values()), "")
