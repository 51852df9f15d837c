"""Calendars of new games in letters, talk beside them, and what everybody is told of the pace of a game."""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.correspondence.commands import read_command
from bot.correspondence.naming import scenario_and_calendar
from bot.hosting import wording
from engine.deadlines.words import read_calendar, write_calendar
from engine.table import Refused, Table
from tests.support.many_cases import for_each
from tests.support.sampling import examples
from tests.support.toy_system import NOW


def named(line: str) -> str:
    """The calendar of a line, in its one form; "-" if the line is no command."""
    command = read_command(line)
    if command is None:
        return "-"
    stem, calendar = scenario_and_calendar(command.rest, command.aside)
    assert stem in ("millers-bridge", "raid-on-danville")
    return write_calendar(calendar) if calendar else ""


@for_each(
    ("line", "calendar"),
    [
        ("new millers-bridge", ""),
        ("new millers bridge", ""),
        ("new millers-bridge, hello everybody", ""),
        ("new millers-bridge 3d, who plays with me", "3d"),
        ("new millers-bridge, 3 days, who plays with me", "3d"),
        ("new millers-bridge 3d, I am back in 2 days", "3d"),
        ("new millers-bridge, 3d from me", "3d"),
        ("new millers-bridge 1 day 6 hours", "1d6h"),
        ("new raid Mon 20:00", "Mon 20:00"),
        (
            "new millers-bridge Mon Wed Fri 20:00 Europe/Berlin, first double",
            "Mon Wed Fri 20:00 Europe/Berlin, first double",
        ),
        (
            "new millers-bridge Mon, Wed, Fri 20:00 Europe/Berlin, first double, who plays",
            "Mon Wed Fri 20:00 Europe/Berlin, first double",
        ),
        ("new millers-bridge, weekdays 20:00, grace 6h - hello all", "weekdays 20:00, grace 6h"),
        ("new millers-bridge 3d, early: no, movement 1d. Welcome!", "3d, movement 1d, early: no"),
        ("new millers-bridge 3d, who plays with me?", "-"),
        ("new ideas are needed at the bridge", "-"),
        ("new millers bridge 2d", "-"),
    ],
)
def test_a_new_game_may_have_a_calendar_and_a_greeting(line: str, calendar: str) -> None:
    assert named(line) == calendar


@for_each(
    ("line", "says"),
    [
        ("new millers-bridge tomorrow", '"tomorrow" is no part of a deadline'),
        ("new millers-bridge 3d who plays", "no part of a deadline"),
        ("new millers-bridge Mon 20:00 Europe/Berln", "Did you mean Europe/Berlin?"),
        ("new millers-bridge 3d, frist double", '"frist double" is no part of a deadline'),
        ("new millers-bridge hello 3d", "No phase of MiniWars is called 'hello'."),
        ("new millers-bridge 24", "Write 24h or 24d."),
    ],
)
def test_a_calendar_that_is_none_is_refused_with_lines_that_work(line: str, says: str) -> None:
    with pytest.raises(Refused) as refused:
        named(line)
    assert says in str(refused.value) and '"new millers-bridge 3d" works' in str(refused.value)


@settings(max_examples=examples(100))
@given(st.text(max_size=60))
def test_nonsense_behind_a_scenario_is_refused_or_opens_a_game(words: str) -> None:
    try:
        named(f"new millers-bridge {words}")
    except Refused as refused:
        assert len(str(refused)) > 15


@for_each(
    ("calendar", "says"),
    [
        ("", "There are no deadlines."),
        ("3d", "Each phase lasts at most 3 days."),
        ("3d, movement 1d, retreat none", "but movement phases at most 1 day and retreat phases without a deadline."),
        ("Mon Fri 20:00 Europe/Berlin", "Phases end on Mon or Fri at 20:00 (Europe/Berlin), at least 1 day 12 hours"),
        ("20:00, first double", "any day at 20:00 (UTC)"),
        ("1d, first triple, not Sun", "no deadline on Sun. The first phase lasts three times as long."),
        ("1d, early: no", "No phase ends before its deadline"),
        ("1d, grace 6h, bank 2d", "have 6 hours more. Each side may be late by 2 days in the whole game."),
    ],
)
def test_the_pace_of_a_game_in_words(tmp_path: Path, calendar: str, says: str) -> None:
    with closing(Table(tmp_path / "games.db", Random("pace").randbytes)) as table:
        game = table.open("millers-bridge", "", NOW, read_calendar(calendar) if calendar else None)
        assert says in wording.pace(game)


def test_the_pace_of_a_paused_game(tmp_path: Path) -> None:
    with closing(Table(tmp_path / "games.db", Random("pace").randbytes)) as table:
        key = table.open("millers-bridge", "", NOW, read_calendar("3d")).id
        for side, player in (("reeve", "ann"), ("reivers", "bob")):
            table.seat(key, side, player, NOW)
        table.pause(key, NOW, "referee", "ann", "A hedge.")
        assert wording.pace(table.game(key)).startswith("The game is paused, so no deadline runs now. Each phase")
        table.pause(key, NOW, "referee", "ann", "A hedge.", freeze=True)
        assert "frozen by its referee" in wording.pace(table.game(key))
