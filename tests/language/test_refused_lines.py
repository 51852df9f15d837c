"""Text that is no order: what is refused, at which words, and what would do instead."""

from engine.contract import (
    TypeNames,
    replace,
)
from tests.language.reading import objected, one, suggested
from tests.language.toy_orders import VOCABULARY
from tests.support.many_cases import for_each


@for_each(
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


@for_each(
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
