"""Zone Control scenarios and cases: what is filled in, what is refused and where, what cases may set, army lists, points and cards."""
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from brigades import Luck

from engine import armies, document, scenarios
from engine.contract import Scenario, Turn, decode, encode
from engine.document import Faulty
from engine.systems.zones.changes import apply
from engine.systems.zones.muster import Entry
from engine.systems.zones.points import worth
from engine.systems.zones.sequence import close
from engine.systems.zones.setup import start
from engine.systems.zones.sheets import FACTIONS, catalogue, sheet
from engine.systems.zones.stage import record, stage
from engine.systems.zones.state import ACTION, COMMAND, DEPLOYMENT, PHASES, RESOLUTION, State
from engine.systems.zones.table_faults import common
from engine.systems.zones.tables import TABLES
from engine.terrain import PIECES

STEMS = ("low-wells", "three-wadis", "the-long-line")
FIELD: dict[str, Any] = {
    "system": "zones", "name": "Field",
    "board": {"table": {"width": 24, "height": 24, "terrain": [
        {"kind": "sparse", "name": "Grove", "shape": [[2, 10], [6, 10], [6, 14], [2, 14]]},
        {"kind": "dense", "name": "Ruin", "shape": [[6, 10], [10, 10], [10, 14], [6, 14]]}]}},
    "sides": {"blue": {"name": "Blue"}, "red": {"name": "Red"}},
    "types": {"guard": {"move": 6, "ballistic": 3, "melee": 3, "toughness": 3, "armour": 1, "morale": 4, "models": 3,
                        "weapons": ["spike", "bayonet"]},
              "lancers": {"wounds": 3}},
    "units": [
        {"id": "B1", "type": "guard", "name": "Blue Guard", "side": "blue", "at": "4,4"},
        {"id": "B2", "type": "marksmen", "side": "blue", "enters": "ambush"},
        {"id": "B3", "type": "field-gun", "side": "blue", "at": "20,4"},
        {"id": "R1", "type": "guard", "side": "red", "at": "4,20", "form": "column"},
        {"id": "R2", "type": "guard", "side": "red", "models": 2, "at": ["14,20", "16,20.005"]},
        {"id": "R3", "type": "lancers", "side": "red", "enters": "reserve", "arrives": 3}],
    "setup": {"edges": {"blue": "south", "red": "north"}, "objectives": [{"zone": "Z12", "value": 2, "name": "Well"}],
              "weapons": {"spike": {"range": 10, "attacks": 2, "strength": 2, "ap": 1, "damage": 1, "ammo": 2, "close": True}}}}
Change = Callable[[dict[str, Any]], object]


def written(*changes: Change) -> dict[str, Any]:
    scenario = deepcopy(FIELD)
    for change in changes:
        change(scenario)
    return scenario


def field(*changes: Change) -> Scenario:
    return scenarios.parse(written(*changes))


def unit(nth: int, *left_out: str, **facts: Any) -> Change:
    def change(w: dict[str, Any]) -> None:
        w["units"][nth].update(facts)
        for key in left_out:
            del w["units"][nth][key]
    return change


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


def piece(**facts: Any) -> Change:
    return lambda w: w["board"]["table"]["terrain"].append({"kind": "dense", "name": "New", **facts})


def size(**facts: Any) -> Change:
    return lambda w: w["board"]["table"].update(facts)


def kind(*left_out: str, **facts: Any) -> Change:
    def change(w: dict[str, Any]) -> None:
        w["types"]["guard"].update(facts)
        for key in left_out:
            del w["types"]["guard"][key]
    return change


def weapon(*left_out: str, **facts: Any) -> Change:
    def change(w: dict[str, Any]) -> None:
        w["setup"]["weapons"]["spike"].update(facts)
        for key in left_out:
            del w["setup"]["weapons"]["spike"][key]
    return change


def third(w: dict[str, Any]) -> None:
    """A third side, of one gun."""
    w["sides"]["green"] = {"name": "Green"}
    w["setup"]["edges"]["green"] = "east"
    w["units"].append({"id": "G1", "type": "field-gun", "side": "green", "at": "20,14"})


def spots(state: State, key: str) -> list[tuple[int, int]]:
    return [model.at for model in state.units[key].models]


# what a scenario comes to

def test_a_scenario_fills_in_what_it_leaves_out() -> None:
    state = start(field())
    guard = state.types["guard"]
    assert (guard.wounds, guard.base, guard.traits, guard.name) == (1, 1.0, (), "Guard")
    assert (state.types["lancers"].wounds, state.types["lancers"].move, state.types["lancers"].weapons) == (3, 12, ("lance", "pistol"))
    assert (state.setup.rounds, state.setup.first, state.setup.hidden, state.setup.offboard_from) == (5, "fixed", "public", 1)
    assert (state.setup.shock, state.setup.modifiers) == (TABLES.shock, TABLES.modifiers)
    assert [(side.id, side.edge, side.team) for side in state.sides] == [("blue", "south", "blue"), ("red", "north", "red")]
    assert (state.turn, state.phase, state.active, state.ready) == (0, COMMAND, None, {})
    assert [(each.id, each.name, each.where, each.start, each.arrives) for each in state.units.values()] == [
        ("B1", "Blue Guard", "table", 3, 1), ("B2", "B2", "ambush", 3, 1), ("B3", "B3", "table", 1, 1), ("R1", "R1", "table", 3, 1),
        ("R2", "R2", "table", 2, 1), ("R3", "R3", "reserve", 3, 3)]


def test_models_stand_by_their_form_or_each_at_its_own_place() -> None:
    state = start(field())
    assert spots(state, "B1") == [(400, 400), (550, 400), (700, 400)]
    assert spots(state, "R1") == [(400, 2000), (400, 2150), (400, 2300)], "back towards the own edge, the north (ZC 3.8)"
    assert spots(state, "R2") == [(1400, 2000), (1600, 2001)], "rounded halves up (ZC 1.1)"
    assert [dict(model.ammo) for model in state.units["B1"].models] == [{"spike": 2}] * 3
    assert dict(state.units["B3"].models[0].ammo) == {"field-gun": 3} and state.units["R3"].models[0].wounds == 3


def test_switches_change_single_entries() -> None:
    changed = field(setup(shock={"hurt": 0}, modifiers={"shoot": {"moved": 2}}, first="roll", hidden="secret", offboard_from=2), third,
                    setup(teams={"allies": ["blue", "green"]}), lambda w: w.update(turns=10))
    state = start(changed)
    assert state.setup.shock == {**TABLES.shock, "hurt": 0} and state.setup.modifiers["melee"] == TABLES.modifiers["melee"]
    assert state.setup.modifiers["shoot"] == {**TABLES.modifiers["shoot"], "moved": 2} and state.setup.rounds == 10
    assert [side.team for side in state.sides] == ["allies", "red", "allies"]


def test_free_deployment_begins_with_it() -> None:
    areas = {"blue": [[24, 8], [0, 0]], "red": [[0, 8], [24, 24]]}
    state = start(field(setup(deployment="free", deploy=areas)))
    assert (state.phase, state.ready) == (DEPLOYMENT, state.units)
    assert state.setup.deploy["blue"] == ((0, 0), (24, 8)), "whichever corners are named; areas may touch"


@pytest.mark.parametrize("stem", STEMS)
def test_a_position_is_the_same_after_a_journey_through_json(stem: str) -> None:
    for state in (start(scenarios.load(stem)), stage(scenarios.load(stem), {"turn": 2, "phase": "action"})):
        again = decode(encode(state), State)
        assert again == state and encode(again) == encode(state)


# what is refused

WRONG: list[tuple[Change, str]] = [
    (lambda w: w.update(board={"hex": {"legend": {".": "plain"}, "rows": ["..", ".."]}}), "played on a table"),
    (size(width=30), "multiple of 12 inches up to 108, not 30"), (size(width=120), "not 120 (ZC 2.1); write 108"),
    (size(height=24.5), "not 24.5"),
    (piece(kind="woods", shape=[[12, 12], [13, 12], [13, 13]]), "woods is no terrain of Zone Control"),
    (piece(kind="spars", shape=[[12, 12], [13, 12], [13, 13]]), "did you mean sparse"),
    (piece(line=[[1, 1], [2, 1]]), "terrain is an area"), (piece(at=[1, 1]), "written as a point"),
    (piece(shape=[[1, 1], [2, 1], [2, 2]], value=3), "no value here"),
    (piece(shape=[[1, 1], [2, 1], [2, 2]], cover="hard"), "no cover here"),
    (piece(shape=[[12, 12], [14, 14], [14, 12], [12, 14]]), "crosses itself"),
    (piece(shape=[[12, 12], [25, 14], [14, 12]]), "off the table"),
    (piece(shape=[[6.5, 9], [9, 12], [9, 9]]), "New and Ruin overlap"), (piece(shape=[[3, 11], [4, 11], [4, 12]]), "New and Grove overlap"),
    (piece(shape=[[2, 10], [6, 10], [6, 14], [2, 14]]), "overlap near 4,12"),
    (piece(shape=[[0, 0], [24, 0], [24, 24], [0, 24]]), "overlap"),
    (unit(0, id="Guard"), "letters followed by digits"), (unit(0, id="1B"), "letters followed by digits"),
    (unit(1, id="b1"), "what unit 1 of the list is called already"), (unit(1, name="r1"), "the id of another unit"),
    (unit(0, name='The "Blues"'), "no quotation marks"), (unit(0, type="gard"), "there is no type gard; did you mean guard"),
    (unit(0, facing=3), "facing is not known here"), (unit(0, model=3), "did you mean models"), (unit(0, models=0), "from 1 to 30"),
    (unit(0, models="3"), "from 1 to 30, not 3"), (unit(0, models=True), "from 1 to 30"), (unit(0, form="square"), "line, block or column"),
    (unit(0, at="here"), "here is no place"), (unit(0, at="4,4,4"), "is no place"), (unit(0, at=[4, 4]), 'write at: "4,4"'),
    (unit(0, at="4,nan"), "is no place"), (unit(0, at=4), "a place as text"),
    (unit(0, at=["4,4", "5,5"]), "has 3 models; here are 2 places"),
    (unit(0, "at"), "B1 has no place"), (unit(0, enters="reserve"), "has a place and enters as well"),
    (unit(1, enters="ambsh"), "did you mean ambush"), (unit(1, enters="deep-strike"), "marksmen has not the trait deep-strike"),
    (unit(1, type="guard"), "it has no traits"), (unit(1, arrives=2), "B2 is no reserve"),
    (unit(5, arrives=0), "arrives is a whole number"),
    (unit(0, at="23,4"), "B1.2 at 24.5,4 is not wholly on the table; its base is 1\" wide"), (unit(0, at="0.49,4"), "stay 0.5\" away"),
    (unit(0, at=["4,4", "5,4", "8.01,4"]), "B1 is split into 2 groups (ZC 3.4); keep its models within 3\""),
    (unit(2, at="5.5,5.49"), "B3.1 at 5.5,5.49 overlaps B1.2 at 5.5,4"), (unit(0, at=["4,4", "4.99,4", "7,4"]), "leave 1\" between"),
    (lambda w: w.update(units=w["units"][:3]), "red has no units"), (lambda w: w.update(units=[]), "blue has no units"),
    (lambda w: w.update(sides={"blue": {"name": "Blue"}}, units=w["units"][:3]), "a game needs two teams"),
    (lambda w: w["units"].extend({**w["units"][1], "id": f"B{n}", "models": 30} for n in range(10, 30)), "500 are the most"),
    (lambda w: w["setup"].pop("edges"), "write edges: {blue: south, red: north}"), (setup(edges={"blue": "south"}), "red has no edge"),
    (setup(edges={"blue": "south", "red": "nort"}), "did you mean north"),
    (setup(edges={"blue": "south", "red": "north", "x": "west"}), "x is not"), (setup(edges=["south", "north"]), "edges is a mapping"),
    (setup(edge={}), "did you mean edges"), (setup(objectives={"zone": "Z11"}), "objectives are a list"),
    (setup(objectives=["Z11"]), "a mapping"),
    (setup(objectives=[{"zone": "Z13", "value": 2}]), "there is no zone Z13 on this table; the zones are Z11 to Z22"),
    (setup(objectives=[{"value": 2}]), "needs its zone"), (setup(objectives=[{"zone": "Z11"}]), "needs its value"),
    (setup(objectives=[{"zone": "Z11", "value": 1}]), "from 2 to 1000, not 1"),
    (setup(objectives=[{"zone": "Z11", "value": 2.5}]), "not 2.5"),
    (setup(objectives=[{"zone": "Z11", "value": 2}] * 2), "Z11 has an objective already, number 1"),
    (setup(objectives=[{"zone": "Z11", "worth": 2}]), "worth is not known"), (setup(teams={"a": ["blue", "blu"]}), "did you mean blue"),
    (setup(teams={"a": ["blue"], "b": ["blue", "red"]}), "blue is in the team a already"),
    (setup(teams={"a": ["blue", "red"]}), "in one team"),
    (setup(teams={"a": "blue"}), "a team is a list"), (setup(teams={"contested": ["blue"]}), "cannot be a team"),
    (setup(teams=["blue"]), "teams is a mapping"), (setup(teams={"red": ["blue"]}), "red is a side that is not in this team"),
    (setup(first="random"), "fixed, alternate or roll"), (setup(hidden=True), "public or secret"),
    (setup(offboard_from=0), "from 1 to 1000"),
    (setup(deployment="free"), "blue has no area"), (setup(deploy={"blue": [[0, 0]]}), "two opposite corners, not 1"),
    (setup(deploy={"blue": [[0, 0], [0, 24]]}), "holds no ground"), (setup(deploy={"blue": [[0, 0], [25, 4]]}), "25,4 is off the table"),
    (setup(deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 7], [24, 24]]}), "areas of blue and red overlap from 0,7 to 24,8"),
    (setup(deployment="free", deploy={"blue": [[0, 0], [24, 4]], "red": [[0, 16], [24, 24]]}), "B1.1 at 4,4 is not wholly inside"),
    (setup(points=100), "blue has 184 of 100 points: 84 too many"), (setup(points="many"), "points is a whole number"),
    (setup(shock={"fear": 1}), "fear is not known"), (setup(shock={"hurt": -1}), "from 0 to 20"), (setup(shock=1), "shock is a mapping"),
    (setup(modifiers={"moved": 1}), "known are shoot, melee"), (setup(modifiers={"melee": {"moved": 1}}), "known are cover-sparse"),
    (setup(modifiers={"shoot": {"moved": "1"}}), "moved is a whole number"), (setup(modifiers={"shoot": 1}), "shoot is a mapping"),
    (setup(weapons=["spike"]), "weapons is a mapping"), (weapon(range=5), "range in inches (6 for melee, more for shooting) cannot be 5"),
    (weapon("range"), "spike has no range"), (weapon(range=6), "melee alone and has no close"), (weapon(attacks=0), "from 1 to 20"),
    (weapon(reach=5), "reach is not known"), (weapon(close="yes"), "true or false"), (setup(weapons={"a b": {}}), "cannot be the key"),
    (setup(weapons={"bayonet": {"ammo": 3}}), "melee alone and has no ammo"), (setup(weapons={"spike": None}), "a weapon is a mapping"),
    (kind(move="fast"), "move in inches is a number"), (kind("move", "melee"), "guard has no move and no melee"),
    (kind(morale=2.5), "not 2.5"),
    (kind(base=0), "base in inches cannot be 0"), (kind(base=13), "cannot be 13"), (kind(wounds=0), "from 1 to 99"),
    (kind(weapons=["spke"]), "did you mean spike"), (kind(weapons="spike"), "a list"), (kind(weapons=["spike", "spike"]), "a second time"),
    (kind(traits=["fly"]), "there is no trait fly; known are deep-strike, ambush, surefoot"), (kind(speed=3), "speed is not known here"),
    (kind(name=""), "a type's name"), (lambda w: w["types"].update({"5th": {}}), "cannot be the key of a type"),
]


@pytest.mark.parametrize(("change", "says"), WRONG, ids=[f"{nth} {says}" for nth, (_, says) in enumerate(WRONG)])
def test_what_a_scenario_gets_wrong_is_told(change: Change, says: str) -> None:
    with pytest.raises(Faulty) as faulty:
        field(change)
    told = [f"{spot.says}; {spot.instead}" for spot in faulty.value.spots]
    assert any(says in one for one in told), told


RIGHT: list[Change] = [
    unit(2, at="5.5,5.5"), unit(0, at="0.5,0.5"), unit(0, at=["4,4", "5,4", "8,4"]), unit(1, name="B1 again"), unit(1, name="Blue Guard"),
    piece(shape=[[6, 14], [10, 14], [8, 16]]), piece(shape=[[10, 12], [12, 10], [12, 14]]),
    piece(shape=[[1, 9], [11, 9], [11, 15], [1, 15], [1, 14], [10, 14], [10, 10], [1, 10]]),
    setup(points=300), setup(deploy={"blue": [[0, 0], [24, 8]]}), unit(1, arrives=None), setup(teams=None, points=None, weapons={"spike": {
        "range": 6.5, "attacks": 1, "strength": 0, "ap": 0, "damage": 1}}), setup(teams={"blue": ["blue"], "cold": ["red"]}),
    size(width=108, height=12 * 9), kind("models"), lambda w: w["board"]["table"].pop("terrain")]


@pytest.mark.parametrize("change", RIGHT, ids=map(str, range(len(RIGHT))))
def test_what_just_passes(change: Change) -> None:
    assert start(field(change)).units["B1"].models


def test_each_fault_is_told_where_it_stands() -> None:
    text = """system: zones
name: Field
board: {table: {width: 24, height: 24}}
sides: {blue: {name: Blue}, red: {name: Red}}
units:
  - {id: B1, type: marksmen, side: blue, at: "4,4"}
  - {id: R1, type: marksmen, side: red, at: "12,30"}
setup:
  edges: {blue: south, red: north}
"""
    (spot,) = scenarios.faults(text)
    assert (spot.line, spot.column) == (7, 45) and spot.says.startswith("R1.1 at 12,30 is not wholly on the table")


def test_areas_that_have_no_more_than_edges_in_common_do_not_overlap() -> None:
    square, ring = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0))
    assert common(square, tuple((x + 4, y) for x, y in square)) is None and common(square, tuple((x + 4, y + 4) for x, y in square)) is None
    assert common(square, ring) == (2, 2), "the same area from another corner, the other way round"
    assert common(square, ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0))) and common(((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)), square)
    assert common(square, ((0.0, 0.0), (4.0, 4.0), (8.0, 0.0))), "crossing at corners"
    assert common(((0.0, 0.0), (3.0, 1.0), (0.0, 2.0)), ((3.0, 1.0), (6.0, 0.0), (6.0, 2.0))) is None


def test_the_terrain_of_a_stranger_is_judged_in_good_time() -> None:
    rows = [{"kind": "sparse", "shape": [[x * 0.3, y], [x * 0.3 + 0.3, y], [x * 0.3 + 0.3, y + 1], [x * 0.3, y + 1]]}
            for x in range(60) for y in range(5, 10)]
    assert len(rows) == PIECES and start(field(lambda w: w["board"]["table"].update(terrain=rows)))


# what cases may set

def staged(**changes: Any) -> State:
    return stage(field(), changes)


@pytest.mark.parametrize(("changes", "says"), [
    ({"weather": "rain"}, "cannot be set"), ({"phase": "melee"}, "no phase"), ({"phase": "over"}, "has a winner"),
    ({"phase": "over", "winner": "them"}, "no winner"), ({"winner": "blue", "phase": "action"}, "no other has one"),
    ({"turn": 6}, "from 1 to 5"), ({"turn": True}, "from 1 to 5"), ({"turn": 0}, "turn 0 is the deployment"),
    ({"phase": "deployment"}, "deployment: free"), ({"active": "green"}, "no side; there are blue, red"), ({"units": []}, "mapping"),
    ({"units": {"B1": 1}}, "as a mapping"), ({"units": {"X1": {"type": "guard"}}}, "a type and a side"),
    ({"units": {"X1": {"type": "gard", "side": "red", "at": "4,4"}}}, "did you mean guard"),
    ({"units": {"X1": {"type": "guard", "side": "green", "at": "4,4"}}}, "is no side"),
    ({"units": {"X1": {"type": "guard", "side": "red"}}}, "has no place"),
    ({"units": {"X1": {"type": "guard", "side": "red", "at": ["4,4"]}}}, "has 3 models; here are 1 places"),
    ({"units": {"X1": {"type": "guard", "side": "red", "at": "23,4"}}}, "off the table, at 24.5,4"),
    ({"units": {"B1": {"colour": "red"}}}, "has no colour"), ({"units": {"B1": {"count": 2}}}, "has no count"),
    ({"units": {"B1": {"at": "here"}}}, "is no place"), ({"units": {"B1": {"at": ["4,4", "6,4"]}}}, "has 3 models"),
    ({"units": {"B1": {"models": 2}}}, "are a mapping"),
    ({"units": {"B1": {"models": {"4": {"wounds": 1}}}}}, "no model 4; it has 1, 2, 3"),
    ({"units": {"B1": {"models": {"1": {"wounds": 2}}}}}, "0 to 1 wounds, not 2"),
    ({"units": {"B1": {"models": {"1": 0}}}}, "as a mapping"),
    ({"units": {"B1": {"models": {"1": {"ammo": {"spike": 3}}}}}}, "0 to 2 for its spike"),
    ({"units": {"B1": {"models": {"1": {"ammo": {"rifle": 1}}}}}}, "not 1 for rifle"), ({"units": {"B1": {"shock": -1}}}, "shock from 0"),
    ({"units": {"B1": {"shaken": "yes"}}}, "Expected"), ({"units": {"B1": {"marks": ["fear"]}}}, "melee and surprise"),
    ({"units": {"B1": {"where": "table", "enters": "reserve"}, "R3": {"where": "table"}}}, "needs a place"),
    ({"units": {"R3": {"policy": "soon"}}}, "is no place"), ({"units": {"R3": {"policy": "4,20 6,20"}}}, "a place for each model"),
    ({"units": {"R3": {"models": {"1": {"at": "4,4"}}}}}, "is not on the table"), ({"units": {"B1": {"start": 2}}}, "not 2"),
    ({"game": {"luck": 1}}, "game has no luck"), ({"game": {"score": {}}}, "follows from where models stand"),
    ({"game": {"order": ["red"]}}, "each side once"), ({"game": {"conceded": ["x"]}}, "no side"), ({"game": {"acted": ["x"]}}, "no unit"),
    ({"game": {"limit": 0}}, "number of rounds"), ({"game": {"reason": "luck"}}, "no reason")])
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        stage(field(), changes)


def test_a_case_begins_after_the_setting_up() -> None:
    state = staged(units={"B1": {"shock": 2}})
    assert (state.turn, state.phase, state.active, state.game.order) == (1, ACTION, "blue", ("blue", "red"))
    waiting = stage(field(unit(5, "arrives"), lambda w: w.update(sides={"red": {}, "blue": {}})), {})
    assert (waiting.phase, waiting.active) == (COMMAND, "red"), "a reserve may come in round 1"


def test_removals_come_first_then_places_then_the_rest() -> None:
    state = staged(units={"B1": {"models": {"1": {"gone": True}, "3": {"wounds": 0, "ammo": {"spike": 0}}}, "at": "8,2", "form": "column"}})
    band = state.units["B1"]
    assert [(model.number, model.at, model.wounds) for model in band.models] == [(2, (800, 200), 1), (3, (800, 50), 0)]
    assert (band.start, band.models[1].ammo, band.models[0].ammo) == (3, {"spike": 0}, {"spike": 2})
    each = staged(units={"B1": {"at": ["8,2", "9,3", "10,2"], "models": {"2": {"at": "9,2"}}}})
    assert spots(each, "B1") == [(800, 200), (900, 200), (1000, 200)]


def test_units_are_added_come_on_and_go() -> None:
    state = staged(units={
        "B9": {"type": "guard", "models": 2, "side": "blue", "at": "4,8", "shock": 1}, "R3": {"at": "12,20"}, "R2": {"gone": True},
        "R1": {"models": {number: {"gone": True} for number in "123"}}, "B3": {"enters": "reserve", "arrives": 4},
        "R9": {"type": "field-gun", "side": "red", "at": "20,20", "models": {"1": {"ammo": {"field-gun": 1}}}}})
    assert state.roster == ("B1", "B2", "B3", "R1", "R2", "R3", "B9", "R9") and tuple(state.units) == state.roster
    assert [state.units[key].where for key in ("R3", "R2", "R1", "B3", "B9")] == ["table", "gone", "gone", "reserve", "table"]
    assert (state.units["B9"].start, state.units["B9"].shock, state.units["B3"].arrives, state.units["R1"].models) == (2, 1, 4, ())
    assert spots(state, "R3") == [(1200, 2000), (1400, 2000), (1600, 2000)] and state.units["R9"].models[0].ammo == {"field-gun": 1}


def test_what_is_given_another_type_or_side_begins_anew() -> None:
    state = staged(units={"B1": {"type": "field-gun", "at": "4,8"}})
    assert (state.units["B1"].type, state.units["B1"].name, spots(state, "B1")) == ("field-gun", "Blue Guard", [(400, 800)])


@pytest.mark.parametrize(("first", "changes", "order", "active"), [
    ("fixed", {"turn": 2}, ("blue", "red"), "blue"), ("alternate", {"turn": 2}, ("red", "blue"), "red"),
    ("alternate", {"turn": 2, "phase": "action", "active": "blue"}, ("red", "blue"), "blue"), ("roll", {"turn": 3},
    ("blue", "red"), "blue"),
    ("fixed", {"active": "red"}, ("blue", "red"), "red"), ("fixed", {"game": {"order": ["red", "blue"]}}, ("red", "blue"), "red")])
def test_who_is_active(first: str, changes: dict[str, Any], order: tuple[str, ...], active: str) -> None:
    state = stage(field(setup(first=first)), changes)
    assert (state.game.order, state.active) == (order, active)


def test_a_case_may_begin_in_the_deployment_or_after_it() -> None:
    free = field(setup(deployment="free", deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 16], [24, 24]]}))
    state = stage(free, {"units": {"B1": {"at": "8,2"}}})
    assert (state.turn, state.phase, state.active, state.ready) == (0, DEPLOYMENT, None, state.units)
    state = stage(free, {"turn": 1})
    assert (state.phase, state.active, state.ready) == (ACTION, "blue", {})


def test_no_die_is_needed_to_set_a_case() -> None:
    late = [{"id": "B1", "type": "guard", "side": "blue", "enters": "reserve", "arrives": 3},
            {"id": "R1", "type": "guard", "side": "red", "enters": "reserve", "arrives": 3}]
    state = stage(field(setup(first="roll"), lambda w: w.update(units=late)), {"turn": 3, "phase": "command"})
    assert (state.turn, state.phase, state.active) == (3, COMMAND, "blue")


def test_the_record_is_written_in_inches() -> None:
    told = record(staged(units={"B1": {"at": "8.25,2", "models": {"2": {"wounds": 0}}}}, game={"limit": 7}))
    band = told["units"]["B1"]
    assert (band["at"], band["count"], band["start"], band["where"], band["gone"]) == ("8.25,2", 3, 3, "table", False)
    assert band["models"]["2"] == {"at": "9.75,2", "wounds": 0, "moved": False, "acted": False, "hurt": False, "ammo": {"spike": 2}}
    assert (told["units"]["R3"]["at"], told["units"]["R3"]["where"], told["units"]["R3"]["models"]["1"]["at"]) == (None, "reserve", None)
    assert told["game"] == {"order": ["blue", "red"], "limit": 7, "reason": None, "conceded": [], "score": {"blue": 2, "red": 3},
                            "control": {"Z11": "blue", "Z21": "blue", "Z12": "red", "Z22": "red"}}


# whatever stands there

JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 2, 3.5, 10**30, float("nan"), float("inf"), "", "x", "12", "4,4", "Z11", "B1", "line", "blue", "guard",
    "sparse", [], [1], [1, 2], ["4,4"], ["4,4", "6,4", "8,4"], [[0, 0], [9, 9]], [[0, 0], [9, 0], [9, 9]], {}, {"blue": 1}, {"a": [1]},
    {"1": {}},
    ["blue", "red"], {"a": ["blue", "red"]}, [{"zone": "Z11", "value": 2}], {"1": {"gone": True}})
FULL: Change = setup(
    teams={"cold": ["blue"], "warm": ["red"]}, first="roll", hidden="secret", offboard_from=2, points=400, shock={"hurt": 2},
    modifiers={"shoot": {"moved": 2}}, deployment="free", deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 16], [24, 24]]})


def ways(written: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value at every depth."""
    for key in written if isinstance(written, dict) else range(len(written)) if isinstance(written, list) else ():
        yield (*path, key)
        yield from ways(written[key], (*path, key))


def wholes() -> list[dict[str, Any]]:
    return [written(FULL), *(document.read(scenarios.text(scenarios.find(stem))) for stem in STEMS)]


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


def test_whatever_stands_anywhere_in_a_scenario_it_is_played_or_told() -> None:
    chance, played, told = Random(1), 0, 0
    for whole in wholes():
        known = list(ways(whole))
        for _ in range(200):
            try:
                scenario = scenarios.parse(spoiled(whole, known, chance))
            except Faulty as faulty:
                told += 1
                assert all(spot.says for spot in faulty.spots)
                continue
            if scenario.system == "zones":
                played += 1
                assert decode(encode(start(scenario)), State).roster == tuple(each["id"] for each in scenario.units)
                assert catalogue(scenario) and record(stage(scenario, {}))
    assert played > 60 < told


def test_whatever_a_case_sets_it_is_staged_or_told() -> None:
    chance, played, told = Random(1), 0, 0
    scenario = field(FULL)
    fields = ("type", "side", "name", "at", "models", "form", "enters", "arrives", "shaken", "shock", "marks", "hunkered", "sprung", "fled",
              "policy", "start", "where", "gone")
    facts = ("at", "wounds", "moved", "acted", "hurt", "ammo", "gone")
    for _ in range(800):
        junk = deepcopy(chance.choice(JUNK))
        key = chance.choice(("B1", "B2", "R1", "R3", "X1"))
        changes: dict[str, Any] = {"phase": chance.choice(PHASES), **chance.choice((
            {"units": {key: {chance.choice(fields): junk, "type": "guard",
            "side": "blue"} if key == "X1" else {chance.choice(fields): junk}}},
            {"units": {key: {"models": {"1": {chance.choice(facts): junk}}}}},
            {"game": {chance.choice(("order", "limit", "reason", "conceded", "acted", "score", "held")): junk}},
            {chance.choice(("turn", "phase", "active", "winner", "units", "game")): junk}))}
        try:
            state = stage(scenario, changes)
        except ValueError as fault:
            told += str(fault) != ""
            continue
        played += 1
        assert decode(encode(state), State) == state and record(state)["phase"] in PHASES
        assert state.active is None or state.phase in (COMMAND, ACTION, RESOLUTION)
    assert played > 30 and played + told == 800


SOUND: dict[str, tuple[Any, ...]] = {
    "at": ("12,12", "4,4", "0,0", "24,24", ["3,3", "4,4", "5,5"]), "models": ({"1": {"gone": True}}, {"1": {"wounds": 0, "acted": True}}),
    "form": ("block", "column"), "enters": ("reserve", "ambush", "deep-strike"), "arrives": (1, 2, 9), "shaken": (True,), "shock": (1, 5),
    "marks": (["melee"],), "hunkered": (True,), "sprung": (True,), "fled": (True,), "policy": ("hold", "12,4 block", "12,23", "Z11"),
    "where": ("gone", "reserve"), "gone": (True,)}


def test_whatever_is_staged_can_be_played_on() -> None:
    chance, staged, scenarios_ = Random(2), 0, [field(), field(FULL), scenarios.load("the-long-line")]
    for _ in range(200):
        scenario = chance.choice(scenarios_)
        keys = [chance.choice(scenario.units)["id"] for _ in range(3)]
        units = {key: {(fact := chance.choice(tuple(SOUND))): chance.choice(SOUND[fact])} for key in keys}
        try:
            state = stage(scenario, {"units": units, "phase": chance.choice((COMMAND, ACTION)), "turn": chance.choice((1, 2, 5))})
        except ValueError:
            continue
        staged += 1
        turn = Turn(state, Luck(), apply)
        for _ in range(6):
            if turn.state.active:
                close(turn, turn.state.active)
        assert not turn.state.active or (turn.state.turn, turn.state.phase) != (state.turn, state.phase)
        assert record(turn.state)["units"].keys() == state.units.keys()
    assert staged > 70


# points, lists and cards

def test_points_are_reckoned_by_the_formula() -> None:
    off = {key: (kind.points, points) for key, kind in TABLES.types.items() if kind.points != (points := worth(kind, TABLES.weapons))}
    assert off == {"lancers": (25, 27)}, "the catalogue counts their pistols among the missile weapons alone"


def test_what_a_scenario_changes_is_reckoned_anew() -> None:
    state = start(field())
    assert state.types["lancers"].points == 27 + 6, "one wound more: toughness 3, armour 1, body 2"
    assert state.types["guard"].points == worth(state.types["guard"], state.weapons) == 14
    assert start(field(lambda w: w["types"].update(lancers={"name": "Uhlans"}))).types["lancers"].points == 25
    assert start(field(kind(points=99))).types["guard"].points == 99


@pytest.mark.parametrize(("stem", "totals"), [("low-wells", [140, 132]), ("three-wadis", [336, 332]), ("the-long-line", [571, 583])])
def test_what_the_scenarios_cost(stem: str, totals: list[int]) -> None:
    state = start(scenarios.load(stem))
    assert [sum((state.types[each.type].points or 0) * each.start for each in state.units.values() if each.side == side.id)
            for side in state.sides] == totals


def test_army_lists_are_reckoned_by_points() -> None:
    judged = armies.judge("system: zones\npoints: 330\narmy: {line-infantry: 2, line-infantry x6: 1, lancers x1: 1, field-gun: 1}",
                          scenarios.load)
    assert (judged.muster.total, judged.muster.limit, judged.muster.counted) == (130 + 78 + 25 + 79, 330, "points") and not judged.spots
    assert judged.muster.rows[1] == ("line-infantry x6", "Line infantry, 6 models", 1, 78)
    assert judged.words.endswith("5 units, 312 points of 330: 18 left\n"
                                 "For 5 units a team a medium table is recommended, 36 x 36 or 36 x 48 inches (ZC 2.3).")
    judged = armies.judge("system: zones\npoints: 12\nyear: 1943\narmy: {line-infantri x2: 2, riders x31: 1, stalker: 1}", scenarios.load)
    assert [(spot.line, spot.says) for spot in judged.spots] == [
        (2, "the army costs 545 of 12 points: 533 too many"), (3, "these rules match armies by points and know no year"),
        (4, "there is no type line-infantri"), (4, "a unit has 1 to 30 models, not 31")]
    assert [spot.instead for spot in judged.spots][2] == "did you mean line-infantry?"


def test_a_list_for_a_scenario_keeps_to_its_limit() -> None:
    limited = field(setup(points=300), third, setup(teams={"allies": ["blue", "green"]}))
    judged = armies.judge("scenario: field\nside: blue\narmy: {guard x4: 6}", lambda _: limited)
    assert (judged.muster.total, judged.muster.limit) == (336, 300) and "36 too many" in judged.spots[0].says
    assert judged.muster.remarks == (
        "For 7 units a team a large table is recommended, 48 x 60 or 48 x 96 inches (ZC 2.3); this one is 24 x 24.",), "with green's one"
    assert armies.judge("scenario: field\nside: red\npoints: 90\narmy: {guard: 2}", lambda _: limited).muster.limit == 90


@pytest.mark.parametrize(("written", "entry"), [
    ("riders", Entry("riders", None)), ("riders x4", Entry("riders", 4)), (" riders  x 12 ", Entry("riders", 12)),
    ("x4", Entry("x4", None)),
    ("riders x99999", Entry("riders x99999", None)), ("riders x", Entry("riders x", None))])
def test_an_entry_of_a_list_may_say_how_many_models(written: str, entry: Entry) -> None:
    assert Entry.read(written) == entry


def test_every_type_has_a_card_a_scenarios_own_too() -> None:
    cards = catalogue(field())
    assert list(cards) == [*TABLES.types, "guard"]
    assert {card.pattern for key, card in cards.items() if key != "guard"} == {pattern for _, _, pattern in FACTIONS.values()}
    guard = cards["guard"]
    assert (guard.cost, guard.facts[0], guard.facts[1], guard.group) == ("42", ("Models", "3"), ("Move", '6"'), "")
    assert guard.grids[0].rows == (("spike", '10"', "2", "2", "1", "1", "2"), ("bayonet", "melee", "1", "1", "0", "1", "–"))
    assert guard.notes[0] == "14 points for each model; 42 for a unit of 3."
    assert guard.notes[2:] == ('The spike also serves in melee, within 6" (ZC 3.3).',
                               "The spike runs out of ammunition; a quiet round in a controlled zone fills it (ZC 5.4).")
    assert [ability.name for ability in cards["skimmers"].abilities] == ["deep strike", "surefoot"]
    assert cards["skimmers"].grids[0].rows[-1][:2] == ("bare hands", "melee"), "ZC 3.3: what fights with nothing else"


def test_a_card_without_weapons_shows_bare_hands() -> None:
    bare = start(field(kind("weapons")))
    assert sheet("guard", bare.types["guard"], bare.weapons).grids[0].rows == (("bare hands", "melee", "1", "0", "0", "1", "–"),)
