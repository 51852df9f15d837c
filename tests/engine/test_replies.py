"""How soon players replied, and how many phases they met: from the log, by their own names, without what was undone."""

from engine.log.deadline import add_seconds
from engine.log.replies import Replies, added_replies
from engine.table import Table
from tests.engine.table_games import started
from tests.support.toy_system import NOW

HOUR = 3600


def after(hours: int) -> str:
    return add_seconds(NOW, hours * HOUR)


def replies(table: Table, key: str) -> dict[str, Replies]:
    return {one.player: one for one in table.replies_if_readable(key)}


def awaited(table: Table, key: str) -> str:
    phase = table.game(key).phase
    assert phase
    return phase.sides[0]


def test_time_from_the_beginning_of_a_phase_to_its_end(table: Table, duel: str) -> None:
    key = started(table, duel)
    names, expected = table.game(key).seats, dict[str, list[int]]()
    assert replies(table, key) == {}
    for end, long in ((5, 5), (7, 2), (16, 9)):
        side = awaited(table, key)
        expected.setdefault(names[side], []).append(long * HOUR)
        table.done(key, side, after(end))
    found = replies(table, key)
    assert {player: list(one.seconds) for player, one in found.items()} == expected
    assert all(one.timed == one.met == 0 for one in found.values()), "no deadline, nothing to meet"


def test_a_deadline_that_passes_is_not_met_unless_orders_were_left(table: Table, duel: str) -> None:
    key = started(table, duel, period=24 * HOUR)
    names, side = table.game(key).seats, awaited(table, key)
    assert table.expire(key, after(24))
    assert replies(table, key)[names[side]] == Replies(names[side], (), 1, 0)
    other = awaited(table, key)
    table.write(key, other, table.ideas(key, other)[0], after(25))
    assert table.expire(key, after(48))
    assert replies(table, key)[names[other]].met == 1
    third = awaited(table, key)
    table.done(key, third, after(50))
    assert replies(table, key)[names[third]].seconds[-1] == 2 * HOUR


def test_what_a_rewind_undid_does_not_count(table: Table, duel: str) -> None:
    key = started(table, duel)
    before = table.game(key).length
    table.done(key, awaited(table, key), after(5))
    assert replies(table, key)
    table.rewind(key, before, after(6), "ann", "again")
    assert replies(table, key) == {}


def test_several_games_are_added_up() -> None:
    one, other = Replies("ann", (60, 120), 3, 2), Replies("bob", (9,), 1, 1)
    assert added_replies("ann", [(one, other), (Replies("ann", (5,), 1, 1),), ()]) == Replies("ann", (60, 120, 5), 4, 3)


def test_names_that_are_withheld_have_no_replies(table: Table, duel: str) -> None:
    key = table.open(duel, "Masks", NOW, anonymous=True).id
    for side, player in (("red", "ann"), ("blue", "bob")):
        table.seat(key, side, player, NOW)
    table.done(key, awaited(table, key), after(1))
    assert table.replies_if_readable(key) == ()
    assert table.replies_if_readable("no-such-game") == ()


def test_a_phase_with_an_absence_or_a_hold_of_the_referee_counts_neither_way(table: Table, duel: str) -> None:
    key = started(table, duel, period=24 * HOUR)
    names, side = table.game(key).seats, awaited(table, key)
    assert table.wait_for_absent(key, {side: after(100)}, after(24))
    assert table.expire(key, after(100))
    assert names[side] not in replies(table, key), "missed while away"
    other = awaited(table, key)
    table.done(key, other, after(101))
    assert replies(table, key)[names[other]] == Replies(names[other], (HOUR,), 1, 1), "the next phase counts"
    before, third = replies(table, key), awaited(table, key)
    table.pause(key, after(102), "referee", "umpire", "holidays")
    table.resume(key, after(200), "referee", "umpire", "back")
    assert table.expire(key, after(300))
    assert replies(table, key) == before and third == side
    table.done(key, awaited(table, key), after(301))
    assert sum(one.timed for one in replies(table, key).values()) == 2


def test_an_extension_changes_the_time_that_is_to_be_met(table: Table, duel: str) -> None:
    key = started(table, duel, period=24 * HOUR)
    names, side = table.game(key).seats, awaited(table, key)
    table.put_off(key, 24 * HOUR, after(20), "referee", "umpire", "a storm")
    assert table.expire(key, after(48))
    assert replies(table, key)[names[side]] == Replies(names[side], (), 1, 0)
