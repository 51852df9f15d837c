"""Army lists for a board: right and wrong ones, what is offered in their place, and which scenarios are boards."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import checking, play
from engine.contract import Turn
from engine.scenarios import reader
from engine.scenarios.army_lists import judge_muster, read_army_list
from engine.scenarios.boards import NoBoard, as_board, board_points, usual_points
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import SYSTEMS, rules_of
from engine.table import Table
from engine.toolkit.muster.army_text import MOST_UNITS, UnreadableArmy, army_text, read_army
from engine.toolkit.muster.judging import check_list
from engine.toolkit.muster.position import Mustering
from engine.toolkit.muster.reduction import reduced_army
from engine.toolkit.muster.units import offers_muster
from tests.engine.muster_boards import BOARDS, all_boards, board, every_board
from tests.support import random_games
from tests.support.many_cases import for_each
from tests.support.sampling import examples, share
from tests.support.toy_system import NOW

WITH_POINTS = all_boards()
LISTS = st.dictionaries(
    st.from_regex(r"[a-z][a-z-]{0,8}[a-z]( x[1-9][0-9]?)?", fullmatch=True),
    st.integers(1, MOST_UNITS),
    min_size=1,
    max_size=MOST_UNITS,
)


@cache
def types(stem: str) -> tuple[str, ...]:
    """The cheaper types of units on a board, of either side; some of them may be barred to one."""
    rules, scenario = SYSTEMS[board(stem).system], board(stem)
    army = dict.fromkeys(rules.cards(reader.load(stem)), 1)
    rows = rules.check_army(reader.load(stem), next(iter(scenario.sides)), army, {"points": 10_000}).rows
    return tuple(key for key, _, _, cost in sorted(rows, key=lambda row: (row[3], row[0])) if cost)[:24]


@settings(max_examples=examples(200))
@given(LISTS)
def test_a_list_can_be_written_and_read_again(army: dict[str, int]) -> None:
    assert read_army(army_text(army)) == army == read_army_list(army_text(army))


@pytest.mark.parametrize(
    ("text", "army"),
    [
        ("3 knights, 1 bowmen", {"knights": 3, "bowmen": 1}),
        ("{Line Infantry x6: 2}", {"line-infantry x6": 2}),
        ("knights; bowmen: 2, knights", {"knights": 2, "bowmen": 2}),
        ("2 x knights\n", {"knights": 2}),
    ],
)
def test_lists_are_read_as_people_write_them(text: str, army: dict[str, int]) -> None:
    assert read_army(text) == army


@pytest.mark.parametrize(
    "text",
    ["", " , ;", "knights: 0", "knights: many", "knights: -1", "knights: 41", "knights: ٣", "knights: 00000000199999"],
)
def test_what_is_no_list_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(UnreadableArmy, match="number"):
        read_army(text)


@settings(max_examples=examples(300), deadline=None)
@given(st.text(max_size=60))
def test_nothing_that_is_typed_as_a_list_raises_anything_else(text: str) -> None:
    scenario = board("champions-field")
    state = rules_of(scenario).start(scenario)
    for verdict in checking.check(rules_of(scenario), state, "west", f"muster {text}"):
        assert verdict.accepted or verdict.problems
    try:
        judge_muster(text, scenario, "west")
    except FaultyFile as faulty:
        assert faulty.faults


@every_board
@settings(max_examples=examples(200), deadline=None)
@given(data=st.data())
def test_what_is_accepted_can_be_set_up_and_costs_no_more_than_the_points(stem: str, data: st.DataObject) -> None:
    scenario = board(stem)
    rules = rules_of(scenario)
    turn = Turn(rules.start(scenario), random_games.Falling(stem), rules.apply)
    for side in scenario.sides:
        army = data.draw(st.dictionaries(st.sampled_from(types(stem)), st.integers(1, 3), min_size=1, max_size=4))
        judged = check_list(SYSTEMS[scenario.system], scenario, side, army)
        text = f"muster {army_text(army)}"
        (verdict,) = checking.check(rules, rules.view(turn.state, side), side, text)
        assert verdict.accepted == (not judged.faults), verdict.problems
        assert judged.faults or (judged.total <= BOARDS[stem] and sum(army.values()) <= MOST_UNITS)
        play.run(rules, turn, side, (play.OrderToRun(1, text),))
        play.close(rules, turn, side)
    assert not isinstance(turn.state, Mustering)
    counts = [rules.unit_count(turn.state, side) for side in scenario.sides]
    assert all(counts), "every side has its own army, or that of the board"


@pytest.mark.parametrize("stem", ["lantern-slip", "champions-field", "even-ground", "open-meeting"])
def test_one_point_too_many_is_too_many(stem: str) -> None:
    side = next(iter(board(stem).sides))
    army = (board(stem).muster or {})["default"][side]
    cost = check_list(SYSTEMS[board(stem).system], board(stem), side, army).total
    assert not check_list(SYSTEMS[board(stem).system], board(stem, cost), side, army).faults
    less = as_board(reader.load(stem), cost - 1)
    (fault,) = check_list(SYSTEMS[less.system], less, side, army).faults
    assert fault.path == ("points",) and str(cost) in fault.says and str(cost - 1) in fault.says


def test_every_fault_of_a_file_has_its_line() -> None:
    text = "system: zones\narmy:\n  raider-band: 3\n  line-infantrie: 1\n  knife-gang x99: 1\n"
    judged = judge_muster(text, board("lantern-slip"), "watch")
    assert [(spot.line, spot.says.partition(":")[0]) for spot in judged.faults] == [
        (2, "the army costs 1305 of 190 points"),
        (4, "there is no type line-infantrie"),
        (5, "a unit has 1 to 30 models, not 99"),
    ]


@pytest.mark.parametrize(
    ("stem", "side", "army", "says"),
    [
        ("champions-field", "west", "town-militia: 40", "has room for"),
        ("even-ground", "us", "leader: 2", "neither a regiment nor a battery"),
        ("even-ground", "us", "infantry x20: 1", "too long"),
        ("open-meeting", "axis", "m4a1-sherman: 1", "cannot be in this army"),
        ("lantern-slip", "watch", "knife-gang x1: 30, knife-gang x2: 20", "at most 40"),
    ],
)
def test_an_army_that_cannot_be_set_up_is_refused(stem: str, side: str, army: str, says: str) -> None:
    scenario = as_board(reader.load(stem), 20_000)
    judged = check_list(SYSTEMS[scenario.system], scenario, side, read_army(army))
    assert says in " ".join(fault.says for fault in judged.faults), judged.faults


def test_too_many_models_are_refused_and_what_has_no_room_is_held_in_reserve() -> None:
    scenario = as_board(reader.load("lantern-slip"), 20_000)
    judged = check_list(SYSTEMS["zones"], scenario, "watch", {"knife-gang x30": 9})
    assert "has 270 models; on this board it can have 250" in judged.faults[0].says
    rules = rules_of(scenario)
    turn = Turn(rules.start(scenario), random_games.Falling(1), rules.apply)
    play.run(rules, turn, "watch", (play.OrderToRun(1, "muster line-infantry x6: 12, lamplighters: 1"),))
    for side in scenario.sides:
        play.close(rules, turn, side)
    where = [unit.where for unit in turn.state.units.values() if unit.side == "watch"]
    assert where.count("table") and where.count("reserve") and where.count("ambush") == 1 and len(where) == 13


# boards
def test_which_scenarios_are_boards() -> None:
    assert board_points(reader.load("lantern-slip")) == 160 and not board_points(reader.load("middle-sea"))
    with pytest.raises(NoBoard, match="Baker's Combat Losses has no points"):
        as_board(reader.load("middle-sea"), 100)
    with pytest.raises(NoBoard, match="has no deployment zone"):
        as_board(reader.load("giants-pass"), 200)
    with pytest.raises(NoBoard, match="for 1 point: The Harbour Watch needs at least 42 points"):
        as_board(reader.load("lantern-slip"), 1)
    with pytest.raises(NoBoard, match="0 is not a number of points"):
        as_board(reader.load("lantern-slip"), 0)


@for_each("key", ["Guards", "guard_men", "guard men", "royal: 3", "a, b", "guard#2", "guard x4"])
def test_a_type_that_no_order_can_name_makes_no_board(key: str) -> None:
    kind = {"name": "Guards", "move": 4, "cs": 5, "morale": "!"}
    source = reader.load("champions-field").source
    as_board(reader.parse({**source, "types": {"royal-guards": kind}}), 200)
    scenario = reader.parse({**source, "types": {key: kind}})
    with pytest.raises(NoBoard, match="an order that musters an army cannot name the type"):
        as_board(scenario, 200)


@pytest.mark.parametrize("system", [name for name, rules in SYSTEMS.items() if offers_muster(rules)])
@pytest.mark.long
def test_every_board_begins_with_any_of_some_sums(system: str) -> None:
    for stem, file in reader.shipped().items():
        if file.parent.name == system and (usual := board_points(reader.load(stem))):
            for points in share((usual * 2 // 3, usual, usual * 3), (usual * 3,)):
                scenario = as_board(reader.load(stem), points)
                assert reader.parse(scenario.source) == scenario
                state = rules_of(scenario).start(scenario)
                assert rules_of(scenario).scene(state, ()).alt and rules_of(scenario).text_map(state)
    assert usual_points(reader.load("open-meeting")) == 95


@pytest.mark.parametrize(
    ("muster", "says"),
    [
        ([1], "muster must be a mapping"),
        ({"points": "many"}, "points is a whole number"),
        ({"points": 9}, "default is a mapping from each side"),
        ({"points": 190, "default": {"watch": {"rowers": 1}, "wreckers": {"riders": 1}}}, "there is no type rowers"),
        ({"points": 190, "default": {"watch": {}, "wreckers": {"riders": 1}}}, "an army is a mapping"),
        ({"points": 190, "sum": 3, "default": {}}, "sum is not known here"),
    ],
)
def test_what_is_wrong_with_the_muster_of_a_file(muster: Any, says: str) -> None:
    with pytest.raises(FaultyFile, match=says):
        reader.parse({**board("lantern-slip").source, "muster": muster})
    with pytest.raises(FaultyFile):
        reader.parse({**reader.load("two-shores").source, "muster": muster})


@pytest.mark.parametrize("stem", share(WITH_POINTS, WITH_POINTS[:2]))
def test_every_type_that_is_listed_can_be_chosen_at_that_price(stem: str, table: Table) -> None:
    game = table.open(stem, "", NOW, points=10_000)
    for side in game.sides:
        assert table.price_list(game.id, side) == (), "the game has not begun"
        table.seat(game.id, side, side, NOW)
    loaded = reader.load(stem)
    rules = SYSTEMS[loaded.system]
    for side in game.sides:
        first, *lines = table.price_list(game.id, side)
        rows = [line.split() for line in lines if line.startswith("  ")]
        assert "10,000 points" in first and {key for key, *_ in rows} <= rules.cards(loaded).keys()
        costs = {key: int(cost) for key, cost, *_ in rows}
        barred = rules.cards(loaded).keys() - costs.keys()
        assert all(rules.check_army(loaded, side, {key: 1}, {"points": 10_000}).faults for key in barred)
        judged = rules.check_army(loaded, side, dict.fromkeys(costs, 1), {"points": 100_000})
        assert {key: cost for key, _, _, cost in judged.rows} == costs and loaded.types.keys() <= costs.keys()
        own = [line.split()[0] for line in lines[1 : 1 + len(loaded.types)]]
        assert set(own) == loaded.types.keys(), "those of the scenario alone come first, under their heading"


@every_board
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_in_place_of_a_refused_list_there_is_as_much_of_it_as_fits(stem: str, data: st.DataObject) -> None:
    scenario = board(stem)
    rules, side = SYSTEMS[scenario.system], next(iter(scenario.sides))
    words = st.sampled_from((*types(stem), "no-such-type", f"{types(stem)[0]}s"))
    army = data.draw(st.dictionaries(words, st.integers(1, 45), min_size=1, max_size=4))
    reduced = reduced_army(rules, scenario, side, army)
    assert not reduced or not check_list(rules, scenario, side, reduced).faults
    assert all(count <= sum(army.values()) for count in reduced.values())
    if not check_list(rules, scenario, side, army).faults:
        assert reduced == army, "a list that fits stays as it is"


@pytest.mark.parametrize(
    ("stem", "side", "text", "instead"),
    [
        ("lantern-slip", "watch", "marksmen: 3, lamplighters: 2", "marksmen: 2, lamplighters: 1"),
        ("lantern-slip", "watch", "grapnell: 3", "grapnel-crew: 3"),
        ("lantern-slip", "watch", "grapnel-crew 3", "grapnel-crew: 3"),
        ("champions-field", "west", "knights: 9, bowmen: 1", "knights: 5"),
        ("even-ground", "us", "infantry: 7, leader: 1", "infantry: 6, leader: 1"),
        ("open-meeting", "allies", "m1-garand: 30", "m1-garand: 25"),
    ],
)
def test_a_list_over_its_points_comes_back_smaller(stem: str, side: str, text: str, instead: str) -> None:
    scenario = board(stem)
    rules = rules_of(scenario)
    (verdict,) = checking.check(rules, rules.view(rules.start(scenario), side), side, f"muster {text}")
    assert [line for problem in verdict.problems for line in problem.suggestions] == [f"muster {instead}"]


def test_a_type_that_is_not_there_is_answered_with_those_of_the_board_first() -> None:
    scenario = board("lantern-slip")
    (fault,) = check_list(SYSTEMS["zones"], scenario, "watch", {"xyzzy": 1}).faults
    assert fault.instead.startswith(f"the types are {', '.join(scenario.types)}, ")
