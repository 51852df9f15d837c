"""Every case of tests/cases, a test for each file; and the runner of cases, shown to fail where it should."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import cases
from tests.support.many_cases import for_each

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*.yaml"))

BOARD = {
    "system": "miniwars",
    "name": "Green",
    "board": {"hex": {"legend": {".": "plain"}, "rows": ["......"] * 6}},
    "sides": {"blue": {"name": "Blue", "colour": "#0072b2"}, "red": {"name": "Red", "colour": "#d55e00"}},
    "types": {"foot": {"name": "Foot", "move": 3, "cs": 3, "morale": "="}},
    "units": [
        {"id": "B1", "type": "foot", "side": "blue", "at": "0303"},
        {"id": "B2", "type": "foot", "side": "blue", "at": "0101"},
        {"id": "B3", "type": "foot", "side": "blue", "at": "0102"},
        {"id": "R1", "type": "foot", "side": "red", "at": "0304"},
        {"id": "R2", "type": "foot", "side": "red", "at": "0601"},
        {"id": "R3", "type": "foot", "side": "red", "at": "0602"},
    ],
}
GOOD: dict[str, Any] = {
    "case": "good",
    "rules": ["MW 10.4"],
    "scenario": BOARD,
    "set": {"turn": 2, "phase": "a-movement", "active": "blue"},
    "play": [
        {
            "orders": {"blue": "B1 attack R1"},
            "dice": [5, 4],  # 9, needs 8: success
            "expect": {
                "units": {"R1": {"disrupted": True, "at": "0304"}, "B1": {"disrupted": False}},
                "phase": "a-movement",
                "winner": None,
            },
        },
        {
            "orders": {"blue": "B2 move 0201\nB9 move 0202"},
            "expect": {"problems": [{"line": 2, "code": "unknown-unit"}]},
        },
    ],
}


@cache
def numbered(file: Path) -> list[tuple[int, Any]]:
    return list(enumerate(cases.read(file.read_text("utf-8")), 1))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_cases(file: Path) -> None:
    failed = [failure for number, case in numbered(file) for failure in cases.run(case, file.name, number)]
    assert not failed, "\n".join(map(str, failed))


def test_names_are_unique() -> None:
    names = [(file, cases.name(case, number)) for file in FILES for number, case in numbered(file)]
    assert len(set(names)) == len(names) > 70


def test_good_case_passes() -> None:
    assert cases.run(GOOD) == ()


def _changed(path: str, value: Any) -> dict[str, Any]:
    """GOOD with one thing otherwise; None takes it away."""
    case = deepcopy(GOOD)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    place: Any = case
    for step in way:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return case


WRONG: list[tuple[str, Any, int, str]] = [
    ("play.0.dice", [5, 4, 1], 1, "1 left: 1"),
    ("play.0.dice", [5], 1, "2 dice are rolled, 1 are given"),
    ("play.0.dice", None, 1, "2 dice are rolled, 0 are given"),
    ("play.0.dice", [1, 2], 1, "units.R1.disrupted"),
    ("play.0.dice", "5 4", 1, "dice is a list of faces"),
    ("play.1.dice", [6], 2, "1 left: 6"),
    ("play.0.expect.units.R1.at", "0404", 1, "came 0304"),
    ("play.0.expect.units.R1.disrupted", 1, 1, "came true"),
    ("play.0.expect.units.R7", {"at": "0101"}, 1, "there is no such thing"),
    ("play.0.expect.units.R1.courage", 3, 1, "there is no such thing"),
    ("play.0.expect.phase", "b-movement", 1, "came a-movement"),
    ("play.0.expect.turn", 3, 1, "turn 3; came 2"),
    ("play.0.expect.active", "red", 1, "active red; came blue"),
    ("play.0.expect.winner", "blue", 1, "winner blue; came null"),
    ("play.0.expect.game", {"quiet": 7}, 1, "game.quiet 7"),
    ("play.0.expect.gone", ["R1"], 1, "it is still in play"),
    ("play.0.expect.gone", ["R9"], 1, "there is no such unit"),
    ("play.0.expect.areas", {"Kiev": {}}, 1, "this game has no areas"),
    ("play.0.expect.colour", "blue", 1, "colour is not a key of expect"),
    ("play.0.expect.problems", [{"line": 1, "code": "too-far"}], 1, "came none"),
    ("play.1.expect.problems", None, 2, "expected problems none; came line 2 unknown-unit"),
    ("play.1.expect.problems", [{"line": 1, "code": "unknown-unit"}], 2, "came line 2 unknown-unit"),
    ("play.1.expect.problems", [{"line": 2, "code": "too-far"}], 2, "came line 2 unknown-unit"),
    (
        "play.1.expect.balked",
        [{"line": 2, "code": "unknown-unit"}],
        2,
        "expected balked line 2 unknown-unit; came none",
    ),
    ("play.1.orders", {"green": "B2 move 0201"}, 2, "line 1"),
    ("play.1.orders", ["B2 move 0201"], 2, "orders is a mapping"),
    ("play.0.order", {"blue": "B1 hold"}, 0, "order is not a key of a step"),
    ("play", [], 0, "needs `play`"),
    ("set.phase", "tea-time", 0, "set"),
    ("set.units", {"Z9": {"at": "0606"}}, 0, "set"),
    ("scenario", "no-such-hill", 0, "There is no scenario"),
    ("scenario", {**BOARD, "system": "ludo"}, 0, "there are no rules called ludo"),
    ("scenario", {**BOARD, "units": [{"id": "B1"}]}, 0, "a unit needs a type"),
    ("scenario", 3, 0, "a case needs `scenario`"),
    ("scenarios", "x", 0, "scenarios is not a key of a case"),
]


@for_each(("path", "value", "step", "says"), WRONG, ids=lambda part: str(part)[:40])
def test_wrong_case_fails(path: str, value: Any, step: int, says: str) -> None:
    failures = cases.run(_changed(path, value), "wrong.yaml")
    assert failures, "a wrong case passed"
    assert failures[0].step == step
    assert says in "; ".join(map(str, failures))


@for_each(
    "case",
    [
        None,
        3,
        "text",
        [],
        {},
        {"play": 3},
        {"play": [3], "scenario": BOARD},
        {"case": ["x"], "play": [{}]},
    ],
    ids=lambda case: str(case)[:20],
)
def test_no_case_at_all(case: Any) -> None:
    assert cases.run(case)


def test_balked_and_problems_are_told_apart_only_when_asked() -> None:
    case = deepcopy(GOOD)
    case["play"] = [{"orders": {"blue": "B1 attack R1\nB1 attack R1"}, "dice": [1, 2], "expect": {}}]
    expect = case["play"][0]["expect"]
    balk = [{"line": 2, "code": "already-acted"}]
    assert cases.run(case), "a balked line that nobody expects"
    expect["problems"] = balk
    assert not cases.run(case), "without `balked`, `problems` covers both"
    expect["balked"] = []
    assert len(cases.run(case)) == 2
    expect.update(problems=[], balked=balk)
    assert not cases.run(case)


def test_the_side_not_awaited_has_the_word_first() -> None:
    """Else blue's ``done`` would make red the one awaited."""
    case = deepcopy(GOOD)
    expect: dict[str, Any] = {"problems": [{"line": 1, "code": "not-your-phase"}]}
    case["play"] = [{"orders": {"blue": "B2 hold\ndone", "red": "R2 hold"}, "expect": expect}]
    case["set"]["phase"] = "b-movement"
    assert not cases.run(case)


def test_a_step_with_nothing_runs_what_begins_by_itself() -> None:
    step = {"dice": [6, 2], "expect": {"phase": "initiative", "active": "blue", "turn": 1}}
    case = {"case": "opening", "scenario": BOARD, "play": [step]}
    assert not cases.run(case)
    step["dice"] = [2, 6]
    assert "active blue; came red" in str(cases.run(case)[0])


def test_fractions_agree_within_their_measure() -> None:
    def agree(path: str, expected: Any, came: Any) -> bool:
        return not list(cases._differences(path, expected, came, lambda value: False))

    assert agree("units.A.at", [1.5, 2.0], [1.519, 1.981]) and not agree("units.A.at", [1.5, 2.0], [1.53, 2.0])
    assert agree("units.A.facing", 90.0, 90.19) and not agree("units.A.facing", 90.0, 90.3)
    assert (
        agree("units.A.facing", 0, 359.9)
        and not agree("units.A.facing", 0, 359.7)
        and not agree("units.A.at", [0], [359.99])
    )
    assert agree("game.melees", [{"charger": "U1"}], [{"charger": "U1", "fresh": True}])
    assert not agree("game.melees", [{"charger": "U1", "won": True}], [{"charger": "U1", "fresh": True}])
    assert not agree("game.melees", [{"charger": "U1"}], [{"charger": "U2"}]) and not agree(
        "game.melees", [], [{"charger": "U2"}]
    )
    assert (
        not agree("turn", 3, 4)
        and not agree("moved", True, 1)
        and not agree("moved", 1, True)
        and not agree("x", None, 0)
    )
    assert not agree("list", [1, 2], [1, 2, 3])
    assert not agree("map", {"a": {"b": 1}}, {"a": {"b": 2}}) and agree("map", {"a": {}}, {"a": {"b": 2}})


def test_files(tmp_path: Path) -> None:
    def outcome(text: bytes) -> Iterator[tuple[str, int]]:
        file = tmp_path / "x.yaml"
        file.write_bytes(text)
        return ((name, len(failures)) for name, failures in cases.run_file(file))

    assert list(outcome(b"case: one\nplay: []\n")) == [("one", 1)]
    several = b"- {case: one}\n- {case: two}\n---\ncase: three\n---\n- 4\n"
    assert list(outcome(several)) == [("one", 1), ("two", 1), ("three", 1), ("number 4", 1)]
    assert (
        list(outcome(b""))
        == list(outcome(b"["))
        == list(outcome(b"\xff\xfe"))
        == list(outcome(b"a: 1\na: 2"))
        == [("x.yaml", 1)]
    )
