"""Orders on a table: inches, points, bearings and headings, short forms, places by name, and the order of checks of
its rules."""

import pytest

from engine.contract import Order, Vocabulary, replace
from engine.language import ParsedLine, explain, read, write
from engine.language.measures import point
from engine.systems.acw.orders import ORDERS, Back, Charge, Face, Form, Forward, Move, PlaceUnit, Shell
from engine.systems.acw.vocabulary import CHECKS, CONDITIONS, POLICIES
from tests.support.many_cases import for_each

UNITS = {
    "U1": "1st Ohio",
    "U2": "2nd Ohio",
    "UB1": "Battery A",
    "UB2": "Battery B",
    "UL": "General Hart",
    "C1": "4th Georgia",
    "C2": "5th Georgia",
    "NE": "Northeasterners",
}
PLACES = ("Sutter Farm", "Kessler's Mill", "Mill Wood", "Stone Barn", "Stone Wall")
VOCABULARY = Vocabulary(
    UNITS,
    frozenset({"U1", "U2", "UB1", "UB2", "UL", "NE"}),
    frozenset({"C2"}),
    places={name: name for name in PLACES},
    policies=POLICIES,
    conditions=CONDITIONS,
    shortest=2,
    idle_code="missing-argument",
    checks=CHECKS,
    tabletop=(48.0, 36.0),
)


def one(text: str, vocabulary: Vocabulary = VOCABULARY) -> ParsedLine:
    (line,) = read(text, ORDERS, vocabulary)
    return line


def objected(text: str) -> list[tuple[str, str]]:
    line = one(text)
    return [(o.code, text[o.start : o.end]) for o in sorted(line.objections, key=lambda o: o.rank)]


@for_each(
    ("text", "order", "written"),
    [
        ("U1 forward", Forward("U1"), "U1 forward"),
        ("U1 fwd 5", Forward("U1", 500), "U1 forward 5"),
        ("u1 forward 2.5", Forward("U1", 250), "U1 forward 2.5"),
        ('U1 f 5"', Forward("U1", 500), "U1 forward 5"),
        ("U1 forward 5”", Forward("U1", 500), "U1 forward 5"),
        ("U1 forward 5''", Forward("U1", 500), "U1 forward 5"),
        ("U1 forward 5in.", Forward("U1", 500), "U1 forward 5"),
        ("1st ohio retire 12.345 inches", Back("U1", 1235), "U1 back 12.35"),
        ("U1 forward 99", Forward("U1", 9900), "U1 forward 99"),
        ("U1 move 4 inches forward", Forward("U1", 400), "U1 forward 4"),
        ('U1 move 4" forward', Forward("U1", 400), "U1 forward 4"),
        ("U1 move 3 inches back", Back("U1", 300), "U1 back 3"),
        ("U1 move 4 inches north-east", Move("U1", 450, 400), "U1 move NE 4"),
        ("U1 move 12,8", Move("U1", (1200, 800)), "U1 move 12,8"),
        ("U1 m (12, 8)", Move("U1", (1200, 800)), "U1 move 12,8"),
        ("U1 go to (12.25 , .5)", Move("U1", 120), ""),
        ("U1 go to 12.25，0.5", Move("U1", (1225, 50)), "U1 move 12.25,0.5"),
        ("U1 move NE 3", Move("U1", 450, 300), "U1 move NE 3"),
        ("U1 move ne", Move("U1", 450), "U1 move NE"),
        ("U1 move 45 3", Move("U1", 450, 300), "U1 move NE 3"),
        ("U1 move 90.4 2", Move("U1", 904, 200), "U1 move 90.4 2"),
        ("U1 move 12 8", Move("U1", 120, 800), "U1 move 12 8"),
        ("U1 move 100", Move("U1", 1000), "U1 move 100"),
        ("U1 move 360 1", Move("U1", 0, 100), "U1 move N 1"),
        ("U1 move 48,36", Move("U1", (4800, 3600)), "U1 move 48,36"),
        ("U1 face NE", Face("U1", 450), "U1 face NE"),
        ("U1 turn c1", Face("U1", "C1"), "U1 face C1"),
        ("U1 face 4th georgia", Face("U1", "C1"), "U1 face C1"),
        ("U1 face 12,8", Face("U1", (1200, 800)), "U1 face 12,8"),
        ("U1 face 251.6", Face("U1", 2516), "U1 face 251.6"),
        ("U1 face 251.65", Face("U1", 2517), "U1 face 251.7"),
        ("U1 face 60,99", Face("U1", (6000, 9900)), "U1 face 60,99"),
        ('U1 face "ne"', Face("U1", "NE"), 'U1 face "NE"'),
        ("U1 face northe", Face("U1", "NE"), 'U1 face "NE"'),
        ("U1 column", Form("U1", "column"), "U1 form column"),
        ("U1 line", Form("U1", "line"), "U1 form line"),
        ("UB1 fire Sutter Farm", Shell("UB1", "Sutter Farm"), 'UB1 fire "Sutter Farm"'),
        ("UB1 shell kessler’s mill", Shell("UB1", "Kessler's Mill"), 'UB1 fire "Kessler\'s Mill"'),
        ("UB1 fire ke", Shell("UB1", "Kessler's Mill"), 'UB1 fire "Kessler\'s Mill"'),
        ("UB1 fire at stone b", Shell("UB1", "Stone Barn"), 'UB1 fire "Stone Barn"'),
        ("U1 attack 4th geo", Charge("U1", "C1"), "U1 charge C1"),
        ("U1 place 12,8 N column", PlaceUnit("U1", (1200, 800), 0, "column"), "U1 place 12,8 N column"),
        ("U1 place 8.5,7", PlaceUnit("U1", (850, 700)), "U1 place 8.5,7"),
        ("U1 deploy (8, 7) column", PlaceUnit("U1", (800, 700), None, "column"), "U1 place 8,7 column"),
        ("U1 place 33.5 5 45 line", PlaceUnit("U1", (3350, 500), 450, "line"), "U1 place 33.5,5 NE line"),
    ],
)
def test_an_order_on_a_table_is_read_and_written(text: str, order: Order, written: str) -> None:
    line = one(text)
    if not written:
        assert line.order is None
        return
    assert (line.order, line.objections) == (order, ())
    assert write(order, VOCABULARY) == written
    assert one(written).order == order


@for_each(
    ("text", "problems"),
    [
        ("U1 forward 0", [("bad-number", "0")]),
        ("U1 forward 0.004", [("bad-number", "0.004")]),
        ("U1 forward x", [("bad-number", "x")]),
        ("U1 forward 99.01", [("bad-number", "99.01")]),
        ("U1 forward -2", [("bad-number", "-2")]),
        ("U1 forward 2,5", [("bad-number", "2,5")]),
        ("U1 forward five", [("bad-number", "five")]),
        ("U1 forward 5 6", [("syntax", "6")]),
        ("U1 move NE x", [("bad-number", "x")]),
        ("U1 move", [("missing-argument", "move")]),
        ("U1 face", [("missing-argument", "face")]),
        ("U1 move home", [("unknown-place", "home")]),
        ("U1 move C1", [("unknown-place", "C1")]),
        ("U1 move 400", [("bad-number", "400")]),
        ("U1 move 60,10", [("off-board", "60,10")]),
        ("U1 move (1, -0.01)", [("off-board", "1, -0.01")]),
        ("U1 move 12,8 3", [("syntax", "3")]),
        ("U1 place 12", [("unknown-place", "12")]),
        ("U1 place 48.01,5", [("off-board", "48.01,5")]),
        ("U1 face nobody", [("unknown-unit", "nobody")]),
        ("U1 face ohio", [("ambiguous-unit", "ohio")]),
        ("U1 face 361", [("bad-number", "361")]),
        ("U1 charge Mill Wood", [("unknown-unit", "Mill Wood")]),
        ("U1 form square", [("syntax", "square")]),
        ("UB1 fire Chapel", [("unknown-place", "Chapel")]),
        ("UB1 fire k", [("unknown-place", "k")]),
        ("UB1 fire stone", [("unknown-place", "stone")]),
        ('U1 move 5" and "x', [("syntax", '"x')]),
    ],
)
def test_what_is_wrong_with_it_points_at_its_words(text: str, problems: list[tuple[str, str]]) -> None:
    assert objected(text) == problems


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("U1 forward 2,5", ("U1 forward 2.5",)),
        ("U1 colum", ("U1 column",)),
        ("U1 form colum", ("U1 form column",)),
        ("UB1 fire Suter Farm", ('UB1 fire "Sutter Farm"',)),
        ("UB1 fire stone", ('UB1 fire "Stone Barn"', 'UB1 fire "Stone Wall"')),
        ("U1 move 12,8 3", ("U1 move 12,8",)),
        ("U1 line forward 4", ("U1 line; forward 4",)),
    ],
)
def test_what_would_do_instead(text: str, instead: tuple[str, ...]) -> None:
    assert tuple(i for o in one(text).objections for i in o.instead) == instead


def test_the_checks_come_in_the_order_of_the_rules() -> None:
    """CW, Orders: the unit's name, a unit alone, the verb, whether it is gone, whose it is; then the moment, then
    the arguments."""
    assert [code for code, _ in objected("U9 dance")] == ["unknown-unit", "unknown-verb"]
    assert [code for code, _ in objected("U1")] == ["missing-argument"]
    assert [code for code, _ in objected("battery")] == ["ambiguous-unit"]
    assert [code for code, _ in objected("C1 dance")] == ["unknown-verb", "not-your-unit"]
    assert [code for code, _ in objected("C2 forward x")] == ["unit-gone", "not-your-unit", "bad-number"]
    assert [code for code, _ in objected("C1 move")] == ["not-your-unit", "missing-argument"]
    assert [code for code, _ in objected("U1 face nobody 3 4")] == ["unknown-unit", "syntax"]
    assert [code for code, _ in objected("standing U9")] == ["missing-argument"]
    assert [code for code, _ in objected("if U1 asleep: U9 back 1")] == ["syntax", "unknown-unit"]
    usual = replace(VOCABULARY, checks=Vocabulary({}).checks)
    assert [o.code for o in sorted(one("C1 dance", usual).objections, key=lambda o: o.rank)] == [
        "unknown-verb",
        "not-your-unit",
    ]
    assert [o.code for o in sorted(one("C2 move", usual).objections, key=lambda o: o.rank)] == [
        "missing-argument",
        "not-your-unit",
    ]


def test_a_chain_goes_on_with_short_forms_and_inch_marks() -> None:
    found = read('U1 line; forward 4"; U2 back 1"', ORDERS, VOCABULARY)
    assert [line.order for line in found] == [Form("U1", "line"), Forward("U1", 400), Back("U2", 100)]


def test_help_tells_of_short_forms_and_of_what_may_stand_where() -> None:
    assert "short: line for form line, column for form column" in explain.help(ORDERS, "column")
    assert (
        explain.usage(Move) == "UNIT move POINT|BEARING [INCHES]"
        and explain.usage(Face) == "UNIT face BEARING|UNIT|POINT"
    )


def test_a_point_alone_is_read() -> None:
    assert point("12.5,8") == point(" (12.5, 8) ") == (1250, 800)
    assert point("-1,0.005") == (-100, 1)
    assert all(point(said) is None for said in ("12 8", "U1", "", "1,2,3", "1e3,4", "nan,1", "(1,", "٣,٤"))
