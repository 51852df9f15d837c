"""A line that asks something is told from an order by its question mark, at every door by the same code."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot.correspondence.message import Line, read_message
from bot.hosting.questions import HELD, hold, is_question, left_out, without_questions
from engine.table import Refused, Table
from tests.engine.table_games import phase_of
from tests.engine.test_orders_ahead import NOW, chooser_game, opened
from tests.support.seated_games import seated


@pytest.mark.parametrize(
    "line",
    ["can U1 move 0504?", "U1 move 0504 ?", "done?!", "done? :)", "U1 move 0504?; done", "done？", "(done?)", "x? # y"],
)
def test_a_question(line: str) -> None:
    assert is_question(line)


@pytest.mark.parametrize(
    "line",
    [
        "U1 move 0504",
        'U1 attack "Who?"',
        "U1 move 0504 # or not?",
        "# what now?",
        "// what now?",
        " // or U1 move 0504?",
        "",
        "?a",
        "done; U1 hold",
    ],
)
def test_no_question(line: str) -> None:
    assert not is_question(line)


def test_orders_keep_their_line_numbers_and_text_without_questions_stays_as_it_is() -> None:
    assert without_questions("U1 hold\nU1 move 0504?\nU2 hold\ndone?") == (
        "U1 hold\n\nU2 hold",
        ("U1 move 0504?", "done?"),
    )
    assert without_questions("U1 hold\r\n\n") == ("U1 hold\r\n\n", ())
    assert '"done?"' in left_out(("done?",)) and "3 more" in left_out(("done?",) * 8)


QUESTIONS = ("RE move 0402?", "choose a, ok?", "done?", "choose b, or a?")
"""They would be orders, or try to be, without the question mark."""
TALK = ("Who is winning?", "Shall we meet at 8?", "card BO?")


@pytest.mark.parametrize("rest", [("done",), ("choose a", "done"), ("choose a; done",), ("choose a", "commit")])
@pytest.mark.parametrize("question", [*QUESTIONS, *TALK])
def test_nothing_in_a_letter_runs_beside_an_order_that_is_asked_about(question: str, rest: tuple[str, ...]) -> None:
    table, seat = seated("millers-bridge")
    message = read_message(table, seat, [Line(question), *map(Line, rest)], to_us=True)
    assert message.asked is (question not in TALK) and message.orders


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path / "t.db", Random("held").randbytes)) as made:
        yield made


def test_held_orders_do_not_run(table: Table) -> None:
    key = opened(table, "two-shores")
    assert hold(table, key, "azure", "buy 3 infantry\ndone", NOW, HELD).asks == HELD
    assert table.draft(key, "azure") == "buy 3 infantry\ndone" and phase_of(table, key).name == "purchase"
    assert table.done(key, "azure", NOW).lines


def test_held_orders_do_not_run_when_the_next_phase_opens(table: Table) -> None:
    key, reeve, _ = chooser_game(table)
    table.give(key, reeve, "choose a\ndone\nBO fire RS\ndone\nMA hold", NOW)
    assert table.check(key, reeve, "SP hold").ahead
    with pytest.raises(Refused, match="would run by themselves when it opens"):
        hold(table, key, reeve, "SP hold\ndone", NOW, HELD)
    assert "done" not in table.draft(key, reeve)
    assert hold(table, key, reeve, "BO hold", NOW, HELD).reply.ahead and table.draft(key, reeve) == "BO hold"
