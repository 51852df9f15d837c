"""When somebody is reminded of a deadline: once before it, and a last call; by the length of the phase, or as they have
chosen, and outside of their quiet hours.
"""

from collections.abc import Mapping
from typing import Literal

from engine.log.deadline import add_seconds

from . import wording
from .own_settings import OwnSettings
from .quiet_hours import outside_quiet_hours
from .time_zones import zone_of

Kind = Literal["reminder", "last"]
SHARE = 4
"""People are reminded when so much of the phase's time is left: a quarter."""
LEAST, MOST = 3_600, 86_400
"""Seconds before the deadline, at least and at most."""
SHORTEST = 4 * 3_600
"""Seconds of the shortest phase with a reminder."""
LAST_SHARE, LAST_LEAST, LAST_MOST = 10, 900, 2 * 3_600
"""The same for the last call, in phases that have a reminder: a tenth of the time, 15 minutes to 2 hours."""
APART = 900
"""Seconds that a last call is later than the reminder; nearer to it, it is left out."""


def moment_of(began: str, due: str) -> str:
    """When people are reminded of this deadline; "" for a phase that is too short."""
    length = _length(began, due)
    return add_seconds(due, -min(max(length // SHARE, LEAST), MOST)) if length >= SHORTEST else ""


def moments_of(began: str, due: str, own: OwnSettings) -> Mapping[Kind, str]:
    """When one person is reminded, in UTC; a kind that does not come is left out."""
    length, zone = _length(began, due), zone_of(own.zone)
    wished = add_seconds(due, -own.before) if 0 < own.before < length else moment_of(began, due)
    reminder = outside_quiet_hours(wished, began, due, own.quiet, zone) if wished else ""
    found: dict[Kind, str] = {"reminder": reminder} if reminder else {}
    if length >= SHORTEST:
        left = min(max(length // LAST_SHARE, LAST_LEAST), LAST_MOST)
        last = outside_quiet_hours(add_seconds(due, -left), began, due, own.quiet, zone)
        if last and (not reminder or last >= add_seconds(reminder, APART)):
            found["last"] = last
    return found


def _length(began: str, due: str) -> int:
    return wording.seconds(due) - wording.seconds(began)
