"""Army lists that people save by name, to use them again: nobody else is shown them, and no log holds them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.database.database import Database, Dialect
from engine.scenarios.army_lists import read_army_list
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import SYSTEMS
from engine.table import Refused
from engine.toolkit.muster.army_text import UnitSize, army_text, type_key
from engine.toolkit.muster.units import offers_muster

from . import wording

MOST, LONGEST = 50, 1_500
"""Saved lists of one person, and characters of each on one line."""
LONGEST_NAME = 24
_TABLE = """
create table if not exists saved_army (
  player text{c} not null, name text{c} not null, army text not null, at text not null,
  primary key (player, name)){end};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLE.format(c="", end=" strict"),
    "postgresql": _TABLE.format(c=' collate "C"', end=""),
}
COLUMNS = {"saved_army": ("player", "name", "army", "at")}


class SavedArmy(NamedTuple):
    """``army``: the list on one line, as an order writes it."""

    name: str
    army: str
    at: str


class SavedArmies:
    """Belongs to the thread that owns the database."""

    def __init__(self, database: Database) -> None:
        self._db = database
        database.create_tables(TABLES, {})

    def list(self, player: str) -> tuple[SavedArmy, ...]:
        """Somebody's lists, by name."""
        found = self._db.query("select name, army, at from saved_army where player = ? order by name", (player,))
        return tuple(SavedArmy(*map(str, row)) for row in found)

    def find(self, player: str, name: str) -> SavedArmy | None:
        """By its name, with or without capital letters."""
        wanted = " ".join(name.split()).casefold()
        return next((saved for saved in self.list(player) if saved.name == wanted), None)

    def save(self, player: str, name: str, text: str, now: str) -> tuple[SavedArmy, SavedArmy | None]:
        """The list as it is saved, and the one that it replaces.  ``text``: as a file or on one line.

        Refused bad-name, bad-list, too-long, too-many.
        """
        word = army_name(name)
        made = SavedArmy(word, _on_one_line(text), now)
        with self._db.transaction():
            self._db.lock(f"armies of {player}")
            kept = self.list(player)
            before = next((saved for saved in kept if saved.name == word), None)
            if before is None and len(kept) >= MOST:
                says = f"You have saved {len(kept)} army lists, and {MOST} is the most."
                raise Refused("too-many", f"{says} Delete one first, such as {kept[0].name}.")
            self._db.execute("delete from saved_army where player = ? and name = ?", (player, word))
            self._db.execute("insert into saved_army values (?, ?, ?, ?)", (player, *made))
        return made, before

    def delete(self, player: str, name: str) -> SavedArmy:
        """Refused no-such-list."""
        found = self.find(player, name)
        if found is None:
            raise self.unknown(player, name)
        with self._db.transaction():
            self._db.execute("delete from saved_army where player = ? and name = ?", (player, found.name))
        return found

    def unknown(self, player: str, name: str) -> Refused:
        names = [saved.name for saved in self.list(player)]
        shown = wording.clip(" ".join(name.split()), LONGEST_NAME)
        known = f"Yours: {', '.join(names)}." if names else "You have saved none."
        return Refused("no-such-list", f"You have no army list called {shown!r}. {known}")


def is_army_name(words: str) -> bool:
    """Whether a list can have this name, as far as its characters go."""
    return re.fullmatch(rf"[a-z][a-z0-9 -]{{0,{LONGEST_NAME - 1}}}", " ".join(words.split()).casefold()) is not None


def army_name(words: str) -> str:
    """A name that no order takes for a list: letters, digits, spaces and hyphens, and no type.  Refused bad-name."""
    name = " ".join(words.split()).casefold()
    if not is_army_name(name):
        shown = wording.clip(name, 40)
        raise Refused(
            "bad-name",
            f"{shown!r} cannot be the name of a list: write a letter and then letters, digits, spaces and hyphens,"
            f" {LONGEST_NAME} in all, such as harbour-guard.",
        )
    if system := _listed_types().get(UnitSize.read(type_key(name)).type):
        raise Refused(
            "bad-name",
            f"{name!r} cannot be the name of a list, because it is a type of units in {system}: an order with it would"
            f" muster one such unit. Write another name, such as {name[: LONGEST_NAME - 5].strip()}-army.",
        )
    return name


@cache
def _listed_types() -> Mapping[str, str]:
    """The types of the systems in which armies are mustered, and the title of a system that has each."""
    return {
        type_key(key): rules.TITLE for rules in SYSTEMS.values() if offers_muster(rules) for key in rules.cards(None)
    }


def _on_one_line(text: str) -> str:
    try:
        line = army_text(read_army_list(text))
    except FaultyFile as faulty:
        raise Refused("bad-list", f"This is no army list: {faulty}.") from None
    if len(line) > LONGEST:
        raise Refused("too-long", f"The list has {len(line):,} characters; {LONGEST:,} are the most.")
    return line
