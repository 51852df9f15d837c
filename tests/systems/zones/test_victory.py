"""Zone Control: zones and score, how games end, changes, who may know what."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.contract import Balked, Event, NoDice, Skipped, Turn, canonical, replace
from engine.scenarios import reader
from engine.systems.zones.advice.ideas import ideas
from engine.systems.zones.orders import Ambush, Arrive, Concede, Done, Strike
from engine.systems.zones.presentation.report import tell
from engine.systems.zones.rules.board import zone_control
from engine.systems.zones.rules.turn import rounds, sequence, victory
from engine.systems.zones.setup.start import start
from engine.systems.zones.state import zone_grid
from engine.systems.zones.state.apply import apply
from engine.systems.zones.state.events import (
    ArrivalRefused,
    Attacked,
    Conceded,
    Control,
    Finished,
    GameOver,
    ModelPlace,
    Placed,
    Revealed,
    StandingSet,
)
from engine.systems.zones.state.position import (
    ACTION,
    COMMAND,
    DEPLOYMENT,
    OVER,
    RESOLUTION,
    Game,
    Model,
    Objective,
    State,
    Unit,
    sides_to_act,
)
from engine.systems.zones.state.views import view, witness
from maps.geometry.tabletop import Piece
from tests.support.sampling import share
from tests.systems.acw.support.board import Luck
from tests.systems.zones.support.small_boards import model_places, small_table, unit
from tests.systems.zones.support.turns import (
    SIDES,
    absent_unit,
    empty_gun,
    end_turn,
    event_names,
    give_order,
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


def setting_up() -> State:
    """In the deployment; blue has moved a unit of two."""
    ready = small_table(
        unit("B1", (6, 4), (8, 4)), unit("R1", (6, 20)), replace(unit("G1", (0, 0), policy="hold"), where="reserve")
    )
    state = replace(ready, turn=0, phase=DEPLOYMENT, active=None, ready=ready.units, game=Game())
    return apply(state, Placed("B1", "deployment", (ModelPlace(1, (900, 400)), ModelPlace(2, (1100, 400)))))


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


# who may know what


def secret(**facts: Any) -> State:
    """Blue has an ambusher, its friend green a reserve with a standing order, red a deep striker; all secret."""
    return small_table(
        unit("B1", (6, 4)),
        replace(unit("B2", (0, 0), kind="scout"), where="ambush"),
        unit("R1", (6, 20)),
        replace(unit("R2", (0, 0)), where="deep-strike"),
        replace(unit("G1", (0, 0), policy="12,4"), where="reserve"),
        hidden="secret",
        terrain=(Piece("sparse", "Grove", ((2, 8), (8, 8), (8, 12), (2, 12))),),
        **facts,
    )


@pytest.mark.parametrize(
    ("side", "known"), [("blue", "B1 B2 R1 G1"), ("green", "B1 B2 R1 G1"), ("red", "B1 R1 R2"), ("", "B1 R1")]
)
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
    assert [view(state, side).units["B1"].at for side in ("blue", "green", "red", "")] == [
        (900, 400),
        (900, 400),
        (600, 400),
        (600, 400),
    ]
    for side in ("blue", "green", "red", ""):
        seen = view(state, side)
        assert view(seen, side) is seen and (seen.units["G1"].policy == "hold") == (side in ("blue", "green"))
        assert seen.ready["G1"].policy == seen.units["G1"].policy and tuple(seen.ready) == seen.roster


def test_a_secret_unit_that_is_given_up_is_never_heard_of() -> None:
    state, events = give_order(with_turn_order(secret(), *SIDES), "blue", Concede())
    assert (
        "B2" not in view(state, "red").units and "B1" in view(state, "red").units and "B2" in view(state, "green").units
    )
    assert [witness(state, event, "red") for event in events] == events


def test_a_secret_unit_that_appears_is_known_from_then_on() -> None:
    state = secret()
    after, (appears,) = give_order(state, "blue", Ambush("B2", ((600, 1000),)))
    assert after.units["B2"].sprung and after.units["B2"].models[0].moved
    for side in ("blue", "green", "red", ""):
        assert witness(state, appears, side) is appears and apply(view(state, side), appears) == view(after, side)
    assert view(after, "red").units["B2"] == after.units["B2"] and view(after, "red").roster == ("B1", "B2", "R1", "R2")


def test_whoever_appears_finds_its_place_among_its_side() -> None:
    state = secret()
    state = replace(
        state,
        roster=("G1", "R2", "B2", "R1", "B1"),
        units={**state.units, "R2": replace(state.units["R2"], policy="hold")},
    )
    seen = view(state, "blue")
    assert seen.roster == ("B2", "B1", "R1", "G1") and view(seen, "blue") is seen
    appearing = {
        "red": Strike("R2", ((1800, 1800),)),
        "blue": Ambush("B2", ((600, 1000),)),
        "green": Arrive("G1", ((1800, 400),)),
    }
    for side, order in appearing.items():
        after, (appears,) = give_order(state, side, order)
        for viewer in ("blue", "green", "red", ""):
            assert apply(view(state, viewer), appears) == view(after, viewer)
        state = after
    assert view(state, "").roster == ("B2", "B1", "R2", "R1", "G1")


def test_what_is_told_of_secret_games_adds_up_to_what_may_be_known() -> None:
    told = hidden = 0
    for seed in range(share(3, 1)):
        for before, event, after in wandered(seed):
            for side in ("colonial", "raiders", ""):
                seen, known = view(before, side), witness(before, event, side)
                assert (apply(seen, known) if known else seen) == view(after, side), (side, event)
                assert view(seen, side) is seen
                told, hidden = told + (known is not None), hidden + (known is None)
                unknown = [key for key in before.units if key not in seen.units]
                words = (
                    f"{canonical(known).decode()} {tell(seen, known)}"
                    if known and not isinstance(known, Placed)
                    else ""
                )
                assert not [key for key in unknown if re.search(rf"\b{key}\b", words)], (side, known)
    assert told > share(200, 60) and hidden > share(10, 3)


def wandered(seed: int) -> Iterator[tuple[State, Event, State]]:
    """What happens in a secret game of three rounds in which the sides do what comes to mind."""
    chance = Random(seed)
    state = start(reader.load("three-wadis"))
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


@pytest.mark.parametrize(
    "event", [StandingSet("green", "G1", "hold"), ArrivalRefused("G1", "occupied", "G1.1 would overlap B1.1")]
)
def test_standing_orders_are_for_their_team(event: Event) -> None:
    assert [witness(secret(), event, side) is event for side in ("green", "blue", "red", "")] == [
        True,
        True,
        False,
        False,
    ]
    assert witness(secret(), event, "red") is None is witness(secret(), event, "")


@pytest.mark.parametrize(
    ("text", "says", "heard"),
    [
        ("B1 move 6,5", "it is not", True),
        ("B2 ambush 6,10", "R1.1 is too near", False),
        ("if B2 away: B1 move 6,5", "no", False),
        ("B1 move 6,5", "B2.1 would be there", False),
        ("b2 ambush 6,10", "no", False),
        ("B20 move 3,3", "no", True),
        ("standing G1 arrive 12,4", "no", False),
    ],
)
def test_an_order_not_done_is_silent_if_it_names_a_secret_unit(text: str, says: str, heard: bool) -> None:
    state = secret()
    for event in (Balked("blue", 1, text, "near-enemy", says), Skipped("blue", 1, text)):
        assert witness(state, event, "green") is event is witness(state, event, "blue")
        if isinstance(event, Balked) or heard or says == "no":
            assert [witness(state, event, side) == event for side in ("red", "")] == [heard, heard]
    shown = replace(state, setup=replace(state.setup, hidden="public"))
    assert witness(shown, Balked("blue", 1, text, "near-enemy", says), "red") is not None


def test_what_happens_in_the_deployment_is_for_the_team_until_it_is_over() -> None:
    state, placed = setting_up(), Placed("B1", "deployment", (ModelPlace(1, (900, 400)),))
    for event in (
        placed,
        Balked("blue", 1, "B1 place 9,4", "occupied", "no"),
        Skipped("blue", 1, "if B1 alive: B1 place 9,4"),
    ):
        assert [witness(state, event, side) for side in ("blue", "green", "red", "")] == [event, event, None, None]
        after = replace(state, phase=ACTION, ready={})
        assert [witness(after, event, side) for side in ("red", "")] == [event, event]
    assert witness(state, Finished("blue"), "red") == Finished("blue")


def test_a_balked_standing_order_tells_others_nothing_of_what_it_said() -> None:
    state = replace(secret(), setup=replace(secret().setup, hidden="public"))
    balked = Balked("green", 1, "standing G1 arrive 14,4", "on-table", "G1 is on the table")
    assert witness(state, balked, "blue") is balked
    told = witness(state, balked, "red")
    assert (
        isinstance(told, Balked)
        and "14,4" not in f"{told.order} {told.says}"
        and "G1" not in f"{told.order} {told.says}"
    )


def test_rounds_and_ends_ask_only_what_is_asked_of_them() -> None:
    assert victory.leading_team(small_table()) == "draw" and victory.teams_in_play(small_table()) == ()
    state = small_table(absent_unit("B1"), absent_unit("R1", "ambush"))
    assert victory.teams_in_play(state) == ("allies", "red")
    turn = Turn(replace(state, turn=0, phase=COMMAND, active=None), NoDice(), apply)
    rounds.begin_play(turn)
    assert turn.state.active == "blue" and not any(isinstance(event, Control) for event in turn.events)
