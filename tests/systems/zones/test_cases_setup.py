"""Zone Control: what cases may set, whatever is written, army lists, points and cards."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine.contract import Turn, decode, encode
from engine.scenarios import army_lists, reader, yaml_reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems.zones.presentation.cards import FACTION_CARDS, build_card, cards
from engine.systems.zones.rules.turn.sequence import close
from engine.systems.zones.setup.army_lists import ArmyRow
from engine.systems.zones.setup.cases import case_position, case_view
from engine.systems.zones.setup.point_costs import model_points
from engine.systems.zones.setup.start import start
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.position import ACTION, COMMAND, DEPLOYMENT, PHASES, RESOLUTION, State
from engine.systems.zones.tables import TABLES
from tests.support.corrupt_scenarios import spoiled, ways
from tests.systems.acw.support.board import Luck
from tests.systems.zones.support.scenario import (
    STEMS,
    Change,
    add_third_side,
    field,
    kind,
    setup,
    spots,
    unit,
    written_scenario,
)

# what cases may set


def staged(**changes: Any) -> State:
    return case_position(field(), changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"weather": "rain"}, "cannot be set"),
        ({"phase": "melee"}, "no phase"),
        ({"phase": "over"}, "has a winner"),
        ({"phase": "over", "winner": "them"}, "no winner"),
        ({"winner": "blue", "phase": "action"}, "no other has one"),
        ({"turn": 6}, "from 1 to 5"),
        ({"turn": True}, "from 1 to 5"),
        ({"turn": 0}, "turn 0 is the deployment"),
        ({"phase": "deployment"}, "deployment: free"),
        ({"active": "green"}, "no side; there are blue, red"),
        ({"units": []}, "mapping"),
        ({"units": {"B1": 1}}, "as a mapping"),
        ({"units": {"X1": {"type": "guard"}}}, "a type and a side"),
        ({"units": {"X1": {"type": "gard", "side": "red", "at": "4,4"}}}, "did you mean guard"),
        ({"units": {"X1": {"type": "guard", "side": "green", "at": "4,4"}}}, "is not a side"),
        ({"units": {"X1": {"type": "guard", "side": "red"}}}, "has no place"),
        ({"units": {"X1": {"type": "guard", "side": "red", "at": ["4,4"]}}}, "has 3 models, but 1 places are given"),
        ({"units": {"X1": {"type": "guard", "side": "red", "at": "23,4"}}}, "off the table, at 24.5,4"),
        ({"units": {"B1": {"colour": "red"}}}, "has no colour"),
        ({"units": {"B1": {"count": 2}}}, "has no count"),
        ({"units": {"B1": {"at": "here"}}}, "is not a place"),
        ({"units": {"B1": {"at": ["4,4", "6,4"]}}}, "has 3 models"),
        ({"units": {"B1": {"models": 2}}}, "are a mapping"),
        ({"units": {"B1": {"models": {"4": {"wounds": 1}}}}}, "no model 4; it has 1, 2, 3"),
        ({"units": {"B1": {"models": {"1": {"wounds": 2}}}}}, "0 to 1 wounds, not 2"),
        ({"units": {"B1": {"models": {"1": 0}}}}, "as a mapping"),
        ({"units": {"B1": {"models": {"1": {"ammo": {"spike": 3}}}}}}, "0 to 2 for its spike"),
        ({"units": {"B1": {"models": {"1": {"ammo": {"rifle": 1}}}}}}, "not 1 for rifle"),
        ({"units": {"B1": {"shock": -1}}}, "shock from 0"),
        ({"units": {"B1": {"shaken": "yes"}}}, "Expected"),
        ({"units": {"B1": {"marks": ["fear"]}}}, "melee and surprise"),
        ({"units": {"B1": {"where": "table", "enters": "reserve"}, "R3": {"where": "table"}}}, "needs a place"),
        ({"units": {"R3": {"policy": "soon"}}}, "is not a place"),
        ({"units": {"R3": {"policy": "4,20 6,20"}}}, "a place for each model"),
        ({"units": {"R3": {"models": {"1": {"at": "4,4"}}}}}, "is not on the table"),
        ({"units": {"B1": {"start": 2}}}, "not 2"),
        ({"game": {"luck": 1}}, "game has no luck"),
        ({"game": {"score": {}}}, "follows from where models stand"),
        ({"game": {"order": ["red"]}}, "each side once"),
        ({"game": {"conceded": ["x"]}}, "no side"),
        ({"game": {"acted": ["x"]}}, "no unit"),
        ({"game": {"limit": 0}}, "number of rounds"),
        ({"game": {"reason": "luck"}}, "no reason"),
    ],
)
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        case_position(field(), changes)


def test_a_case_begins_after_the_setting_up() -> None:
    state = staged(units={"B1": {"shock": 2}})
    assert (state.turn, state.phase, state.active, state.game.order) == (1, ACTION, "blue", ("blue", "red"))
    waiting = case_position(field(unit(5, "arrives"), lambda w: w.update(sides={"red": {}, "blue": {}})), {})
    assert (waiting.phase, waiting.active) == (COMMAND, "red"), "a reserve may come in round 1"


def test_removals_come_first_then_places_then_the_rest() -> None:
    state = staged(
        units={
            "B1": {
                "models": {"1": {"gone": True}, "3": {"wounds": 0, "ammo": {"spike": 0}}},
                "at": "8,2",
                "form": "column",
            }
        }
    )
    band = state.units["B1"]
    assert [(model.number, model.at, model.wounds) for model in band.models] == [(2, (800, 200), 1), (3, (800, 50), 0)]
    assert (band.start, band.models[1].ammo, band.models[0].ammo) == (3, {"spike": 0}, {"spike": 2})
    each = staged(units={"B1": {"at": ["8,2", "9,3", "10,2"], "models": {"2": {"at": "9,2"}}}})
    assert spots(each, "B1") == [(800, 200), (900, 200), (1000, 200)]


def test_units_are_added_come_on_and_go() -> None:
    state = staged(
        units={
            "B9": {"type": "guard", "models": 2, "side": "blue", "at": "4,8", "shock": 1},
            "R3": {"at": "12,20"},
            "R2": {"gone": True},
            "R1": {"models": {number: {"gone": True} for number in "123"}},
            "B3": {"enters": "reserve", "arrives": 4},
            "R9": {"type": "field-gun", "side": "red", "at": "20,20", "models": {"1": {"ammo": {"field-gun": 1}}}},
        }
    )
    assert state.roster == ("B1", "B2", "B3", "R1", "R2", "R3", "B9", "R9") and tuple(state.units) == state.roster
    assert [state.units[key].where for key in ("R3", "R2", "R1", "B3", "B9")] == [
        "table",
        "gone",
        "gone",
        "reserve",
        "table",
    ]
    assert (state.units["B9"].start, state.units["B9"].shock, state.units["B3"].arrives, state.units["R1"].models) == (
        2,
        1,
        4,
        (),
    )
    assert spots(state, "R3") == [(1200, 2000), (1400, 2000), (1600, 2000)] and state.units["R9"].models[0].ammo == {
        "field-gun": 1
    }


def test_what_is_given_another_type_or_side_begins_anew() -> None:
    state = staged(units={"B1": {"type": "field-gun", "at": "4,8"}})
    assert (state.units["B1"].type, state.units["B1"].name, spots(state, "B1")) == (
        "field-gun",
        "Blue Guard",
        [(400, 800)],
    )


@pytest.mark.parametrize(
    ("first", "changes", "order", "active"),
    [
        ("fixed", {"turn": 2}, ("blue", "red"), "blue"),
        ("alternate", {"turn": 2}, ("red", "blue"), "red"),
        ("alternate", {"turn": 2, "phase": "action", "active": "blue"}, ("red", "blue"), "blue"),
        ("roll", {"turn": 3}, ("blue", "red"), "blue"),
        ("fixed", {"active": "red"}, ("blue", "red"), "red"),
        ("fixed", {"game": {"order": ["red", "blue"]}}, ("red", "blue"), "red"),
    ],
)
def test_who_is_active(first: str, changes: dict[str, Any], order: tuple[str, ...], active: str) -> None:
    state = case_position(field(setup(first=first)), changes)
    assert (state.game.order, state.active) == (order, active)


def test_a_case_may_begin_in_the_deployment_or_after_it() -> None:
    free = field(setup(deployment="free", deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 16], [24, 24]]}))
    state = case_position(free, {"units": {"B1": {"at": "8,2"}}})
    assert (state.turn, state.phase, state.active, state.ready) == (0, DEPLOYMENT, None, state.units)
    state = case_position(free, {"turn": 1})
    assert (state.phase, state.active, state.ready) == (ACTION, "blue", {})


def test_no_die_is_needed_to_set_a_case() -> None:
    late = [
        {"id": "B1", "type": "guard", "side": "blue", "enters": "reserve", "arrives": 3},
        {"id": "R1", "type": "guard", "side": "red", "enters": "reserve", "arrives": 3},
    ]
    state = case_position(field(setup(first="roll"), lambda w: w.update(units=late)), {"turn": 3, "phase": "command"})
    assert (state.turn, state.phase, state.active) == (3, COMMAND, "blue")


def test_the_record_is_written_in_inches() -> None:
    told = case_view(staged(units={"B1": {"at": "8.25,2", "models": {"2": {"wounds": 0}}}}, game={"limit": 7}))
    band = told["units"]["B1"]
    assert (band["at"], band["count"], band["start"], band["where"], band["gone"]) == ("8.25,2", 3, 3, "table", False)
    assert band["models"]["2"] == {
        "at": "9.75,2",
        "wounds": 0,
        "moved": False,
        "acted": False,
        "hurt": False,
        "ammo": {"spike": 2},
    }
    assert (told["units"]["R3"]["at"], told["units"]["R3"]["where"], told["units"]["R3"]["models"]["1"]["at"]) == (
        None,
        "reserve",
        None,
    )
    assert told["game"] == {
        "order": ["blue", "red"],
        "limit": 7,
        "reason": None,
        "conceded": [],
        "score": {"blue": 2, "red": 3},
        "control": {"Z11": "blue", "Z21": "blue", "Z12": "red", "Z22": "red"},
    }


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
    "4,4",
    "Z11",
    "B1",
    "line",
    "blue",
    "guard",
    "sparse",
    [],
    [1],
    [1, 2],
    ["4,4"],
    ["4,4", "6,4", "8,4"],
    [[0, 0], [9, 9]],
    [[0, 0], [9, 0], [9, 9]],
    {},
    {"blue": 1},
    {"a": [1]},
    {"1": {}},
    ["blue", "red"],
    {"a": ["blue", "red"]},
    [{"zone": "Z11", "value": 2}],
    {"1": {"gone": True}},
)
FULL: Change = setup(
    teams={"cold": ["blue"], "warm": ["red"]},
    first="roll",
    hidden="secret",
    offboard_from=2,
    points=400,
    shock={"hurt": 2},
    modifiers={"shoot": {"moved": 2}},
    deployment="free",
    deploy={"blue": [[0, 0], [24, 8]], "red": [[0, 16], [24, 24]]},
)


def wholes() -> list[dict[str, Any]]:
    return [written_scenario(FULL), *(yaml_reader.read(reader.read_text(reader.find_shipped(stem))) for stem in STEMS)]


def test_whatever_stands_anywhere_in_a_scenario_it_is_played_or_told() -> None:
    chance, played, told = Random(1), 0, 0
    for whole in wholes():
        known = list(ways(whole))
        for _ in range(200):
            try:
                scenario = reader.parse(spoiled(whole, known, chance, JUNK))
            except FaultyFile as faulty:
                told += 1
                assert all(spot.says for spot in faulty.faults)
                continue
            if scenario.system == "zones":
                played += 1
                assert decode(encode(start(scenario)), State).roster == tuple(each["id"] for each in scenario.units)
                assert cards(scenario) and case_view(case_position(scenario, {}))
    assert played > 60 < told


def test_whatever_a_case_sets_it_is_staged_or_told() -> None:
    chance, played, told = Random(1), 0, 0
    scenario = field(FULL)
    fields = (
        "type",
        "side",
        "name",
        "at",
        "models",
        "form",
        "enters",
        "arrives",
        "shaken",
        "shock",
        "marks",
        "hunkered",
        "sprung",
        "fled",
        "policy",
        "start",
        "where",
        "gone",
    )
    facts = ("at", "wounds", "moved", "acted", "hurt", "ammo", "gone")
    for _ in range(800):
        junk = deepcopy(chance.choice(JUNK))
        key = chance.choice(("B1", "B2", "R1", "R3", "X1"))
        changes: dict[str, Any] = {
            "phase": chance.choice(PHASES),
            **chance.choice(
                (
                    {
                        "units": {
                            key: {chance.choice(fields): junk, "type": "guard", "side": "blue"}
                            if key == "X1"
                            else {chance.choice(fields): junk}
                        }
                    },
                    {"units": {key: {"models": {"1": {chance.choice(facts): junk}}}}},
                    {"game": {chance.choice(("order", "limit", "reason", "conceded", "acted", "score", "held")): junk}},
                    {chance.choice(("turn", "phase", "active", "winner", "units", "game")): junk},
                )
            ),
        }
        try:
            state = case_position(scenario, changes)
        except ValueError as fault:
            told += str(fault) != ""
            continue
        played += 1
        assert decode(encode(state), State) == state and case_view(state)["phase"] in PHASES
        assert state.active is None or state.phase in (COMMAND, ACTION, RESOLUTION)
    assert played > 30 and played + told == 800


SOUND: dict[str, tuple[Any, ...]] = {
    "at": ("12,12", "4,4", "0,0", "24,24", ["3,3", "4,4", "5,5"]),
    "models": ({"1": {"gone": True}}, {"1": {"wounds": 0, "acted": True}}),
    "form": ("block", "column"),
    "enters": ("reserve", "ambush", "deep-strike"),
    "arrives": (1, 2, 9),
    "shaken": (True,),
    "shock": (1, 5),
    "marks": (["melee"],),
    "hunkered": (True,),
    "sprung": (True,),
    "fled": (True,),
    "policy": ("hold", "12,4 block", "12,23", "Z11"),
    "where": ("gone", "reserve"),
    "gone": (True,),
}


def test_whatever_is_staged_can_be_played_on() -> None:
    chance, staged, scenarios_ = Random(2), 0, [field(), field(FULL), reader.load("the-long-line")]
    for _ in range(200):
        scenario = chance.choice(scenarios_)
        keys = [chance.choice(scenario.units)["id"] for _ in range(3)]
        units = {key: {(fact := chance.choice(tuple(SOUND))): chance.choice(SOUND[fact])} for key in keys}
        try:
            state = case_position(
                scenario, {"units": units, "phase": chance.choice((COMMAND, ACTION)), "turn": chance.choice((1, 2, 5))}
            )
        except ValueError:
            continue
        staged += 1
        turn = Turn(state, Luck(), apply)
        for _ in range(6):
            if turn.state.active:
                close(turn, turn.state.active)
        assert not turn.state.active or (turn.state.turn, turn.state.phase) != (state.turn, state.phase)
        assert case_view(turn.state)["units"].keys() == state.units.keys()
    assert staged > 70


# points, lists and cards


def test_points_are_reckoned_by_the_formula() -> None:
    off = {
        key: (kind.points, points)
        for key, kind in TABLES.types.items()
        if kind.points != (points := model_points(kind, TABLES.weapons))
    }
    assert off == {"lancers": (25, 27)}, "the catalogue counts their pistols among the missile weapons alone"


def test_what_a_scenario_changes_is_reckoned_anew() -> None:
    state = start(field())
    assert state.types["lancers"].points == 27 + 6, "one wound more: toughness 3, armour 1, body 2"
    assert state.types["guard"].points == model_points(state.types["guard"], state.weapons) == 14
    assert start(field(lambda w: w["types"].update(lancers={"name": "Uhlans"}))).types["lancers"].points == 25
    assert start(field(kind(points=99))).types["guard"].points == 99


@pytest.mark.parametrize(
    ("stem", "totals"), [("low-wells", [140, 132]), ("three-wadis", [336, 332]), ("the-long-line", [571, 583])]
)
def test_what_the_scenarios_cost(stem: str, totals: list[int]) -> None:
    state = start(reader.load(stem))
    assert [
        sum((state.types[each.type].points or 0) * each.start for each in state.units.values() if each.side == side.id)
        for side in state.sides
    ] == totals


def test_army_lists_are_reckoned_by_points() -> None:
    judged = army_lists.check_army_list(
        "system: zones\npoints: 330\narmy: {line-infantry: 2, line-infantry x6: 1, lancers x1: 1, field-gun: 1}",
        reader.load,
    )
    assert (judged.army.total, judged.army.limit, judged.army.counted) == (
        130 + 78 + 25 + 79,
        330,
        "points",
    ) and not judged.faults
    assert judged.army.rows[1] == ("line-infantry x6", "Line infantry, 6 models", 1, 78)
    assert judged.words.endswith(
        "5 units, 312 points of 330: 18 left\n"
        "For 5 units a team a medium table is recommended, 36 x 36 or 36 x 48 inches (ZC 2.3)."
    )
    judged = army_lists.check_army_list(
        "system: zones\npoints: 12\nyear: 1943\narmy: {line-infantri x2: 2, riders x31: 1, stalker: 1}", reader.load
    )
    assert [(spot.line, spot.says) for spot in judged.faults] == [
        (2, "the army costs 545 of 12 points: 533 too many"),
        (3, "Zone Control balances armies by points alone and has no year"),
        (4, "there is no type line-infantri"),
        (4, "a unit has 1 to 30 models, not 31"),
    ]
    assert [spot.instead for spot in judged.faults][2] == "did you mean line-infantry?"


def test_a_list_for_a_scenario_keeps_to_its_limit() -> None:
    limited = field(setup(points=300), add_third_side, setup(teams={"allies": ["blue", "green"]}))
    judged = army_lists.check_army_list("scenario: field\nside: blue\narmy: {guard x4: 6}", lambda _: limited)
    assert (judged.army.total, judged.army.limit) == (336, 300) and "36 too many" in judged.faults[0].says
    assert judged.army.remarks == (
        "For 7 units a team a large table is recommended, 48 x 60 or 48 x 96 inches (ZC 2.3); this one is 24 x 24.",
    ), "with green's one"
    assert (
        army_lists.check_army_list(
            "scenario: field\nside: red\npoints: 90\narmy: {guard: 2}", lambda _: limited
        ).army.limit
        == 90
    )


@pytest.mark.parametrize(
    ("written", "entry"),
    [
        ("riders", ArmyRow("riders", None)),
        ("riders x4", ArmyRow("riders", 4)),
        (" riders  x 12 ", ArmyRow("riders", 12)),
        ("x4", ArmyRow("x4", None)),
        ("riders x99999", ArmyRow("riders x99999", None)),
        ("riders x", ArmyRow("riders x", None)),
    ],
)
def test_an_entry_of_a_list_may_say_how_many_models(written: str, entry: ArmyRow) -> None:
    assert ArmyRow.read(written) == entry


def test_every_type_has_a_card_a_scenarios_own_too() -> None:
    catalogue = cards(field())
    assert list(catalogue) == [*TABLES.types, "guard"]
    assert {card.pattern for key, card in catalogue.items() if key != "guard"} == {
        pattern for _, _, pattern in FACTION_CARDS.values()
    }
    guard = catalogue["guard"]
    assert (guard.cost, guard.facts[0], guard.facts[1], guard.group) == ("42", ("Models", "3"), ("Move", '6"'), "")
    assert guard.grids[0].rows == (
        ("spike", '10"', "2", "2", "1", "1", "2"),
        ("bayonet", "melee", "1", "1", "0", "1", "–"),
    )
    assert guard.notes[0] == "14 points per model; 42 for a unit of 3."
    assert guard.notes[2:] == (
        'The spike can also be used in melee, within 6" (ZC 3.3).',
        "The spike has limited ammunition; a round without actions in a controlled zone refills it (ZC 5.4).",
    )
    assert [ability.name for ability in catalogue["skimmers"].abilities] == ["deep strike", "surefoot"]
    assert catalogue["skimmers"].grids[0].rows[-1][:2] == ("bare hands", "melee"), (
        "ZC 3.3: what fights with nothing else"
    )


def test_a_card_without_weapons_shows_bare_hands() -> None:
    bare = start(field(kind("weapons")))
    assert build_card("guard", bare.types["guard"], bare.weapons).grids[0].rows == (
        ("bare hands", "melee", "1", "0", "0", "1", "–"),
    )
