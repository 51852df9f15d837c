"""Where leagues live, what of their logs has been told there, and which games belong to them."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Dialect

from .store import Store

_TABLES = """
create table if not exists league_place (
  league text{c} primary key, name text not null, address text{c} not null, tag text not null,
  told {int} not null){strict};
create table if not exists league_game (
  game text{c} primary key, league text{c} not null, settled {int} not null){strict};
create table if not exists league_told (
  league text{c} not null, door text not null, told {int} not null, primary key (league, door)){strict};
create index if not exists league_place_address on league_place (address);
create index if not exists league_game_league on league_game (league);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c="", int="integer"),
    "postgresql": _TABLES.format(strict="", c=' collate "C"', int="bigint"),
}
COLUMNS = {
    "league_place": ("league", "name", "address", "tag", "told"),
    "league_game": ("game", "league", "settled"),
    "league_told": ("league", "door", "told"),
}
"""The columns of each table, for those who copy them."""


class LeaguePlace(NamedTuple):
    """``name``: the league's, which never changes.  ``address``: as the outbox has that of a game.  ``tag`` keeps the
    nonces of its posts distinct from those of other databases.  ``told``: the last entry of its log that was told.
    """

    league: str
    name: str
    address: str
    tag: str
    told: int

    @property
    def door(self) -> str:
        """Where its games are played, and everything is told: discord, mail or forum."""
        return self.address.partition(":")[0]


class LeaguePlaces:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def put(self, league: str, name: str, address: str, tag: str) -> None:
        """A new league lives there."""
        with self._store.transaction():
            self._db.execute("insert into league_place values (?, ?, ?, ?, 0)", [league, name, address, tag])

    def find(self, league: str) -> LeaguePlace | None:
        """None for a league of the command line."""
        return next(iter(self._places("league = ?", league)), None)

    def all(self) -> tuple[LeaguePlace, ...]:
        """Those of every door, by the ids of the leagues."""
        return self._places("1 = 1 order by league")

    def at_addresses(self, beginning: str) -> tuple[LeaguePlace, ...]:
        """Those whose address begins so, by the ids of the leagues."""
        return self._places("substr(address, 1, ?) = ? order by league", len(beginning), beginning)

    def waiting(self, door: str = "") -> tuple[str, ...]:
        """The leagues with entries that have not been told where they live; ``door``: those that live there, and those
        with players who are told at this door.
        """
        newest = "(select max(e.seq) from league_entry e where e.game = p.league)"
        query = (
            f"select p.league from league_place p where p.told < {newest} and substr(p.address, 1, ?) = ?"
            f" union select p.league from league_told p where p.told < {newest} and p.door = ? order by 1"
        )
        beginning = f"{door}:" if door else ""
        return tuple(str(league) for (league,) in self._db.query(query, (len(beginning), beginning, door)))

    def change_owner(self, old: str, new: str) -> None:
        """Leagues by mail and in a forum live at the door of whoever opened them, who is called otherwise now."""
        with self._store.transaction():
            for door in ("mail", "forum"):
                addresses = [f"{door}:{new}/", f"{door}:{old}/"]
                self._db.execute("update league_place set address = ? where address = ?", addresses)

    def set_told(self, league: str, seq: int) -> None:
        with self._store.transaction():
            self._db.execute("update league_place set told = ? where league = ? and told < ?", [seq, league, seq])

    def told_at(self, league: str, door: str) -> int | None:
        """The last entry of which players at a door were told where the league does not live; None before any."""
        found = self._db.query("select told from league_told where league = ? and door = ?", (league, door))
        return int(found[0][0]) if found else None

    def set_told_at(self, league: str, door: str, seq: int) -> None:
        with self._store.transaction():
            self._db.execute(
                "insert into league_told values (?, ?, ?) on conflict (league, door)"
                " do update set told = excluded.told",
                [league, door, seq],
            )

    def note_game(self, game: str, league: str) -> None:
        """This game is played for the league."""
        with self._store.transaction():
            self._db.execute(
                "insert into league_game (game, league, settled) values (?, ?, 0) on conflict (game) do nothing",
                [game, league],
            )

    def forget_game(self, game: str) -> None:
        """The game is not the league's any more."""
        with self._store.transaction():
            self._db.execute("delete from league_game where game = ?", [game])

    def league_of(self, game: str) -> str:
        """The league for which a game is played, "" if for none."""
        found = self._db.query("select league from league_game where game = ?", (game,))
        return str(found[0][0]) if found else ""

    def settled_at(self, game: str) -> int:
        """How long the game's log was when its league last found it over; 0 if it was not over."""
        found = self._db.query("select settled from league_game where game = ?", (game,))
        return int(found[0][0]) if found else 0

    def set_settled(self, game: str, length: int) -> None:
        with self._store.transaction():
            self._db.execute("update league_game set settled = ? where game = ?", [length, game])

    def unsettled(self) -> tuple[str, ...]:
        """The games that have ended, or go on again, or had entries after their end, since their league last looked at
        them.
        """
        query = (
            "select l.game from league_game l left join game_row r on r.game = l.game where r.game is null"
            " or case when cast(r.over as integer) = 1 then r.seq else 0 end != l.settled order by l.game"
        )
        return tuple(str(game) for (game,) in self._db.query(query))

    def _places(self, where: str, *values: str | int) -> tuple[LeaguePlace, ...]:
        query = f"select league, name, address, tag, told from league_place where {where}"
        return tuple(LeaguePlace(*row) for row in self._db.query(query, values))
