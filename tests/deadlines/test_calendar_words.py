"""Calendars in words: what is understood, its one form, and what is said of the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deadlines.calendar import PACES
from engine.deadlines.words import read_calendar, write_calendar
from engine.errors import Refused

UNDERSTOOD = {
    "24h": "1d",
    "3d": "3d",
    "1 day 6 hours": "1d6h",
    "20:00": "20:00",
    "Mon Wed Fri 20:00": "Mon Wed Fri 20:00",
    "Mon, Wed and Fri 20:00 europe/berlin": "Mon Wed Fri 20:00 Europe/Berlin",
    "weekdays 20:00": "weekdays 20:00",
    "daily 08:00 20:00": "08:00 20:00",
    "movement 3d, retreat 1d": "movement 3d, retreat 1d",
    "3d, first double": "3d, first double",
    "3d first double": "3d, first double",
    "3d first double grace 6h not Sat Sun": "3d, not Sat Sun, first double, grace 6h",
    "Mon Wed 20:00 Europe/Berlin early: no bank 2d": "Mon Wed 20:00 Europe/Berlin, early: no, bank 2d",
    "movement 2d grace 6h": "movement 2d, grace 6h",
    "Mo 20:00": "Mon 20:00",
    "mo tu we th fr 20:00": "weekdays 20:00",
    "3d, not Sa Su": "3d, not Sat Sun",
    "2d, not Sat Sun, zone Asia/Tokyo": "2d, zone Asia/Tokyo, not Sat Sun",
    "1d, no deadline on sundays": "1d, not Sun",
    "24h, early: no": "1d, early: no",
    "early no, 24h": "1d, early: no",
    "3d 20:00": "3d, 20:00",
    "Mon 20:00, grace 6h, bank 48h, least 1d": "Mon 20:00, least 1d, grace 6h, bank 2d",
    "live": "15m, first double, bank 30m",
    "FAST": "1d, first double, grace 3h",
    "slow, Europe/London 19:00": "3d, 19:00 Europe/London, not Sat Sun, first double, grace 12h",
}
REFUSED = {
    "": "empty",
    "24": "Write 24h or 24d",
    "banana": '"banana" is no part of a deadline',
    "Monday 25:00": '"25:00"',
    "20:00 Europe/Berln": "Did you mean Europe/Berlin?",
    "Wednsday 20:00": "Did you mean Wednesday?",
    "not sun": "says when no phase ends",
    "Sat Sun 20:00, not Sat Sun": "leaves no day",
    "1s": "too short",
    "61d": "too long",
    "first quadruple, 1d": "first double",
    "early: maybe, 1d": '"early: yes" or "early: no"',
    "grace soon, 1d": '"grace 6h"',
    "x" * 300: "300 characters; at most 200",
}


@pytest.mark.parametrize("words", UNDERSTOOD)
def test_what_is_understood_has_one_form(words: str) -> None:
    assert write_calendar(read_calendar(words)) == UNDERSTOOD[words]
    assert read_calendar(UNDERSTOOD[words]) == read_calendar(words)


@pytest.mark.parametrize("words", REFUSED)
def test_what_is_not_understood_is_named_with_what_works(words: str) -> None:
    with pytest.raises(Refused) as caught:
        read_calendar(words)
    assert caught.value.code == "bad-deadline" and REFUSED[words] in str(caught.value)


@given(st.text(max_size=60) | st.lists(st.sampled_from([*UNDERSTOOD, *REFUSED, ",", "and"]), max_size=4).map(", ".join))
def test_whatever_is_typed_is_read_or_refused(words: str) -> None:
    try:
        found = read_calendar(words)
    except Refused as refused:
        assert refused.code == "bad-deadline" and len(str(refused)) < 400
    else:
        assert read_calendar(write_calendar(found)) == found and found.due("2026-03-01T00:00:00Z") != ""


def test_every_pace_ends_phases() -> None:
    assert all(calendar.ends_phases and calendar.shortest >= 900 for calendar in PACES.values())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("3d, grace", 'Write it like "grace 6h".'),
        ("3d bank", 'Write it like "bank 2d".'),
        ("first double 3d", "Parts are separated by commas"),
        ("3d movement 2d", "Parts are separated by commas"),
        ("Mi 20:00", "Did you mean Wednesday?"),
        ("Mondy 20:00", "Did you mean Monday?"),
    ],
)
def test_the_sentence_says_how_to_write_it(words: str, says: str) -> None:
    with pytest.raises(Refused) as caught:
        read_calendar(words)
    assert says in str(caught.value)
