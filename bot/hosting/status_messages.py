"""The status message of each game at one door: where it is, and what it shows."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Dialect

from .outbox_tables import table_prefix
from .store import Store

_SQLITE = """
create table if not exists {prefix}status_message (
  game text primary key, room text not null default '', message text not null default '',
  shown text not null default '', told integer not null default 0, pinned text not null default '') strict;
"""
_POSTGRESQL = """
create table if not exists {prefix}status_message (
  game text collate "C" primary key, room text not null default '', message text not null default '',
  shown text not null default '', told bigint not null default 0, pinned text not null default '');
"""


class StatusMessage(NamedTuple):
    """``room`` and ``message``: where it arrived ("" = not yet).  ``shown``: its text.  ``told``: the last log entry
    that it takes into account.  ``pinned``: yes, no (it may not be), or "" as long as nobody has tried.
    """

    game: str
    room: str
    message: str
    shown: str
    told: int
    pinned: str


class StatusMessages:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store, door: str = "discord") -> None:
        self._db, self._store, prefix = store.database, store, table_prefix(door)
        self._table, self._destination = f"{prefix}status_message", f"{prefix}destination"
        tables: Mapping[Dialect, str] = {
            "sqlite": _SQLITE.format(prefix=prefix),
            "postgresql": _POSTGRESQL.format(prefix=prefix),
        }
        self._db.create_tables(tables, {})

    def find(self, game: str) -> StatusMessage | None:
        fields = ", ".join(StatusMessage._fields)
        found = self._db.query(f"select {fields} from {self._table} where game = ?", (game,))
        return StatusMessage(*found[0]) if found else None

    def create(self, game: str, told: int) -> None:
        """It is on its way; an earlier one is forgotten."""
        with self._store.transaction():
            self._db.execute(f"delete from {self._table} where game = ?", [game])
            self._db.execute(f"insert into {self._table} (game, told) values (?, ?)", [game, told])

    def set_arrived(self, game: str, room: str, message: str, shown: str) -> None:
        with self._store.transaction():
            self._db.execute(
                f"update {self._table} set room = ?, message = ?, shown = ? where game = ?",
                [room, message, shown, game],
            )

    def set_shown(self, game: str, shown: str, told: int) -> None:
        with self._store.transaction():
            self._db.execute(f"update {self._table} set shown = ?, told = ? where game = ?", [shown, told, game])

    def set_pinned(self, game: str, pinned: str) -> None:
        with self._store.transaction():
            self._db.execute(f"update {self._table} set pinned = ? where game = ?", [pinned, game])

    def forget(self, game: str) -> None:
        """It is gone; another one may be made."""
        with self._store.transaction():
            self._db.execute(f"delete from {self._table} where game = ?", [game])

    def stale_games(self) -> tuple[str, ...]:
        """The games whose message does not show their newest news, or still has to be pinned; no game is read."""
        found = self._db.query(
            f"select s.game from {self._table} s join {self._destination} d on d.game = s.game"
            " where d.trouble = '' and (s.told < d.seen or (s.message != '' and s.pinned = '')) order by s.game"
        )
        return tuple(str(game) for (game,) in found)
