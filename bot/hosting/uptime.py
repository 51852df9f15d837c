"""When the bot was last at work: a deadline that passed while it was away waits a little, for nobody could order."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Dialect
from engine.log.deadline import add_seconds, to_unix
from engine.table import Refused, Table

from .store import Store

BEAT = 60
"""Seconds between two notes that the bot is at work."""
DOWNTIME = 600
"""Seconds without a note that count as being away."""
GRACE = 3_600
"""Seconds after a start for which a deadline that passed meanwhile waits, at most as long as the bot was away."""
_TABLES = """
create table if not exists uptime (one integer primary key, at text not null){strict};
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _TABLES.format(strict=" strict"), "postgresql": _TABLES.format(strict="")}


class Absence(NamedTuple):
    """When the bot was away, in UTC."""

    since: str
    until: str

    @property
    def seconds(self) -> int:
        return to_unix(self.until) - to_unix(self.since)


class Uptime:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})
        self.away: Absence | None = None
        self._noted = False

    def beat(self, now: str) -> None:
        """Note that the bot is at work, once a minute; a program's first note remembers how long there was none."""
        found = self._db.query("select at from uptime where one = 1", ())
        last = str(found[0][0]) if found else now
        if last > now or (found and to_unix(now) - to_unix(last) < BEAT):
            return
        if not self._noted and to_unix(now) - to_unix(last) >= DOWNTIME:
            self.away = Absence(last, now)
        self._noted = True
        with self._store.transaction():
            self._db.execute(
                "insert into uptime (one, at) values (1, ?) on conflict (one) do update set at = excluded.at", [now]
            )


def wait_after_downtime(uptime: Uptime, table: Table, game: str, now: str) -> bool:
    """Whether a deadline that passed while the bot was away was put off, once: nobody loses the time before it."""
    away, due = uptime.away, table.game(game).due
    if not away or not due or not away.since < due <= away.until:
        return False
    until = add_seconds(away.until, min(GRACE, away.seconds))
    if until <= now:
        return False
    why = f"The bot was away from {away.since[:16]} to {away.until[:16]} UTC, so nobody could order."
    try:
        table.put_off(game, to_unix(until) - max(to_unix(due), to_unix(now)), now, "clock", "", why)
    except Refused:
        return False
    return True
