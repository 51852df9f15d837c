"""Notes for oneself: bounded, numbered, and nobody else's."""

import pytest

from bot.hosting.notes import LONGEST, MOST, Notes, note_lines
from engine.table import Table
from tests.engine.table_games import refused
from tests.support.toy_system import NOW


@pytest.fixture
def notes(table_on_each: Table) -> Notes:
    return Notes(table_on_each.journal.database)


def test_notes_belong_to_one_person_and_one_game(notes: Notes) -> None:
    notes.add("duel-1", "ann", "watch the ford", NOW)
    notes.add("duel-2", "ann", "another game", NOW)
    assert [note.text for note in notes.list("duel-1", "ann")] == ["watch the ford"]
    assert notes.list("duel-1", "bob") == () and note_lines(()) == ("You have no notes on this game.",)


def test_they_are_numbered_and_forgotten_one_by_one(notes: Notes) -> None:
    for text in ("one", "two\nlines", "three"):
        notes.add("duel-1", "ann", text, NOW)
    assert notes.delete("duel-1", "ann", 2).text == "two\nlines"
    assert notes.add("duel-1", "ann", "four", NOW).number == 4
    assert note_lines(notes.list("duel-1", "ann"))[:3] == ("| 1: one", "| 3: three", "| 4: four")
    assert "1, 3, 4" in refused("no-such-note", notes.delete, "duel-1", "ann", 2)
    refused("no-such-note", notes.delete, "duel-1", "bob", 1)


def test_there_are_so_many_and_no_longer(notes: Notes) -> None:
    refused("too-long", notes.add, "duel-1", "ann", "x" * (LONGEST + 1), NOW)
    refused("missing-argument", notes.add, "duel-1", "ann", " \n ", NOW)
    for number in range(MOST):
        notes.add("duel-1", "ann", f"note {number}", NOW)
    assert "Delete one first" in refused("too-many", notes.add, "duel-1", "ann", "one more", NOW)
