"""Baker: battles in words, what cases may set and read, cards and lists, whatever is written."""

from random import Random
from typing import Any

import pytest

from engine import cases
from engine.contract import decode, encode
from engine.scenarios import army_lists, reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.baker.presentation.cards import cards
from engine.systems.baker.rules.battle_resolution.notation import WrittenBattle, open_battle, parse_battle
from engine.systems.baker.setup.case_view import case_view
from engine.systems.baker.setup.cases import case_position
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.position import Battle, State, Wish
from engine.systems.baker.tables import CATALOGUE
from tests.support.corrupt_scenarios import spoiled, ways
from tests.systems.baker.support.small_war import battle, setup, war, written

# battles in words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("land: 6 inf 2 art vs 5 inf", "land: 6 infantry, 2 artillery vs 5 infantry"),
        ("battle sea: 2 subs, bb vs. 1 bb", "naval: 2 submarines, 1 battleship vs 1 battleship"),
        ("LAND 1 i against 2 t & 1 armour", "land: 1 infantry vs 3 tanks"),
        ("navy: loaded transport and 2 ltrn vs 1 ac", "naval: 3 loaded vs 1 carrier"),
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


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("", "syntax", "begins with its kind: write land, naval or amphibious"),
        ("lnd: 1 inf vs 1 inf", "syntax", "did you mean land?"),
        ("land: 6 inf", "syntax", "There are no defenders"),
        ("land: vs 6 inf", "syntax", "There are no attackers"),
        ("land: 6 inf vs", "syntax", "There are no defenders: for example"),
        ("land 4 tank v 4 inf", "syntax", "write vs between attackers and defenders"),
        ("4 tank vs 4 inf", "syntax", "before it, as in land: 4 tank vs 4 inf"),
        ("land: 1 infantri vs 1 inf", "unknown-unit", "did you mean infantry?"),
        ("land: 1 inf vs 1 inf vs 1 inf", "syntax", "two sides, not 3"),
        ("land: 6 vs 1 inf", "syntax", "6 must be followed by a type"),
        ("amph: 2 inf 1 trn + 1 inf vs 1 inf", "syntax", "the word overland"),
        ("land: 0 inf vs 1 inf", "bad-number", "0 infantry is not possible"),
        ("land: all inf vs 1 inf", "bad-number", "from 1 to 99"),
        ("land: 60 inf 60 inf vs 1 inf", "bad-number", "120 infantry is too many"),
        ("land: 2 dragoons vs 1 inf", "unknown-unit", "dragoons"),
        ("land: i vs 1 inf", "unknown-unit", "write a number before it"),
        ("land: 1 sub vs 1 inf", "wrong-battle", "Submarines take no part in a land battle"),
        ("land: 1 aa vs 1 inf", "wrong-battle", "Anti-aircraft guns do not attack in a land battle"),
        ("naval: 1 sub vs 1 bmb", "wrong-battle", "Bombers do not defend in a naval battle"),
        ("amph: 1 loaded vs 1 inf", "wrong-battle", "Loaded transports take no part"),
        ("land: 1 factory vs 1 inf", "wrong-battle", "complexes"),
        ("land: 1 inf + 1 art overland vs 1 inf", "wrong-battle", "Only an amphibious assault"),
        ("amph: 2 inf 1 trn + 1 ftr overland vs 1 inf", "wrong-battle", "Fighters do not come overland"),
        (
            "amph: 3 inf 1 tank 2 trn vs 1 inf",
            "capacity",
            "2 transports cannot take 3 infantry, 1 tank: write 3 transports",
        ),
        ("amph: 1 inf 1 trn 1 ac vs 1 inf", "not-involved", "1 carrier, but no fighter attacks"),
        ("amph: 2 inf 1 trn 2 ac 1 ftr vs 1 inf", "not-involved", "2 carriers, but only 1 fighter attacks"),
        ("land: 3 inf vs 1 aa", "no-target", "The defenders have no combat unit"),
        ("amph: 2 trn 1 bb vs 1 inf", "no-target", "The attackers have no combat unit"),
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
    with pytest.raises(ValueError, match=r"^No type of unit is called .?dragoons"):
        open_battle("land: 6 dragoons vs 1 inf")


# what cases may set


def staged(**changes: Any) -> State:
    return case_position(war(), changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"units": {}}, "cannot be set"),
        ({"phase": "melee"}, "not a known phase of a campaign"),
        ({"phase": "round"}, "not a known phase of a campaign"),
        ({"phase": "over"}, "has a winner"),
        ({"winner": "axis", "phase": "combat"}, "and only then"),
        ({"winner": "germany"}, "not a known winner"),
        ({"turn": 0}, "from 1 to 1000"),
        ({"turn": True}, "from 1 to 1000"),
        ({"active": "japan"}, "there are germany, ussr, italy"),
        ({"areas": []}, "mapping from areas"),
        ({"areas": {"Narnia": {}}}, "no area Narnia"),
        ({"areas": {"Kiev": 3}}, "must be a mapping"),
        ({"areas": {"Kiev": {"ipc": 3}}}, "not a known fact of an area"),
        ({"areas": {"Kiev": {"owner": "japan"}}}, "not a known power that could own Kiev"),
        ({"areas": {"Kiev": {"owner": None}}}, "None is not a known power that could own"),
        ({"areas": {"Alps": {"owner": "ussr"}}}, "Alps is neutral"),
        ({"areas": {"sz1": {"owner": "ussr"}}}, "sea zone and has no owner"),
        ({"areas": {"sz1": {"complex": True}}}, "complex of sz1"),
        ({"areas": {"Kiev": {"units": {"japan": {}}}}}, "no power japan"),
        ({"areas": {"Kiev": {"units": {"ussr": 3}}}}, "from types to numbers"),
        ({"areas": {"Kiev": {"units": {"ussr": {"sub": 1}}}}}, "no type sub"),
        ({"areas": {"Kiev": {"units": {"ussr": {"carrier": 1}}}}}, "land"),
        ({"areas": {"sz1": {"units": {"ussr": {"tank": 1}}}}}, "cannot be at sea"),
        ({"areas": {"sz2": {"cargo": {"ussr": [{"tank": 1}]}}}}, "but 0"),
        ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 2}]}}}}, "cannot hold 2"),
        ({"areas": {"sz1": {"cargo": {"germany": 3}}}}, "a list"),
        (
            {"areas": {"sz1": {"cargo": {"germany": [{"tank": 1, "to": "Kiev"}]}}}},
            "Kiev is not a known land beside sz1; there are Berlin, Poland, Gotland",
        ),
        ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 1, "moved": 1}]}}}}, "true or false"),
        ({"powers": {"japan": {}}}, "not a known power"),
        ({"powers": {"ussr": {"ipc": -1}}}, "from 0 to 9999, not -1"),
        ({"powers": {"ussr": {"buys": {"guard": 1}}}}, "guard is not a known type"),
        ({"powers": {"ussr": {"capital": "Kiev"}}}, "not a known fact that can be set"),
        ({"powers": {"ussr": {"buys": {"tank": "3"}}}}, "not '3'"),
        ({"game": {"luck": 1}}, "not a known field of game"),
        ({"game": {"captured": ["Narnia"]}}, "not a known area"),
        ({"game": {"draw": ["japan"]}}, "not a known side"),
        ({"game": {"moved": {"Kiev": {"guard": 1}}}}, "not a known type"),
        ({"game": {"flown": {"Kiev": {"fighter": 3}}}}, "Expected"),
        ({"game": {"reason": "luck"}}, "not a known reason"),
        ({"game": {"start_income": {"allies": 3}}}, "not a known alliance"),
        ({"game": {"moves": [{"units": {}, "from": "Kiev", "to": "x"}]}}, "not a known area"),
        ({"game": {"moves": 3}}, "not iterable"),
        ({"game": {"battles": {"sz1": {"kind": "land"}}}}, "not a known kind of a battle at sz1"),
        ({"game": {"battles": {"Kiev": {"odds": 1}}}}, "not a known fact of"),
        ({"game": {"battles": {"Kiev": {"attacker": "japan"}}}}, "not a known side"),
        ({"game": {"battles": {"Kiev": {"result": "fled"}}}}, "Invalid enum"),
        ({"game": {"policies": {"ussr": {"keep": 12}}}}, "keep of ussr is 0 to 9"),
        ({"game": {"policies": {"japan": {}}}}, "not a known side"),
        ({"game": {"policies": {"ussr": {"losses": {"moon": []}}}}}, "not a known scope"),
        ({"game": {"policies": {"ussr": {"losses": {"land": ["aa"]}}}}}, "not a known type"),
        ({"game": {"policies": {"ussr": {"losses": {"land": ["tank", "tank"]}}}}}, "each once"),
        ({"game": {"policies": {"ussr": {"hope": 1}}}}, "policy"),
        ({"game": {"policies": {"ussr": {"retreat": {"land": ["after", 2]}}}}}, "a condition and a place"),
        (
            {"game": {"policies": {"ussr": {"retreat": {"land": [["after"], None]}}}}},
            "after takes a number from 1 to 99, not None",
        ),
        ({"game": {"policies": {"ussr": {"retreat": {"land": [["never", 1], None]}}}}}, "never takes no number"),
        ({"game": {"policies": {"ussr": {"withdraw": {"sea": [["no-land"], None]}}}}}, "not a known condition"),
        (
            {"game": {"policies": {"ussr": {"retreat": {"land": [["defenders", "defenders"], None]}}}}},
            "defenders takes a number",
        ),
    ],
)
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        case_position(war(), changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"phase": "combat"}, "not a known phase of a battle"),
        ({"phase": "round"}, "a round needs a battle"),
        ({"active": "blue"}, "can be active now"),
        (
            {"phase": "round", "active": "red", "game": {"battles": {"Field": {}}}},
            "no side is active in the phase round",
        ),
    ],
)
def test_what_a_case_of_a_battle_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        case_position(reader.load("blank-table"), changes)


def test_a_battle_may_be_set_on_a_blank_table() -> None:
    field = {"Field": {"units": {"red": {"tank": 1}, "blue": {"infantry": 2}}}}
    state = case_position(
        reader.load("blank-table"),
        {"phase": "round", "turn": 3, "areas": field, "game": {"battles": {"Field": {"round": 2}}}},
    )
    assert (state.phase, state.active, state.turn, state.game.battles) == (
        "round",
        None,
        3,
        (Battle("Field", "land", "red", 2),),
    )


def test_a_named_powers_units_are_replaced_whole_and_cargo_goes_with_its_ships() -> None:
    state = staged(
        areas={
            "sz1": {"units": {"germany": {"carrier": 1}}},
            "Kiev": {"owner": "germany", "units": {"ussr": {}}},
            "Poland": {"complex": True},
        },
        powers={"ussr": {"ipc": 3, "buys": {"tank": 2, "infantry": 0}}},
        active="ussr",
        turn=4,
    )
    assert (
        state.areas["sz1"].units == {"germany": {"carrier": 1}, "italy": {"submarine": 1}}
        and not state.areas["sz1"].cargo
    )
    assert (state.areas["Kiev"].owner, state.areas["Kiev"].units, state.areas["Poland"].complex) == (
        "germany",
        {},
        True,
    )
    assert (state.powers["ussr"].ipc, state.powers["ussr"].buys, state.active, state.turn, state.phase) == (
        3,
        {"tank": 2},
        "ussr",
        4,
        "purchase",
    )


def test_the_phase_combat_makes_the_battles_of_the_position() -> None:
    state = staged(
        phase="combat",
        areas={
            "Kiev": {"units": {"germany": {"tank": 1, "fighter": 1}}},
            "sz2": {"units": {"germany": {"submarine": 1}, "ussr": {"carrier": 1}}},
            "sz1": {"cargo": {"germany": [{"infantry": 1, "to": "Gotland"}, {"tank": 1}]}},
        },
    )
    assert [(each.area, each.kind, each.attacker, each.round, each.start) for each in state.game.battles] == [
        ("Kiev", "land", "germany", 0, {}),
        ("Gotland", "amphibious", "germany", 0, {}),
        ("sz2", "naval", "germany", 0, {}),
    ]
    assert state.game.moved == {"Kiev": {"tank": 1}, "sz1": {"transport": 1}, "sz2": {"submarine": 1}}
    assert [ship.moved for ship in state.areas["sz1"].cargo["germany"]] == [True, False]
    told = staged(
        phase="combat",
        areas={"Kiev": {"units": {"germany": {"tank": 1}}}},
        game={"battles": {"Kiev": {"from": {"Poland": 1}, "round": 1, "landed": {"tank": 1}}}, "moved": {}},
    )
    assert (
        told.game.battles == (Battle("Kiev", "land", "germany", 1, {"Poland": 1}, {"tank": 1}),) and not told.game.moved
    )


def test_standing_orders_are_set_and_read_alike() -> None:
    given = {
        "losses": {"land": ["tank", "infantry"]},
        "targets": {"Kiev": ["loaded"]},
        "keep": 2,
        "retreat": {
            "all": [["attackers", "defenders"], None],
            "Kiev": [["after", 2], "Poland"],
            "land attack": [["no-land"], None],
        },
        "withdraw": {"sea": [["submarines", 2], "sz1"], "all": [["never"], None]},
    }
    state = staged(game={"policies": {"ussr": given}})
    assert state.game.policies["ussr"].retreat["all"] == Wish("attackers") and case_view(state)["game"]["policies"] == {
        "ussr": given
    }
    assert staged(game={"policies": {"ussr": {"retreat": {"land": [["after", 1]]}}}}).game.policies["ussr"].retreat[
        "land"
    ] == Wish("after", 1)


def test_the_record_has_every_power_in_every_area() -> None:
    facts: dict[str, Any] = {
        "battles": {
            "Kiev": {
                "kind": "land",
                "attacker": "ussr",
                "round": 1,
                "from": {"Gotland": 1},
                "landed": {},
                "launched": {},
                "result": "won",
            }
        },
        "moves": [{"units": {"tank": 1}, "from": "Kiev", "to": "Poland"}],
        "flown": {"Kiev": {"fighter": [1, 2]}},
        "captured": ["Kiev"],
        "supported": {"sz1": 1},
        "draw": ["ussr"],
    }
    told = case_view(
        staged(game=facts, areas={"sz1": {"cargo": {"germany": [{"infantry": 1, "moved": True, "to": "Gotland"}]}}})
    )
    assert told["areas"]["sz2"] == {
        "owner": None,
        "complex": False,
        "units": {"germany": {}, "ussr": {}, "italy": {}},
        "cargo": {"germany": [], "ussr": [], "italy": []},
    }
    assert told["areas"]["sz1"]["cargo"]["germany"] == [{"infantry": 1, "moved": True, "to": "Gotland"}]
    assert (
        told["powers"]["ussr"] == {"ipc": 0, "buys": {}, "alliance": "ussr", "capital": "Kiev"} and told["units"] == {}
    )
    assert decode(encode({key: told["game"][key] for key in facts}), Any) == facts


# cases of area games


@pytest.mark.parametrize(
    ("expect", "right"),
    [
        ({"areas": {"Kiev": {"units": {"ussr": {"infantry": 2, "aa": 1, "tank": 0}}}}}, True),
        ({"areas": {"Kiev": {"units": {"ussr": {"infantry": 2}}}}}, False),
        ({"areas": {"Kiev": {"units": {"germany": {}}}}}, True),
        ({"areas": {"Kiev": {"units": {"ussr": {}}}}}, False),
        ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2}]}}}}, True),
        ({"areas": {"sz1": {"cargo": {"germany": []}}}}, False),
        ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2, "moved": False}]}}}}, True),
        ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2, "moved": True}]}}}}, False),
        ({"powers": {"ussr": {"buys": {}}}}, True),
        ({"powers": {"italy": {"buys": {"tank": 0}}}}, True),
        ({"powers": {"italy": {"buys": {"tank": 1}}}}, False),
        ({"game": {"supported": {}, "moved": {"Kiev": {"tank": 0}}, "left": {"ussr": {}}}}, True),
        ({"game": {"moved": {"Kiev": {"tank": 1}}}}, False),
        ({"areas": {"Kiev": {"owner": "germany"}}}, False),
        ({"game": {"captured": ["Kiev"]}}, False),
    ],
)
def test_units_cargo_and_buys_are_held_against_the_position_whole(expect: dict[str, Any], right: bool) -> None:
    failed = cases.run({"case": "war", "scenario": written(), "play": [{"expect": expect}]})
    assert (not failed) is right, failed


# cards and lists


def test_every_type_has_a_card_with_its_figures() -> None:
    catalogue = cards(None)
    assert tuple(catalogue) == CATALOGUE
    infantry, submarine = catalogue["infantry"], catalogue["submarine"]
    assert (infantry.cost, infantry.counted, dict(infantry.facts)["Attack"], dict(infantry.facts)["Defence"]) == (
        "3",
        "IPCs",
        "1",
        "2",
    )
    assert infantry.abilities[0].text == "infantry; if there is none, artillery or tank; only then an aircraft"
    assert ("naval, attacks", "step 1, at once", "step 3") in submarine.grids[0].rows
    assert [each.text for each in submarine.abilities[:2]] == [
        "a ship",
        "a ship; only then an aircraft; its own side picks which",
    ]
    assert all(card.notes and card.abilities for card in catalogue.values())


def test_a_list_is_reckoned_in_ipcs() -> None:
    judged = army_lists.check_army_list("system: baker\npoints: 20\narmy: {infantry: 3, ftr: 1, Anti: 2}", reader.load)
    assert (judged.army.total, judged.army.limit, judged.army.counted) == (21, 20, "IPCs")
    assert [spot.says for spot in judged.faults] == [
        "these units cost 21 of 20 IPCs: 1 too many",
        "there is no type Anti",
    ]
    bought = army_lists.check_army_list("scenario: two-shores\nside: azure\narmy: {infantry: 2, tank: 1}", reader.load)
    assert (bought.army.total, bought.army.limit, bought.faults) == (11, 12, ())
    assert (
        "historical"
        in army_lists.check_army_list("system: baker\nhistorical: true\narmy: {tank: 1}", reader.load).faults[0].says
    )


# whatever stands there

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2,
    3.5,
    10**30,
    float("nan"),
    float("inf"),
    "",
    "x",
    "12",
    "Kiev",
    "sz1",
    "sz1/sz2",
    "ussr",
    "axis",
    "land",
    "battle",
    "campaign",
    "all",
    [],
    [1],
    ["Kiev"],
    ["Kiev", "sz1"],
    [["Kiev"]],
    [[0, 0], [9, 9]],
    [[0, 0], [9, 0], [9, 9]],
    {},
    {"ussr": 1},
    {"Kiev": {}},
    {"sz1": {"ussr": {"transport": 1}}},
    {"infantry": 2},
    [{"infantry": 2}],
    {"ussr": ["Kiev"]},
    {"ussr": {"infantry": 2}},
    "land: 1 inf vs 1 inf",
    {"sz1/sz2": ["Kiev"]},
    {"income": {"axis": 3}},
)


def test_a_damaged_scenario_is_refused_or_can_be_set_up() -> None:
    chance, refused = Random(11), 0
    wholes = [
        written(
            setup(
                victory={"capitals": 1, "income": {"axis": 20}, "margin": 3},
                strategic_bombing=True,
                placement="classic",
            )
        ),
        battle("amph: 3 inf, 2 trn + 1 art overland vs 2 inf", rounds="one"),
    ]
    for whole in wholes:
        known = list(ways(whole))
        for _ in range(600):
            damaged = spoiled(whole, known, chance, JUNK)
            try:
                scenario = reader.parse(damaged)
            except FaultyFile as faulty:
                refused += 1
                assert all(spot.says for spot in faulty.faults)
            else:
                state = start(scenario) if scenario.system == "baker" else None
                assert state is None or decode(encode(state), State) == state
    assert 500 < refused < 1200


def test_damaged_sets_are_refused_with_a_sentence_or_stand() -> None:
    chance, refused, scenario = Random(12), 0, war()
    whole: dict[str, Any] = {
        "turn": 2,
        "phase": "combat",
        "active": "germany",
        "winner": None,
        "areas": {
            "Kiev": {"owner": "ussr", "complex": True, "units": {"germany": {"tank": 1}}},
            "sz1": {"cargo": {"germany": [{"infantry": 1, "moved": True, "to": "Gotland"}]}},
        },
        "powers": {"ussr": {"ipc": 3, "buys": {"tank": 1}}},
        "game": {
            "battles": {
                "Kiev": {
                    "kind": "land",
                    "round": 1,
                    "from": {"Poland": 1},
                    "landed": {"tank": 1},
                    "launched": {"sz1": 1},
                }
            },
            "moved": {"Kiev": {"tank": 1}},
            "flown": {"Kiev": {"fighter": [1]}},
            "captured": ["Poland"],
            "placed": {"Kiev": 1},
            "moves": [{"units": {"tank": 1}, "from": "Poland", "to": "Kiev"}],
            "left": {"ussr": {"tank": 1}},
            "draw": ["ussr"],
            "policies": {
                "ussr": {"losses": {"land": ["tank"]}, "retreat": {"Kiev": [["after", 2], "Poland"]}, "keep": 1}
            },
        },
    }
    known = list(ways(whole))
    for _ in range(800):
        try:
            state = case_position(scenario, spoiled(whole, known, chance, JUNK))
        except ValueError as fault:
            refused += 1
            assert len(str(fault)) > 8
        else:
            assert decode(encode(state), State) == state and case_view(state)["areas"]
    assert 200 < refused < 800
