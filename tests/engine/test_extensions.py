"""Extensions in games whose deadlines have days and times of their own: they end at one of these."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deadlines.words import read_calendar
from engine.log.deadline import add_seconds, to_unix
from engine.log.verify import verify
from engine.table import Refused, Table
from tests.engine.table_games import present, refused
from tests.support.toy_system import NOW, entropy

HOUR, DAY = 3600, 86_400
CALENDARS = ("weekdays 20:00", "Mon Wed Fri 20:00 Europe/Berlin", "20:00 America/New_York, not Sat Sun", "3d, not Sun")


def _by_vote(table: Table, key: str, seconds: int, now: str) -> None:
    game = table.game(key)
    one, other = game.seats
    table.propose(key, one, "extend", str(seconds), now, game.seats[one])
    table.vote(key, other, table.game(key).motions[0].seq, now, game.seats[other], yes=True)


WAYS: dict[str, Callable[[Table, str, int, str], object]] = {
    "player": lambda table, key, seconds, now: table.extend(key, "reeve", seconds, now, "ann"),
    "referee": lambda table, key, seconds, now: table.put_off(key, seconds, now, "referee", "rea", "A storm."),
    "vote": _by_vote,
}


def opened(calendar: str, now: str) -> tuple[Table, str]:
    table = Table(":memory:", entropy("extensions"))
    key = table.open("millers-bridge", "", now, read_calendar(calendar)).id
    for side, player in zip(table.game(key).sides, ("ann", "bob"), strict=True):
        table.seat(key, side, player, now)
    return table, key


def is_allowed(calendar: str, due: str) -> bool:
    """By the words of the calendar."""
    found = read_calendar(calendar)
    there = datetime.fromisoformat(due).astimezone(ZoneInfo(found.zone))
    on_time = not found.times or there.hour * 60 + there.minute in found.times
    return on_time and there.weekday() in (found.days or range(7)) and there.weekday() not in found.skipped


@given(
    st.sampled_from(CALENDARS),
    st.sampled_from(sorted(WAYS)),
    st.integers(1, 30 * DAY),
    st.integers(0, 400 * DAY),
)
@pytest.mark.long
def test_an_extension_ends_at_a_moment_of_the_calendar(calendar: str, way: str, seconds: int, later: int) -> None:
    """Never earlier than asked, at most a week later, and it says so; the log is proved."""
    now = add_seconds(NOW, later)
    table, key = opened(calendar, now)
    before = present(table.game(key).due)
    try:
        WAYS[way](table, key, seconds, now)
    except Refused as too_long:
        assert too_long.code == "bad-deadline" and way == "player"
        return
    due, asked = present(table.game(key).due), add_seconds(before, seconds)
    assert due >= asked and is_allowed(calendar, due), (asked, due)
    assert to_unix(due) - to_unix(asked) < 7 * DAY
    said = "\n".join(line for news in table.news(key)[-2:] for line in news.lines)
    assert f"It ends at the first moment of the calendar ({calendar})" in said
    assert verify(table.export(key)).holds
    table.close()


@pytest.mark.parametrize("way", WAYS)
def test_a_friday_goes_on_to_monday_and_not_to_the_night(way: str) -> None:
    """The deadline is on Friday at 20:00; so much later would be Saturday at 03:00."""
    table, key = opened("weekdays 20:00", "2026-02-05T21:00:00Z")
    assert table.game(key).due == "2026-02-06T20:00:00Z"
    WAYS[way](table, key, 7 * HOUR, "2026-02-05T22:00:00Z")
    assert table.game(key).due == "2026-02-09T20:00:00Z"
    assert "first moment of the calendar (weekdays 20:00)" in "\n".join(table.news(key)[-1].lines)


def test_the_limit_is_on_what_is_asked() -> None:
    table, key = opened("weekdays 20:00", "2026-02-05T21:00:00Z")
    says = refused("bad-deadline", table.put_off, key, 31 * DAY, NOW, "referee", "rea", "A storm.")
    assert "at most 30 days" in says
    table.put_off(key, 30 * DAY, "2026-02-06T12:00:00Z", "referee", "rea", "A storm.")
    assert table.game(key).due == "2026-03-09T20:00:00Z", "30 days are a Sunday"


def test_what_was_left_before_a_pause_ends_at_a_moment_of_the_calendar() -> None:
    table, key = opened("weekdays 20:00", "2026-02-05T21:00:00Z")
    table.put_off(key, 10 * DAY, "2026-02-05T22:00:00Z", "referee", "rea", "A storm.")
    table.pause(key, "2026-02-05T23:00:00Z", "referee", "rea", "Wait.")
    table.resume(key, "2026-02-07T03:00:00Z", "referee", "rea", "Go on.")
    assert is_allowed("weekdays 20:00", present(table.game(key).due))


def test_a_game_with_a_plain_length_is_put_off_to_the_second() -> None:
    table, key = opened("3d", NOW)
    before = present(table.game(key).due)
    table.put_off(key, 7 * HOUR, NOW, "referee", "rea", "A storm.")
    assert table.game(key).due == add_seconds(before, 7 * HOUR)
    assert "calendar" not in "\n".join(table.news(key)[-1].lines)
