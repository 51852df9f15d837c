"""The YAML of scenarios: words mean what they look like, faults are found where they are, bombs are refused soon."""

from time import monotonic

import pytest

from engine.scenarios import reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from tests.support.many_cases import for_each


@for_each(
    ("word", "value"),
    [
        ("0507", "0507"),
        ("507", 507),
        ("0", 0),
        ("-3", -3),
        ("+3", 3),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        ("1e3", 1000.0),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1:30", "1:30"),
        ("NO", "NO"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("2026-11-21", "2026-11-21"),
        (".5", ".5"),
        (".nan", ".nan"),
        (".inf", ".inf"),
        ('"-"', "-"),
        ("=", "="),
        ('"12"', "12"),
        ("'true'", "true"),
        ("!!str 12", "12"),
        ("1" * 19, "1" * 19),
        ("<<", "<<"),
    ],
)
def test_words_mean_what_they_look_like(word: str, value: object) -> None:
    read = yaml_reader.read(f"key: {word}")["key"]
    assert read == value and type(read) is type(value)


@for_each(
    ("text", "line", "column", "says"),
    [
        ("a: 1\nb: 2\na: 3", 3, 1, "is used twice"),
        ("a:\n  b: 1\n  b: 1", 3, 3, "is used twice"),
        ("a: [1, 2\nb: 3", 2, 2, "not closed"),
        ("a: b: c", 1, 5, "colon"),
        ("a: 'b", 1, 6, "closed"),
        ("\ta: 1", 1, 1, "begin"),
        ("a: !!python/name:os.system x", 1, 4, "tags"),
        ("? [1]\n: 2", 1, 3, "key"),
        ("a: *b", 1, 4, "alias"),
        ("&a [*a]", 1, 1, "itself"),
        ("a: \x01", 1, 4, "U+0001"),
        ("a: \ud800", 1, 4, "half of a character"),
        ("[" * 50, 1, 40, "deep"),
        ("- " * 50, 1, 79, "deep"),
        ("a: 1\n---\nb: 2", 1, 1, "2 documents"),
    ],
)
def test_faults_of_yaml_are_found_where_they_are(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(FaultyFile) as caught:
        yaml_reader.read(text)
    spot = caught.value.faults[0]
    assert (spot.line, spot.column) == (line, column) and says in str(spot)


def test_every_repeated_key_is_told() -> None:
    with pytest.raises(FaultyFile) as caught:
        yaml_reader.read("a: 1\na: 2\nb: {c: 1, c: 2}")
    assert [spot.line for spot in caught.value.faults] == [2, 3]


@for_each(
    "bomb",
    [
        "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10 if i else ['x'])}]\n" for i in range(30)),
        "[" * 200_000,
        "- " * 200_000,
        "{a: " * 100_000,
        "? " * 100_000,
        "a: &x [" + "*x," * 10_000 + "]",
        "x" * 250_000,
        "&a " * 100_000,
        "\n" * 299_000,
        "- a\n" * 60_000,
        '"' + "\\" * 200_000,
        "a: |" + "\n  x" * 70_000,
        "[" + "," * 200_000 + "]",
        "!" * 200_000,
        "%" * 200_000,
        "*" * 200_000,
    ],
    ids=lambda text: text[:8],
)
def test_bombs_are_refused_soon(bomb: str) -> None:
    began = monotonic()
    assert reader.faults(bomb)
    assert monotonic() - began < 5


def test_aliases_are_read() -> None:
    assert yaml_reader.read("a: &x {b: 1}\nc: *x") == {"a": {"b": 1}, "c": {"b": 1}}
