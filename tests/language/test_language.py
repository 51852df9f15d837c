"""Text to orders and back: what is understood, what is refused and where, and what would do instead."""

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
from tests.language.reading import lines, objected, one, suggested, written
from tests.language.toy_orders import VOCABULARY, Attack, Buy, Choose, Dirt, Move, Rally, Ship, Storm, Swap, Walk, Watch


# what is understood
@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
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


# what is refused, where, and what would do
@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("hello", [("syntax", "hello")]),
        ("G1", [("syntax", "G1")]),
        ("G1 dance 0705", [("unknown-verb", "dance")]),
        ("Q7 dance 0705", [("unknown-verb", "dance"), ("unknown-unit", "Q7")]),
        ("Q7 move 0705", [("unknown-unit", "Q7")]),
        ("G move 0705", [("ambiguous-unit", "G")]),
        ("town guardsmen move 0705", [("ambiguous-unit", "town guardsmen")]),
        ("W1 move 0705", [("not-your-unit", "W1")]),
        ("W7 move 0705", [("not-your-unit", "W7")]),
        ("T4 move 0705", [("unit-gone", "T4")]),
        ("G1 move nowhere", [("unknown-place", "nowhere")]),
        ("G1 move old", [("unknown-place", "old")]),
        ("G1 move 2115", [("off-board", "2115")]),
        ("G1 move 0700 0800 x", [("off-board", "0700"), ("off-board", "0800"), ("unknown-place", "x")]),
        ("G1 attack 2115", [("off-board", "2115")]),
        ("G1 move", [("missing-argument", "move")]),
        ("G1 move to", [("missing-argument", "to")]),
        ("move 0508", [("missing-argument", "move")]),
        ('G1 move "Danville', [("syntax", '"Danville')]),
        ('G1 move 0507; attack "W1; done', [("syntax", '"W1; done')]),
        ("G1 attack R9", [("unknown-unit", "R9")]),
        ("G1 attack W", [("ambiguous-unit", "W")]),
        ("Q7 attack R9", [("unknown-unit", "Q7"), ("unknown-unit", "R9")]),
        ("G1 attack W1 sideways", [("syntax", "sideways")]),
        ("G1 attack W1 advance hold", [("syntax", "hold")]),
        ("G1 move 0507 attack W1", [("syntax", "attack")]),
        ("choose c", [("syntax", "c")]),
        ("choose", [("missing-argument", "choose")]),
        ("choose a b", [("syntax", "b")]),
        ("G1 done", [("syntax", "G1")]),
        ("ship x tanks 0507 to 0508", [("bad-number", "x")]),
        ("ship 3 tanks 0507 to", [("missing-argument", "to")]),
        ("ship 3 tanks 0507", [("missing-argument", "ship")]),
        ("G1 walk 12", [("unknown-place", "12")]),
        ("G1 walk here 12", [("syntax", "12"), ("unknown-place", "here")]),
        ("G1 walk 1,2 face 400", [("bad-number", "400")]),
        ("G1 walk 1,2 face nowhere", [("bad-number", "nowhere")]),
        ("G1 swap W", [("ambiguous-unit", "W")]),
        ("G1 swap 0507", [("unknown-unit", "0507")]),
        ("if G1 sleeping: G1 move 0805", [("syntax", "sleeping")]),
        ("if G1 gone G1 move 0805", [("syntax", "if G1 gone")]),
        ("if gone: G1 move 0805", [("syntax", "gone")]),
        ("if: G1 move 0805", [("syntax", "if")]),
        ("if M1 gone:", [("syntax", "if M1 gone:")]),
        ("if", [("syntax", "if")]),
        ("if Q9 gone: G1 move 0805", [("unknown-unit", "Q9")]),
        ("if W gone: G1 move 0805", [("ambiguous-unit", "W")]),
        ("if M1 gone: if W1 gone: G1 move 0805", [("syntax", "if")]),
        ("if M1 gone: G1 advance; if W1 gone: advance", [("syntax", "if")]),
        ("if T4 gone: T4 move 0805", [("unit-gone", "T4")]),
        ("standing", [("missing-argument", "standing")]),
        ("standing all", [("missing-argument", "standing")]),
        ("standing OF advance", [("missing-argument", "standing")]),
        ("standing Q9 rally auto", [("unknown-unit", "Q9")]),
        ("standing G rally auto", [("ambiguous-unit", "G")]),
        ("standing W1 rally auto", [("not-your-unit", "W1")]),
        ("standing T4 rally auto", [("unit-gone", "T4")]),
        ("standing OF rally W", [("ambiguous-unit", "W")]),
        ("standing milita rally auto", [("unknown-unit", "milita")]),
        ("standing OF plan place 0507 target W", [("ambiguous-unit", "W")]),
        ("if W1 at: G1 move 0805", [("syntax", "at")]),
        ("if at 0507: done", [("syntax", "0507"), ("unknown-unit", "at")]),
        ("if W1 at Nowhere: G1 move 0805", [("unknown-place", "Nowhere")]),
        ("if W1 at 9901: done", [("off-board", "9901")]),
        ("if Q9 at 2200: done", [("unknown-unit", "Q9"), ("off-board", "2200")]),
        ("if W1 at 0507 G1 move 0805", [("syntax", "if W1 at 0507")]),
        ("if W1 at gone: done", [("unknown-place", "gone")]),
        ("if W1 gone at: done", [("syntax", "at"), ("unknown-unit", "W1 gone")]),
        ("buy", [("missing-argument", "buy")]),
        ("buy 3", [("missing-argument", "buy")]),
        ("buy x smle", [("bad-number", "x")]),
        ("buy 2.5 smle", [("bad-number", "2.5")]),
        ("buy 3x", [("unknown-type", "3x")]),
        ("buy wizard", [("unknown-type", "wizard")]),
        ("buy m", [("unknown-type", "m")]),
        ("buy 2 m1", [("unknown-type", "m1")]),
        ("buy 2 m1 garant", [("unknown-type", "m1 garant")]),
        ("buy 3 smle 2 bren", [("syntax", "2 bren")]),
        ("buy smle buy bren", [("syntax", "buy")]),
        ("G1 storm", [("missing-argument", "storm"), ("missing-argument", "storm")]),
        ("G1 storm W1", [("missing-argument", "storm")]),
        ("G1 storm 0507 0508", [("missing-argument", "storm")]),
        ("G1 storm 0507 Nowhere W1", [("unknown-place", "Nowhere")]),
        ("G1 storm 9901 W1", [("off-board", "9901")]),
        ("G1 storm 0507 Q9", [("unknown-unit", "Q9")]),
        ("G1 storm 0507 W", [("ambiguous-unit", "W")]),
        ("G1 hit the road", [("unknown-verb", "hit")]),
        ("G1 move 0507 hit the dirt", [("syntax", "hit the dirt")]),
        ("G1 watch out", [("unknown-place", "out")]),
    ],
)
def test_every_objection_points_at_its_words(text: str, problems: list[tuple[str, str]]) -> None:
    assert objected(text) == problems


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("G1 mvoe 0507 # now", ("G1 move 0507 # now",)),
        ("atack M1", ("attack M1",)),
        ("G1 move 0507; atack M1", ("G1 move 0507; attack M1",)),
        ("G move 0507", ("G1 move 0507", "G2 move 0507")),
        ("goblin militia 1 move 0507", ("T1 move 0507",)),
        ("G1 attack wolfrider 2", ("G1 attack W2", "G1 attack W1")),
        ("G1 move danvile; G1 atack mercenarys 1", ("G1 move 0507; G1 attack mercenarys 1",)),
        ("G1 move olde bridge 0508", ("G1 move 0907 0508",)),
        ("G1 move o507 57", ("G1 move 0507 0507",)),
        ("G1 move 2114", ("G1 move 2014",)),
        ('G1 move "old bridge 0508', ('G1 move "old bridge" 0508',)),
        ("move G1 0508 quickly", ("G1 move 0508 quickly",)),
        ("G1 move 0507 attack W1", ("G1 move 0507; attack W1",)),
        ("G1 move 0507, attack W1", ("G1 move 0507; attack W1",)),
        ("G1 move 0507 and attack W1", ("G1 move 0507; attack W1",)),
        ("G1 move 0507, and then attack W1", ("G1 move 0507; attack W1",)),
        ("G1 attack W1 and move 0507", ("G1 attack W1; move 0507",)),
        ("if M1 gone G1 move 0507", ("if M1 gone: G1 move 0507",)),
        ("if M1 disrupt: G1 move 0507", ("if M1 disrupted: G1 move 0507",)),
        ("standng advance always", ("standing advance always",)),
        ("W1 done", ("done",)),
        ("don", ("done",)),
        ("G1 attack W1 sidewards", ("G1 attack W1",)),
        ("buy m1", ("buy m1-garand", "buy m1-carbine")),
        ("buy 3 garant", ("buy 3 m1-garand",)),
        ("buy 2 m1 garant", ("buy 2 m1-garand",)),
        ("if W1 at danvile: G1 move 0508", ("if W1 at 0507: G1 move 0508",)),
        ("if W1 at old bridge G1 move 0508", ("if W1 at old bridge: G1 move 0508",)),
        ("if W1 at 0507, G1 move 0508", ("if W1 at 0507: G1 move 0508",)),
        ("G1 move 0507 hit the dirt", ("G1 move 0507; hit the dirt",)),
    ],
)
def test_what_would_do_is_a_whole_line_to_paste(text: str, instead: tuple[str, ...]) -> None:
    assert suggested(text) == instead


def test_a_type_that_is_none_is_told_three_that_are() -> None:
    tanks = replace(VOCABULARY, types=TypeNames({f"t-{n}": f"Tank {n}" for n in range(6)}))
    said = [one(text, tanks).objections[0].says for text in ("buy t", "buy 2 wizard", "buy t-9")]
    assert said[0] == '"t" could be t-0, t-1, t-2 or 3 more; write more of it'
    assert said[1] == 'no type of unit is called "wizard"; some types are t-0, t-1 and t-2'
    assert said[2].startswith('no type of unit is called "t-9"; did you mean t-0, t-1 or t-2?')
    assert (
        one("buy t", replace(VOCABULARY, types=TypeNames())).objections[0].says
        == 'no type of unit is called "t"; no type can be named now'
    )


def test_messages_say_what_would_do() -> None:
    typed = (
        "Q7 dance 0",
        "G move 0507",
        "W1 move 0507",
        "T4 move 0507",
        "G1 move 2115",
        "G1 move x",
        "G1 move",
        "G1 jump",
    )
    said = {o.code: o.says for text in typed for o in one(text).objections}
    assert said["ambiguous-unit"] == '"G" could be G1 or G2; write one of them'
    assert said["not-your-unit"] == "W1 (Wolfriders 1) is not yours; yours are MY, OF, G1, G2, T1, X-9 and É1"
    assert said["unit-gone"] == "T4 (Town Militia 4) is out of play; you still have MY, OF, G1, G2, T1, X-9 and É1"
    assert said["off-board"] == "2115 is off the map: columns run from 01 to 20, rows from 01 to 14"
    assert "a hex such as 0507 or a name: Danville, Old Bridge" in said["unknown-place"]
    assert said["missing-argument"].endswith("as in W1 move 1506")
    assert "the orders are move, attack, advance, rally" in said["unknown-verb"]
    assert not any(word in text.lower() for text in said.values() for word in ("invalid", "error"))
