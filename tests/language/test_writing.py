"""Orders written and explained: the canonical spelling and the help."""

from engine.contract import Done, Order, StandingOrder, replace
from engine.language import CHARACTERS, LINES, Problem, echo, explain, read, too_long, write
from tests.language.reading import one
from tests.language.toy_orders import KINDS, UNITS, VOCABULARY, Attack, Buy, Dirt, Move, Ship, Storm, Walk, Watch
from tests.support.many_cases import for_each


# writing
@for_each(
    ("order", "text"),
    [
        (Move("G1", ("0507", "0508")), "G1 move 0507 0508"),
        (Attack("G1", "0507", "hold"), "G1 attack 0507 hold"),
        (Attack("G1", "W1"), "G1 attack W1"),
        (Ship(3, "tanks", "0507", "1011", "0609"), "ship 3 tanks 0507 to 1011 via 0609"),
        (Walk("G1", (1250, -25), 925), "G1 walk 12.5,-0.25 face 92.5"),
        (Walk("G1", (0, 800), 0, 4), "G1 walk 0,8 face N pace 4"),
        (Move("Town Guard", ("0507",)), '"Town Guard" move 0507'),
        (StandingOrder("all", "rally", ("G1", "Old Guard")), 'standing all rally G1 "Old Guard"'),
        (Done(), "done"),
        (Buy(type="smle"), "buy smle"),
        (Buy(count=3, type="88"), "buy 3 88"),
        (Buy(type="88"), "buy 88"),
        (Watch("G1", None, "off"), "G1 watch off"),
        (Storm("G1", ("0507", "0508"), "W1"), "G1 storm 0507 0508 W1"),
        (Storm("G1", ("0507",), "0508"), "G1 storm 0507 target 0508"),
        (Dirt("G1"), "G1 dirt"),
        (StandingOrder("OF", "plan", ("place", "0505", "target", "W1")), "standing OF plan place 0505 target W1"),
    ],
)
def test_an_order_has_one_spelling(order: Order, text: str) -> None:
    assert write(order, VOCABULARY) == text
    named = replace(
        VOCABULARY,
        units={**UNITS, "Town Guard": "Town Guard", "Old Guard": "Old Guard"},
        mine=VOCABULARY.mine | {"Town Guard"},
    )
    assert one(text, named).order == order


def test_an_echo_joins_what_belongs_to_one_line() -> None:
    assert echo([]) == ""
    assert echo(["G1 move 0507", "done"]) == "G1 move 0507; done"
    assert (
        echo(['if "Old Guard" gone: G1 advance', 'if "Old Guard" gone: G2 advance'])
        == 'if "Old Guard" gone: G1 advance; G2 advance'
    )


def test_too_long_a_message_is_told_its_numbers() -> None:
    assert too_long("x" * CHARACTERS) == too_long("\n" * LINES) == ""
    assert "8,001 characters" in too_long("x" * (CHARACTERS + 1)) and "201 lines" in too_long("\r\n" * (LINES + 1))


# explaining
def test_help_comes_from_the_order_classes() -> None:
    assert explain.usage(Attack) == "UNIT attack TARGET [advance|hold]"
    assert explain.usage(Ship) == "ship NUMBER WHAT PLACE to PLACE [via PLACE]"
    assert explain.usage(Buy) == "buy [NUMBER] TYPE" and explain.usage(Watch) == "UNIT watch [PLACE] [off]"
    assert explain.usage(Storm) == "UNIT storm PLACE... TARGET" and "also: htd, hit the dirt" in explain.help(
        KINDS, "Hit the Dirt"
    )
    assert explain.usage(StandingOrder) == "standing [UNIT|all] POLICY ANSWER..."
    assert (
        explain.help(KINDS, "GO")
        == "UNIT move PLACE...\n    Go along a path.\n    also: m, go\n    example: W1 move 1506"
    )
    assert explain.help(KINDS, "mvoe") == "mvoe is not an order; did you mean move?"
    assert all(
        explain.usage(kind) in explain.help(KINDS) and explain.summary(kind) in explain.help(KINDS) for kind in KINDS
    )


def test_carets_stand_under_the_words() -> None:
    def shown(text: str) -> list[str]:
        o = one(text).objections[0]
        return explain.show_problem(
            text, Problem(1, o.start + 1, o.end - o.start, o.code, o.says, "X 1", o.instead)
        ).split("\n")

    row, carets, says, instead = shown("G1\tmvoe 0507")
    assert (row, carets, instead) == ("G1 mvoe 0507", "   ^^^^", "  instead: G1\tmove 0507")
    assert says == '"mvoe" is not an order; did you mean move? [unknown-verb] (X 1)'
    assert shown("Ｇ１ mvoe")[1] == "     ^^^^"
    row, carets, *_ = shown("G1 move " + "0507 " * 60 + "nowhere " + "0508 " * 60)
    assert row[carets.index("^") :].startswith("nowhere") and len(row) <= explain.WIDTH + 2 and row[0] == row[-1] == "…"


def test_verbs_and_slots_are_never_lost_between_classes_of_one_verb() -> None:
    class Early(Order, frozen=True, tag="go-on"):
        ALIASES = ("x",)

    class Late(Order, frozen=True, tag="x"):
        pass

    assert read("x", (Early, Late), VOCABULARY)[0].kind is Late
