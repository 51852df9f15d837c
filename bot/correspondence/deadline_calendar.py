"""Deadlines as appointments, so that a calendar can remind its reader (RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from icalendar import Alarm, Calendar, Event

from bot.hosting.engine_thread import EngineData
from bot.hosting.played_games import PlayedGame

CALENDAR_FILE = "fieldpost.ics"
ALARM = 6 * 3_600
"""Seconds before a deadline at which a calendar reminds of it, unless its reader has chosen another time."""
MOST = 200
"""Deadlines in one file."""


class Deadline(NamedTuple):
    """The deadline ``due`` of a phase.  ``origin``: see ``origin_of``.  ``version``: grows with every change of the
    game, so that calendars know which of two files is newer.  ``alarm``: seconds before.
    ``what``: is due.
    """

    game: str
    name: str
    phase_key: str
    due: str
    origin: str
    version: int
    words: str = ""
    alarm: int = ALARM
    what: str = "orders are due"


def origin_of(data: EngineData) -> str:
    """What tells the appointments of this database from those of others."""
    return f"{data.people.tag('calendar')}.fieldpost"


def own_deadlines(data: EngineData, player: str, now: str) -> tuple[Deadline, ...]:
    """Those of the games that wait for this person, the soonest first."""
    origin, alarm = origin_of(data), data.settings.find(player).before or ALARM
    games = data.played.find(player, now, MOST).awaited
    return tuple(_deadline(game, origin, alarm) for game in games if game.due > now)


def _deadline(game: PlayedGame, origin: str, alarm: int) -> Deadline:
    return Deadline(game.game, game.name, game.phase_key, game.due, origin, game.length, game.phase, alarm)


def write_calendar(deadlines: Iterable[Deadline], moment: str) -> bytes:
    """A file of appointments, made at ``moment``.  The same phase of a game always has the same UID, so that a calendar
    that takes the file again changes what it has.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Fieldpost//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for deadline in deadlines:
        calendar.add_component(_event(deadline, _time(moment)))
    return bytes(calendar.to_ical())


def _event(deadline: Deadline, made: datetime) -> Event:
    event, alarm, end = Event(), Alarm(), _time(deadline.due)
    summary = f"{deadline.name}: {deadline.what}"
    event.add("uid", f"{deadline.game}.{deadline.phase_key}@{deadline.origin}")
    event.add("sequence", deadline.version)
    event.add("dtstamp", made)
    event.add("last-modified", made)
    event.add("dtstart", end - timedelta(minutes=30))
    event.add("dtend", end)
    event.add("summary", summary)
    if deadline.words:
        event.add("description", f"{deadline.words} ({deadline.game})")
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", timedelta(seconds=-deadline.alarm))
    event.add_component(alarm)
    return event


def _time(moment: str) -> datetime:
    return datetime.fromisoformat(moment).replace(tzinfo=UTC)
