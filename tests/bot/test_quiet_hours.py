"""Quiet hours and the moments of reminders, over changes of the clocks."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.hosting.own_settings import OwnSettings
from bot.hosting.quiet_hours import QuietHours, outside_quiet_hours, quiet_span, read_quiet_hours
from bot.hosting.reminder_times import APART, LAST_LEAST, LAST_MOST, SHORTEST, moment_of, moments_of
from engine.log.deadline import add_seconds, from_unix, to_unix

HOUR, DAY = 3_600, 86_400
NIGHT = QuietHours(time(22), time(7))
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Africa/Cairo",
    "Asia/Kolkata",
    "Pacific/Apia",
    "UTC",
)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("22:00-07:00", "22:00-07:00"),
        ("22-7", "22:00-07:00"),
        ("9.30 – 17.05", "09:30-17:05"),
        ("22:00 to 7:00", "22:00-07:00"),
    ],
)
def test_they_are_read_as_people_write_them(said: str, read: str) -> None:
    assert str(read_quiet_hours(said)) == read


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("late", "22:00-07:00"),
        ("25-7", "25:00 is no time"),
        ("7-7", "begin and end"),
        ("22:60-7", "22:60"),
        ("", "two"),
    ],
)
def test_others_are_refused_with_an_example(said: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_quiet_hours(said)


@pytest.mark.parametrize(
    ("moment", "start", "end"),
    [
        ("2026-03-28T23:00:00Z", "2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z"),  # an hour of the night is left out
        ("2026-10-25T03:00:00Z", "2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z"),  # and comes twice
        ("2026-06-24T04:59:59Z", "2026-06-23T20:00:00Z", "2026-06-24T05:00:00Z"),
    ],
)
def test_nights_in_which_the_clocks_change(moment: str, start: str, end: str) -> None:
    assert quiet_span(moment, NIGHT, BERLIN) == (start, end)


def test_hours_that_begin_or_end_in_the_changed_hour() -> None:
    twice = quiet_span("2026-10-25T01:15:00Z", QuietHours(time(23), time(2, 30)), BERLIN)
    assert twice and twice.end == "2026-10-25T01:30:00Z", "until half past two comes for the second time"
    out = quiet_span("2026-03-29T01:15:00Z", QuietHours(time(23), time(2, 30)), BERLIN)
    assert out and out.end == "2026-03-29T01:30:00Z", "half past two is left out, and comes as half past three"
    assert quiet_span("2026-03-29T01:30:00Z", QuietHours(time(23), time(2, 30)), BERLIN) is None


def wall(moment: str, zone: ZoneInfo) -> time:
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(zone).time()


def is_quiet(at: time, hours: QuietHours) -> bool:
    """A second way to say it, by the clock on the wall."""
    if hours.start < hours.end:
        return hours.start <= at < hours.end
    return at >= hours.start or at < hours.end


START = to_unix("2026-01-01T00:00:00Z")
MOMENTS = st.integers(START, START + 400 * DAY).map(from_unix)
HOURS = (
    st.tuples(st.integers(0, 95), st.integers(0, 95))
    .filter(lambda two: two[0] != two[1])
    .map(lambda two: QuietHours(*(time(n // 4, n % 4 * 15) for n in two)))
)


@given(MOMENTS, HOURS, st.sampled_from(ZONES))
def test_a_moment_outside_of_every_span_is_no_quiet_one(moment: str, hours: QuietHours, name: str) -> None:
    zone = ZoneInfo(name)
    span = quiet_span(moment, hours, zone)
    if span is None:
        assert not is_quiet(wall(moment, zone), hours) or _in_repeated_hour(moment, zone)
    else:
        assert span.start <= moment < span.end
        assert 0 < to_unix(span.end) - to_unix(span.start) <= 26 * HOUR


def _in_repeated_hour(moment: str, zone: ZoneInfo) -> bool:
    """Near a change of the clocks a time of day may come twice or not at all."""
    before, after = (
        datetime.fromtimestamp(to_unix(moment) + shift, zone).utcoffset() for shift in (-26 * HOUR, 26 * HOUR)
    )
    return before != after


@given(
    MOMENTS,
    st.integers(60, 30 * DAY),
    st.none() | HOURS,
    st.sampled_from(ZONES),
    st.just(0) | st.integers(900, 7 * DAY),
)
def test_nobody_is_reminded_in_their_quiet_hours_or_after_the_deadline(
    began: str, length: int, hours: QuietHours | None, name: str, before: int
) -> None:
    due, zone = add_seconds(began, length), ZoneInfo(name)
    moments = moments_of(began, due, OwnSettings(before=before, quiet=hours, zone=name))
    for kind, moment in moments.items():
        assert moment < due, kind
        assert hours is None or quiet_span(moment, hours, zone) is None, kind
        assert length >= SHORTEST or before
    if "last" in moments and "reminder" in moments:
        assert to_unix(moments["last"]) - to_unix(moments["reminder"]) >= APART
    if hours is None and length >= SHORTEST:
        left = to_unix(due) - to_unix(moments.get("last", due))
        assert not left or LAST_LEAST <= left <= LAST_MOST
        assert before or moments["reminder"] == moment_of(began, due)


@pytest.mark.parametrize(
    ("due", "given_at"),
    [
        ("2026-06-24T06:00:00Z", "2026-06-24T05:00:00Z"),  # an hour after the end of the quiet hours
        ("2026-06-24T05:59:59Z", "2026-06-23T19:59:59Z"),  # less: before they begin
        ("2026-06-24T03:00:00Z", "2026-06-23T19:59:59Z"),
    ],
)
def test_a_reminder_comes_before_quiet_hours_or_at_their_end(due: str, given_at: str) -> None:
    began = "2026-06-20T12:00:00Z"
    assert outside_quiet_hours("2026-06-23T23:00:00Z", began, due, NIGHT, BERLIN) == given_at


def test_a_phase_that_began_in_quiet_hours_reminds_at_their_end_or_not_at_all() -> None:
    began, moment = "2026-06-23T21:00:00Z", "2026-06-24T02:00:00Z"
    assert outside_quiet_hours(moment, began, "2026-06-24T05:30:00Z", NIGHT, BERLIN) == "2026-06-24T05:00:00Z"
    assert outside_quiet_hours(moment, began, "2026-06-24T04:30:00Z", NIGHT, BERLIN) == ""


@pytest.mark.parametrize(
    ("length", "left"), [(SHORTEST, 1_440), (12 * HOUR, 4_320), (DAY, LAST_MOST), (7 * DAY, LAST_MOST), (3 * HOUR, 0)]
)
def test_the_last_call_comes_at_a_tenth_of_the_time(length: int, left: int) -> None:
    began = "2026-06-20T12:00:00Z"
    due = add_seconds(began, length)
    assert moments_of(began, due, OwnSettings()).get("last", "") == (add_seconds(due, -left) if left else "")


def test_a_reminder_that_was_wished_later_than_the_last_call_takes_its_place() -> None:
    began = "2026-06-20T12:00:00Z"
    due = add_seconds(began, 3 * DAY)
    assert moments_of(began, due, OwnSettings(before=HOUR)) == {"reminder": add_seconds(due, -HOUR)}
    assert moments_of(began, due, OwnSettings(before=7 * DAY))["reminder"] == moment_of(began, due), (
        "the phase is shorter"
    )
