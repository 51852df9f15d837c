"""What time it is."""

from datetime import UTC, datetime


def utc_now() -> str:
    """The moment in UTC, to the second: ``2026-01-31T18:00:00Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
