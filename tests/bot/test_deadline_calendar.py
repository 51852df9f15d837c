"""Calendar files: parsed again they say the deadlines, with UIDs that stay; lines and texts as RFC 5545 has them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import icalendar
from hypothesis import given
from hypothesis import strategies as st

from bot.correspondence.deadline_calendar import Deadline, own_deadlines, write_calendar
from bot.hosting.engine_thread import EngineData
from engine.log.deadline import add_seconds, from_unix
from tests.engine.table_games import started
from tests.support.toy_system import NOW

DAY = 86_400
LONGEST_LINE = 75
"""Octets, without the line break."""


def events(file: bytes) -> list[Any]:
    return list(icalendar.Calendar.from_ical(file.decode()).walk("VEVENT"))


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=150)


@given(st.lists(st.tuples(NAMES, st.integers(0, 4_000_000_000)), max_size=4))
def test_what_is_written_is_read_again(games: list[tuple[str, int]]) -> None:
    deadlines = [
        Deadline(f"duel-{n}", name, "1.strikes.3", from_unix(due), "x.fieldpost", n, f"{name}; and, more\\", 900)
        for n, (name, due) in enumerate(games)
    ]
    file = write_calendar(deadlines, NOW)
    assert file.endswith(b"END:VCALENDAR\r\n") and b"\n" not in file.replace(b"\r\n", b"")
    assert all(len(line) <= LONGEST_LINE for line in file.split(b"\r\n"))
    for deadline, event in zip(deadlines, events(file), strict=True):
        assert event.decoded("dtend") == moment(deadline.due)
        assert event["uid"] == f"{deadline.game}.1.strikes.3@x.fieldpost" and event["sequence"] == deadline.version
        assert str(event["summary"]) == f"{deadline.name}: orders are due"
        assert str(event["description"]) == f"{deadline.words} ({deadline.game})"
        (alarm,) = event.walk("VALARM")
        assert alarm.decoded("trigger") == timedelta(seconds=-900)


def test_an_import_again_brings_the_same_appointment_up_to_date(tmp_path: Path, duel: str) -> None:
    data = EngineData(tmp_path / "games.db")
    key = started(data.table, duel, DAY)
    started(data.table, duel, None)
    (first,) = events(write_calendar(own_deadlines(data, "ann", NOW), NOW))
    assert first.decoded("dtend") == moment(add_seconds(NOW, DAY)) and not own_deadlines(data, "bob", NOW)
    later = add_seconds(NOW, 60)
    data.table.commit(key, "red", later, text="R1 hit B1")
    (again,) = events(write_calendar(own_deadlines(data, "ann", later), later))
    assert again["uid"] == first["uid"] and again["sequence"] > first["sequence"]
    assert again.decoded("dtstamp") > first.decoded("dtstamp")
    data.table.done(key, "red", later)
    (other,) = events(write_calendar(own_deadlines(data, "bob", later), later))
    assert other["uid"] != first["uid"], "another phase"
    assert not own_deadlines(data, "bob", add_seconds(later, 2 * DAY)), "it has passed"
    data.close()
