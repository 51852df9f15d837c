"""Absences: from when to when a person is away, in the journal's own database, for all games at every door.

A deadline that comes while a player is away waits for them, within the budget that each side has in a game
(engine/game/time_desk.py), unless a deputy orders for the side.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from engine.database.database import Dialect
from engine.deadlines.calendar import DAY
from engine.deadlines.words import read_span
from engine.log.deadline import add_seconds, to_unix
from engine.table import Refused, Table

from .store import Store
from .wording import clip

BACK = ("", "back", "no", "off")
"""What is written in place of a day by somebody who is back."""
LONGEST = 60 * DAY
"""Seconds of one absence."""
_TABLES = """
create table if not exists absence (player text primary key, since text not null, until text not null){strict};
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _TABLES.format(strict=" strict"), "postgresql": _TABLES.format(strict="")}


class Absence(NamedTuple):
    """``since`` and ``until`` in UTC."""

    since: str
    until: str


class Absences:
    """Belongs to the thread that owns the database.  A person has one absence at a time."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    def announce(self, player: str, since: str, until: str, now: str) -> Absence:
        """In place of an earlier one.  Raises Refused."""
        if until <= max(since, now):
            raise Refused("bad-deadline", "An absence must end after it begins, and in the future.")
        if to_unix(until) - to_unix(since) > LONGEST:
            raise Refused(
                "bad-deadline",
                f"An absence can last at most {LONGEST // DAY} days. For longer, name a deputy or give up the seat.",
            )
        with self._store.transaction():
            self._db.execute(
                "insert into absence (player, since, until) values (?, ?, ?) on conflict (player) do update"
                " set since = excluded.since, until = excluded.until",
                [player, since, until],
            )
        return Absence(since, until)

    def end(self, player: str) -> None:
        with self._store.transaction():
            self._db.execute("delete from absence where player = ?", [player])

    def find(self, player: str, now: str) -> Absence | None:
        """The person's absence, announced or begun; None if there is none or it is over."""
        found = self._db.query("select since, until from absence where player = ? and until > ?", (player, now))
        return Absence(str(found[0][0]), str(found[0][1])) if found else None

    def of_seats(self, seats: Mapping[str, str], now: str) -> dict[str, str]:
        """The sides whose player is away now, and until when."""
        away = {player: self.find(player, now) for player in {*seats.values()} if player}
        return {
            side: absence.until
            for side, player in seats.items()
            if (absence := away.get(player)) and absence.since <= now
        }


def wait_for_absent(absences: Absences, table: Table, game: str, now: str) -> bool:
    """Whether a deadline that has passed was put off for somebody who is away."""
    now_on = table.game(game)
    away = absences.of_seats({side: now_on.holder(side) for side in now_on.seats}, now)
    return bool(away) and table.wait_for_absent(game, away, now) is not None


def announce_in_words(absences: Absences, player: str, until: str, since: str, now: str, zone: str) -> Absence | None:
    """The absence that a person announces, in place of an earlier one; None if they are back.  ``zone``: theirs.
    Raises Refused.
    """
    if until.strip(" .!").casefold() in BACK:
        absences.end(player)
        return None
    begins = _moment(since, now, zone, end=False) if since.strip() else now
    return absences.announce(player, begins, _moment(until, max(begins, now), zone, end=True), now)


def _moment(words: str, start: str, zone: str, *, end: bool) -> str:
    """``2026-12-24`` (the end of that day, in the person's zone), or a length from ``start``, ``10d``.  Raises
    Refused.
    """
    if (span := read_span(words)) is not None:
        return add_seconds(start, min(span, 400 * DAY))
    try:
        day = datetime.strptime(words.strip(), "%Y-%m-%d").date()
    except ValueError:
        raise Refused(
            "bad-deadline", f"{clip(words, 40)!r} is no day. Write it like 2026-12-24, or 10d from now."
        ) from None
    moment = datetime.combine(day, time(23, 59, 59) if end else time(0), ZoneInfo(zone)).astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
