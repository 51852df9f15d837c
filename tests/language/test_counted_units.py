"""Orders of counted units: lists, rankings, scopes, terms, one verb for an order and a standing order; what fits and
what is said else."""

import random
from collections.abc import Sequence

import pytest

from engine.contract import Condition, ForceNames, Vocabulary
from engine.contract.unit_counts import CountFault, Types, read_counts
from engine.language import ParsedLine, read, write
from engine.language.explain import help, usage
from engine.systems.baker.orders import (
    ORDERS,
    Bomb,
    Buy,
    FightOut,
    Keep,
    Load,
    Losses,
    Move,
    PlaceUnits,
    Retreat,
    RetreatWhen,
    SetUp,
    ShipOver,
    Targets,
    Unload,
    Withdraw,
    WithdrawWhen,
)
from engine.systems.baker.vocabulary import CHECKS, CONDITIONS, SCOPES
from engine.systems.baker.wording import TYPES, WORDS
from tests.support.many_cases import for_each
from tests.support.sampling import share

AREAS = {
    "Berlin": "Berlin",
    "Poland": "Poland",
    "Kiev": "Kiev",
    "Moscow": "Moscow",
    "Ural": "Ural",
    "Gotland": "Gotland",
    "Sea": "Sea",
    "Prussia": "East Prussia",
    "sz1": "Baltic Sea",
    "sz2": "Gulf of Riga",
    "sz10": "White Sea",
    "Art": "Art",
    "5th": "Fifth",
    "To": "To",
}
VOCABULARY = Vocabulary(
    units={},
    places={name: area for area, long in AREAS.items() for name in (area, long)},
    conditions=CONDITIONS,
    shortest=2,
    idle_code="unknown-verb",
    stray_code="unknown-verb",
    checks=CHECKS,
    prompt=True,
    forces=ForceNames(WORDS, SCOPES, frozenset(CONDITIONS)),
)


def one(text: str) -> ParsedLine:
    (line,) = read(text, ORDERS, VOCABULARY)
    return line


def codes(text: str) -> list[str]:
    """The codes of the line, the first the one that counts."""
    return [objection.code for objection in sorted(one(text).objections, key=lambda objection: objection.rank)]


def mended(text: str) -> list[str]:
    return [line for objection in one(text).objections for line in objection.instead]


GOOD = {
    "buy 3 infantry, 1 tank": Buy(((3, "infantry"), (1, "tank"))),
    "purchase 3inf&1ftr": Buy(((3, "infantry"), (1, "fighter"))),
    "buy nothing": Buy(()),
    "buy 2 inf, tank and 3x inf": Buy(((5, "infantry"), (1, "tank"))),
    "buy 2 i 1 t": Buy(((2, "infantry"), (1, "tank"))),
    "buy 2 factories + 1 anti-tank".replace("anti-tank", "aa"): Buy(((2, "complex"), (1, "aa"))),
    "move 3 infantry, 1 tank Kiev to Moscow": Move(((3, "infantry"), (1, "tank")), "Kiev", "Moscow"),
    "attack 3 inf, Kiev to Moscow": Move(((3, "infantry"),), "Kiev", "Moscow"),
    "m tank from ki to mos via Ural, then pol": Move(((1, "tank"),), "Kiev", "Moscow", ("Ural", "Poland")),
    "fly all ftr East Prussia to white sea": Move(((0, "fighter"),), "Prussia", "sz10"),
    "sail all subs, 2 sub sz1 to sz2": Move(((0, "submarine"),), "sz1", "sz2"),
    "move 1 loaded transport sz1 to sz2": Move(((1, "loaded"),), "sz1", "sz2"),
    "move 2 inf Art to Kiev": Move(((2, "infantry"),), "Art", "Kiev"),
    'move 2 inf "5th" to "To"': Move(((2, "infantry"),), "5th", "To"),
    "ship 2 infantry Poland to Gotland via sz1 sz2": ShipOver(((2, "infantry"),), "Poland", "Gotland", ("sz1", "sz2")),
    "load 2 inf Poland onto sz1": Load(((2, "infantry"),), "Poland", "sz1"),
    "disembark 2 inf sz1 to Gotland": Unload(((2, "infantry"),), "sz1", "Gotland"),
    "raid 2 bombers Berlin to Moscow": Bomb(((2, "bomber"),), "Berlin", "Moscow"),
    "fight Kiev": FightOut("Kiev"),
    "fight": FightOut(),
    "roll at Kiev for 2 rounds": FightOut("Kiev", 2),
    "resolve Kiev 1 round": FightOut("Kiev", 1),
    "fight all": FightOut("all"),
    "retreat": Retreat(),
    "retreat from Kiev to Poland": Retreat("Kiev", "Poland"),
    "retreat to Poland": Retreat(None, "Poland"),
    "withdraw Sea": Withdraw("Sea"),
    "place 3 infantry in Berlin": PlaceUnits(((3, "infantry"),), "Berlin"),
    "mobilise 1 trn from Berlin at sz1": PlaceUnits(((1, "transport"),), "sz1", "Berlin"),
    "Battle  amph: 3 Inf, 1 trn + 1 art overland vs 2 inf & 1 ftr": SetUp(
        "amph: 3 Inf, 1 trn + 1 art overland vs 2 inf & 1 ftr"
    ),
    "losses land attack: infantry > artillery, tank then fighter": Losses(
        "land attack", ("infantry", "artillery", "tank", "fighter")
    ),
    "ool land defense tanks → inf": Losses("land defence", ("tank", "infantry")),
    "losses: art > loaded transport": Losses("all", ("artillery", "loaded")),
    "losses: loaded > transport": Losses("all", ("loaded", "transport")),
    "buy 2 loaded, transport": Buy(((2, "loaded"), (1, "transport"))),
    "losses Kiev tank > inf": Losses("Kiev", ("tank", "infantry")),
    "losses default": Losses("all", ()),
    "standing losses land: default": Losses("land", ()),
    "targets sea: bb": Targets("sea", ("battleship",)),
    'kill "Sea": bb': Targets("Sea", ("battleship",)),
    "keep land 1": Keep(1),
    "standing keep 0 land": Keep(0),
    "retreat when attackers < defenders": RetreatWhen("all", "attackers"),
    "retreat land when attackers<3 to Poland": RetreatWhen("land", "attackers", 3, "Poland"),
    "retreat Kiev to Poland when defenders > 2": RetreatWhen("Kiev", "defenders", 2, "Poland"),
    "retreat Kiev after 2 rounds": RetreatWhen("Kiev", "after", 2),
    "retreat after round 1": RetreatWhen("all", "after", 1),
    "standing retreat baltic sea never": RetreatWhen("sz1", "never"),
    "retreat when no land": RetreatWhen("all", "no-land"),
    "withdraw sea when submarines < 2 to sz2": WithdrawWhen("sea", "submarines", 2, "sz2"),
    "withdraw after 1 round": WithdrawWhen("all", "after", 1),
}


@for_each("text", GOOD)
def test_what_is_meant_is_read_and_what_is_written_reads_back(text: str) -> None:
    line = one(text)
    assert line.order == GOOD[text] and not line.objections
    again = one(write(line.order, VOCABULARY))
    assert again.order == line.order and write(again.order, VOCABULARY) == write(line.order, VOCABULARY)


def test_the_spelling_of_the_game_itself() -> None:
    said = {text: write(order, VOCABULARY) for text, order in GOOD.items()}
    assert said["m tank from ki to mos via Ural, then pol"] == "move 1 tank Kiev to Moscow via Ural Poland"
    assert said["buy 2 inf, tank and 3x inf"] == "buy 5 infantry, 1 tank" and said["buy nothing"] == "buy nothing"
    assert said["fly all ftr East Prussia to white sea"] == "move all fighters Prussia to sz10"
    assert (
        said["roll at Kiev for 2 rounds"] == "fight Kiev 2 rounds"
        and said["resolve Kiev 1 round"] == "fight Kiev 1 round"
    )
    assert (
        said["move 2 inf Art to Kiev"] == 'move 2 infantry "Art" to Kiev'
        and said['kill "Sea": bb'] == 'targets "Sea": battleship'
    )
    assert (
        said["standing losses land: default"] == "losses land: default" and said["losses default"] == "losses default"
    )
    assert said["retreat Kiev to Poland when defenders > 2"] == "retreat Kiev when defenders > 2 to Poland"
    assert said["withdraw after 1 round"] == "withdraw after round 1" and said["standing keep 0 land"] == "keep land 0"


BAD = {
    "": [],
    "Kiev": ["unknown-verb"],
    "Kiev fight": ["unknown-verb"],
    "standing": ["unknown-verb"],
    "standing fite Kiev": ["unknown-verb"],
    "buy": ["missing-argument"],
    "buy 3": ["missing-argument"],
    "buy all infantry": ["bad-number"],
    "buy 0 inf": ["bad-number"],
    "buy 100 inf": ["bad-number"],
    "buy 99999999999999999999 inf": ["bad-number"],
    "buy 60 inf, 60 inf": ["bad-number"],
    "buy 1.5 inf": ["bad-number"],
    "buy -1 inf": ["bad-number"],
    "buy 3 panzer": ["unknown-unit"],
    "buy 0 panzer": ["unknown-unit"],
    "buy i": ["unknown-unit"],
    "buy inf nothing": ["unknown-unit"],
    "move 0 inf, 3 foo Kiev to Moscow": ["bad-number", "unknown-unit"],
    "move 3 foo, 0 inf Kiev to Moscow": ["unknown-unit", "bad-number"],
    "move Kiev to Moscow": ["missing-argument"],
    "move 3 inf Kiev Moscow": ["missing-argument"],
    "move 3 inf to Moscow": ["missing-argument"],
    "move 3 foo Narnia to Moscow": ["unknown-unit", "unknown-place"],
    "move 3 inf foo Kiev to Moscow": ["unknown-unit"],
    "move 3 inf, foo, Kiev to Moscow": ["unknown-unit"],
    "move foo Kiev to Moscow": ["unknown-unit"],
    "move 3 inf Narnia to Moscow": ["unknown-place"],
    "move 3 inf Kiev to sz": ["unknown-place"],
    "move 3 inf Kiev to M": ["unknown-place"],
    "move 3 inf Kiev to Moscow via Narnia": ["unknown-place"],
    "move 3 inf Narnia to Moscow quickly": ["unknown-place", "syntax"],
    "move 3 inf Kiev to Moscow quickly": ["syntax"],
    "fight Kiev 0 rounds": ["bad-number"],
    "fight Kiev many rounds": ["bad-number"],
    "fight Kiev slowly": ["syntax"],
    "load 2 inf Poland sz1": ["missing-argument"],
    "battle": ["missing-argument"],
    "losses": ["missing-argument"],
    "losses land:": ["missing-argument"],
    "losses land: foo": ["unknown-unit"],
    "losses Narnia: inf": ["unknown-place"],
    "losses land: 3 inf": ["unknown-unit"],
    "losses land: i": ["unknown-unit"],
    "losses land: default > inf": ["syntax"],
    "keep": ["missing-argument"],
    "keep land 10": ["bad-number"],
    "keep land some": ["bad-number"],
    "retreat when attackers > 3": ["syntax"],
    "retreat when attackers 3": ["syntax"],
    "retreat when attackers < many": ["syntax"],
    "retreat when attackers < 100": ["bad-number"],
    "retreat after 1.5 rounds": ["bad-number"],
    "retreat when submarines < 2": ["syntax"],
    "withdraw when no land": ["syntax"],
    "standing retreat Kiev": ["missing-argument"],
    "standing fight Kiev": ["syntax"],
    "if Kiev won fight Gotland": ["syntax"],
    "if Kiev taken: fight Gotland": ["syntax"],
    "if Narnia won: fight Kiev": ["unknown-place"],
}


@for_each("text", BAD)
def test_what_is_wrong_in_the_order_of_the_rulebook(text: str) -> None:
    assert (codes(text) if text else read(text, ORDERS, VOCABULARY)) == (BAD[text] or ())


def test_what_would_do_instead() -> None:
    assert mended("buy 3 infntry") == ["buy 3 infantry"] and mended("mvoe 3 inf Kiev to Moscow") == [
        "move 3 inf Kiev to Moscow"
    ]
    assert mended("move 3 inf Keiv to Moscow") == ["move 3 inf Kiev to Moscow"]
    assert mended("move 3 inf Kiev Moscow") == ["move 3 inf Kiev to Moscow"]
    assert mended("buy 3 inf move 1 tank Kiev to Moscow") == ["buy 3 inf; move 1 tank Kiev to Moscow"]
    assert mended("losses lnd: tank")[0] == "losses land: tank" and mended("standing fight Kiev") == ["fight Kiev"]
    assert mended("retreat Kiev when atackers < 3")[0] == "retreat Kiev when attackers < 3"
    assert mended("retreat when attackers > 3")[0] == "retreat when attackers < 3"
    assert mended("if Kiev won fight Gotland") == ["if Kiev won: fight Gotland"]


def test_where_the_words_stand() -> None:
    line = one("move 3inf&1 ftr from Kiev to Moscow via Ural")
    assert {field: line.text[start:end] for field, (start, end) in line.spans.items()} == {
        "verb": "move",
        "what": "3inf&1 ftr",
        "start": "Kiev",
        "to": "Moscow",
        "via": "Ural",
    }
    (wrong,) = one("buy 2 inf, 3 panzers").objections
    assert one("buy 2 inf, 3 panzers").text[wrong.start : wrong.end] == "panzers"


def test_an_if_asks_about_a_place() -> None:
    line = one("if sz1 lost: losses: tank > inf")
    assert line.condition == Condition("sz1", "lost") and line.order == Losses("all", ("tank", "infantry"))
    assert line.order and write(line.order, VOCABULARY, line.condition) == "if sz1 lost: losses: tank > infantry"
    assert "a place" in one("if Kiev foo: fight Kiev").objections[0].says


def test_counted_units_in_plain_words() -> None:
    assert read_counts("3 Inf, 1 tank & 2 Loaded Transports", TYPES) == {"infantry": 3, "tank": 1, "loaded": 2}
    assert read_counts("2 loaded, transport", TYPES) == {"loaded": 2, "transport": 1}
    wrong = [read_counts(text, TYPES) for text in ("", "3", "foo", "0 inf", "all inf", "60 inf 60 inf")]
    assert [flaw.code for flaw in wrong if isinstance(flaw, CountFault)] == [
        "missing-argument",
        "missing-argument",
        "unknown-unit",
        "bad-number",
        "bad-number",
        "bad-number",
    ]
    assert Types({}).find(["inf"], 0, 2) is None


def test_help_tells_of_both_orders_with_one_verb() -> None:
    assert (
        usage(Move) == "move NUMBER TYPE... PLACE to PLACE [via PLACE...]"
        and usage(FightOut) == "fight [PLACE|all] [NUMBER rounds]"
    )
    said = help(ORDERS, "retreat")
    assert "retreat [PLACE] [to PLACE]" in said and "retreat [SCOPE] never|after round N|when attackers < N|" in said
    assert usage(Losses) == "losses [SCOPE] TYPE > TYPE...|default" and "if PLACE STATE" in help(ORDERS)


WORDS_SAID = [
    *(word for words in WORDS.values() for word in words),
    *AREAS,
    *AREAS.values(),
    *SCOPES,
    *CONDITIONS,
    "buy",
    "move",
    "attack",
    "fly",
    "ship",
    "load",
    "unload",
    "bomb",
    "fight",
    "retreat",
    "withdraw",
    "place",
    "battle",
    "losses",
    "targets",
    "keep",
    "standing",
    "draw",
    "done",
    "if",
    "if Kiev won:",
    ":",
    ";",
    ",",
    ">",
    "<",
    "&",
    "+",
    "and",
    "then",
    "to",
    "from",
    "via",
    "in",
    "at",
    "onto",
    "when",
    "after",
    "never",
    "round",
    "rounds",
    "attackers",
    "defenders",
    "no land",
    "submarines",
    "all",
    "nothing",
    "default",
    "vs",
    "overland",
    "3",
    "1",
    "0",
    "99",
    "100",
    "-2",
    "2.5",
    "3inf",
    "2x",
    "3inf&1",
    '"',
    '"Kiev"',
    "'",
    "#",
    "  ",
    "i",
    "t",
    "foo",
    "sz",
    "é",
    "３",
    "\u200b",
    "→",
]


VERBS = [
    "buy",
    "move",
    "ship",
    "load",
    "unload",
    "fight",
    "retreat",
    "withdraw",
    "place",
    "battle",
    "losses",
    "targets",
    "keep",
]


@pytest.mark.parametrize("first", [(), VERBS])
def test_whatever_is_typed_is_read_or_refused(first: Sequence[str]) -> None:
    """Every line has an order or an objection inside it; every order read is written so that it reads back."""
    dice, orders = random.Random(17), 0
    for _ in range(share(2000, 400)):
        text = " ".join([*(dice.choice(first) for _ in first[:1]), *dice.choices(WORDS_SAID, k=dice.randint(1, 6))])
        for line in read(text, ORDERS, VOCABULARY):
            assert (line.order is None) == bool(line.objections), text
            assert all(0 <= wrong.start < wrong.end <= len(line.text) for wrong in line.objections), text
            if line.order is not None:
                orders += 1
                again = one(write(line.order, VOCABULARY, line.condition))
                assert (again.order, again.condition) == (line.order, line.condition), text
    assert orders > share(10, 2)
