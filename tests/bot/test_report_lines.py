"""What a channel reads of a report."""

import pytest

from bot.discord.messages.report_lines import readable


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("C1 hunkers. (ZC 11.1)", "C1 hunkers."),
        ("In 0907: S2 fires at G3: a hit. (FA 12.2, 12.10)", "In 0907: S2 fires at G3: a hit."),
        ("nobody sees through dense terrain (ZC 7.3).", "nobody sees through dense terrain."),
        ("Not done: MI move 0403 (occupied): 0403 is occupied.", "Not done: MI move 0403: 0403 is occupied."),
        ("U1 (2) moves to (12, 3.5)", "U1 (2) moves to (12, 3.5)"),
        ("Set up (ZC 11.1) here", "Set up (ZC 11.1) here"),
        ("Done: The Reivers.", "Done: The Reivers."),
    ],
)
def test_numbers_of_rules_and_codes_are_left_to_the_log(line: str, read: str) -> None:
    assert readable((line,), "The Reivers") == (read,)


def test_what_the_heading_says_is_not_said_again() -> None:
    lines = ("Done: The Reivers.", "Done: The Reeve's Men.", "RE rallies BO: 3, needs 2+: rallied")
    assert readable(lines, "The Reivers") == lines[1:] and readable(lines, "") == lines
