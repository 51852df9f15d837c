"""Text to orders and back: what is understood."""

from typing import Annotated

import pytest

from engine.contract import (
    Concede,
    Condition,
    Done,
    Draw,
    ForceNames,
    Noun,
    Order,
    Place,
    StandingOrder,
    TypeNames,
    Vocabulary,
    replace,
)
from engine.language import echo, read, write
from tests.language.reading import lines, objected, one, written
from tests.language.toy_orders import VOCABULARY, Attack, Buy, Choose, Dirt, Move, Rally, Ship, Storm, Swap, Walk, Watch
from tests.support.many_cases import for_each


@for_each(
    ("text", "order"),
    [
        ("G1 move 0705", Move("G1", ("0705",))),
        ("G1 move 0507 0508 0609", Move("G1", ("0507", "0508", "0609"))),
        ("G1 move 0507>0508>0609", Move("G1", ("0507", "0508", "0609"))),
        ("G1 move 0507 -> 0508 -->0609", Move("G1", ("0507", "0508", "0609"))),
        ("G1 move 0507-0508 - 0609, 0610", Move("G1", ("0507", "0508", "0609", "0610"))),
        ("G1 move 507 1011", Move("G1", ("0507", "1011"))),
        ("G1 move to danville", Move("G1", ("0507",))),
        ('g1 GO "Old Bridge" old ford Beac', Move("G1", ("0907", "1011", "0304"))),
        ("town militia 1 attack wolfriders 2 advance", Attack("T1", "W2", "advance")),
        ('"Town  Militia 1" attack at 0708 HOLD', Attack("T1", "0708", "hold")),
        ("o a m1", Attack("OF", "M1")),
        ("OF attack M1 and advance", Attack("OF", "M1", "advance")),
        ("G1 move 0507 and 0508 then 0609", Move("G1", ("0507", "0508", "0609"))),
        ("mayor charge target W1 after hold", Attack("MY", "W1", "hold")),
        ("OF attack Danville", Attack("OF", "0507")),
        ("OF attack W7", Attack("OF", "W7")),
        ("OF rally", Rally("OF")),
        ("OF rally g1", Rally("OF", "G1")),
        ("G1 swap w2", Swap("G1", "W2")),
        ("x move 0507", Move("X-9", ("0507",))),
        ("é1 move 0507", Move("É1", ("0507",))),
        ("e\u0301claireurs move 0507", Move("É1", ("0507",))),
        ("choose A", Choose("a")),
        ("END", Done()),
        ("resign", Concede()),
        ("draw", Draw()),
        ("ship 3 tanks danville to old ford", Ship(3, "tanks", "0507", "1011")),
        ("ship 3 tanks 0507 via 0508 to 0610", Ship(3, "tanks", "0507", "0610", "0508")),
        ("ship 3 tanks 0507 0610", Ship(3, "tanks", "0507", "0610")),
        ("G1 walk 12.5,8", Walk("G1", (1250, 800))),
        ("G1 walk (12.5, 8) face NE pace 3", Walk("G1", (1250, 800), 450, 3)),
        ("G1 walk 0.25 31 pace 2 face 92.5", Walk("G1", (25, 3100), 925, 2)),
        ("standing advance always", StandingOrder("all", "advance", ("always",))),
        ("STANDING ALL Advance Always", StandingOrder("all", "advance", ("always",))),
        ("standing of advance ask", StandingOrder("OF", "advance", ("ask",))),
        (
            'standing town guard officers rally G1, t1 "town guardsmen 2"',
            StandingOrder("OF", "rally", ("G1", "T1", "G2")),
        ),
        ("standing OF rally none", StandingOrder("OF", "rally", ("none",))),
        ("standing OF rally Nobody", StandingOrder("OF", "rally", ("nobody",))),
        ("standing initiative perhaps", StandingOrder("all", "initiative", ("perhaps",))),
        ("standing retreat Never", StandingOrder("all", "retreat", ("never",))),
        ("standing OF rally 4", StandingOrder("OF", "rally", ("4",))),
        ("standing OF plan place 505 target w1", StandingOrder("OF", "plan", ("place", "0505", "target", "W1"))),
        (
            "standing OF plan place old bridge target wolfriders 2",
            StandingOrder("OF", "plan", ("place", "0907", "target", "W2")),
        ),
        ("standing OF plan place 9901 target Q9", StandingOrder("OF", "plan", ("place", "9901", "target", "q9"))),
        ("standing OF plan place 2201", StandingOrder("OF", "plan", ("place", "2201"))),
        ("standing OF plan place 199", StandingOrder("OF", "plan", ("place", "0199"))),
        ("standing watch danville 1011 NONE g1", StandingOrder("all", "watch", ("0507", "1011", "none", "g1"))),
        ("buy 3 smle", Buy(count=3, type="smle")),
        ("buy SMLE", Buy(type="smle")),
        ("buy 1 smle", Buy(type="smle")),
        ("buy 0 smle", Buy(count=0, type="smle")),
        ("buy -2 bren", Buy(count=-2, type="bren")),
        ("buy 2 m1 garand", Buy(count=2, type="m1-garand")),
        ('buy 2 "m1 Garand Rifle"', Buy(count=2, type="m1-garand")),
        ("buy m4a1", Buy(type="m4a1-sherman")),
        ("buy 12 m1-ca", Buy(count=12, type="m1-carbine")),
        ("buy smle 3", Buy(count=3, type="smle")),
        ("buy 5 bren gun", Buy(count=5, type="bren")),
        ("buy 2 smle-rifle", Buy(count=2, type="smle")),
        ("buy 88", Buy(type="88")),
        ("buy 2 88", Buy(count=2, type="88")),
        ("buy 2 m4-a1", Buy(count=2, type="m4a1-sherman")),
        ("buy 2 m1garand", Buy(count=2, type="m1-garand")),
        ("buy flak 36", Buy(type="88")),
        ("buy count 3 smle", Buy(count=3, type="smle")),
        ("buy type smle", Buy(type="smle")),
        ("G1 storm 0507 0508 W1", Storm("G1", ("0507", "0508"), "W1")),
        ("G1 storm danville, wolfriders 2", Storm("G1", ("0507",), "W2")),
        ("G1 storm 0507 at old bridge merc", Storm("G1", ("0507", "0907"), "M1")),
        ('G1 storm 507 "Wolfriders 1"', Storm("G1", ("0507",), "W1")),
        ("G1 storm 0507 target 0508", Storm("G1", ("0507",), "0508")),
        ("G1 storm to danville target W1", Storm("G1", ("0507",), "W1")),
        ("G1 watch 0507", Watch("G1", "0507")),
        ("G1 watch off", Watch("G1", None, "off")),
        ("G1 watch Cancel", Watch("G1", None, "off")),
        ("G1 watch none", Watch("G1", None, "off")),
        ("G1 hit the dirt", Dirt("G1")),
        ("town militia 1 Hit  The Dirt!", Dirt("T1")),
        ("G1 htd", Dirt("G1")),
    ],
)
def test_an_order_is_read(text: str, order: Order) -> None:
    line = one(text)
    assert (line.order, line.objections) == (order, ())


@for_each(
    "typed",
    [
        "“Town Militia 1” move 0507→0508",
        "«Town Militia 1» move 0507 ➜ 0508",
        "„Town Militia 1“ m 0507–>0508",
        "‘town militia 1’ move 0507⇒0508",
        "Ｔ１　ｍｏｖｅ　０５０７　０５０８",
        "T1\u00a0move\u202f0507\u20030508",
        "T\u200b1 mo\u00adve 0507 0508\ufeff",
        "🐺 T1 move 0507 0508 🔥🔥",
        "T1 move 0️⃣5️⃣0️⃣7️⃣ 0508",
        "- T1 move 0507 0508",
        "• T1 move 0507 0508",
        "* T1 move 0507, 0508",
        "1. T1 move 0507 0508",
        "12) T1 move 0507 0508",
        "> T1 move 0507 0508",
        ">>> **T1** move `0507 0508`",
        "`T1 move 0507 0508`",
        "```T1 move 0507 0508```",
        "T1: move 0507 0508.",
        "\tT1  move 0507\t0508 # a comment; with more",
        "T1 move (0507, 0508)!",
        "t1 move 0507—0508",
    ],
)
def test_phones_and_chat_marks_are_read_as_meant(typed: str) -> None:
    line = one(typed)
    assert (line.order, line.objections) == (Move("T1", ("0507", "0508")), ())
    start, end = line.spans["path"]
    assert typed[start:end].startswith(("0507", "０５０７", "0️⃣")) and 0 <= line.span[0] <= start < end <= line.span[
        1
    ] <= len(typed)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u0085"])
def test_lines_end_as_they_may(end: str) -> None:
    found = lines(end.join(["# orders", "", "G1 move 0507", "   ", "```", "done", "```orders", "T1 move 0508"]))
    assert [(line.number, line.order) for line in found] == [
        (3, Move("G1", ("0507",))),
        (6, Done()),
        (8, Move("T1", ("0508",))),
    ]


def test_a_fence_may_hold_an_order_but_a_language_is_none() -> None:
    assert written("```yaml\nG1 move 0507\n```") == ["G1 move 0507"]
    assert written("```done\n```") == ["done"]


def test_a_number_with_a_full_stop_is_a_unit_where_units_are_numbered() -> None:
    numbered = replace(VOCABULARY, units={"1": "First", "2": "Second"}, mine=frozenset({"1", "2"}))
    assert one("1. move 0507", numbered).order == Move("1", ("0507",))


def test_the_unit_carries_on_along_a_chain_but_not_to_the_next_line() -> None:
    assert written("G1 move 0508; attack M1 ;; T1 advance; a w2;\n advance") == [
        "G1 move 0508",
        "G1 attack M1",
        "T1 advance",
        "T1 attack W2",
        "",
    ]
    assert objected("advance") == [("missing-argument", "advance")]
    assert written("G1 move 9999; attack M1") == ["", "G1 attack M1"]
    assert [line.spans["unit"] for line in lines("G1 move 0508; attack M1")] == [(0, 2), (0, 2)]
    assert objected("Q9 move 0508; attack M1") == [("unknown-unit", "Q9")] * 2


def test_quotes_keep_semicolons_and_comments() -> None:
    odd = replace(VOCABULARY, units={"G1": "Rank; file #1"}, mine=frozenset({"G1"}))
    assert one('"rank; file #1" move 0507', odd).order == Move("G1", ("0507",))


def test_an_if_covers_the_rest_of_its_line() -> None:
    found = lines("G1 move 0507; IF m1 is Gone : attack W1; T1 advance\nT1 advance")
    gone = Condition("M1", "gone")
    assert [line.condition for line in found] == [None, gone, gone, None]
    assert [line.order for line in found[1:3]] == [Attack("G1", "W1"), found[2].order]
    assert echo(written(found[0].text)) == "G1 move 0507; if M1 gone: G1 attack W1; T1 advance"
    assert one("if wolfriders 2 alive: done").condition == Condition("W2", "alive")


def test_words_that_are_verbs_and_beginnings_of_names() -> None:
    assert one("a advance", replace(VOCABULARY, units={"AX": "Axes"}, mine=frozenset({"AX"}))).order is not None
    assert objected("m move 0507") == [("ambiguous-unit", "m")]
    assert written("G1 move 0507; m 0508") == ["G1 move 0507", "G1 move 0508"]


def test_exact_names_go_before_beginnings() -> None:
    names = replace(
        VOCABULARY, units={"W": "Wall", "W1": "Wolf", "V2": "W1 and friends"}, mine=frozenset({"W", "W1", "V2"})
    )
    assert one("w move 0507", names).order == Move("W", ("0507",))
    assert one("w1 move 0507", names).order == Move("W1", ("0507",))
    assert one("w1 and move 0507", names).order == Move("V2", ("0507",))
    assert one("wa move 0507", names).order == Move("W", ("0507",))
    assert one("G1 attack W1", replace(VOCABULARY, places={"w1": "0101"})).order == Attack("G1", "W1")


def test_of_units_with_one_name_ones_own_are_meant_or_for_targets_the_enemys() -> None:
    named = {
        "A1": "Rifle",
        "A2": "Captain",
        "A3": "Rifle",
        "B1": "Rifle",
        "B2": "Captain",
        "B3": "Captain",
        "B4": "Captain",
    }
    names = replace(VOCABULARY, units=named, mine=frozenset({"A1", "A2", "A3"}), gone=frozenset({"A3", "B4"}))
    assert one("rifle move 0507", names).order == Move("A1", ("0507",))
    assert one("A1 attack rifle", names).order == Attack("A1", "B1")
    assert one("captain attack captain", names).objections[0].code == "ambiguous-unit"
    assert one("captain attack captain", names).objections[0].instead == ("captain attack B2", "captain attack B3")
    assert one("captain dirt", names).order == Dirt("A2")
    assert one("c dirt", names).objections[0].code == "ambiguous-unit"
    assert one("if rifle gone: done", names).objections[0].code == "ambiguous-unit"


def test_areas_are_places_by_name_code_and_beginning() -> None:
    class March(Order, frozen=True, tag="march"):
        to: Place

    areas = Vocabulary(units={}, places={"Kiev": "Kiev", "Baltic Sea": "sz5", "Baltic States": "Baltic States"})
    typed = ("KIEV", "sz5", '"baltic sea"', "Ki", "baltic sta", "baltic", "0507")
    found = [read(f"march {said}", (March,), areas)[0] for said in typed]
    assert [line.order.to if isinstance(line.order, March) else line.objections[0].code for line in found] == [
        "Kiev",
        "sz5",
        "sz5",
        "Kiev",
        "Baltic States",
        "unknown-place",
        "unknown-place",
    ]
    assert write(March("Baltic States"), areas) == 'march "Baltic States"'


def test_a_place_may_be_called_without_its_article() -> None:
    """Else ``mill`` would be the beginning of the bridge's name and nothing else."""
    assert VOCABULARY.board
    named = replace(VOCABULARY, board=replace(VOCABULARY.board, labels={"0304": "The Mill", "0504": "Miller's Bridge"}))
    assert one("G1 move mill", named).order == one("G1 move the mill", named).order == Move("G1", ("0304",))
    assert one("G1 move mille", named).order == Move("G1", ("0504",))


def test_an_if_may_ask_about_a_place() -> None:
    areas = Vocabulary(
        {"T1": "Tanks"},
        frozenset({"T1"}),
        places={"Kiev": "Kiev", "Baltic Sea": "sz5"},
        conditions=("gone", "won"),
        forces=ForceNames(place_conditions=frozenset({"won"})),
    )
    assert one("if baltic sea won: done", areas).condition == Condition("sz5", "won")
    assert one("if Tanks gone: done", areas).condition == Condition("T1", "gone")
    wrong = one("if Kyiv won: done", areas).objections
    assert [(o.code, o.start, o.end, o.instead) for o in wrong] == [("unknown-place", 3, 7, ("if Kiev won: done",))]
    assert "a unit or a place, then gone or won" in one("if Kiev held: done", areas).objections[0].says


def test_an_if_may_ask_whether_a_unit_is_at_a_place() -> None:
    typed = (
        "if W1 at 0507: done",
        "IF wolfriders 1 is AT 507: done",
        'if "Wolfriders 1" at danville: done',
        "if W1 at Danville : done",
    )
    assert {one(text).condition for text in typed} == {Condition("W1", "at", "0507")}
    assert one("if town guard officers are at old ford: done").condition == Condition("OF", "at", "1011")
    assert one("if T4 at old bridge: done").condition == Condition("T4", "at", "0907")
    two = "G1 move 0507; if W1 at old ford: attack W1; T1 advance"
    assert echo(written(two)) == "G1 move 0507; if W1 at 1011: G1 attack W1; T1 advance"
    areas = Vocabulary(
        {"T1": "Tanks"},
        frozenset({"T1"}),
        places={"Baltic Sea": "Baltic Sea"},
        conditions=("in",),
        types=TypeNames(conditions_at_place=frozenset({"in"})),
    )
    said = write(Done(), areas, one("if tanks in baltic sea: done", areas).condition)
    assert (
        said == 'if T1 in "Baltic Sea": done'
        and echo([said, said]) == f"{said}; done"
        and write_again(said, areas) == said
    )
    assert one("if W1 at: done").objections[0].says == "at must be followed by a place, then a colon and the order"
    assert "normal or at and a place, then a colon" in one("if W1 sleeps: done").objections[0].says


def write_again(text: str, vocabulary: Vocabulary) -> str:
    line = one(text, vocabulary)
    assert line.order
    return write(line.order, vocabulary, line.condition)


def test_a_slot_for_what_nobody_can_read_is_told_at_once() -> None:
    class Sing(Order, frozen=True, tag="sing"):
        song: Annotated[str, Noun("song")]

    with pytest.raises(TypeError, match="song is to be read as song"):
        read("sing la", (Sing,), VOCABULARY)


def test_codes_that_differ_from_rules_to_rules() -> None:
    other = replace(VOCABULARY, idle_code="missing-argument", types=replace(VOCABULARY.types, no_unit_code="syntax"))
    assert [one("G1", vocabulary).objections[0].code for vocabulary in (VOCABULARY, other)] == [
        "syntax",
        "missing-argument",
    ]
    assert [one("move 0507", vocabulary).objections[0].code for vocabulary in (VOCABULARY, other)] == [
        "missing-argument",
        "syntax",
    ]
    assert one("hello", other).objections[0].code == "syntax"


def test_an_example_of_a_standing_order_is_one_of_the_game_at_hand() -> None:
    class Policy(StandingOrder, frozen=True, tag="standing"):
        EXAMPLE = "standing all fire hold"

    guns = Vocabulary({"B1": "Battery"}, frozenset({"B1"}), policies={"fire": ("hold", "free")})
    assert "as in standing all fire hold" in read("standing", (Policy,), guns)[0].objections[0].says
    assert read("standing B1 fire free", (Policy,), guns)[0].order == Policy("B1", "fire", ("free",))
    assert (
        read("standing", (StandingOrder,), Vocabulary({}))[0].objections[0].says
        == "standing needs a policy and its answer"
    )


def test_a_line_with_slashes_in_front_is_a_remark() -> None:
    assert not lines("// G1 move 0705") and not lines("  //done")
