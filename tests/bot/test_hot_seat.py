"""The hot seat without a keyboard: what one typed line is answered."""

from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from bot.correspondence.reports.turn_report import turn_report
from bot.terminal.hot_seat import HotSeat
from bot.terminal.screen import Screen
from engine.contract import counted
from engine.table import Table
from tests.support.toy_system import NOW


class Typist:
    """Somebody at the keyboard who plays all sides of a game."""

    def __init__(self, table: Table, scenario: str, folder: Path) -> None:
        game = table.open(scenario, "", NOW)
        for side in game.sides:
            table.seat(game.id, side, "ann", NOW)
        self.table, self.key = table, game.id
        self.seat = HotSeat(table, game.id, folder / "maps", Screen(), "")
        self.seat.draw = lambda *_: True  # type: ignore[method-assign]

    def types(self, line: str) -> str:
        """What is printed after this line."""
        paper = StringIO()
        self.seat.screen.console = Console(file=paper, width=100)
        self.seat.line(line)
        return paper.getvalue()

    @property
    def draft(self) -> str:
        return self.table.draft(self.key, self.seat.side)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path / "games.db", Random("hot seat").randbytes)) as opened:
        yield opened


@pytest.fixture
def millers(table: Table, tmp_path: Path) -> Typist:
    return Typist(table, "millers-bridge", tmp_path)


def test_a_stored_draft_is_shown_line_by_line_with_its_faults(millers: Typist) -> None:
    unit = next(iter(millers.table.units(millers.key, millers.seat.side)))
    millers.table.write(millers.key, millers.seat.side, f"standing all initiative a\n{unit} fly\nchoose b", NOW)
    shown = millers.types("show").splitlines()
    assert shown[0] == "  ✓ standing all initiative a" and shown[-1] == "  ✓ choose b"
    assert shown[1:3] == [f"    {unit} fly", f"    {' ' * len(unit)} ^^^"] and '"fly" is not an order' in shown[3]


def test_a_misspelt_order_is_answered_with_the_order_that_was_meant(millers: Typist) -> None:
    for typed in ("chose a", "choos a", "coose a", "chhoose a"):
        told = millers.types(typed)
        assert "is not an order; did you mean choose? [unknown-verb]" in told and "attack" not in told
        assert told.endswith("      instead: choose a\n")


def test_a_command_word_alone_is_answered_with_its_form_and_an_example(millers: Typist) -> None:
    told = millers.types("move")
    assert told.count("^") == 4
    assert "move alone is too little: write UNIT move PLACE..., as in " in told


def test_a_second_choice_is_refused_at_once_and_not_kept(millers: Typist) -> None:
    assert millers.types("choose b") == "  ✓ choose b\n"
    for again in ("choose a", "choose b"):
        told = millers.types(again)
        assert "provisional" not in told and told.startswith(f"  ✗ {again}  (cannot run)")
        assert "choose b in line 1 comes first and ends this phase, so this one cannot run" in told
    assert millers.draft == "choose b"


def test_where_no_more_orders_are_legal_it_is_said_where_those_that_are_written_are_listed(millers: Typist) -> None:
    millers.types("choose b")
    told = millers.types("ideas choose")
    assert "No other order with choose is legal after those that you have written: `show` lists them" in told
    assert "choose" not in millers.types("ideas") and "choose b" in millers.types("show")


def test_the_log_of_a_turn_ends_before_the_next_turn_begins(millers: Typist) -> None:
    for _ in range(12):
        millers.types("done")
    turns = [millers.types(f"log {number}").splitlines() for number in (1, 2)]
    assert [lines[0].strip() for lines in turns] == ["Turn 1", "Turn 2"]
    for lines in turns:
        assert "Initiative:" in lines[1] and not any(line.strip().startswith("Turn ") for line in lines[1:])
    report = turn_report(millers.table, millers.key, 2).lines
    assert report[0] == "Turn 2" and sum(line.startswith("Turn ") for line in report) == 1


def test_one_thing_is_counted_in_the_singular() -> None:
    assert [counted(n, "game") for n in (0, 1, 2, 1200)] == ["0 games", "1 game", "2 games", "1,200 games"]


def test_a_misspelt_done_is_asked_about_once(millers: Typist) -> None:
    assert millers.types("dnoe").count("did you mean") == 1


def test_a_question_is_never_an_order(millers: Typist) -> None:
    for question in ("concede?", "done?", "choose a?"):
        assert "A question is never an order" in millers.types(question)
    assert not millers.table.draft(millers.key, millers.seat.side)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("hlep", "help"), ("rulse 8.4", "rules 8.4"), ("crad RE", "card RE"), ("Hlep move", "help move")],
)
def test_a_misspelled_command_is_answered_with_one_that_works(millers: Typist, typed: str, meant: str) -> None:
    assert f"did you mean `{meant}`?" in millers.types(typed)
    assert "not an order" not in millers.types(meant)


def test_notes_are_kept_for_the_side_whose_turn_it_is(millers: Typist) -> None:
    assert "Kept as number 1" in millers.types("note: hold the ford; done")
    assert not millers.draft and "1: hold the ford; done" in millers.types("notes")
    side = millers.seat.side
    millers.types("choose a")
    millers.types("done")
    while millers.seat.side == side:
        millers.types("done")
    assert "no notes" in millers.types("notes")
    assert "no note 7" in millers.types("note delete 7") and "Write what to keep" in millers.types("note")
