"""Calendars over the changes of the clocks: never earlier than announced, never skipped, never twice."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deadlines.calendar import DAY, Calendar
from engine.deadlines.words import read_calendar

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",  # by half an hour
    "Pacific/Apia",  # left out a whole day, 2011-12-30
    "Africa/Casablanca",  # back for a month each year
    "Asia/Tehran",
    "Antarctica/Troll",  # by two hours
)
CHANGES = {
    "Europe/Berlin": ("2026-03-29", "2026-10-25"),
    "America/New_York": ("2026-03-08", "2026-11-01"),
    "Australia/Lord_Howe": ("2026-10-04", "2026-04-05"),
    "Pacific/Apia": ("2011-12-30", "2011-12-31"),
    "Africa/Casablanca": ("2026-03-22", "2026-02-15"),
    "Antarctica/Troll": ("2026-03-29", "2026-10-25"),
}
"""Days on which the clocks of a zone change, there."""


def text(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def rings(calendar: Calendar, began: datetime, count: int) -> list[datetime]:
    """The deadlines of phases of which each begins when the one before ends."""
    found, at = list[datetime](), text(began)
    for _ in range(count):
        due = calendar.due(at)
        assert due is not None and due > at
        found.append(datetime.fromisoformat(due))
        at = due
    return found


def announced(calendar: Calendar, began: datetime) -> list[datetime]:
    """Every deadline of the next 90 days that the words of the calendar announce: found by going through all minutes of
    the zone's clock, and not by asking for its offset on a day.
    """
    zone, found = ZoneInfo(calendar.zone), set[datetime]()
    for day in range(-2, 90):
        date = began.astimezone(zone).date() + timedelta(days=day)
        if date.weekday() in (calendar.days or range(7)):
            for minute in calendar.times:
                naive = datetime.combine(date, datetime.min.time()) + timedelta(minutes=minute)
                at = naive.replace(tzinfo=zone).astimezone(UTC)
                there = at.astimezone(zone).replace(tzinfo=None)
                left_out = there != naive
                assert there >= naive, "never earlier than the clock says"
                assert not left_out or there - naive in {timedelta(minutes=m) for m in (30, 60, 120, 1440)}
                found.add(at)
    return sorted(moment for moment in found if moment > began.replace(microsecond=0))


@given(
    st.sampled_from(ZONES),
    st.datetimes(datetime(2011, 11, 1), datetime(2030, 12, 31)),
    st.sets(st.integers(0, 6)),
    st.lists(st.integers(0, 1439), min_size=1, max_size=3, unique=True),
)
def test_the_first_allowed_moment_is_one_that_is_announced(
    zone: str, asked: datetime, days: set[int], times: list[int]
) -> None:
    """Never earlier than asked, and none that is announced lies between."""
    calendar = Calendar(days=tuple(sorted(days)), times=tuple(sorted(times)), zone=zone)
    began = asked.replace(tzinfo=UTC, microsecond=0)
    at = calendar.allowed_from(text(began))
    assert at == text(announced(calendar, began - timedelta(seconds=1))[0])
    assert calendar.allowed_from(at) == at and text(began) <= at <= text(began + timedelta(days=9))


@given(
    st.sampled_from(ZONES),
    st.datetimes(datetime(2011, 11, 1), datetime(2030, 12, 31)),
    st.sets(st.integers(0, 6), max_size=6),
)
def test_a_day_without_deadlines_is_never_a_first_allowed_moment(zone: str, asked: datetime, skipped: set[int]) -> None:
    """At the same time of day on the next day that may have one."""
    calendar = Calendar(length=DAY, skipped=tuple(sorted(skipped)), zone=zone)
    before = asked.replace(tzinfo=UTC, microsecond=0)
    after = datetime.fromisoformat(calendar.allowed_from(text(before)))
    assert before <= after and after.astimezone(ZoneInfo(zone)).weekday() not in skipped
    if before.astimezone(ZoneInfo(zone)).weekday() not in skipped:
        assert after == before


def test_a_plain_length_allows_every_moment() -> None:
    assert Calendar(length=DAY).allowed_from("2026-03-29T03:14:15Z") == "2026-03-29T03:14:15Z"
    assert not Calendar(length=DAY).has_fixed_moments
    assert read_calendar("weekdays 20:00").allowed_from("9999-12-31T23:59:59Z") == "9999-12-31T23:59:59Z"


@given(
    st.sampled_from(ZONES),
    st.datetimes(datetime(2011, 11, 1), datetime(2030, 12, 31)),
    st.sets(st.integers(0, 6)),
    st.lists(st.integers(0, 1439), min_size=1, max_size=3, unique=True),
)
def test_every_day_with_a_deadline_has_each_once(zone: str, start: datetime, days: set[int], times: list[int]) -> None:
    calendar = Calendar(days=tuple(sorted(days)), times=tuple(sorted(times)), zone=zone, least=0)
    began = start.replace(tzinfo=UTC)
    found = rings(calendar, began, 12)
    assert found == sorted(set(found)), "in order, none twice"
    assert found == announced(calendar, began)[:12], "none earlier than announced, none skipped"


@pytest.mark.parametrize("zone", CHANGES)
def test_deadlines_around_a_change_of_the_clocks(zone: str) -> None:
    """Printed with ``-s``: the table of the deadlines at 02:30 and 20:00 around each change."""
    for changed in CHANGES[zone]:
        calendar = Calendar(times=(150, 1200), zone=zone, least=0)
        noon = datetime.fromisoformat(f"{changed}T12:00:00").replace(tzinfo=UTC)
        found = rings(calendar, noon - timedelta(days=2), 8)
        for moment in found:
            print(f"{zone:22} {text(moment)}  {moment.astimezone(ZoneInfo(zone)):%a %d %b %H:%M %z}")
        assert found == announced(calendar, noon - timedelta(days=2))[:8]


@given(
    st.sampled_from(ZONES),
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 12, 31)),
    st.integers(60, 10 * DAY),
    st.sets(st.integers(0, 6), max_size=6),
)
def test_a_length_is_never_shortened_and_ends_on_an_allowed_day(
    zone: str, start: datetime, length: int, skipped: set[int]
) -> None:
    calendar = Calendar(length=length, zone=zone, skipped=tuple(sorted(skipped)))
    due = calendar.due(text(start.replace(tzinfo=UTC)))
    assert due is not None
    end = datetime.fromisoformat(due)
    whole = start.replace(tzinfo=UTC, microsecond=0)
    assert end >= whole + timedelta(seconds=length)
    assert end.astimezone(ZoneInfo(zone)).weekday() not in skipped
    assert end <= whole + timedelta(seconds=length, days=8)


@given(st.datetimes(datetime(2026, 1, 1), datetime(2028, 12, 31)))
def test_a_phase_that_begins_just_before_a_deadline_gets_the_next(start: datetime) -> None:
    calendar = read_calendar("Mon Wed Fri 20:00 Europe/Berlin")
    due = calendar.due(text(start.replace(tzinfo=UTC)))
    assert due is not None
    left = datetime.fromisoformat(due) - start.replace(tzinfo=UTC, microsecond=0)
    assert timedelta(hours=23) <= left <= timedelta(days=4, hours=1)


def test_kinds_of_phases_and_the_first_have_their_own_length() -> None:
    calendar = read_calendar("3d, retreat 1d, build none, first double")
    assert calendar.due("2026-01-01T00:00:00Z", "movement") == "2026-01-04T00:00:00Z"
    assert calendar.due("2026-01-01T00:00:00Z", "retreat-phase Retreats") == "2026-01-02T00:00:00Z"
    assert calendar.due("2026-01-01T00:00:00Z", "Build") is None
    assert calendar.due("2026-01-01T00:00:00Z", "movement", first=True) == "2026-01-07T00:00:00Z"
    assert read_calendar("20:00, first double").due("2026-01-01T00:00:00Z", first=True) == "2026-01-02T20:00:00Z"
