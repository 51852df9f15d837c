"""Reminders: when they are due, handed over once, whatever process comes first, and to whom."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.hosting import deadline_clock, reminding
from bot.hosting.deadline_clock import DeadlineClock
from bot.hosting.engine_thread import EngineData, EngineThread
from bot.hosting.reminder_times import LEAST, MOST, SHORTEST, moment_of
from bot.hosting.reminders import Given, Reminders, Waiting
from bot.hosting.reminding import PLANNED_AT_ONCE, ReminderClock, people_to_remind
from engine.database.address import Address
from engine.log.deadline import add_seconds
from engine.table import Table
from tests.engine.table_games import started
from tests.support.databases import new_database
from tests.support.toy_system import NOW, entropy

HOUR, DAY = 3_600, 86_400


@pytest.mark.parametrize(
    ("length", "before"),
    [(SHORTEST - 1, 0), (SHORTEST, LEAST), (DAY, 6 * HOUR), (4 * DAY, MOST), (60 * DAY, MOST), (60, 0)],
)
def test_a_quarter_of_the_time_is_left_an_hour_at_least_and_a_day_at_most(length: int, before: int) -> None:
    due = add_seconds(NOW, length)
    assert moment_of(NOW, due) == (add_seconds(due, -before) if before else "")


class Notified(list[str]):
    def notify(self, game: str) -> None:
        self.append(game)


class Bench:
    """A database with a game of a day for each phase, and a clock that can be set."""

    def __init__(self, address: Address, duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.engine, self.told, self._monkeypatch = EngineThread(new_database(address)), Notified(), monkeypatch
        self.clock: Any = DeadlineClock(self.engine, self.told)
        self.data: EngineData = self.engine._data
        self.game = self.use(lambda table: started(table, duel, DAY))
        self.use(lambda _: self.data.outbox.set_destination(self.game, "discord:1/1/1", "tag"))

    def use(self, act: Any) -> Any:
        return asyncio.run(self.engine.use_table(act))

    def look(self, seconds: float, clock: Any = None) -> list[str]:
        """What the clock says of games so many seconds after the game began."""
        moment = add_seconds(NOW, int(seconds))
        self._monkeypatch.setattr(deadline_clock, "utc_now", lambda: moment)
        self.told.clear()
        asyncio.run((clock or self.clock)._run_due())
        return list(self.told)

    def take(self) -> list[tuple[str, str, str]]:
        """Whom Discord's door is to remind."""
        given: tuple[Given, ...] = self.use(lambda _: self.data.reminders.take(self.game, "discord"))
        return [(one.player, one.kind, one.due) for one in given]

    def waiting(self) -> set[tuple[str, str]]:
        return self.use(lambda _: {(w.door, w.due) for w in self.data.reminders.waiting()})  # type: ignore[no-any-return]


@pytest.fixture
def bench(address: Address, duel: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Bench(address, duel, monkeypatch)
    yield made
    made.engine.close()


def test_a_deadline_is_reminded_of_once(bench: Bench) -> None:
    due = add_seconds(NOW, DAY)
    assert bench.look(1) == [bench.game] and not bench.waiting(), "the game is new"
    assert bench.look(18 * HOUR - 1) == []
    assert bench.look(18 * HOUR) == [bench.game] and bench.waiting() == {("discord", due)}
    assert bench.look(18 * HOUR + 10) == [], "the door knows"
    assert bench.take() == [("ann", "reminder", due)] and bench.take() == []
    bench.use(lambda table: table.write(bench.game, "red", "R1 hit B1", add_seconds(NOW, 19 * HOUR)))
    bench.look(20 * HOUR)
    assert not bench.waiting(), "a draft changes no deadline"


def test_a_restart_or_a_second_process_does_not_remind_again(bench: Bench) -> None:
    bench.look(1)
    other: Any = DeadlineClock(bench.engine, bench.told)
    assert bench.look(19 * HOUR) == [bench.game]
    bench.take()
    bench.look(19 * HOUR, other)
    assert not bench.waiting()


def test_the_next_phase_and_a_deadline_that_was_put_off_are_reminded_of_anew(bench: Bench) -> None:
    bench.look(1)
    bench.look(20 * HOUR)
    bench.take()
    bench.use(lambda table: table.rewind(bench.game, table.game(bench.game).length, add_seconds(NOW, 21 * HOUR), "ann"))
    assert bench.look(22 * HOUR) == [bench.game] and not bench.waiting()
    bench.look(39 * HOUR)
    assert bench.waiting() == {("discord", add_seconds(NOW, 45 * HOUR))}


def test_after_the_deadline_nobody_is_reminded(bench: Bench) -> None:
    """The bot was away from before the reminder until after the deadline; or a door was, and could not give it."""
    bench.look(1)
    bench.look(20 * HOUR)
    assert bench.waiting()
    bench.look(25 * HOUR)
    assert not bench.waiting()
    bench.look(100 * HOUR)
    assert not bench.waiting(), "a deadline that passed unseen is run"


def test_short_phases_and_games_of_terminals_have_no_reminders(bench: Bench, duel: str) -> None:
    quick, alone = (bench.use(lambda table, p=p: started(table, duel, p, str(p))) for p in (SHORTEST - 1, DAY))
    bench.use(lambda _: bench.data.outbox.set_destination(quick, "discord:1/2/2", "tag"))
    bench.look(1)
    bench.look(SHORTEST - 2)
    assert not bench.waiting()
    bench.look(20 * HOUR)
    games = bench.use(lambda _: {w.game for w in bench.data.reminders.waiting()})
    assert alone not in games


def test_a_database_from_before_is_planned_when_it_is_opened(duel: str, tmp_path: Path, monkeypatch: Any) -> None:
    table = Table(tmp_path / "games.db", entropy("before"))
    key = started(table, duel, DAY)
    table.close()
    bench = Bench(tmp_path / "games.db", duel, monkeypatch)
    bench.use(lambda _: bench.data.outbox.set_destination(key, "discord:1/2/2", "tag"))
    bench.look(20 * HOUR)
    assert {w.game for w in bench.use(lambda _: bench.data.reminders.waiting())} >= {key}
    bench.engine.close()


def test_only_those_are_reminded_who_did_nothing(duel: str, tmp_path: Path) -> None:
    data = EngineData(tmp_path / "games.db")
    key, due = started(data.table, duel, DAY), add_seconds(NOW, DAY)
    assert people_to_remind(data, key, due, NOW) == {"ann": ("red",)}
    assert people_to_remind(data, key, add_seconds(due, 1), NOW) == {}, "that is another deadline"
    assert people_to_remind(data, key, due, due) == {}, "it has passed"
    data.choose("ann", {"reminders": "off"})
    assert people_to_remind(data, key, due, NOW) == {}
    data.choose("ann", {"reminders": "on"})
    data.table.write(key, "red", "R1 hit B1", NOW)
    assert people_to_remind(data, key, due, NOW) == {"ann": ("red",)}, "a draft is no commit"
    assert data.table.at_deadline(key, "red").runs == ("R1 hit B1",)
    data.table.commit(key, "red", NOW)
    assert data.table.silent_sides(key) == () and people_to_remind(data, key, due, NOW) == {}
    data.table.done(key, "red", NOW)
    assert data.table.silent_sides(key) == ("blue",)
    data.table.done(key, "blue", NOW)
    assert data.table.silent_sides(key) == ("red", "blue")
    data.table.done(key, "blue", NOW)
    assert list(people_to_remind(data, key, due, NOW)) == ["ann"], "the other is done in the secret phase"
    data.table.close()


def test_a_reminder_that_another_process_hands_over_is_left_to_it(bench: Bench) -> None:
    bench.look(1)
    for _ in range(2):
        bench.use(lambda _: reminding._hand_over(bench.data, bench.game, add_seconds(NOW, 20 * HOUR)))
    assert bench.use(lambda _: bench.data.reminders.waiting()) == {
        Waiting(bench.game, "discord", "ann", "reminder", add_seconds(NOW, DAY))
    }


async def test_many_games_that_change_at_once_are_planned_a_few_at_a_time(
    tmp_path: Path, duel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the start, and after a thousand deadlines passed together: others are answered in between."""
    with closing(EngineThread(tmp_path / "games.db")) as engine:
        keys = await engine.use_table(lambda table: [started(table, duel, 40 * HOUR) for _ in range(70)])
        planned, plan = list[list[str]](), Reminders.plan

        def note(self: Reminders, games: Sequence[str]) -> None:
            planned.append(list(games))
            plan(self, games)

        monkeypatch.setattr(Reminders, "plan", note)
        clock = ReminderClock(engine, Notified())
        await clock.look((), NOW)
        assert sorted(game for games in planned for game in games) == sorted(keys)
        await clock.look(keys[::2], NOW)
        assert [game for games in planned for game in games][len(keys) :] == keys[::2]
        assert max(map(len, planned)) <= PLANNED_AT_ONCE < len(keys)
        assert await engine.use_data(lambda data: data.reminders.unplanned()) == ()
