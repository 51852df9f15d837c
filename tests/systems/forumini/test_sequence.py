"""The turn sequence beyond the rulebook's cases: skips, silent sides, choices, drops, heroes, victory, secrets."""

import ast
import inspect
from collections import Counter
from typing import Any

import pytest

from engine import checking, play
from engine.contract import Event, Turn
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini.orders import Choose, Deploy, DropIn
from engine.systems.forumini.rules.turn.deployment import deployment_zone
from engine.systems.forumini.state import apply as changes
from engine.systems.forumini.state.apply import apply
from engine.systems.forumini.state.events import (
    EVENTS,
    AircraftHeld,
    AircraftPlaced,
    Deployed,
    Destroyed,
    NotDeployed,
    PhaseSkipped,
    Scattered,
)
from engine.systems.forumini.state.phases import PHASES, SEALED
from tests.support.many_cases import for_each
from tests.systems.forumini.support.board import Luck, begun, closed, codes, kinds, ordered, phases, staged

# events


def test_every_event_is_known_to_apply_and_a_strange_one_is_not() -> None:
    class Strange(Event, frozen=True, tag="strange"):
        pass

    with pytest.raises(TypeError, match="Strange"):
        apply(staged("b-movement", "blue", {}), Strange())
    assert set(changes.CHANGES) == set(EVENTS)
    several = Counter(changes.CHANGES.values())
    for kind in [kind for kind in EVENTS if kind not in changes.NOTHING and several[changes.CHANGES[kind]] > 1]:
        chapter = ast.parse(inspect.getsource(changes.CHANGES[kind]))
        matched = [node.cls for node in ast.walk(chapter) if isinstance(node, ast.MatchClass)]
        assert kind.__name__ in [name.id for name in matched if isinstance(name, ast.Name)]


# the order of phases


def test_a_fixed_game_with_everything_placed_begins_with_initiative() -> None:
    units = [
        {"id": "B1", "type": "rifle", "side": "blue", "at": "0101"},
        {"id": "R1", "type": "rifle", "side": "red", "at": "0907"},
    ]
    state, events = begun(units, [6, 6, 1, 1])
    assert (state.phase, state.turn, state.active, state.game.first) == ("a-initiative", 1, "blue", None)
    assert phases(events) == [("a-initiative", None)] and not [
        event for event in events if isinstance(event, PhaseSkipped)
    ]


def test_a_side_with_nothing_to_set_up_is_skipped() -> None:
    units = [
        {"id": "B1", "type": "rifle", "side": "blue", "at": "0101"},
        {"id": "R1", "type": "rifle", "side": "red"},
        {"id": "R2", "type": "minefield", "side": "red"},
    ]
    state, events = begun(units)
    assert (state.phase, state.active) == ("deploy-obstacles", "red")
    assert [(event.name, event.side) for event in events if isinstance(event, PhaseSkipped)] == [
        ("deploy-obstacles", "blue")
    ]
    state, events = closed(state, "red")
    assert state.units["R2"].gone and (state.phase, state.active) == ("deploy", "red")
    state, _ = closed(state, "red", [1, 1, 6, 6])
    assert state.units["R1"].at == "0105" and (state.phase, state.active) == ("a-initiative", "red")


def test_the_phases_of_a_turn_follow_each_other_and_c_d_and_e_need_aircraft() -> None:
    state, seen = staged("b-movement", "blue", {}), list[tuple[str, str | None]]()
    for side, dice in (("blue", []), ("red", []), ("blue", []), ("red", [1, 2, 1, 1])):
        state, events = closed(state, side, dice)
        seen += phases(events)
    assert seen == [
        ("b-movement", "red"),
        ("f-assault", "blue"),
        ("f-assault", "red"),
        ("k-casualty", None),
        ("a-initiative", None),
    ]
    assert (state.turn, state.active) == (3, "blue")


def test_in_a_storm_no_aircraft_are_placed() -> None:
    state = staged("b-movement", "red", {"B1": {"type": "fighter"}}, environment="storm")
    state, events = closed(state, "red")
    assert (state.phase, state.active) == ("f-assault", "blue")
    assert PhaseSkipped("c-aircraft", "", "storm") in events


def test_antiair_and_ground_attack_skip_a_side_with_nothing_to_do() -> None:
    state = staged("b-movement", "red", {"B1": {"type": "fighter"}})
    state, _ = closed(state, "red")
    assert (state.phase, state.active) == ("c-aircraft", "blue")
    state, events = ordered(state, "blue", "B1 place 0907 target R0")
    assert (state.phase, state.active) == ("d-antiair", "red")
    assert PhaseSkipped("d-antiair", "blue", "no enemy aircraft") in events
    state, _ = closed(state, "red")
    assert (state.phase, state.active) == ("e-ground-attack", "blue")
    state, events = closed(state, "blue")
    assert (state.phase, state.active) == ("f-assault", "blue") and PhaseSkipped(
        "e-ground-attack", "red", "no target declared"
    ) in events
    state, events = closed(closed(state, "blue")[0], "red", [1, 1, 2, 2])
    assert state.units["B1"].at is None and state.units["B1"].target is None and state.units["B1"].appeared


def test_a_side_without_orders_holds_its_aircraft_up_to_the_next_enemy_one_except_by_standing_order() -> None:
    planes = {"B1": {"type": "slow"}, "B2": {"type": "slow"}, "R1": {"type": "fighter"}}
    state = closed(staged("b-movement", "red", planes), "red")[0]
    state, _ = ordered(state, "blue", "standing B2 plan place 0405")
    state, events = closed(state, "blue")
    assert [event for event in events if isinstance(event, AircraftHeld | AircraftPlaced)] == [
        AircraftHeld("B1", "default"),
        AircraftPlaced("B2", "0405", None, "standing"),
    ]
    assert (state.phase, state.active, state.game.air_queue) == ("c-aircraft", "red", ("R1",))


def test_an_illegal_standing_order_lets_the_player_choose_and_an_interceptor_without_targets_holds() -> None:
    planes = {
        "B1": {"type": "slow"},
        "B2": {"type": "slow"},
        "R1": {"type": "fighter"},
        "R2": {"type": "slow", "at": "0505"},
    }
    state, _ = ordered(staged("b-movement", "red", planes), "blue", "standing B1 plan place 0505")
    state, _ = closed(state, "red")
    assert (state.phase, state.active) == ("c-aircraft", "blue")
    state, _ = ordered(state, "blue", "standing B2 plan intercept\nB1 hold")
    assert state.units["B2"].at == "0404"  # nearest to R2, the lowest hex
    alone = {"B1": {"type": "slow"}}
    state, _ = ordered(staged("b-movement", "red", alone), "blue", "standing all plan intercept")
    state, events = closed(state, "red")
    assert AircraftHeld("B1", "standing") in events and state.phase == "f-assault"


def test_an_unfinished_movement_ends_with_the_phase() -> None:
    state, _ = ordered(
        staged("b-movement", "blue", {"B1": {"type": "tank", "at": "0304", "facing": "N"}}), "blue", "B1 move 0404"
    )
    assert state.game.moving == "B1"
    state, events = closed(state, "blue")
    assert "MoveEnded" in kinds(events) and state.game.moving is None and state.units["B1"].acted == "moved"


# silent sides


@pytest.mark.parametrize(
    "stem", ["first-patrol", "meeting-engagement", "open-meeting", "steel-and-sky", "airborne-bridge"]
)
def test_a_game_of_deadlines_alone_comes_to_an_end(stem: str) -> None:
    turn = Turn(forumini.start(reader.load(reader.find_shipped(stem))), Luck(), apply)
    forumini.proceed(turn)
    for _ in range(400):
        phase = forumini.phase(turn.state)
        if phase is None:
            break
        assert phase.sides
        for side in phase.sides:
            play.close(forumini, turn, side)
    state = turn.state
    assert state.winner in {side.id for side in state.sides} and state.turn <= state.setup.last
    assert state.game.reason and state.active is None and state.phase == "over"
    assert all(
        unit.at or unit.gone or state.cards[unit.type].kind == "aircraft" or "hero" in state.cards[unit.type].sub
        for unit in state.units.values()
    )


@for_each("name", [name for name in PHASES if name not in ("k-casualty", "over")])
def test_a_side_may_concede_in_every_phase(name: str) -> None:
    setup: dict[str, Any] = {"army": {"mode": "buy"}} if name == "build" else {}
    state = staged(name, None if name in SEALED else "red", {"R1": {"type": "fighter"}}, **setup)
    state, events = ordered(state, "blue", "concede")
    assert (state.phase, state.winner, state.game.reason, state.active) == ("over", "red", "conceded", None)
    assert forumini.phase(state) is None and kinds(events) == ["GameOver"]


# choices before the first turn

TWO: dict[str, Any] = {"deployment": {"option": 2, "edges": ["west", "east"], "depth": 2}}
PAIR: list[dict[str, Any]] = [
    {"id": "B1", "type": "rifle", "side": "blue"},
    {"id": "R1", "type": "captain", "side": "red"},
]


def test_option_two_asks_for_the_edge_before_the_order() -> None:
    state, _ = begun(PAIR, [6, 6, 1, 1], **TWO)
    assert (state.phase, state.active, state.game.initiative) == ("deploy-choice", "blue", {"blue": 12, "red": 5})
    assert codes(state, "blue", Choose("first")) == ["missing-argument"] and codes(state, "blue", Choose()) == [
        "missing-argument"
    ]
    assert codes(state, "blue", Choose(edge="north")) == ["unknown-place"]
    state, _ = ordered(state, "blue", "choose edge east")
    assert state.phase == "deploy-choice" and state.game.edges == {"blue": "east", "red": "west"}
    state, _ = ordered(state, "blue", "choose first")
    assert (state.phase, state.active, state.game.first, state.game.holder) == ("deploy", "blue", "blue", "blue")
    assert set(deployment_zone(state, "blue")) == {f"{column:02}{row:02}" for column in (8, 9) for row in range(1, 8)}


def test_of_two_answers_to_one_question_the_second_cannot_run() -> None:
    """It is not kept for a later phase either; an edge may be chosen again until the order is chosen as well."""
    state = staged("a-initiative", "blue", {})
    first, second = checking.check(forumini, state, "blue", "choose first\nchoose second")
    assert first.accepted and second.cannot_run and "choose first in line 1 comes first" in second.warning
    asked, _ = begun(PAIR, [6, 6, 1, 1], **TWO)
    text = "choose edge east\nchoose edge west\nchoose second edge east\nchoose first"
    *three, last = checking.check(forumini, asked, "blue", text)
    assert all(one.accepted and not one.cannot_run for one in three) and last.cannot_run


def test_option_two_rolls_full_ties_again_and_defaults_to_the_first_edge_and_the_initiative() -> None:
    units = [PAIR[0], {"id": "R1", "type": "rifle", "side": "red"}]
    state, _ = begun(units, [1, 2, 2, 1, 1, 1, 6, 6], **TWO)
    state, _ = closed(state, "red")
    assert state.game.edges == {"red": "west", "blue": "east"} and (state.game.first, state.game.holder) == (
        "red",
        "red",
    )


def test_the_holder_of_option_two_may_answer_by_standing_order() -> None:
    state, _ = begun(PAIR, [6, 6, 1, 1], **TWO)
    state, _ = ordered(state, "blue", "choose edge west\nchoose second\nstanding all initiative first")
    assert (state.game.first, state.game.holder) == ("red", "red")
    state, _ = ordered(state, "red", "standing all initiative second")
    state, _ = closed(closed(state, "red")[0], "blue")
    assert (state.turn, state.phase, state.active, state.game.first) == (1, "b-movement", "blue", "blue")


def test_zones_that_are_listed_leave_no_edge_to_choose() -> None:
    zones = {"blue": ["0101", "0201"], "red": ["0907"]}
    state, _ = begun(PAIR, [6, 1], zones=zones, deployment={"option": 1})
    state, _ = ordered(state, "blue", "choose first")
    assert (state.phase, state.active) == ("deploy", "blue")
    assert codes(state, "blue", Deploy("B1", "0301")) == ["not-in-zone"] and not codes(
        state, "blue", Deploy("B1", "0201")
    )


# deployment

FORCES: list[dict[str, Any]] = [
    {"id": "B1", "type": "truck", "side": "blue"},
    {"id": "B2", "type": "rifle", "side": "blue"},
    {"id": "B3", "type": "gliding", "side": "blue"},
    {"id": "B4", "type": "rifle", "side": "blue", "at": "0403"},
    {"id": "B5", "type": "hero", "side": "blue"},
    {"id": "B6", "type": "tank", "side": "blue"},
    {"id": "R1", "type": "rifle", "side": "red", "at": "0907"},
]
FIXED: dict[str, Any] = {"deployment": {"option": "fixed", "sides": {"blue": "north", "red": "south"}, "depth": 2}}


def test_units_may_be_set_up_again_and_riders_come_along() -> None:
    state, _ = begun(FORCES, **FIXED)
    state, _ = ordered(state, "blue", "B1 deploy 0301\nB2 deploy 0401\nB2 deploy aboard B1\nB1 deploy 0402 face NE")
    assert (state.units["B1"].at, state.units["B1"].facing, state.units["B2"].at, state.units["B2"].aboard) == (
        "0402",
        "NE",
        "0402",
        "B1",
    )
    state, _ = ordered(state, "blue", "B2 deploy 0502")
    assert (state.units["B2"].at, state.units["B2"].aboard) == ("0502", None)
    assert codes(state, "blue", Deploy("B4", "0201")) == ["wrong-kind"] and codes(
        state, "blue", Deploy("B5", "0201")
    ) == ["wrong-kind"]
    assert codes(state, "blue", Deploy("B6", aboard="B1")) == ["wrong-kind"]
    assert codes(state, "blue", Deploy("B2")) == ["missing-argument"] and codes(
        state, "blue", Deploy("B2", aboard="B6")
    ) == ["no-ability"]


def test_remaining_units_are_placed_by_the_rules_and_gliders_land_elsewhere_if_they_must() -> None:
    state, _ = begun(FORCES, **FIXED)
    state, events = closed(state, "blue", [1, 1, 2, 2])
    assert [(event.unit, event.to, event.how) for event in events if isinstance(event, Deployed)] == [
        ("B1", "0101", "default"),
        ("B2", "0101", "default"),
        ("B3", "0101", "default"),
        ("B6", "0201", "default"),
    ]
    assert state.units["B1"].facing == "S" and state.units["B5"].at is None and not state.units["B5"].gone
    full = [
        {"id": f"B{n}", "type": kind, "side": "blue"}
        for n, kind in enumerate(("rifle", "rifle", "rifle", "rifle", "gliding"), 1)
    ]
    state, _ = begun([*full, FORCES[-1]], zones={"blue": ["0301"], "red": ["0101", "0102"]})
    state, events = closed(state, "blue", [1, 1, 2, 2])
    assert NotDeployed("B4") in events and state.units["B4"].gone and state.game.lost == {"blue": 0, "red": 0}
    assert state.units["B5"].at == "0103"  # neither in the zone that is full nor in the enemy's


# drops

DROPPED: list[dict[str, Any]] = [
    {"id": "B1", "type": "diver", "side": "blue"},
    {"id": "R1", "type": "rifle", "side": "red", "at": "0907"},
]


def test_paratroopers_without_orders_aim_at_the_middle_and_the_objective() -> None:
    units = [{**DROPPED[0], "id": f"B{n}"} for n in (1, 2, 3)] + DROPPED[1:]
    state, events = closed(begun(units, **FIXED)[0], "blue", [1, 1] * 3 + [1, 1, 2, 2])
    assert [(event.unit, event.target) for event in events if isinstance(event, Scattered)] == [
        ("B1", "0504"),
        ("B2", "0504"),
        ("B3", "0403"),
    ]
    assert state.units["B1"].at == "0503"
    _, events = closed(begun(DROPPED, objective="0805", **FIXED)[0], "blue", [1, 1, 1, 1, 2, 2])
    assert [(event.target, event.to) for event in events if isinstance(event, Scattered)] == [("0805", "0804")]


def test_a_paratrooper_that_can_land_nowhere_is_destroyed() -> None:
    rows = ["ppp", "ppp", "ppp", "..."]
    state, _ = begun([DROPPED[0], {**DROPPED[1], "at": "0304"}], rows=rows, **FIXED)
    assert codes(state, "blue", DropIn("B1", "0203")) == [] and codes(state, "blue", DropIn("B1", "0204")) == [
        "near-edge"
    ]
    state, _ = ordered(state, "blue", "B1 drop 0203")
    state, events = closed(state, "blue", [1, 6, 1, 1, 2, 2])
    assert Destroyed("B1", "0201", 5, "drop") in events and state.units["B1"].gone and state.game.lost["blue"] == 5
    assert [event.row for event in events if isinstance(event, Scattered)] == [("0202", "0201")]


def test_without_a_hex_to_aim_at_a_paratrooper_stays_out_and_is_not_lost() -> None:
    state, _ = begun(
        [DROPPED[0], {**DROPPED[1], "at": "0202"}], rows=["..", ".."], zones={"blue": ["0101"], "red": ["0202"]}
    )
    state, events = closed(state, "blue", [1, 1, 2, 2])
    assert NotDeployed("B1") in events and state.game.lost == {"blue": 0, "red": 0}


def test_a_paratrooper_aimed_anew_drops_last() -> None:
    units = [{**DROPPED[0], "id": f"B{n}"} for n in (1, 2)] + DROPPED[1:]
    state, _ = ordered(begun(units, **FIXED)[0], "blue", "B1 drop 0403\nB2 drop 0404\nB1 drop 0604 side S")
    assert [(drop.unit, drop.at, drop.side) for drop in state.game.drops] == [("B2", "0404", "N"), ("B1", "0604", "S")]
    _, events = closed(state, "blue", [2, 1, 2, 1, 1, 1, 2, 2])
    assert [(event.unit, event.direction, event.to) for event in events if isinstance(event, Scattered)] == [
        ("B2", "NE", "0504"),
        ("B1", "SW", "0405"),
    ]  # 0505 is a pond: on down the row
