"""When an absence begins and ends, as it is announced in words."""

import pytest

from bot.hosting.absences import Absences, announce_in_words
from engine.log.deadline import add_seconds
from engine.table import Refused, Table
from tests.support.toy_system import NOW

DAY = 86_400


@pytest.fixture
def absences(table_on_each: Table) -> Absences:
    return Absences(table_on_each.journal)


def test_a_length_counts_from_the_beginning_of_the_absence(absences: Absences) -> None:
    made = announce_in_words(absences, "ann", "10d", "3d", NOW, "UTC")
    assert made == (add_seconds(NOW, 3 * DAY), add_seconds(NOW, 13 * DAY))
    assert announce_in_words(absences, "ann", "10d", "", NOW, "UTC") == (NOW, add_seconds(NOW, 10 * DAY))


def test_a_length_behind_a_day_counts_from_that_day(absences: Absences) -> None:
    begins = f"{add_seconds(NOW, 5 * DAY)[:10]}"
    made = announce_in_words(absences, "ann", "2d", begins, NOW, "UTC")
    assert made == (f"{begins}T00:00:00Z", add_seconds(f"{begins}T00:00:00Z", 2 * DAY))


def test_one_that_began_in_the_past_is_counted_from_now(absences: Absences) -> None:
    made = announce_in_words(absences, "ann", "2d", add_seconds(NOW, -5 * DAY)[:10], NOW, "UTC")
    assert made and made.until == add_seconds(NOW, 2 * DAY)


def test_what_is_no_length_and_no_day_is_refused(absences: Absences) -> None:
    for until, since in (("soon", ""), ("10d", "soon"), ("90d", "3d"), ("2026-13-01", "")):
        with pytest.raises(Refused):
            announce_in_words(absences, "ann", until, since, NOW, "UTC")
    assert absences.find("ann", NOW) is None
