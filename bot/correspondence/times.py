"""Moments in a reader's own time."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def local_time(moment: str, zone: str = "UTC") -> str:
    """A UTC moment such as ``2026-06-24T18:00:00Z``, as ``Wed 24 June 20:00 CEST``; an unknown zone is UTC."""
    try:
        where = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        where = ZoneInfo("UTC")
    at = datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(where)
    return f"{at:%a} {at.day} {at:%B %H:%M %Z}"
