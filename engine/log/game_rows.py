"""The rows of games in SQLite: one for each game, so that what is due is found by an index and not by reading games.

``head`` is written by a trigger for whatever adds entries, also another program; ``game_row`` by this program alone.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import msgspec

ROW_FORM = 1
"""The version of what a row holds; a row of another version is made again from the journal."""


class GameRow(msgspec.Struct, frozen=True, array_like=True):
    """What can be found of a game without reading its entries; derived from them, and never evidence of anything.

    It is true only as long as ``seq`` and ``link`` are those of the game's last entry.  ``due``: the deadline of a
    phase that is open, ``began`` when that phase began, both "" without one.  ``stopped``: a side has orders written
    ahead that were not run.  ``news``: the last entry that everybody hears of.  ``info``: the ``Game`` as JSON.
    """

    game: str
    seq: int
    link: str
    form: int
    name: str
    over: bool
    started: bool
    due: str
    began: str
    stopped: bool
    news: int
    info: str


SCHEMA = (
    "create table head (game text primary key, change integer not null unique, seq integer not null,"
    " link text not null) without rowid",
    "insert into head select game, row_number() over (order by at, game), 0, '' from entry where seq = 1",
    "update head set seq = (select max(seq) from entry where game = head.game)",
    "update head set link = (select link from entry where game = head.game and seq = head.seq)",
    "create table game_row (game text primary key, seq integer not null, link text not null, form integer not null,"
    " name text not null, over integer not null, started integer not null, due text not null, began text not null,"
    " stopped integer not null, news integer not null, info text not null) without rowid",
    "create index game_row_due on game_row (due) where due != ''",
    "create index game_row_began on game_row (stopped, began)",
    # What is left out never ends a transaction, so a commit writes the head once.
    "create trigger entry_head after insert on entry when new.kind not in ('locked', 'happened', 'done', 'revealed')"
    """ and new.body not glob '{"as":"orders"*'"""
    " begin insert into head values (new.game, (select coalesce(max(change), 0) + 1 from head), new.seq, new.link)"
    " on conflict (game) do update set change = excluded.change, seq = excluded.seq, link = excluded.link; end",
)
"""Run once in a database that lacks the trigger; all of it can be made again from the entries."""


class ListedGame(NamedTuple):
    """What a list shows of a game."""

    game: str
    name: str
    over: bool
    started: bool


_COLUMNS = ", ".join(f"r.{name}" for name in GameRow.__struct_fields__)
_PLACES = ", ".join("?" * len(GameRow.__struct_fields__))
_FRESH = f"r.seq = h.seq and r.link = h.link and r.form = {ROW_FORM}"


class GameRows:
    """``connection`` in its own transactions; ``guard`` turns errors of the database into refusals."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        guard: Callable[[], AbstractContextManager[None]],
        transaction: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._connection, self._guard, self._transaction = connection, guard, transaction

    def prepare(self) -> None:
        """Make the tables where they are missing: in a new database, or one of an earlier program."""
        find = "select count(*) from sqlite_master where type = 'trigger' and name = 'entry_head'"
        if self._values(find)[0]:
            return
        with self._transaction():
            if self._values(find)[0]:
                return
            for name in ("head", "game_row"):
                self._connection.execute(f"drop table if exists {name}")
            for statement in SCHEMA:
                self._connection.execute(statement)

    def put(self, row: GameRow) -> None:
        with self._transaction():
            self._connection.execute(
                f"insert or replace into game_row values ({_PLACES})", msgspec.structs.astuple(row)
            )

    def last_change(self) -> int:
        return int(self._values("select coalesce(max(change), 0) from head")[0])

    def changed_since(self, change: int) -> tuple[str, ...]:
        return self._values("select game from head where change > ? order by change", change)

    def stale(self, since: int = 0) -> tuple[str, ...]:
        return self._values(
            "select h.game from head h left join game_row r on r.game = h.game"
            f" where h.change > ? and not coalesce({_FRESH}, 0) order by h.change",
            since,
        )

    def names(self) -> Mapping[str, str | None]:
        return dict(
            self._rows(
                "select e.game, r.name from entry e left join game_row r on r.game = e.game"
                " where e.seq = 1 order by e.at, e.game"
            )
        )

    def find(self, games: Sequence[str]) -> dict[str, GameRow]:
        wanted = msgspec.json.encode(games).decode()
        query = (
            f"select {_COLUMNS} from json_each(?) j join game_row r on r.game = j.value"
            f" join head h on h.game = r.game where {_FRESH}"
        )
        found = dict[str, GameRow]()
        for row in self._rows(query, wanted):
            try:
                found[row[0]] = msgspec.convert(row, GameRow, strict=False)
            except msgspec.ValidationError:
                continue  # damaged: it is made again
        return found

    def list(self, games: Sequence[str]) -> dict[str, ListedGame]:
        query = (
            "select r.game, r.name, r.over, r.started from json_each(?) j join game_row r on r.game = j.value"
            f" join head h on h.game = r.game where {_FRESH}"
        )
        return {row[0]: ListedGame(*row) for row in self._rows(query, msgspec.json.encode(games).decode())}

    def due(self, now: str) -> tuple[str, ...]:
        return self._values("select game from game_row where due != '' and due <= ? order by due, game", now)

    def next_due(self, now: str) -> str:
        (found,) = self._values("select coalesce(min(due), '') from game_row where due != '' and due > ?", now)
        return str(found)

    def began_after(self, moment: str) -> tuple[str, ...]:
        return self._values("select game from game_row where stopped in (0, 1) and began > ? order by game", moment)

    def stopped(self) -> tuple[str, ...]:
        return self._values("select game from game_row where stopped = 1 order by game")

    def _values(self, query: str, *values: Any) -> tuple[Any, ...]:
        return tuple(value for (value,) in self._rows(query, *values))

    def _rows(self, query: str, *values: Any) -> Sequence[Any]:
        with self._guard():
            return self._connection.execute(query, values).fetchall()
