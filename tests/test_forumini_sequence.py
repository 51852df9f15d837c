"""The sequence of Forumini Armies beyond the rulebook's cases: skips, silent sides, choices, drops, heroes, victory, secrets."""
import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import play, scenarios
from engine.contract import Balked, Condition, Done, Event, Order, Rolled, Tape, Turn
from engine.systems import forumini
from engine.systems.forumini import changes
from engine.systems.forumini.changes import apply
from engine.systems.forumini.deployment import zone
from engine.systems.forumini.events import (
    EVENTS,
    AircraftHeld,
    AircraftPlaced,
    ArmiesRevealed,
    Bought,
    CounterLost,
    Deployed,
    Destroyed,
    HeroPlaced,
    NotDeployed,
    OverwatchEnded,
    PhaseBegan,
    PhaseSkipped,
    Recovered,
    Scattered,
    StandingSet,
    Thrown,
    ThrowsShown,
    TieBroken,
    TurnedUp,
    Unloaded,
    ZoneChecked,
)
from engine.systems.forumini.nouns import CONDITIONS, holds
from engine.systems.forumini.orders import Buy, Choose, Deploy, DropIn, Standing
from engine.systems.forumini.state import PHASES, SEALED, State

SOLDIER = {"nation": "uk", "date": 1939, "kind": "soldier", "sub": ["infantry"], "speed": 1, "defense": [2, 4], "cover": 4,
           "range": [1, 4], "as": [4, 3], "av": [2, 0]}
TANK = {"nation": "uk", "date": 1939, "kind": "vehicle", "sub": ["tank"], "speed": 4, "cover": 5, "range": [1, 4], "as": [3, 3],
        "av": [4, 3], "defense": {"front": [3, 5], "side": [2, 4], "rear": [1, 3], "top": [1, 1]}}
PLANE = {"nation": "uk", "date": 1939, "kind": "aircraft", "sub": ["fighter"], "speed": 5, "defense": [2, 3], "range": [1], "as": [3],
         "av": [2], "af": [3], "ab": [4]}
TYPES: dict[str, Any] = {
    "rifle": {**SOLDIER, "name": "Rifle", "cost": 3},
    "captain": {**SOLDIER, "name": "Captain", "cost": 6, "sub": ["commander"], "initiative": 3},
    "gun": {**SOLDIER, "name": "Gun", "cost": 9, "sub": ["artillery"]},
    "hero": {**SOLDIER, "name": "Hero", "cost": 9, "sub": ["infantry", "hero"], "except": ["artillery"], "abilities": {"hero": True}},
    "fanatic": {**SOLDIER, "name": "Fanatic", "cost": 4, "abilities": {"fanatic": True}},
    "diver": {**SOLDIER, "name": "Diver", "cost": 5, "abilities": {"paratrooper": True}},
    "gliding": {**SOLDIER, "name": "Gliding", "cost": 5, "abilities": {"gliderborne": True}},
    "tank": {**TANK, "name": "Tank", "cost": 20},
    "heavy": {**TANK, "name": "Heavy", "cost": 40, "abilities": {"heavy-armour": True}},
    "ace": {**TANK, "name": "Ace", "cost": 40, "abilities": {"hero": True}},
    "truck": {**TANK, "name": "Truck", "cost": 4, "sub": ["truck"], "abilities": {"transport": 2}},
    "fighter": {**PLANE, "name": "Fighter", "cost": 15},
    "slow": {**PLANE, "name": "Slow", "cost": 12, "speed": 2},
}
FIELD: dict[str, Any] = {
    "system": "forumini", "name": "Field",
    "board": {"hex": {"legend": {".": "clear", "p": "pond", "w": "woods"},
                      "rows": [".........", "p........", "..w......", ".........", "....p....", ".........", "........."]}},
    "sides": {"blue": {"name": "Blue", "colour": "#1565c0"}, "red": {"name": "Red", "colour": "#b71c1c"}},
    "types": TYPES, "units": [], "setup": {"points": 100}}
HOME: dict[str, Any] = {"B0": {"type": "rifle", "side": "blue", "at": "0101"}, "R0": {"type": "rifle", "side": "red", "at": "0907"}}


class Luck:
    """Dice that never run out."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)

    def throw(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))


def written(units: Sequence[Mapping[str, Any]] = (), rows: Sequence[str] = (), **setup: Any) -> dict[str, Any]:
    board = {"hex": {**FIELD["board"]["hex"], **({"rows": list(rows)} if rows else {})}}
    return {**FIELD, "board": board, "units": list(units), "setup": {**FIELD["setup"], **setup}}


def begun(units: Sequence[Mapping[str, Any]], dice: Sequence[int] = (), **setup: Any) -> tuple[State, list[Event]]:
    """A game from its beginning, with the dice due before the first orders."""
    rows = setup.pop("rows", ())
    turn = Turn(forumini.start(scenarios.parse(written(units, rows, **setup))), tape := Tape(dice), apply)
    forumini.proceed(turn)
    assert not tape.left
    return turn.state, turn.events


def staged(phase: str, active: str | None, units: Mapping[str, Any], turn: int = 2, **setup: Any) -> State:
    named = {key: {"side": "blue" if key[0] == "B" else "red", **HOME.get(key, {}), **facts} for key, facts in units.items()}
    moment = {"phase": phase, "turn": turn, "units": {**HOME, **named}}
    return forumini.stage(scenarios.parse(written(**setup)), {**moment, **({"active": active} if active else {})})


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The orders of a message as they run; nothing may be refused."""
    turn = Turn(state, tape := Tape(dice), apply)
    play.run(forumini, turn, side, [play.Written(nth, line) for nth, line in enumerate(text.splitlines(), 1)])
    assert not tape.left and not [event for event in turn.events if isinstance(event, Balked)]
    return turn.state, turn.events


def closed(state: State, side: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, tape := Tape(dice), apply)
    play.close(forumini, turn, side)
    assert not tape.left
    return turn.state, turn.events


def codes(state: State, side: str, order: Order) -> list[str]:
    return [refusal.code for refusal in forumini.check(forumini.view(state, side), side, order)]


def phases(events: Sequence[Event]) -> list[tuple[str, str | None]]:
    return [(event.name, event.active) for event in events if isinstance(event, PhaseBegan)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events if not isinstance(event, Rolled)]


# events

def test_every_event_is_known_to_apply_and_a_strange_one_is_not() -> None:
    class Strange(Event, frozen=True, tag="strange"):
        pass

    with pytest.raises(TypeError, match="Strange"):
        apply(staged("b-movement", "blue", {}), Strange())
    tree = ast.parse(Path(changes.__file__).read_text("utf-8"))
    named = {node.cls.id for node in ast.walk(tree) if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name)}
    assert {kind.__name__ for kind in EVENTS} <= named


# the order of phases

def test_a_fixed_game_with_everything_placed_begins_with_initiative() -> None:
    units = [{"id": "B1", "type": "rifle", "side": "blue", "at": "0101"}, {"id": "R1", "type": "rifle", "side": "red", "at": "0907"}]
    state, events = begun(units, [6, 6, 1, 1])
    assert (state.phase, state.turn, state.active, state.game.first) == ("a-initiative", 1, "blue", None)
    assert phases(events) == [("a-initiative", None)] and not [event for event in events if isinstance(event, PhaseSkipped)]


def test_a_side_with_nothing_to_set_up_is_passed_over() -> None:
    units = [{"id": "B1", "type": "rifle", "side": "blue", "at": "0101"}, {"id": "R1", "type": "rifle", "side": "red"},
             {"id": "R2", "type": "minefield", "side": "red"}]
    state, events = begun(units)
    assert (state.phase, state.active) == ("deploy-obstacles", "red")
    assert [(event.name, event.side) for event in events if isinstance(event, PhaseSkipped)] == [("deploy-obstacles", "blue")]
    state, events = closed(state, "red")
    assert state.units["R2"].gone and (state.phase, state.active) == ("deploy", "red")
    state, _ = closed(state, "red", [1, 1, 6, 6])
    assert state.units["R1"].at == "0105" and (state.phase, state.active) == ("a-initiative", "red")


def test_the_phases_of_a_turn_follow_each_other_and_without_aircraft_c_d_and_e_are_not_heard_of() -> None:
    state, seen = staged("b-movement", "blue", {}), list[tuple[str, str | None]]()
    for side, dice in (("blue", []), ("red", []), ("blue", []), ("red", [1, 2, 1, 1])):
        state, events = closed(state, side, dice)
        seen += phases(events)
    assert seen == [("b-movement", "red"), ("f-assault", "blue"), ("f-assault", "red"), ("k-casualty", None), ("a-initiative", None)]
    assert (state.turn, state.active) == (3, "blue")


def test_in_a_storm_aircraft_stay_away() -> None:
    state = staged("b-movement", "red", {"B1": {"type": "fighter"}}, environment="storm")
    state, events = closed(state, "red")
    assert (state.phase, state.active) == ("f-assault", "blue")
    assert PhaseSkipped("c-aircraft", "", "storm") in events


def test_antiair_and_ground_attack_pass_over_the_side_that_has_nothing_to_do() -> None:
    state = staged("b-movement", "red", {"B1": {"type": "fighter"}})
    state, _ = closed(state, "red")
    assert (state.phase, state.active) == ("c-aircraft", "blue")
    state, events = ordered(state, "blue", "B1 place 0907 target R0")
    assert (state.phase, state.active) == ("d-antiair", "red")
    assert PhaseSkipped("d-antiair", "blue", "no enemy aircraft") in events
    state, _ = closed(state, "red")
    assert (state.phase, state.active) == ("e-ground-attack", "blue")
    state, events = closed(state, "blue")
    assert (state.phase, state.active) == ("f-assault", "blue") and PhaseSkipped("e-ground-attack", "red", "no target declared") in events
    state, events = closed(closed(state, "blue")[0], "red", [1, 1, 2, 2])
    assert state.units["B1"].at is None and state.units["B1"].target is None and state.units["B1"].appeared


def test_a_silent_side_holds_its_aircraft_up_to_the_next_enemy_one_but_for_plans() -> None:
    planes = {"B1": {"type": "slow"}, "B2": {"type": "slow"}, "R1": {"type": "fighter"}}
    state = closed(staged("b-movement", "red", planes), "red")[0]
    state, _ = ordered(state, "blue", "standing B2 plan place 0405")
    state, events = closed(state, "blue")
    assert [event for event in events if isinstance(event, AircraftHeld | AircraftPlaced)] == [
        AircraftHeld("B1", "default"), AircraftPlaced("B2", "0405", None, "standing")]
    assert (state.phase, state.active, state.game.air_queue) == ("c-aircraft", "red", ("R1",))


def test_an_illegal_plan_asks_and_an_interceptor_without_prey_stays_away() -> None:
    planes = {"B1": {"type": "slow"}, "B2": {"type": "slow"}, "R1": {"type": "fighter"}, "R2": {"type": "slow", "at": "0505"}}
    state, _ = ordered(staged("b-movement", "red", planes), "blue", "standing B1 plan place 0505")
    state, _ = closed(state, "red")
    assert (state.phase, state.active) == ("c-aircraft", "blue")
    state, _ = ordered(state, "blue", "standing B2 plan intercept\nB1 hold")
    assert state.units["B2"].at == "0404"       # nearest to R2, the lowest hex
    alone = {"B1": {"type": "slow"}}
    state, _ = ordered(staged("b-movement", "red", alone), "blue", "standing all plan intercept")
    state, events = closed(state, "red")
    assert AircraftHeld("B1", "standing") in events and state.phase == "f-assault"


def test_an_unfinished_movement_ends_with_the_phase() -> None:
    state, _ = ordered(staged("b-movement", "blue", {"B1": {"type": "tank", "at": "0304", "facing": "N"}}), "blue", "B1 move 0404")
    assert state.game.moving == "B1"
    state, events = closed(state, "blue")
    assert "MoveEnded" in kinds(events) and state.game.moving is None and state.units["B1"].acted == "moved"


# silent sides

@pytest.mark.parametrize("stem", ["first-patrol", "meeting-engagement", "open-meeting", "steel-and-sky", "airborne-bridge"])
def test_a_game_of_deadlines_alone_comes_to_an_end(stem: str) -> None:
    turn = Turn(forumini.start(scenarios.load(scenarios.find(stem))), Luck(), apply)
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
    assert all(unit.at or unit.gone or state.cards[unit.type].kind == "aircraft" or "hero" in state.cards[unit.type].sub
               for unit in state.units.values())


@pytest.mark.parametrize("name", [name for name in PHASES if name not in ("k-casualty", "over")])
def test_a_side_may_concede_in_every_phase(name: str) -> None:
    setup: dict[str, Any] = {"army": {"mode": "buy"}} if name == "build" else {}
    state = staged(name, None if name in SEALED else "red", {"R1": {"type": "fighter"}}, **setup)
    state, events = ordered(state, "blue", "concede")
    assert (state.phase, state.winner, state.game.reason, state.active) == ("over", "red", "conceded", None)
    assert forumini.phase(state) is None and kinds(events) == ["GameOver"]


# choices before the first turn

TWO: dict[str, Any] = {"deployment": {"option": 2, "edges": ["west", "east"], "depth": 2}}
PAIR: list[dict[str, Any]] = [{"id": "B1", "type": "rifle", "side": "blue"}, {"id": "R1", "type": "captain", "side": "red"}]


def test_option_two_asks_for_the_edge_before_the_order() -> None:
    state, _ = begun(PAIR, [6, 6, 1, 1], **TWO)
    assert (state.phase, state.active, state.game.initiative) == ("deploy-choice", "blue", {"blue": 12, "red": 5})
    assert codes(state, "blue", Choose("first")) == ["missing-argument"] and codes(state, "blue", Choose()) == ["missing-argument"]
    assert codes(state, "blue", Choose(edge="north")) == ["unknown-place"]
    state, _ = ordered(state, "blue", "choose edge east")
    assert state.phase == "deploy-choice" and state.game.edges == {"blue": "east", "red": "west"}
    state, _ = ordered(state, "blue", "choose first")
    assert (state.phase, state.active, state.game.first, state.game.holder) == ("deploy", "blue", "blue", "blue")
    assert set(zone(state, "blue")) == {f"{column:02}{row:02}" for column in (8, 9) for row in range(1, 8)}


def test_option_two_equal_in_all_is_rolled_again_and_silence_takes_the_first_edge_and_the_initiative() -> None:
    units = [PAIR[0], {"id": "R1", "type": "rifle", "side": "red"}]
    state, _ = begun(units, [1, 2, 2, 1, 1, 1, 6, 6], **TWO)
    state, _ = closed(state, "red")
    assert state.game.edges == {"red": "west", "blue": "east"} and (state.game.first, state.game.holder) == ("red", "red")


def test_the_holder_of_option_two_may_have_answered_beforehand() -> None:
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
    assert codes(state, "blue", Deploy("B1", "0301")) == ["not-in-zone"] and not codes(state, "blue", Deploy("B1", "0201"))


# deployment

FORCES: list[dict[str, Any]] = [
    {"id": "B1", "type": "truck", "side": "blue"}, {"id": "B2", "type": "rifle", "side": "blue"},
    {"id": "B3", "type": "gliding", "side": "blue"},
    {"id": "B4", "type": "rifle", "side": "blue", "at": "0403"}, {"id": "B5", "type": "hero", "side": "blue"},
    {"id": "B6", "type": "tank", "side": "blue"}, {"id": "R1", "type": "rifle", "side": "red", "at": "0907"}]
FIXED: dict[str, Any] = {"deployment": {"option": "fixed", "sides": {"blue": "north", "red": "south"}, "depth": 2}}


def test_units_may_be_set_up_again_and_riders_come_along() -> None:
    state, _ = begun(FORCES, **FIXED)
    state, _ = ordered(state, "blue", "B1 deploy 0301\nB2 deploy 0401\nB2 deploy aboard B1\nB1 deploy 0402 face NE")
    assert (state.units["B1"].at, state.units["B1"].facing, state.units["B2"].at, state.units["B2"].aboard) == ("0402", "NE", "0402", "B1")
    state, _ = ordered(state, "blue", "B2 deploy 0502")
    assert (state.units["B2"].at, state.units["B2"].aboard) == ("0502", None)
    assert codes(state, "blue", Deploy("B4", "0201")) == ["wrong-kind"] and codes(state, "blue", Deploy("B5", "0201")) == ["wrong-kind"]
    assert codes(state, "blue", Deploy("B6", aboard="B1")) == ["wrong-kind"]
    assert codes(state, "blue", Deploy("B2")) == ["missing-argument"] and codes(state, "blue", Deploy("B2", aboard="B6")) == ["no-ability"]


def test_what_is_left_is_placed_by_the_rules_and_gliders_land_elsewhere_if_they_must() -> None:
    state, _ = begun(FORCES, **FIXED)
    state, events = closed(state, "blue", [1, 1, 2, 2])
    assert [(event.unit, event.to, event.how) for event in events if isinstance(event, Deployed)] == [
        ("B1", "0101", "default"), ("B2", "0101", "default"), ("B3", "0101", "default"), ("B6", "0201", "default")]
    assert state.units["B1"].facing == "S" and state.units["B5"].at is None and not state.units["B5"].gone
    full = [{"id": f"B{n}", "type": kind, "side": "blue"} for n, kind in enumerate(("rifle", "rifle", "rifle", "rifle", "gliding"), 1)]
    state, _ = begun([*full, FORCES[-1]], zones={"blue": ["0301"], "red": ["0101", "0102"]})
    state, events = closed(state, "blue", [1, 1, 2, 2])
    assert NotDeployed("B4") in events and state.units["B4"].gone and state.game.lost == {"blue": 0, "red": 0}
    assert state.units["B5"].at == "0103"       # neither in the zone that is full nor in the enemy's


# drops

DROPPED: list[dict[str, Any]] = [{"id": "B1", "type": "diver", "side": "blue"}, {"id": "R1", "type": "rifle", "side": "red", "at": "0907"}]


def test_silent_paratroopers_aim_at_the_middle_and_the_objective() -> None:
    units = [{**DROPPED[0], "id": f"B{n}"} for n in (1, 2, 3)] + DROPPED[1:]
    state, events = closed(begun(units, **FIXED)[0], "blue", [1, 1] * 3 + [1, 1, 2, 2])
    assert [(event.unit, event.target) for event in events if isinstance(event, Scattered)] == [
        ("B1", "0504"), ("B2", "0504"), ("B3", "0403")]
    assert state.units["B1"].at == "0503"
    _, events = closed(begun(DROPPED, objective="0805", **FIXED)[0], "blue", [1, 1, 1, 1, 2, 2])
    assert [(event.target, event.to) for event in events if isinstance(event, Scattered)] == [("0805", "0804")]


def test_a_paratrooper_that_can_land_nowhere_is_destroyed() -> None:
    rows = ["ppp", "ppp", "ppp", "..."]
    state, _ = begun([DROPPED[0], {**DROPPED[1], "at": "0304"}], rows=rows, **FIXED)
    assert codes(state, "blue", DropIn("B1", "0203")) == [] and codes(state, "blue", DropIn("B1", "0204")) == ["near-edge"]
    state, _ = ordered(state, "blue", "B1 drop 0203")
    state, events = closed(state, "blue", [1, 6, 1, 1, 2, 2])
    assert Destroyed("B1", "0201", 5, "drop") in events and state.units["B1"].gone and state.game.lost["blue"] == 5
    assert [event.row for event in events if isinstance(event, Scattered)] == [("0202", "0201")]


def test_without_a_hex_to_aim_at_a_paratrooper_stays_out_and_is_not_lost() -> None:
    state, _ = begun([DROPPED[0], {**DROPPED[1], "at": "0202"}], rows=["..", ".."], zones={"blue": ["0101"], "red": ["0202"]})
    state, events = closed(state, "blue", [1, 1, 2, 2])
    assert NotDeployed("B1") in events and state.game.lost == {"blue": 0, "red": 0}


def test_a_paratrooper_aimed_anew_drops_last() -> None:
    units = [{**DROPPED[0], "id": f"B{n}"} for n in (1, 2)] + DROPPED[1:]
    state, _ = ordered(begun(units, **FIXED)[0], "blue", "B1 drop 0403\nB2 drop 0404\nB1 drop 0604 side S")
    assert [(drop.unit, drop.at, drop.side) for drop in state.game.drops] == [("B2", "0404", "N"), ("B1", "0604", "S")]
    _, events = closed(state, "blue", [2, 1, 2, 1, 1, 1, 2, 2])
    assert [(event.unit, event.direction, event.to) for event in events if isinstance(event, Scattered)] == [
        ("B2", "NE", "0504"), ("B1", "SW", "0405")]     # 0505 is a pond: on down the row


# casualty

def casualty(units: Mapping[str, Any], text: str = "", dice: Sequence[int] = (6, 6, 1, 1), **setup: Any) -> tuple[State, list[Event]]:
    """The end of F, with standing orders of blue first."""
    state = staged("f-assault", "red", units, **setup)
    state = ordered(state, "blue", text)[0] if text else state
    return closed(state, "red", dice)


def test_a_hero_takes_no_place_that_its_card_excepts_nor_that_of_another_nation() -> None:
    fallen: dict[str, Any] = {
        "B1": {"type": "gun", "at": "0304", "hits": 3}, "B2": {"type": "hero"}, "R1": {"type": "rifle", "at": "0504", "hits": 3}}
    state, events = casualty(fallen)
    assert not [event for event in events if isinstance(event, HeroPlaced)] and state.units["B2"].at is None
    state, events = casualty({**fallen, "B3": {"type": "rifle", "at": "0305", "hits": 3}})
    assert [event for event in events if isinstance(event, HeroPlaced)] == [HeroPlaced("B2", "0305", "B3", "default")]
    assert state.game.lost == {"blue": 12, "red": 3}


@pytest.mark.parametrize(("word", "place"), [("any", "0404"), ("never", None), ("3", "0404"), ("7", None), ("B1", "0304"), ("B9", None)])
def test_a_hero_goes_where_its_standing_order_sends_it(word: str, place: str | None) -> None:
    units: dict[str, Any] = {
        "B1": {"type": "rifle", "at": "0304", "hits": 3}, "B2": {"type": "fanatic", "at": "0404", "hits": 3}, "B3": {"type": "hero"},
        "B9": {"type": "rifle", "at": "0506"}}
    state, events = casualty(units, f"standing B3 replace {word}")
    assert state.units["B3"].at == place
    assert [event.how for event in events if isinstance(event, HeroPlaced)] == (["unit"] if place else [])


def test_two_heroes_do_not_take_one_place() -> None:
    state, _ = casualty({"B1": {"type": "rifle", "at": "0304", "hits": 3}, "B2": {"type": "hero"}, "B3": {"type": "hero"}})
    assert (state.units["B2"].at, state.units["B3"].at) == ("0304", None)


def test_abilities_keep_counters_from_turning_up() -> None:
    units: dict[str, Any] = {"B1": {"type": "hero", "at": "0304", "hits": 1}, "B2": {"type": "ace", "at": "0404", "facing": "N", "hits": 2},
             "B3": {"type": "fanatic", "at": "0504", "hits": 2}, "B4": {"type": "heavy", "at": "0604", "facing": "N", "hits": 2},
             "B5": {"type": "heavy", "at": "0704", "facing": "N", "hits": 1}}
    state, events = casualty(units)
    turned = {event.unit: event for event in events if isinstance(event, TurnedUp)}
    assert [(event.pinned, event.demoralized, event.damaged, event.spent) for event in turned.values()] == [
        (False, False, False, False), (False, False, True, False), (True, False, False, False), (True, False, False, True),
        (True, False, False, False)]
    assert turned["B1"].why == "hero" and turned["B5"].why == "" and not state.units["B5"].heavy_used
    state, _ = casualty({"B4": {**units["B4"], "heavy_used": True}})
    assert state.units["B4"].damaged


def test_who_turns_up_suppressed_loses_overwatch_and_the_dirt() -> None:
    units: dict[str, Any] = {"B1": {"type": "rifle", "at": "0304", "hits": 2, "hit_the_dirt": True, "overwatch": "0404"},
             "B2": {"type": "hero", "at": "0306", "hits": 2, "hit_the_dirt": True}}
    state, events = casualty(units)
    assert OverwatchEnded("B1", "suppressed") in events and CounterLost("B1", "hit_the_dirt", "demoralized") in events
    assert state.units["B2"].hit_the_dirt and state.units["B2"].good_order


def test_riders_of_a_lost_transport_get_out_pinned_but_a_hero_shrugs() -> None:
    units: dict[str, Any] = {
        "B1": {"type": "truck", "at": "0304", "facing": "N", "hits": 3}, "B2": {"type": "rifle", "at": "0304", "aboard": "B1"},
        "B3": {"type": "hero", "at": "0304", "aboard": "B1"}}
    state, events = casualty(units)
    assert [event.unit for event in events if isinstance(event, Unloaded)] == ["B2", "B3"]
    assert state.units["B2"].pinned and not state.units["B3"].pinned
    assert [(event.unit, event.counter) for event in events if isinstance(event, Recovered)] == [("B3", "pinned")]
    crowd = {f"B{n}": {"type": "rifle", "at": "0304"} for n in (4, 5)}
    state, events = casualty({**units, **crowd})
    assert Destroyed("B3", "0304", 9, "dismount") in events and state.game.lost["blue"] == 13


# victory

NEAR: dict[str, Any] = {"objective": "0404"}


def test_points_mode_knows_no_control_and_compares_at_the_end_alone() -> None:
    setup: dict[str, Any] = {**NEAR, "victory": {"mode": "points"}, "turns": {"first_check": 2, "last": 3}}
    state, events = casualty({"B1": {"type": "rifle", "at": "0404"}}, **setup)
    assert state.turn == 3 and not [event for event in events if isinstance(event, ZoneChecked)]
    state, events = casualty({"B1": {"type": "rifle", "at": "0404"}}, turn=3, dice=(), **setup)
    assert [(event.test, event.points, event.winner) for event in events if isinstance(event, TieBroken)] == [
        (2, {"blue": 0, "red": 0}, None), (3, {"blue": 6, "red": 3}, "blue")]
    assert (state.winner, state.game.reason) == ("blue", "tie-break-3")


def test_control_before_the_first_check_decides_nothing_and_the_riders_count() -> None:
    units: dict[str, Any] = {"B1": {"type": "truck", "at": "0404", "facing": "N"}, "B2": {"type": "rifle", "at": "0404", "aboard": "B1"}}
    state, events = casualty(units, turn=6, **NEAR)
    assert state.turn == 7 and not [event for event in events if isinstance(event, ZoneChecked)]
    state, events = casualty(units, turn=7, dice=(), **NEAR)
    assert ZoneChecked(7, {"blue": ("B1", "B2"), "red": ()}, "blue") in events and state.game.reason == "control"


@pytest.mark.parametrize(("units", "winner", "reason"), [
    ({"B1": {"type": "rifle", "at": "0404"}}, "blue", "control"),
    ({"R1": {"type": "rifle", "at": "0404"}}, "red", "defended"),
    ({}, "red", "defended"),
])
def test_only_the_attacker_wins_by_control(units: dict[str, Any], winner: str, reason: str) -> None:
    setup: dict[str, Any] = {**NEAR, "victory": {"mode": "attack", "attacker": "blue"}, "turns": {"first_check": 2, "last": 3}}
    state, _ = casualty(units, turn=3, dice=(), **setup)
    assert (state.winner, state.game.reason) == (winner, reason)


def test_both_sides_annihilated_compare_from_the_second_tie_breaker() -> None:
    gone = {"B0": {"hits": 3}, "R0": {"type": "captain", "hits": 3}}
    state, events = casualty(gone, dice=(), **NEAR)
    assert [event.test for event in events if isinstance(event, TieBroken)] == [2] and state.winner == "blue"


def test_annihilation_may_be_switched_off() -> None:
    state, _ = casualty({"B0": {"hits": 3}}, annihilation_ends=False, **NEAR)
    assert state.winner is None and state.turn == 3


def test_silent_sides_throw_by_dice_until_somebody_wins() -> None:
    state, events = casualty({}, turn=10, dice=(), **NEAR)
    assert (state.phase, state.active) == ("tie-break", None)
    assert [event.test for event in events if isinstance(event, TieBroken)] == [1, 2, 3]
    state, _ = closed(state, "blue")
    state, events = closed(state, "red", [6, 6, 1, 1])
    assert ThrowsShown({"blue": "rock", "red": "rock"}, None, {"blue": 1, "red": 1}) in events and state.done == ()
    state, _ = closed(state, "red")
    state, events = closed(state, "blue", [4, 2])
    assert ThrowsShown({"blue": "lizard", "red": "paper"}, "blue", {"blue": 4, "red": 2}) in events
    assert (state.winner, state.game.reason) == ("blue", "tie-break-4")


# secrets

def test_throws_purchases_and_standing_orders_are_known_to_their_own_side_alone() -> None:
    state, _ = casualty({}, turn=10, dice=(), **NEAR)
    after, events = ordered(state, "blue", "throw spock\nstanding all fire never")
    assert [type(event) for event in events] == [Thrown, StandingSet]
    for event in events:
        assert forumini.witness(state, event, "blue") == event
        assert forumini.witness(state, event, "red") is None and forumini.witness(state, event, "") is None
    assert forumini.view(after, "red") == forumini.view(state, "red") and forumini.view(after, "blue").game.throws == {"blue": "spock"}
    assert forumini.view(forumini.view(after, "red"), "red") == forumini.view(after, "red")
    building = begun([], army={"mode": "buy"}, deployment={"option": 1})[0]
    bought, events = ordered(building, "red", "buy 2 tank")
    assert forumini.witness(building, events[0], "blue") is None and forumini.view(bought, "blue") == forumini.view(building, "blue")
    assert forumini.view(bought, "red").game.army["red"] == {"tank": 2}


def test_a_balked_purchase_stays_secret_and_a_balked_standing_order_keeps_its_words() -> None:
    building = begun([], army={"mode": "buy"})[0]
    balk = Balked("red", 1, "buy 9 tank", "too-expensive", "...")
    assert forumini.witness(building, balk, "blue") is None and forumini.witness(building, balk, "red") == balk
    moving, told = staged("b-movement", "blue", {}), Balked("red", 1, "standing R0 fire never", "unit-gone", "...")
    heard = forumini.witness(moving, told, "blue")
    assert isinstance(heard, Balked) and "never" not in heard.order and heard.says != "..."


# armies

def test_armies_are_bought_given_back_and_shown_with_their_ids() -> None:
    army: dict[str, Any] = {"mode": "buy", "prefix": {"blue": "Q"}, "default": {"red": {"rifle": 2}}}
    state, _ = begun([], army=army, deployment={"option": 1})
    assert (state.phase, state.active, state.turn) == ("build", None, 0)
    state, events = ordered(state, "blue", "buy 2 tank\nbuy rifle\nbuy 1 slow\nreturn 1 tank")
    assert [(event.type, event.count, event.cost) for event in events if isinstance(event, Bought)] == [
        ("tank", 2, 40), ("rifle", 1, 3), ("slow", 1, 12), ("tank", -1, -20)]
    assert codes(state, "blue", Buy(count=0, type="rifle")) == ["bad-number"]
    assert codes(state, "blue", Buy(type="dragon")) == ["unknown-type"]
    state, _ = closed(state, "blue")
    state, events = closed(state, "red", [6, 1])
    shown = next(event for event in events if isinstance(event, ArmiesRevealed))
    assert shown.units == (
        ("Q1", "tank", "blue"), ("Q2", "rifle", "blue"), ("Q3", "slow", "blue"), ("R1", "rifle", "red"), ("R2", "rifle", "red"))
    assert (shown.points, shown.defaulted) == ({"blue": 35, "red": 6}, ("red",)) and state.game.army == {}
    assert (state.phase, state.active, state.units["Q1"].name) == ("deploy-choice", "blue", "Tank")


# standing orders and conditions

@pytest.mark.parametrize(("words", "good"), [
    ("all initiative first", True), ("B1 initiative first", False), ("all fire always soldiers", True), ("B1 fire soldiers", False),
    ("B3 fire never", False), ("all overwatch-fire good vehicles", True), ("B1 overwatch-fire good good", False),
    ("all fire-order nearest", True), ("all fire-order B1 B0", True), ("all fire-order R0", False), ("B1 fire-order nearest", False),
    ("all under-fire wait", True), ("B3 under-fire wait", False), ("all plan hold", True), ("all plan place 0404", False),
    ("B3 plan place 0404 target R0", True), ("B3 plan place 0404 target B0", False), ("B3 plan place 4444", False), ("B1 plan hold", False),
    ("B3 damaged abort", True), ("B0 damaged stay", False), ("B2 replace 12", True), ("B2 replace B1", True), ("B2 replace R0", False),
    ("B1 replace any", False), ("all courage high", False),
])
def test_a_standing_order_says_what_its_key_takes_of_a_unit_that_decides_it(words: str, good: bool) -> None:
    state = staged("b-movement", "blue", {"B1": {"type": "rifle", "at": "0304"}, "B2": {"type": "hero"}, "B3": {"type": "fighter"}})
    subject, policy, *values = words.split()
    assert (set(codes(state, "blue", Standing(subject, policy, tuple(values)))) == set()) is good
    assert good or codes(state, "blue", Standing(subject, policy, tuple(values)))[0] == "unknown-policy"


def test_conditions_ask_face_up_counters_but_hit_and_clean() -> None:
    state = staged("b-movement", "blue", {
        "B1": {"type": "rifle", "at": "0304", "pinned": True, "hits": 1}, "B2": {"type": "fighter"}, "B3": {"type": "rifle", "gone": True}})
    assert [name for name in CONDITIONS if name != "at" and holds(state, Condition("B1", name))] == ["alive", "pinned", "hit", "placed"]
    assert [name for name in CONDITIONS if name != "at" and holds(state, Condition("B2", name))] == ["alive", "clean"]
    assert [name for name in CONDITIONS if name != "at" and holds(state, Condition("B3", name))] == ["gone"]
    assert holds(state, Condition("B1", "at", "0304")) and not holds(state, Condition("B1", "at", "0305"))


def test_done_ends_the_phase_for_whoever_is_awaited_only() -> None:
    state = staged("b-movement", "blue", {})
    assert closed(state, "red") == (state, []) and Done.ENDS
    assert ordered(state, "blue", "done")[0].active == "red"
