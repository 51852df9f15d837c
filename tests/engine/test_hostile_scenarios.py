"""Scenarios that nobody would write: changed, cut, filled with anything; they are read in time and never raise."""

import json
from collections.abc import Mapping
from time import perf_counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from tests.support.sampling import examples

_SOURCE = json.dumps(reader.load("raid-on-danville").source)
SHIPPED = {stem: reader.read_text(path) for stem, path in reader.shipped().items()}


def spots(text: str) -> list[tuple[int, int, str]]:
    return [(spot.line, spot.column, str(spot)) for spot in reader.faults(text)]


_WORDS = st.sampled_from(
    [
        "0507",
        "9999",
        "null",
        "[]",
        "{}",
        "-1",
        "1e9",
        "~",
        "true",
        '""',
        "&a",
        "*a",
        "!!int x",
        "'",
        '"',
        "#",
        ": ",
        "- ",
        "\n",
        "\t",
        "é",
        "😀",
        "\u2028",
        "\x00",
        "system",
        "miniwars",
        "at",
        "id",
        "<<: *a",
        "---\n",
        "...",
        "|",
        ">",
        "%YAML 1.1\n",
        "? ",
        "a: " * 5,
        "[" * 60,
        "0101/0102",
        "hex:",
        "rows:",
        "sides",
        "setup:",
        "deployment",
        "order",
        "zones",
        "edge",
        "within",
        "near",
        "sealed: true",
        "turns: 0",
        "cs: 9",
        "move: -1",
        "morale: x",
        "missile: Z",
        "cost: 1.5",
    ]
)


_CHANGE = st.tuples(st.floats(0, 1), st.integers(0, 30), _WORDS | st.text(max_size=6))
"""Where (as a share of the file), how many characters go, and what comes in their place."""


@settings(max_examples=examples(300), deadline=None)
@given(stem=st.sampled_from(sorted(SHIPPED)), changes=st.lists(_CHANGE, min_size=1, max_size=4))
def test_mutated_files_never_raise(stem: str, changes: list[tuple[float, int, str]]) -> None:
    text = SHIPPED[stem]
    for part, cut, new in changes:
        at = int(part * len(text))
        text = text[:at] + new + text[at + cut :]
    _sound(text)


@settings(max_examples=examples(100), deadline=None)
@given(st.text(max_size=300))
def test_any_text_never_raises(text: str) -> None:
    _sound(text)


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["0101", "0102/0101", "danville", "mayor", "E"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["at", "id", "near", "within", "edge", "hexes", "name", "x"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def _places(value: object, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [way]
    steps = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        found += _places(inner, (*way, step))
    return found


_PLACES = _places(json.loads(_SOURCE))[1:]


@settings(max_examples=examples(300), deadline=None)
@given(way=st.sampled_from(_PLACES), value=_VALUES)
def test_any_value_anywhere_never_raises(way: tuple[Any, ...], value: object) -> None:
    source = json.loads(_SOURCE)
    place = source
    for step in way[:-1]:
        place = place[step]
    place[way[-1]] = value
    try:
        scenario = reader.parse(source)
    except FaultyFile as fault:
        assert fault.faults and all(spot.says for spot in fault.faults)
    else:
        assert scenario.name


def _sound(text: str) -> None:
    """Either a scenario or faults that lie in the text."""
    lines = text.count("\n") + text.count("\r") + text.count("\u2028") + text.count("\u2029") + text.count("\x85") + 2
    for spot in reader.faults(text):
        assert 1 <= spot.line <= lines and spot.column >= 1 and spot.says


def test_a_file_with_a_fault_in_every_line_is_told_of_soon() -> None:
    """Places are looked up in one reading of the text, and nobody mends more than some hundred faults at once."""
    began = perf_counter()
    spots = reader.faults("".join(f"k{number}: 1\n" for number in range(20_000)))
    assert perf_counter() - began < 5
    assert [spot.line for spot in spots[:-1]] == list(range(1, reader.MOST + 1))
    assert "200 faults found" in spots[-1].says
