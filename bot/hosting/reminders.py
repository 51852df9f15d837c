"""Reminders of deadlines, in the journal's own database: when each is due, and which doors still have to give it.

A game has one row, for the deadline of its phase.  Whoever reminds takes its moment away in the transaction that hands
the reminder to the doors, so that each deadline is reminded of once, by whichever process comes first.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from engine.database.database import Database, Dialect
from engine.log.deadline import add_seconds

from . import wording

SHARE = 4
"""People are reminded when so much of the phase's time is left: a quarter."""
LEAST, MOST = 3_600, 86_400
"""Seconds before the deadline, at least and at most."""
SHORTEST = 4 * 3_600
"""Seconds of the shortest phase with a reminder."""
_TABLES = """
create table if not exists reminder (game text{c} primary key, due text{c} not null, at text{c} not null){strict};
create table if not exists reminder_door (
  game text{c} not null, door text{c} not null, due text{c} not null, primary key (game, door)){strict};
create table if not exists reminder_off (player text primary key){strict};
create index if not exists reminder_at on reminder (at) where at != '';
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c=""),
    "postgresql": _TABLES.format(strict="", c=' collate "C"'),
}


class Store(Protocol):
    """What reminders need of the journal."""

    @property
    def database(self) -> Database: ...
    def transaction(self) -> AbstractContextManager[object]: ...


class Waiting(NamedTuple):
    """A reminder of the deadline ``due`` that a door has not given yet."""

    game: str
    door: str
    due: str


def moment_of(began: str, due: str) -> str:
    """When people are reminded of this deadline; "" for a phase that is too short."""
    length = wording.seconds(due) - wording.seconds(began)
    return add_seconds(due, -min(max(length // SHARE, LEAST), MOST)) if length >= SHORTEST else ""


class Reminders:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db, self._store = store.database, store
        self._db.create_tables(TABLES, {})

    # when
    def plan(self, games: Iterable[str] | None = None) -> None:
        """Note when the deadlines of these games are due to be reminded of (None = of all games).

        A deadline that is known already stays as it is; another one in its place is reminded of anew.
        """
        fields = "select r.game, r.began, r.due from game_row r left join reminder m on m.game = r.game"
        fresh = "r.began != '' and (m.due is null or m.due != r.due)"
        if games is None:
            found = list(self._db.query(f"{fields} where {fresh}"))
        else:
            found = [row for game in games for row in self._db.query(f"{fields} where r.game = ? and {fresh}", (game,))]
        if not found:
            return
        with self._store.transaction():
            self._db.execute_many(
                "insert into reminder (game, due, at) values (?, ?, ?) on conflict (game) do update"
                " set due = excluded.due, at = excluded.at where reminder.due != excluded.due",
                [(game, due, moment_of(began, due)) for game, began, due in found],
            )

    def due(self, now: str) -> tuple[str, ...]:
        """The games of whose deadline people are to be reminded now."""
        return self._texts("select game from reminder where at != '' and at <= ? order by at, game", now)

    def hand_over(self, game: str, now: str, doors: Iterable[str]) -> None:
        """These doors are to remind of the game's deadline; nothing if another process has handed it over, or if it
        has passed.
        """
        with self._store.transaction():
            found = self._texts(
                f"select due from reminder where game = ? and at != '' and at <= ? {self._db.skip_locked}", game, now
            )
            if not found:
                return
            self._db.execute("update reminder set at = '' where game = ?", [game])
            for door in doors if found[0] > now else ():
                self._db.execute(
                    "insert into reminder_door (game, door, due) values (?, ?, ?) on conflict (game, door) do update"
                    " set due = excluded.due",
                    [game, door, found[0]],
                )

    # at the doors
    def waiting(self) -> frozenset[Waiting]:
        """What doors have not given yet; a look at an index that is nearly always empty."""
        return frozenset(Waiting(*row) for row in self._db.query("select game, door, due from reminder_door"))

    def waiting_games(self, door: str) -> tuple[str, ...]:
        return self._texts("select game from reminder_door where door = ? order by game", door)

    def take(self, game: str, door: str) -> str:
        """In the transaction that gives the reminder: the deadline that the door is to remind of, "" if there is none.
        It is not asked for again.
        """
        found = self._texts("select due from reminder_door where game = ? and door = ?", game, door)
        if found:
            with self._store.transaction():
                self._db.execute("delete from reminder_door where game = ? and door = ?", [game, door])
        return found[0] if found else ""

    def drop_late(self, now: str) -> None:
        """Reminders of deadlines that have passed are not given any more."""
        if self._texts("select game from reminder_door where due <= ? limit 1", now):
            with self._store.transaction():
                self._db.execute("delete from reminder_door where due <= ?", [now])

    # people
    def wanted(self, player: str) -> bool:
        """Whether this person is reminded; everybody is who has not turned it off."""
        return not self._texts("select player from reminder_off where player = ?", player)

    def turn_on(self, player: str) -> None:
        with self._store.transaction():
            self._db.execute("delete from reminder_off where player = ?", [player])

    def turn_off(self, player: str) -> None:
        with self._store.transaction():
            self._db.execute("insert into reminder_off values (?) on conflict (player) do nothing", [player])

    def _texts(self, query: str, *values: str) -> tuple[str, ...]:
        return tuple(str(value) for (value,) in self._db.query(query, values))
