"""Leagues as they were read last: whoever reads one again reads only what its log has gained since."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from engine.database.database import damaged
from engine.errors import Refused
from engine.log.chain_check import check_chain
from engine.log.journal import Entry, EntryStore

from .entries import LeagueOpened, read_body
from .fold import League
from .ratings import LeagueGames, rated_games

MOST_ENTRIES = 200_000
"""Of all logs whose leagues are kept; the leagues that were used longest ago are read anew."""


_HEADS = """
with recursive ids(game) as (select min(game) from league_entry union all
  select (select min(e.game) from league_entry e where e.game > ids.game) from ids where ids.game is not null)
select l.game, l.seq, l.link, l.body from ids join league_entry l on l.game = ids.game
  and l.seq = (select max(e.seq) from league_entry e where e.game = ids.game)
  order by (select e.at from league_entry e where e.game = ids.game order by e.seq limit 1), l.game
"""
"""Goes from one league to the next by the key of the table, however long their logs are."""


class Head(NamedTuple):
    """The last entry of a log, as far as it tells that the log is the same."""

    league: str
    seq: int
    link: str
    body: str


class KeptLeague(NamedTuple):
    """``league`` is shared by all who read it: it is copied before it is changed."""

    league: League
    head: Head
    rated: LeagueGames


class KeptLeagues:
    """Of the logs in a store.  A process that goes on sees that the last entry was changed since; one that starts sees
    it of all.
    """

    def __init__(self, store: EntryStore) -> None:
        self._store, self._kept = store, OrderedDict[str, KeptLeague]()

    def heads(self) -> tuple[Head, ...]:
        """Of all leagues, the oldest first; those whose first entry is missing, which are damaged, among them."""
        return tuple(Head(*row) for row in self._store.database.query(_HEADS))

    def at(self, head: Head) -> KeptLeague:
        """The league whose log ends so.  Refused damaged."""
        kept = self._kept.get(head.league)
        return kept if kept and kept.head == head else self.find(head.league)

    def find(self, league: str) -> KeptLeague:
        """As its log is now.  Refused damaged."""
        kept = self._kept.get(league)
        entries = self._store.read(league, kept.head.seq - 1 if kept else 0)
        if kept and entries and _head(entries[0]) == kept.head:
            return self._keep(kept) if len(entries) == 1 else self._continue(kept, entries[1:])
        if kept:  # an outer transaction was rolled back, or the file was replaced
            entries = self._store.read(league)
        check_chain(entries)
        return self.keep(fold(entries, self._store.database.name), entries)

    def _continue(self, kept: KeptLeague, entries: Sequence[Entry]) -> KeptLeague:
        check_chain(entries, kept.head.seq, kept.head.link)
        return self.keep(fold(entries, self._store.database.name, kept.league.copy()), entries)

    def keep(self, league: League, entries: Sequence[Entry]) -> KeptLeague:
        """A league, and the last entries of its log."""
        head = _head(entries[-1])
        games, before = tuple(rated_games(league.matches.values(), league.template.system)), self._kept.get(league.id)
        rated = before.rated if before and before.rated.games == games else LeagueGames((head.league, head.link), games)
        return self._keep(KeptLeague(league, head, rated))

    def _keep(self, kept: KeptLeague) -> KeptLeague:
        self._kept[kept.head.league] = kept
        self._kept.move_to_end(kept.head.league)
        while sum(one.head.seq for one in self._kept.values()) > MOST_ENTRIES and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return kept


def _head(last: Entry) -> Head:
    return Head(last.game, last.seq, last.link, last.body)


def fold(entries: Sequence[Entry], where: str, league: League | None = None) -> League:
    """The state after all of them, which follow those of a league, if one is given; that is changed.
    Refused damaged at the first that cannot follow; ``where``: what holds them.
    """
    for entry in entries:
        body = read_body(entry)
        try:
            if isinstance(body, LeagueOpened) and league is None:
                league = League(body, entry.at)
            elif body is None or league is None:
                raise damaged(f"Entry {entry.seq} of {entry.game}", where)
            else:
                league.apply(body, entry.at)
        except Refused as refused:
            raise damaged(f"Entry {entry.seq} of {entry.game}", where) from refused
    if league is None:
        raise damaged("The first entry of a league", where)
    return league
