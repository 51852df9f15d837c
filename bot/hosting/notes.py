"""Notes that somebody makes for themselves about a game: nobody else is shown them, and no log holds them."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.contract import counted
from engine.database.database import Database, Dialect
from engine.game.press import clean_message
from engine.table import Refused

MOST, LONGEST = 20, 1_000
"""Notes of one person about a game, and characters of each."""
_TABLE = """
create table if not exists note (
  game text{c} not null, player text not null, number {int} not null, at text not null, text text not null,
  primary key (game, player, number)){end};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLE.format(c="", int="integer", end=" strict"),
    "postgresql": _TABLE.format(c=' collate "C"', int="bigint", end=""),
}
COLUMNS = {"note": ("game", "player", "number", "at", "text")}


class Note(NamedTuple):
    number: int
    at: str
    text: str


class Notes:
    def __init__(self, database: Database) -> None:
        self._db = database
        database.create_tables(TABLES, {})

    def list(self, game: str, player: str) -> tuple[Note, ...]:
        """The person's notes about the game, the oldest first."""
        found = self._db.query(
            "select number, at, text from note where game = ? and player = ? order by number", (game, player)
        )
        return tuple(Note(int(number), str(at), str(text)) for number, at, text in found)

    def add(self, game: str, player: str, text: str, now: str) -> Note:
        """Refused too-long, too-many, missing-argument."""
        words = clean_message(text)
        if len(words) > LONGEST:
            raise Refused("too-long", f"The note has {len(words):,} characters; {LONGEST:,} are the most.")
        with self._db.transaction():
            self._db.lock(f"notes of {player}")
            kept = self.list(game, player)
            if len(kept) >= MOST:
                raise Refused(
                    "too-many",
                    f"You have {len(kept)} notes on this game, and {MOST} is the most. Delete one first: number "
                    f"{kept[0].number} is the oldest.",
                )
            note = Note(kept[-1].number + 1 if kept else 1, now, words)
            self._db.execute("insert into note values (?, ?, ?, ?, ?)", (game, player, *note))
        return note

    def delete(self, game: str, player: str, number: int) -> Note:
        """Refused no-such-note."""
        with self._db.transaction():
            note = next((note for note in self.list(game, player) if note.number == number), None)
            if note is None:
                raise _no_such_note(number, self.list(game, player))
            self._db.execute("delete from note where game = ? and player = ? and number = ?", (game, player, number))
        return note


def _no_such_note(number: int, kept: tuple[Note, ...]) -> Refused:
    numbers = ", ".join(str(note.number) for note in kept)
    return Refused(
        "no-such-note", f"You have no note {number} on this game. {f'Yours: {numbers}.' if kept else 'You have none.'}"
    )


def note_lines(kept: tuple[Note, ...]) -> tuple[str, ...]:
    """Notes below one another, each with its number; no line of them reads as an order."""
    if not kept:
        return ("You have no notes on this game.",)
    lines = [f"| {note.number}: {line}" for note in kept for line in note.text.split("\n")]
    return (*lines, f"{counted(len(kept), 'note')} of {MOST}. Nobody else is shown them.")
