"""Dice expressions: what is thrown, how it is shown, and that no text raises anything but a sentence."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import Tape
from engine.dice import expression
from engine.dice.expression_parser import DICE, BadExpression, parse
from tests.support.many_cases import for_each


@for_each(
    ("text", "dice", "line"),
    [
        ("2d6+1", [3, 5], "2d6+1: 3+5 +1 = 9"),
        ("d20", [17], "d20: 17"),
        ("d%", [62], "d%: 62"),
        ("4d6kh3", [2, 6, 1, 6], "4d6kh3: [2+6+(1)+6] = 14"),
        ("4d6k3", [2, 6, 1, 6], "4d6k3: [2+6+(1)+6] = 14"),
        ("4d6dl1", [2, 6, 1, 6], "4d6dl1: [2+6+(1)+6] = 14"),
        ("4d6kl1", [2, 6, 1, 6], "4d6kl1: [(2)+(6)+1+(6)] = 1"),
        ("4d6dh1", [2, 6, 1, 6], "4d6dh1: [2+6+1+(6)] = 9"),
        ("d20 adv", [4, 17], "d20 adv: [(4)+17] = 17"),
        ("1d20 dis + 3", [4, 17], "1d20 dis + 3: [4+(17)] +3 = 7"),
        ("3d6>=5", [5, 4, 6], "3d6>=5: [5 4 6] >= 5 = 2 successes"),
        ("3d6 = 4", [5, 4, 6], "3d6 = 4: [5 4 6] = 4 = 1 success"),
        ("3d6<4", [5, 4, 6], "3d6<4: [5 4 6] < 4 = 0 successes"),
        ("3d6≥5", [5, 4, 6], "3d6≥5: [5 4 6] >= 5 = 2 successes"),
        ("2d6*2", [3, 5], "2d6*2: (3+5) * 2 = 16"),
        ("10 - 2d6", [3, 5], "10 - 2d6: 10 - (3+5) = 2"),
        ("(1d6+2)*(1d4-1)", [6, 3], "(1d6+2)*(1d4-1): (6 +2) * (3 -1) = 16"),
        ("-d6", [4], "-d6: -4"),
        ("2+3*4", [], "2+3*4: 2 + 3 * 4 = 14"),
        ("8-3-2", [], "8-3-2: 8 -3 -2 = 3"),
        ("２ｄ６", [1, 2], None),
        ("2 D 6 + 1", [3, 5], "2 D 6 + 1: 3+5 +1 = 9"),
        ("1d6+1d6", [2, 5], "1d6+1d6: 2 + 5 = 7"),
    ],
)
def test_every_die_is_shown(text: str, dice: list[int], line: str | None) -> None:
    tape = Tape(dice)
    if line is None:
        with pytest.raises(BadExpression):
            expression.roll(text, tape)
        return
    assert expression.roll(text, tape) == line
    assert not tape.left


def test_each_throw_has_a_name_of_its_own() -> None:
    asked = list[tuple[str, int, int, int]]()

    class Counting:
        def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
            asked.append((why, nth, count, sides))
            return (1,) * count

    expression.roll("2d6 + d8 - 3d6kh1", Counting())
    assert asked == [("2d6 + d8 - 3d6kh1", 1, 2, 6), ("2d6 + d8 - 3d6kh1", 2, 1, 8), ("2d6 + d8 - 3d6kh1", 3, 3, 6)]


@for_each(
    ("text", "says"),
    [
        ("", "nothing to roll"),
        ("   ", "nothing to roll"),
        ("abc", "'abc' is not a dice expression"),
        ("d", "is not a dice expression"),
        ("2d6+", "after '2d6+'"),
        ("(2d6", "Close it with )"),
        ("2d6)", "Join two rolls"),
        ("2d6 2d6", "Join two rolls"),
        ("101d6", "Roll 1 to 100"),
        ("0d6", "Roll 1 to 100"),
        ("60d6+60d6", "These are 120 dice; at most 100 are allowed"),
        ("1d1001", "The maximum for the number of sides is 1,000"),
        ("d0", "at least one side"),
        ("3d20 adv", "Write d20 adv"),
        ("4d6kh5", "keeps 5 dice of 4"),
        ("4d6dl4", "keeps 0 dice of 4"),
        ("4d6k0", "keeps 0"),
        ("9999999", "The maximum for a number is 1,000,000"),
        ("9" * 199, "too large"),
        ("1+" * 120 + "1", "241 characters long"),
        ("(" * 30 + "1" + ")" * 30, "More than 20 brackets"),
        ("2d6!", "'!'"),
        ("-" * 100 + "1", "More than 20"),
        ("3d6>=", "the number to compare with"),
        ("+3", "at the start"),
        ("2d6x2", "'x2'"),
        ("d6adv1", "Join two rolls"),
    ],
)
def test_what_cannot_be_rolled_is_explained(text: str, says: str) -> None:
    with pytest.raises(BadExpression, match=re.escape(says)):
        parse(text)


class Ones:
    """Dice that count themselves."""

    thrown = 0

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        self.thrown += count
        return tuple((nth + i) % sides + 1 for i in range(count))


_WORDS = st.lists(
    st.sampled_from(
        [
            "2",
            "d",
            "6",
            "d6",
            "%",
            "+",
            "-",
            "*",
            "(",
            ")",
            "kh",
            "dl",
            "1",
            "adv",
            "dis",
            ">=",
            "<",
            "=",
            " ",
            "99",
            "k",
        ]
    ),
    max_size=14,
)


@given(st.text(max_size=60) | _WORDS.map("".join))
def test_any_text_is_thrown_or_explained(text: str) -> None:
    dice = Ones()
    try:
        line = expression.roll(text, dice)
    except BadExpression as no:
        assert str(no).endswith((".", "?"))
        assert dice.thrown == 0, "nothing is thrown of what cannot be read"
    else:
        assert dice.thrown <= DICE and "\n" not in line and len(line) < 2000


def test_fair_dice_can_be_thrown_again() -> None:
    once, again, other = (expression.roll_sealed("20d20", bytes([n]) * 32) for n in (1, 1, 2))
    assert once == again != other
    assert expression.roll_sealed("20d20", bytes(32), "message 7") != expression.roll_sealed(
        "20d20", bytes(32), "message 8"
    )
