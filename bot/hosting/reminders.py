"""Reminders of deadlines, in the journal's own database: when each is due, and which doors still have to give it.

A game has one row, with the earliest moment at which somebody is reminded of the deadline of its phase, and one for
each person.

Whoever reminds takes the moments away in the transaction that hands the reminders to the doors, so that each
is given once, by whichever process comes first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.contract import Record, decode, encode
from engine.log.deadline import add_seconds

from .own_settings import OwnSettings
from .quiet_hours import quiet_span
from .reminder_tables import create_tables
from .reminder_times import Kind, moments_of
from .store import Store
from .time_zones import zone_of

TOGETHER = 3_600
"""Seconds within which reminders of many games are one message."""

_DEADLINES = (
    "select r.game, r.began, r.due, coalesce(m.due, '') from game_row r left join reminder_plan m on m.game = r.game"
    " where r.began != ''"
)
_UNPLANNED = f"{_DEADLINES} and (m.due is null or m.due != r.due)"


class Deadline(Record, frozen=True):
    """The deadline of the phase of a game."""

    game: str
    due: str


class Waiting(NamedTuple):
    """A reminder of the deadline ``due`` that a door has not given yet."""

    game: str
    door: str
    player: str
    kind: Kind
    due: str


class Given(NamedTuple):
    """A reminder that a door is to give.  ``also``: deadlines of other games, in the same message."""

    game: str
    player: str
    kind: Kind
    due: str
    also: tuple[Deadline, ...] = ()


Awaits = Callable[[Deadline, str], bool]
"""Whether the phase with this deadline still waits for this person, who wants to be reminded."""
Rooms = Callable[[str, str], Mapping[str, str]]
"""The doors at which a person plays a game, each with a word; one message may tell of all games with the same word."""


class Reminders:
    """Belongs to the thread that owns the database."""

    def __init__(
        self, store: Store, players: Callable[[str], Sequence[str]], settings: Callable[[str], OwnSettings]
    ) -> None:
        """``players``: who plays in a game, and who orders there as a deputy."""
        self._db, self._store, self._players, self._settings = store.database, store, players, settings
        create_tables(self._db)

    # when
    def plan(self, games: Iterable[str] | None = None) -> None:
        """Note when the people of these games are due to be reminded of their deadlines (None = of all games with a
        deadline that is not known yet).

        A deadline that is known already stays as it is, but for people who have come or gone; another one in its place
        is reminded of anew.
        """
        if games is None:
            found = list(self._db.query(_UNPLANNED))
        else:
            found = [row for game in games for row in self._db.query(f"{_DEADLINES} and r.game = ?", (game,))]
        fresh = [row for row in found if row[2] != row[3] or self._planned(row[0]) != set(self._players(row[0]))]
        if not fresh:
            return
        with self._store.transaction():
            for game, began, due, known in fresh:
                if due != known:
                    self._db.execute("delete from reminder_person where game = ?", [game])
                self._plan_game(game, began, due)

    def unplanned(self) -> tuple[str, ...]:
        """The games with a deadline that is not known yet."""
        return tuple(str(row[0]) for row in self._db.query(_UNPLANNED))

    def _planned(self, game: str) -> set[str]:
        return set(self._texts("select distinct player from reminder_person where game = ?", game))

    def _plan_game(self, game: str, began: str, due: str) -> None:
        """For everybody of whom nothing is noted yet: what was given is not given again."""
        before, now = self._planned(game), set(self._players(game))
        for gone in sorted(before - now):
            self._db.execute("delete from reminder_person where game = ? and player = ?", [game, gone])
        for player in sorted(now - before):
            self._plan_person(game, player, began, due)
        self._db.execute(
            "insert into reminder_plan (game, due, at) values (?, ?, '') on conflict (game) do update"
            " set due = excluded.due",
            [game, due],
        )
        self._note_next(game)

    def _plan_person(self, game: str, player: str, began: str, due: str) -> None:
        moments = moments_of(began, due, self._settings(player))
        rows = [(game, player, kind, moments.get(kind, "")) for kind in ("reminder", "last")]
        self._db.execute_many("insert into reminder_person (game, player, kind, at) values (?, ?, ?, ?)", rows)

    def plan_again(self, player: str) -> None:
        """In a transaction, after the person has chosen other times: what was not given yet."""
        own = self._settings(player)
        rows = self._db.query(
            "select p.game, p.kind, r.began, r.due from reminder_person p join game_row r on r.game = p.game"
            " join reminder_plan m on m.game = p.game and m.due = r.due"
            " where p.player = ? and p.at != '' and r.began != ''",
            (player,),
        )
        for game, kind, began, due in rows:
            self._set_moment(game, player, kind, moments_of(began, due, own).get(kind, ""))
            self._note_next(game)

    def due(self, now: str) -> tuple[str, ...]:
        """The games of whose deadline somebody is to be reminded now."""
        return self._texts("select game from reminder_plan where at != '' and at <= ? order by at, game", now)

    def hand_over(self, game: str, now: str, rooms: Rooms, awaits: Awaits, count: Callable[[str], int]) -> None:
        """The doors are to remind of the game's deadline whoever is due; nobody if another process has handed it over,
        or if it has passed.

        ``count``: how many running games somebody plays.
        """
        with self._store.transaction():
            found = self._deadline(game)
            if found is None:
                return
            rows = self._db.query(
                "select player, kind from reminder_person where game = ? and at != '' and at <= ?"
                " order by player, kind",
                (game, now),
            )
            for player, kind in rows:
                own = self._settings(player)
                span = quiet_span(now, own.quiet, zone_of(own.zone)) if own.quiet else None
                self._set_moment(game, player, kind, span.end if span and span.end < found.due else "")
                late = kind == "reminder" and (player, "last") in rows  # the last call says it all
                if late or span or found.due <= now or not awaits(found, player):
                    continue
                several = kind == "reminder" and count(player) > own.digest
                others = self._others(found, player, now) if several else ()
                told = (found, *(one for one in others if awaits(one, player)))
                self._give(told, player, kind, {one.game: rooms(one.game, player) for one in told})
            self._note_next(game)

    def _others(self, first: Deadline, player: str, now: str) -> tuple[Deadline, ...]:
        """Deadlines of other games of which this person would be reminded within the hour, taken away; the soonest
        first.
        """
        until = add_seconds(now, TOGETHER)
        games = self._texts(
            "select game from reminder_person where player = ? and kind = 'reminder' and at != '' and at <= ?"
            " and game != ? order by game",
            player,
            until,
            first.game,
        )
        found = [one for game in games if (one := self._deadline(game)) and one.due > now]
        for one in found:
            self._set_moment(one.game, player, "reminder", "")
            self._note_next(one.game)
        return tuple(sorted(found, key=lambda one: (one.due, one.game)))

    def _give(
        self, deadlines: Sequence[Deadline], player: str, kind: Kind, rooms: Mapping[str, Mapping[str, str]]
    ) -> None:
        """At each door one message for all games of one room, under the first of them."""
        together = dict[tuple[str, str], list[Deadline]]()
        for one in deadlines:
            for place in rooms[one.game].items():
                together.setdefault(place, []).append(one)
        for (door, _), (first, *also) in together.items():
            self._db.execute(
                "insert into reminder_given (game, door, player, kind, due, also) values (?, ?, ?, ?, ?, ?)"
                " on conflict (game, door, player, kind) do update set due = excluded.due, also = excluded.also",
                [first.game, door, player, kind, first.due, encode(tuple(also)).decode()],
            )

    def _deadline(self, game: str) -> Deadline | None:
        """What is planned of a game, which is this transaction's alone; None if it is another's."""
        query = f"select due from reminder_plan where game = ? and at != '' {self._db.skip_locked}"
        found = self._texts(query, game)
        return Deadline(game, found[0]) if found else None

    def _set_moment(self, game: str, player: str, kind: Kind, at: str) -> None:
        self._db.execute(
            "update reminder_person set at = ? where game = ? and player = ? and kind = ?", [at, game, player, kind]
        )

    def _note_next(self, game: str) -> None:
        self._db.execute(
            "update reminder_plan set at = coalesce((select min(p.at) from reminder_person p"
            " where p.game = reminder_plan.game and p.at != ''), '') where game = ?",
            [game],
        )

    # at the doors
    def waiting(self) -> frozenset[Waiting]:
        """What doors have not given yet; a look at an index that is nearly always empty."""
        return frozenset(
            Waiting(*row) for row in self._db.query("select game, door, player, kind, due from reminder_given")
        )

    def waiting_games(self, door: str) -> tuple[str, ...]:
        return self._texts("select distinct game from reminder_given where door = ? order by game", door)

    def take(self, game: str, door: str) -> tuple[Given, ...]:
        """In the transaction that gives them: the reminders that the door is to give.  They are not asked for again."""
        rows = self._db.query(
            "select game, player, kind, due, also from reminder_given where game = ? and door = ?"
            " order by player, kind",
            (game, door),
        )
        if rows:
            with self._store.transaction():
                self._db.execute("delete from reminder_given where game = ? and door = ?", [game, door])
        return tuple(
            Given(game, player, kind, due, decode(also, tuple[Deadline, ...])) for game, player, kind, due, also in rows
        )

    def drop_late(self, now: str) -> None:
        """Reminders of deadlines that have passed are not given any more."""
        if self._texts("select game from reminder_given where due <= ? limit 1", now):
            with self._store.transaction():
                self._db.execute("delete from reminder_given where due <= ?", [now])

    def _texts(self, query: str, *values: str) -> tuple[str, ...]:
        return tuple(str(value) for (value,) in self._db.query(query, values))
