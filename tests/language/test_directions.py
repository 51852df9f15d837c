"""Directions in words: compass words in full, degrees, and what a word that is no bearing is told."""

import pytest

from engine.contract import replace
from engine.language import write
from tests.language.test_measures import VOCABULARY, objected, one


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("U1 move north 3", "U1 move N 3"),
        ("U1 move north 3 in", "U1 move N 3"),
        ("U1 move south-east", "U1 move SE"),
        ("U1 face north", "U1 face N"),
        ("U1 face 90 degrees", "U1 face E"),
        ("U1 face 52 deg", "U1 face 52"),
        ("U1 move 90 degrees 3", "U1 move E 3"),
        ("U1 face towards C1", "U1 face C1"),
    ],
)
def test_compass_words_and_degrees_are_read(text: str, read: str) -> None:
    line = one(text)
    assert line.order and not line.objections and write(line.order, VOCABULARY) == read


@pytest.mark.parametrize(
    ("text", "problem", "lines"),
    [
        ("U1 face left", ("unknown-unit", "left"), ("U1 face W", "U1 face E")),
        ("U1 face up", ("unknown-unit", "up"), ("U1 face N",)),
        ("U1 turn right 45", ("unknown-unit", "right 45"), ("U1 turn E", "U1 turn W")),
        ("U1 face 3 o'clock", ("unknown-unit", "3 o'clock"), ("U1 face E",)),
        ("U1 move up 3", ("unknown-place", "up"), ("U1 move N 3",)),
        ("U1 move forward 3", ("unknown-place", "forward"), ("U1 forward 3",)),
        ("U1 place 12,8 left", ("bad-number", "left"), ("U1 place 12,8 W", "U1 place 12,8 E")),
    ],
)
def test_a_word_that_is_no_bearing_is_one_complaint(
    text: str, problem: tuple[str, str], lines: tuple[str, ...]
) -> None:
    (objection,) = one(text).objections
    assert objected(text) == [problem] and objection.instead == lines
    assert "N, NE, ... or degrees" in objection.says


def test_a_unit_called_like_a_compass_word_is_turned_to() -> None:
    """Only its whole name is meant before the wind."""
    units = {**VOCABULARY.units, "C8": "North", "C9": "South Wing"}
    vocabulary = replace(VOCABULARY, units=units)
    said = [one(f"U1 face {word}", vocabulary).order for word in ("north", "south", "south wing")]
    assert [getattr(order, "to", None) for order in said] == ["C8", 1800, "C9"]
