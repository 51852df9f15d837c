"""The ACW sequence of play: phases, activation, deployment, victory, who may know what, what scenarios and cases may say."""
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine import play, scenarios
from engine.contract import Balked, Condition, Event, Order, Rolled, Tape, Turn, replace
from engine.document import Faulty
from engine.systems import acw
from engine.systems.acw import sight, victory
from engine.systems.acw.changes import FLAGS, apply
from engine.systems.acw.events import (
    Activated,
    Activation,
    Broken,
    GameOver,
    Initiative,
    Joined,
    MeleeRolled,
    PhaseBegan,
    Placed,
    Revealed,
    StandingSet,
)
from engine.systems.acw.orders import Charge, Draw, Face, Fight, Forward, Join, PlaceUnit, Standing
from engine.systems.acw.state import DEPLOYMENT, PHASES, State
from maps.plane import distance

FIELD: dict[str, Any] = {
    "system": "acw", "name": "Field",
    "board": {"table": {"width": 40, "height": 40, "terrain": [
        {"kind": "woods", "name": "Oak Wood", "shape": [[1, 18], [6, 18], [6, 23], [1, 23]]},
        {"kind": "building", "name": "Barn", "shape": [[30, 18], [33, 18], [33, 21], [30, 21]], "value": 2},
        {"kind": "entrenchment", "name": "Redoubt", "shape": [[20, 18], [26, 18], [26, 20], [20, 20]]},
        {"kind": "hill", "name": "Rise", "shape": [[8, 18], [14, 18], [14, 23], [8, 23]], "crest": [[9, 20], [13, 20]]},
        {"kind": "stream", "name": "Run", "line": [[0, 26], [40, 26]]},
        {"kind": "bridge", "name": "Span", "at": [10, 26]}]}},
    "sides": {"us": {"name": "Union", "colour": "#0072B2"}, "cs": {"name": "Confederacy", "colour": "#D55E00"}},
    "types": {"zouaves": {"arm": "infantry", "bases": 4}},
    "units": [
        {"id": "U1", "type": "infantry", "name": "12th Ohio", "side": "us", "at": [10, 5], "facing": 0},
        {"id": "U2", "type": "zouaves", "side": "us", "at": [20, 5], "facing": 0},
        {"id": "UB", "type": "foot-artillery", "side": "us", "at": [28, 5], "facing": 0},
        {"id": "UL", "type": "leader", "side": "us", "with": "U1"},
        {"id": "C1", "type": "infantry", "side": "cs", "at": [10, 35], "facing": 180},
        {"id": "C2", "type": "cavalry", "side": "cs", "at": [20, 35], "facing": 180, "formation": "column"},
        {"id": "CB", "type": "horse-artillery", "side": "cs", "at": [28, 35], "facing": 180},
        {"id": "CL", "type": "leader", "side": "cs", "at": [15, 35], "facing": 180}],
    "setup": {"deploy": {"us": [[0, 0], [40, 0], [40, 10], [0, 10]]}},
}
Change = Callable[[dict[str, Any]], object]


class Luck:
    """Dice that never run out."""

    def __init__(self, seed: int = 1) -> None:
        self.random = Random(seed)

    def throw(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.random.randint(1, sides) for _ in range(count))


def written(*changes: Change) -> dict[str, Any]:
    scenario = deepcopy(FIELD)
    for change in changes:
        change(scenario)
    return scenario


def begun(**setup: Any) -> State:
    return acw.start(scenarios.parse(written(lambda w: w["setup"].update(setup))))


def staged(phase: str = "first-movement", turns: int | None = None, setup: Mapping[str, Any] | None = None, **changes: Any) -> State:
    scenario = scenarios.parse(written(lambda w: w["setup"].update(setup or {}), lambda w: w.update({"turns": turns})))
    return acw.stage(scenario, {"phase": phase, **changes})


def ordered(state: State, side: str, text: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    """The orders of a message as they run; nothing may be refused."""
    verdicts = play.check(acw, state, side, text)
    assert not [verdict.problems for verdict in verdicts if not verdict.accepted]
    turn = Turn(state, tape := Tape(dice), apply)
    play.run(acw, turn, side, [play.Written(verdict.line.number, verdict.echo) for verdict in verdicts])
    assert not tape.left and not [event for event in turn.events if isinstance(event, Balked)]
    return turn.state, turn.events


def closed(state: State, side: str, dice: Sequence[int] = ()) -> tuple[State, list[Event]]:
    turn = Turn(state, tape := Tape(dice), apply)
    play.close(acw, turn, side)
    assert not tape.left
    return turn.state, turn.events


def refused(state: State, side: str, text: str) -> list[str]:
    """The first code of every line that is refused."""
    return [verdict.problems[0].code for verdict in play.check(acw, state, side, text) if not verdict.accepted]


def codes(state: State, side: str, order: Order) -> list[str]:
    return [refusal.code for refusal in acw.check(acw.view(state, side), side, order)]


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events if not isinstance(event, Rolled)]


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
    assert [(event.name, event.turn, event.active) for event in events if isinstance(event, PhaseBegan)] == [("second-movement", 1, "us")]
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
    marks = dict.fromkeys(FLAGS, True)
    units = dict.fromkeys(("U1", "CB"), marks)
    game = {"melees": [{"charger": "U2", "target": "C2", "fought": True}], "activations": 3}
    state = staged("first-battle", units=units, game=game)
    state, _ = closed(state, "us", [1, 1])
    assert state.phase == "second-movement"
    assert not any(getattr(unit, flag) for unit in state.units.values() for flag in FLAGS)
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
    assert "rolled 2" in refusal.says


def test_the_common_checks_come_in_their_order() -> None:
    state = staged(active="us", game={"activations": 0}, units={"UL": {"moved": True}, "UB": {"fired": True}, "C2": {"gone": True}})
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


@pytest.mark.parametrize(("text", "code"), [
    ("U1 place 5,11", "outside-zone"), ("U1 place 1,5", "off-board"), ("U1 place 18.5,5", "occupied"), ("UL place 5,5 N column", "syntax"),
    ("U1 place 99,5", "off-board"), ("U1 join U2", "not-a-leader"), ("UL join C1", "invalid-target"), ("UL join U1", "no-change"),
    ("U1 forward", "wrong-phase"), ("C1 place 5,5", "not-your-unit"), ("U1 place", "missing-argument"),
    ("U1 place 5,5 100 square", "syntax")])
def test_what_a_side_cannot_set_up(text: str, code: str) -> None:
    assert refused(begun(), "us", text) == [code]


def test_a_side_without_a_zone_only_says_done() -> None:
    assert refused(begun(), "cs", "C1 place 10,34\nCL join C1\nstanding all advance never") == ["wrong-phase", "wrong-phase"]


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


@pytest.mark.parametrize(("order", "code"), [
    (Standing("U1", "march", ("on",)), "syntax"), (Standing("U1", "advance", ("perhaps",)), "syntax"),
    (Standing("U1", "advance", ("always", "never")), "syntax"), (Standing("U1", "fire", ("hold",)), "not-artillery")])
def test_what_standing_orders_do_not_say(order: Standing, code: str) -> None:
    (refusal,) = acw.check(staged(), "us", order)
    assert refusal.code == code
    for instead in refusal.instead:
        assert not codes(staged(), "us", instead)


def test_conditions_ask_of_any_unit_whether_it_lives_and_fights() -> None:
    state = staged(units={"C2": {"gone": True}}, game={"melees": [{"charger": "U1", "target": "C1"}]})

    def asked(key: str) -> list[str]:
        return [word for word in ("alive", "gone", "engaged", "free") if acw.holds(state, Condition(key, word))]
    assert asked("U1") == asked("C1") == asked("UL") == ["alive", "engaged"]
    assert asked("U2") == ["alive", "free"]
    assert asked("C2") == ["gone"]
    assert asked("X9") == [] and not acw.holds(state, Condition("U2", "asleep"))


# victory

def test_a_side_breaks_at_half_its_bases_rounded_up_and_both_at_once_draw() -> None:
    assert dict(begun().setup.breaks) == {"us": 6, "cs": 5}
    added = staged(units={"C9": {"type": "cavalry", "side": "cs", "at": [5, 35]}}).setup.breaks
    assert dict(added) == {"us": 6, "cs": 7}
    bears = {"us": 6, "cs": 5}
    for lost, winner in (({"us": 5, "cs": 4}, None), ({"us": 6, "cs": 4}, "cs"), ({"us": 5, "cs": 5}, "us"), ({"us": 9, "cs": 9}, "draw")):
        state, events = closed(staged(game={"lost": lost}), "us", [1, 1] if winner is None else [])
        assert (state.winner, state.phase == "over") == (winner, winner is not None)
        assert [event.side for event in events if isinstance(event, Broken)] == [side for side in lost if lost[side] >= bears[side]]


@pytest.mark.parametrize(("lost", "leaders", "winner"), [
    ({"us": 0, "cs": 3}, {}, "us"), ({"us": 0, "cs": 2}, {}, "draw"), ({"us": 1, "cs": 0}, {"us": 1}, "cs"), ({}, {}, "draw")])
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
            ({"U1": {"at": [12, 20]}}, "us"), ({"U1": {"at": [12.01, 20]}}, None), ({"UL": {"with": None, "at": [10, 20]}}, None),
            ({"U1": {"at": [12, 20]}, "C1": {"at": [8.5, 20]}}, None),
            ({"U1": {"at": [12, 20]}, "C1": {"at": [8.5, 20], "gone": True}}, "us")):
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
    assert isinstance(told, Balked) and told.order == sight.STANDING and "UB" not in told.says
    assert acw.witness(begun(), balked, "cs") is None


CLOSE: dict[str, Any] = {
    "U1": {"at": [10, 12]}, "U2": {"at": [18, 12]}, "UB": {"at": [25, 10]}, "C1": {"at": [10, 15]}, "CB": {"at": [25, 19]},
    "C2": {"at": [18, 15.5], "formation": "line"}, "CL": {"with": "C1"},
    "C3": {"type": "cavalry", "side": "cs", "at": [14, 19], "facing": 180},
    "U3": {"type": "cavalry", "side": "us", "at": [14, 8], "facing": 0}}


@pytest.mark.parametrize("stem", ["first-charge", "kesslers-mill", "even-ground", "close"])
def test_whoever_follows_the_events_that_he_may_see_knows_what_he_may_know(stem: str) -> None:
    begun, met = staged(units=CLOSE, game={"activations": 9}) if stem == "close" else acw.start(scenarios.load(stem)), Counter[str]()
    for seed in range(12):
        seen = {side: acw.view(begun, side) for side in ("us", "cs", "")}
        for turn in wandered(begun, Random(f"{stem} {seed}"), 40):
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
    assert met["Moved"] > 50 and (met["MeleeResult"] > 5 or stem != "close"), met


class Wandered:
    """What one message or the end of a phase came to."""

    def __init__(self, begun: State, turn: Turn[State]) -> None:
        self.begun, self.state, self.events = begun, turn.state, turn.events


def wandered(state: State, chance: Random, most: int) -> Iterator[Wandered]:
    """A game by chance: lines of every kind, many of them refused."""
    for _ in range(most):
        phase = acw.phase(state)
        if phase is None:
            return
        side = chance.choice(phase.sides)
        turn = Turn(state, Luck(chance.randint(1, 10**6)), apply)
        text = "\n".join(line(state, side, chance) for _ in range(chance.randint(1, 8)))
        verdicts = play.check(acw, state, side, text)
        play.run(acw, turn, side, [play.Written(v.line.number, v.echo) for v in verdicts if v.accepted])
        if chance.random() < 0.5:
            play.close(acw, turn, side)
        yield Wandered(state, turn)
        state = turn.state


def line(state: State, side: str, chance: Random) -> str:
    """One line of orders for some unit, as often as not towards its nearest enemy."""
    unit = chance.choice([key for key in state.roster if state.units[key].side == side])
    foes = [foe for foe in state.units.values() if foe.side != side and not foe.gone]
    near = min(foes, key=lambda foe: distance(foe.inches, state.units[unit].inches)).id if foes else "U9"
    x, y = chance.uniform(0, state.table.width), chance.uniform(0, state.table.height)
    other, place = chance.choice(state.roster), chance.choice([piece.name for piece in state.table.pieces])
    many, word, held = chance.randint(1, 9), chance.choice(("always", "never", "attacker")), chance.choice(("hold", "free"))
    some = (
        f"forward {many}", "back 2", "left", "fr 3", f"move {x:.2f},{y:.2f}", f"face {x:.1f},{y:.1f}", "column", "line", f"join {other}",
        f"fire {place}", f"fight {near}", f"place {x:.2f},{y:.2f}", f"place {x:.2f},{y:.2f} {many}0 column", f"charge {other}")
    said = chance.choice([*some, *(f"charge {near}", f"face {near}; charge {near}", f"face {near}; forward", "forward") * 4])
    standing = (f"standing {unit} advance {word}", f"standing {unit} fire {held}", f"if {other} engaged: {unit} forward 2")
    return chance.choice((*standing, *[f"{unit} {said}"] * 12))


@pytest.mark.parametrize("stem", ["first-charge", "kesslers-mill", "even-ground"])
def test_a_game_of_deadlines_alone_comes_to_an_end(stem: str) -> None:
    turn = Turn(acw.start(scenarios.load(stem)), Luck(), apply)
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


# scenarios

def test_a_scenario_without_faults() -> None:
    state = begun()
    assert (state.setup.front, state.setup.depth, state.setup.arc, state.setup.visibility) == (1.0, 0.5, 45.0, None)
    assert (state.setup.base_points, state.setup.leader_points, state.setup.margin, state.setup.turns) == (1, 2, 3, None)
    assert state.types["zouaves"].move == ("higher", "higher", "lower") and state.types["zouaves"].charge
    assert (state.units["U2"].bases, state.units["U2"].start, state.units["UL"].at) == (4, 4, (1000, 500))
    assert state.units["CL"].formation is None


def unit(nth: int, **facts: Any) -> Change:
    return lambda w: w["units"][nth].update(facts)


def without(nth: int, *keys: str) -> Change:
    return lambda w: [w["units"][nth].pop(key) for key in keys]


def piece(**facts: Any) -> Change:
    return lambda w: w["board"]["table"]["terrain"].append({"name": "New", **facts})


def setup(**facts: Any) -> Change:
    return lambda w: w["setup"].update(facts)


def kind(**facts: Any) -> Change:
    return lambda w: w["types"]["zouaves"].update(facts)


NORTH = [[0, 20], [40, 20], [40, 40], [0, 40]]
GOAL = {"name": "Hilltop", "at": [10, 20], "points": 4}
WRONG: list[tuple[Change, str]] = [
    (unit(0, type="infantri"), "there is no type infantri; did you mean infantry"), (unit(0, id="line"), "word of orders"),
    (unit(0, id="NE"), "word of orders"), (unit(0, id="4"), "cannot be an id"), (unit(1, name="12th ohio"), "called already"),
    (unit(0, name=""), "1 to 60 characters"), (unit(0, nmae="x"), "nmae is not known here; did you mean name"),
    (unit(0, at=[50, 5]), "off the table"), (unit(0, at="here"), "a point is two numbers"), (without(0, "at"), "a point is two numbers"),
    (unit(0, at=[1, 5]), "a part of U1 stands off the table"), (unit(0, facing=400), "facing of U1"),
    (without(0, "facing"), "facing of U1"),
    (unit(0, formation="square"), "no formation"), (unit(7, formation="line"), "a leader has no formation"),
    (unit(0, bases=0), "from 1 to"),
    (unit(0, bases=True), "from 1 to"), (unit(7, bases=2), "a leader is one base"), (unit(0, fire="maybe"), "fire is free or hold"),
    (unit(3, at=[5, 5]), "stands where that stands"), (unit(3, **{"with": "U9"}), "no such unit"),
    (unit(3, **{"with": "C1"}), "his own side"),
    (unit(3, **{"with": "UL"}), "his own side"),
    (lambda w: w["units"].append({"id": "UM", "type": "leader", "side": "us", "with": "U1"}), "UL"),
    (unit(1, **{"with": "U1"}), "only a leader is with a unit"), (unit(1, at=[12, 5.2]), "U2 overlaps U1"),
    (unit(6, at=[4, 20]), "may not stand in Oak Wood"), (unit(5, at=[31, 19]), "may not stand in Barn"),
    (unit(4, at=[10, 12]), "might overlap"), (lambda w: w.update(units=w["units"][:4]), "cs has neither"),
    (piece(kind="wood", shape=[[1, 1], [2, 1], [2, 2]]), "wood is no terrain of ACW; did you mean woods"),
    (piece(kind="woods", line=[[1, 1], [2, 1]]), "a woods is an area"),
    (piece(kind="road", shape=[[1, 1], [2, 1], [2, 2]]), "a road is a line"),
    (piece(kind="ford", line=[[1, 1], [2, 1]]), "a ford is a point"), (piece(kind="ford", at=[5, 30]), "lies on no river or stream"),
    (piece(kind="woods", shape=[[1, 1], [2, 1], [2, 2]], crest=[[1, 1], [2, 2]]), "only hills have a crest"),
    (piece(kind="woods", shape=[[1, 1], [2, 1], [2, 2]], value=3), "only buildings have a value"),
    (piece(kind="woods", shape=[[1, 1], [2, 1], [2, 2]], cover="soft"), "cover is hard"),
    (piece(kind="road", line=[[1, 1], [2, 1]], cover="hard"), "gives no cover"),
    (kind(arm="archers"), "archers is no arm"), (kind(arm="artillery", charge=True), "only infantry and cavalry charge"),
    (kind(charge="yes"), "true or false"), (kind(bases=99), "from 1 to 20"), (kind(range=9), "only a type of the arm artillery"),
    (kind(move=["higher", "lower"]), "three words"), (kind(moves=[]), "moves is not known here"), (kind(name=7), "a type's name"),
    (setup(deploi={}), "deploi is not known here; did you mean deploy"), (setup(activation_dice=0), "dice are a whole number"),
    (setup(activation_dice={"us": "two"}), "dice are a whole number"), (setup(activation_dice={"xx": 2}), "xx is not known here"),
    (setup(base={"front": 0}), "the front of a base"), (setup(base=[1, 1]), "base is a mapping"),
    (setup(artillery_arc=400), "artillery_arc"),
    (setup(visibility=-1), "visibility"), (setup(deploy={"us": [[0, 0], [40, 0]]}), "at least 3 points"),
    (setup(deploy={"us": [[0, 0], [40, 0], [40, 18], [0, 18]], "cs": NORTH}), "the zones are 2 inches apart"),
    (setup(deploy={"us": [[0, 0], [40, 0], [40, 25], [0, 25]], "cs": NORTH}), "the zones are 0 inches apart"),
    (setup(victory={"brake": 3}), "brake is not known here; did you mean break"),
    (setup(victory={"break": {"us": 0}}), "bases are a whole"),
    (setup(victory={"margin": "big"}), "margin is a whole number"), (setup(victory={"objectives": 3}), "objectives are a list"),
    (setup(victory={"objectives": [{**GOAL, "radius": 0}]}), "the radius"),
    (setup(victory={"objectives": [{**GOAL, "at": [99, 1]}]}), "off the"),
    (setup(victory={"objectives": [GOAL, GOAL]}), "another objective is called"), (setup(victory={"objectives": ["Hilltop"]}), "a mapping"),
    (setup(victory={"objectives": [{"name": "X", "at": [1, 1]}]}), "needs its points"),
    (lambda w: w["sides"].update(xx={"name": "Third"}), "a game of two sides"),
    (lambda w: w.update(board={"hex": {"legend": {".": "plain"}, "rows": ["..", ".."]}}), "played on a table"),
]


@pytest.mark.parametrize(("change", "says"), WRONG, ids=[says for _, says in WRONG])
def test_what_a_scenario_gets_wrong_is_told(change: Change, says: str) -> None:
    with pytest.raises(Faulty) as faulty:
        scenarios.parse(written(change))
    told = [f"{spot.says}; {spot.instead}" for spot in faulty.value.spots]
    assert any(says in one for one in told), told


def test_works_may_be_held_by_cavalry_that_is_set_up_there() -> None:
    assert acw.start(scenarios.parse(written(unit(5, at=[22, 19]))))


# what cases may set

@pytest.mark.parametrize(("changes", "says"), [
    ({"weather": "rain"}, "cannot be set"), ({"phase": "third-movement"}, "no phase"), ({"phase": "over", "winner": "them"}, "no side"),
    ({"turn": -1}, "whole number"), ({"units": []}, "mapping"), ({"units": [1]}, "mapping"),
    ({"units": {"X1": {"type": "infantry"}}}, "a type and a side"),
    ({"units": {"U1": {"colour": "red"}}}, "has no colour"), ({"units": {"U1": {"type": "elephant"}}}, "is no type"),
    ({"units": {"U1": {"with": "U2"}}}, "cannot be with"), ({"units": {"UL": {"with": "C1"}}}, "his own side"),
    ({"units": {"U1": {"at": "here"}}}, "two numbers"), ({"units": {"U1": {"at": [5, 99]}}}, "up to 40,40"),
    ({"units": {"U1": {"facing": "N"}}}, "0 to 360"), ({"units": {"U1": {"bases": 0}}}, "1 base or more"),
    ({"game": {"luck": 1}}, "game has no luck"),
    ({"game": {"melees": [{"charger": "U1", "target": "U2"}]}}, "of one side"),
    ({"game": {"melees": [{"charger": "U1", "target": "X"}]}}, "no unit"),
    ({"game": {"buildings": {"Mill": 1}}}, "is no building"), ({"game": {"lost": {"xx": 1}}}, "no side")])
def test_what_a_case_cannot_set(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        acw.stage(scenarios.parse(written()), changes)


def test_losses_are_counted_from_what_a_case_sets() -> None:
    units = {
        "U1": {"bases": 3}, "C1": {"gone": True}, "CL": {"gone": True}, "C9": {"type": "cavalry", "side": "cs", "at": [5, 30], "bases": 1}}
    state = staged(units=units)
    assert (dict(state.game.lost), dict(state.game.leaders_lost)) == ({"us": 2, "cs": 5}, {"us": 0, "cs": 1})
    assert dict(staged(units=units, game={"lost": {"us": 7}}).game.lost) == {"us": 7, "cs": 5}
    assert (state.units["C9"].start, state.units["U1"].start) == (1, 5)


@pytest.mark.parametrize(("phase", "active", "order"), [
    ("first-movement", "cs", ("cs", "us")), ("first-battle", None, ("us", "cs")), ("second-movement", "cs", ("us", "cs")),
    ("second-battle", "us", ("cs", "us"))])
def test_who_is_active_says_who_is_first(phase: str, active: str | None, order: tuple[str, str]) -> None:
    state = staged(phase, **({"active": active} if active else {}))
    assert state.game.order == order and state.active == (active or "us") and state.turn == 1 and not state.ready


def test_the_record_is_written_in_inches_and_degrees() -> None:
    record = acw.record(staged(units={"U1": {"at": [12.345, 6], "facing": 22.5}}))
    assert (record["units"]["U1"]["at"], record["units"]["U1"]["facing"]) == ([12.35, 6.0], 22.5)
    assert (record["units"]["UL"]["with"], record["units"]["UL"]["at"]) == ("U1", [12.35, 6.0])
    assert record["game"]["lost"] == {"us": 0, "cs": 0} and record["turn"] == 1


def test_a_draft_of_a_unit_to_be_placed_is_drawn_from_its_own_words() -> None:
    placed = PlaceUnit("U1", (500, 500))
    assert codes(begun(), "us", placed) == [] and codes(begun(), "us", replace(placed, at=(1000, 1500))) == ["outside-zone"]
    assert codes(begun(), "us", Draw()) == []


JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 2, 3.5, 10**30, float("nan"), float("inf"), "", "x", "12", "U1", "line", "us", "leader", "river", [], [1],
    [1, 2], [[1, 2], [3, 4]], [[0, 0], [9, 0], [9, 9]], {}, {"us": 1}, {"a": [1]}, ["higher", "lower", "both"],
    [{"charger": "U1", "target": "C1"}])
FULL: Change = setup(
    activation_dice={"us": 2}, base={"front": 1}, artillery_arc=45, visibility=20,
    victory={"break": {"us": 4}, "objectives": [{**GOAL, "radius": 2}], "base_points": 1, "leader_points": 2, "margin": 3})


def places(written: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value at every depth."""
    for key in written if isinstance(written, dict) else range(len(written)) if isinstance(written, list) else ():
        yield (*path, key)
        yield from places(written[key], (*path, key))


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
            state = acw.start(scenarios.parse(spoiled))
        except Faulty:
            continue
        played += 1
        assert acw.phase(state) and acw.nouns(state, "us") and acw.view(state, "us")
    assert 50 < played < 750


def test_whatever_a_case_sets_it_is_staged_or_told() -> None:
    scenario, chance, played = scenarios.parse(written()), Random(1), 0
    fields = ("type", "side", "name", "at", "facing", "formation", "bases", "with", "moved", "advance", "fire", "gone")
    games = ("order", "activations", "melees", "buildings", "lost", "leaders_lost", "draw", "reason")
    for _ in range(1500):
        junk = deepcopy(chance.choice(JUNK))
        changes: dict[str, Any] = {"phase": chance.choice(PHASES), **chance.choice((
            {"units": {chance.choice(("U1", "UL", "UB", "C1", "X1")): {chance.choice(fields): junk}}},
            {"game": {chance.choice(games): junk}}, {chance.choice(("turn", "phase", "active", "winner", "units", "game")): junk}))}
        try:
            state = acw.stage(scenario, changes)
        except ValueError:
            continue
        played += 1
        play.check(acw, state, "us", "U1 forward\nU1 charge C1\nU1 fight C1\nUB fire Barn\nUL join U2\nU1 place 5,5")
        turn = Turn(state, Luck(), apply)
        for side in ("us", "cs"):
            play.close(acw, turn, side)
    assert played > 50
