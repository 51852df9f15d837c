"""Zone Control: zones and score, how games end, changes."""

from typing import Any

import pytest

from engine.contract import Event, replace
from engine.systems.zones.orders import Concede
from engine.systems.zones.rules.board import zone_control
from engine.systems.zones.state import zone_grid
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import (
    Attacked,
    Conceded,
    Finished,
    GameOver,
    ModelPlace,
    Revealed,
)
from engine.systems.zones.state.position import (
    ACTION,
    DEPLOYMENT,
    OVER,
    RESOLUTION,
    Model,
    Objective,
    Unit,
    sides_to_act,
)
from engine.systems.zones.state.views import view
from tests.systems.zones.support.small_boards import model_places, small_table, unit
from tests.systems.zones.support.turns import (
    SIDES,
    empty_gun,
    end_turn,
    event_names,
    give_order,
    setting_up,
    with_turn_order,
)


# zones
def test_zones_have_names_boxes_and_centres() -> None:
    table = small_table().table
    assert zone_grid.zone_names(table) == ("Z11", "Z21", "Z12", "Z22") and zone_grid.zone_names(
        replace(table, width=108.0)
    )[8:10] == ("Z91", "Z12")
    assert zone_grid.zone_box("Z21") == (1200, 0, 2400, 1200) and zone_grid.zone_centre("Z12") == (600, 1800)


def test_who_holds_what_and_what_it_counts() -> None:
    state = small_table(
        unit("B1", (6, 6)),
        unit("G1", (18, 18)),
        unit("R1", (13, 13)),
        unit("R2", (18, 6), (12, 6)),
        objectives=(Objective("Z11", 3),),
    )
    assert zone_control.control(state) == {"Z11": "allies", "Z21": "red", "Z12": None, "Z22": "contested"}
    assert zone_control.score(state) == {"allies": 3, "red": 1} and zone_control.surrounded_zones(state) == ()
    state = small_table(unit("B1", (6, 6)), unit("G1", (18, 18)), unit("R1", (6, 23.5), kind="rider"))
    assert zone_control.surrounded_zones(state) == ("Z21", "Z12"), "a base off the zone is in none"
    assert zone_control.score(state) == {"allies": 4, "red": 0}


def test_a_zone_gained_by_its_neighbours_completes_no_other_ring() -> None:
    state = small_table(unit("B1", (18, 6)), unit("B2", (30, 18)), unit("R1", (6, 18)))
    state = replace(state, table=replace(state.table, width=36))
    assert zone_control.surrounded_zones(state) == ("Z31",) and zone_control.control(state)["Z22"] is None


# the end
def finished(*units: Unit, **facts: Any) -> GameOver | None:
    state = with_turn_order(small_table(*units, phase=RESOLUTION, **facts), *SIDES)
    _, events = end_turn(replace(state, active="green"))
    assert [kind for kind in event_names(events) if kind in ("Control", "GameOver")][:1] == ["Control"]
    return next((event for event in events if isinstance(event, GameOver)), None)


def test_the_last_team_in_play_wins_at_the_end_of_a_round() -> None:
    off = replace(unit("R1", (0, 0), arrives=9, policy="hold"), where="reserve")
    assert finished(unit("B1", (12, 6)), unit("G1", (18, 6))) == GameOver(
        "allies", "last-standing", {"allies": 1, "red": 0}
    )
    assert finished(unit("B1", (6, 6)), replace(off, where="gone")) is not None
    assert finished(unit("B1", (6, 6)), off) is None
    assert finished() == GameOver("draw", "last-standing", {"allies": 0, "red": 0})


def test_after_the_last_round_most_zones_win_and_as_many_are_a_draw() -> None:
    units = (unit("B1", (6, 6)), unit("R1", (18, 18)), unit("R2", (18, 6)))
    assert finished(*units, turn=4) is None
    assert finished(*units, turn=5) == GameOver("red", "round-limit", {"allies": 1, "red": 2})
    assert finished(*units[:2], turn=5) == GameOver("draw", "round-limit", {"allies": 1, "red": 1})


def test_giving_up_ends_the_game_when_one_team_is_left_and_else_only_ones_own_turn() -> None:
    state = with_turn_order(small_table(unit("B1", (6, 6)), unit("R1", (18, 18)), unit("G1", (18, 6))), *SIDES)
    over, events = give_order(state, "red", Concede())
    assert events == [Conceded("red"), GameOver("allies", "concession", {"allies": 2, "red": 0})]
    assert (over.phase, over.active, over.winner, over.game.reason, over.game.conceded) == (
        OVER,
        None,
        "allies",
        "concession",
        ("red",),
    )
    assert over.units["R1"].gone and not over.units["R1"].models
    on, events = give_order(state, "green", Concede())
    assert events == [Conceded("green")] and on.active == "blue" and on.units["G1"].gone
    on, events = give_order(state, "blue", Concede())
    assert event_names(events) == ["Conceded", "TurnBegan"] and on.active == "red"
    again, events = give_order(on, "blue", Concede())
    assert again is on and not events
    over, _ = give_order(on, "green", Concede())
    assert (over.phase, over.winner) == (OVER, "red")


def test_the_deployment_is_revealed_when_all_are_done() -> None:
    state = setting_up()
    for number, side in enumerate(("blue", "green")):
        assert side in sides_to_act(state)
        state, events = end_turn(state, side=side)
        assert events == [Finished(side)] and len(state.done) == number + 1
    state, events = end_turn(state, side="red")
    assert events[:2] == [Finished("red"), Revealed({"B1": (ModelPlace(1, (900, 400)), ModelPlace(2, (1100, 400)))})]
    assert (state.turn, state.phase, state.active, state.done, dict(state.ready)) == (1, ACTION, "blue", (), {}), (
        "green is held back"
    )
    assert model_places(state, "B1") == [(9, 4), (11, 4)]


def test_giving_up_in_the_deployment() -> None:
    state, _ = give_order(setting_up(), "green", Concede())
    assert (
        state.phase == DEPLOYMENT
        and sides_to_act(state) == ("blue", "red")
        and view(state, "red").units["B1"].at == (600, 400)
    )
    assert view(state, "red").units["G1"].gone
    over, events = give_order(state, "blue", Concede())
    assert event_names(events) == ["Conceded", "GameOver"] and (over.winner, dict(over.ready)) == ("red", {})
    state, _ = end_turn(state, side="blue")
    state, _ = end_turn(state, side="red")
    assert (state.turn, state.phase, state.active) == (1, ACTION, "blue")


def test_the_last_awaited_of_a_deployment_may_give_up() -> None:
    state, _ = end_turn(setting_up(), side="blue")
    state, _ = end_turn(state, side="red")
    state, events = give_order(state, "green", Concede())
    assert event_names(events)[:3] == ["Conceded", "Revealed", "RoundBegan"] and state.active == "blue"


# changes
def test_an_attack_spends_an_action_and_a_shot_and_takes_wounds() -> None:
    before = small_table(empty_gun("B1", (6, 4)), replace(unit("R1", (6, 20)), models=(Model(1, (600, 2000), 3),)))
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
        apply(small_table(), Strange())
