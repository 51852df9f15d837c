"""A deadline as an appointment, so that a calendar can remind its reader."""

from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event


def deadline_calendar(game: str, name: str, phase: str, due: str, moment: str, host: str) -> bytes:
    """The deadline ``due`` of a phase, told at ``moment``, both in UTC.  The same phase always has the same UID."""
    end, made = (datetime.fromisoformat(at).replace(tzinfo=UTC) for at in (due, moment))
    calendar, event, alarm = Calendar(), Event(), Alarm()
    calendar.add("prodid", "-//Fieldpost//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    event.add("uid", f"{game}.{phase}@{host}")
    event.add("dtstamp", made)
    event.add("dtstart", end - timedelta(minutes=30))
    event.add("dtend", end)
    event.add("summary", f"{name}: orders are due")
    alarm.add("action", "DISPLAY")
    alarm.add("description", f"{name}: orders are due")
    alarm.add("trigger", timedelta(hours=-6))
    event.add_component(alarm)
    calendar.add_component(event)
    return bytes(calendar.to_ical())
