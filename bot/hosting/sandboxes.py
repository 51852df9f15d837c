"""What is kept of people's sandboxes, in the journal's own database: one for each person and game, for some days."""

from collections.abc import Mapping

from engine.database.database import Dialect
from engine.log.deadline import add_seconds

from .store import Store

DAYS, MOST = 7, 5
"""Days for which an untouched sandbox is kept, and sandboxes of one person."""
_TABLES = """
create table if not exists sandbox (
  player text{c} not null, game text{c} not null, kept text not null, touched text{c} not null,
  primary key (player, game)){strict};
create index if not exists sandbox_touched on sandbox (touched);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c=""),
    "postgresql": _TABLES.format(strict="", c=' collate "C"'),
}
COLUMNS = ("player", "game", "kept", "touched")


class Sandboxes:
    """``kept``: what brings a sandbox back (engine/sandbox/record.py)."""

    def __init__(self, store: Store) -> None:
        self._store, self._db = store, store.database
        self._db.create_tables(TABLES, {})

    def find(self, player: str, game: str) -> str:
        """What is kept of a person's sandbox of a game; "" if there is none."""
        found = self._db.query("select kept from sandbox where player = ? and game = ?", (player, game))
        return str(found[0][0]) if found else ""

    def put(self, player: str, game: str, kept: str, now: str) -> None:
        """Keep it in place of the one before; those that nobody has touched for long are deleted, and of the person's
        own the oldest beyond MOST.
        """
        with self._store.transaction():
            self._db.lock(f"sandboxes of {player}")
            self._db.execute("delete from sandbox where touched < ?", (add_seconds(now, -DAYS * 86_400),))
            self._db.execute(
                "insert into sandbox (player, game, kept, touched) values (?, ?, ?, ?) on conflict (player, game)"
                " do update set kept = excluded.kept, touched = excluded.touched",
                (player, game, kept, now),
            )
            mine = self._db.query(
                "select game from sandbox where player = ? and game != ? order by touched desc", (player, game)
            )
            for (old,) in mine[MOST - 1 :]:
                self.drop(player, str(old))

    def drop(self, player: str, game: str) -> None:
        """Forget it."""
        with self._store.transaction():
            self._db.execute("delete from sandbox where player = ? and game = ?", (player, game))
