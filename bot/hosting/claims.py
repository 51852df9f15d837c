"""Claims of several processes that serve the same games: who is at work, and who posts the news of which game."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from engine.database.database import Database, Dialect

BEAT = 5.0
"""Seconds between two signs of life."""
PATIENCE = 15.0
"""Seconds after its last sign of life at which a process counts as dead, and others take over its work."""
_SQLITE = """
create table if not exists process (name text primary key, shards text not null, until real not null) strict;
create table if not exists claim (game text primary key, process text not null) strict;
"""
_POSTGRESQL = """
create table if not exists process (
  name text collate "C" primary key, shards text not null, until double precision not null);
create table if not exists claim (game text collate "C" primary key, process text collate "C" not null);
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


class ClaimLost(Exception):
    """This process no longer posts a game's news: it gave no sign of life for too long, and another may have it now."""


class Others(NamedTuple):
    """The other processes that are at work: how many, and the shards that they serve."""

    processes: int
    shards: frozenset[int]


class Claims(Protocol):
    """Belongs to the thread that owns the database."""

    def beat(self) -> Others:
        """A sign of life, to be given every ``BEAT`` seconds."""

    def claim(self, game: str) -> bool:
        """Whether this process alone posts the game's news from now on, until it releases it or dies."""

    def holds(self, game: str) -> bool:
        """Whether it still does."""

    def release(self, game: str) -> None:
        """Nothing happens, and the database is not asked, unless this process has tried to claim it."""

    def claim_shard(self, shard: int) -> bool:
        """Whether this process serves a shard from now on that is another's and has no process."""

    def release_shard(self, shard: int) -> None: ...
    def has_its_shards(self) -> bool:
        """Whether no other process serves any of this one's own shards."""

    def leave(self) -> None:
        """The process ends: what it has claimed is free at once."""


class ClaimsOfOne:
    """Those of a process that serves its games alone: it has everything."""

    def beat(self) -> Others:
        return Others(0, frozenset())

    def claim(self, game: str) -> bool:
        return True

    def holds(self, game: str) -> bool:
        return True

    def release(self, game: str) -> None:
        return

    def claim_shard(self, shard: int) -> bool:
        return False

    def release_shard(self, shard: int) -> None:
        return

    def has_its_shards(self) -> bool:
        return True

    def leave(self) -> None:
        return


class SharedClaims:
    """Those of one process among several.  Time is the database's, whatever the clocks of the machines say.

    A shard that is served in place of its own process is claimed as ``shard 3``, which is no game's id.

    ``name``: unlike that of any other process, also of one that ran here before.
    """

    def __init__(self, database: Database, name: str, shards: Iterable[int], patience: float = PATIENCE) -> None:
        """Whoever else says that it serves one of these shards has ended: this process has the locks of them."""
        self._db, self._name, self._shards = database, name, frozenset(shards)
        self._patience = int(patience * 1000)
        self._tried = set[str]()
        """What it has tried to claim and not released since."""
        database.create_tables(TABLES, {})
        with database.transaction():
            for other, served in self._rows():
                if served & self._shards:
                    database.execute("delete from process where name = ?", [other])
            database.execute("delete from claim where process not in (select name from process)")
        self.beat()

    def beat(self) -> Others:
        self._db.execute(
            f"insert into process (name, shards, until) values (?, ?, {self._db.clock} + ? / 1000.0)"
            " on conflict (name) do update set shards = excluded.shards, until = excluded.until",
            [self._name, json.dumps(sorted(self._shards)), self._patience],
        )
        others = [served for name, served in self._rows(f"where until > {self._db.clock}") if name != self._name]
        return Others(len(others), frozenset().union(*others))

    def claim(self, game: str) -> bool:
        with self._db.transaction():
            free = self._db.query(f"select game from destination where game = ? {self._db.skip_locked}", [game])
            return bool(free) and self._claim(game)

    def holds(self, game: str) -> bool:
        found = self._db.query(
            "select 1 from claim c join process p on p.name = c.process"
            f" where c.game = ? and c.process = ? and p.until > {self._db.clock}",
            [game, self._name],
        )
        return bool(found)

    def claim_shard(self, shard: int) -> bool:
        with self._db.transaction():
            claimed = self._claim(f"shard {shard}")
        if claimed and shard in self.beat().shards:
            self.release_shard(shard)
            return False
        return claimed

    def release_shard(self, shard: int) -> None:
        self.release(f"shard {shard}")

    def has_its_shards(self) -> bool:
        own = json.dumps([f"shard {shard}" for shard in self._shards])
        found = self._db.query(
            f"select 1 from {self._db.json_list} join claim c on c.game = j.value join process p on p.name = c.process"
            f" where p.until > {self._db.clock}",
            [own],
        )
        return not found

    def _claim(self, what: str) -> bool:
        """Claims it unless a living process has."""
        self._tried.add(what)
        self._db.execute(
            "insert into claim (game, process) values (?, ?) on conflict (game) do update"
            " set process = excluded.process where claim.process not in"
            f" (select name from process where until > {self._db.clock})",
            [what, self._name],
        )
        return self.holds(what)

    def release(self, game: str) -> None:
        if game in self._tried:
            self._db.execute("delete from claim where game = ? and process = ?", [game, self._name])
            self._tried.discard(game)

    def leave(self) -> None:
        self._db.execute("delete from process where name = ?", [self._name])

    def _rows(self, where: str = "") -> list[tuple[str, frozenset[int]]]:
        return [
            (str(name), frozenset(json.loads(shards)))
            for name, shards in self._db.query(f"select name, shards from process {where}")
        ]
