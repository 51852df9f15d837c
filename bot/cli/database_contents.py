"""What a database holds, found by checking the chain of every game, dice log and league."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import counted
from engine.leagues.tables import STORE as LEAGUES
from engine.leagues.tables import TABLES as LEAGUE_TABLES
from engine.log.chain_check import check_chain
from engine.log.journal import EntryStore, Journal
from engine.rolls.made_rolls import MadeRolls
from engine.rolls.tables import STORE

Links = tuple[int, ...]


class Contents(NamedTuple):
    """The entries of each game, dice log and league, as the beginnings of their links (8 bytes each) in order.

    ``last``: the time of the newest entry, "" without any.
    """

    games: Mapping[str, Links]
    rolls: Mapping[str, Links]
    leagues: Mapping[str, Links]
    last: str

    def __str__(self) -> str:
        kinds = (self.games, self.rolls, self.leagues)
        return in_words(*({chain: len(links) for chain, links in kind.items()} for kind in kinds))


def in_words(games: Mapping[str, int], rolls: Mapping[str, int], leagues: Mapping[str, int]) -> str:
    """``3 games with 200 entries and 1 dice log with 7 entries``, from the number of entries of each."""
    words = f"{counted(len(games), 'game')} with {counted(sum(games.values()), 'entry')}"
    for noun, chains in (("dice log", rolls), ("league", leagues)):
        if chains:
            words += f" and {counted(len(chains), noun)} with {counted(sum(chains.values()), 'entry')}"
    return words


def dice_logs(journal: Journal) -> EntryStore:
    """The chains of all dice logs of a database, whose tables are made if they are missing."""
    MadeRolls(journal)
    return EntryStore(journal.database, *STORE)


def leagues(journal: Journal) -> EntryStore:
    """The chains of all leagues of a database, whose table is made if it is missing."""
    journal.database.create_tables(LEAGUE_TABLES, {})
    return EntryStore(journal.database, *LEAGUES)


def checked_contents(journal: Journal) -> Contents:
    """Raises Refused damaged at the first entry that was changed."""
    last = ""

    def links(store: EntryStore, chain: str) -> Links:
        nonlocal last
        entries = store.read(chain)
        check_chain(entries)
        last = max(last, entries[-1].at)
        return tuple(int(entry.link[:16], 16) for entry in entries)

    stores = (journal, dice_logs(journal), leagues(journal))
    games, rolls, held = ({chain: links(store, chain) for chain in store.games()} for store in stores)
    return Contents(games, rolls, held, last)


def newer_entries(present: Contents, earlier: Contents) -> Mapping[str, int]:
    """The games, dice logs and leagues of one database with entries that the other lacks, and how many."""
    kinds = ((present.games, earlier.games), (present.rolls, earlier.rolls), (present.leagues, earlier.leagues))
    return {
        chain: missing
        for here, there in kinds
        for chain, links in here.items()
        if (missing := len(links) - _shared(links, there.get(chain, ())))
    }


def _shared(one: Links, other: Links) -> int:
    """How many entries two chains have in common: where one is the same, so are all before it."""
    length = min(len(one), len(other))
    while length and one[length - 1] != other[length - 1]:
        length -= 1
    return length
