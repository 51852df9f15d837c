"""What somebody could try to gain by votes, take-backs, absences, deputies and pauses: none of it works."""

import pytest

from engine.errors import Refused
from engine.log.deadline import add_seconds
from engine.log.decision_words import GIVEN_UP, MISSED
from engine.log.decisions import Change
from engine.log.verify import verify
from engine.table import Table
from tests.engine.table_games import phase_of, present, refused
from tests.engine.test_long_game import DAY, opened, silent_rounds
from tests.support.toy_system import NOW


def secret_phase(table: Table, key: str) -> None:
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    assert phase_of(table, key).sealed


# votes
def test_nobody_votes_alone_while_a_seat_is_free(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.leave(key, "blue", "bob", NOW)
    for motion, value in (("draw", ""), ("concede", "red")):
        refused("no-vote", table.propose, key, "red", motion, value, NOW, "ann")
    refused("no-vote", table.take_back, key, "red", NOW, "ann")
    game = table.game(key)
    assert not game.over and not game.take_backs, "no dice are tried again because the other has left"


def test_a_vote_for_what_is_settled_changes_nothing(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.propose(key, "red", "draw", "", NOW, "ann")
    on = table.game(key).motions[0].seq
    table.commit(key, "red", NOW, text="concede")
    for yes in (True, False):
        with pytest.raises(Refused):
            table.vote(key, "blue", on, NOW, "bob", yes=yes)
    assert table.game(key).winner == "blue" and verify(table.export(key)).holds


def test_a_freeze_is_not_undone_by_an_open_vote(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.propose(key, "red", "pause", "", NOW, "ann")
    on = table.game(key).motions[0].seq
    table.pause(key, NOW, "referee", "rea", "Wait.", freeze=True)
    refused("no-motion", table.vote, key, "blue", on, NOW, "bob", yes=True)
    assert table.game(key).frozen


# take-backs
def test_what_a_friendly_commit_has_shown_is_not_taken_back_at_once(table: Table, duel: str) -> None:
    key = opened(table, duel, "", friendly=True)
    secret_phase(table, key)
    table.commit(key, "blue", NOW, text="B1 plan 7")
    table.commit(key, "red", NOW, text="concede")
    with pytest.raises(Refused):
        table.take_back(key, "red", NOW, "ann")
    assert table.game(key).over


def test_orders_taken_back_are_written_again(table: Table, duel: str) -> None:
    key = opened(table, duel, "", friendly=True)
    table.commit(key, "red", NOW, text="standing mood wild")
    table.take_back(key, "red", NOW, "ann")
    assert table.draft(key, "red") == "standing all mood wild" and verify(table.export(key)).holds


# silence and seats
def test_who_sits_down_later_has_missed_nothing(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    now = silent_rounds(table, key, GIVEN_UP)
    table.seat(key, "red", "cid", now)
    for _ in range(MISSED):
        now = add_seconds(now, DAY + 1)
        table.expire(key, now)
    assert table.game(key).seats["red"] == "cid"


def test_a_seat_freed_in_a_secret_phase_does_not_block_it(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    secret_phase(table, key)
    table.commit(key, "blue", NOW, text="B1 plan 3")
    table.unseat(key, "blue", NOW, "rea", "He has left the club.")
    table.done(key, "red", NOW)
    assert table.seat(key, "blue", "cid", NOW).seats["blue"] == "cid"


def test_the_draft_of_a_freed_seat_is_nobodys(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    table.write(key, "red", "R1 hit B1", NOW)
    table.unseat(key, "red", NOW, "rea", "He has left the club.")
    table.seat(key, "red", "cid", NOW)
    assert table.draft(key, "red") == ""


def test_a_deputy_never_changes_sides(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.depute(key, "red", "cid", NOW)
    assert "played or ordered for The Reds" in refused("opponents-seat", table.depute, key, "blue", "cid", NOW)
    table.leave(key, "blue", "bob", NOW)
    refused("opponents-seat", table.seat, key, "blue", "cid", NOW)
    refused("opponents-seat", table.depute, key, "red", "bob", NOW)


# time
def test_a_pause_takes_no_time_away(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.put_off(key, 20 * DAY, NOW, "referee", "rea", "Holidays.")
    table.pause(key, NOW, "referee", "rea")
    later = add_seconds(NOW, DAY)
    assert table.resume(key, later, "referee", "rea").due == add_seconds(later, 21 * DAY)


def test_any_order_lets_a_silent_game_go_on(table: Table, duel: str) -> None:
    key, now = opened(table, duel, "1d"), NOW
    while not table.game(key).paused:
        table.expire(key, now := add_seconds(now, DAY + 1))
    mover = phase_of(table, key).sides[0]
    table.done(key, mover, now)
    assert not table.game(key).paused and table.game(key).due and verify(table.export(key)).holds


def test_phases_without_an_early_end_have_none_by_any_door(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, early: no")
    refused("not-early", table.commit, key, "red", NOW, text="R1 hit B1\ndone")
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert phase_of(table, key).sides == ("red",)


def test_a_bank_is_charged_for_all_of_the_lateness(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, bank 2d")
    due = add_seconds(NOW, DAY)
    table.expire(key, due)
    table.commit(key, "red", due, text="standing mood wild")
    table.done(key, "red", add_seconds(due, DAY))
    assert table._cache.find(key).schedule.bank_left("red") == DAY


def test_grace_binds_others_even_after_an_extension(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, grace 6h")
    secret_phase(table, key)
    table.write(key, "red", "R1 plan 7", NOW)
    late = add_seconds(NOW, DAY)
    table.expire(key, late)
    refused("time-is-up", table.extend, key, "red", 3600, late, "ann")
    table.extend(key, "blue", 3600, late, "bob")
    refused("time-is-up", table.write, key, "red", "R1 plan 9", late)


def test_nothing_runs_in_a_frozen_game(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    table.give(key, "blue", "B1 hit R1\ndone", NOW)
    table.pause(key, NOW, "referee", "rea", "Wait.", freeze=True)
    table.force_done(key, "red", NOW, "rea", "He is away.")
    assert phase_of(table, key).sides == ("blue",), "what was written ahead waits too"


def test_a_phase_that_a_referee_opens_has_its_whole_time(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    later = add_seconds(NOW, DAY - 60)
    table.change(key, (Change(("active",), '"blue"'),), later, "rea", "It was blue's turn.")
    assert phase_of(table, key).sides == ("blue",) and table.game(key).due == add_seconds(later, DAY)


# refusals
def test_a_refusal_undoes_nothing_around_it(table: Table, duel: str) -> None:
    over, frozen = opened(table, duel, "1d"), opened(table, duel, "1d")
    table.commit(over, "red", NOW, text="concede")
    asks = (
        lambda: table.give(over, "red", "R1 hit B1\ndone", NOW),
        lambda: table.write(over, "red", "R1 hit B1", NOW),
        lambda: table.give(frozen, "red", "R1 hit B1\n" * 100_000, NOW),
        lambda: table.seat(over, "red", "cid", NOW),
        lambda: table.depute(over, "red", "cid", NOW),
    )
    for ask in asks:
        with table.journal.transaction():
            with pytest.raises(Refused):
                ask()
            table.write(frozen, "red", "R1 hit B1", NOW)
    assert present(table.draft(frozen, "red")) == "R1 hit B1"


@pytest.mark.parametrize("name", ["the clock", "", "  ", "🎲"])
def test_a_referee_is_never_the_clock(table: Table, duel: str, name: str) -> None:
    key = opened(table, duel, "1d")
    table.put_off(key, 5 * DAY, NOW, "referee", name, "Holidays.")
    table.rule(key, "Hello.", NOW, name)
    assert table.game(key).due == add_seconds(NOW, 6 * DAY) and verify(table.export(key)).holds


@pytest.mark.parametrize("path", [(), ("units",), ("9" * 5000,), ("units", "R1", "at", "9" * 5000)])
def test_a_change_of_nothing_is_refused(table: Table, duel: str, path: tuple[str, ...]) -> None:
    key = opened(table, duel, "1d")
    refused("bad-change", table.change, key, (Change(path, "1"),), NOW, "rea", "No.")
