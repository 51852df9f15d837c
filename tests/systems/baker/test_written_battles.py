"""Baker: battles in words are read and written alike, and refused with a reason."""

from random import Random

import pytest

from engine.scenarios import reader, yaml_reader
from engine.systems.baker.rules.battle_resolution.notation import WrittenBattle, open_battle, parse_battle
from engine.systems.baker.setup.start import start
from tests.support.many_cases import for_each


@for_each(
    ("words", "told"),
    [
        ("land: 6 inf 2 art vs 5 inf", "land: 6 infantry, 2 artillery vs 5 infantry"),
        ("battle sea: 2 subs, bb vs. 1 bb", "naval: 2 submarines, 1 battleship vs 1 battleship"),
        ("LAND 1 i against 2 t & 1 armour", "land: 1 infantry vs 3 tanks"),
        ("navy: loaded transport and 2 ltrn vs 1 ac", "naval: 3 loaded vs 1 carrier"),
        ("Six inf v two tanks", "land: 6 infantry vs 2 tanks"),
        ("land: twelve inf versus one tank", "land: 12 infantry vs 1 tank"),
        ("land: 3inf vs tank", "land: 3 infantry vs 1 tank"),
        (
            "landing: 2 inf 1 trn + 1 art overland vs 2 aa, 1 inf",
            "amphibious: 2 infantry, 1 transport + 1 artillery overland vs 1 infantry, 2 aa",
        ),
        (
            "amph: 1 ftr, 1 ac + 3 tanks overland vs 1 inf",
            "amphibious: 1 fighter, 1 carrier + 3 tanks overland vs 1 infantry",
        ),
        ("land: 1 inf + 2 art vs 1 inf", "land: 1 infantry, 2 artillery vs 1 infantry"),
    ],
)
def test_a_battle_is_read_and_written_the_same(words: str, told: str) -> None:
    found = parse_battle(words)
    assert isinstance(found, WrittenBattle) and found.text == told and parse_battle(found.text) == found


@for_each(
    ("words", "code", "says"),
    [
        ("", "syntax", "begins with its kind: write land, naval or amphibious"),
        ("lnd: 1 inf vs 1 inf", "syntax", "did you mean land?"),
        ("land: 6 inf", "syntax", "there are no defenders"),
        ("land: vs 6 inf", "syntax", "there are no attackers"),
        ("land: 6 inf vs", "syntax", "there are no defenders: for example"),
        ("land 4 tank to 4 inf", "syntax", "write vs between attackers and defenders"),
        ("six inf", "syntax", "write land, naval or amphibious, as in land: 6 inf 2 art vs 5 inf"),
        ("v", "syntax", "as in land: 6 inf 2 art vs 5 inf"),
        ("4 bmb vs 4 ftr", "syntax", "before it, as in land: 4 bmb vs 4 ftr"),
        ("land: 1 infantri vs 1 inf", "unknown-unit", "did you mean infantry?"),
        ("land: 1 inf vs 1 inf vs 1 inf", "syntax", "two sides, not 3"),
        ("land: 6 vs 1 inf", "syntax", "6 must be followed by a type"),
        ("amph: 2 inf 1 trn + 1 inf vs 1 inf", "syntax", "the word overland"),
        ("land: 0 inf vs 1 inf", "bad-number", "0 infantry is not possible"),
        ("land: all inf vs 1 inf", "bad-number", "from 1 to 99"),
        ("land: 60 inf 60 inf vs 1 inf", "bad-number", "120 infantry is too many"),
        ("land: 2 dragoons vs 1 inf", "unknown-unit", "dragoons"),
        ("land: i vs 1 inf", "unknown-unit", "write a number before it"),
        ("land: 1 sub vs 1 inf", "wrong-battle", "submarines take no part in a land battle"),
        ("land: 1 aa vs 1 inf", "wrong-battle", "anti-aircraft guns do not attack in a land battle"),
        ("naval: 1 sub vs 1 bmb", "wrong-battle", "bombers do not defend in a naval battle"),
        ("amph: 1 loaded vs 1 inf", "wrong-battle", "loaded transports take no part"),
        ("land: 1 factory vs 1 inf", "wrong-battle", "complexes"),
        ("land: 1 inf + 1 art overland vs 1 inf", "wrong-battle", "only an amphibious assault"),
        ("amph: 2 inf 1 trn + 1 ftr overland vs 1 inf", "wrong-battle", "fighters do not come overland"),
        (
            "amph: 3 inf 1 tank 2 trn vs 1 inf",
            "capacity",
            "2 transports cannot take 3 infantry, 1 tank: write 3 transports",
        ),
        ("amph: 1 inf 1 trn 1 ac vs 1 inf", "not-involved", "1 carrier, but no fighter attacks"),
        ("amph: 2 inf 1 trn 2 ac 1 ftr vs 1 inf", "not-involved", "2 carriers, but only 1 fighter attacks"),
        ("land: 3 inf vs 1 aa", "no-target", "the defenders have no combat unit"),
        ("amph: 2 trn 1 bb vs 1 inf", "no-target", "the attackers have no combat unit"),
        ("land: " + "1 inf " * 300, "syntax", "1,000 characters"),
    ],
)
def test_a_battle_that_cannot_be_fought_is_refused(words: str, code: str, says: str) -> None:
    found = parse_battle(words)
    assert not isinstance(found, WrittenBattle) and found[0].code == code and says in found[0].says, found


def test_odd_words_are_refused_and_nothing_worse() -> None:
    chance = Random(5)
    pieces = (
        "land:",
        "amph",
        "vs",
        "+",
        "overland",
        "3",
        "inf",
        "99999999999999999999",
        "\uff12",
        "\u00b2",
        "loaded",
        "all",
        "-1",
        "1.5",
        "&",
        '"',
        "battle",
        "\ufb00",
        "\u0000",
        "trn",
        ":",
        "x",
    )
    for _ in range(400):
        words = " ".join(chance.choices(pieces, k=chance.randrange(12)))
        found = parse_battle(words)
        assert isinstance(found, WrittenBattle) or found[0].says.strip(), words


def test_a_duel_is_a_scenario() -> None:
    whole = open_battle("land: 6 inf, 2 art vs 5 inf")
    state = start(reader.parse(whole))
    assert (state.phase, [*state.powers], state.setup.rounds) == ("round", ["red", "blue"], "one")
    shipped = yaml_reader.read(reader.read_text(reader.find_shipped("open-field")))
    assert whole["board"] == shipped["board"] and whole["sides"] == shipped["sides"], "the table of the shipped battles"
    with pytest.raises(ValueError, match=r"^no type of unit is called .?dragoons"):
        open_battle("land: 6 dragoons vs 1 inf")
