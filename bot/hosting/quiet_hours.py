"""Quiet hours: the part of a person's day in which nothing reminds them, by the clock on their wall."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from engine.log.deadline import add_seconds, from_unix

EXAMPLE = "22:00-07:00"
LEEWAY = 3_600
"""Seconds that must be left between the end of the quiet hours and a deadline, so that the end is early enough."""
_HOURS = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.h](\d{2}))?", re.IGNORECASE)


class QuietHours(NamedTuple):
    """From one time of day to another, over midnight if that is earlier."""

    start: time
    end: time

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"


class Span(NamedTuple):
    """Two UTC moments as text."""

    start: str
    end: str


def read_quiet_hours(said: str) -> QuietHours:
    """From ``22:00-07:00``, ``22-7`` or ``22:00 to 07:00``.  Raises ValueError with a sentence."""
    found = _HOURS.fullmatch(said.strip())
    if not found:
        raise ValueError(f"Quiet hours are two times of day with a hyphen, such as {EXAMPLE}.")
    first, last = ((int(found[n]), int(found[n + 1] or 0)) for n in (1, 3))
    for hour, minute in (first, last):
        if hour > 23 or minute > 59:
            raise ValueError(f"{hour}:{minute:02} is no time of day: 0:00 to 23:59 are, as in {EXAMPLE}.")
    if first == last:
        raise ValueError(
            f"These hours begin and end at {first[0]:02}:{first[1]:02}. To turn reminders off, turn them off."
        )
    return QuietHours(time(*first), time(*last))


def quiet_span(moment: str, hours: QuietHours, zone: ZoneInfo) -> Span | None:
    """The quiet hours in which a UTC moment falls; None if it falls in none.

    Where a change of the clocks repeats a time of day, they last until it comes for the second time; a time of day
    that is left out comes as much later as the clocks go forward.
    """
    today = datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(zone).date()
    for day in (today - timedelta(days=1), today):
        last = day if hours.start < hours.end else day + timedelta(days=1)
        start = _text(datetime.combine(day, hours.start, zone))
        end = max(_text(datetime.combine(last, hours.end, zone).replace(fold=fold)) for fold in (0, 1))
        if start <= moment < end:
            return Span(start, end)
    return None


def outside_quiet_hours(moment: str, began: str, due: str, hours: QuietHours | None, zone: ZoneInfo) -> str:
    """When somebody is reminded in place of ``moment``, of a deadline of a phase that began then; "" for never.

    In quiet hours: at their end if the deadline is LEEWAY later, else when they begin.  Where they had begun before the
    phase did, at their end if it is before the deadline at all.
    """
    span = quiet_span(moment, hours, zone) if hours else None
    if span is None:
        return moment
    if add_seconds(span.end, LEEWAY) <= due:
        return span.end
    if span.start > began:
        return add_seconds(span.start, -1)
    return span.end if span.end < due else ""


def _text(at: datetime) -> str:
    return from_unix(int(at.timestamp()))
