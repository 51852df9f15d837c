"""Baker's scenarios: what is filled in, what is refused and where."""

from typing import Any

import pytest

from engine.contract import decode, encode
from engine.scenarios import reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.baker.rules.battle_resolution.notation import BOARD
from engine.systems.baker.setup.start import start
from engine.systems.baker.state.position import Battle, Ship, State
from tests.support.many_cases import for_each
from tests.systems.baker.support.small_war import STEMS, Change, area, battle, force, power, setup, war, written

# what a scenario comes to


def test_neighbours_hold_in_both_directions_in_the_scenarios_order() -> None:
    board = start(war()).map.known
    assert board["Gotland"].next == ("sz1", "sz2") and board["Alps"].next == ("Poland",)
    assert board["sz1"].next == ("Berlin", "Poland", "Gotland", "sz2") and board["sz2"].next == (
        "Kiev",
        "Gotland",
        "sz1",
    )
    assert (board["Kiev"].name, board["Poland"].name, board["Alps"].ipc) == ("The Ukraine", "Poland", 0)
    assert (board["Berlin"].at, board["Berlin"].shape, board["Kiev"].shape) == ((1, 1), ((0, 0), (2, 0), (2, 2)), ())


def test_a_campaign_fills_in_what_it_leaves_out() -> None:
    state = start(war(setup(cargo=None)))
    assert (state.phase, state.active, state.turn) == ("purchase", "germany", 1)
    assert [(each.id, each.alliance, each.capital, each.ipc) for each in state.powers.values()] == [
        ("germany", "axis", "Berlin", 20),
        ("ussr", "ussr", "Kiev", 0),
        ("italy", "axis", "Poland", 5),
    ]
    rules = state.setup
    assert (rules.strategic_bombing, rules.placement, rules.capitals, rules.margin, rules.turns) == (
        True,
        "classic",
        1,
        3,
        None,
    )
    assert (rules.complexes, rules.neutral, rules.gates) == (("Berlin", "Kiev"), ("Alps",), {"sz1/sz2": ("Gotland",)})
    assert state.game.start_income == {"axis": 13, "ussr": 4} and not state.areas["sz1"].cargo
    assert [ground.owner for ground in state.areas.values()] == ["germany", "italy", "ussr", None, "ussr", None, None]


def test_counts_are_in_catalogue_order_and_without_zeros() -> None:
    state = start(war())
    assert state.areas["Berlin"].units == {"germany": {"infantry": 3}} and [*state.areas["Kiev"].units["ussr"]] == [
        "infantry",
        "aa",
    ]
    assert state.areas["sz1"].cargo == {"germany": (Ship({"infantry": 2}),)} and state.areas["Kiev"].complex


def test_a_campaign_may_say_all_of_it() -> None:
    state = start(
        war(
            setup(
                strategic_bombing=False, placement="value", victory={"capitals": 2, "income": {"axis": 20}, "margin": 0}
            ),
            lambda w: w.update(turns=8),
        )
    )
    rules = state.setup
    assert (rules.strategic_bombing, rules.placement, rules.capitals, rules.margin, rules.turns) == (
        False,
        "value",
        2,
        0,
        8,
    )
    assert rules.wins_income == {"axis": 20}


def test_a_written_battle_is_ready_to_be_fought() -> None:
    state = start(reader.load("open-field"))
    assert (state.phase, state.active, state.turn) == ("round", None, 1)
    assert state.areas["Field"].units == {
        "red": {"infantry": 6, "artillery": 2, "fighter": 1},
        "blue": {"infantry": 5, "tank": 1},
    }
    assert state.areas["Field"].owner == "blue" and state.game.battles == (Battle("Field", "land", "red"),)


def test_an_assault_is_put_aboard() -> None:
    state = start(reader.load("grey-beach"))
    assert state.areas["Field"].units == {
        "red": {"infantry": 2, "artillery": 1, "fighter": 2},
        "blue": {"infantry": 4, "artillery": 1, "fighter": 1},
    }
    assert state.areas["Sea"].units == {"red": {"transport": 3, "carrier": 1, "battleship": 1}}
    ships = state.areas["Sea"].cargo["red"]
    assert [(ship.cargo, ship.to) for ship in ships] == [
        ({"tank": 1}, "Field"),
        ({"infantry": 2}, "Field"),
        ({"infantry": 1}, "Field"),
    ]


def test_loaded_transports_of_a_naval_battle_have_two_infantry() -> None:
    state = start(reader.load("convoy-fight"))
    assert state.areas["Sea"].units["blue"] == {"transport": 4, "submarine": 1, "battleship": 1}
    assert state.areas["Sea"].cargo == {"blue": (Ship({"infantry": 2}),) * 2} and state.game.battles[0].kind == "naval"


def test_on_a_blank_table_the_first_side_writes_the_battle() -> None:
    state = start(reader.load("blank-table"))
    assert (state.phase, state.active, state.game.battles, state.areas["Field"].units) == ("setup", "red", (), {})
    assert start(reader.parse(battle(None, rounds="all"))).setup.rounds == "all"


@pytest.mark.parametrize("stem", STEMS)
def test_a_position_is_the_same_after_a_journey_through_json(stem: str) -> None:
    state = start(reader.load(stem))
    again = decode(encode(state), State)
    assert again == state and encode(again) == encode(state)


# what is refused

WRONG: list[tuple[Change, str]] = [
    (lambda w: w.update(board={"hex": {"legend": {".": "plain"}, "rows": ["..", ".."]}}), "played on an area map"),
    (lambda w: w.update(board={"areas": {}}), "1 to 300 areas, not 0"),
    (lambda w: w.update(board={"areas": [1]}), "a mapping of 1"),
    (area("a/b", kind="sea"), "'a/b' is not a valid area code"),
    (area("x", kind="sea"), "begin with a letter; 2 to 30"),
    (area("3rd Front", kind="sea"), "is not a valid area code"),
    (area("St. Ives", kind="sea"), "is not a valid area code"),
    (area("via", kind="sea"), "via is a word of the order language"),
    (area("KIEV", kind="sea"), "another area already has the code Kiev"),
    (area("Tanks", kind="sea"), "Tanks is a unit in orders"),
    (area("Sea", kind="sea"), "Sea is a kind of battle in orders"),
    (area("sz2", name="tank"), "tank is a unit in orders"),
    (area("sz2", name="kiev"), "kiev is the code of another area"),
    (area("sz2", name="inner  sea"), "sz1 already has the name inner  sea"),
    (area("sz2", name='The "Sea"'), "no quotation marks"),
    (area("sz2", name=7), "an area's name"),
    (area("sz2", ipc=3), "a sea zone cannot have a value"),
    (area("Alps", ipc=-1), "from 0 to 99, not -1"),
    (area("Alps", ipc=2.5), "not 2.5"),
    (area("Alps", ipc=True), "not true"),
    (area("Alps", kind="hill"), "land or sea, not hill"),
    (area("Narnia", ipc=1), "needs its kind"),
    (area("Alps", next=["poland"]), "there is no area poland; did you mean Poland?"),
    (area("Alps", next="Kiev"), "next must be a list"),
    (area("Alps", next=["Alps"]), "Alps cannot be its own neighbour"),
    (area("Alps", next=["Kiev", "Kiev"]), "Kiev is listed twice"),
    (area("Alps", next=[["Kiev"]]), "the name of an area is wanted here, not a list"),
    (area("Alps", at=[1]), "a point is two numbers, x to the right"),
    (area("Alps", at=[1, 20000]), "the map goes from -10000,-10000 to 10000,10000"),
    (area("Alps", colour="red"), "is not a key of an area"),
    (area("Alps", shape=[[0, 0], [1, 1]]), "at least 3 points"),
    (area("Alps", shape=[[0, 0], [2, 2], [2, 0], [0, 2]]), "crosses itself"),
    (area("Alps", shape=[[n, n * n] for n in range(201)]), "at most 200 points; this one has 201"),
    (lambda w: w["board"]["areas"].update({"Elbe": 3}), "an area must be a mapping, not 3"),
    (
        lambda w: w["board"]["areas"].update({f"land{n}": {"kind": "sea"} for n in range(300)}),
        "1 to 300 areas, not 307",
    ),
    (
        lambda w: w["board"]["areas"].update({f"s{n}x": {"kind": "sea", "shape": [[0, 0]] * 190} for n in range(44)}),
        "8,363 corners in all",
    ),
    (lambda w: w["units"].append({"id": "G1", "type": "infantry", "side": "ussr"}), "units are counts in this game"),
    (lambda w: w.update(types={"guard": {}}), "its own types"),
    (setup(mode="war"), "mode is battle or campaign, not war"),
    (lambda w: w["setup"].pop("mode"), "must have a mode"),
    (setup(raids=True), "raids is not known here"),
    (setup(powers=None), "a campaign needs powers"),
    (setup(powers=[1]), "a campaign needs powers"),
    (lambda w: w["setup"]["powers"].pop("ussr"), "ussr has no entry under powers"),
    (power("rusia", capital="Kiev"), "rusia is not known here"),
    (power("ussr", alliance="axis"), "all powers are in the alliance axis; "),
    (power("ussr", alliance="The Reds"), "cannot be an alliance"),
    (power("ussr", alliance="draw"), "draw cannot be an alliance"),
    (power("germany", alliance="italy"), "italy is a power that is not in"),
    (power("ussr", ipc=-3), "from 0 to 9999, not -3"),
    (power("ussr", ipc="12"), "not 12"),
    (power("ussr", capital="Gotlnd"), "mean Gotland"),
    (power("ussr", capital="Berlin"), "Berlin is not a territory of ussr: it belongs to germany"),
    (power("ussr", capital=None), "has no capital"),
    (power("ussr", capital="sz1"), "it is a sea zone; a capital is one of Kiev, Gotland"),
    (power("ussr", gold=3), "gold is not known"),
    (setup(neutral=[]), "no power owns Alps"),
    (setup(owners=None), "no power owns Berlin, Poland, Kiev, Gotland"),
    (lambda w: w["setup"]["owners"].update(germany=["Berlin", "Poland"]), "Poland already belongs to germany"),
    (lambda w: w["setup"]["owners"].update(italy=["Poland", "Alps"]), "Alps is neutral"),
    (setup(neutral=["Alps", "sz1"]), "a sea zone"),
    (lambda w: w["setup"]["owners"].update(italy=["Poland", "sz2"]), "sz2 is a sea zone"),
    (setup(neutral="Alps"), "list of territories"),
    (lambda w: w["setup"]["owners"].update(japan=[]), "there is no power japan"),
    (setup(owners=["Kiev"]), "a mapping from powers"),
    (setup(complexes=["Alps"]), "Alps is neutral and has no complex"),
    (setup(complexes=["sz1"]), "sz1 is a sea zone"),
    (setup(complexes=["Kiev", "Kiev"]), "Kiev is listed twice here"),
    (setup(complexes=["Kyiv"]), "no area Kyiv; did you mean Kiev"),
    (setup(gates={"sz1": ["Gotland"]}), "sz1 is not a border"),
    (setup(gates={"sz1/Kiev": ["Gotland"]}), "Kiev is not a sea zone"),
    (setup(gates=[1]), "gates is a mapping"),
    (setup(gates={"sz1/sz2": []}), "a gate is a list"),
    (setup(gates={"sz1/sz2": ["Gotland"], "sz2/sz1": ["Kiev"]}), "the border sz1/sz2 again"),
    (setup(gates={"sz1/sz2": ["Alps"]}), "no power could ever open this gate"),
    (setup(gates={"sz1/sz2": ["sz1"]}), "sz1 is a sea zone"),
    (
        lambda w: (area("sz3", kind="sea", next=["sz2"])(w), setup(gates={"sz1/sz3": ["Kiev"]})(w)),
        "sz1 and sz3 do not touch; sz1 touches",
    ),
    (setup(strategic_bombing="no"), "true or false, not no"),
    (setup(placement="free"), "classic or value, not free"),
    (setup(victory={"capitals": 0}), "capitals is a whole number from 1 to 3"),
    (setup(victory={"margin": -1}), "margin is a whole number"),
    (setup(victory={"income": {"allies": 20}}), "allies is not known here"),
    (setup(victory={"income": {"axis": 0}}), "from 1 to 9999, not 0"),
    (setup(victory=3), "victory is a mapping"),
    (setup(forces=[1]), "forces is a mapping from areas"),
    (setup(forces={"Narnia": {}}), "there is no area Narnia"),
    (force("Kiev", "japan", infantry=1), "there is no power japan"),
    (setup(forces={"Kiev": [1]}), "a mapping from powers, not a list"),
    (setup(forces={"Kiev": {"ussr": 3}}), "from types to numbers, not 3"),
    (force("Kiev", "ussr", dragoons=1), "there is no type dragoons"),
    (force("Kiev", "ussr", infantry=-1), "from 0 to 999, not -1"),
    (force("Kiev", "ussr", complex=1), "write complexes: [Kiev]"),
    (force("sz2", "ussr", infantry=1), "infantry cannot be at sea, in sz2"),
    (force("sz2", "ussr", aa=1), "aa cannot be at sea"),
    (force("Kiev", "ussr", submarine=1), "a submarine cannot be there; put it into sz2"),
    (force("Gotland", "germany", infantry=1), "germany has units in Gotland, which belongs to its enemy ussr"),
    (force("Alps", "ussr", tank=1), "Alps is neutral"),
    (force("sz1", "ussr", submarine=1), "ussr and germany are enemies and both in sz1"),
    (force("sz2", "ussr", bomber=1), "stay at sea"),
    (force("sz2", "ussr", fighter=3, carrier=1), "3 fighters at sea in sz2; ussr's carriers there take 2"),
    (setup(cargo={"Kiev": {"ussr": []}}), "Kiev is land: there are no transports"),
    (setup(cargo={"sz1": {"germany": {}}}), "cargo is a list"),
    (setup(cargo={"sz1": {"germany": [{"infantry": 1}] * 3}}), "3 loaded transports, but 2 transports in sz1"),
    (setup(cargo={"sz1": {"ussr": [{"infantry": 1}]}}), "1 loaded transport, but 0 transports in sz1"),
    (setup(cargo={"sz1": {"germany": [{"infantry": 3}]}}), "cannot hold 3 infantry"),
    (setup(cargo={"sz1": {"germany": [{}]}}), "this transport has no cargo"),
    (
        setup(cargo={"sz1": {"germany": [{"infantry": 1, "tank": 1}]}}),
        "one transport cannot hold 1 infantry and 1 tank; a transport holds 1 to 2",
    ),
    (setup(cargo={"sz1": {"germany": [{"tank": 2}]}}), "cannot hold 2 tank"),
    (setup(cargo={"sz1": {"germany": [3]}}), "is a mapping, not 3"),
    (
        setup(cargo={"sz1": {"germany": [{"fighter": 1}]}}),
        "fighter cannot be aboard a transport; a transport holds 1 to 2 infantry, or 1",
    ),
    (setup(cargo={"sz1": {"germany": [{"infantry": 1, "moved": True}]}}), "moved cannot be aboard"),
    (setup(cargo={"sz9": {}}), "no area sz9"),
    (
        lambda w: (w.update(sides={"ussr": {}}), w["setup"].update(powers={"ussr": {"capital": "Kiev"}})),
        "two powers or more",
    ),
]


@for_each(("change", "says"), WRONG, ids=[f"{nth} {says}" for nth, (_, says) in enumerate(WRONG)])
def test_every_fault_of_a_campaign_is_reported(change: Change, says: str) -> None:
    with pytest.raises(FaultyFile) as faulty:
        war(change)
    told = [f"{spot.says}; {spot.instead}" for spot in faulty.value.faults]
    assert any(says in one for one in told), told


RIGHT: list[Change] = [
    area("New Guinea", kind="sea"),
    area("Côte d'Azur", kind="sea", name="The Coast"),
    area("Kiev", name="Kiev"),
    area("sz2", name=None),
    setup(gates=None),
    setup(victory=None),
    setup(neutral=["Alps"], complexes=None),
    power("ussr", alliance="ussr"),
    setup(forces=None, cargo=None),
    force("Poland", "germany", fighter=9, bomber=9),
    force("sz2", "ussr", fighter=2, carrier=1),
    area("Alps", shape=[[0, 0], [-5, 0], [0, 900]]),
]


@for_each("change", RIGHT, ids=map(str, range(len(RIGHT))))
def test_what_just_passes(change: Change) -> None:
    assert start(war(change)).phase == "purchase"


TABLE: list[tuple[dict[str, Any], str]] = [
    (
        {**battle(None), "sides": {"red": {}, "blue": {}, "green": {}}},
        "a battle has two sides, an attacker and a defender; these are 3",
    ),
    ({**battle(None), "turns": 5}, "a single battle is fought to its end"),
    (battle(None, rounds="some"), "rounds is one or all, not some"),
    ({**battle(None), "board": {"areas": {"Field": {"kind": "land"}}}}, "a battle needs the area Sea"),
    (
        {**battle(None), "board": {"areas": {"Field": {"kind": "sea", "next": ["Sea"]}, "Sea": {"kind": "sea"}}}},
        "Field is land in a battle",
    ),
    ({**battle(None), "board": {"areas": {"Field": {"kind": "land"}, "Sea": {"kind": "sea"}}}}, "must touch"),
    (
        {**battle(None), "board": {"areas": {**BOARD["areas"], "Kiev": {"kind": "land"}}}},
        "only the areas Field and Sea",
    ),
    (battle(3), "a battle is a text of at most 1,000 characters, not 3"),
    (battle("land: 6 inf"), "there are no defenders: write vs between attackers and defenders"),
    (battle("land: 6 sub vs 1 inf"), "submarines take no part in a land battle"),
    (battle(None, gates={}), "gates is not known here"),
]


@for_each(("whole", "says"), TABLE, ids=[says for _, says in TABLE])
def test_every_fault_of_a_single_battle_is_reported(whole: dict[str, Any], says: str) -> None:
    with pytest.raises(FaultyFile, match=says):
        reader.parse(whole)


def test_each_fault_names_its_place() -> None:
    text = document_of(force("Kiev", "ussr", infantry=2000))
    (spot,) = reader.faults(text)
    line, column = next((nth, row.index("2000") + 1) for nth, row in enumerate(text.splitlines(), 1) if "2000" in row)
    assert (spot.line, spot.column) == (line, column) and spot.says.startswith(
        "infantry is a whole number from 0 to 999"
    )


def document_of(*changes: Change) -> str:
    """JSON is YAML."""
    return encode(written(*changes)).decode().replace(',"', ',\n"')
