"""The ACW sequence of play: phases, activation, deployment, victory, standing orders, who may know what."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import play
from engine.contract import Balked, Condition, Event, Tape, Turn
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.orders import Charge, Face, Fight, Forward, Join, Standing
from engine.systems.acw.rules.turn import victory
from engine.systems.acw.state.apply import TURN_FLAGS, apply
from engine.systems.acw.state.combat_events import MeleeRolled
from engine.systems.acw.state.events import (
    Activated,
    Activation,
    Broken,
    GameOver,
    Initiative,
    Joined,
    PhaseBegan,
    Placed,
    Revealed,
    StandingSet,
)
from engine.systems.acw.state.position import DEPLOYMENT, PHASES, State
from tests.support.many_cases import for_each
from tests.support.sampling import share
from tests.systems.acw.support.board import Luck, begun, closed, codes, kinds, ordered, refused, staged, wandered

# events


def test_a_strange_event_is_no_event_of_this_game() -> None:
    class Strange(Event, frozen=True, tag="strange"):
        pass

    with pytest.raises(TypeError, match="Strange"):
        apply(begun(), Strange())


# the turn


def test_a_turn_goes_through_its_phases_and_passes_over_battles_without_melees() -> None:
    state = begun()
    assert (state.turn, state.phase, state.active) == (0, DEPLOYMENT, None)
    state, events = closed(state, "us")
    assert kinds(events) == ["Finished"] and state.phase == DEPLOYMENT
    state, events = closed(state, "cs", [2, 2, 3, 5, 6, 1])
    assert kinds(events) == ["Finished", "Revealed", "Initiative", "Initiative", "PhaseBegan", "Activation"]
    assert [event.winner for event in events if isinstance(event, Initiative)] == [None, "cs"]
    assert (state.turn, state.phase, state.active, state.game.order) == (1, "first-movement", "cs", ("cs", "us"))
    assert (state.game.activations, state.game.rolled) == (7, 7)
    state, events = closed(state, "cs", [4, 4])
    assert [(event.name, event.turn, event.active) for event in events if isinstance(event, PhaseBegan)] == [
        ("second-movement", 1, "us")
    ]
    state, _ = closed(state, "us", [6, 1, 1, 1])
    assert (state.turn, state.phase, state.active, state.game.activations) == (2, "first-movement", "us", 2)


def test_dice_of_each_side_and_the_number_for_both() -> None:
    assert dict(begun(activation_dice={"cs": 4}).setup.dice) == {"us": 2, "cs": 4}
    assert dict(begun(activation_dice=3).setup.dice) == {"us": 3, "cs": 3}
    turn = Turn(begun(activation_dice={"cs": 4}), Tape([1, 2, 1, 2, 3, 4]), apply)
    for side in ("us", "cs"):
        play.close(acw, turn, side)
    assert [event.dice for event in turn.events if isinstance(event, Activation)] == [(1, 2, 3, 4)]


def test_flags_and_fought_melees_are_forgotten_when_a_player_turn_begins() -> None:
    marks = dict.fromkeys(TURN_FLAGS, True)
    units = dict.fromkeys(("U1", "CB"), marks)
    game = {"melees": [{"charger": "U2", "target": "C2", "fought": True}], "activations": 3}
    state = staged("first-battle", units=units, game=game)
    state, _ = closed(state, "us", [1, 1])
    assert state.phase == "second-movement"
    assert not any(getattr(unit, flag) for unit in state.units.values() for flag in TURN_FLAGS)
    assert [melee.fought for melee in state.game.melees] == [False]


def test_the_first_order_of_a_unit_costs_an_activation_and_later_ones_none() -> None:
    state = staged(active="us", game={"activations": 2})
    state, events = ordered(state, "us", "U1 face 10; form column\nU2 forward 1", [3, 3])
    assert [event.unit for event in events if isinstance(event, Activated)] == ["U1", "U2"]
    assert state.game.activations == 0
    assert codes(state, "us", Forward("UB")) == ["no-activations"]
    assert codes(state, "us", Forward("U1")) == ["cannot-move"]
    assert codes(state, "us", Face("U2", 100)) == ["already-acted"]
    assert codes(state, "us", Face("U1", 200)) == ["already-acted"]
    (refusal,) = acw.check(state, "us", Forward("UB"))
    assert "all 2 activations" in refusal.says


def test_the_common_checks_come_in_their_order() -> None:
    state = staged(
        active="us", game={"activations": 0}, units={"UL": {"moved": True}, "UB": {"fired": True}, "C2": {"gone": True}}
    )
    assert codes(state, "us", Face("UL", 100)) == ["attached"]
    assert codes(state, "us", Forward("UL")) == ["already-acted"]
    assert codes(state, "us", Forward("UB")) == ["has-fired"]
    assert codes(state, "us", Face("UB", 100)) == ["no-activations"]
    assert codes(state, "us", Charge("UB", "C2")) == ["unit-gone"]
    assert codes(state, "us", Face("UB", "C2")) == ["unit-gone"]
    assert codes(state, "us", Join("UB", "U1")) == ["has-fired"]


def test_done_in_battle_fights_the_rest_oldest_first_and_both_players_battles_fight_again() -> None:
    units = {"C1": {"at": [10, 5.5], "bases": 5}, "C2": {"at": [20, 5.5], "formation": "line"}}
    melees = [{"charger": "U2", "target": "C2", "fresh": False}, {"charger": "U1", "target": "C1", "fresh": False}]
    state = staged("first-battle", units=units, game={"melees": melees})
    fought = [event.charger for event in closed_by_luck(state, "us") if isinstance(event, MeleeRolled)]
    assert fought == ["U2", "U1"]
    # 2 + 5 bases = 7 to 2 + 5 = 7 would be a tie; 2 to 3: the charged unit wins by 1, the die 1 is equal
    state, events = ordered(state, "us", "U1 fight C1", [1, 1, 2, 1, 1])
    assert [event.charger for event in events if isinstance(event, MeleeRolled)] == ["U1"]
    assert codes(state, "us", Fight("U1", "C1")) == ["already-acted"]
    assert codes(state, "us", Fight("U1", "C2")) == ["no-target"]
    (refusal,) = acw.check(state, "us", Fight("U2", "C1"))
    assert refusal.instead == (Fight("U2", "C2"),)


def closed_by_luck(state: State, side: str) -> list[Event]:
    turn = Turn(state, Luck(), apply)
    play.close(acw, turn, side)
    return turn.events


# deployment


def test_the_deployment_is_hidden_until_both_are_done_and_then_shown_to_all() -> None:
    state = begun()
    state, events = ordered(state, "us", "U1 place 5,5 90 column\nUL place 8,8\nUL join U2\nstanding UB fire hold")
    assert [type(event) for event in events] == [Placed, Placed, Joined, StandingSet]
    for side in ("cs", ""):
        assert acw.view(state, side).units == begun().units
        assert not [event for event in events if acw.witness(state, event, side)]
    assert acw.view(state, "us").units["U1"].at == (500, 500)
    state, _ = closed(state, "us")
    state, events = closed(state, "cs", [6, 1, 1, 1])
    shown = next(event for event in events if isinstance(event, Revealed))
    assert list(shown.units) == ["U1", "UL"]
    seen = acw.view(state, "cs").units
    assert (seen["U1"].at, seen["U1"].facing, seen["U1"].formation) == ((500, 500), 900, "column")
    assert (seen["UL"].leads, seen["UL"].at) == ("U2", state.units["U2"].at)
    assert (seen["UB"].fire, state.units["UB"].fire) == ("free", "hold")


def test_a_revealed_unit_keeps_its_standing_orders_to_itself() -> None:
    state, _ = ordered(begun(), "us", "U1 place 5,5\nstanding U1 advance never")
    state, _ = closed(state, "us")
    events = closed(state, "cs", [6, 1, 1, 1])[1]
    shown = next(event for event in events if isinstance(event, Revealed))
    mine, theirs, public = (acw.witness(state, shown, side) for side in ("us", "cs", ""))
    assert isinstance(mine, Revealed) and isinstance(theirs, Revealed) and isinstance(public, Revealed)
    assert [told.units["U1"].advance for told in (mine, theirs, public)] == ["never", "attacker", "attacker"]


@for_each(
    ("text", "code"),
    [
        ("U1 place 5,11", "outside-zone"),
        ("U1 place 1,5", "off-board"),
        ("U1 place 18.5,5", "occupied"),
        ("UL place 5,5 N column", "syntax"),
        ("U1 place 99,5", "off-board"),
        ("U1 join U2", "not-a-leader"),
        ("UL join C1", "invalid-target"),
        ("UL join U1", "no-change"),
        ("U1 forward", "wrong-phase"),
        ("C1 place 5,5", "not-your-unit"),
        ("U1 place", "missing-argument"),
        ("U1 place 5,5 100 square", "syntax"),
    ],
)
def test_what_a_side_cannot_set_up(text: str, code: str) -> None:
    assert refused(begun(), "us", text) == [code]


def test_a_side_without_a_zone_only_says_done() -> None:
    assert refused(begun(), "cs", "C1 place 10,34\nCL join C1\nstanding all advance never") == [
        "wrong-phase",
        "wrong-phase",
    ]


def test_a_unit_is_set_up_where_its_arm_may_stand_and_its_leader_comes_along() -> None:
    zone = {"us": [[0, 0], [40, 0], [40, 23], [0, 23]]}
    state = begun(deploy=zone)
    assert refused(state, "us", "UB place 4,20\nU1 place 4,20\nU2 place 12,20 45") == ["impassable"]
    state, _ = ordered(state, "us", "U1 place 4,20 45")
    assert (state.units["UL"].at, state.units["UL"].facing) == ((400, 2000), 450)


def test_a_leader_is_taken_off_his_unit_by_placing_him() -> None:
    state, _ = ordered(begun(), "us", "UL place 15,5\nU1 place 5,8")
    assert (state.units["UL"].leads, state.units["UL"].at, state.units["UL"].formation) == (None, (1500, 500), None)


# standing orders and conditions


def test_standing_orders_of_all_touch_those_that_decide() -> None:
    state, _ = ordered(staged(), "us", "standing all fire hold\nstanding all advance never")
    assert [state.units[key].fire for key in ("U1", "UB", "CB")] == ["free", "hold", "free"]
    assert [state.units[key].advance for key in ("U1", "U2", "C1")] == ["never", "never", "attacker"]


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Standing("U1", "march", ("on",)), "syntax"),
        (Standing("U1", "advance", ("perhaps",)), "syntax"),
        (Standing("U1", "advance", ("always", "never")), "syntax"),
        (Standing("U1", "fire", ("hold",)), "not-artillery"),
    ],
)
def test_what_standing_orders_do_not_say(order: Standing, code: str) -> None:
    (refusal,) = acw.check(staged(), "us", order)
    assert refusal.code == code
    for instead in refusal.instead:
        assert not codes(staged(), "us", instead)


def test_conditions_ask_of_any_unit_whether_it_lives_and_fights() -> None:
    state = staged(units={"C2": {"gone": True}}, game={"melees": [{"charger": "U1", "target": "C1"}]})

    def asked(key: str) -> list[str]:
        return [
            word for word in ("alive", "gone", "engaged", "free") if acw.condition_holds(state, Condition(key, word))
        ]

    assert asked("U1") == asked("C1") == asked("UL") == ["alive", "engaged"]
    assert asked("U2") == ["alive", "free"]
    assert asked("C2") == ["gone"]
    assert asked("X9") == [] and not acw.condition_holds(state, Condition("U2", "asleep"))


# victory


def test_a_side_breaks_at_half_its_bases_rounded_up_and_both_at_once_draw() -> None:
    assert dict(begun().setup.breaks) == {"us": 6, "cs": 5}
    added = staged(units={"C9": {"type": "cavalry", "side": "cs", "at": [5, 35]}}).setup.breaks
    assert dict(added) == {"us": 6, "cs": 7}
    bears = {"us": 6, "cs": 5}
    for lost, winner in (
        ({"us": 5, "cs": 4}, None),
        ({"us": 6, "cs": 4}, "cs"),
        ({"us": 5, "cs": 5}, "us"),
        ({"us": 9, "cs": 9}, "draw"),
    ):
        state, events = closed(staged(game={"lost": lost}), "us", [1, 1] if winner is None else [])
        assert (state.winner, state.phase == "over") == (winner, winner is not None)
        assert [event.side for event in events if isinstance(event, Broken)] == [
            side for side in lost if lost[side] >= bears[side]
        ]


@pytest.mark.parametrize(
    ("lost", "leaders", "winner"),
    [
        ({"us": 0, "cs": 3}, {}, "us"),
        ({"us": 0, "cs": 2}, {}, "draw"),
        ({"us": 1, "cs": 0}, {"us": 1}, "cs"),
        ({}, {}, "draw"),
    ],
)
def test_the_score_decides_at_the_turn_limit_if_it_is_ahead_by_the_margin(lost: Any, leaders: Any, winner: str) -> None:
    state = staged("second-movement", turns=4, turn=4, active="cs", game={"lost": lost, "leaders_lost": leaders})
    state, events = closed(state, "cs")
    assert (state.phase, state.winner, state.game.reason) == ("over", winner, "turn-limit")
    assert isinstance(events[-1], GameOver) and set(events[-1].scores) == {"us", "cs"}


def test_a_margin_of_nothing_still_needs_a_lead() -> None:
    state = staged("second-movement", turns=1, setup={"victory": {"margin": 0}})
    assert closed(state, "cs")[0].winner == "draw"


def test_the_turn_limit_waits_for_the_second_player() -> None:
    assert closed(staged("first-movement", turns=1), "us", [1, 1])[0].winner is None
    assert closed(staged("second-movement", turns=2), "cs", [1, 2, 1, 1])[0].winner is None


def test_an_objective_is_held_by_units_alone_within_its_radius() -> None:
    goal = {"name": "Hilltop", "at": [10, 20], "points": 4}
    for units, holder in (
        ({"U1": {"at": [12, 20]}}, "us"),
        ({"U1": {"at": [12.01, 20]}}, None),
        ({"UL": {"with": None, "at": [10, 20]}}, None),
        ({"U1": {"at": [12, 20]}, "C1": {"at": [8.5, 20]}}, None),
        ({"U1": {"at": [12, 20]}, "C1": {"at": [8.5, 20], "gone": True}}, "us"),
    ):
        state = staged(units=units, setup={"victory": {"objectives": [goal]}})
        assert victory.holder(state, state.setup.objectives[0]) == holder
        taken = 5 if state.units["C1"].gone else 0
        assert victory.score(state, "us") == (4 if holder == "us" else 0) + taken


@pytest.mark.parametrize("phase", [name for name in PHASES if name != "over"])
def test_a_side_may_concede_in_every_phase_and_draws_are_offered_until_the_end(phase: str) -> None:
    state = begun() if phase == DEPLOYMENT else staged(phase)
    assert ordered(state, "cs", "concede")[0].winner == "us"
    state, events = ordered(state, "us", "draw\ndraw")
    assert kinds(events) == ["DrawOffered"] and state.winner is None
    state, _ = ordered(state, "cs", "draw")
    assert (state.winner, state.phase, state.game.reason) == ("draw", "over", "agreed")
    assert refused(state, "us", "U1 forward\nconcede\ndraw\nstanding all advance never") == ["wrong-phase"] * 4


def test_a_game_given_up_in_deployment_shows_what_was_set_up() -> None:
    state, _ = ordered(begun(), "us", "U1 place 5,5")
    state, events = ordered(state, "cs", "concede")
    assert kinds(events) == ["Revealed", "GameOver"] and acw.view(state, "cs").units["U1"].at == (500, 500)


# who may know what


def test_a_standing_order_that_failed_is_not_told_to_the_enemy() -> None:
    state = staged()
    balked = Balked("us", 3, "if U1 free: standing UB fire hold", "unit-gone", "UB is gone")
    assert acw.witness(state, balked, "us") == balked
    told = acw.witness(state, balked, "cs")
    assert isinstance(told, Balked) and told.order == "a standing order" and "UB" not in told.says
    assert acw.witness(begun(), balked, "cs") is None


CLOSE: dict[str, Any] = {
    "U1": {"at": [10, 12]},
    "U2": {"at": [18, 12]},
    "UB": {"at": [25, 10]},
    "C1": {"at": [10, 15]},
    "CB": {"at": [25, 19]},
    "C2": {"at": [18, 15.5], "formation": "line"},
    "CL": {"with": "C1"},
    "C3": {"type": "cavalry", "side": "cs", "at": [14, 19], "facing": 180},
    "U3": {"type": "cavalry", "side": "us", "at": [14, 8], "facing": 0},
}


@pytest.mark.parametrize("stem", ["first-charge", "kesslers-mill", "even-ground", "close"])
@pytest.mark.long
def test_whoever_follows_the_events_that_he_may_see_knows_what_he_may_know(stem: str) -> None:
    begun, met = (
        staged(units=CLOSE, game={"activations": 9}) if stem == "close" else acw.start(reader.load(stem)),
        Counter[str](),
    )
    for seed in range(share(12, 2)):
        seen = {side: acw.view(begun, side) for side in ("us", "cs", "")}
        for turn in wandered(begun, Random(f"{stem} {seed}"), share(40, 25)):
            before = turn.begun
            for event in turn.events:
                for side in seen:
                    told = acw.witness(before, event, side)
                    seen[side] = apply(seen[side], told) if told else seen[side]
                before = apply(before, event)
                met[type(event).__name__] += 1
                for side in seen:
                    assert seen[side] == acw.view(before, side)
                    assert acw.view(seen[side], side) == seen[side]
            assert before == turn.state
    assert met["Moved"] > share(50, 10) and (met["MeleeResult"] > share(5, 1) or stem != "close"), met


@pytest.mark.parametrize("stem", ["first-charge", "kesslers-mill", "even-ground"])
def test_a_game_of_deadlines_alone_comes_to_an_end(stem: str) -> None:
    turn = Turn(acw.start(reader.load(stem)), Luck(), apply)
    acw.proceed(turn)
    for _ in range(200):
        phase = acw.phase(turn.state)
        if phase is None:
            break
        play.close(acw, turn, phase.sides[0])
    assert turn.state.phase == "over" and turn.state.game.reason == "turn-limit"


def test_the_closing_of_a_game_that_is_over_changes_nothing() -> None:
    state, _ = ordered(staged(), "cs", "concede")
    assert closed(state, "us") == (state, [])
