"""The line of a report that says no more than the call for orders below it."""

import pytest

from bot.correspondence.phase_lines import names_phase, without_phase_line
from engine.contract import Phase, Side

SIDES = {"a": Side("The Azure League", "#000000"), "b": Side("The Reivers", "#ffffff")}


@pytest.mark.parametrize(
    ("line", "title", "sides"),
    [
        ("Missile fire of B: The Reivers", "missile fire of B", ("b",)),
        ("Morale: waiting for The Azure League and The Reivers.", "morale", ("a", "b")),
        ("Combat movement: The Azure League", "The Azure League's combat movement", ("a",)),
        ("B movement: The Reivers", "movement", ("b",)),
        ("C aircraft placement", "aircraft placement", ("b",)),
        ("Choice of deployment", "choice of deployment", ("a",)),
    ],
)
def test_a_line_that_only_names_the_phase_is_left_out(line: str, title: str, sides: tuple[str, ...]) -> None:
    phase = Phase("moves", title, 1, sides)
    assert names_phase(line, phase, SIDES)
    assert without_phase_line(("U1 moves 0507.", line), phase, SIDES) == ("U1 moves 0507.",)
    assert without_phase_line((line,), phase, SIDES) == ()
    assert without_phase_line((line, "2 5, 7 may act."), phase, SIDES) == ("2 5, 7 may act.",), "a roll follows it"
    assert without_phase_line((line, "U1 moves 0507.", line), phase, SIDES) == (line, "U1 moves 0507."), "only the last"
    assert without_phase_line(("U1 moves 0507.", line), None, SIDES) == ("U1 moves 0507.", line)


@pytest.mark.parametrize(
    "line",
    [
        "Action phase: The Reivers. No longer hunkered: C1.",
        "Missile fire of B: The Azure League",
        "Initiative: The Reivers 4.",
        "The Reivers",
        "Missile fire of A",
        "All the missile fire of B",
        ": The Reivers",
    ],
)
def test_a_line_that_says_more_or_something_else_stays(line: str) -> None:
    assert not names_phase(line, Phase("fire", "missile fire of B", 1, ("b",)), SIDES)
