"""Faults of scenario files speak of mappings, lists and numbers, whatever stands at a key; never as Python would."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Unreadable, convert
from engine.scenarios import reader, yaml_reader
from engine.toolkit.plain_reasons import plain_reason
from engine.toolkit.scenario_values import no_such, shortened
from tests.support.sampling import examples

WRONG: tuple[Any, ...] = ({"a": 1}, [1, 2], ["x"], 7, -1, True, None, "x", 1.5, {}, [], [{"a": 1}], {"a": {"b": [1]}})
EXAMPLE = re.compile(r"(: for example|: as in|: a row is written like|: write deploy|, as in {).*")
PYTHON = re.compile(
    r"{['\"]?a['\"]?: |\[1, 2\]|\['x'\]|\[{|\[\]|{}|' object|`(int|str|bool|float|array|object)"
    r"|\b(None|True|False|NoneType|dict|tuple|int|str|bool|Expected)\b|subscriptable|iterable|hashable|attribute| at 0x"
)
STEMS = {
    "acw": ("even-ground", "the-long-line"),
    "baker": ("grey-beach", "two-shores"),
    "forumini": ("steel-and-sky", "open-meeting"),
    "miniwars": ("giants-pass", "raid-on-danville"),
    "zones": ("lantern-slip", "four-banners"),
}
Path = tuple[str | int, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every key of a file, of a list only the first and the last."""
    yield path
    if isinstance(value, dict):
        for key, below in value.items():
            yield from paths(below, (*path, key))
    elif isinstance(value, list):
        for at in sorted({0, len(value) - 1}) if value else ():
            yield from paths(value[at], (*path, at))


@cache
def document(stem: str) -> tuple[Any, tuple[Path, ...]]:
    written = json.loads(json.dumps(yaml_reader.read(reader.read_text(reader.shipped()[stem]))))
    return written, tuple(path for path in paths(written) if path)


def changed(written: Any, path: Path, value: Any) -> str:
    copy = deepcopy(written)
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return json.dumps(copy)


@pytest.mark.parametrize("system", STEMS)
def test_no_fault_is_in_the_words_of_python(system: str) -> None:
    @settings(max_examples=examples(120), deadline=None)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        written, places = document(data.draw(st.sampled_from(STEMS[system])))
        assert_plain(written, data.draw(st.sampled_from(places)), data.draw(st.sampled_from(WRONG)))

    holds()


@pytest.mark.long
@pytest.mark.parametrize("system", STEMS)
def test_no_wrong_value_at_any_key_is_answered_in_the_words_of_python(system: str) -> None:
    """Of all units, the first."""
    for stem in STEMS[system]:
        written, places = document(stem)
        for place, value in product(places, WRONG):
            if place[0] != "units" or place[1:2] in ((), (0,)):
                assert_plain(written, place, value)


def assert_plain(written: Any, place: Path, value: Any) -> None:
    for fault in reader.faults(changed(written, place, value)):
        assert not PYTHON.search(EXAMPLE.sub("", str(fault))), (place, value, str(fault))


def test_a_value_is_shown_by_what_it_is() -> None:
    assert [shortened(one) for one in ({"a": 1}, [1], (), None, True, 7, "x" * 50)] == [
        "a mapping",
        "a list",
        "a list",
        "nothing",
        "true",
        "7",
        "x" * 40,
    ]
    assert no_such("area", "Kief") == "there is no area Kief"
    assert no_such("area", {"a": 1}) == "the name of an area is wanted here, not a mapping"
    assert no_such("power", None) == "the name of a power is wanted here, not nothing"


@pytest.mark.parametrize(
    ("value", "kind", "says"),
    [
        ({"a": "x"}, dict[str, int], " must be a whole number, not a text"),
        ([1], dict[str, int], "it must be a mapping, not a list"),
        (["x", None], list[str], "[1] must be a text, not nothing"),
        ({}, list[int] | None, "it must be a list or nothing, not a mapping"),
    ],
)
def test_why_a_value_does_not_fit_is_said_plainly(value: Any, kind: Any, says: str) -> None:
    with pytest.raises(Unreadable) as unfit:
        convert(value, kind)
    assert plain_reason(unfit.value).endswith(says)
    assert not PYTHON.search(plain_reason(unfit.value))
