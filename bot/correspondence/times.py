"""Moments in a reader's own time."""

from datetime import UTC, datetime

from bot.hosting.date_forms import DEFAULT, write_date
from bot.hosting.engine_thread import EngineData
from bot.hosting.time_zones import zone_of


def local_time(moment: str, zone: str = "UTC", dates: str = DEFAULT) -> str:
    """A UTC moment such as ``2026-06-24T18:00:00Z``, as ``Wed 24 June 20:00 CEST``; an unknown zone is UTC.

    ``dates``: how it is written, a key of ``date_forms.FORMS``.
    """
    return write_date(datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(zone_of(zone)), dates)


def own_time(data: EngineData, player: str, moment: str) -> str:
    """A moment as this person wants it written."""
    own = data.settings.find(player)
    return local_time(moment, own.zone, own.dates)
