"""What a referee may put where: values of any kind at every field of each system, taken or refused in our words."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.hosting.position_changes import set_value
from engine.contract import plain
from engine.log.decisions import Change
from engine.log.rulings import BadChange, apply_changes, value_at
from engine.log.value_words import fits, kind_words, kinds_at
from engine.systems import SYSTEMS
from engine.table import Refused, Table
from tests.engine.table_games import started
from tests.support.table_games import SCENARIOS
from tests.support.toy_system import NOW, State, entropy

VALUES = (
    "true", "null", "", "5", "-1", "0", "999999999", "9" * 30, "1.5", '"red"', '"0804"', "[]", "{}", "[1]", '["a"]',
    '"🐌"', "[1,2]", '{"a":1}', "[[[]]]", '"\\u0000"', json.dumps("x" * 150), "NaN", "{", "1e999",
)  # fmt: skip
"""As a change holds them; some are no JSON at all."""
FOREIGN = ("Expected", "`", "Object", "msgspec", "Traceback", "$", "required field")
"""Signs of a sentence that a library has written."""


def opened(scenario: str) -> tuple[Table, str]:
    table = Table(":memory:", entropy(f"values {scenario}"))
    key = table.open(scenario, "", NOW).id
    for number, side in enumerate(table.game(key).sides):
        table.seat(key, side, f"player {number}", NOW)
    return table, key


def fields(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of each value within a plain value."""
    if at:
        yield at
    if isinstance(value, dict | list | tuple):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in inside:
            yield from fields(inner, (*at, str(key)))


def one_of_each(state: Any) -> list[tuple[str, ...]]:
    """A path of each field: of units, cells and other things that are alike the first."""
    found = dict[tuple[str, ...], tuple[str, ...]]()
    for path in fields(plain(state)):
        shape = tuple("*" if any(sign.isdigit() for sign in key) or key.isupper() else key for key in path)
        found.setdefault(shape, path)
    return [*found.values()]


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_every_field_takes_a_value_of_its_kind_and_no_other(scenario: str) -> None:
    table, key = opened(scenario)
    state, chance, refusals = table._cache.find(key).state, Random(scenario), 0
    for path in one_of_each(state):
        kinds = kinds_at(type(state), path)
        assert kinds and kind_words(kinds) != "another value", path
        now = json.dumps(value_at(state, path))
        assert fits(now, kinds) and apply_changes(state, (Change(path, now),)) == state, path
        for value in chance.sample(VALUES, 2):
            try:
                changed = apply_changes(state, (Change(path, value),))
            except BadChange as wrong:
                said, refusals = str(wrong), refusals + 1
                assert not any(sign in said for sign in FOREIGN), said
                assert " ".join(path) in said or "no value in JSON" in said, said
                if value and f"it takes {kind_words(kinds)}" in said:
                    assert not fits(value, kinds), said
            else:
                assert type(changed) is type(state) and (not value or fits(value, kinds)), (path, value)
    assert refusals > 50


@pytest.mark.parametrize("scenario", SCENARIOS.values())
def test_a_refusal_gives_a_change_that_is_accepted(scenario: str) -> None:
    """By the way that every door goes; what nobody sees is not told."""
    table, key = opened(scenario)
    chance, lines = Random(scenario), 0
    seen = table.odds(key).seen
    for path in chance.sample(one_of_each(table._cache.find(key).state), 12):
        said = "[[[]]]" if chance.random() < 0.7 else "remove"
        try:
            set_value(table, key, path, said, NOW, "rea", "A test.")
            table.rewind(key, table.news(key)[-2].seq, NOW, "rea", "Back.")
        except Refused as refused:
            assert refused.code == "bad-change" and not any(sign in str(refused) for sign in FOREIGN), str(refused)
            _, marked, line = str(refused).partition("A change that is accepted: ")
            if not marked:
                continue
            lines += 1
            assert value_at(seen, path) == json.loads(line.removeprefix(" ".join(path)))
            set_value(table, key, path, line.removeprefix(" ".join(path)), NOW, "rea", "A test.")
    assert lines >= 3


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("units R1 lives", "red", 'units R1 lives cannot be "red": it takes a whole number. It is 3 now.'),
        ("units R1 lives", "remove", "units R1 lives cannot be taken away: the position needs it."),
        ("winner", "5 6", ""),
        ("turn", "1.5", "turn cannot be 1.5: it takes a whole number."),
        ("units", "none", "units cannot be null: it takes a record of names, each with a record with id, side, lives"),
        ("game dice", "4", "game dice cannot be 4: it takes a list, each of it a whole number."),
        ("sides", "[1]", "sides cannot be [1]: it takes a list, each of it a text."),
    ],
)
def test_what_is_wrong_is_said_with_the_field_and_what_it_takes(
    table: Table, duel: str, path: str, value: str, says: str
) -> None:
    key = started(table, duel)
    if not says:
        assert set_value(table, key, path.split(), value, NOW, "rea", "A test.").kind == "ruled"
        return
    with pytest.raises(Refused) as caught:
        set_value(table, key, path.split(), value, NOW, "rea", "A test.")
    assert str(caught.value).startswith(says), str(caught.value)


def test_a_position_on_which_the_rules_cannot_go_on_is_refused_in_our_words() -> None:
    table, key = opened(SCENARIOS["miniwars"])
    with pytest.raises(Refused) as caught:
        set_value(table, key, ("units", "ELD", "id"), "XYZ", NOW, "rea", "A test.")
    assert str(caught.value).startswith('The rules cannot go on with units ELD id "XYZ", so nothing is changed.')


def test_each_system_is_tried() -> None:
    assert SYSTEMS.keys() - {"toy"} == SCENARIOS.keys() and kinds_at(State, ("nothing",)) == ()
