"""Pseudonyms: in a game with anonymous seats the journal knows a player by a name of that game alone.

Who that is stands in a table beside the journal, which is in no log.
"""

from collections.abc import Mapping

from engine.database.database import Database, Dialect
from engine.log.fold import Fold
from engine.lookups.requests import clean_name

_TABLE = """
create table if not exists pseudonym (
  game text{c} not null, name text not null, player text not null, primary key (game, name)){end};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLE.format(c="", end=" strict"),
    "postgresql": _TABLE.format(c=' collate "C"', end=""),
}
COPIED = {"pseudonym": ("game", "name", "player")}
"""The table with its columns."""


class Pseudonyms:
    """``player 1`` and so on, in the order in which people come to a game; with a blank, which no person's own name
    has.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        database.create_tables(TABLES, {})

    def people(self, game: str) -> dict[str, str]:
        """Pseudonym -> player."""
        found = self._db.query("select name, player from pseudonym where game = ?", (game,))
        return {str(name): str(player) for name, player in found}

    def add(self, fold: Fold, player: str) -> str:
        """What the game calls the player, in a transaction that holds the game: a pseudonym if its seats are
        anonymous, which somebody new is given now.
        """
        if not fold.opened.anonymous or not clean_name(player):
            return clean_name(player)
        if not (name := known_as(fold, player)):
            name = f"player {len(fold.people) + 1}"
            self._db.execute("insert into pseudonym values (?, ?, ?)", (fold.id, name, clean_name(player)))
            fold.people[name] = clean_name(player)
        return name


def known_as(fold: Fold, player: str) -> str:
    """What the game calls the player; "" for somebody who is new to a game with anonymous seats."""
    clean = clean_name(player)
    return next((name for name, one in fold.people.items() if one == clean), "") if fold.opened.anonymous else clean


def signed(fold: Fold, by: str, side: str = "") -> str:
    """The name under what somebody does for a side; where seats are anonymous that of its seat, whatever theirs is."""
    return fold.seats.get(side, "") if fold.opened.anonymous else clean_name(by)


def is_withheld(fold: Fold) -> bool:
    """Whether nobody may know yet who plays: until the game is over, and not again after a rewind."""
    return fold.opened.anonymous and not (fold.over or any(transaction.closed for transaction in fold.transactions))
