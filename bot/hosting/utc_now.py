"""The current time in UTC."""

from datetime import UTC, datetime


def utc_now() -> str:
    """The current time in UTC, to the second: ``2026-01-31T18:00:00Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
