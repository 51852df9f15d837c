"""Tables of terrain in scenario files: read as written, every fault at its line and column, and no file that raises or
hangs.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract import Fault
from engine.scenarios import reader, tabletop, yaml_reader
from engine.systems import SYSTEMS
from engine.systems.acw.tables import TABLES as ACW
from engine.toolkit.scenario_points import MOST
from maps.geometry.tabletop import Piece, Tabletop
from tests.support.many_cases import for_each
from tests.support.sampling import examples

GOOD = """\
width: 48
height: 36
terrain:
  - {kind: woods, name: Mill Wood, shape: [[3, 14], [9, 13], [11, 19], [5, 21]]}
  - {kind: building, name: Church, shape: [[20, 27], [22.5, 27], [22.5, 29], [20, 29]], value: 3, cover: hard}
  - {kind: steep-hill, name: Knob, shape: [[18, 14], [46, 14], [46, 22], [18, 22]], crest: [[19, 18], [45, 18]]}
  - {kind: river, name: Lower Run, line: [[0, 24], [24, 24], [48, 22.5]]}
  - {kind: bridge, name: Pike Bridge, at: [24, 24], width: 1.5}
  - {kind: ford, at: [34, 23]}
  - {kind: fence, line: [[13, 30], [19, 30]]}
  - {kind: fence, line: [[2, 2], [2, 9]]}
"""


def judged(written: Any) -> tuple[Tabletop | None, list[Fault]]:
    reading, found = tabletop.tabletop(written, ()), list[Fault]()
    while True:
        try:
            found.append(next(reading))
        except StopIteration as end:
            return end.value, found


def spots(text: str) -> list[tuple[int, int, str]]:
    """Line, column, and the sentence."""
    _, found = judged(yaml_reader.read(text))
    places = yaml_reader.locate(text, [fault.path for fault in found])
    return [(*place, f"{fault.says}: {fault.instead}") for place, fault in zip(places, found, strict=True)]


def test_a_table_is_read_as_written() -> None:
    table, found = judged(yaml_reader.read(GOOD))
    assert table and not found and (table.width, table.height) == (48, 36)
    assert table.pieces == (
        Piece("woods", "Mill Wood", shape=((3, 14), (9, 13), (11, 19), (5, 21))),
        Piece("building", "Church", shape=((20, 27), (22.5, 27), (22.5, 29), (20, 29)), value=3, cover="hard"),
        Piece("steep-hill", "Knob", shape=((18, 14), (46, 14), (46, 22), (18, 22)), crest=((19, 18), (45, 18))),
        Piece("river", "Lower Run", line=((0, 24), (24, 24), (48, 22.5))),
        Piece("bridge", "Pike Bridge", at=(24, 24), width=1.5),
        Piece("ford", "Ford", at=(34, 23)),
        Piece("fence", "Fence", line=((13, 30), (19, 30))),
        Piece("fence", "Fence 2", line=((2, 2), (2, 9))),
    )
    assert all(
        type(value) is float
        for piece in table.pieces
        for point in piece.shape + piece.line + piece.crest
        for value in point
    )


def test_bare_tables() -> None:
    assert judged({"width": 40, "height": 40}) == (Tabletop(40, 40), [])
    assert judged({"width": 40, "height": 40, "terrain": None}) == (Tabletop(40, 40), [])


PLANTED = [
    ("width: 48", "widht: 48", "widht", "write width"),
    ("width: 48", "width: big", "big", "not the text 'big': write a number from 4 to 240"),
    ("width: 48", 'width: "48"', '"48"', "write 48 without quotes"),
    ("width: 48", "width: 100000000000000", "1000000", "far too large"),
    ("width: 48", "width: 1e99", "1e99", "far too large"),
    ("width: 48", "width: 0", "0", "cannot be 0"),
    ("height: 36", "height: -36", "-36", "cannot be -36"),
    ("height: 36", "height: .nan", ".nan", "not the text '.nan'"),
    ("height: 36", "height: true", "true", "not true"),
    ("height: 36", "height: [36]", "[36]", "not 1"),
    ("terrain:\n", "terrain: woods\nmore:\n", "woods", "list of at most 300"),
    ("kind: woods", "knd: woods", "knd", "write kind"),
    ("kind: woods", "kind: Deep Woods", "Deep", "one word in lower case"),
    ("kind: woods", "kind: 7", "7", "one word in lower case"),
    ("name: Mill Wood, shape", "shpe: 1, shape", "shpe", "write shape"),
    ("name: Church", "name: Mill Wood", "Mill Wood", "another piece already has the name Mill Wood"),
    ("name: Church", "name: mill wood", "mill wood", "another piece already has the name Mill Wood"),
    ("name: Church", 'name: ""', '""', "1 to 60"),
    ("name: Church", "name: 12", "12", "with at least one letter"),
    ("name: Church", 'name: "12,8"', '"12,8"', "with at least one letter"),
    ("name: Church", f"name: {'x' * 61}", "xxxx", "1 to 60"),
    ("[9, 13]", "[9, 131]", "[9, 131]", "9,131 is off the table: the table goes from 0,0 to 48,36"),
    ("[9, 13]", "[-0.5, 13]", "[-0.5", "-0.5,13 is off the table"),
    ("[9, 13]", '"9,13"', '"9,13"', "not the text '9,13': write [9, 13]"),
    ("[9, 13]", "9,13", "9,13", "not"),
    ("[9, 13]", '["9", 13]', '"9"', "x is a number, not the text '9'"),
    ("[9, 13]", "[9, .nan]", ".nan", "y is a number"),
    ("[9, 13]", "[9, 13, 2]", "[9, 13, 2]", "not 3"),
    ("[9, 13]", "[9]", "[9]", "not 1"),
    ("[9, 13]", "{x: 9, y: 13}", "{x", "not a mapping"),
    ("[9, 13]", "~", "~", "there is nothing here"),
    ("[9, 13]", "[9, 999999999999]", "[9, 99", "this point is off the table"),
    (
        "[[3, 14], [9, 13], [11, 19], [5, 21]]",
        "[[3, 14], [9, 13]]",
        "[[3",
        "a polygon has at least 3 points; this one has 2",
    ),
    ("[[3, 14], [9, 13], [11, 19], [5, 21]]", "[]", "[]", "a polygon is a list of points"),
    ("[[3, 14], [9, 13], [11, 19], [5, 21]]", "[3, 14]", "[3", "at least 3"),
    ("[[3, 14], [9, 13], [11, 19], [5, 21]]", "round", "round", "not the text 'round'"),
    ("[9, 13], [11, 19]", "[11, 19], [9, 13]", "[[3", "crosses itself: its 1st side meets its 3rd side near"),
    ("[11, 19], [5, 21]]", "[11, 19], [5, 21], [3, 14]]", "[3, 14]]", "a polygon closes by itself"),
    ("[11, 19], [5, 21]]", "[9, 13], [5, 21]]", "[9, 13], [5", "a second time: write each corner once"),
    ("[11, 19], [5, 21]]", "[15, 12], [21, 11]]", "[[3", "has no area"),
    ("[11, 19], [5, 21]]", "[15, 12], [12, 12.5], [5, 21]]", "[[3", "its 2nd side meets its 3rd side"),
    ("[[0, 24], [24, 24], [48, 22.5]]", "[[0, 24]]", "[[0", "a line has at least 2 points; this one has 1"),
    ("[[0, 24], [24, 24], [48, 22.5]]", "[0, 24]", "[0", "this is one"),
    ("[24, 24], [48, 22.5]]", "[24, 24], [24, 24]]", "[24, 24]]", "the line goes from 24,24 to the same point"),
    ("[24, 24], [48, 22.5]]", "[24, 24], [48.01, 22.5]]", "[48.01", "48.01,22.5 is off the table"),
    ("line: [[13, 30], [19, 30]]", "lin: [[13, 30], [19, 30]]", "lin:", "write line"),
    ("line: [[13, 30], [19, 30]]", "height: 3", "{kind: fence", "Fence has no place: write one of shape"),
    ("at: [24, 24], width", "at: [24, 24], line: [[1, 1], [2, 2]], width", "at:", "Pike Bridge has line and at"),
    ("at: [24, 24], width: 1.5", 'at: "24,24", width: 1.5', '"24,24"', "write [24, 24]"),
    ("at: [24, 24], width: 1.5", "at: [24, 24], width: 0", "0}", "the width in inches cannot be 0"),
    ("at: [24, 24], width: 1.5", "at: [24, 24], width: wide", "wide", "the width in inches is a number"),
    ("at: [34, 23]", "at: [34, 23], crest: [[1, 1], [2, 2]]", "crest", "crest belongs to an area"),
    ("value: 3", "value: 3, width: 2", "width", "width belongs to a point"),
    ("value: 3", "value: three", "three", "whole number from 1 to 99, not three"),
    ("value: 3", "value: true", "true", "whole number from 1 to 99"),
    ("cover: hard", "cover: 2", "2}", "one word in lower case"),
    ("crest: [[19, 18], [45, 18]]", "crest: [[19, 18]]", "[[19", "a line has at least 2 points"),
    ("crest: [[19, 18], [45, 18]]", "crest: [[19, 18], [45, 81]]", "[45, 81]", "off the table"),
    ("  - {kind: ford, at: [34, 23]}", "  - ford", "ford", "a piece of terrain must be a mapping"),
]


@for_each(("old", "new", "at", "says"), PLANTED, ids=[f"{n}-{one[3][:25]}" for n, one in enumerate(PLANTED)])
def test_planted_faults_are_found_in_their_place(old: str, new: str, at: str, says: str) -> None:
    assert old in GOOD
    bad = GOOD.replace(old, new, 1)
    begins = bad.index(at, bad.rfind("\n", 0, GOOD.index(old)) + 1)
    place = bad.count("\n", 0, begins) + 1, begins - bad.rfind("\n", 0, begins)
    assert any((line, column) == place and says in said for line, column, said in spots(bad)), (place, spots(bad))


def test_all_faults_are_told_at_once() -> None:
    bad = GOOD
    for old, new in (
        ("[9, 13]", "[9, 113]"),
        ("value: 3", "value: x"),
        ("kind: ford", "knid: ford"),
        ("[24, 24], [48", "[24, 24], [88"),
    ):
        bad = bad.replace(old, new, 1)
    assert [line for line, _, _ in spots(bad)] == [4, 5, 7, 9, 9]


@for_each("value", [float("nan"), float("inf"), -float("inf"), 10**400, -(10**400), 1e308], ids=str)
@for_each("key", ["width", "shape", "line", "at", "crest", "value"])
def test_numbers_that_only_a_journal_can_hold(key: str, value: float) -> None:
    written = yaml_reader.read(GOOD)
    if key == "width":
        written["width"] = value
    else:
        piece = next(piece for piece in written["terrain"] if key in piece)
        match piece[key]:
            case [[_, _], *_]:
                piece[key][0] = [3, value]
            case [_, _]:
                piece[key] = [value, 3]
            case _:
                piece[key] = value
    _, found = judged(written)
    assert found and all(fault.says for fault in found)


def test_the_faults_of_a_scenario_file_stand_at_their_place() -> None:
    text = reader.read_text(reader.find_shipped("first-charge"))
    assert reader.faults(text) == ()
    bad = text.replace("[7, 9]", "[7, 99]").replace("height: 24", "hight: 24", 1)
    told = {(spot.line, str(spot)) for spot in reader.faults(bad)}
    assert any("hight is not a key of table: write height" in says for _, says in told)
    bad = text.replace("[7, 9]", "[7, 99]")
    (spot,) = reader.faults(bad)
    assert (
        bad.splitlines()[spot.line - 1][spot.column - 1 :].startswith("[7, 99]")
        and "7,99 is off the table" in spot.says
    )


TABLES = [stem for stem, path in reader.shipped().items() if "\n  table:" in reader.read_text(path)]


@pytest.mark.parametrize("stem", TABLES)
def test_shipped_tables_survive_a_journal(stem: str) -> None:
    scenario = reader.load(stem)
    assert scenario.hex is None and isinstance(scenario.table, Tabletop)
    assert reader.parse(json.loads(json.dumps(scenario.source))) == scenario
    assert len(scenario.table.pieces) == len(scenario.source["board"]["table"]["terrain"]) >= 3
    assert len({piece.name for piece in scenario.table.pieces}) == len(scenario.table.pieces)


def test_there_are_shipped_tables() -> None:
    assert "acw" in SYSTEMS and {"first-charge", "kesslers-mill", "even-ground"} <= {*TABLES}


@pytest.mark.parametrize(
    "shape",
    [
        [[x / 10, x % 2 * 36] for x in range(MOST)],
        [[x * 37 % 48, x * 53 % 36 + x / 1000] for x in range(MOST)],
        [[1 + x % 2 * 40, x * 0.3] for x in range(MOST)],
        [[1 + x % 2 * 20 + x / 10, 21 - x % 2 * 20 + x / 10] for x in range(MOST)],
    ],
    ids=["comb", "tangle", "zigzag", "slant"],
)
def test_many_long_outlines_are_judged_soon(shape: list[list[float]]) -> None:
    written = {"width": 48, "height": 36, "terrain": [{"kind": "woods", "shape": shape}] * tabletop.PIECES}
    began = perf_counter()
    judged(written)
    assert perf_counter() - began < 5


def test_too_much_is_refused() -> None:
    wood = {"kind": "woods", "shape": [[1, 1], [2, 2], [2, 1]]}
    _, found = judged({"width": 48, "height": 36, "terrain": [wood] * (tabletop.PIECES + 1)})
    assert [fault.says for fault in found] == ["terrain must be a list of at most 300 pieces; this one has 301"]
    _, found = judged({"width": 48, "height": 36, "terrain": [{"kind": "road", "line": [[1, 1]] * (MOST + 1)}]})
    assert [fault.says for fault in found] == ["a line has at most 60 points; this one has 61"]


# fuzz
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["12,8", "woods", 12, 8.5, 48]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["kind", "name", "shape", "line", "at", "width", "crest", "value", "cover", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


def _places(value: object, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    steps = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield from _places(inner, (*way, step))


_PLACES = [*_places(yaml_reader.read(GOOD))]


@settings(max_examples=examples(500), deadline=None)
@given(way=st.sampled_from(_PLACES), value=_VALUES)
def test_any_value_anywhere_never_raises(way: tuple[Any, ...], value: object) -> None:
    written = {"table": yaml_reader.read(GOOD)}
    place: Any = written
    for step in ("table", *way)[:-1]:
        place = place[step]
    place[("table", *way)[-1]] = value
    table, found = judged(written["table"])
    assert all(fault.says and fault.path[:1] != ("table",) for fault in found)
    if not found:
        assert table
        assert all(
            0 <= x <= table.width and 0 <= y <= table.height
            for piece in table.pieces
            for x, y in piece.shape + piece.line
        )
        assert all(
            (len(piece.shape) > 2) + (len(piece.line) > 1) + (piece.at is not None) == 1 for piece in table.pieces
        )
        assert len({piece.name.lower() for piece in table.pieces}) == len(table.pieces)


def test_the_table_in_the_documents_is_valid() -> None:
    document = (Path(__file__).parents[2] / "docs/writing-scenarios.md").read_text("utf-8")
    block = document[document.index("board:\n  table:") :].split("sides:\n")[0]
    table, found = judged(yaml_reader.read(block)["board"]["table"])
    assert not found and table and len(table.pieces) == 5
    assert {piece.kind for piece in table.pieces} <= {*ACW.terrain}
