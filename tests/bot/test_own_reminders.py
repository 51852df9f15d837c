"""Reminders by person: as each has chosen, a last call, digests of many games, and which units lack orders."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bot.discord.messages.reminders import _remind_directly, reminder
from bot.hosting import reminding
from bot.hosting.engine_thread import EngineData
from bot.hosting.reminders import Deadline, Given
from bot.hosting.reminding import AwaitedSides, idle_units, still_awaited
from engine.database.address import Address
from engine.log.deadline import add_seconds
from tests.engine.table_games import started
from tests.support.databases import new_database
from tests.support.toy_system import NOW

HOUR, DAY = 3_600, 86_400
DUE = add_seconds(NOW, DAY)


class Clock:
    """What the deadline clock does with reminders, at moments that the test chooses."""

    def __init__(self, address: Address, duel: str) -> None:
        self.data, self.duel = EngineData(new_database(address)), duel

    def game(self, name: str, period: int = DAY, address: str = "discord:1/1/1", door: str = "discord") -> str:
        key = started(self.data.table, self.duel, period, name)
        self.data.outboxes[door].set_destination(key, address, "tag")
        return key

    def look(self, seconds: float, door: str = "discord") -> Sequence[Given]:
        """What a door is given so many seconds after the games began."""
        moment = add_seconds(NOW, int(seconds))
        self.data.reminders.plan(self.data.table.journal.games())
        for game in reminding._due(self.data, moment):
            reminding._hand_over(self.data, game, moment)
        games = self.data.reminders.waiting_games(door)
        return [given for game in games for given in self.data.reminders.take(game, door)]


@pytest.fixture
def clock(address: Address, duel: str) -> Iterator[Clock]:
    made = Clock(address, duel)
    yield made
    made.data.close()


def test_a_last_call_follows_for_those_who_are_still_awaited(clock: Clock) -> None:
    key, other = clock.game("One"), clock.game("Two")
    assert [given.kind for given in clock.look(18 * HOUR)] == ["reminder"] * 2
    assert not clock.look(22 * HOUR - 1)
    clock.data.table.done(other, "red", add_seconds(NOW, 20 * HOUR))
    assert clock.look(22 * HOUR) == [Given(key, "ann", "last", DUE)]
    assert not clock.look(23 * HOUR)


def test_a_reminder_that_is_as_late_as_the_last_call_is_left_out(clock: Clock) -> None:
    key = clock.game("One")
    clock.look(1)
    assert clock.look(23 * HOUR) == [Given(key, "ann", "last", DUE)] and not clock.look(23 * HOUR)


def test_each_is_reminded_as_they_have_chosen(clock: Clock) -> None:
    key = clock.game("One")
    clock.look(1)
    clock.data.choose("ann", {"before": "12h"})
    assert not clock.look(12 * HOUR - 1) and [given.player for given in clock.look(12 * HOUR)] == ["ann"]
    clock.data.choose("ann", {"before": "5h"})
    assert not clock.look(19 * HOUR), "what was given is not given again"
    clock.data.choose("ann", {"reminders": "off"})
    assert not clock.look(23 * HOUR)
    clock.data.choose("ann", {"reminders": "on"})
    assert not clock.look(23 * HOUR) and clock.data.table.game(key).due == DUE


def test_nothing_comes_in_quiet_hours_even_if_the_bot_was_away_before(clock: Clock) -> None:
    """The phase is over at 18:00."""
    key = clock.game("One")
    clock.data.choose("ann", {"quiet": "10:00-15:00"})
    assert not clock.look(17 * HOUR) and not clock.look(18 * HOUR), "12:00 is quiet"
    assert clock.look(21 * HOUR) == [Given(key, "ann", "reminder", DUE)]
    clock.data.choose("ann", {"quiet": "15:30-17:30"})
    assert not clock.look(22 * HOUR), "the last call was due before 15:30, and 16:00 is quiet"
    assert clock.look(23.5 * HOUR) == [Given(key, "ann", "last", DUE)]
    assert not clock.look(DAY + 1)


def test_a_settings_change_moves_what_is_planned(clock: Clock) -> None:
    key = clock.game("One")
    clock.look(1)
    clock.data.choose("ann", {"quiet": "11:00-14:00"})
    assert not clock.look(19 * HOUR)
    assert clock.look(20 * HOUR) == [Given(key, "ann", "reminder", DUE)], "at the end of the quiet hours"


def test_who_takes_a_seat_is_reminded_and_who_leaves_is_not(clock: Clock) -> None:
    key = clock.game("One")
    clock.look(1)
    clock.data.table.leave(key, "red", "ann", add_seconds(NOW, 2))
    clock.data.table.seat(key, "red", "cat", add_seconds(NOW, 3))
    assert [given.player for given in clock.look(19 * HOUR)] == ["cat"]


def test_reminders_of_many_games_within_an_hour_are_one(clock: Clock) -> None:
    clock.data.choose("ann", {"digest": "2"})
    keys = [clock.game(str(n), DAY + n * HOUR // 4) for n in range(3)]
    later = clock.game("later", 2 * DAY)
    (given,) = clock.look(18 * HOUR)
    dues = [clock.data.table.game(key).due or "" for key in keys]
    assert given == Given(keys[0], "ann", "reminder", dues[0], tuple(map(Deadline, keys[1:], dues[1:])))
    assert not clock.look(19 * HOUR), "all three were told"
    assert [one.game for one in still_awaited(clock.data, given, add_seconds(NOW, 19 * HOUR))] == keys
    clock.data.table.done(keys[0], "red", add_seconds(NOW, 19 * HOUR))
    assert [one.game for one in still_awaited(clock.data, given, add_seconds(NOW, 19 * HOUR))] == keys[1:]
    assert [one.game for one in clock.look(36 * HOUR)][-1] == later, "a day later"


def test_a_few_games_are_told_of_one_by_one(clock: Clock) -> None:
    keys = [clock.game(str(n)) for n in range(3)]
    assert [(given.game, given.also) for given in clock.look(18 * HOUR)] == [(key, ()) for key in keys]


def test_a_digest_in_public_tells_of_no_game_elsewhere(clock: Clock) -> None:
    clock.data.choose("ann", {"digest": "1"})
    here, there, beside = (clock.game(n, address=f"discord:{n}/1/1") for n in ("1", "2", "1"))
    assert [(given.game, [one.game for one in given.also]) for given in clock.look(18 * HOUR)] == [
        (here, [beside]),
        (there, []),
    ]


def test_a_digest_of_many_games_fits_into_one_message(clock: Clock) -> None:
    people = {"ann": "1", "bob": "2"}
    keys = [clock.game(f"A game with a long name, number {n}") for n in range(40)]
    awaited = tuple(AwaitedSides(key, DUE, ("red",)) for key in keys)
    post = reminder(clock.data, keys[0], "reminder", DUE, dict.fromkeys(people.values(), awaited), 9)
    assert len(post.content) <= 2000 and post.pings == ("1", "2") and "Also waiting for <@1>" in post.content
    _remind_directly(clock.data, Given(keys[0], "1", "reminder", DUE), awaited, 9)
    direct = clock.data.direct.next_waiting(NOW)
    assert direct and len(direct.body) <= 2000 and "more: `/my games`" in direct.body


def test_a_direct_digest_tells_of_all(clock: Clock) -> None:
    clock.data.choose("ann", {"digest": "1", "pings": "direct"})
    here, *others = (clock.game(n, address=f"discord:{n}/1/1") for n in ("1", "2", "3"))
    (given,) = clock.look(18 * HOUR)
    assert given.game == here and [one.game for one in given.also] == others


def test_a_damaged_game_keeps_no_other_from_reminding(tmp_path: Path, duel: str) -> None:
    clock = Clock(tmp_path / "games.db", duel)
    clock.data.choose("ann", {"digest": "1"})
    damaged, sound = clock.game("One"), clock.game("Two")
    clock.look(1)
    database = clock.data.table.journal.database
    for (trigger,) in database.query("select name from sqlite_master where type = 'trigger' and tbl_name = 'entry'"):
        database.execute(f"drop trigger {trigger}")
    database.execute("update entry set body = '{}' where game = ? and seq = 2", [damaged])
    clock.data.close()
    clock.data = EngineData(tmp_path / "games.db")
    assert [(given.game, given.also) for given in clock.look(18 * HOUR)] == [(sound, ())]
    clock.data.close()


def test_units_that_lack_an_order_are_named_to_their_player(tmp_path: Path, duel: str) -> None:
    data = EngineData(tmp_path / "games.db")
    toy = started(data.table, duel, DAY)
    assert idle_units(data, AwaitedSides(toy, DUE, ("red",))) == ("R1",)
    data.table.write(toy, "red", "R1 hit B1", NOW)
    assert data.table.units_without_orders(toy, "red") == () == data.table.units_without_orders(toy, "blue")
    real = data.table.open("raid-on-danville", "", NOW, DAY).id
    for side in data.table.game(real).sides:
        data.table.seat(real, side, side, NOW)
    (side, *_) = data.table.game(real).phase.sides  # type: ignore[union-attr]
    idle = data.table.units_without_orders(real, side)
    assert idle and {one.split()[0] for one in idle} <= set(data.table.own_units(real, side))
    order = next(idea for idea in data.table.ideas(real, side) if idea.split()[0] == idle[0].split()[0])
    data.table.write(real, side, order, NOW)
    assert idle[0] not in data.table.units_without_orders(real, side)
    data.close()


def test_a_deputy_is_reminded_beside_the_player_and_as_they_have_chosen(clock: Clock) -> None:
    key = clock.game("One")
    clock.look(1)
    clock.data.table.depute(key, "red", "cid", add_seconds(NOW, 2))
    clock.data.choose("cid", {"before": "12h", "quiet": "15:30-17:00"})
    assert [given.player for given in clock.look(12 * HOUR)] == ["cid"], "12 hours before, the player later"
    assert [given.player for given in clock.look(18 * HOUR)] == ["ann"]
    assert [given.player for given in clock.look(22 * HOUR)] == ["ann"], "the deputy's quiet hours"
    assert clock.look(23 * HOUR) == [Given(key, "cid", "last", DUE)]
    (awaited,) = still_awaited(clock.data, Given(key, "cid", "last", DUE), add_seconds(NOW, 23 * HOUR))
    assert awaited.sides == ("red",)


def test_who_is_no_deputy_any_more_and_who_wants_none_is_not_reminded(clock: Clock) -> None:
    keys = [clock.game(n) for n in ("One", "Two", "Three")]
    for key in keys:
        clock.data.table.depute(key, "red", "cid", add_seconds(NOW, 2))
    clock.look(1)
    clock.data.table.depute(keys[0], "red", "", add_seconds(NOW, 3))
    clock.data.table.done(keys[1], "red", add_seconds(NOW, 4))
    found = [(given.game, given.player) for given in clock.look(18 * HOUR) if given.player in ("ann", "cid")]
    assert found == [(keys[0], "ann"), (keys[2], "ann"), (keys[2], "cid")]
    clock.data.choose("cid", {"reminders": "off"})
    assert {given.player for given in clock.look(22 * HOUR)} == {"ann", "bob"}


def test_a_post_says_who_is_a_deputy(clock: Clock) -> None:
    key = clock.game("One")
    clock.data.table.depute(key, "red", "77", add_seconds(NOW, 2))
    people = {person: (AwaitedSides(key, DUE, ("red",)),) for person in ("ann", "77")}
    post = reminder(clock.data, key, "reminder", DUE, people, 9)
    assert "**ann** (**The Reds**) and <@77> (**The Reds, as deputy**)" in post.content, post.content
