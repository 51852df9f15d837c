"""Deadlines: calculations with times as text (``2026-01-31T18:00:00Z``); no clock is read."""

from datetime import UTC, datetime, timedelta

from engine.contract import Phase

from .fold import Fold, Transaction


def add_seconds(at: str, seconds: int) -> str:
    """That many seconds after ``at``; ValueError if ``at`` is not such a text."""
    try:
        moment = _read(at) + timedelta(seconds=seconds)
    except OverflowError:
        moment = datetime.max
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


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


def deadline_of(fold: Fold, transaction: Transaction, phase: Phase | None) -> str | None:
    """The deadline of the phase that follows a transaction; None without one."""
    return add_seconds(transaction.began, fold.opened.period) if phase and fold.opened.period else None
