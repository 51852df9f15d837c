"""ACW scenarios and cases: what is filled in, what is refused and where, what cases may set, army lists and cards."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Turn, decode, encode, replace
from engine.scenarios import army_lists, reader
from engine.scenarios.yaml_reader import FaultyFile
from engine.systems import acw
from engine.systems.acw.orders import Charge, Draw, PlaceUnit
from engine.systems.acw.setup.point_costs import unit_points
from engine.systems.acw.state.apply import apply
from engine.systems.acw.state.position import PHASES
from engine.systems.acw.tables import TABLES
from tests.support import random_games
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.acw.support.board import (
    Change,
    Luck,
    begun,
    codes,
    kind,
    piece,
    setup,
    staged,
    unit,
    without,
    written,
)

# scenarios


def test_a_scenario_without_faults() -> None:
    state = begun()
    assert (state.setup.front, state.setup.depth, state.setup.arc, state.setup.visibility) == (1.0, 0.5, 45.0, None)
    assert (state.setup.base_points, state.setup.leader_points, state.setup.margin, state.setup.turns) == (
        1,
        2,
        3,
        None,
    )
    assert state.types["zouaves"].move == ("higher", "higher", "lower") and state.types["zouaves"].charge
    assert (state.units["U2"].bases, state.units["U2"].start, state.units["UL"].at) == (4, 4, (1000, 500))
    assert state.units["CL"].formation is None


NORTH = [[0, 20], [40, 20], [40, 40], [0, 40]]
GOAL = {"name": "Hilltop", "at": [10, 20], "points": 4}
WRONG: list[tuple[Change, str]] = [
    (unit(0, type="infantri"), "there is no type infantri; did you mean infantry"),
    (unit(0, id="line"), "word of orders"),
    (unit(0, id="NE"), "word of orders"),
    (unit(0, id="4"), "cannot be an id"),
    (unit(1, name="12th ohio"), "already the name of"),
    (unit(0, name=""), "1 to 60 characters"),
    (unit(0, nmae="x"), "nmae is not known here; did you mean name"),
    (unit(0, at=[50, 5]), "off the table"),
    (unit(0, at="here"), "a point is two numbers"),
    (without(0, "at"), "a point is two numbers"),
    (unit(0, at=[1, 5]), "a part of U1 stands off the table"),
    (unit(0, facing=400), "facing of U1"),
    (without(0, "facing"), "facing of U1"),
    (unit(0, formation="square"), "square is not a formation; write line or column"),
    (unit(7, formation="line"), "a leader has no formation"),
    (unit(0, bases=0), "from 1 to"),
    (unit(0, bases=True), "from 1 to"),
    (unit(7, bases=2), "a leader is one base"),
    (unit(0, fire="maybe"), "fire is free or hold"),
    (unit(3, at=[5, 5]), "stands where that stands"),
    (unit(3, **{"with": "U9"}), "no such unit"),
    (unit(3, **{"with": "C1"}), "the same side"),
    (unit(3, **{"with": "UL"}), "the same side"),
    (lambda w: w["units"].append({"id": "UM", "type": "leader", "side": "us", "with": "U1"}), "UL"),
    (unit(1, **{"with": "U1"}), "only a leader is with a unit"),
    (unit(1, at=[12, 5.2]), "U2 overlaps U1"),
    (unit(6, at=[4, 20]), "may not stand in Oak Wood"),
    (unit(5, at=[31, 19]), "may not stand in Barn"),
    (unit(4, at=[10, 12]), "might overlap"),
    (lambda w: w.update(units=w["units"][:4]), "cs has neither"),
    (piece(kind="wood", shape=[[1, 1], [2, 1], [2, 2]]), "ACW has no terrain wood; did you mean woods"),
    (piece(kind="woods", line=[[1, 1], [2, 1]]), "a woods is an area"),
    (piece(kind="road", shape=[[1, 1], [2, 1], [2, 2]]), "a road is a line"),
    (piece(kind="ford", line=[[1, 1], [2, 1]]), "a ford is a point"),
    (piece(kind="ford", at=[5, 30]), "is on no river or stream"),
    (piece(kind="woods", shape=[[1, 1], [2, 1], [2, 2]], crest=[[1, 1], [2, 2]]), "only hills have a crest"),
    (piece(kind="woods", shape=[[1, 1], [2, 1], [2, 2]], value=3), "only buildings have a value"),
    (piece(kind="woods", shape=[[1, 1], [2, 1], [2, 2]], cover="soft"), "cover is hard"),
    (piece(kind="road", line=[[1, 1], [2, 1]], cover="hard"), "gives no cover"),
    (kind(arm="archers"), "archers is not an arm"),
    (kind(arm="artillery", charge=True), "only infantry and cavalry charge"),
    (kind(charge="yes"), "true or false"),
    (kind(bases=99), "from 1 to 20"),
    (kind(range=9), "only a type of the arm artillery"),
    (kind(move=["higher", "lower"]), "three words"),
    (kind(moves=[]), "moves is not known here"),
    (kind(name=7), "a type's name"),
    (setup(deploi={}), "deploi is not known here; did you mean deploy"),
    (setup(activation_dice=0), "dice are a whole number"),
    (setup(activation_dice={"us": "two"}), "dice are a whole number"),
    (setup(activation_dice={"xx": 2}), "xx is not known here"),
    (setup(base={"front": 0}), "the front of a base"),
    (setup(base=[1, 1]), "base is a mapping"),
    (setup(artillery_arc=400), "artillery_arc"),
    (setup(visibility=-1), "visibility"),
    (setup(deploy={"us": [[0, 0], [40, 0]]}), "at least 3 points"),
    (setup(deploy={"us": [[0, 0], [40, 0], [40, 18], [0, 18]], "cs": NORTH}), "the zones are 2 inches apart"),
    (setup(deploy={"us": [[0, 0], [40, 0], [40, 25], [0, 25]], "cs": NORTH}), "the zones are 0 inches apart"),
    (setup(victory={"brake": 3}), "brake is not known here; did you mean break"),
    (setup(victory={"break": {"us": 0}}), "bases are a whole"),
    (setup(victory={"margin": "big"}), "margin is a whole number"),
    (setup(victory={"objectives": 3}), "objectives are a list"),
    (setup(victory={"objectives": [{**GOAL, "radius": 0}]}), "the radius"),
    (setup(victory={"objectives": [{**GOAL, "at": [99, 1]}]}), "off the"),
    (setup(victory={"objectives": [GOAL, GOAL]}), "another objective is called"),
    (setup(victory={"objectives": ["Hilltop"]}), "a mapping"),
    (setup(victory={"objectives": [{"name": "X", "at": [1, 1]}]}), "needs its points"),
    (lambda w: w["sides"].update(xx={"name": "Third"}), "needs exactly two sides"),
    (lambda w: w.update(board={"hex": {"legend": {".": "plain"}, "rows": ["..", ".."]}}), "played on a table"),
]


@for_each(("change", "says"), WRONG, ids=[says for _, says in WRONG])
def test_what_a_scenario_gets_wrong_is_told(change: Change, says: str) -> None:
    with pytest.raises(FaultyFile) as faulty:
        reader.parse(written(change))
    told = [f"{spot.says}; {spot.instead}" for spot in faulty.value.faults]
    assert any(says in one for one in told), told


def test_works_may_be_held_by_cavalry_that_is_set_up_there() -> None:
    assert acw.start(reader.parse(written(unit(5, at=[22, 19]))))


# what cases may set


@for_each(
    ("changes", "says"),
    [
        ({"weather": "rain"}, "cannot be set"),
        ({"phase": "third-movement"}, "not a phase"),
        ({"phase": "over", "winner": "them"}, "not a side"),
        ({"turn": -1}, "whole number"),
        ({"units": []}, "mapping"),
        ({"units": [1]}, "mapping"),
        ({"units": {"X1": {"type": "infantry"}}}, "a type and a side"),
        ({"units": {"U1": {"colour": "red"}}}, "has no colour"),
        ({"units": {"U1": {"type": "elephant"}}}, "is not a type"),
        ({"units": {"U1": {"with": "U2"}}}, "cannot be with"),
        ({"units": {"UL": {"with": "C1"}}}, "the same side"),
        ({"units": {"U1": {"at": "here"}}}, "two numbers"),
        ({"units": {"U1": {"at": [5, 99]}}}, "up to 40,40"),
        ({"units": {"U1": {"facing": "N"}}}, "0 to 360"),
        ({"units": {"U1": {"bases": 0}}}, "1 base or more"),
        ({"game": {"luck": 1}}, "game has no luck"),
        ({"game": {"melees": [{"charger": "U1", "target": "U2"}]}}, "of one side"),
        ({"game": {"melees": [{"charger": "U1", "target": "X"}]}}, "is not a unit"),
        ({"game": {"buildings": {"Mill": 1}}}, "is not a building"),
        ({"game": {"lost": {"xx": 1}}}, "not a side"),
    ],
)
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        acw.case_position(reader.parse(written()), changes)


def test_losses_are_counted_from_what_a_case_sets() -> None:
    units = {
        "U1": {"bases": 3},
        "C1": {"gone": True},
        "CL": {"gone": True},
        "C9": {"type": "cavalry", "side": "cs", "at": [5, 30], "bases": 1},
    }
    state = staged(units=units)
    assert (dict(state.game.lost), dict(state.game.leaders_lost)) == ({"us": 2, "cs": 5}, {"us": 0, "cs": 1})
    assert dict(staged(units=units, game={"lost": {"us": 7}}).game.lost) == {"us": 7, "cs": 5}
    assert (state.units["C9"].start, state.units["U1"].start) == (1, 5)


@pytest.mark.parametrize(
    ("phase", "active", "order"),
    [
        ("first-movement", "cs", ("cs", "us")),
        ("first-battle", None, ("us", "cs")),
        ("second-movement", "cs", ("us", "cs")),
        ("second-battle", "us", ("cs", "us")),
    ],
)
def test_who_is_active_says_who_is_first(phase: str, active: str | None, order: tuple[str, str]) -> None:
    changes: dict[str, Any] = {"active": active} if active else {}
    state = staged(phase, **changes)
    assert state.game.order == order and state.active == (active or "us") and state.turn == 1 and not state.ready


def test_the_record_is_written_in_inches_and_degrees() -> None:
    record = acw.case_view(staged(units={"U1": {"at": [12.345, 6], "facing": 22.5}}))
    assert (record["units"]["U1"]["at"], record["units"]["U1"]["facing"]) == ([12.35, 6.0], 22.5)
    assert (record["units"]["UL"]["with"], record["units"]["UL"]["at"]) == ("U1", [12.35, 6.0])
    assert record["game"]["lost"] == {"us": 0, "cs": 0} and record["turn"] == 1


def test_what_deployment_allows() -> None:
    placed = PlaceUnit("U1", (500, 500))
    assert codes(begun(), "us", placed) == [] and codes(begun(), "us", replace(placed, at=(1000, 1500))) == [
        "outside-zone"
    ]
    assert codes(begun(), "us", Draw()) == []


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
    "U1",
    "line",
    "us",
    "leader",
    "river",
    [],
    [1],
    [1, 2],
    [[1, 2], [3, 4]],
    [[0, 0], [9, 0], [9, 9]],
    {},
    {"us": 1},
    {"a": [1]},
    ["higher", "lower", "both"],
    [{"charger": "U1", "target": "C1"}],
)
FULL: Change = setup(
    activation_dice={"us": 2},
    base={"front": 1},
    artillery_arc=45,
    visibility=20,
    victory={
        "break": {"us": 4},
        "objectives": [{**GOAL, "radius": 2}],
        "base_points": 1,
        "leader_points": 2,
        "margin": 3,
    },
)


def places(written: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value at every depth."""
    for key in written if isinstance(written, dict) else range(len(written)) if isinstance(written, list) else ():
        yield (*path, key)
        yield from places(written[key], (*path, key))


@pytest.mark.long
def test_whatever_stands_anywhere_in_a_scenario_it_is_played_or_told() -> None:
    whole, chance, played = written(FULL), Random(1), 0
    known = list(places(whole))
    for _ in range(1500):
        spoiled = deepcopy(whole)
        *path, last = chance.choice(known)
        at: Any = spoiled
        for key in path:
            at = at[key]
        at[last] = deepcopy(chance.choice(JUNK))
        try:
            state = acw.start(reader.parse(spoiled))
        except FaultyFile:
            continue
        played += 1
        assert acw.phase(state) and acw.vocabulary(state, "us") and acw.view(state, "us")
    assert 50 < played < 750


def test_whatever_a_case_sets_it_is_staged_or_told() -> None:
    scenario, chance, played = reader.parse(written()), Random(1), 0
    fields = ("type", "side", "name", "at", "facing", "formation", "bases", "with", "moved", "advance", "fire", "gone")
    games = ("order", "activations", "melees", "buildings", "lost", "leaders_lost", "draw", "reason")
    for _ in range(share(1500, 300)):
        junk = deepcopy(chance.choice(JUNK))
        changes: dict[str, Any] = {
            "phase": chance.choice(PHASES),
            **chance.choice(
                (
                    {"units": {chance.choice(("U1", "UL", "UB", "C1", "X1")): {chance.choice(fields): junk}}},
                    {"game": {chance.choice(games): junk}},
                    {chance.choice(("turn", "phase", "active", "winner", "units", "game")): junk},
                )
            ),
        }
        try:
            state = acw.case_position(scenario, changes)
        except ValueError:
            continue
        played += 1
        checking.check(
            acw, state, "us", "U1 forward\nU1 charge C1\nU1 fight C1\nUB fire Barn\nUL join U2\nU1 place 5,5"
        )
        turn = Turn(state, Luck(), apply)
        for side in ("us", "cs"):
            play.close(acw, turn, side)
    assert played > share(50, 8)


# lists and cards


def test_army_lists_count_bases_or_points() -> None:
    judged = army_lists.check_army_list(
        "system: acw\nbases: 12\narmy: {infantry: 2, leader: 1, foot-artillery: 2}", reader.load
    )
    assert (judged.army.total, judged.army.limit, judged.army.counted) == (14, 12, "bases")
    assert [spot.says for spot in judged.faults] == ["the army has 14 of 12 bases: 2 too many"]
    assert judged.words.endswith("5 units, 14 bases of 12: 2 too many")
    judged = army_lists.check_army_list("system: acw\npoints: 12\narmy: {infantri: 2, infantry x2: 2}", reader.load)
    assert [(spot.line, spot.says) for spot in judged.faults] == [
        (2, "the army costs 16 of 12 points: 4 too many"),
        (3, "there is no type infantri"),
    ]
    judged = army_lists.check_army_list("system: acw\npoints: 99\narmy: {infantry x21: 1, leader x2: 1}", reader.load)
    assert [spot.says for spot in judged.faults] == ["a unit has 1 to 20 bases, not 21", "a leader is one base"]


def test_points_follow_from_the_figures_of_a_type() -> None:
    """Points: 3 for a base, 1 to charge, 1 if fast, a third of the range, the command radius of a leader."""
    costs = {key: unit_points(kind) for key, kind in TABLES.types.items()}
    assert costs == {"infantry": 20, "cavalry": 12, "foot-artillery": 14, "horse-artillery": 14, "leader": 7}
    assert unit_points(TABLES.types["infantry"], 3) == 12


def test_every_type_has_a_card_a_scenarios_own_too() -> None:
    cards = acw.cards(reader.parse(written()))
    assert list(cards) == ["infantry", "cavalry", "foot-artillery", "horse-artillery", "leader", "zouaves"]
    assert cards["zouaves"].facts == (("Bases", "4"),) and cards["zouaves"].grids[0].rows[2] == (
        "sideways, diagonal",
        "the lower",
    )
    assert (
        "Can enter woods only by road." in cards["leader"].notes
        and "Cannot enter: building." in cards["foot-artillery"].notes
    )
    assert [ability.name for ability in cards["cavalry"].abilities] == ["Charge", "Countercharge"]


@pytest.mark.parametrize("stem", random_games.shipped(acw))
def test_a_position_is_the_same_after_a_journey_through_json(stem: str) -> None:
    for state in (acw.start(reader.load(stem)), acw.case_position(reader.load(stem), {"phase": "first-battle"})):
        again = decode(encode(state), acw.STATE)
        assert again == state and encode(again) == encode(state)


def test_a_type_that_does_not_charge() -> None:
    changed = written(
        unit(0, type="zouaves"),
        kind(charge=False),
        lambda w: w["types"].update(cavalry={"arm": "artillery", "range": 6}),
    )
    state = acw.case_position(reader.parse(changed), {"phase": "first-movement", "game": {"activations": 6}})
    side, foe = (
        state.units["U1"].side,
        next(key for key, other in state.units.items() if other.side != state.units["U1"].side),
    )
    assert next(acw.check(state, side, Charge("U1", foe))).code == "cannot-charge"
    assert not state.types["cavalry"].charge, "what a type is not told it has of its arm"


@pytest.mark.parametrize("said", ["U1 deploy", "U1 place nowhere", "U1 place 12.5,8", "U1 place"])
def test_a_side_without_a_zone_is_not_asked_for_a_place(said: str) -> None:
    state = acw.start(reader.load("first-charge"))
    assert not state.setup.deploy
    (verdict,) = checking.check(acw, state, "us", said)
    assert verdict.problems[0].code == "wrong-phase" and "you have no deployment zone" in verdict.problems[0].message
