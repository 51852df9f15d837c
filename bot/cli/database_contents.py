"""What a database holds, found by checking the chain of every game and of every dice log."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import counted
from engine.log.chain_check import check_chain
from engine.log.journal import EntryStore, Journal
from engine.rolls.made_rolls import MadeRolls
from engine.rolls.tables import STORE

Links = tuple[int, ...]


class Contents(NamedTuple):
    """The entries of each game, and of each dice log, as the beginnings of their links (8 bytes each) in order.

    ``last``: the time of the newest entry, "" without any.
    """

    games: Mapping[str, Links]
    rolls: Mapping[str, Links]
    last: str

    def __str__(self) -> str:
        return in_words(
            {game: len(links) for game, links in self.games.items()},
            {log: len(links) for log, links in self.rolls.items()},
        )


def in_words(games: Mapping[str, int], rolls: Mapping[str, int]) -> str:
    """``3 games with 200 entries and 1 dice log with 7 entries``, from the number of entries of each."""
    words = f"{counted(len(games), 'game')} with {counted(sum(games.values()), 'entry')}"
    if rolls:
        words += f" and {counted(len(rolls), 'dice log')} with {counted(sum(rolls.values()), 'entry')}"
    return words


def dice_logs(journal: Journal) -> EntryStore:
    """The chains of all dice logs of a database, whose tables are made if they are missing."""
    MadeRolls(journal)
    return EntryStore(journal.database, *STORE)


def checked_contents(journal: Journal) -> Contents:
    """Raises Refused damaged at the first entry that was changed."""
    last = ""

    def links(store: EntryStore, chain: str) -> Links:
        nonlocal last
        entries = store.read(chain)
        check_chain(entries)
        last = max(last, entries[-1].at)
        return tuple(int(entry.link[:16], 16) for entry in entries)

    rolls = dice_logs(journal)
    games = {game: links(journal, game) for game in journal.games()}
    return Contents(games, {log: links(rolls, log) for log in rolls.games()}, last)


def newer_entries(present: Contents, earlier: Contents) -> Mapping[str, int]:
    """The games and dice logs of one database with entries that the other lacks, and how many."""
    there: dict[str, Links] = {**earlier.games, **earlier.rolls}
    return {
        chain: missing
        for chain, links in (*present.games.items(), *present.rolls.items())
        if (missing := len(links) - _shared(links, there.get(chain, ())))
    }


def _shared(one: Links, other: Links) -> int:
    """How many entries two chains have in common: where one is the same, so are all before it."""
    length = min(len(one), len(other))
    while length and one[length - 1] != other[length - 1]:
        length -= 1
    return length
