"""Scenarios that name boards: the whole that is read, what is told of mistakes, and that it needs no other file."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.hosting.scenario_check import check_scenario
from engine.contract import Fault
from engine.scenarios import reader
from engine.scenarios.joined_boards import MOST, Placed, join, shipped_boards, whole
from maps.geometry import hexes
from tests.support.many_cases import for_each

GOOD = """\
system: forumini
name: Two Boards
board:
  boards:
    - {board: mill-brook, at: "0101"}
    - {board: fox-wood, at: "0109", turned: true}
  labels: {"0709": The Bend}
sides:
  blue: {name: Blue}
  red: {name: Red}
units:
  - {id: B1, type: smle, side: blue, at: "0101"}
  - {id: R1, type: smle, side: red, at: "0116"}
setup: {objective: "0709"}
"""
BOARDS = shipped_boards("forumini")
SMALL: Mapping[str, Mapping[str, Any]] = {
    "pair": {
        "legend": {".": "clear", "h": "hill"},
        "rows": [".h", ".."],
        "roads": ["0002 0102 0201 0302"],
        "sides": {"river": ["0201/0302 0101/0102"]},
        "labels": {"0201": "Knob"},
    },
    "other": {"legend": {".": "field", "x": "clear"}, "rows": ["x.", ".x"], "labels": {"0102": "knoll"}},
}


def joined(written: Mapping[str, Any]) -> tuple[dict[str, Any] | None, list[Fault]]:
    reading, found = whole(written, SMALL), list[Fault]()
    while True:
        try:
            found.append(next(reading))
        except StopIteration as end:
            return end.value, found


def test_a_turned_board_lies_the_other_way_round_on_the_same_hexes() -> None:
    board = Placed("pair", SMALL["pair"], 3, 2, True)
    assert board.rows == ["..", "h."] and sorted(board.covered()) == [(3, 2), (3, 3), (4, 2), (4, 3)]
    assert [board.moved(at) for at in ("0101", "0201", "0202")] == ["0403", "0303", "0302"]
    for at in ("0101", "0102", "0201", "0202"):
        moved = [board.moved(near) for near in hexes.neighbours(at)]
        assert sorted(moved) == sorted(hexes.neighbours(board.moved(at)))


def test_what_names_hexes_beyond_a_border_counts_where_a_board_lies_there() -> None:
    one = join([Placed("pair", SMALL["pair"], 1, 1)])
    assert one["roads"] == ["0102 0201"] and one["sides"] == {"river": ["0101/0102"]}
    two = join([Placed("pair", SMALL["pair"], 1, 1), Placed("other", SMALL["other"], 3, 1)])
    assert two["roads"] == ["0102 0201 0302"] and two["sides"] == {"river": ["0201/0302 0101/0102"]}


def test_a_letter_that_means_two_terrains_on_two_boards_is_replaced() -> None:
    found = join([Placed("pair", SMALL["pair"], 1, 1), Placed("other", SMALL["other"], 3, 1)])
    assert found["legend"] == {".": "clear", "h": "hill", "a": "field"} and found["rows"] == [".h.a", "..a."]


def test_equal_names_are_numbered_and_the_scenarios_own_come_first() -> None:
    boards = [{"board": "pair", "at": f"0{column}01"} for column in (1, 3, 5)]
    found, faults = joined({"boards": boards, "labels": {"0401": "Mine", "0101": "Start"}})
    assert not faults and found
    assert found["labels"] == {"0201": "Knob", "0601": "Knob 2", "0401": "Mine", "0101": "Start"}


def test_the_source_holds_the_whole_and_needs_no_board_any_more() -> None:
    scenario = reader.read(GOOD)
    assert set(scenario.source["board"]) == {"hex"} and scenario.hex
    assert (scenario.hex.columns, scenario.hex.rows) == (12, 16) and scenario.hex.labels["0709"] == "The Bend"
    assert reader.parse(json.loads(json.dumps(scenario.source))) == scenario


def test_a_servers_own_scenario_may_stand_on_shipped_boards() -> None:
    checked = check_scenario("mine.yaml", GOOD.encode())
    assert checked.source and reader.parse(json.loads(checked.source)) == reader.read(GOOD)


PLANTED = [
    ("board: fox-wood", "board: fox-wod", "fox-wod", "there is no board fox-wod: write fox-wood"),
    ("board: fox-wood, ", "", '{at: "0109"', "the board is not named"),
    ("board: fox-wood", "bord: fox-wood", "bord", "bord is not a key"),
    ('at: "0109"', 'at: "0209"', '"0209"', "column 02 is even, and lies half a hex lower"),
    ('at: "0109"', 'at: "0108"', '"0108"', 'both cover 0108: put fox-wood where mill-brook ends: "1301" or "0109"'),
    ('at: "0109"', 'at: "0110"', '"0110"', "the map reaches to 1217, but no board covers 0109"),
    ('at: "0109"', "at: north", "north", "north is not a hex"),
    ('at: "0109"', 'at: "0000"', '"0000"', "0000 is not a hex"),
    (', at: "0109"', "", "{board: fox-wood, turned", "the board has no place"),
    ('at: "0109"', 'at: "9109"', '"9109"', "would reach column 102 and row 16"),
    ("turned: true", "turned: 90", "90", "turned must be true or false, not 90"),
    ('- {board: fox-wood, at: "0109", turned: true}', "- fox-wood", "fox-wood", "must be a mapping of board, at"),
    ('labels: {"0709"', 'labels: {"1709"', '"1709"', "1709 is not on the board"),
    ("The Bend", "Brookmill", "Brookmill", "also the label of 0705"),
    ("The Bend", '"7"', '"7"', "reads as the number of a hex"),
    ('labels: {"0709": The Bend}', "labels: The Bend", "The Bend", "labels must be a mapping"),
    ("labels:", "lables:", "lables", "write labels"),
    ('labels: {"0709": The Bend}', "hex: {}", "hex", "hex is not a key of board"),
    ('at: "0116"', 'at: "0117"', '"0117"', "0117"),
]


@for_each(("old", "new", "at", "says"), PLANTED, ids=[f"{n}-{one[3][:25]}" for n, one in enumerate(PLANTED)])
def test_planted_faults_are_found_in_their_place(old: str, new: str, at: str, says: str) -> None:
    assert reader.faults(GOOD) == () and old in GOOD
    bad = GOOD.replace(old, new, 1)
    begins = bad.index(at)
    place = bad.count("\n", 0, begins) + 1, begins - bad.rfind("\n", 0, begins)
    found = reader.faults(bad)
    assert any((spot.line, spot.column) == place and says in str(spot) for spot in found), (place, found)
    assert len(found) == 1, found


def test_boards_that_are_no_list_too_many_or_of_other_rules_are_refused() -> None:
    for listed in (None, [], "mill-brook", [{"board": "pair", "at": "0101"}] * (MOST + 1)):
        found, faults = joined({"boards": listed})
        assert found is None and "a list of 1 to 24 boards" in faults[0].says
    assert "no boards come with these rules" in str(reader.faults(GOOD.replace("forumini", "miniwars"))[0])


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_boards_in_rows_and_columns_any_way_round_make_a_sound_scenario(data: st.DataObject) -> None:
    across, down = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 3))
    boards: list[dict[str, Any]] = [
        {
            "board": data.draw(st.sampled_from(sorted(BOARDS))),
            "at": hexes.name(1 + 12 * column, 1 + 8 * row),
            "turned": data.draw(st.booleans()),
        }
        for column in range(across)
        for row in range(down)
    ]
    scenario = reader.parse({**reader.read(GOOD).source, "board": {"boards": boards}, "units": [], "setup": {}})
    board = scenario.hex
    assert board and (board.columns, board.rows) == (12 * across, 8 * down)
    assert len(board.labels) == sum(len(BOARDS[one["board"]]["labels"]) for one in boards)


JUNK = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=6), st.lists(st.integers(), max_size=2))


@given(
    st.dictionaries(st.sampled_from(["board", "at", "turned", "x"]), JUNK | st.sampled_from(["pair", "0101", "0301"]))
)
def test_nothing_written_there_raises(one: dict[str, Any]) -> None:
    found, faults = joined({"boards": [{"board": "pair", "at": "0101"}, one], "labels": one})
    assert (found is None) == any(fault.path[:2] == ("board", "boards") and len(fault.path) > 3 for fault in faults)
