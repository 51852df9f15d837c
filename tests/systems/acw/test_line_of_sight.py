"""What hides one unit from another: woods and buildings, other units, crests, the weather."""

import pytest

from engine.systems.acw.rules.board import line_of_sight
from tests.systems.acw.support.small_boards import foot, staged, unit


@pytest.mark.parametrize(
    ("kind", "deep", "clear"),
    [
        ("woods", 2.0, True),
        ("woods", 2.01, False),
        ("field", 2.0, True),
        ("field", 2.01, False),
        ("building", 1.0, True),
        ("building", 1.01, False),
    ],
)
def test_as_much_of_a_piece_as_may_be_seen_through(kind: str, deep: float, clear: bool) -> None:
    piece = {"kind": kind, "name": "Piece", "shape": [[10, 14], [30, 14], [30, 24], [10, 24]]}
    state = staged(piece, U1=foot(20, 10), C1=foot(20, 14 + deep, 180, "cs"))
    found = line_of_sight.obstruction_text(state, state.units["U1"], state.units["C1"])
    assert (found == "") == clear
    assert clear or found == f'Piece is in the way ({deep:.1f}" of it, limit {1 if kind == "building" else 2}")'


@pytest.mark.parametrize(("thick", "clear"), [(0.05, True), (0.06, False)])
def test_what_lies_between_two_ends_outside_blocks_if_more_than_a_graze(thick: float, clear: bool) -> None:
    state = staged(
        {"kind": "field", "name": "Corn", "shape": [[10, 14], [30, 14], [30, 14 + thick], [10, 14 + thick]]},
        U1=foot(20, 10),
        C1=foot(20, 20, 180, "cs"),
    )
    assert (line_of_sight.obstruction_text(state, state.units["U1"], state.units["C1"]) == "") == clear


def test_units_hide_others_but_lone_leaders_do_not_and_weather_limits() -> None:
    state = staged(
        U1=foot(20, 10),
        U2=foot(20, 12, bases=1),
        UL=unit("leader", 20, 14),
        C1=foot(20, 20, 180, "cs", bases=1),
        C2=foot(22.6, 20, 180, "cs", bases=1),
        setup={"visibility": 10},
    )
    said = [block.by for block in line_of_sight.obstructions(state, state.units["U1"], state.units["C1"])]
    assert said == ["U2"]
    assert "10.3" in line_of_sight.obstruction_text(state, state.units["U1"], state.units["C2"])


@pytest.mark.parametrize(("y", "clear"), [(18.29, True), (18.3, True), (18.31, False), (17.7, True), (17.69, False)])
def test_a_crest_hides_who_does_not_touch_it(y: float, clear: bool) -> None:
    hill = {
        "kind": "hill",
        "name": "Ridge",
        "shape": [[10, 14], [30, 14], [30, 22], [10, 22]],
        "crest": [[12, 18], [28, 18]],
    }
    first, second = (10, y) if y > 18 else (y, 26)
    state = staged(hill, U1=foot(20, first), C1=foot(20, second, 180, "cs"))
    found = line_of_sight.obstruction_text(state, state.units["U1"], state.units["C1"])
    assert found == ("" if clear else "the crest of Ridge is in the way")
