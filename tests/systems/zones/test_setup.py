"""Zone Control scenarios: what is filled in, what is refused and where."""

import pytest

from engine.contract import decode, encode
from engine.scenarios import reader
from engine.scenarios.tabletop import PIECES
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.zones.setup.cases import case_position
from engine.systems.zones.setup.start import start
from engine.systems.zones.setup.tabletop_validation import common_point
from engine.systems.zones.state.position import COMMAND, DEPLOYMENT, State
from engine.systems.zones.tables import TABLES
from tests.support.many_cases import for_each
from tests.systems.zones.support.scenario import (
    STEMS,
    Change,
    add_third_side,
    field,
    kind,
    piece,
    setup,
    size,
    spots,
    unit,
    weapon,
)

# what a scenario comes to


def test_a_scenario_fills_in_what_it_leaves_out() -> None:
    state = start(field())
    guard = state.types["guard"]
    assert (guard.wounds, guard.base, guard.traits, guard.name) == (1, 1.0, (), "Guard")
    assert (state.types["lancers"].wounds, state.types["lancers"].move, state.types["lancers"].weapons) == (
        3,
        12,
        ("lance", "pistol"),
    )
    assert (state.setup.rounds, state.setup.first, state.setup.hidden, state.setup.offboard_from) == (
        5,
        "fixed",
        "public",
        1,
    )
    assert (state.setup.shock, state.setup.modifiers) == (TABLES.shock, TABLES.modifiers)
    assert [(side.id, side.edge, side.team) for side in state.sides] == [
        ("blue", "south", "blue"),
        ("red", "north", "red"),
    ]
    assert (state.turn, state.phase, state.active, state.ready) == (0, COMMAND, None, {})
    assert [(each.id, each.name, each.where, each.start, each.arrives) for each in state.units.values()] == [
        ("B1", "Blue Guard", "table", 3, 1),
        ("B2", "B2", "ambush", 3, 1),
        ("B3", "B3", "table", 1, 1),
        ("R1", "R1", "table", 3, 1),
        ("R2", "R2", "table", 2, 1),
        ("R3", "R3", "reserve", 3, 3),
    ]


def test_models_stand_by_their_form_or_each_at_its_own_place() -> None:
    state = start(field())
    assert spots(state, "B1") == [(400, 400), (550, 400), (700, 400)]
    assert spots(state, "R1") == [(400, 2000), (400, 2150), (400, 2300)], (
        "back towards the own edge, the north (ZC 3.8)"
    )
    assert spots(state, "R2") == [(1400, 2000), (1600, 2001)], "rounded halves up (ZC 1.1)"
    assert [dict(model.ammo) for model in state.units["B1"].models] == [{"spike": 2}] * 3
    assert dict(state.units["B3"].models[0].ammo) == {"field-gun": 3} and state.units["R3"].models[0].wounds == 3


def test_switches_change_single_entries() -> None:
    changed = field(
        setup(shock={"hurt": 0}, modifiers={"shoot": {"moved": 2}}, first="roll", hidden="secret", offboard_from=2),
        add_third_side,
        setup(teams={"allies": ["blue", "green"]}),
        lambda w: w.update(turns=10),
    )
    state = start(changed)
    assert (
        state.setup.shock == {**TABLES.shock, "hurt": 0} and state.setup.modifiers["melee"] == TABLES.modifiers["melee"]
    )
    assert state.setup.modifiers["shoot"] == {**TABLES.modifiers["shoot"], "moved": 2} and state.setup.rounds == 10
    assert [side.team for side in state.sides] == ["allies", "red", "allies"]


def test_free_deployment_begins_with_it() -> None:
    areas = {"blue": [[24, 8], [0, 0]], "red": [[0, 8], [24, 24]]}
    state = start(field(setup(deployment="free", deploy=areas)))
    assert (state.phase, state.ready) == (DEPLOYMENT, state.units)
    assert state.setup.deploy["blue"] == ((0, 0), (24, 8)), "whichever corners are named; areas may touch"


@pytest.mark.parametrize("stem", STEMS)
def test_a_position_is_the_same_after_a_journey_through_json(stem: str) -> None:
    for state in (start(reader.load(stem)), case_position(reader.load(stem), {"turn": 2, "phase": "action"})):
        again = decode(encode(state), State)
        assert again == state and encode(again) == encode(state)


# what is refused

WRONG: list[tuple[Change, str]] = [
    (lambda w: w.update(board={"hex": {"legend": {".": "plain"}, "rows": ["..", ".."]}}), "played on a table"),
    (size(width=30), "multiple of 12 inches up to 108, not 30"),
    (size(width=120), "not 120 (ZC 2.1); write 108"),
    (size(height=24.5), "not 24.5"),
    (piece(kind="woods", shape=[[12, 12], [13, 12], [13, 13]]), "woods is not a terrain of Zone Control"),
    (piece(kind="spars", shape=[[12, 12], [13, 12], [13, 13]]), "did you mean sparse"),
    (piece(line=[[1, 1], [2, 1]]), "terrain is an area"),
    (piece(at=[1, 1]), "written as a point"),
    (piece(shape=[[1, 1], [2, 1], [2, 2]], value=3), "no value in Zone Control"),
    (piece(shape=[[1, 1], [2, 1], [2, 2]], cover="hard"), "no cover in Zone Control"),
    (piece(shape=[[12, 12], [14, 14], [14, 12], [12, 14]]), "crosses itself"),
    (piece(shape=[[12, 12], [25, 14], [14, 12]]), "off the table"),
    (piece(shape=[[6.5, 9], [9, 12], [9, 9]]), "New and Ruin overlap"),
    (piece(shape=[[3, 11], [4, 11], [4, 12]]), "New and Grove overlap"),
    (piece(shape=[[2, 10], [6, 10], [6, 14], [2, 14]]), "overlap near 4,12"),
    (piece(shape=[[0, 0], [24, 0], [24, 24], [0, 24]]), "overlap"),
    (unit(0, id="Guard"), "letters followed by digits"),
    (unit(0, id="1B"), "letters followed by digits"),
    (unit(1, id="b1"), "already the name of unit 1 in the list"),
    (unit(1, name="r1"), "the id of another unit"),
    (unit(0, name='The "Blues"'), "no quotation marks"),
    (unit(0, type="gard"), "there is no type gard; did you mean guard"),
    (unit(0, facing=3), "facing is not known here"),
    (unit(0, model=3), "did you mean models"),
    (unit(0, models=0), "from 1 to 30"),
    (unit(0, models="3"), "from 1 to 30, not 3"),
    (unit(0, models=True), "from 1 to 30"),
    (unit(0, form="square"), "line, block or column"),
    (unit(0, at="here"), "here is not a place"),
    (unit(0, at="4,4,4"), "is not a place"),
    (unit(0, at=[4, 4]), 'write at: "4,4"'),
    (unit(0, at="4,nan"), "is not a place"),
    (unit(0, at=4), "a place as text"),
    (unit(0, at=["4,4", "5,5"]), "has 3 models, but is given 2 places"),
    (unit(0, "at"), "B1 has no place"),
    (unit(0, enters="reserve"), "has both at and enters"),
    (unit(1, enters="ambsh"), "did you mean ambush"),
    (unit(1, enters="deep-strike"), "marksmen does not have the trait deep-strike"),
    (unit(1, type="guard"), "it has no traits"),
    (unit(1, arrives=2), "B2 is not a reserve"),
    (unit(5, arrives=0), "arrives is a whole number"),
    (unit(0, at="23,4"), 'B1.2 at 24.5,4 is not wholly on the table; its base is 1" wide'),
    (unit(0, at="0.49,4"), 'stay 0.5" away'),
    (unit(0, at=["4,4", "5,4", "8.01,4"]), 'B1 is split into 2 groups (ZC 3.4); keep its models within 3"'),
    (unit(2, at="5.5,5.49"), "B3.1 at 5.5,5.49 overlaps B1.2 at 5.5,4"),
    (unit(0, at=["4,4", "4.99,4", "7,4"]), 'leave 1" between'),
    (lambda w: w.update(units=w["units"][:3]), "red has no units"),
    (lambda w: w.update(units=[]), "blue has no units"),
    (lambda w: w.update(sides={"blue": {"name": "Blue"}}, units=w["units"][:3]), "a game needs two teams"),
    (
        lambda w: w["units"].extend({**w["units"][1], "id": f"B{n}", "models": 30} for n in range(10, 30)),
        "at most 500 are allowed",
    ),
    (lambda w: w["setup"].pop("edges"), "write edges: {blue: south, red: north}"),
    (setup(edges={"blue": "south"}), "red has no edge"),
    (setup(edges={"blue": "south", "red": "nort"}), "did you mean north"),
    (setup(edges={"blue": "south", "red": "north", "x": "west"}), "x is not"),
    (setup(edges=["south", "north"]), "edges is a mapping"),
    (setup(edge={}), "did you mean edges"),
    (setup(objectives={"zone": "Z11"}), "objectives are a list"),
    (setup(objectives=["Z11"]), "a mapping"),
    (setup(objectives=[{"zone": "Z13", "value": 2}]), "there is no zone Z13 on this table; the zones are Z11 to Z22"),
    (setup(objectives=[{"value": 2}]), "needs its zone"),
    (setup(objectives=[{"zone": "Z11"}]), "needs its value"),
    (setup(objectives=[{"zone": "Z11", "value": 1}]), "from 2 to 1000, not 1"),
    (setup(objectives=[{"zone": "Z11", "value": 2.5}]), "not 2.5"),
    (setup(objectives=[{"zone": "Z11", "value": 2}] * 2), "Z11 already has an objective, number 1"),
    (setup(objectives=[{"zone": "Z11", "worth": 2}]), "worth is not known"),
    (setup(teams={"a": ["blue", "blu"]}), "did you mean blue"),
    (setup(teams={"a": ["blue"], "b": ["blue", "red"]}), "blue is already in the team a"),
    (setup(teams={"a": ["blue", "red"]}), "in one team"),
    (setup(teams={"a": "blue"}), "a team is a list"),
    (setup(teams={"contested": ["blue"]}), "cannot be a team"),
    (setup(teams=["blue"]), "teams is a mapping"),
    (setup(teams={"red": ["blue"]}), "red is a side that is not in this team"),
    (setup(first="random"), "fixed, alternate or roll"),
    (setup(hidden=True), "public or secret"),
    (setup(offboard_from=0), "from 1 to 1000"),
    (setup(deployment="free"), "blue has no area"),
    (setup(deploy={"blue": [[0, 0]]}), "two opposite corners, not 1"),
    (setup(deploy={"blue": [[0, 0], [0, 24]]}), "is empty: its corners"),
    (setup(deploy={"blue": [[0, 0], [25, 4]]}), "25,4 is off the table"),
    (
        setup(deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 7], [24, 24]]}),
        "areas of blue and red overlap from 0,7 to 24,8",
    ),
    (
        setup(deployment="free", deploy={"blue": [[0, 0], [24, 4]], "red": [[0, 16], [24, 24]]}),
        "B1.1 at 4,4 is not wholly inside",
    ),
    (setup(points=100), "blue has 184 of 100 points: 84 too many"),
    (setup(points="many"), "points is a whole number"),
    (setup(shock={"fear": 1}), "fear is not known"),
    (setup(shock={"hurt": -1}), "from 0 to 20"),
    (setup(shock=1), "shock is a mapping"),
    (setup(modifiers={"moved": 1}), "known are shoot, melee"),
    (setup(modifiers={"melee": {"moved": 1}}), "known are cover-sparse"),
    (setup(modifiers={"shoot": {"moved": "1"}}), "moved is a whole number"),
    (setup(modifiers={"shoot": 1}), "shoot is a mapping"),
    (setup(weapons=["spike"]), "weapons is a mapping"),
    (weapon(range=5), "range in inches (6 for melee, more for shooting) cannot be 5"),
    (weapon("range"), "spike has no range"),
    (weapon(range=6), "melee alone and has no close"),
    (weapon(attacks=0), "from 1 to 20"),
    (weapon(reach=5), "reach is not known"),
    (weapon(close="yes"), "true or false"),
    (setup(weapons={"a b": {}}), "cannot be the key"),
    (setup(weapons={"bayonet": {"ammo": 3}}), "melee alone and has no ammo"),
    (setup(weapons={"spike": None}), "a weapon is a mapping"),
    (kind(move="fast"), "move in inches is a number"),
    (kind("move", "melee"), "guard has no move and no melee"),
    (kind(morale=2.5), "not 2.5"),
    (kind(base=0), "base in inches cannot be 0"),
    (kind(base=13), "cannot be 13"),
    (kind(wounds=0), "from 1 to 99"),
    (kind(weapons=["spke"]), "did you mean spike"),
    (kind(weapons="spike"), "a list"),
    (kind(weapons=["spike", "spike"]), "is listed twice"),
    (kind(traits=["fly"]), "there is no trait fly; known are deep-strike, ambush, surefoot"),
    (kind(speed=3), "speed is not known here"),
    (kind(name=""), "a type's name"),
    (lambda w: w["types"].update({"5th": {}}), "cannot be the key of a type"),
]


@for_each(("change", "says"), WRONG, ids=[f"{nth} {says}" for nth, (_, says) in enumerate(WRONG)])
def test_what_a_scenario_gets_wrong_is_told(change: Change, says: str) -> None:
    with pytest.raises(FaultyFile) as faulty:
        field(change)
    told = [f"{spot.says}; {spot.instead}" for spot in faulty.value.faults]
    assert any(says in one for one in told), told


RIGHT: list[Change] = [
    unit(2, at="5.5,5.5"),
    unit(0, at="0.5,0.5"),
    unit(0, at=["4,4", "5,4", "8,4"]),
    unit(1, name="B1 again"),
    unit(1, name="Blue Guard"),
    piece(shape=[[6, 14], [10, 14], [8, 16]]),
    piece(shape=[[10, 12], [12, 10], [12, 14]]),
    piece(shape=[[1, 9], [11, 9], [11, 15], [1, 15], [1, 14], [10, 14], [10, 10], [1, 10]]),
    setup(points=300),
    setup(deploy={"blue": [[0, 0], [24, 8]]}),
    unit(1, arrives=None),
    setup(
        teams=None, points=None, weapons={"spike": {"range": 6.5, "attacks": 1, "strength": 0, "ap": 0, "damage": 1}}
    ),
    setup(teams={"blue": ["blue"], "cold": ["red"]}),
    size(width=108, height=12 * 9),
    kind("models"),
    lambda w: w["board"]["table"].pop("terrain"),
]


@for_each("change", RIGHT, ids=map(str, range(len(RIGHT))))
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
    (spot,) = reader.faults(text)
    assert (spot.line, spot.column) == (7, 45) and spot.says.startswith("R1.1 at 12,30 is not wholly on the table")


def test_areas_that_have_no_more_than_edges_in_common_do_not_overlap() -> None:
    square, ring = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0))
    assert (
        common_point(square, tuple((x + 4, y) for x, y in square)) is None
        and common_point(square, tuple((x + 4, y + 4) for x, y in square)) is None
    )
    assert common_point(square, ring) == (2, 2), "the same area from another corner, the other way round"
    assert common_point(square, ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0))) and common_point(
        ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0)), square
    )
    assert common_point(square, ((0.0, 0.0), (4.0, 4.0), (8.0, 0.0))), "crossing at corners"
    assert common_point(((0.0, 0.0), (3.0, 1.0), (0.0, 2.0)), ((3.0, 1.0), (6.0, 0.0), (6.0, 2.0))) is None


def test_the_terrain_of_a_stranger_is_judged_in_good_time() -> None:
    rows = [
        {"kind": "sparse", "shape": [[x * 0.3, y], [x * 0.3 + 0.3, y], [x * 0.3 + 0.3, y + 1], [x * 0.3, y + 1]]}
        for x in range(60)
        for y in range(5, 10)
    ]
    assert len(rows) == PIECES and start(field(lambda w: w["board"]["table"].update(terrain=rows)))
