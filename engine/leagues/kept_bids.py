"""Secret bids until they are opened, and which leagues wait for bids until when: kept beside the logs of leagues."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Database, Dialect

from .entries import Became, BidsDropped, BidsOpened, Body, Unpaired
from .fold import League
from .matches import Match

_TABLES = """
create table if not exists league_bid (
  league text{c} not null, match {int} not null, player text{c} not null, bid {int} not null, salt text not null,
  primary key (league, match, player)){strict};
create table if not exists league_due (league text{c} primary key, due text{c} not null){strict};
create index if not exists league_due_due on league_due (due);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c="", int="integer"),
    "postgresql": _TABLES.format(strict="", c=' collate "C"', int="bigint"),
}
COLUMNS = {"league_bid": ("league", "match", "player", "bid", "salt"), "league_due": ("league", "due")}
"""The columns of each table, for those who copy them."""


class KeptBid(NamedTuple):
    """``salt``: 32 hex digits, "" for a bid that is missing, which is 0."""

    bid: int = 0
    salt: str = ""


class KeptBids:
    """Belongs to the thread that owns the database.  Whoever writes is within a transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._db.create_tables(TABLES, {})

    def keep(self, league: str, match: int, player: str, kept: KeptBid) -> None:
        """In place of an earlier one."""
        self._db.execute(
            "insert into league_bid values (?, ?, ?, ?, ?) on conflict (league, match, player) do update"
            " set bid = excluded.bid, salt = excluded.salt",
            [league, match, player, *kept],
        )

    def of_match(self, league: str, match: Match) -> tuple[KeptBid, KeptBid]:
        """In the match's order of players."""
        query = "select player, bid, salt from league_bid where league = ? and match = ?"
        found = {player: KeptBid(bid, salt) for player, bid, salt in self._db.query(query, (league, match.number))}
        first, second = match.players
        return found.get(first, KeptBid()), found.get(second, KeptBid())

    def follow(self, league: League, body: Body) -> None:
        """Change what is kept as this last entry of the league's log says: opened and dropped bids are secrets no more,
        and matches that were taken back have none.
        """
        match body:
            case BidsOpened() | BidsDropped():
                self._db.execute("delete from league_bid where league = ? and match = ?", [league.id, body.match])
            case Unpaired():
                last = len(league.matches)
                self._db.execute("delete from league_bid where league = ? and match > ?", [league.id, last])
            case Became():
                values = [body.new, league.id, body.old]
                self._db.execute("update league_bid set player = ? where league = ? and player = ?", values)

    def note_due(self, league: League) -> None:
        """Until when the next of its matches waits for bids."""
        self._db.execute("delete from league_due where league = ?", [league.id])
        if dues := [match.due for match in league.awaiting_bids() if match.due]:
            self._db.execute("insert into league_due values (?, ?)", [league.id, min(dues)])

    def due(self, now: str) -> tuple[str, ...]:
        """The leagues in which bids are due."""
        return tuple(
            str(league) for (league,) in self._db.query("select league from league_due where due <= ?", (now,))
        )
