"""Press: what sides write to each other, kept beside the journal until it has been delivered, and for the record."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from engine.contract import Phase
from engine.database.database import Database, Dialect
from engine.errors import Refused
from engine.lookups.requests import JOINER, check_text

PressTerm = Literal["private", "public", "recorded", "off"]
"""How sides may write to each other: unseen by others; where everybody reads it; unseen until the game is over; not."""
PRESS_TERMS: tuple[PressTerm, ...] = ("private", "public", "recorded", "off")
MOST, LONGEST = 50, 2_000
"""Messages of one side in a phase, and characters of each."""
SHOWN = 20
"""Messages that a side is shown of what it wrote and was written to, the newest."""
LINES = 40
"""Lines of one message."""
_TABLES = """
create table if not exists press (
  game text{c} not null, number {int} not null, phase text not null, at text not null, sender text not null,
  readers text not null, text text not null, primary key (game, number)){end};
create table if not exists press_waiting (
  game text{c} not null, number {int} not null, door text not null, player text not null, side text not null,
  primary key (game, number, player)){end};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(c="", int="integer", end=" strict"),
    "postgresql": _TABLES.format(c=' collate "C"', int="bigint", end=""),
}
COPIED = {
    "press": ("game", "number", "phase", "at", "sender", "readers", "text"),
    "press_waiting": ("game", "number", "door", "player", "side"),
}
"""The tables with their columns."""


class PressMessage(NamedTuple):
    """``sender`` and ``to`` are sides."""

    number: int
    at: str
    sender: str
    to: tuple[str, ...]
    text: str


class PressStore:
    """The messages of all games, and at which door each still waits for whom."""

    def __init__(self, database: Database) -> None:
        self._db = database
        database.create_tables(TABLES, {})

    def add(self, game: str, phase: str, at: str, sender: str, to: Sequence[str], text: str) -> PressMessage:
        """In a transaction that holds the game.  Refused too-many."""
        self.check(game, phase, sender)
        (last,) = self._db.query("select coalesce(max(number), 0) from press where game = ?", (game,))
        made = PressMessage(int(last[0]) + 1, at, sender, tuple(to), text)
        self._db.execute(
            "insert into press values (?, ?, ?, ?, ?, ?, ?)", (game, made.number, phase, at, sender, " ".join(to), text)
        )
        return made

    def check(self, game: str, phase: str, sender: str) -> None:
        """Refused too-many for a side that has written as much as it may in a phase."""
        (count,) = self._db.query(
            "select count(*) from press where game = ? and phase = ? and sender = ?", (game, phase, sender)
        )
        if int(count[0]) >= MOST:
            raise Refused(
                "too-many",
                f"Your side has written {MOST} messages in this phase, which is the most. Write on in the next.",
            )

    def find(self, game: str, number: int) -> PressMessage:
        return next(message for message in self.all(game) if message.number == number)

    def all(self, game: str) -> tuple[PressMessage, ...]:
        """The oldest first."""
        found = self._db.query(
            "select number, at, sender, readers, text from press where game = ? order by number", (game,)
        )
        return tuple(PressMessage(int(n), at, sender, tuple(to.split()), text) for n, at, sender, to, text in found)

    def wait(self, game: str, number: int, door: str, player: str, side: str) -> None:
        """The message waits at a door for the player of a side."""
        self._db.execute("insert into press_waiting values (?, ?, ?, ?, ?)", (game, number, door, player, side))

    def take(self, game: str, door: str) -> tuple[tuple[int, str, str], ...]:
        """In a transaction: what waits at the door, which gives it from now on: number, player and side."""
        found = self._db.query(
            "select number, player, side from press_waiting where game = ? and door = ? order by number", (game, door)
        )
        if found:
            self._db.execute("delete from press_waiting where game = ? and door = ?", (game, door))
        return tuple((int(number), str(player), str(side)) for number, player, side in found)

    def waiting_games(self, door: str) -> tuple[str, ...]:
        """The games with something that the door has not given yet."""
        found = self._db.query("select distinct game from press_waiting where door = ? order by game", (door,))
        return tuple(str(game) for (game,) in found)


def budget_phase(phase: Phase | None, key: str, *, over: bool) -> str:
    """The phase by which messages are counted; before the start and after the end it is all one."""
    return key if phase else ("over" if over else "before")


def clean_message(said: str) -> str:
    """A text without control characters and without blank lines at its ends.  Refused if nothing is left or it is too
    long.
    """
    lines = check_text(said).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    plain = ("".join(" " if _is_unseen(c) else c for c in line) for line in lines)
    text = "\n".join(line.rstrip() for line in plain).strip("\n")
    if not text.strip():
        raise Refused("missing-argument", "There is nothing in the message. Write what it is to say.")
    if len(text) > LONGEST:
        raise Refused(
            "too-long", f"The message has {len(text):,} characters; {LONGEST:,} are the most. Send it in parts."
        )
    if text.count("\n") >= LINES:
        raise Refused("too-long", f"The message has {text.count(chr(10)) + 1} lines; {LINES} are the most.")
    return text


def _is_unseen(char: str) -> bool:
    """Whether a character is a control or a mark that changes how others are shown."""
    return unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and char != JOINER


def quoted(text: str) -> tuple[str, ...]:
    """The lines of a message, each marked so that none reads as an order."""
    return tuple(f"| {line}" for line in text.split("\n"))
