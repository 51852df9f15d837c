"""The hot seat without a keyboard: what one typed line is answered."""

from collections.abc import Callable, Iterator
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
        return self._printed(self.seat.line, line)

    def types_next(self, line: str) -> str:
        """The same as one of several lines that follow each other."""
        return self._printed(self.seat.next_line, line)

    def _printed(self, run: Callable[[str], bool], line: str) -> str:
        paper = StringIO()
        self.seat.screen.console = Console(file=paper, width=100)
        run(line)
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


def test_what_is_left_of_a_line_keeps_the_unit_that_it_was_written_for(table: Table, tmp_path: Path) -> None:
    """``place 31,6`` is the order of the misspelt U55, not of U4, whose order has been taken."""
    station = Typist(table, "carrow-station", tmp_path)
    answer = station.types("U4 place 28,6; U55 place ; place 31,6")
    assert station.draft == "U4 place 28,6"
    assert "U5 place 31,6" in answer and "U4 place 31,6" not in answer, answer


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


DECORATED = (
    *("done", "DONE", "done.", "done!", "done,", "- done", "> done", "• done", "1. done", "`done`", "**done**"),
    *("done # that is all", "commit", "commit.", "- commit", "{order}; done", "- {order}; commit!"),
)
"""``{order}``: one that is legal then."""


@pytest.mark.parametrize("scenario", ["millers-bridge", "first-patrol", "first-charge", "low-wells", "two-shores"])
@pytest.mark.parametrize("words", DECORATED)
def test_in_a_file_nothing_runs_behind_a_rejected_line(
    table: Table, tmp_path: Path, scenario: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(table, scenario, tmp_path)
    side, before = typist.seat.side, len(table.log(typist.key))
    line = words.format(order=next(iter(table.ideas(typist.key, side))))
    assert typist.seat.play_file(["bogus", "help", line]) == 1
    assert len(table.log(typist.key)) == before and typist.seat.side == side
    assert " waits (line 3 of the input): a line before it was rejected." in capsys.readouterr().out


@pytest.mark.parametrize("words", ["done", "done.", "- done", "choose b; done", "commit", "commit."])
def test_at_the_keyboard_a_rejected_order_is_asked_about_once(millers: Typist, words: str) -> None:
    millers.seat.at_keyboard = True
    moment = millers.seat.game.phase_key
    for line in ("choose b", "choos c x", words):
        said = millers.types_next(line)
    assert "Nothing has run: 'choos c x' was rejected. Correct that first." in said and "say the same again" in said
    assert millers.seat.game.phase_key == moment
    millers.types_next(words)
    assert millers.seat.game.phase_key != moment


def test_a_rejected_order_that_is_corrected_is_not_asked_about(millers: Typist) -> None:
    millers.seat.at_keyboard = True
    moment = millers.seat.game.phase_key
    for line in ("choos c x", "ideas", "nots", "choose b", "done"):
        millers.types_next(line)
    assert millers.seat.game.phase_key != moment


def test_an_order_of_another_unit_makes_no_rejected_one_good(table: Table, tmp_path: Path) -> None:
    """``RS attack MA`` was refused, ``L2 move 0906`` is another thing: ``done`` still says what would be lost."""
    typist = Typist(table, "first-charge", tmp_path)
    typist.seat.at_keyboard = True
    side, unit, other = typist.seat.side, *list(table.units(typist.key, typist.seat.side))[:2]
    for line in (f"{unit} fly", f"{other} fly", f"standing {other} advance never"):
        typist.types_next(line)
    assert f"Nothing has run: '{unit} fly' was rejected. Correct that first." in typist.types_next("done")
    for line in (f"{unit} fly", "nonsense", f"{other} fly"):
        typist.types_next(line)
    said = typist.types_next("done")
    assert f"Nothing has run: '{other} fly' and 2 more lines were rejected. Correct that first." in said
    assert typist.seat.side == side


@pytest.mark.parametrize("words", ["commit", "commit.", "- commit", "done", "done!"])
def test_a_word_that_runs_the_draft_leaves_nothing_of_itself(millers: Typist, words: str) -> None:
    millers.types("choose b")
    side = millers.seat.side
    assert "Kept, and not run yet" not in millers.types(words)
    assert not any(millers.table.draft(millers.key, one) for one in (side, millers.seat.side))


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


def test_the_name_of_a_unit_is_no_misspelled_command(millers: Typist) -> None:
    """MA is a unit there, and nearly ``map``."""
    for typed in ("MA", "MA fire RS", "MA jump", "ma move 0704"):
        assert "did you mean `map" not in millers.types(typed)


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


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("not done", 'an order cannot be denied with "not"'),
        ("don't commit", "an order cannot be denied with"),
        ("Done, thanks", "did you mean `done`?"),
        ("log 9", "Turn 9 has not begun; this is 1: log 1"),
        (f"log {'9' * 5000}", "Turn 999999999 has not begun"),
        (f"log {'0' * 5000}9", "Nothing has happened in turn 0"),
        ("quit done", "quit stands alone: it only leaves the game. An order goes on a line before it"),
        ("exit now", "quit stands alone"),
        ('"done"', "did you mean done"),
        ("'commit'", "did you mean commit"),
    ],
)
def test_words_beside_done_end_and_offer_nothing_that_was_not_meant(millers: Typist, typed: str, told: str) -> None:
    before, said = millers.table.game(millers.key).phase, " ".join(millers.types(typed).split())
    assert told in said and "note done" not in said and "done thanks" not in said and "instead:" not in said
    assert millers.table.game(millers.key).phase == before and not (millers.seat.leaving or millers.draft)
