"""The sequence of play of Zone Control: rounds and turns, what waits, how it ends, what stands for what, who may know what."""
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from brigades import Luck
from moor import moor, places, unit

from engine import scenarios
from engine.contract import Balked, Event, NoDice, Refusal, Skipped, Tape, Turn, canonical, replace
from engine.contract.advice import MOST, Advice
from engine.systems.zones import rounds, sequence, victory, zones
from engine.systems.zones.advice import check, legal
from engine.systems.zones.changes import apply
from engine.systems.zones.command import planned
from engine.systems.zones.events import (
    ArrivalRefused,
    Attacked,
    Casualties,
    Conceded,
    Control,
    Finished,
    Fled,
    GameOver,
    Initiative,
    Placed,
    Resupplied,
    Revealed,
    RoundBegan,
    Stand,
    StandingSet,
    TurnBegan,
)
from engine.systems.zones.ideas import ideas
from engine.systems.zones.orders import Ambush, Arrive, Concede, Done, Hunker, Move, Standing, Strike
from engine.systems.zones.report import tell
from engine.systems.zones.secrecy import view, witness
from engine.systems.zones.setup import start
from engine.systems.zones.state import ACTION, COMMAND, DEPLOYMENT, OVER, RESOLUTION, Game, Model, Objective, State, Unit, awaited
from maps.table import Piece

SIDES = ("blue", "red", "green")


def ordered(state: State, *order: str) -> State:
    return replace(state, game=replace(state.game, order=order))


def ended(state: State, dice: Sequence[int] = (), side: str | None = None) -> tuple[State, list[Event]]:
    """The side's turn ended, and what follows by itself."""
    turn = Turn(state, tape := Tape(dice), apply)
    sequence.close(turn, side or state.active or "")
    assert not tape.left
    return turn.state, turn.events


def given(state: State, side: str, order: Any) -> tuple[State, list[Event]]:
    turn = Turn(state, NoDice(), apply)
    sequence.run(turn, side, order)
    return turn.state, turn.events


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def turns(events: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.phase, event.side) for event in events if isinstance(event, TurnBegan)]


def begun(state: State, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """A position before the first round, set going."""
    turn = Turn(replace(state, turn=0, phase=COMMAND, active=None), tape := Tape(dice), apply)
    sequence.proceed(turn)
    assert not tape.left
    return turn.state, turn.events


def gone(key: str, where: str = "table") -> Unit:
    """A unit that waits off the table, or none of whose models has wounds left."""
    known = unit(key, (6, 6))
    return replace(known, where=where) if where != "table" else replace(known, models=(replace(known.models[0], wounds=0),))


# rounds and turns

def test_the_first_round_begins_by_itself_and_only_then() -> None:
    state, events = begun(moor(unit("B1", (6, 4)), unit("R1", (6, 20))))
    assert kinds(events) == ["RoundBegan", "TurnBegan", "TurnBegan", "TurnBegan", "TurnBegan"]
    assert turns(events) == [(COMMAND, "blue"), (COMMAND, "red"), (COMMAND, "green"), (ACTION, "blue")]
    assert (state.turn, state.phase, state.active, state.game.order) == (1, ACTION, "blue", SIDES)
    turn = Turn(state, NoDice(), apply)
    sequence.proceed(turn)
    assert not turn.events
    turn = Turn(replace(state, turn=0, phase=DEPLOYMENT, active=None), NoDice(), apply)
    sequence.proceed(turn)
    assert not turn.events


def test_a_round_goes_through_all_its_turns() -> None:
    state, _ = begun(moor(unit("B1", (6, 4)), unit("R1", (6, 20)), unit("G1", (18, 4))))
    state, events = ended(state)
    assert turns(events) == [(ACTION, "red")] and state.active == "red"
    state, events = ended(state)
    assert turns(events) == [(ACTION, "green")] and state.active == "green"
    state, events = ended(state)
    assert turns(events) == [(RESOLUTION, side) for side in SIDES] + [(COMMAND, side) for side in SIDES] + [(ACTION, "blue")]
    assert kinds(events)[3:5] == ["Control", "RoundBegan"] and (state.turn, state.active) == (2, "blue")


@pytest.mark.parametrize(("number", "order"), [(1, SIDES), (2, ("red", "green", "blue")), (3, ("green", "blue", "red")), (4, SIDES)])
def test_alternate_begins_with_the_next_side_each_round(number: int, order: tuple[str, ...]) -> None:
    state = moor(unit("B1", (6, 4)), unit("R1", (6, 20)), first="alternate", turn=number - 1, phase=RESOLUTION)
    _, events = ended(replace(ordered(state, *SIDES), active="green"))
    assert [event for event in events if isinstance(event, RoundBegan)] == [RoundBegan(number, order)]


def test_roll_is_rolled_for_every_side_also_one_that_has_conceded_until_one_is_highest() -> None:
    state = moor(unit("B1", (6, 4)), unit("R1", (6, 20)), first="roll", phase=RESOLUTION)
    state = replace(ordered(state, *SIDES), active="green", game=Game(order=SIDES, conceded=("green",)))
    after, events = ended(state, [5, 2, 5, 1, 1, 6])
    first, second = (event for event in events if isinstance(event, Initiative))
    assert first == Initiative({"blue": 5, "red": 2, "green": 5}, None) and second == Initiative({"blue": 1, "red": 1, "green": 6}, "green")
    assert after.game.order == ("green", "blue", "red") and after.active == "blue", "green has nothing to do"
    assert begun(state)[0].game.order == SIDES, "the first round rolls nothing"


def test_a_command_turn_waits_for_reserves_that_are_due_and_not_held_back() -> None:
    soldiers = (unit("B1", (6, 4)), unit("R1", (6, 20)))
    for arrives, policy, waits in ((1, "ask", True), (1, "hold", False), (2, "ask", False)):
        reserve = replace(unit("B2", (0, 0), arrives=arrives, policy=policy), where="reserve")
        state, _ = begun(moor(*soldiers, reserve))
        assert ((state.phase, state.active) == (COMMAND, "blue")) == waits
        assert waits or (state.phase, state.active) == (ACTION, "blue")


@pytest.mark.parametrize(("where", "waits"), [("deep-strike", (False, True)), ("ambush", (False, True)), ("reserve", (False, False))])
def test_an_action_turn_waits_for_units_that_may_appear_in_it(where: str, waits: tuple[bool, bool]) -> None:
    hidden = replace(unit("B1", (0, 0), arrives=9), where=where)
    state, _ = begun(moor(hidden, unit("R1", (6, 20)), offboard_from=2))
    assert state.active == "red" and waits[0] is False
    state, _ = ended(state)
    assert (state.turn, state.active == "blue") == (2, waits[1])


def test_a_command_turn_clears_what_lasts_a_round_and_an_action_turn_what_lasts_to_the_next() -> None:
    worn = replace(unit("R1", (6, 20)), shock=2, marks=("melee",), sprung=True, hunkered=True, fled=True, models=(
        Model(1, (600, 2000), 1, moved=True, acted=True, hurt=True),))
    state = moor(unit("B1", (6, 4)), worn)
    state = apply(replace(state, units={**state.units, "B1": replace(worn, id="B1", side="blue")}), TurnBegan(COMMAND, "red"))
    red, blue = state.units["R1"], state.units["B1"]
    assert (red.shock, red.marks, red.sprung, red.models[0].hurt) == (0, (), False, False)
    assert red.hunkered and red.fled and red.models[0].moved and red.models[0].acted
    assert (blue.shock, blue.marks, blue.sprung, blue.models[0].hurt) == (2, ("melee",), True, True)
    red = apply(state, TurnBegan(ACTION, "red")).units["R1"]
    assert not (red.hunkered or red.fled or red.models[0].moved or red.models[0].acted)


def test_shaken_units_flee_as_their_turn_ends_in_the_order_of_the_scenario() -> None:
    state = moor(unit("B2", (6, 9), shaken=True), unit("B1", (12, 9), shaken=True), unit("B3", (18, 9), shaken=True, fled=True),
                 unit("R1", (6, 20), shaken=True))
    after, events = ended(ordered(state, *SIDES))
    assert [event.unit for event in events if isinstance(event, Fled)] == ["B2", "B1"]
    assert [places(after, key)[0] for key in ("B1", "B2", "B3", "R1")] == [(12, 3), (6, 3), (18, 9), (6, 20)]


# the command turn

def gunner(key: str, at: tuple[float, float], **facts: Any) -> Unit:
    """A field gun that has fired its last."""
    known = unit(key, at, kind="field-gun", **facts)
    return replace(known, models=(replace(known.models[0], ammo={"field-gun": 0}),))


def resupplied(*units: Unit, **facts: Any) -> list[str]:
    state = ordered(moor(*units, phase=RESOLUTION, **facts), *SIDES)
    _, events = ended(replace(state, active="green"))
    return [event.unit for event in events if isinstance(event, Resupplied)]


def test_a_quiet_round_in_a_zone_of_ones_team_brings_ammunition() -> None:
    enemy = unit("R1", (18, 20))
    assert resupplied(gunner("B1", (6, 4)), enemy) == ["B1"]
    assert resupplied(unit("B1", (6, 4)), enemy) == []
    assert resupplied(gunner("B1", (12, 4)), enemy) == []
    assert resupplied(gunner("B1", (6, 4)), unit("R1", (6, 11))) == []
    assert resupplied(gunner("B1", (6, 4)), unit("G1", (6, 11)), enemy) == ["B1"]
    assert resupplied(replace(gunner("B1", (6, 4)), models=(Model(1, (600, 400), 1, acted=True, ammo={"field-gun": 0}),)), enemy) == []


def test_who_lost_a_model_that_had_acted_had_no_quiet_round() -> None:
    crew = gunner("B1", (6, 4))
    crew = replace(crew, models=(Model(1, (900, 400), 0, acted=True), replace(crew.models[0], number=2)), start=2)
    state = ordered(moor(crew, unit("R1", (18, 20)), phase=ACTION), *SIDES)
    state = apply(replace(state, active="green"), Casualties("B1", (1,), 1))
    assert state.game.acted == ("B1",)
    after, events = ended(state)
    assert "Resupplied" not in kinds(events) and after.game.acted == (), "its next action turn has begun"
    idle = replace(state.units["B1"], models=(Model(1, (900, 400), 0), state.units["B1"].models[0]))
    state = apply(replace(state, units={**state.units, "B1": idle}, game=Game(order=SIDES)), Casualties("B1", (1,), 1))
    assert state.game.acted == ()


def test_a_standing_order_brings_a_reserve_on_or_says_why_not() -> None:
    reserve = replace(unit("B2", (0, 0), (0, 0), policy="12,4 column"), where="reserve")
    soldiers = (unit("B1", (6, 4)), unit("R1", (6, 20)))
    after, events = begun(moor(*soldiers, reserve))
    assert Placed("B2", "reserve", (Stand(1, (1200, 400)), Stand(2, (1200, 250)))) in events
    assert after.phase == ACTION and not after.units["B2"].sprung and not after.units["B2"].models[0].moved
    after, events = begun(moor(*soldiers, replace(reserve, policy="6.5,4")))
    refused = next(event for event in events if isinstance(event, ArrivalRefused))
    assert (refused.unit, refused.code, after.phase, after.active) == ("B2", "occupied", COMMAND, "blue") and "B1" in refused.says


@pytest.mark.parametrize(("policy", "to", "form"), [
    ("12,4", ((1200, 400),), None), ("12.55,4 block", ((1255, 400),), "block"), ("1,2 3.5,4", ((100, 200), (350, 400)), None)])
def test_what_a_standing_order_means(policy: str, to: tuple[tuple[int, int], ...], form: str | None) -> None:
    reserve = replace(unit("B2", (0, 0), policy=policy), where="reserve")
    assert planned(reserve) == Arrive("B2", to, form)


def test_a_standing_order_for_all_is_for_the_reserves_that_are_to_come() -> None:
    reserves = [replace(unit(key, (0, 0)), where="reserve") for key in ("B2", "B3", "R2")]
    state, events = given(moor(unit("B1", (6, 4)), *reserves), "blue", Standing("all", "arrive", ("hold",)))
    assert events == [StandingSet("blue", "all", "hold")]
    assert [known.policy for known in state.units.values()] == ["ask", "hold", "hold", "ask"]
    state, _ = given(state, "blue", Standing("B3", "arrive", ("12,4", "14,4")))
    assert state.units["B3"].policy == "12,4 14,4" and state.units["B2"].policy == "hold"


# orders

def test_models_that_are_named_must_be_left() -> None:
    state = moor(replace(unit("B1", (6, 4), (8, 4)), models=(Model(1, (600, 400), 1),)), unit("R1", (6, 20)))
    found = tuple(check(state, "blue", Move("B1", (((600, 500),),), models=(2, 2))))
    assert found[0].code == "unit-gone" and not found[0].lasting and "B1.1" in found[0].says
    assert found[0].instead[:1] == (Move("B1", (((600, 500),),)),) and legal(state, "blue", found[0].instead[0])
    assert legal(state, "blue", Move("B1", (((600, 500),),), models=(1, 2)))


def test_what_would_do_is_legal_and_stands_once_whatever_comes_to_mind() -> None:
    def objections(seen: int, side: str, order: Concede | Hunker) -> Any:
        if isinstance(order, Hunker) and len(order.unit) > seen:
            yield Refusal("unit", "too-long", order.unit, instead=(Hunker("a"), Hunker("bbbb")))
            yield Refusal("unit", "later", order.unit, instead=(Hunker("a"),))

    def others(seen: int, side: str, order: Any, code: str) -> Any:
        yield from (Hunker(word) for word in ("a", "bbbb", "b", "b", "c", "d", "e"))
    advice = Advice(objections, others, tried=None)
    first, second = advice.check(3, "", Hunker("aaaa"))
    assert first.instead == (Hunker("a"), Hunker("b"), Hunker("c")) and len(first.instead) == MOST and second.instead == ()
    assert next(Advice(objections, others, tried=3).check(3, "", Hunker("aaaa"))).instead == (Hunker("a"), Hunker("b"))
    assert not advice.legal(3, "", Hunker("aaaa")) and advice.legal(3, "", Hunker("aaa")) and not tuple(advice.check(3, "", Concede()))


# zones

def test_zones_have_names_boxes_and_centres() -> None:
    table = moor().table
    assert zones.names(table) == ("Z11", "Z21", "Z12", "Z22") and zones.names(replace(table, width=108.0))[8:10] == ("Z91", "Z12")
    assert zones.box("Z21") == (1200, 0, 2400, 1200) and zones.centre("Z12") == (600, 1800)


def test_who_holds_what_and_what_it_counts() -> None:
    state = moor(unit("B1", (6, 6)), unit("G1", (18, 18)), unit("R1", (13, 13)), unit("R2", (18, 6), (12, 6)),
                 objectives=(Objective("Z11", 3),))
    assert zones.control(state) == {"Z11": "allies", "Z21": "red", "Z12": None, "Z22": "contested"}
    assert zones.score(state) == {"allies": 3, "red": 1} and zones.surrounded(state) == ()
    state = moor(unit("B1", (6, 6)), unit("G1", (18, 18)), unit("R1", (6, 23.5), kind="rider"))
    assert zones.surrounded(state) == ("Z21", "Z12"), "a base off the zone is in none"
    assert zones.score(state) == {"allies": 4, "red": 0}


def test_a_zone_gained_by_its_neighbours_completes_no_other_ring() -> None:
    state = moor(unit("B1", (18, 6)), unit("B2", (30, 18)), unit("R1", (6, 18)))
    state = replace(state, table=replace(state.table, width=36))
    assert zones.surrounded(state) == ("Z31",) and zones.control(state)["Z22"] is None


# the end

def finished(*units: Unit, **facts: Any) -> GameOver | None:
    state = ordered(moor(*units, phase=RESOLUTION, **facts), *SIDES)
    _, events = ended(replace(state, active="green"))
    assert [kind for kind in kinds(events) if kind in ("Control", "GameOver")][:1] == ["Control"]
    return next((event for event in events if isinstance(event, GameOver)), None)


def test_the_last_team_in_play_wins_at_the_end_of_a_round() -> None:
    off = replace(unit("R1", (0, 0), arrives=9, policy="hold"), where="reserve")
    assert finished(unit("B1", (12, 6)), unit("G1", (18, 6))) == GameOver("allies", "last-standing", {"allies": 1, "red": 0})
    assert finished(unit("B1", (6, 6)), replace(off, where="gone")) is not None
    assert finished(unit("B1", (6, 6)), off) is None
    assert finished() == GameOver("draw", "last-standing", {"allies": 0, "red": 0})


def test_after_the_last_round_most_zones_win_and_as_many_are_a_draw() -> None:
    units = (unit("B1", (6, 6)), unit("R1", (18, 18)), unit("R2", (18, 6)))
    assert finished(*units, turn=4) is None
    assert finished(*units, turn=5) == GameOver("red", "round-limit", {"allies": 1, "red": 2})
    assert finished(*units[:2], turn=5) == GameOver("draw", "round-limit", {"allies": 1, "red": 1})


def test_giving_up_ends_the_game_when_one_team_is_left_and_else_only_ones_own_turn() -> None:
    state = ordered(moor(unit("B1", (6, 6)), unit("R1", (18, 18)), unit("G1", (18, 6))), *SIDES)
    over, events = given(state, "red", Concede())
    assert events == [Conceded("red"), GameOver("allies", "concession", {"allies": 2, "red": 0})]
    assert (over.phase, over.active, over.winner, over.game.reason, over.game.conceded) == (OVER, None, "allies", "concession", ("red",))
    assert over.units["R1"].gone and not over.units["R1"].models
    on, events = given(state, "green", Concede())
    assert events == [Conceded("green")] and on.active == "blue" and on.units["G1"].gone
    on, events = given(state, "blue", Concede())
    assert kinds(events) == ["Conceded", "TurnBegan"] and on.active == "red"
    again, events = given(on, "blue", Concede())
    assert again is on and not events
    over, _ = given(on, "green", Concede())
    assert (over.phase, over.winner) == (OVER, "red")


def setting_up() -> State:
    """In the deployment; blue has moved a unit of two."""
    ready = moor(unit("B1", (6, 4), (8, 4)), unit("R1", (6, 20)), replace(unit("G1", (0, 0), policy="hold"), where="reserve"))
    state = replace(ready, turn=0, phase=DEPLOYMENT, active=None, ready=ready.units, game=Game())
    return apply(state, Placed("B1", "deployment", (Stand(1, (900, 400)), Stand(2, (1100, 400)))))


def test_the_deployment_is_revealed_when_all_are_done() -> None:
    state = setting_up()
    for number, side in enumerate(("blue", "green")):
        assert side in awaited(state)
        state, events = ended(state, side=side)
        assert events == [Finished(side)] and len(state.done) == number + 1
    state, events = ended(state, side="red")
    assert events[:2] == [Finished("red"), Revealed({"B1": (Stand(1, (900, 400)), Stand(2, (1100, 400)))})]
    assert (state.turn, state.phase, state.active, state.done, dict(state.ready)) == (1, ACTION, "blue", (), {}), "green is held back"
    assert places(state, "B1") == [(9, 4), (11, 4)]


def test_giving_up_in_the_deployment() -> None:
    state, _ = given(setting_up(), "green", Concede())
    assert state.phase == DEPLOYMENT and awaited(state) == ("blue", "red") and view(state, "red").units["B1"].at == (600, 400)
    assert view(state, "red").units["G1"].gone
    over, events = given(state, "blue", Concede())
    assert kinds(events) == ["Conceded", "GameOver"] and (over.winner, dict(over.ready)) == ("red", {})
    state, _ = ended(state, side="blue")
    state, _ = ended(state, side="red")
    assert (state.turn, state.phase, state.active) == (1, ACTION, "blue")


def test_the_last_awaited_of_a_deployment_may_give_up() -> None:
    state, _ = ended(setting_up(), side="blue")
    state, _ = ended(state, side="red")
    state, events = given(state, "green", Concede())
    assert kinds(events)[:3] == ["Conceded", "Revealed", "RoundBegan"] and state.active == "blue"


# changes

def test_an_attack_spends_an_action_and_a_shot_and_takes_wounds() -> None:
    before = moor(gunner("B1", (6, 4)), replace(unit("R1", (6, 20)), models=(Model(1, (600, 2000), 3),)))
    loaded = replace(before.units["B1"], models=(replace(before.units["B1"].models[0], ammo={"field-gun": 2}),))
    before = replace(before, units={**before.units, "B1": loaded})
    attack = Attacked("shoot", "B1", 1, "R1", 1, "field-gun", 1600, 4, (), (6, 6), 2, 0, (1, 1), 2, 2)
    after = apply(before, attack)
    assert (after.units["B1"].models[0].acted, after.units["B1"].models[0].ammo) == (True, {"field-gun": 1})
    assert (after.units["R1"].models[0].wounds, after.units["R1"].models[0].hurt) == (1, True)
    assert apply(before, replace(attack, kind="melee")).units["B1"].models[0].ammo == {"field-gun": 2}
    assert apply(before, replace(attack, wounds=0)).units["R1"] is before.units["R1"]
    assert before.units["R1"].models[0].wounds == 3 and not before.units["B1"].models[0].acted


def test_a_strange_event_is_no_event_of_this_game() -> None:
    class Strange(Event, frozen=True, tag="strange"):
        pass
    with pytest.raises(TypeError, match="Strange"):
        apply(moor(), Strange())


# who may know what

def secret(**facts: Any) -> State:
    """Blue has an ambusher, its friend green a reserve with a standing order, red a deep striker; all secret."""
    return moor(unit("B1", (6, 4)), replace(unit("B2", (0, 0), kind="scout"), where="ambush"), unit("R1", (6, 20)),
                replace(unit("R2", (0, 0)), where="deep-strike"), replace(unit("G1", (0, 0), policy="12,4"), where="reserve"),
                hidden="secret", terrain=(Piece("sparse", "Grove", ((2, 8), (8, 8), (8, 12), (2, 12))),), **facts)


@pytest.mark.parametrize(("side", "known"), [("blue", "B1 B2 R1 G1"), ("green", "B1 B2 R1 G1"), ("red", "B1 R1 R2"), ("", "B1 R1")])
def test_secret_units_off_the_table_are_known_to_their_team_alone(side: str, known: str) -> None:
    seen = view(secret(), side)
    assert seen.roster == tuple(seen.units) == tuple(known.split()) and view(seen, side) is seen
    assert side not in ("blue", "green") or seen.units["G1"].policy == "12,4"


def test_where_all_is_public_only_standing_orders_are_not() -> None:
    state = replace(secret(), setup=replace(secret().setup, hidden="public"))
    assert view(state, "blue") is state and view(state, "green") is state
    for side in ("red", ""):
        assert view(state, side).units == {**state.units, "G1": replace(state.units["G1"], policy="ask")}


def test_in_the_deployment_others_stand_as_set_up() -> None:
    state = setting_up()
    assert [view(state, side).units["B1"].at for side in ("blue", "green", "red", "")] == [(900, 400), (900, 400), (600, 400), (600, 400)]
    for side in ("blue", "green", "red", ""):
        seen = view(state, side)
        assert view(seen, side) is seen and (seen.units["G1"].policy == "hold") == (side in ("blue", "green"))
        assert seen.ready["G1"].policy == seen.units["G1"].policy and tuple(seen.ready) == seen.roster


def test_a_secret_unit_that_is_given_up_is_never_heard_of() -> None:
    state, events = given(ordered(secret(), *SIDES), "blue", Concede())
    assert "B2" not in view(state, "red").units and "B1" in view(state, "red").units and "B2" in view(state, "green").units
    assert [witness(state, event, "red") for event in events] == events


def test_a_secret_unit_that_appears_is_known_from_then_on() -> None:
    state = secret()
    after, (appears,) = given(state, "blue", Ambush("B2", ((600, 1000),)))
    assert after.units["B2"].sprung and after.units["B2"].models[0].moved
    for side in ("blue", "green", "red", ""):
        assert witness(state, appears, side) is appears and apply(view(state, side), appears) == view(after, side)
    assert view(after, "red").units["B2"] == after.units["B2"] and view(after, "red").roster == ("B1", "B2", "R1", "R2")


def test_whoever_appears_finds_its_place_among_its_side() -> None:
    state = secret()
    state = replace(state, roster=("G1", "R2", "B2", "R1", "B1"), units={**state.units, "R2": replace(state.units["R2"], policy="hold")})
    seen = view(state, "blue")
    assert seen.roster == ("B2", "B1", "R1", "G1") and view(seen, "blue") is seen
    appearing = {"red": Strike("R2", ((1800, 1800),)), "blue": Ambush("B2", ((600, 1000),)), "green": Arrive("G1", ((1800, 400),))}
    for side, order in appearing.items():
        after, (appears,) = given(state, side, order)
        for viewer in ("blue", "green", "red", ""):
            assert apply(view(state, viewer), appears) == view(after, viewer)
        state = after
    assert view(state, "").roster == ("B2", "B1", "R2", "R1", "G1")


def test_what_is_told_of_secret_games_adds_up_to_what_may_be_known() -> None:
    told = hidden = 0
    for seed in range(3):
        for before, event, after in wandered(seed):
            for side in ("colonial", "raiders", ""):
                seen, known = view(before, side), witness(before, event, side)
                assert (apply(seen, known) if known else seen) == view(after, side), (side, event)
                assert view(seen, side) is seen
                told, hidden = told + (known is not None), hidden + (known is None)
                unknown = [key for key in before.units if key not in seen.units]
                words = f"{canonical(known).decode()} {tell(seen, known)}" if known and not isinstance(known, Placed) else ""
                assert not [key for key in unknown if re.search(rf"\b{key}\b", words)], (side, known)
    assert told > 200 and hidden > 10


def wandered(seed: int) -> Iterator[tuple[State, Event, State]]:
    """What happens in a secret game of three rounds in which the sides do what comes to mind."""
    chance = Random(seed)
    state = start(scenarios.load("three-wadis"))
    state = replace(state, setup=replace(state.setup, hidden="secret", rounds=3))
    turn = Turn(state, Luck(seed), apply)
    sequence.proceed(turn)
    while side := turn.state.active:
        for _ in range(6):
            seen = view(turn.state, side)
            thoughts = [idea for idea in ideas(seen, side) if not isinstance(idea, Done)]
            if thoughts:
                sequence.run(turn, side, chance.choice(thoughts))
        sequence.close(turn, side)
    for event in turn.events:
        after = apply(state, event)
        yield state, event, after
        state = after


@pytest.mark.parametrize("event", [StandingSet("green", "G1", "hold"), ArrivalRefused("G1", "occupied", "G1.1 would overlap B1.1")])
def test_standing_orders_are_for_their_team(event: Event) -> None:
    assert [witness(secret(), event, side) is event for side in ("green", "blue", "red", "")] == [True, True, False, False]
    assert witness(secret(), event, "red") is None is witness(secret(), event, "")


@pytest.mark.parametrize(("text", "says", "heard"), [
    ("B1 move 6,5", "it is not", True), ("B2 ambush 6,10", "R1.1 is too near", False), ("if B2 away: B1 move 6,5", "no", False),
    ("B1 move 6,5", "B2.1 would be there", False), ("b2 ambush 6,10", "no", False), ("B20 move 3,3", "no", True),
    ("standing G1 arrive 12,4", "no", False)])
def test_an_order_not_done_is_silent_if_it_names_a_secret_unit(text: str, says: str, heard: bool) -> None:
    state = secret()
    for event in (Balked("blue", 1, text, "near-enemy", says), Skipped("blue", 1, text)):
        assert witness(state, event, "green") is event is witness(state, event, "blue")
        if isinstance(event, Balked) or heard or says == "no":
            assert [witness(state, event, side) == event for side in ("red", "")] == [heard, heard]
    shown = replace(state, setup=replace(state.setup, hidden="public"))
    assert witness(shown, Balked("blue", 1, text, "near-enemy", says), "red") is not None


def test_what_happens_in_the_deployment_is_for_the_team_until_it_is_over() -> None:
    state, placed = setting_up(), Placed("B1", "deployment", (Stand(1, (900, 400)),))
    for event in (placed, Balked("blue", 1, "B1 place 9,4", "occupied", "no"), Skipped("blue", 1, "if B1 alive: B1 place 9,4")):
        assert [witness(state, event, side) for side in ("blue", "green", "red", "")] == [event, event, None, None]
        after = replace(state, phase=ACTION, ready={})
        assert [witness(after, event, side) for side in ("red", "")] == [event, event]
    assert witness(state, Finished("blue"), "red") == Finished("blue")


def test_a_balked_standing_order_tells_others_nothing_of_what_it_said() -> None:
    state = replace(secret(), setup=replace(secret().setup, hidden="public"))
    balked = Balked("green", 1, "standing G1 arrive 14,4", "on-table", "G1 is on the table")
    assert witness(state, balked, "blue") is balked
    told = witness(state, balked, "red")
    assert isinstance(told, Balked) and "14,4" not in f"{told.order} {told.says}" and "G1" not in f"{told.order} {told.says}"


def test_rounds_and_ends_ask_only_what_is_asked_of_them() -> None:
    assert victory.leading(moor()) == "draw" and victory.in_play(moor()) == ()
    state = moor(gone("B1"), gone("R1", "ambush"))
    assert victory.in_play(state) == ("allies", "red")
    turn = Turn(replace(state, turn=0, phase=COMMAND, active=None), NoDice(), apply)
    rounds.begin(turn)
    assert turn.state.active == "blue" and not any(isinstance(event, Control) for event in turn.events)
