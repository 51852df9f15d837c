"""Positions and events that no game of Forumini may show: one at least for each invariant."""

from collections.abc import Mapping, Sequence

from engine.contract import Balked, Event, Rolled, replace
from engine.systems import forumini
from engine.systems.forumini.state.attack_events import Shot
from engine.systems.forumini.state.events import (
    AntiairAttacked,
    Attacked,
    DefensiveFired,
    Destroyed,
    Moved,
    MoveEnded,
    PhaseBegan,
    TurnBegan,
)
from engine.systems.forumini.state.position import State
from tests.conformance.moment import Moment
from tests.systems.forumini.support import everything_scenario

Arguments = tuple[object, ...]
PLAYED: State = forumini.case_position(everything_scenario.ZOO, {"turn": 2, "phase": "f-assault", "active": "lions"})
"""The zoo: L1 engineer 0306, L4 half-track and L5 rifle 0405, L7 tank 0505; B4 assault gun and B5 machine gun 0503, B14
car 0602."""


def units(state: State = PLAYED, /, **changed: Mapping[str, object]) -> State:
    """The position with facts of some units otherwise."""
    return replace(state, units={key: replace(unit, **changed.get(key, {})) for key, unit in state.units.items()})


def game(**changed: object) -> State:
    return replace(PLAYED, game=replace(PLAYED.game, **changed))


def at(event: Event, before: State = PLAYED, after: State | None = None, told: Sequence[Event] = ()) -> tuple[Moment]:
    return (Moment(before, event, before if after is None else after, told),)


QUIET = MoveEnded("L5")
TURN = TurnBegan(3)
BALKED = Balked("lions", 1, "L5 attack B4", "no-dice", "far")
SHOT = Shot("B14", "L7", "0505", 3, 1, (4, 4, 1, 1, 1), (), 2, "front", (7, 12))
FIRE = DefensiveFired(SHOT, "regular", None, True, 1)
HIT = Attacked(Shot("L5", "B4", "0503", 2, 2, (4,), (), 1, "front", (6, 10)), "direct", 0, None, 0)
NEAR = units(L5={"at": "0504"})
CLOSE = Attacked(Shot("L5", "B4", "0503", 1, 1, (4, 1), (), 1, "front", (6, 10)), "direct", 0, None, 0)
STEP = Moved("L7", "0506", "0505", 1, 1, False, "N")
ENEMY = replace(units(L7={"at": "0505"}, B14={"at": "0504"}), active="lions")
AIR = AntiairAttacked(Shot("L10", "B9", "0404", 0, 0, (1,), (), 0, "", (4, 6)), "miss", 0)

PLANTED: list[tuple[str, Arguments]] = [
    ("hits_are_three_at_most_and_none_after_casualty", at(QUIET, after=units(L5={"hits": 4}))),
    ("hits_are_three_at_most_and_none_after_casualty", at(TURN, units(L5={"hits": 1}))),
    ("hits_come_from_fire_and_go_in_casualty", at(QUIET, after=units(L5={"hits": 1}))),
    ("hits_come_from_fire_and_go_in_casualty", at(QUIET, units(L5={"hits": 1}), PLAYED)),
    ("aircraft_fly_from_c_to_f", at(QUIET, after=replace(units(L9={"at": "0404"}), phase="b-movement"))),
    ("aircraft_fly_from_c_to_f", at(TURN, after=units(L9={"at": "0404"}))),
    ("obstacles_never_move", at(QUIET, after=units(L12={"at": "0404"}))),
    ("marks_fit_the_class", at(QUIET, after=units(L5={"damaged": True}))),
    ("marks_fit_the_class", at(QUIET, after=units(L7={"demoralized": True}))),
    ("marks_fit_the_class", at(QUIET, after=units(L7={"facing": None}))),
    ("one_attack_a_turn", at(HIT, told=(HIT,))),
    ("one_attack_a_turn", at(replace(HIT, how="bomb"), told=(HIT,))),
    ("one_attack_a_turn", at(replace(HIT, how="indirect"))),
    ("one_defensive_fire_a_phase", at(FIRE, told=(PhaseBegan("f-assault", 2, "lions"), FIRE))),
    ("defensive_fire_at_most_pins", at(replace(FIRE, now=2), after=units(L7={"hits": 2}))),
    ("defensive_fire_at_most_pins", at(replace(FIRE, success=False), after=units(L7={"hits": 1}))),
    ("defensive_fire_is_for_those_who_may", at(FIRE, units(ENEMY, B14={"pinned": True}), told=(STEP,))),
    ("defensive_fire_is_for_those_who_may", at(FIRE, units(ENEMY, B14={"at": "0502"}), told=(STEP,))),
    ("defensive_fire_is_for_those_who_may", at(FIRE, replace(ENEMY, phase="c-aircraft"), told=(STEP,))),
    ("lost_is_what_was_destroyed", at(QUIET, after=game(lost={"lions": 4, "bears": 0}))),
    ("lost_is_what_was_destroyed", at(Destroyed("L5", "0405", 4, "hits"), after=game(lost={"lions": 3, "bears": 0}))),
    ("lost_is_what_was_destroyed", at(QUIET, game(lost={"lions": 4, "bears": 0}), game(lost={"lions": 0, "bears": 0}))),
    ("bombs_never_rise", at(QUIET, after=units(L9={"bombs": 3}))),
    ("bombs_never_rise", at(AIR, units(L10={"bombs": 1}))),
    ("refusals_change_nothing_and_roll_nothing", at(BALKED, after=units(L5={"pinned": True}))),
    ("refusals_change_nothing_and_roll_nothing", at(BALKED, told=(Rolled("x", 6, (1,)),))),
    ("points_never_fall_below_none", at(QUIET, after=units(L5={"mp": -1}))),
    ("the_turns_are_numbered", at(TURN, after=replace(PLAYED, turn=5))),
    ("the_turns_are_numbered", at(TURN, after=replace(PLAYED, turn=1))),
    ("nobody_comes_back", at(QUIET, units(L5={"gone": True}), PLAYED)),
    ("nobody_comes_back", at(QUIET, after=replace(PLAYED, units={}))),
    ("who_goes_is_said_to_go", at(QUIET, after=units(L7={"gone": True}))),
    ("who_moves_is_said_to_move", at(QUIET, after=units(L7={"at": "0504"}))),
    ("who_moves_is_said_to_move", at(QUIET, after=units(L7={"at": None}))),
    ("either_a_winner_or_a_phase", at(QUIET, after=replace(PLAYED, winner="lions"))),
    ("either_a_winner_or_a_phase", at(QUIET, after=replace(PLAYED, phase="over"))),
    (
        "nothing_changes_after_the_end",
        at(QUIET, replace(PLAYED, phase="over", winner="lions"), units(L5={"pinned": True})),
    ),
    ("moves_are_paid_for", at(Moved("L5", "0405", "0404", 2, 0, False))),
    ("moves_are_paid_for", at(Moved("L5", "0405", "0403", 1, 0, False))),
    ("moves_are_paid_for", at(Moved("L5", "0405", "0404", 1, 1, False), units(L5={"mp": 1, "acted": "moving"}))),
    ("moves_are_paid_for", at(Moved("L5", "0405", "0404", 1, 0, False), units(L5={"acted": "attacked"}))),
    ("shots_are_reckoned_right", at(replace(CLOSE, now=1), NEAR)),
    ("shots_are_reckoned_right", at(replace(CLOSE, hits=1), NEAR)),
    ("shots_are_reckoned_right", at(replace(CLOSE, shot=replace(CLOSE.shot, faces=(4, 4))), NEAR)),
    ("shots_are_reckoned_right", at(replace(CLOSE, shot=replace(CLOSE.shot, faces=(4,))), NEAR)),
    ("shots_are_reckoned_right", at(replace(CLOSE, shot=replace(CLOSE.shot, mods=(("luck", 1),))), NEAR)),
    ("shots_are_reckoned_right", at(HIT)),
    ("armour_is_the_one_that_faces", at(replace(CLOSE, shot=replace(CLOSE.shot, facing="rear")), NEAR)),
    ("armour_is_the_one_that_faces", at(CLOSE, units(NEAR, B4={"facing": "N"}))),
    ("armour_is_the_one_that_faces", at(CLOSE, units(NEAR, B4={"facing": "S", "damaged": True}))),
    ("stacks_keep_the_limit", (units(L1={"at": "0505"}, L2={"at": "0505"}, L3={"at": "0505"}), ())),
    ("stacks_keep_the_limit", (units(L4={"at": "0505"}), ())),
    ("stacks_keep_the_limit", (units(L9={"at": "0505"}, B9={"at": "0505"}), ())),
    ("watchers_can_watch", (units(L5={"overwatch": "0404", "pinned": True}), ())),
    ("watchers_can_watch", (units(L5={"overwatch": "0404", "aboard": "L4"}), ())),
    (
        "watchers_can_watch",
        (units(**{key: {"overwatch": "0404"} for key in ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L11", "L13")}), ()),
    ),
    ("nobody_in_the_dirt_is_shaken", (units(L5={"hit_the_dirt": True, "demoralized": True}), ())),
    ("passengers_are_with_their_transport", (units(L5={"aboard": "L4", "at": "0404"}), ())),
    (
        "passengers_are_with_their_transport",
        (units(**{key: {"aboard": "L4", "at": "0405"} for key in ("L1", "L3", "L5")}), ()),
    ),
    ("everybody_stands_where_he_may", (units(B4={"at": "0604"}), ())),
    ("everybody_stands_where_he_may", (units(B4={"at": "0504"}), (QUIET,))),
    ("everybody_stands_where_he_may", (units(L5={"at": "0999"}), ())),
]

RIGHT: tuple[tuple[Moment], ...] = (at(QUIET), at(CLOSE, units(NEAR, B4={"facing": "S"})))
"""Moments with nothing wrong in them: what is planted is wrong in one thing only."""
