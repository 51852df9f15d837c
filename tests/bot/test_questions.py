"""A line that asks something is told from an order by its question mark, at every door by the same code."""

import pytest

from bot.hosting.questions import is_question, left_out, without_questions


@pytest.mark.parametrize(
    "line",
    ["can U1 move 0504?", "U1 move 0504 ?", "done?!", "done? :)", "U1 move 0504?; done", "done？", "(done?)", "x? # y"],
)
def test_a_question(line: str) -> None:
    assert is_question(line)


@pytest.mark.parametrize(
    "line", ["U1 move 0504", 'U1 attack "Who?"', "U1 move 0504 # or not?", "# what now?", "", "?a", "done; U1 hold"]
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
