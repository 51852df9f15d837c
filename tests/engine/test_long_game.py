"""The long game at the table: calendars, silence, grace, absences, pauses, votes, take-backs, deputies, referees.

Everything is decided from the journal and the times that are given; each log is proved at the end.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.deadlines.words import read_calendar
from engine.log.deadline import add_seconds
from engine.log.decision_words import EXTENSIONS, GIVEN_UP, MISSED
from engine.log.decisions import Change
from engine.log.verify import Verdict, verify
from engine.table import Game, Table
from tests.engine.table_games import kinds, phase_of, present, refused, started
from tests.support.second_verifier import judge
from tests.support.toy_system import NOW, entropy

DAY = 86_400


@pytest.fixture
def table(table_on_each: Table) -> Table:
    return table_on_each


@pytest.fixture(autouse=True)
def every_log_is_proved(table: Table, duel: str) -> Iterator[None]:
    """By both verifiers; and read again from the journal, the game is the same."""
    yield
    again = Table(table.journal.path, entropy())
    for game in table.games():
        audit = verify(table.export(game.id))
        assert audit.verdict is (Verdict.PROVED if game.over else Verdict.SO_FAR), str(audit)
        assert judge(table.export(game.id)).proved
        assert again.game(game.id) == game
    again.close()


def opened(table: Table, duel: str, calendar: str, *, friendly: bool = False) -> str:
    """A duel of ann, who plays red and moves first, and bob."""
    key = table.open(duel, "Dawn", NOW, read_calendar(calendar) if calendar else None, friendly=friendly).id
    table.seat(key, "red", "ann", NOW)
    table.seat(key, "blue", "bob", NOW)
    return key


def lines(table: Table, key: str) -> str:
    return "\n".join(table.news(key)[-1].lines)


# calendars
def test_a_calendar_sets_the_deadline_of_each_phase_in_the_log(table: Table, duel: str) -> None:
    key = opened(table, duel, "Mon Wed Fri 20:00 Europe/Berlin")
    game = table.game(key)
    assert (NOW, game.due) == ("2026-01-31T18:00:00Z", "2026-02-02T19:00:00Z")
    assert game.calendar == "Mon Wed Fri 20:00 Europe/Berlin" and kinds(table, key)[-1] == "timed"
    assert table.expire(key, "2026-02-02T18:59:59Z") is None
    assert present(table.expire(key, "2026-02-02T19:00:00Z")).due == "2026-02-04T19:00:00Z"
    assert table.game(key).due == "2026-02-04T19:00:00Z"


def test_after_a_long_sleep_the_next_phase_has_its_whole_time(table: Table, duel: str) -> None:
    key = opened(table, duel, "20:00 Europe/Berlin")
    assert present(table.expire(key, "2026-02-10T18:59:00Z")).due == "2026-02-11T19:00:00Z"


def test_phases_that_end_at_their_deadlines_alone(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, early: no")
    says = refused("not-early", table.done, key, "red", NOW)
    assert "2026-02-01 at 18:00 UTC" in says
    given = table.give(key, "red", "R1 hit B1\ndone", NOW)
    assert given.news is None and "end at their deadlines" in given.asks
    assert "R1 hits B1" in "\n".join(present(table.expire(key, add_seconds(NOW, DAY))).lines)


def test_a_plain_length_is_kept_as_before(table: Table, duel: str) -> None:
    key = opened(table, duel, "3d")
    assert table.game(key).period == 3 * DAY and "timed" not in kinds(table, key)
    assert table.game(key).calendar == "3d"


# silence
def test_grace_for_those_who_have_written_nothing_binds_all_others(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, grace 6h")
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)  # the sealed phase, which waits for both
    table.write(key, "red", "R1 plan 7", NOW)
    late = add_seconds(NOW, DAY)
    assert present(table.expire(key, late)).due == add_seconds(late, 6 * 3600)
    assert "nothing is written for The Blues" in lines(table, key)
    for ask in (lambda: table.write(key, "red", "R1 plan 9", late), lambda: table.done(key, "red", late)):
        assert "only The Blues may still write" in refused("time-is-up", ask)
    assert table.draft(key, "red") == "R1 plan 7"
    table.commit(key, "blue", late, text="B1 plan 3")
    assert table.expire(key, add_seconds(late, 6 * 3600 - 1)) is None
    assert "red planned 7" in "\n".join(present(table.expire(key, add_seconds(late, 6 * 3600))).lines)


def test_a_bank_of_time_is_used_up_by_lateness_alone(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d, bank 2d")
    at = add_seconds(NOW, DAY)
    assert present(table.expire(key, at)).due == add_seconds(at, 2 * DAY)
    table.done(key, "red", add_seconds(at, DAY))  # a day late
    table.done(key, "blue", add_seconds(at, DAY + 60))
    table.done(key, "red", add_seconds(at, DAY + 60))
    table.done(key, "blue", add_seconds(at, DAY + 60))
    again = add_seconds(at, 2 * DAY + 60)
    assert present(table.expire(key, again)).due == add_seconds(again, DAY), "one day is left"
    assert present(table.expire(key, add_seconds(again, DAY))).phase


def silent_rounds(table: Table, key: str, rounds: int, now: str = NOW) -> str:
    """Bob plays on, ann lets every deadline pass; returns the time."""
    while rounds:
        now = add_seconds(now, DAY)
        if "blue" in phase_of(table, key).sides:
            table.done(key, "blue", now)
        if "red" in phase_of(table, key).sides:
            table.expire(key, now := add_seconds(now, DAY + 1))
            rounds -= 1
    return now


def test_civil_disorder_and_then_a_free_seat(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    now = silent_rounds(table, key, MISSED)
    assert "The Reds has let 2 deadlines in a row pass" in lines(table, key) and table.game(key).seats["red"] == "ann"
    now = silent_rounds(table, key, GIVEN_UP - MISSED, now)
    assert table.game(key).seats == {"red": "", "blue": "bob"}
    assert table.seat(key, "red", "cid", now).seats["red"] == "cid"


def test_any_order_ends_civil_disorder(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    now = silent_rounds(table, key, MISSED)
    while "red" not in phase_of(table, key).sides:
        table.done(key, "blue", now)
    table.done(key, "red", now)
    silent_rounds(table, key, 1, now)
    assert table.game(key).seats["red"] == "ann"


def test_a_player_who_is_away_is_waited_for_within_a_budget(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    back = add_seconds(NOW, 5 * DAY)
    assert table.wait_for_absent(key, {"blue": back}, NOW) is None, "it is red's turn"
    assert present(table.wait_for_absent(key, {"red": back}, NOW)).due == back
    assert table.wait_for_absent(key, {"red": back}, NOW) is None
    for_years = {"red": add_seconds(NOW, 999 * DAY)}
    assert present(table.wait_for_absent(key, for_years, back)).due == add_seconds(NOW, 22 * DAY)
    assert table.wait_for_absent(key, for_years, back) is None, "21 days in all"


def test_several_who_are_away_are_waited_for_together(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    assert phase_of(table, key).sealed
    due = table.game(key).due or ""
    soon, later = add_seconds(due, DAY), add_seconds(due, 3 * DAY)
    put_off = present(table.wait_for_absent(key, {"red": soon, "blue": later}, due))
    assert put_off.due == soon and "because players are away: " in put_off.lines[0]
    put_off = present(table.wait_for_absent(key, {"red": soon, "blue": later}, soon))
    assert put_off.due == later and "because a player is away: " in put_off.lines[0]
    assert table.expire(key, later)
    assert not [one for one in table.replies_if_readable(key) if one.timed > one.met], "both were away"


# the time of a game
def test_extensions_by_players_are_counted(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    assert "at most 1 day" in refused("bad-deadline", table.extend, key, "red", 2 * DAY, NOW, "ann")
    for used in range(EXTENSIONS):
        assert table.extend(key, "red", DAY, NOW, "ann").due == add_seconds(NOW, (used + 2) * DAY)
    assert "3 times" in refused("no-extension", table.extend, key, "red", DAY, NOW, "ann")
    assert table.extend(key, "blue", 60, NOW, "bob", "Visitors.").lines == (
        "The Blues puts the deadline off (2 extensions left). Visitors.",
    )


def test_a_pause_stops_deadlines_and_a_freeze_orders_too(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    table.pause(key, NOW, "referee", "rea")
    assert table.game(key).due is None and table.expire(key, add_seconds(NOW, 99 * DAY)) is None
    refused("paused", table.pause, key, NOW, "referee", "rea")
    table.done(key, "red", NOW)
    assert table.game(key).paused, "over the end of a phase"
    later = add_seconds(NOW, 9 * DAY)
    assert table.resume(key, later, "referee", "rea").due == add_seconds(later, DAY)
    table.pause(key, later, "referee", "rea", "A question about a hedge.", freeze=True)
    assert "frozen by its referee" in refused("frozen", table.done, key, "blue", later)
    table.write(key, "blue", "B1 hit R1", later)
    refused("frozen", table.resume, key, later, "vote", "")
    table.resume(key, later, "referee", "rea")
    assert table.done(key, "blue", later)


def test_without_deadlines_there_is_nothing_to_put_off(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    for ask in (
        lambda: table.extend(key, "red", DAY, NOW, "ann"),
        lambda: table.pause(key, NOW, "referee", "rea"),
        lambda: table.propose(key, "red", "extend", str(DAY), NOW, "ann"),
    ):
        assert "no deadline" in refused("no-deadline", ask)


# votes
def game_with_motion(table: Table, duel: str, motion: str, value: str = "") -> tuple[str, int]:
    key = opened(table, duel, "1d")
    table.propose(key, "red", motion, value, NOW, "ann")  # type: ignore[arg-type]
    return key, table.game(key).motions[0].seq


def test_a_draw_needs_everybody(table: Table, duel: str) -> None:
    key, on = game_with_motion(table, duel, "draw")
    assert lines(table, key) == "The Reds proposes a draw. 1 of 2 needed votes so far."
    assert table.game(key).motions[0].waiting == ("bob",)
    refused("no-change", table.vote, key, "red", on, NOW, "ann", yes=True)
    news = table.vote(key, "blue", on, NOW, "bob", yes=True)
    over = table.game(key)
    assert (news.kind, over.over, over.winner, over.won_by, over.reason) == ("over", True, "draw", "", "draw-agreed")
    refused("game-over", table.done, key, "red", NOW)
    assert over.due is None and table.expire(key, add_seconds(NOW, 99 * DAY)) is None


def test_one_vote_against_rejects_a_draw_and_nothing_more_happens(table: Table, duel: str) -> None:
    key, on = game_with_motion(table, duel, "draw")
    table.vote(key, "blue", on, NOW, "bob", yes=False)
    assert "It is rejected." in lines(table, key) and not table.game(key).motions
    refused("no-motion", table.vote, key, "blue", on, NOW, "bob", yes=True)
    assert not table.game(key).over


def test_what_votes_do(table: Table, duel: str) -> None:
    def agreed(motion: str, value: str = "") -> Game:
        key, on = game_with_motion(table, duel, motion, value)
        table.vote(key, "blue", on, NOW, "bob", yes=True)
        return table.game(key)

    assert agreed("extend", str(3 * DAY)).due == add_seconds(NOW, 4 * DAY)
    assert agreed("pause").paused
    conceded = agreed("concede", "blue")
    assert (conceded.winner, conceded.won_by, conceded.reason) == ("blue", "The Blues", "conceded")
    left = agreed("abandon")
    assert left.over and left.winner is None and left.reason == "abandoned"


def test_whoever_is_to_be_replaced_has_no_vote(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    says = refused("no-vote", table.propose, key, "blue", "replace", "red", NOW, "bob")
    assert "2 deadlines in a row" in says, "one of two players cannot simply throw the other out"
    now = silent_rounds(table, key, MISSED)
    news = table.propose(key, "blue", "replace", "red", now, "bob")
    assert table.game(key).seats == {"red": "", "blue": "bob"} and news.kind == "decided"
    assert "It is agreed." in news.lines[0] and "the seat is free again" in news.lines[1]


def test_a_game_can_be_abandoned_before_it_starts(table: Table, duel: str) -> None:
    key = table.open(duel, "Dawn", NOW).id
    table.seat(key, "red", "ann", NOW)
    table.propose(key, "red", "abandon", "", NOW, "ann")
    assert table.game(key).over and not table.game(key).started
    refused("game-over", table.seat, key, "blue", "bob", NOW)


def test_a_motion_about_the_deadline_lapses_with_its_phase(table: Table, duel: str) -> None:
    key, on = game_with_motion(table, duel, "extend", "3600")
    table.done(key, "red", NOW)
    refused("no-motion", table.vote, key, "blue", on, NOW, "bob", yes=True)


# take-backs
def test_a_take_back_needs_the_consent_of_the_others(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    before = table.journal.length(key)
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.take_back(key, "red", NOW, "ann")
    motion = table.game(key).motions[0]
    assert motion.words == f"to take the last commit back, to Turn 1, strikes (The Reds; entry {before})"
    table.vote(key, "blue", motion.seq, NOW, "bob", yes=True)
    assert table.game(key).take_backs == 1 and table.news(key)[-1].lines[0] == "Taken back."
    assert table._cache.find(key).state == table._cache.find(key).after(before).state
    faces = [entry.body for entry in table.journal.read(key) if entry.kind == "promised"]
    assert len(faces) == len(set(faces)), "new dice only under a new promise"
    refused("nothing-to-take-back", table.take_back, key, "red", NOW, "ann")


def test_a_friendly_game_lets_orders_without_dice_be_taken_back_at_once(table: Table, duel: str) -> None:
    key = opened(table, duel, "", friendly=True)
    table.done(key, "red", NOW)
    table.take_back(key, "red", NOW, "ann")
    assert table.game(key).take_backs == 1 and phase_of(table, key).sides == ("red",)
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.take_back(key, "red", NOW, "ann")
    assert table.game(key).motions, "dice fell, so the others are asked"


def test_alone_at_the_keyboard_everything_can_be_taken_back(table: Table, duel: str) -> None:
    key = table.open(duel, "Dawn", NOW).id
    for side in ("red", "blue"):
        table.seat(key, side, "player", NOW)
    table.commit(key, "red", NOW, text="R1 hit B1")
    table.take_back(key, "red", NOW, "player")
    assert table.game(key).take_backs == 1 and not table.game(key).motions


# deputies and referees
def test_a_deputy_is_somebody_who_plays_no_side(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    assert "plays no side" in refused("opponents-seat", table.depute, key, "red", "bob", NOW)
    table.depute(key, "red", "cid", NOW)
    assert table.game(key).deputies == {"red": "cid"}
    refused("no-change", table.depute, key, "red", "cid", NOW)
    table.depute(key, "red", "", NOW)
    assert table.game(key).deputies == {}


def test_a_referee_changes_the_position_with_a_reason(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    units = table._cache.find(key).state.units
    unit = next(iter(units))
    field = next(name for name in type(units[unit]).__struct_fields__ if isinstance(getattr(units[unit], name), int))
    change = Change(("units", unit, field), "1")
    assert "needs a text" in refused("nothing-written", table.change, key, (change,), NOW, "rea", " ")
    table.change(key, (change,), NOW, "rea", "A hit was counted twice.")
    assert getattr(table._cache.find(key).state.units[unit], field) == 1
    said = f"units {unit} {field}: 3 becomes 1. Reason: A hit was counted twice."
    assert lines(table, key) == f"Ruling by the referee (rea): {said}"
    for path, value in ((("units", "XX", field), "1"), (("units", unit, field), '"red"'), (("turn",), "{")):
        before = table.journal.length(key)
        refused("bad-change", table.change, key, (Change(path, value),), NOW, "rea", "No.")
        assert table.journal.length(key) == before


def test_a_referee_ends_a_part_of_a_phase_and_looks_first(table: Table, duel: str) -> None:
    key = opened(table, duel, "")
    table.write(key, "red", "R1 hit B1", NOW)
    length = table.journal.length(key)
    (seen,) = table.preview(key)
    assert (seen.side.name, seen.runs, seen.refused) == ("The Reds", ("R1 hit B1",), 0)
    assert table.journal.length(key) == length
    table.force_done(key, "red", NOW, "rea", "He has lost his password.")
    assert phase_of(table, key).sides == ("blue",)
    assert "not wait for" in refused("not-your-phase", table.force_done, key, "red", NOW, "r", "x")


def test_a_rewind_can_be_undone_by_another(table: Table, duel: str) -> None:
    key = opened(table, duel, "1d")
    start = table.journal.length(key)
    table.done(key, "red", NOW)
    late = table.journal.length(key)
    table.rewind(key, start, NOW, "rea", "Wrong button.")
    assert phase_of(table, key).sides == ("red",) and table.news(key)[-1].lines[0] == (
        f"Ruling by the referee (rea): the game is rewound to Turn 1, strikes (The Reds; entry {start})."
        " Reason: Wrong button."
    )
    table.rewind(key, late, NOW, "rea", "It was right.")
    assert phase_of(table, key).sides == ("blue",)


def test_a_referee_frees_a_seat(table: Table, duel: str, tmp_path: Path) -> None:
    key = started(table, duel, DAY)
    table.unseat(key, "blue", NOW, "rea", "He wrote that he stops.")
    assert table.game(key).seats["blue"] == "" and "He wrote that he stops." in lines(table, key)
    assert table.seat(key, "blue", "cid", NOW).seats["blue"] == "cid"
