"""The rows of games: one for each game, so that what is due is found by an index and not by reading games.

``head`` is written by a trigger for whatever adds entries, also another program; ``game_row`` by this program alone.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.database.database import Database

ROW_FORM = 2
"""The version of what a row holds; a row of another version is made again from the journal."""


class GameRow(msgspec.Struct, frozen=True, array_like=True):
    """What can be found of a game without reading its entries; derived from them, and never evidence of anything.

    It is true only as long as ``seq`` and ``link`` are those of the game's last entry.  ``due``: the deadline of a
    phase that is open, ``began`` when that phase began, both "" without one; while dice wait for a beacon, when its
    round is out, and "".  ``stopped``: a side has orders written ahead that were not run.  ``news``: the last entry
    that everybody hears of.  ``info``: the ``Game`` as JSON.
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


class Selection(NamedTuple):
    """Games that a statement finds, in its columns ``game`` and ``place``; they are listed in the order of places."""

    statement: str
    values: tuple[str, ...]


class ListedGame(NamedTuple):
    """What a list shows of a game."""

    game: str
    name: str
    over: bool
    started: bool


_LISTED = msgspec.json.Decoder(list[ListedGame], strict=False)
_FIELDS = GameRow.__struct_fields__
_COLUMNS = ", ".join(f"r.{name}" for name in _FIELDS)
_FRESH = f"r.seq = h.seq and r.link = h.link and r.form = {ROW_FORM}"
_PUT = (
    f"insert into game_row ({', '.join(_FIELDS)}) values ({', '.join('?' * len(_FIELDS))}) on conflict (game) do update"
    f" set {', '.join(f'{name} = excluded.{name}' for name in _FIELDS[1:])}"
)


class GameRows:
    """The rows of all games.  A row is stale if its game has entries that it does not know of."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, row: GameRow) -> None:
        """Store the row in place of the game's previous one."""
        values = (int(value) if value is True or value is False else value for value in msgspec.structs.astuple(row))
        self._database.execute(_PUT, tuple(values))

    def last_change(self) -> int:
        """The number of the latest change of any game by any process; 0 before the first."""
        return int(self._values("select coalesce(max(change), 0) from head")[0])

    def changed_since(self, change: int) -> tuple[str, ...]:
        """The games with entries added after that change."""
        return self._values("select game from head where change > ? order by change", change)

    def stale(self, since: int = 0) -> tuple[str, ...]:
        """The games changed after ``since`` whose rows are missing or stale."""
        return self._values(
            "select h.game from head h left join game_row r on r.game = h.game"
            f" where h.change > ? and ({_FRESH}) is not true order by h.change",
            since,
        )

    def names(self) -> Mapping[str, str | None]:
        """Every game that was opened, the oldest first, with its name; None where the row is missing."""
        query = (
            "select e.game, r.name from entry e left join game_row r on r.game = e.game"
            " where e.seq = 1 order by e.at, e.game"
        )
        return {str(row[0]): row[1] for row in self._database.query(query)}

    def find(self, games: Sequence[str]) -> dict[str, GameRow]:
        """The rows of these games that are not stale."""
        found = dict[str, GameRow]()
        for row in self._fresh(_COLUMNS, games):
            try:
                found[row[0]] = msgspec.convert(row, GameRow, strict=False)
            except msgspec.ValidationError:
                continue  # damaged: it is made again
        return found

    def select(self, games: Sequence[str]) -> Selection:
        """These games, in their order."""
        return Selection(
            f"select j.value as game, j.key as place from {self._database.json_list}",
            (msgspec.json.encode(games).decode(),),
        )

    def list(self, games: Selection) -> Sequence[ListedGame]:
        """What a list shows of each, without a name where the row is missing or stale; a thousand of them cost two
        milliseconds.
        """
        query = (
            f"select {self._database.json_rows('game, name, over, started')} from (select s.game,"
            " coalesce(r.name, '') as name, coalesce(r.over, 0) as over, coalesce(r.started, 0) as started"
            f" from ({games.statement}) s left join head h on h.game = s.game"
            f" left join game_row r on r.game = s.game and {_FRESH} order by s.place) f"
        )
        ((found,),) = self._database.query(query, games.values)
        return _LISTED.decode(found)

    def naming(self, player: str) -> tuple[str, ...]:
        """The games whose row has the player's id anywhere: all in which they have a seat, and maybe some more."""
        word = re.sub(r"([\\%_])", r"\\\1", msgspec.json.encode(player).decode())
        return self._values("select game from game_row where info like ? escape '\\'", f"%{word}%")

    def due(self, now: str) -> tuple[str, ...]:
        """The games whose deadline has passed, the longest waiting first."""
        return self._values("select game from game_row where due != '' and due <= ? order by due, game", now)

    def claim_due(self, game: str, now: str) -> bool:
        """In a transaction: whether the game's deadline has passed and this process alone may run it until the
        transaction ends.
        """
        return self._claimed(game, "due != '' and due <= ?", now)

    def claim_stopped(self, game: str) -> bool:
        """The same for its orders written ahead."""
        return self._claimed(game, "stopped = ?", 1)

    def _claimed(self, game: str, condition: str, value: str | int) -> bool:
        skip = self._database.skip_locked
        found = self._values(f"select game from game_row where game = ? and {condition} {skip}", game, value)
        return bool(found) and self._database.try_lock(game)

    def next_due(self, now: str) -> str:
        """The earliest deadline after ``now``, "" without one."""
        (found,) = self._values("select coalesce(min(due), '') from game_row where due != '' and due > ?", now)
        return str(found)

    def began_after(self, moment: str) -> tuple[str, ...]:
        """The games with a deadline whose phase began after that moment."""
        return self._values("select game from game_row where stopped in (0, 1) and began > ? order by game", moment)

    def stopped(self) -> tuple[str, ...]:
        """The games with orders written ahead that wait to be run."""
        return self._values("select game from game_row where stopped = 1 order by game")

    def _fresh(self, columns: str, games: Sequence[str]) -> Sequence[tuple[Any, ...]]:
        """These columns of the rows of these games that are not stale."""
        query = (
            f"select {columns} from {self._database.json_list} join game_row r on r.game = j.value"
            f" join head h on h.game = r.game where {_FRESH}"
        )
        return self._database.query(query, (msgspec.json.encode(games).decode(),))

    def _values(self, query: str, *values: str | int) -> tuple[Any, ...]:
        return tuple(value for (value,) in self._database.query(query, values))
