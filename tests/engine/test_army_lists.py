"""Army lists from people: hostile ones are read in time in proportion to their length, and each form says the same."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from engine.scenarios import reader
from engine.scenarios.army_lists import CHARACTERS, check_army_list, judge_muster, read_army_list
from engine.scenarios.boards import as_board
from engine.scenarios.list_forms import is_list_file
from engine.scenarios.yaml_reader import FaultyFile
from engine.toolkit.muster.army_text import UnitSize, UnreadableArmy, read_army
from tests.support.many_cases import for_each

MOST = CHARACTERS - 100
SECONDS = 2.0
"""Of the processor for one text: a reader in quadratic time needs minutes."""
HOSTILE = {
    "empty lines": "x" + "\n" * MOST + "y",
    "spaces": "a" + " " * MOST + "b",
    "spaces and x": "a" + " " * (MOST // 2) + "x" + " " * (MOST // 2) + "y",
    "many x": "a " + "x " * (MOST // 2) + "b",
    "number and spaces": "3" + " " * MOST + "4",
    "number and many x": "3" + " x" * (MOST // 2) + "4",
    "digits": "1" * MOST,
    "zeros": "a: " + "0" * MOST + "1",
    "colons": ":" * MOST,
    "colons and words": "a: " * (MOST // 3),
    "commas": "a," * (MOST // 2),
    "braces": "{" * MOST,
    "nested": "{army: " + "{a: " * (MOST // 4),
    "army": "army " * (MOST // 5),
    "keys": "army: {a: 1}\n" + "".join(f"k{number}: 1\n" for number in range(MOST // 12)),
    "types": "army:\n" + "".join(f" k{number}: 1\n" for number in range(MOST // 12)),
    "long types": "army:\n" + "".join(f" k{number}{'z' * 80}: 1\n" for number in range(999)),
    "blanks": "\t " * (MOST // 2) + "army",
}


def _judge(text: str) -> Any:
    return judge_muster(text, as_board(reader.load("lantern-slip"), 190), "watch")


def _check(text: str) -> Any:
    return check_army_list(f"system: zones\n{text}", reader.load)


@for_each("text", HOSTILE)
@pytest.mark.long
def test_a_hostile_list_of_the_greatest_length_takes_no_time(text: str) -> None:
    written = HOSTILE[text]
    assert len(written) <= CHARACTERS
    readers: tuple[Callable[[str], Any], ...] = (is_list_file, read_army_list, read_army, UnitSize.read, _judge, _check)
    for read in readers:
        began = time.process_time()
        try:
            read(written)
        except (FaultyFile, UnreadableArmy) as fault:
            assert str(fault)
        assert time.process_time() - began < SECONDS, read


@pytest.mark.parametrize(
    "text",
    [
        "army:\n  knights: 2",
        "army: {Knights: 2}",
        "system: miniwars, army: {knights: 2}",
        "{system: miniwars, army: {knights: 2}}",
        "{system: miniwars,\n army: {Knights: 2}}",
        "# for the field, army: soon\nsystem: miniwars\narmy:\n  KNIGHTS: 2\n",
        "Knights: 2",
    ],
)
def test_every_form_of_a_list_says_the_same(text: str) -> None:
    assert read_army_list(text) == {"knights": 2}
    judged = judge_muster(text, as_board(reader.load("champions-field"), 200), "west")
    assert not judged.faults and [row[::2] for row in judged.army.rows] == [("knights", 2)]


def test_faults_stand_where_the_type_is_written() -> None:
    scenario = as_board(reader.load("champions-field"), 200)
    for text, column in {"army: {Knightz: 2}": 8, "system: miniwars, army: {Knightz: 2}": 26}.items():
        (fault,) = judge_muster(text, scenario, "west").faults
        assert (fault.line, fault.column) == (1, column) and "no type knightz" in fault.says


def test_an_order_is_no_file_whatever_its_types_are_called() -> None:
    for text in ("muster my-army: 2, knights: 1", "muster a: 1, army: 2", "army x: 1, army: 2", "my-army: 2, a: 1"):
        assert not is_list_file(text), text
    assert is_list_file("army : {knights: 1}") and is_list_file('{"army": {knights: 1}}')
