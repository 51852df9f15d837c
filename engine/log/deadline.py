"""Deadlines: calculations with times as text (``2026-01-31T18:00:00Z``); no clock is read."""

from datetime import UTC, datetime, timedelta

TOLERANCE = 600
"""Seconds by which the clocks of the computers that share a database may differ."""


LAST = 253_402_300_799
"""UNIX seconds of the last time that can be written."""


def add_seconds(at: str, seconds: int) -> str:
    """That many seconds after ``at``; ValueError if ``at`` is not such a text."""
    try:
        moment = _read(at) + timedelta(seconds=seconds)
    except OverflowError:
        moment = datetime.max
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def to_unix(at: str) -> int:
    """UNIX seconds of a time; ValueError if ``at`` is not such a text."""
    return int(_read(at).timestamp())


def from_unix(seconds: int) -> str:
    """The pair of ``to_unix``; at most the end of the year 9999."""
    return datetime.fromtimestamp(min(seconds, LAST), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def has_passed(due: str, now: str) -> bool:
    return _read(now) >= _read(due)


def is_time(at: str) -> bool:
    try:
        _read(at)
    except (ValueError, OverflowError):
        return False
    return True


def _read(at: str) -> datetime:
    moment = datetime.fromisoformat(at)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def clock_went_back(began: str, now: str) -> bool:
    """Whether a phase began in the future, by more than clocks are usually wrong."""
    return _read(began) > _read(now) + timedelta(seconds=TOLERANCE)


def clock_note(began: str, now: str, due: str) -> str:
    """What players are told when a clock that was ahead has come back; ``due``: the deadline from now on."""
    return (
        f"The clock of the computer that runs this game was wrong: by it this phase began at {time_in_words(began)}, "
        f"and now it is {time_in_words(now)}. Its deadline is counted from now on: {time_in_words(due)}.\n"
        "Phases whose deadlines passed by the wrong clock stay as they were played. If one was cut short, agree with "
        "your opponents whether to go on; whoever runs this bot should check the computer's clock."
    )


def time_in_words(at: str) -> str:
    """2026-01-31 18:00 UTC"""
    return f"{_read(at):%Y-%m-%d %H:%M} UTC"
