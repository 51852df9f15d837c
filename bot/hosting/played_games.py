"""Which games a person plays, or orders in as a deputy: a table derived from the rows of games, so that none of them is
read to find it.

It is brought up to date when somebody asks, from the games that have changed since.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from engine.contract import Record, decode, encode
from engine.database.database import Database, Dialect
from engine.game.game_info import Game
from engine.log.game_rows import GameRows

from . import wording
from .deputies import sides_of

FORM = "2"
"""The version of what the table holds; one of another version is made again."""
_TABLES = """
create table if not exists played_game (
  player text{c} not null, game text{c} not null, over integer not null, awaited integer not null, due text{c} not null,
  at text{c} not null, body text not null, primary key (player, game)){strict};
create table if not exists played_until (form text primary key, change {number} not null){strict};
create index if not exists played_game_game on played_game (game);
create index if not exists played_game_over on played_game (player, over, at);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c="", number="integer"),
    "postgresql": _TABLES.format(strict="", c=' collate "C"', number="bigint"),
}


class Journal(Protocol):
    """What is needed of the journal."""

    @property
    def database(self) -> Database: ...
    @property
    def rows(self) -> GameRows: ...
    def transaction(self) -> AbstractContextManager[object]: ...


class Games(Protocol):
    """What is needed of the table of games."""

    @property
    def journal(self) -> Journal: ...
    def infos(self, games: tuple[str, ...]) -> tuple[Game, ...]: ...


class PlayedGame(Record, frozen=True):
    """A game as a list of one person's games shows it.

    ``mine``: the names of their sides; ``awaited``: of those that the phase waits for; ``others``: of others that it
    waits for.  ``phase``: its title with its turn, "" before the start and after the end.  ``phase_key``: see ``Game``.
    ``due``: the deadline, "" without one.  ``free``: sides without a player.  ``result``: how it ended.
    ``length``: the number of its log entries.  ``standstill``: why no deadline runs, "" if one does.
    """

    game: str
    name: str
    mine: tuple[str, ...]
    awaited: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    phase: str = ""
    phase_key: str = ""
    due: str = ""
    free: tuple[str, ...] = ()
    result: str = ""
    length: int = 0
    standstill: str = ""


class OwnGames(NamedTuple):
    """What awaits somebody, the soonest deadline first and those without one last; games that wait for others; and
    games that have ended lately, the newest first.  ``more``: running games that are not among these.
    """

    awaited: tuple[PlayedGame, ...]
    waiting: tuple[PlayedGame, ...]
    over: tuple[PlayedGame, ...]
    more: int = 0


class PlayedGames:
    """Belongs to the thread that owns the database."""

    def __init__(self, table: Games) -> None:
        self._table, self._db = table, table.journal.database
        self._db.create_tables(TABLES, {})

    def find(self, player: str, since: str, most: int = 30) -> OwnGames:
        """The first ``most`` running games of a person, and those that have ended after ``since``."""
        self.refresh()
        running = self._read("over = 0 order by awaited desc, due = '', due, game limit ?", player, most + 1)
        more = self.count(player) - most if len(running) > most else 0
        over = self._read("over = 1 and at >= ? order by at desc, game limit ?", player, since, most)
        shown = running[:most]
        return OwnGames(
            tuple(game for game in shown if game.awaited), tuple(game for game in shown if not game.awaited), over, more
        )

    def count(self, player: str) -> int:
        """How many running games somebody plays."""
        self.refresh()
        query = "select count(*) from played_game where player = ? and over = 0"
        return int(self._db.query(query, (player,))[0][0])

    def players(self, game: str) -> tuple[str, ...]:
        self.refresh()
        query = "select player from played_game where game = ? order by player"
        return tuple(str(player) for (player,) in self._db.query(query, (game,)))

    def everybody(self) -> tuple[str, ...]:
        """All who play or have played."""
        self.refresh()
        return tuple(str(player) for (player,) in self._db.query("select distinct player from played_game"))

    def refresh(self) -> None:
        """Bring the table up to date with what has changed, by whatever process; nothing is read if nothing has."""
        rows = self._table.journal.rows
        known = self._db.query("select change from played_until where form = ?", (FORM,))
        seen, latest = int(known[0][0]) if known else 0, rows.last_change()
        if seen == latest and known:
            return
        with self._table.journal.transaction():
            if not known:
                self._db.execute("delete from played_game")
                self._db.execute("delete from played_until")
            for game in self._table.infos(rows.changed_since(seen)):
                self._put(game)
            self._db.execute(
                "insert into played_until (form, change) values (?, ?) on conflict (form) do update"
                " set change = excluded.change",
                [FORM, latest],
            )

    def _put(self, game: Game) -> None:
        """The rows of one game in place of its earlier ones."""
        self._db.execute("delete from played_game where game = ?", [game.id])
        (last,) = self._db.query("select at from entry where game = ? order by seq desc limit 1", (game.id,))
        self._db.execute_many(
            "insert into played_game (player, game, over, awaited, due, at, body) values (?, ?, ?, ?, ?, ?, ?)"
            " on conflict (player, game) do nothing",
            [
                (
                    player,
                    game.id,
                    int(game.over),
                    int(bool(found.awaited)),
                    found.due,
                    str(last[0]),
                    encode(found).decode(),
                )
                for player in _people(game)
                for found in [played_game(game, player)]
            ],
        )

    def _read(self, where: str, *values: str | int) -> tuple[PlayedGame, ...]:
        rows = self._db.query(f"select body from played_game where player = ? and {where}", values)
        return tuple(decode(body, PlayedGame) for (body,) in rows)


def played_game(game: Game, player: str) -> PlayedGame:
    """A game as one of its players or deputies sees it in a list."""
    awaited = game.phase.sides if game.phase and game.started else ()
    mine = sides_of(game, player)
    return PlayedGame(
        game.id,
        game.name,
        _own_names(game, player, mine),
        _own_names(game, player, [side for side in awaited if side in mine]),
        _names(game, [side for side in awaited if side not in mine]),
        wording.phase_title(game.phase) if game.phase and game.started else "",
        game.phase_key if game.started else "",
        game.due or "",
        _names(game, [side for side, holder in game.seats.items() if not holder]) if not game.started else (),
        (f"won by {game.won_by}" if game.won_by else "drawn") if game.over else "",
        game.length,
        wording.standstill(game),
    )


def _people(game: Game) -> Iterable[str]:
    """Its players, and the deputies who may order in it."""
    deputies = () if game.over else map(game.person, game.deputies.values())
    return dict.fromkeys(filter(None, (*map(game.holder, game.seats), *deputies)))


def _own_names(game: Game, player: str, sides: Iterable[str]) -> tuple[str, ...]:
    """With a mark at those for which the person orders as a deputy."""
    own = game.sides_of(player)
    return tuple(game.sides[side].name + ("" if side in own else " (as deputy)") for side in sides)


def _names(game: Game, sides: Iterable[str]) -> tuple[str, ...]:
    return tuple(game.sides[side].name for side in sides)
