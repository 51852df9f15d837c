"""Positions and events that no game of MiniWars may show: one at least for each invariant."""

from collections.abc import Mapping, Sequence

from engine.contract import Balked, Event, Rolled, replace
from engine.scenarios import reader
from engine.systems import SYSTEMS
from engine.systems.miniwars.state.events import (
    Advanced,
    Disrupted,
    Eliminated,
    Fired,
    Fought,
    Held,
    Initiative,
    Moved,
    Rallied,
    TurnEnded,
)
from engine.systems.miniwars.state.position import State
from tests.conformance.moment import Moment

Arguments = tuple[object, ...]
START: State = SYSTEMS["miniwars"].start(reader.load("millers-bridge"))
"""The Reeve: RE 0404, BO 0503, MA 0504, SP 0405, MI 0305.  The Reivers: CA 0904, L1 0903, L2 0905, RS 0804, PK 0805."""
PLAYED = replace(START, phase="a-movement", turn=2, active="reeve", game=replace(START.game, a="reeve", b="reivers"))


def units(state: State = PLAYED, /, **changed: Mapping[str, object]) -> State:
    """The position with facts of some units otherwise."""
    return replace(state, units={key: replace(unit, **changed.get(key, {})) for key, unit in state.units.items()})


def game(**changed: object) -> State:
    return replace(PLAYED, game=replace(PLAYED.game, **changed))


def at(event: Event, before: State = PLAYED, after: State | None = None, told: Sequence[Event] = ()) -> tuple[Moment]:
    return (Moment(before, event, before if after is None else after, told),)


QUIET = Held("BO")
HIT = Fired("BO", "RS", 3, 6, (), 6, True)
SIX = Rolled("BO fires at RS", 6, (6,))
BLOW = Fought("RE", "L1", 7, (), (3, 5), 8, True)
DICE = Rolled("RE attacks L1", 6, (3, 5))
NEAR = units(L1={"at": "0502"}, RE={"at": "0402"})
FALLEN = Eliminated("L1", "0502", "RE")
CARE = units(replace(PLAYED, phase="morale"), RS={"disrupted": True}, CA={"disrupted": True})

PLANTED: list[tuple[str, Arguments]] = [
    ("two_units_never_share_a_hex", at(QUIET, after=units(BO={"at": "0504"}))),
    ("everybody_stands_on_open_ground", at(QUIET, after=units(BO={"at": "0708"}))),
    ("everybody_stands_on_open_ground", at(QUIET, after=units(L1={"at": "0402"}))),
    ("everybody_stands_on_open_ground", at(QUIET, after=units(L1={"at": "1104"}))),
    ("nobody_comes_back", at(QUIET, units(BO={"gone": True}), PLAYED)),
    (
        "nobody_comes_back",
        at(QUIET, after=replace(PLAYED, units={key: unit for key, unit in PLAYED.units.items() if key != "BO"})),
    ),
    ("the_removed_take_no_part", at(HIT, units(RS={"gone": True}))),
    ("the_removed_take_no_part", at(HIT, units(BO={"gone": True}))),
    ("the_removed_were_disrupted_and_hit_by_an_enemy", at(FALLEN)),
    (
        "the_removed_were_disrupted_and_hit_by_an_enemy",
        at(Eliminated("L1", "0903", "CA"), units(L1={"disrupted": True})),
    ),
    ("the_removed_were_disrupted_and_hit_by_an_enemy", at(QUIET, after=units(L1={"gone": True}))),
    ("nerve_is_lost_once_and_mended_only_by_a_rally", at(QUIET, units(BO={"disrupted": True}), PLAYED)),
    ("nerve_is_lost_once_and_mended_only_by_a_rally", at(Disrupted("BO", "missile"), units(BO={"disrupted": True}))),
    (
        "nerve_is_lost_once_and_mended_only_by_a_rally",
        at(Rallied("CA", "RS", 1, (), 4, True), units(RS={"disrupted": True}), PLAYED),
    ),
    ("broken_only_grows", at(QUIET, game(broken=("reeve",)), PLAYED)),
    ("broken_only_grows", at(QUIET, after=game(broken=("reeve", "reeve")))),
    ("either_a_winner_or_a_phase", at(QUIET, after=replace(PLAYED, winner="reeve"))),
    ("either_a_winner_or_a_phase", at(QUIET, after=replace(PLAYED, phase="over"))),
    (
        "nothing_changes_after_the_end",
        at(QUIET, replace(PLAYED, phase="over", winner="reeve"), units(BO={"disrupted": True})),
    ),
    ("a_and_b_are_the_two_sides", at(QUIET, after=game(b="reeve"))),
    ("a_and_b_are_the_two_sides", at(QUIET, after=game(a=None))),
    (
        "refusals_change_nothing",
        at(Balked("reeve", 1, "BO fire RS", "out-of-range", "far"), after=units(BO={"fired": True})),
    ),
    ("everything_once_a_turn", at(HIT, told=(HIT, SIX))),
    ("everything_once_a_turn", at(BLOW, told=(BLOW, DICE))),
    ("only_an_advance_follows_an_attack", at(Moved("RE", ("0402", "0403"), 2), NEAR, told=(BLOW,))),
    ("only_an_advance_follows_an_attack", at(Advanced("RE", "0402", "0502"), NEAR)),
    (
        "only_an_advance_follows_an_attack",
        at(Advanced("RE", "0402", "0502"), NEAR, told=(BLOW, FALLEN, Advanced("RE", "0402", "0502"))),
    ),
    ("only_an_advance_follows_an_attack", at(Advanced("RE", "0402", "0503"), NEAR, told=(BLOW, FALLEN))),
    ("only_an_advance_follows_an_attack", at(QUIET, after=units(BO={"at": "0502"}))),
    ("moves_are_paid_for", at(Moved("RE", ("0404", "0403", "0402"), 4))),
    ("moves_are_paid_for", at(Moved("RE", ("0404", "0403", "0402", "0401"), 10))),
    ("moves_are_paid_for", at(Moved("L1", ("0903", "0803", "0703"), 4), units(L1={"at": "0804"}))),
    ("moves_are_paid_for", at(Moved("L1", ("0903", "0703"), 4))),
    ("moves_stop_at_enemies", at(Moved("RE", ("0404", "0403", "0502"), 4), units(L1={"at": "0402"}))),
    ("moves_stop_at_enemies", at(Moved("RE", ("0404", "0403"), 2), units(L1={"at": "0403"}))),
    ("moves_stop_at_enemies", at(Moved("RE", ("0404", "0405"), 2))),
    ("shots_are_reckoned_right", at(HIT, units(RS={"at": "0702"}), told=(SIX,))),
    ("shots_are_reckoned_right", at(replace(HIT, need=5), told=(SIX,))),
    ("shots_are_reckoned_right", at(replace(HIT, die=5), told=(replace(SIX, faces=(5,)),))),
    ("shots_are_reckoned_right", at(replace(HIT, mods=(("luck", 1),)), told=(SIX,))),
    ("shots_are_reckoned_right", at(HIT, told=(replace(SIX, faces=(5,)),))),
    ("shots_are_reckoned_right", at(HIT, units(PK={"at": "0603"}), told=(SIX,))),
    ("shots_are_reckoned_right", at(replace(HIT, target="MI"), told=(SIX,))),
    ("attacks_are_reckoned_right", at(BLOW, told=(DICE,))),
    ("attacks_are_reckoned_right", at(replace(BLOW, need=6), NEAR, told=(DICE,))),
    ("attacks_are_reckoned_right", at(replace(BLOW, success=False), NEAR, told=(DICE,))),
    ("attacks_are_reckoned_right", at(replace(BLOW, total=9), NEAR, told=(DICE,))),
    ("attacks_are_reckoned_right", at(BLOW, NEAR, told=(replace(DICE, faces=(4, 4)),))),
    (
        "attacks_are_reckoned_right",
        at(Fought("L1", "BO", 7, (), (3, 5), 8, True), units(L1={"at": "0603"}), told=(DICE,)),
    ),
    ("rallies_are_reckoned_right", at(Rallied("CA", "RS", 1, (), 4, True), CARE)),
    ("rallies_are_reckoned_right", at(Rallied("CA", "CA", 0, (), 1, True), CARE)),
    ("rallies_are_reckoned_right", at(Rallied("RE", "RS", 4, (), 6, True), CARE)),
    ("rallies_are_reckoned_right", at(Rallied("CA", "RS", 1, (), 4, False), units(CARE, CA={"disrupted": False}))),
    ("dice_are_counted", at(TurnEnded(2, 0), told=(Rolled("x", 6, (1,)), Initiative((1, 2), "reivers", False)))),
    ("dice_are_counted", at(TurnEnded(2, 0), told=(SIX,))),
    (
        "dice_are_counted",
        at(Initiative((1, 1), None, True), game(loser="reeve"), told=(Initiative((2, 2), None, True),)),
    ),
    ("an_army_without_units_has_lost", (units(**{key: {"gone": True} for key in ("CA", "L1", "L2", "RS", "PK")}), ())),
    ("half_an_army_has_broken", (units(**{key: {"gone": True} for key in ("CA", "L1", "L2")}), ())),
    ("half_an_army_has_broken", (game(broken=("reeve",)), ())),
    ("doubles_have_shaken_the_attacker", (PLAYED, (replace(BLOW, faces=(4, 4)),))),
    ("shares_decide_at_a_limit", (replace(game(reason="turn-limit"), phase="over", winner="reeve"), ())),
    (
        "shares_decide_at_a_limit",
        (replace(units(game(reason="stalemate"), L1={"gone": True}), phase="over", winner="reivers"), ()),
    ),
]
