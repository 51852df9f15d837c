"""Zone Control: rounds and turns, the command turn, orders."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.contract import NoDice, Order, Refusal, Turn, replace
from engine.systems.zones.advice.alternatives import check, legal
from engine.systems.zones.orders import Arrive, Concede, Hunker, Move, Standing
from engine.systems.zones.rules.turn import sequence
from engine.systems.zones.rules.turn.command_phase import planned_arrival
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import (
    ArrivalRefused,
    Casualties,
    Fled,
    Initiative,
    ModelPlace,
    Placed,
    Resupplied,
    RoundBegan,
    StandingSet,
    TurnBegan,
)
from engine.systems.zones.state.position import ACTION, COMMAND, DEPLOYMENT, RESOLUTION, Form, Game, Model, Unit
from engine.toolkit.alternatives import MOST, Alternatives
from tests.systems.zones.support.small_boards import model_places, small_table, unit
from tests.systems.zones.support.turns import (
    SIDES,
    begin_game,
    empty_gun,
    end_turn,
    event_names,
    give_order,
    turns_begun,
    with_turn_order,
)

# rounds and turns


def test_the_first_round_begins_by_itself_and_only_then() -> None:
    state, events = begin_game(small_table(unit("B1", (6, 4)), unit("R1", (6, 20))))
    assert event_names(events) == ["RoundBegan", "TurnBegan", "TurnBegan", "TurnBegan", "TurnBegan"]
    assert turns_begun(events) == [(COMMAND, "blue"), (COMMAND, "red"), (COMMAND, "green"), (ACTION, "blue")]
    assert (state.turn, state.phase, state.active, state.game.order) == (1, ACTION, "blue", SIDES)
    turn = Turn(state, NoDice(), apply)
    sequence.proceed(turn)
    assert not turn.events
    turn = Turn(replace(state, turn=0, phase=DEPLOYMENT, active=None), NoDice(), apply)
    sequence.proceed(turn)
    assert not turn.events


def test_a_round_goes_through_all_its_turns() -> None:
    state, _ = begin_game(small_table(unit("B1", (6, 4)), unit("R1", (6, 20)), unit("G1", (18, 4))))
    state, events = end_turn(state)
    assert turns_begun(events) == [(ACTION, "red")] and state.active == "red"
    state, events = end_turn(state)
    assert turns_begun(events) == [(ACTION, "green")] and state.active == "green"
    state, events = end_turn(state)
    assert turns_begun(events) == [(RESOLUTION, side) for side in SIDES] + [(COMMAND, side) for side in SIDES] + [
        (ACTION, "blue")
    ]
    assert event_names(events)[3:5] == ["Control", "RoundBegan"] and (state.turn, state.active) == (2, "blue")


@pytest.mark.parametrize(
    ("number", "order"), [(1, SIDES), (2, ("red", "green", "blue")), (3, ("green", "blue", "red")), (4, SIDES)]
)
def test_alternate_begins_with_the_next_side_each_round(number: int, order: tuple[str, ...]) -> None:
    state = small_table(unit("B1", (6, 4)), unit("R1", (6, 20)), first="alternate", turn=number - 1, phase=RESOLUTION)
    _, events = end_turn(replace(with_turn_order(state, *SIDES), active="green"))
    assert [event for event in events if isinstance(event, RoundBegan)] == [RoundBegan(number, order)]


def test_roll_is_rolled_for_every_side_also_one_that_has_conceded_until_one_is_highest() -> None:
    state = small_table(unit("B1", (6, 4)), unit("R1", (6, 20)), first="roll", phase=RESOLUTION)
    state = replace(with_turn_order(state, *SIDES), active="green", game=Game(order=SIDES, conceded=("green",)))
    after, events = end_turn(state, [5, 2, 5, 1, 1, 6])
    first, second = (event for event in events if isinstance(event, Initiative))
    assert first == Initiative({"blue": 5, "red": 2, "green": 5}, None) and second == Initiative(
        {"blue": 1, "red": 1, "green": 6}, "green"
    )
    assert after.game.order == ("green", "blue", "red") and after.active == "blue", "green has nothing to do"
    assert begin_game(state)[0].game.order == SIDES, "the first round rolls nothing"


def test_a_command_turn_waits_for_reserves_that_are_due_and_not_held_back() -> None:
    soldiers = (unit("B1", (6, 4)), unit("R1", (6, 20)))
    for arrives, policy, waits in ((1, "ask", True), (1, "hold", False), (2, "ask", False)):
        reserve = replace(unit("B2", (0, 0), arrives=arrives, policy=policy), where="reserve")
        state, _ = begin_game(small_table(*soldiers, reserve))
        assert ((state.phase, state.active) == (COMMAND, "blue")) == waits
        assert waits or (state.phase, state.active) == (ACTION, "blue")


@pytest.mark.parametrize(
    ("where", "waits"), [("deep-strike", (False, True)), ("ambush", (False, True)), ("reserve", (False, False))]
)
def test_an_action_turn_waits_for_units_that_may_appear_in_it(where: str, waits: tuple[bool, bool]) -> None:
    hidden = replace(unit("B1", (0, 0), arrives=9), where=where)
    state, _ = begin_game(small_table(hidden, unit("R1", (6, 20)), offboard_from=2))
    assert state.active == "red" and waits[0] is False
    state, _ = end_turn(state)
    assert (state.turn, state.active == "blue") == (2, waits[1])


def test_a_command_turn_clears_what_lasts_a_round_and_an_action_turn_what_lasts_to_the_next() -> None:
    worn = replace(
        unit("R1", (6, 20)),
        shock=2,
        marks=("melee",),
        sprung=True,
        hunkered=True,
        fled=True,
        models=(Model(1, (600, 2000), 1, moved=True, acted=True, hurt=True),),
    )
    state = small_table(unit("B1", (6, 4)), worn)
    state = apply(
        replace(state, units={**state.units, "B1": replace(worn, id="B1", side="blue")}), TurnBegan(COMMAND, "red")
    )
    red, blue = state.units["R1"], state.units["B1"]
    assert (red.shock, red.marks, red.sprung, red.models[0].hurt) == (0, (), False, False)
    assert red.hunkered and red.fled and red.models[0].moved and red.models[0].acted
    assert (blue.shock, blue.marks, blue.sprung, blue.models[0].hurt) == (2, ("melee",), True, True)
    red = apply(state, TurnBegan(ACTION, "red")).units["R1"]
    assert not (red.hunkered or red.fled or red.models[0].moved or red.models[0].acted)


def test_shaken_units_flee_as_their_turn_ends_in_the_order_of_the_scenario() -> None:
    state = small_table(
        unit("B2", (6, 9), shaken=True),
        unit("B1", (12, 9), shaken=True),
        unit("B3", (18, 9), shaken=True, fled=True),
        unit("R1", (6, 20), shaken=True),
    )
    after, events = end_turn(with_turn_order(state, *SIDES))
    assert [event.unit for event in events if isinstance(event, Fled)] == ["B2", "B1"]
    assert [model_places(after, key)[0] for key in ("B1", "B2", "B3", "R1")] == [(12, 3), (6, 3), (18, 9), (6, 20)]


# the command turn


def resupplied(*units: Unit, **facts: Any) -> list[str]:
    state = with_turn_order(small_table(*units, phase=RESOLUTION, **facts), *SIDES)
    _, events = end_turn(replace(state, active="green"))
    return [event.unit for event in events if isinstance(event, Resupplied)]


def test_a_quiet_round_in_a_zone_of_ones_team_brings_ammunition() -> None:
    enemy = unit("R1", (18, 20))
    assert resupplied(empty_gun("B1", (6, 4)), enemy) == ["B1"]
    assert resupplied(unit("B1", (6, 4)), enemy) == []
    assert resupplied(empty_gun("B1", (12, 4)), enemy) == []
    assert resupplied(empty_gun("B1", (6, 4)), unit("R1", (6, 11))) == []
    assert resupplied(empty_gun("B1", (6, 4)), unit("G1", (6, 11)), enemy) == ["B1"]
    assert (
        resupplied(
            replace(empty_gun("B1", (6, 4)), models=(Model(1, (600, 400), 1, acted=True, ammo={"field-gun": 0}),)),
            enemy,
        )
        == []
    )


def test_who_lost_a_model_that_had_acted_had_no_quiet_round() -> None:
    crew = empty_gun("B1", (6, 4))
    crew = replace(crew, models=(Model(1, (900, 400), 0, acted=True), replace(crew.models[0], number=2)), start=2)
    state = with_turn_order(small_table(crew, unit("R1", (18, 20)), phase=ACTION), *SIDES)
    state = apply(replace(state, active="green"), Casualties("B1", (1,), 1))
    assert state.game.acted == ("B1",)
    after, events = end_turn(state)
    assert "Resupplied" not in event_names(events) and after.game.acted == (), "its next action turn has begun"
    idle = replace(state.units["B1"], models=(Model(1, (900, 400), 0), state.units["B1"].models[0]))
    state = apply(replace(state, units={**state.units, "B1": idle}, game=Game(order=SIDES)), Casualties("B1", (1,), 1))
    assert state.game.acted == ()


def test_a_standing_order_brings_a_reserve_on_or_says_why_not() -> None:
    reserve = replace(unit("B2", (0, 0), (0, 0), policy="12,4 column"), where="reserve")
    soldiers = (unit("B1", (6, 4)), unit("R1", (6, 20)))
    after, events = begin_game(small_table(*soldiers, reserve))
    assert Placed("B2", "reserve", (ModelPlace(1, (1200, 400)), ModelPlace(2, (1200, 250)))) in events
    assert after.phase == ACTION and not after.units["B2"].sprung and not after.units["B2"].models[0].moved
    after, events = begin_game(small_table(*soldiers, replace(reserve, policy="6.5,4")))
    refused = next(event for event in events if isinstance(event, ArrivalRefused))
    assert (refused.unit, refused.code, after.phase, after.active) == (
        "B2",
        "occupied",
        COMMAND,
        "blue",
    ) and "B1" in refused.says


@pytest.mark.parametrize(
    ("policy", "to", "form"),
    [
        ("12,4", ((1200, 400),), None),
        ("12.55,4 block", ((1255, 400),), "block"),
        ("1,2 3.5,4", ((100, 200), (350, 400)), None),
    ],
)
def test_what_a_standing_order_means(policy: str, to: tuple[tuple[int, int], ...], form: Form | None) -> None:
    reserve = replace(unit("B2", (0, 0), policy=policy), where="reserve")
    assert planned_arrival(reserve) == Arrive("B2", to, form)


def test_a_standing_order_for_all_is_for_the_reserves_that_are_to_come() -> None:
    reserves = [replace(unit(key, (0, 0)), where="reserve") for key in ("B2", "B3", "R2")]
    state, events = give_order(small_table(unit("B1", (6, 4)), *reserves), "blue", Standing("all", "arrive", ("hold",)))
    assert events == [StandingSet("blue", "all", "hold")]
    assert [known.policy for known in state.units.values()] == ["ask", "hold", "hold", "ask"]
    state, _ = give_order(state, "blue", Standing("B3", "arrive", ("12,4", "14,4")))
    assert state.units["B3"].policy == "12,4 14,4" and state.units["B2"].policy == "hold"


# orders


def test_models_that_are_named_must_be_left() -> None:
    state = small_table(replace(unit("B1", (6, 4), (8, 4)), models=(Model(1, (600, 400), 1),)), unit("R1", (6, 20)))
    found = tuple(check(state, "blue", Move("B1", (((600, 500),),), models=(2, 2))))
    assert found[0].code == "unit-gone" and not found[0].lasting and "B1.1" in found[0].says
    assert found[0].instead[:1] == (Move("B1", (((600, 500),),)),) and legal(state, "blue", found[0].instead[0])
    assert legal(state, "blue", Move("B1", (((600, 500),),), models=(1, 2)))


def test_what_would_do_is_legal_and_stands_once_whatever_comes_to_mind() -> None:
    def objections(seen: int, side: str, order: Order) -> Iterator[Refusal]:
        if isinstance(order, Hunker) and len(order.unit) > seen:
            yield Refusal("unit", "too-long", order.unit, instead=(Hunker("a"), Hunker("bbbb")))
            yield Refusal("unit", "later", order.unit, instead=(Hunker("a"),))

    def others(seen: int, side: str, order: Order, code: str) -> Iterator[Order]:
        yield from (Hunker(word) for word in ("a", "bbbb", "b", "b", "c", "d", "e"))

    advice = Alternatives(objections, others, tried=None)
    first, second = advice.check(3, "", Hunker("aaaa"))
    assert (
        first.instead == (Hunker("a"), Hunker("b"), Hunker("c")) and len(first.instead) == MOST and second.instead == ()
    )
    assert next(Alternatives(objections, others, tried=3).check(3, "", Hunker("aaaa"))).instead == (
        Hunker("a"),
        Hunker("b"),
    )
    assert (
        not advice.legal(3, "", Hunker("aaaa"))
        and advice.legal(3, "", Hunker("aaa"))
        and not tuple(advice.check(3, "", Concede()))
    )
