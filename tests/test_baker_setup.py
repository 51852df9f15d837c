"""Baker scenarios and cases: areas, what scenarios come to, what is refused, battles in words, what cases set and read, cards, lists."""
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine import armies, cases, document, scenarios
from engine.contract import Scenario, decode, encode
from engine.document import Faulty
from engine.systems.baker.duel import BOARD, SIDES, duel
from engine.systems.baker.record import record
from engine.systems.baker.setup import start
from engine.systems.baker.sheets import catalogue
from engine.systems.baker.stage import stage
from engine.systems.baker.state import Battle, Ship, State, Wish
from engine.systems.baker.tables import CATALOGUE
from engine.systems.baker.writing import Written, parse

BATTLES = ("open-field", "convoy-fight", "grey-beach")
STEMS = (*BATTLES, "blank-table", "two-shores", "middle-sea")
WAR: dict[str, Any] = {
    "system": "baker", "name": "War",
    "board": {"areas": {
        "Berlin": {"kind": "land", "ipc": 10, "next": ["Poland", "sz1"], "at": [1, 1], "shape": [[0, 0], [2, 0], [2, 2]]},
        "Poland": {"kind": "land", "ipc": 3, "next": ["Kiev", "Alps", "sz1"]},
        "Kiev": {"kind": "land", "ipc": 3, "name": "The Ukraine", "next": ["sz2"]},
        "Alps": {"kind": "land"},
        "Gotland": {"kind": "land", "ipc": 1},
        "sz1": {"kind": "sea", "name": "Inner Sea", "next": ["Gotland", "sz2"]},
        "sz2": {"kind": "sea", "next": ["Gotland"]}}},
    "sides": {"germany": {"name": "Germany"}, "ussr": {"name": "Soviet Union"}, "italy": {"name": "Italy"}},
    "units": [],
    "setup": {
        "mode": "campaign",
        "powers": {"germany": {"alliance": "axis", "capital": "Berlin", "ipc": 20}, "ussr": {"capital": "Kiev"},
                   "italy": {"alliance": "axis", "capital": "Poland", "ipc": 5}},
        "owners": {"germany": ["Berlin"], "ussr": ["Kiev", "Gotland"], "italy": ["Poland"]}, "neutral": ["Alps"],
        "complexes": ["Kiev", "Berlin"], "gates": {"sz2/sz1": ["Gotland"]},
        "forces": {"Berlin": {"germany": {"infantry": 3, "tank": 0}}, "Kiev": {"ussr": {"aa": 1, "infantry": 2}},
                   "Poland": {"germany": {"infantry": 1}, "italy": {"tank": 1}},
                   "sz1": {"germany": {"transport": 2, "carrier": 1, "fighter": 2}, "italy": {"submarine": 1}}},
        "cargo": {"sz1": {"germany": [{"infantry": 2}]}}}}
Change = Callable[[dict[str, Any]], object]


def written(*changes: Change) -> dict[str, Any]:
    scenario = deepcopy(WAR)
    for change in changes:
        change(scenario)
    return scenario


def war(*changes: Change) -> Scenario:
    return scenarios.parse(written(*changes))


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


def area(key: str, **facts: Any) -> Change:
    return lambda w: w["board"]["areas"].setdefault(key, {}).update(facts)


def power(key: str, **facts: Any) -> Change:
    return lambda w: w["setup"]["powers"].setdefault(key, {}).update(facts)


def force(where: str, who: str, **counts: Any) -> Change:
    return lambda w: w["setup"]["forces"].setdefault(where, {}).update({who: counts})


def battle(words: Any, **facts: Any) -> dict[str, Any]:
    return {"system": "baker", "name": "Battle", "board": deepcopy(BOARD), "sides": deepcopy(SIDES), "units": [],
            "setup": {"mode": "battle", "battle": words, **facts}}


# what a scenario comes to

def test_neighbours_hold_in_both_directions_in_the_scenarios_order() -> None:
    board = start(war()).map.known
    assert board["Gotland"].next == ("sz1", "sz2") and board["Alps"].next == ("Poland",)
    assert board["sz1"].next == ("Berlin", "Poland", "Gotland", "sz2") and board["sz2"].next == ("Kiev", "Gotland", "sz1")
    assert (board["Kiev"].name, board["Poland"].name, board["Alps"].ipc) == ("The Ukraine", "Poland", 0)
    assert (board["Berlin"].at, board["Berlin"].shape, board["Kiev"].shape) == ((1, 1), ((0, 0), (2, 0), (2, 2)), ())


def test_a_campaign_fills_in_what_it_leaves_out() -> None:
    state = start(war(setup(cargo=None)))
    assert (state.phase, state.active, state.turn) == ("purchase", "germany", 1)
    assert [(each.id, each.alliance, each.capital, each.ipc) for each in state.powers.values()] == [
        ("germany", "axis", "Berlin", 20), ("ussr", "ussr", "Kiev", 0), ("italy", "axis", "Poland", 5)]
    rules = state.setup
    assert (rules.strategic_bombing, rules.placement, rules.capitals, rules.margin, rules.turns) == (True, "classic", 1, 3, None)
    assert (rules.complexes, rules.neutral, rules.gates) == (("Berlin", "Kiev"), ("Alps",), {"sz1/sz2": ("Gotland",)})
    assert state.game.start_income == {"axis": 13, "ussr": 4} and not state.areas["sz1"].cargo
    assert [ground.owner for ground in state.areas.values()] == ["germany", "italy", "ussr", None, "ussr", None, None]


def test_counts_are_in_catalogue_order_and_without_zeros() -> None:
    state = start(war())
    assert state.areas["Berlin"].units == {"germany": {"infantry": 3}} and [*state.areas["Kiev"].units["ussr"]] == ["infantry", "aa"]
    assert state.areas["sz1"].cargo == {"germany": (Ship({"infantry": 2}),)} and state.areas["Kiev"].complex


def test_a_campaign_may_say_all_of_it() -> None:
    state = start(war(setup(strategic_bombing=False, placement="value", victory={"capitals": 2, "income": {"axis": 20}, "margin": 0}),
                      lambda w: w.update(turns=8)))
    rules = state.setup
    assert (rules.strategic_bombing, rules.placement, rules.capitals, rules.margin, rules.turns) == (False, "value", 2, 0, 8)
    assert rules.wins_income == {"axis": 20}


def test_a_written_battle_stands_ready_to_be_fought() -> None:
    state = start(scenarios.load("open-field"))
    assert (state.phase, state.active, state.turn) == ("round", None, 1)
    assert state.areas["Field"].units == {"red": {"infantry": 6, "artillery": 2, "fighter": 1}, "blue": {"infantry": 5, "tank": 1}}
    assert state.areas["Field"].owner == "blue" and state.game.battles == (Battle("Field", "land", "red"),)


def test_an_assault_is_put_aboard() -> None:
    state = start(scenarios.load("grey-beach"))
    assert state.areas["Field"].units == {"red": {"infantry": 2, "artillery": 1, "fighter": 2},
                                          "blue": {"infantry": 4, "artillery": 1, "fighter": 1}}
    assert state.areas["Sea"].units == {"red": {"transport": 3, "carrier": 1, "battleship": 1}}
    ships = state.areas["Sea"].cargo["red"]
    assert [(ship.cargo, ship.to) for ship in ships] == [({"tank": 1}, "Field"), ({"infantry": 2}, "Field"), ({"infantry": 1}, "Field")]


def test_loaded_transports_of_a_naval_battle_have_two_infantry() -> None:
    state = start(scenarios.load("convoy-fight"))
    assert state.areas["Sea"].units["blue"] == {"transport": 4, "submarine": 1, "battleship": 1}
    assert state.areas["Sea"].cargo == {"blue": (Ship({"infantry": 2}),) * 2} and state.game.battles[0].kind == "naval"


def test_on_a_blank_table_the_first_side_writes_the_battle() -> None:
    state = start(scenarios.load("blank-table"))
    assert (state.phase, state.active, state.game.battles, state.areas["Field"].units) == ("setup", "red", (), {})
    assert start(scenarios.parse(battle(None, rounds="all"))).setup.rounds == "all"


@pytest.mark.parametrize("stem", STEMS)
def test_a_position_is_the_same_after_a_journey_through_json(stem: str) -> None:
    state = start(scenarios.load(stem))
    again = decode(encode(state), State)
    assert again == state and encode(again) == encode(state)


# what is refused

WRONG: list[tuple[Change, str]] = [
    (lambda w: w.update(board={"hex": {"legend": {".": "plain"}, "rows": ["..", ".."]}}), "played on areas"),
    (lambda w: w.update(board={"areas": {}}), "1 to 300 areas; these are 0"), (lambda w: w.update(board={"areas": [1]}), "a mapping of 1"),
    (area("a/b", kind="sea"), "'a/b' cannot be the code"), (area("x", kind="sea"), "begin with a letter; 2 to 30"),
    (area("3rd Front", kind="sea"), "cannot be the code"), (area("St. Ives", kind="sea"), "cannot be the code"),
    (area("via", kind="sea"), "via means something else in orders"),
    (area("KIEV", kind="sea"), "another area is called Kiev"), (area("Tanks", kind="sea"), "Tanks is a unit in orders"),
    (area("Sea", kind="sea"), "Sea is a kind of battle in orders"), (area("sz2", name="tank"), "tank is a unit in orders"),
    (area("sz2", name="kiev"), "kiev is the code of another area"), (area("sz2", name="inner  sea"), "sz1 is called inner  sea already"),
    (area("sz2", name='The "Sea"'), "no quotation marks"), (area("sz2", name=7), "an area's name"),
    (area("sz2", ipc=3), "a sea zone is worth nothing"), (area("Alps", ipc=-1), "from 0 to 99, not -1"), (area("Alps", ipc=2.5), "not 2.5"),
    (area("Alps", ipc=True), "not true"), (area("Alps", kind="hill"), "land or sea, not hill"), (area("Narnia", ipc=1), "needs its kind"),
    (area("Alps", next=["poland"]), "there is no area poland; did you mean Poland?"), (area("Alps", next="Kiev"), "next is a list"),
    (area("Alps", next=["Alps"]), "Alps cannot touch itself"), (area("Alps", next=["Kiev", "Kiev"]), "Kiev stands here a second time"),
    (area("Alps", next=[["Kiev"]]), "there is no area"), (area("Alps", at=[1]), "a point is two numbers, x to the right"),
    (area("Alps", at=[1, 20000]), "the map goes from -10000,-10000 to 10000,10000"), (area("Alps", colour="red"), "no key of an area"),
    (area("Alps", shape=[[0, 0], [1, 1]]), "at least 3 points"), (area("Alps", shape=[[0, 0], [2, 2], [2, 0], [0, 2]]), "crosses itself"),
    (area("Alps", shape=[[n, n * n] for n in range(201)]), "at most 200 points; this one has 201"),
    (lambda w: w["board"]["areas"].update({"Elbe": 3}), "an area is a mapping, not 3"),
    (lambda w: w["board"]["areas"].update({f"land{n}": {"kind": "sea"} for n in range(300)}), "these are 307"),
    (lambda w: w["board"]["areas"].update({f"s{n}x": {"kind": "sea", "shape": [[0, 0]] * 190} for n in range(44)}), "8,363 corners in all"),
    (lambda w: w["units"].append({"id": "G1", "type": "infantry", "side": "ussr"}), "units are counts here"),
    (lambda w: w.update(types={"guard": {}}), "their own types"), (setup(mode="war"), "mode is battle or campaign, not war"),
    (lambda w: w["setup"].pop("mode"), "which game it is"), (setup(raids=True), "raids is not known here"),
    (setup(powers=None), "a campaign needs powers"), (setup(powers=[1]), "a campaign needs powers"),
    (lambda w: w["setup"]["powers"].pop("ussr"), "ussr is no power yet"), (power("rusia", capital="Kiev"), "rusia is not known here"),
    (power("ussr", alliance="axis"), "all powers are of the alliance axis; "),
    (power("ussr", alliance="The Reds"), "cannot be an alliance"),
    (power("ussr", alliance="draw"), "draw cannot be an alliance"), (power("germany", alliance="italy"), "italy is a power that is not in"),
    (power("ussr", ipc=-3), "from 0 to 9999, not -3"), (power("ussr", ipc="12"), "not 12"),
    (power("ussr", capital="Gotlnd"), "mean Gotland"),
    (power("ussr", capital="Berlin"), "Berlin is no territory of ussr: it is germany's"), (power("ussr", capital=None), "has no capital"),
    (power("ussr", capital="sz1"), "it is a sea zone; a capital is one of Kiev, Gotland"), (power("ussr", gold=3), "gold is not known"),
    (setup(neutral=[]), "nobody owns Alps"), (setup(owners=None), "nobody owns Berlin, Poland, Kiev, Gotland"),
    (lambda w: w["setup"]["owners"].update(germany=["Berlin", "Poland"]), "Poland is germany's already"),
    (lambda w: w["setup"]["owners"].update(italy=["Poland", "Alps"]), "Alps is neutral"), (setup(neutral=["Alps", "sz1"]), "a sea zone"),
    (lambda w: w["setup"]["owners"].update(italy=["Poland", "sz2"]), "sz2 is a sea zone"), (setup(neutral="Alps"), "list of territories"),
    (lambda w: w["setup"]["owners"].update(japan=[]), "there is no power japan"), (setup(owners=["Kiev"]), "a mapping from powers"),
    (setup(complexes=["Alps"]), "Alps is neutral and has no complex"), (setup(complexes=["sz1"]), "sz1 is a sea zone"),
    (setup(complexes=["Kiev", "Kiev"]), "Kiev stands here a second time"), (setup(complexes=["Kyiv"]), "no area Kyiv; did you mean Kiev"),
    (setup(gates={"sz1": ["Gotland"]}), "sz1 is no border"), (setup(gates={"sz1/Kiev": ["Gotland"]}), "Kiev is no sea zone"),
    (setup(gates=[1]), "gates is a mapping"), (setup(gates={"sz1/sz2": []}), "a gate is a list"),
    (setup(gates={"sz1/sz2": ["Gotland"], "sz2/sz1": ["Kiev"]}), "the border sz1/sz2 again"),
    (setup(gates={"sz1/sz2": ["Alps"]}), "nobody can ever hold this gate"), (setup(gates={"sz1/sz2": ["sz1"]}), "sz1 is a sea zone"),
    (lambda w: (area("sz3", kind="sea", next=["sz2"])(w), setup(gates={"sz1/sz3": ["Kiev"]})(w)), "sz1 and sz3 do not touch; sz1 touches"),
    (setup(strategic_bombing="no"), "true or false, not no"), (setup(placement="free"), "classic or value, not free"),
    (setup(victory={"capitals": 0}), "capitals is a whole number from 1 to 3"), (setup(victory={"margin": -1}), "margin is a whole number"),
    (setup(victory={"income": {"allies": 20}}), "allies is not known here"),
    (setup(victory={"income": {"axis": 0}}), "from 1 to 9999, not 0"),
    (setup(victory=3), "victory is a mapping"), (setup(forces=[1]), "forces is a mapping from areas"),
    (setup(forces={"Narnia": {}}), "there is no area Narnia"), (force("Kiev", "japan", infantry=1), "there is no power japan"),
    (setup(forces={"Kiev": [1]}), "a mapping from powers, not [1]"), (setup(forces={"Kiev": {"ussr": 3}}), "from types to numbers, not 3"),
    (force("Kiev", "ussr", dragoons=1), "there is no type dragoons"), (force("Kiev", "ussr", infantry=-1), "from 0 to 999, not -1"),
    (force("Kiev", "ussr", complex=1), "write complexes: [Kiev]"),
    (force("sz2", "ussr", infantry=1), "infantry cannot stand at sea, in sz2"),
    (force("sz2", "ussr", aa=1), "aa cannot stand at sea"),
    (force("Kiev", "ussr", submarine=1), "a submarine cannot be there; put it into sz2"),
    (force("Gotland", "germany", infantry=1), "germany stands in Gotland, which is ussr's"),
    (force("Alps", "ussr", tank=1), "Alps is neutral"),
    (force("sz1", "ussr", submarine=1), "ussr and germany, enemies, are in sz1 together"), (force("sz2", "ussr", bomber=1), "stay at sea"),
    (force("sz2", "ussr", fighter=3, carrier=1), "3 fighters are at sea in sz2; ussr's carriers there take 2"),
    (setup(cargo={"Kiev": {"ussr": []}}), "Kiev is land: there are no transports"),
    (setup(cargo={"sz1": {"germany": {}}}), "cargo is a list"),
    (setup(cargo={"sz1": {"germany": [{"infantry": 1}] * 3}}), "3 loaded transports, but 2 transports in sz1"),
    (setup(cargo={"sz1": {"ussr": [{"infantry": 1}]}}), "here are 1 loaded transports, but 0 transports"),
    (setup(cargo={"sz1": {"germany": [{"infantry": 3}]}}), "cannot hold 3 infantry"),
    (setup(cargo={"sz1": {"germany": [{}]}}), "nothing is"),
    (setup(cargo={"sz1": {"germany": [{"infantry": 1, "tank": 1}]}}),
        "one transport cannot hold 1 infantry and 1 tank; a transport holds 1 to 2"),
    (setup(cargo={"sz1": {"germany": [{"tank": 2}]}}), "cannot hold 2 tank"),
    (setup(cargo={"sz1": {"germany": [3]}}), "is a mapping, not 3"),
    (setup(cargo={"sz1": {"germany": [{"fighter": 1}]}}), "fighter cannot be aboard a transport; a transport holds 1 to 2 infantry, or 1"),
    (setup(cargo={"sz1": {"germany": [{"infantry": 1, "moved": True}]}}), "moved cannot be aboard"),
    (setup(cargo={"sz9": {}}), "no area sz9"),
    (lambda w: (w.update(sides={"ussr": {}}), w["setup"].update(powers={"ussr": {"capital": "Kiev"}})), "two powers or more"),
]


@pytest.mark.parametrize(("change", "says"), WRONG, ids=[f"{nth} {says}" for nth, (_, says) in enumerate(WRONG)])
def test_what_a_campaign_gets_wrong_is_told(change: Change, says: str) -> None:
    with pytest.raises(Faulty) as faulty:
        war(change)
    told = [f"{spot.says}; {spot.instead}" for spot in faulty.value.spots]
    assert any(says in one for one in told), told


RIGHT: list[Change] = [
    area("New Guinea", kind="sea"), area("Côte d'Azur", kind="sea", name="The Coast"), area("Kiev", name="Kiev"), area("sz2", name=None),
    setup(gates=None), setup(victory=None), setup(neutral=["Alps"], complexes=None), power("ussr", alliance="ussr"), setup(forces=None,
        cargo=None),
    force("Poland", "germany", fighter=9, bomber=9), force("sz2", "ussr", fighter=2, carrier=1), area("Alps", shape=[[0, 0], [-5, 0], [0,
        900]])]


@pytest.mark.parametrize("change", RIGHT, ids=map(str, range(len(RIGHT))))
def test_what_just_passes(change: Change) -> None:
    assert start(war(change)).phase == "purchase"


TABLE: list[tuple[dict[str, Any], str]] = [
    ({**battle(None), "sides": {"red": {}, "blue": {}, "green": {}}}, "a battle has two sides, who attacks and who defends; these are 3"),
    ({**battle(None), "turns": 5}, "a single battle is fought to its end"), (battle(None, rounds="some"), "rounds is one or all, not some"),
    ({**battle(None), "board": {"areas": {"Field": {"kind": "land"}}}}, "a battle needs the area Sea"),
    ({**battle(None), "board": {"areas": {"Field": {"kind": "sea", "next": ["Sea"]}, "Sea": {"kind": "sea"}}}},
        "Field is land in a battle"),
    ({**battle(None), "board": {"areas": {"Field": {"kind": "land"}, "Sea": {"kind": "sea"}}}}, "touch one another"),
    ({**battle(None), "board": {"areas": {**BOARD["areas"], "Kiev": {"kind": "land"}}}}, "the areas Field and Sea alone"),
    (battle(3), "a battle is a text of at most 1,000 characters, not 3"), (battle("land: 6 inf"), "Nobody defends: for example"),
    (battle("land: 6 sub vs 1 inf"), "Submarines take no part in a land battle"), (battle(None, gates={}), "gates is not known here")]


@pytest.mark.parametrize(("whole", "says"), TABLE, ids=[says for _, says in TABLE])
def test_what_a_battle_gets_wrong_is_told(whole: dict[str, Any], says: str) -> None:
    with pytest.raises(Faulty, match=says):
        scenarios.parse(whole)


def test_each_fault_is_told_where_it_stands() -> None:
    text = document_of(force("Kiev", "ussr", infantry=2000))
    (spot,) = scenarios.faults(text)
    line, column = next((nth, row.index("2000") + 1) for nth, row in enumerate(text.splitlines(), 1) if "2000" in row)
    assert (spot.line, spot.column) == (line, column) and spot.says.startswith("infantry is a whole number from 0 to 999")


def document_of(*changes: Change) -> str:
    """JSON is YAML."""
    return encode(written(*changes)).decode().replace(',"', ',\n"')


# battles in words

@pytest.mark.parametrize(("words", "told"), [
    ("land: 6 inf 2 art vs 5 inf", "land: 6 infantry, 2 artillery vs 5 infantry"),
    ("battle sea: 2 subs, bb vs. 1 bb", "naval: 2 submarine, 1 battleship vs 1 battleship"),
    ("LAND 1 i against 2 t & 1 armour", "land: 1 infantry vs 3 tank"),
    ("navy: loaded transport and 2 ltrn vs 1 ac", "naval: 3 loaded vs 1 carrier"), ("land: 3inf vs tank", "land: 3 infantry vs 1 tank"),
    ("landing: 2 inf 1 trn + 1 art overland vs 2 aa, 1 inf",
     "amphibious: 2 infantry, 1 transport + 1 artillery overland vs 1 infantry, 2 aa"),
    ("amph: 1 ftr, 1 ac + 3 tanks overland vs 1 inf", "amphibious: 1 fighter, 1 carrier + 3 tank overland vs 1 infantry"),
    ("land: 1 inf + 2 art vs 1 inf", "land: 1 infantry, 2 artillery vs 1 infantry")])
def test_a_battle_is_read_and_written_the_same(words: str, told: str) -> None:
    found = parse(words)
    assert isinstance(found, Written) and found.text == told and parse(found.text) == found


@pytest.mark.parametrize(("words", "code", "says"), [
    ("", "syntax", "begins with its kind: write land, naval or amphibious"), ("lnd: 1 inf vs 1 inf", "syntax", "did you mean land?"),
    ("land: 6 inf", "syntax", "Nobody defends"), ("land: vs 6 inf", "syntax", "Nobody attacks"),
    ("land: 6 inf vs", "syntax", "Nobody defends"),
    ("land: 1 inf vs 1 inf vs 1 inf", "syntax", "two sides, not 3"), ("land: 6 vs 1 inf", "syntax", "6 must be followed by a type"),
    ("amph: 2 inf 1 trn + 1 inf vs 1 inf", "syntax", "the word overland"), ("land: 0 inf vs 1 inf", "bad-number", "0 infantry cannot be"),
    ("land: all inf vs 1 inf", "bad-number", "from 1 to 99"), ("land: 60 inf 60 inf vs 1 inf", "bad-number", "120 infantry are too many"),
    ("land: 2 dragoons vs 1 inf", "unknown-unit", "dragoons"), ("land: i vs 1 inf", "unknown-unit", "write a number before it"),
    ("land: 1 sub vs 1 inf", "wrong-battle", "Submarines take no part in a land battle"),
    ("land: 1 aa vs 1 inf", "wrong-battle", "Anti-aircraft guns do not attack in a land battle"),
    ("naval: 1 sub vs 1 bmb", "wrong-battle", "Bombers do not defend in a naval battle"),
    ("amph: 1 loaded vs 1 inf", "wrong-battle", "Loaded transports take no part"),
    ("land: 1 factory vs 1 inf", "wrong-battle", "complexes"),
    ("land: 1 inf + 1 art overland vs 1 inf", "wrong-battle", "Only an amphibious assault"),
    ("amph: 2 inf 1 trn + 1 ftr overland vs 1 inf", "wrong-battle", "Fighters do not come overland"),
    ("amph: 3 inf 1 tank 2 trn vs 1 inf", "capacity", "2 transports cannot take 3 infantry, 1 tank: write 3 transports"),
    ("amph: 1 inf 1 trn 1 ac vs 1 inf", "not-involved", "1 carrier, but no fighter attacks"),
    ("amph: 2 inf 1 trn 2 ac 1 ftr vs 1 inf", "not-involved", "2 carriers, but only 1 fighter attacks"),
    ("land: 3 inf vs 1 aa", "no-target", "The defenders have no combat unit"),
    ("amph: 2 trn 1 bb vs 1 inf", "no-target", "The attackers have no combat unit"),
    ("land: " + "1 inf " * 300, "syntax", "1,000 characters")])
def test_a_battle_that_cannot_be_fought_is_refused(words: str, code: str, says: str) -> None:
    found = parse(words)
    assert not isinstance(found, Written) and found[0].code == code and says in found[0].says, found


def test_odd_words_are_refused_and_nothing_worse() -> None:
    chance = Random(5)
    pieces = ("land:", "amph", "vs", "+", "overland", "3", "inf", "99999999999999999999", "\uff12", "\u00b2", "loaded", "all", "-1", "1.5",
              "&", '"', "battle", "\ufb00", "\u0000", "trn", ":", "x")
    for _ in range(400):
        words = " ".join(chance.choices(pieces, k=chance.randrange(12)))
        found = parse(words)
        assert isinstance(found, Written) or found[0].says.strip(), words


def test_a_duel_is_a_scenario() -> None:
    whole = duel("land: 6 inf, 2 art vs 5 inf")
    state = start(scenarios.parse(whole))
    assert (state.phase, [*state.powers], state.setup.rounds) == ("round", ["red", "blue"], "one")
    shipped = document.read(scenarios.text(scenarios.find("open-field")))
    assert whole["board"] == shipped["board"] and whole["sides"] == shipped["sides"], "the table of the shipped battles"
    with pytest.raises(ValueError, match=r"^No type of unit is called .?dragoons"):
        duel("land: 6 dragoons vs 1 inf")


# what cases may set

def staged(**changes: Any) -> State:
    return stage(war(), changes)


@pytest.mark.parametrize(("changes", "says"), [
    ({"units": {}}, "no thing that can be set"), ({"phase": "melee"}, "no phase of a campaign"),
    ({"phase": "round"}, "no phase of a campaign"),
    ({"phase": "over"}, "has a winner"), ({"winner": "axis", "phase": "combat"}, "no other has one"), ({"winner": "germany"}, "no winner"),
    ({"turn": 0}, "from 1 to 1000"), ({"turn": True}, "from 1 to 1000"), ({"active": "japan"}, "there are germany, ussr, italy"),
    ({"areas": []}, "mapping from areas"), ({"areas": {"Narnia": {}}}, "no area Narnia"), ({"areas": {"Kiev": 3}}, "set as a mapping"),
    ({"areas": {"Kiev": {"ipc": 3}}}, "no fact of an area"), ({"areas": {"Kiev": {"owner": "japan"}}}, "no power that could own Kiev"),
    ({"areas": {"Kiev": {"owner": None}}}, "None is no power that could own"), ({"areas": {"Alps": {"owner": "ussr"}}}, "Alps is neutral"),
    ({"areas": {"sz1": {"owner": "ussr"}}}, "sea zone and has no owner"), ({"areas": {"sz1": {"complex": True}}}, "complex of sz1"),
    ({"areas": {"Kiev": {"units": {"japan": {}}}}}, "no power japan"),
    ({"areas": {"Kiev": {"units": {"ussr": 3}}}}, "from types to numbers"),
    ({"areas": {"Kiev": {"units": {"ussr": {"sub": 1}}}}}, "no type sub"),
    ({"areas": {"Kiev": {"units": {"ussr": {"carrier": 1}}}}}, "land"),
    ({"areas": {"sz1": {"units": {"ussr": {"tank": 1}}}}}, "cannot stand at sea"),
    ({"areas": {"sz2": {"cargo": {"ussr": [{"tank": 1}]}}}}, "but 0"),
    ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 2}]}}}}, "cannot hold 2"), ({"areas": {"sz1": {"cargo": {"germany": 3}}}}, "a list"),
    ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 1, "to": "Kiev"}]}}}},
     "Kiev is no land beside sz1; there are Berlin, Poland, Gotland"),
    ({"areas": {"sz1": {"cargo": {"germany": [{"tank": 1, "moved": 1}]}}}}, "true or false"), ({"powers": {"japan": {}}}, "no power"),
    ({"powers": {"ussr": {"ipc": -1}}}, "from 0 to 9999, not -1"), ({"powers": {"ussr": {"buys": {"guard": 1}}}}, "guard is no type"),
    ({"powers": {"ussr": {"capital": "Kiev"}}}, "no fact that can be set"), ({"powers": {"ussr": {"buys": {"tank": "3"}}}}, "not '3'"),
    ({"game": {"luck": 1}}, "no field of game"), ({"game": {"captured": ["Narnia"]}}, "no area"),
    ({"game": {"draw": ["japan"]}}, "no side"),
    ({"game": {"moved": {"Kiev": {"guard": 1}}}}, "no type"), ({"game": {"flown": {"Kiev": {"fighter": 3}}}}, "Expected"),
    ({"game": {"reason": "luck"}}, "no reason"), ({"game": {"start_income": {"allies": 3}}}, "no alliance"),
    ({"game": {"moves": [{"units": {}, "from": "Kiev", "to": "x"}]}}, "no area"), ({"game": {"moves": 3}}, "not iterable"),
    ({"game": {"battles": {"sz1": {"kind": "land"}}}}, "no kind of a battle at sz1"),
    ({"game": {"battles": {"Kiev": {"odds": 1}}}}, "no fact of"),
    ({"game": {"battles": {"Kiev": {"attacker": "japan"}}}}, "no side"),
    ({"game": {"battles": {"Kiev": {"result": "fled"}}}}, "Invalid enum"),
    ({"game": {"policies": {"ussr": {"keep": 12}}}}, "keep of ussr is 0 to 9"), ({"game": {"policies": {"japan": {}}}}, "no side"),
    ({"game": {"policies": {"ussr": {"losses": {"moon": []}}}}}, "no scope"),
    ({"game": {"policies": {"ussr": {"losses": {"land": ["aa"]}}}}}, "no type"),
    ({"game": {"policies": {"ussr": {"losses": {"land": ["tank", "tank"]}}}}}, "each once"),
    ({"game": {"policies": {"ussr": {"hope": 1}}}}, "policy"),
    ({"game": {"policies": {"ussr": {"retreat": {"land": ["after", 2]}}}}}, "a condition and a place"),
    ({"game": {"policies": {"ussr": {"retreat": {"land": [["after"], None]}}}}}, "after takes a number from 1 to 99, not None"),
    ({"game": {"policies": {"ussr": {"retreat": {"land": [["never", 1], None]}}}}}, "never takes no number"),
    ({"game": {"policies": {"ussr": {"withdraw": {"sea": [["no-land"], None]}}}}}, "no condition"),
    ({"game": {"policies": {"ussr": {"retreat": {"land": [["defenders", "defenders"], None]}}}}}, "defenders takes a number")])
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stage(war(), changes)


@pytest.mark.parametrize(("changes", "says"), [
    ({"phase": "combat"}, "no phase of a battle"), ({"phase": "round"}, "a round needs a battle"),
    ({"active": "blue"}, "can be active now"),
    ({"phase": "round", "active": "red", "game": {"battles": {"Field": {}}}}, "nobody is active in the phase round")])
def test_what_a_case_of_a_battle_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stage(scenarios.load("blank-table"), changes)


def test_a_battle_may_be_set_on_a_blank_table() -> None:
    field = {"Field": {"units": {"red": {"tank": 1}, "blue": {"infantry": 2}}}}
    state = stage(scenarios.load("blank-table"), {"phase": "round", "turn": 3, "areas": field,
        "game": {"battles": {"Field": {"round": 2}}}})
    assert (state.phase, state.active, state.turn, state.game.battles) == ("round", None, 3, (Battle("Field", "land", "red", 2),))


def test_a_named_powers_units_are_replaced_whole_and_cargo_goes_with_its_ships() -> None:
    state = staged(areas={"sz1": {"units": {"germany": {"carrier": 1}}}, "Kiev": {"owner": "germany", "units": {"ussr": {}}},
                          "Poland": {"complex": True}}, powers={"ussr": {"ipc": 3, "buys": {"tank": 2, "infantry": 0}}}, active="ussr",
                              turn=4)
    assert state.areas["sz1"].units == {"germany": {"carrier": 1}, "italy": {"submarine": 1}} and not state.areas["sz1"].cargo
    assert (state.areas["Kiev"].owner, state.areas["Kiev"].units, state.areas["Poland"].complex) == ("germany", {}, True)
    assert (state.powers["ussr"].ipc, state.powers["ussr"].buys, state.active, state.turn, state.phase) == (3, {"tank": 2}, "ussr", 4,
        "purchase")


def test_the_phase_combat_makes_the_battles_of_the_position() -> None:
    state = staged(phase="combat", areas={
        "Kiev": {"units": {"germany": {"tank": 1, "fighter": 1}}}, "sz2": {"units": {"germany": {"submarine": 1}, "ussr": {"carrier": 1}}},
        "sz1": {"cargo": {"germany": [{"infantry": 1, "to": "Gotland"}, {"tank": 1}]}}})
    assert [(each.area, each.kind, each.attacker, each.round, each.start) for each in state.game.battles] == [
        ("Kiev", "land", "germany", 0, {}), ("Gotland", "amphibious", "germany", 0, {}), ("sz2", "naval", "germany", 0, {})]
    assert state.game.moved == {"Kiev": {"tank": 1}, "sz1": {"transport": 1}, "sz2": {"submarine": 1}}
    assert [ship.moved for ship in state.areas["sz1"].cargo["germany"]] == [True, False]
    told = staged(phase="combat", areas={"Kiev": {"units": {"germany": {"tank": 1}}}},
                  game={"battles": {"Kiev": {"from": {"Poland": 1}, "round": 1, "landed": {"tank": 1}}}, "moved": {}})
    assert told.game.battles == (Battle("Kiev", "land", "germany", 1, {"Poland": 1}, {"tank": 1}),) and not told.game.moved


def test_standing_orders_are_set_and_read_alike() -> None:
    given = {"losses": {"land": ["tank", "infantry"]}, "targets": {"Kiev": ["loaded"]}, "keep": 2,
             "retreat": {"all": [["attackers", "defenders"], None], "Kiev": [["after", 2], "Poland"], "land attack": [["no-land"], None]},
             "withdraw": {"sea": [["submarines", 2], "sz1"], "all": [["never"], None]}}
    state = staged(game={"policies": {"ussr": given}})
    assert state.game.policies["ussr"].retreat["all"] == Wish("attackers") and record(state)["game"]["policies"] == {"ussr": given}
    assert staged(game={"policies": {"ussr": {"retreat": {"land": [["after",
        1]]}}}}).game.policies["ussr"].retreat["land"] == Wish("after", 1)


def test_the_record_has_every_power_in_every_area() -> None:
    facts: dict[str, Any] = {
        "battles": {"Kiev": {"kind": "land", "attacker": "ussr", "round": 1, "from": {"Gotland": 1}, "landed": {}, "launched": {},
            "result": "won"}},
        "moves": [{"units": {"tank": 1}, "from": "Kiev", "to": "Poland"}], "flown": {"Kiev": {"fighter": [1, 2]}}, "captured": ["Kiev"],
        "supported": {"sz1": 1}, "draw": ["ussr"]}
    told = record(staged(game=facts, areas={"sz1": {"cargo": {"germany": [{"infantry": 1, "moved": True, "to": "Gotland"}]}}}))
    assert told["areas"]["sz2"] == {"owner": None, "complex": False, "units": {"germany": {}, "ussr": {}, "italy": {}},
                                    "cargo": {"germany": [], "ussr": [], "italy": []}}
    assert told["areas"]["sz1"]["cargo"]["germany"] == [{"infantry": 1, "moved": True, "to": "Gotland"}]
    assert told["powers"]["ussr"] == {"ipc": 0, "buys": {}, "alliance": "ussr", "capital": "Kiev"} and told["units"] == {}
    assert decode(encode({key: told["game"][key] for key in facts}), Any) == facts


# cases of area games

@pytest.mark.parametrize(("expect", "right"), [
    ({"areas": {"Kiev": {"units": {"ussr": {"infantry": 2, "aa": 1, "tank": 0}}}}}, True),
    ({"areas": {"Kiev": {"units": {"ussr": {"infantry": 2}}}}}, False), ({"areas": {"Kiev": {"units": {"germany": {}}}}}, True),
    ({"areas": {"Kiev": {"units": {"ussr": {}}}}}, False), ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2}]}}}}, True),
    ({"areas": {"sz1": {"cargo": {"germany": []}}}}, False),
    ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2, "moved": False}]}}}}, True),
    ({"areas": {"sz1": {"cargo": {"germany": [{"infantry": 2, "moved": True}]}}}}, False), ({"powers": {"ussr": {"buys": {}}}}, True),
    ({"powers": {"italy": {"buys": {"tank": 0}}}}, True), ({"powers": {"italy": {"buys": {"tank": 1}}}}, False),
    ({"game": {"supported": {}, "moved": {"Kiev": {"tank": 0}}, "left": {"ussr": {}}}}, True),
    ({"game": {"moved": {"Kiev": {"tank": 1}}}}, False),
    ({"areas": {"Kiev": {"owner": "germany"}}}, False), ({"game": {"captured": ["Kiev"]}}, False)])
def test_units_cargo_and_buys_are_held_against_the_position_whole(expect: dict[str, Any], right: bool) -> None:
    failed = cases.run({"case": "war", "scenario": written(), "play": [{"expect": expect}]})
    assert (not failed) is right, failed


# cards and lists

def test_every_type_has_a_card_with_its_figures() -> None:
    cards = catalogue(None)
    assert tuple(cards) == CATALOGUE
    infantry, submarine = cards["infantry"], cards["submarine"]
    assert (infantry.cost, infantry.counted, dict(infantry.facts)["Attack"], dict(infantry.facts)["Defence"]) == ("3", "IPCs", "1", "2")
    assert infantry.abilities[0].text == "infantry; if there is none, artillery or tank; only then an aircraft"
    assert ("naval, attacks", "step 1, at once", "step 3") in submarine.grids[0].rows
    assert [each.text for each in submarine.abilities[:2]] == ["a ship", "a ship; only then an aircraft; its own side picks which"]
    assert all(card.notes and card.abilities for card in cards.values())


def test_a_list_is_reckoned_in_ipcs() -> None:
    judged = armies.judge("system: baker\npoints: 20\narmy: {infantry: 3, ftr: 1, Anti: 2}", scenarios.load)
    assert (judged.muster.total, judged.muster.limit, judged.muster.counted) == (21, 20, "IPCs")
    assert [spot.says for spot in judged.spots] == ["these units cost 21 of 20 IPCs: 1 too many", "there is no type Anti"]
    bought = armies.judge("scenario: two-shores\nside: azure\narmy: {infantry: 2, tank: 1}", scenarios.load)
    assert (bought.muster.total, bought.muster.limit, bought.spots) == (11, 12, ())
    assert "historical" in armies.judge("system: baker\nhistorical: true\narmy: {tank: 1}", scenarios.load).spots[0].says


# whatever stands there

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 2, 3.5, 10**30, float("nan"), float("inf"), "", "x", "12", "Kiev", "sz1", "sz1/sz2", "ussr", "axis", "land",
    "battle", "campaign", "all", [], [1], ["Kiev"], ["Kiev", "sz1"], [["Kiev"]], [[0, 0], [9, 9]], [[0, 0], [9, 0], [9, 9]], {},
        {"ussr": 1},
    {"Kiev": {}}, {"sz1": {"ussr": {"transport": 1}}}, {"infantry": 2}, [{"infantry": 2}], {"ussr": ["Kiev"]}, {"ussr": {"infantry": 2}},
    "land: 1 inf vs 1 inf", {"sz1/sz2": ["Kiev"]}, {"income": {"axis": 3}})


def ways(whole: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value at every depth."""
    for key in whole if isinstance(whole, dict) else range(len(whole)) if isinstance(whole, list) else ():
        yield (*path, key)
        yield from ways(whole[key], (*path, key))


def spoiled(whole: dict[str, Any], known: list[tuple[Any, ...]], chance: Random) -> dict[str, Any]:
    """With one value somewhere another one, left out, or under a misspelt key."""
    copy = deepcopy(whole)
    *path, last = chance.choice(known)
    at: Any = copy
    for key in path:
        at = at[key]
    match chance.randrange(6):
        case 0:
            del at[last]
        case 1 if isinstance(last, str):
            at[last + "s"] = at.pop(last)
        case _:
            at[last] = deepcopy(chance.choice(JUNK))
    return copy


def test_a_damaged_scenario_is_refused_or_can_be_set_up() -> None:
    chance, refused = Random(11), 0
    wholes = [written(setup(victory={"capitals": 1, "income": {"axis": 20}, "margin": 3}, strategic_bombing=True, placement="classic")),
              battle("amph: 3 inf, 2 trn + 1 art overland vs 2 inf", rounds="one")]
    for whole in wholes:
        known = list(ways(whole))
        for _ in range(600):
            damaged = spoiled(whole, known, chance)
            try:
                scenario = scenarios.parse(damaged)
            except Faulty as faulty:
                refused += 1
                assert all(spot.says for spot in faulty.spots)
            else:
                state = start(scenario) if scenario.system == "baker" else None
                assert state is None or decode(encode(state), State) == state
    assert 500 < refused < 1200


def test_damaged_sets_are_refused_with_a_sentence_or_stand() -> None:
    chance, refused, scenario = Random(12), 0, war()
    whole: dict[str, Any] = {
        "turn": 2, "phase": "combat", "active": "germany", "winner": None,
        "areas": {"Kiev": {"owner": "ussr", "complex": True, "units": {"germany": {"tank": 1}}},
                  "sz1": {"cargo": {"germany": [{"infantry": 1, "moved": True, "to": "Gotland"}]}}},
        "powers": {"ussr": {"ipc": 3, "buys": {"tank": 1}}},
        "game": {"battles": {"Kiev": {"kind": "land", "round": 1, "from": {"Poland": 1}, "landed": {"tank": 1}, "launched": {"sz1": 1}}},
                 "moved": {"Kiev": {"tank": 1}}, "flown": {"Kiev": {"fighter": [1]}}, "captured": ["Poland"], "placed": {"Kiev": 1},
                 "moves": [{"units": {"tank": 1}, "from": "Poland", "to": "Kiev"}], "left": {"ussr": {"tank": 1}}, "draw": ["ussr"],
                 "policies": {"ussr": {"losses": {"land": ["tank"]}, "retreat": {"Kiev": [["after", 2], "Poland"]}, "keep": 1}}}}
    known = list(ways(whole))
    for _ in range(800):
        try:
            state = stage(scenario, spoiled(whole, known, chance))
        except ValueError as fault:
            refused += 1
            assert len(str(fault)) > 8
        else:
            assert decode(encode(state), State) == state and record(state)["areas"]
    assert 200 < refused < 800
