"""Positions and events that no game of the ACW may show: one at least for each invariant."""

from collections.abc import Sequence

from engine.contract import Balked, Event, Rolled, replace
from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.state.combat_events import (
    Advanced,
    BuildingDestroyed,
    Charged,
    Contact,
    Countercharged,
    Destroyed,
    LeaderTested,
    MeleeResult,
    MeleeRolled,
    Retreated,
    Shelled,
)
from engine.systems.acw.state.events import Activation, Captured, Faced, Formed, Moved, PhaseBegan
from engine.systems.acw.state.position import Melee, State
from tests.conformance import planted_moments
from tests.conformance.moment import Moment
from tests.conformance.planted_moments import Arguments, Played, rest, units
from tests.systems.acw.support import brawl_scenario

BEGUN = (PhaseBegan("first-movement", 1, "us"), Rolled("activation of us", 6, (3, 4)), Activation("us", (3, 4), 7))


def moments(state: State, *said: tuple[str, Sequence[int]]) -> tuple[Moment, ...]:
    """What the orders of the Union come to, each line with its dice; an empty one ends the phase."""
    return tuple(planted_moments.moments(acw, state, [("us", *one) for one in said], BEGUN, _second))


def _second(event: Event, told: Sequence[Event]) -> bool:
    return isinstance(event, PhaseBegan) and event.name == "second-movement"


_NOW = {"turn": 1, "phase": "first-movement", "active": "us", "game": {"activations": 7}}
CROSSROADS: State = acw.case_position(reader.load("first-charge"), _NOW)
"""U1 12th Ohio with General Hart 15,8; batteries UB1, UB2; C1 15,14, C2 15,20, their battery CB1."""
FIELD: State = acw.case_position(
    brawl_scenario.scenario(), {**_NOW, "game": {"activations": 7, "buildings": {"Inn": 1}}}
)
SAID: dict[str, tuple[Moment, ...]] = {
    "charge": moments(CROSSROADS, ("U1 charge C1", (2, 5)), ("", ()), ("", (5, 4, 4, 2, 4, 3, 2, 6, 1))),
    "march": moments(CROSSROADS, ("UB1 face 0; forward 3", (4,)), ("UB2 form column", ())),
    "brawl": moments(
        FIELD, ("UA fire Inn", (2, 1, 1)), ("UD charge CD", (6, 5)), ("", ()), ("", (6, 6, 1, 1, 1, 3, 1, 2, 3))
    ),
}
RIGHT: tuple[tuple[Moment], ...] = tuple((moment,) for game in SAID.values() for moment in game)
"""What is planted is one of these with one thing wrong."""
AT_REST: tuple[tuple[Moment], ...] = tuple((game[-1],) for game in SAID.values())
_PLAYED = Played(SAID)
right, said, after, before, untold = _PLAYED.right, _PLAYED.said, _PLAYED.after, _PLAYED.before, _PLAYED.untold
CHARGE = right("charge", Charged).event
assert isinstance(CHARGE, Charged)
WENT, LENGTH = right("march", Moved), right("march", Moved).event.length  # type: ignore[attr-defined]
HIT, ROUND = right("charge", MeleeResult).event, right("charge", MeleeRolled).event
OVER = replace(CROSSROADS, phase="over", active=None, winner="us", turn=5)
LIMIT = {"reason": "turn-limit"}
QUIET = Balked("us", 1, "U1 forward", "blocked", "no")
_TAKEN = Captured("CM", "U1")
_RODE = replace(WENT.event, unit="U1", start=(900, 1000), to=(900, 1200))
TAKING = Moment(FIELD, _TAKEN, FIELD, (_RODE,))

PLANTED: list[tuple[str, Arguments]] = [
    ("nobody_stands_in_another", after("march", Moved, UB1={"at": (1500, 800)})),
    ("nobody_stands_in_another", after("charge", Contact, U1={"at": (1500, 1370)})),
    ("nobody_hangs_over_the_edge", after("march", Moved, UB1={"at": (50, 1000)})),
    ("everybody_goes_where_he_may", after("march", Moved, UB1={"at": (400, 1100)})),
    ("everybody_goes_where_he_may", after("march", Moved, UB1={"at": (2300, 1800)})),
    ("everybody_goes_where_he_may", after("brawl", Charged, UD={"at": (2200, 1050)})),
    ("everybody_goes_where_he_may", after("brawl", Charged, {"buildings": {"Barn": 1}}, U2={"at": (1150, 950)})),
    ("nobody_comes_back", before("march", Moved, C1={"gone": True})),
    ("bases_are_one_to_all", after("march", Moved, UB1={"bases": 3})),
    ("bases_are_one_to_all", after("march", Moved, UB1={"bases": 0})),
    ("leaders_are_with_a_unit_of_theirs", after("charge", Charged, UL={"at": (1500, 800)})),
    (
        "leaders_are_with_a_unit_of_theirs",
        after("charge", Charged, UL={"leads": "C1", "at": (1500, 1400), "facing": 1800}),
    ),
    ("leaders_are_with_a_unit_of_theirs", after("brawl", Charged, UM={"leads": "U1", "at": (1150, 950)})),
    ("melees_join_two_enemies", after("charge", Contact, {"melees": (Melee("U1", "UB1"),)})),
    ("melees_join_two_enemies", after("charge", Contact, {"melees": (Melee("U1", "C1"), Melee("C1", "U1"))})),
    ("melees_join_two_enemies", after("charge", Contact, C1={"gone": True})),
    ("melees_join_two_enemies", after("charge", Contact, U1={"at": (1500, 1330)})),
    ("melees_join_two_enemies", after("charge", Contact, {"melees": (Melee("UB1", "C1"),)}, UB1={"at": (1500, 1350)})),
    ("activations_are_counted", after("march", Moved, {"activations": 7})),
    ("activations_are_counted", after("march", Moved, C1={"activated": True})),
    ("activations_are_counted", said("charge", Activation, total=8)),
    ("activations_are_counted", said("charge", Activation, dice=(6, 1, 0))),
    ("everything_once_a_turn", before("march", Moved, UB1={"moved": True})),
    ("everything_once_a_turn", before("march", Moved, UB1={"fired": True})),
    ("everything_once_a_turn", before("march", Moved, UB1={"faced": True, "formed": True})),
    ("everything_once_a_turn", before("march", Moved, UB1={"activated": False})),
    ("everything_once_a_turn", before("march", Faced, UB1={"faced": True})),
    ("everything_once_a_turn", before("march", Formed, UB2={"formed": True})),
    ("everything_once_a_turn", before("brawl", Shelled, UA={"shelled": True})),
    ("everything_once_a_turn", said("march", Moved, unit="C1")),
    ("a_turn_begins_afresh", said("brawl", PhaseBegan, name="second-movement")),
    ("who_moves_is_said_to_move", after("march", Moved, C1={"at": (1500, 1500)})),
    ("who_moves_is_said_to_move", after("march", Moved, C1={"facing": 0})),
    ("who_moves_is_said_to_move", after("charge", MeleeResult, U1={"at": (1500, 1340)})),
    ("the_fighting_only_break_off", before("march", Faced, {"melees": (Melee("C1", "UB1"),)})),
    ("the_fighting_only_break_off", before("march", Moved, {"melees": (Melee("C1", "UB1"),)})),
    ("the_fighting_only_break_off", said("march", Moved, left=("C1",))),
    ("moves_are_as_the_dice_say", said("march", Moved, length=replace(LENGTH, dice=(4, 4)))),
    ("moves_are_as_the_dice_say", said("march", Moved, length=replace(LENGTH, allowance=5))),
    ("moves_are_as_the_dice_say", said("march", Moved, length=replace(LENGTH, leader=1, allowance=5))),
    ("moves_are_as_the_dice_say", said("march", Moved, length=replace(LENGTH, length=4.5))),
    ("moves_are_as_the_dice_say", said("march", Moved, to=(1000, 1150))),
    ("moves_are_as_the_dice_say", said("march", Moved, way="side")),
    ("moves_are_as_the_dice_say", said("march", Moved, bearing=100)),
    ("moves_are_as_the_dice_say", said("march", Moved, start=(1001, 750))),
    ("moves_are_as_the_dice_say", said("march", Moved, facing=1800)),
    ("moves_are_as_the_dice_say", said("march", Moved, length=replace(LENGTH, halved="Rails"))),
    (
        "moves_are_as_the_dice_say",
        said("charge", Charged, length=replace(CHARGE.length, leader=0, allowance=5)),
    ),
    ("moves_stop_an_inch_short", after("march", Moved, C1={"at": (1000, 1170)})),
    ("charges_reach_or_stop_short", said("charge", Charged, reached=False)),
    ("charges_reach_or_stop_short", said("charge", Charged, target="UB1")),
    ("charges_reach_or_stop_short", said("charge", Charged, contact=5.0)),
    ("charges_reach_or_stop_short", said("charge", Charged, unit="UB1")),
    ("charges_reach_or_stop_short", said("brawl", Countercharged, inches=2.5)),
    ("charges_reach_or_stop_short", said("brawl", Countercharged, to=(2250, 600))),
    ("charges_reach_or_stop_short", before("brawl", Countercharged, CD={"type": "infantry"})),
    ("contact_is_on_the_side_struck", said("charge", Contact, side="rear")),
    ("contact_is_on_the_side_struck", said("charge", Contact, facing=10)),
    ("contact_is_on_the_side_struck", said("charge", Contact, guns_charger=("CB1",))),
    ("contact_is_on_the_side_struck", before("charge", Contact, UB1={"formation": "column"})),
    ("contact_is_on_the_side_struck", before("charge", Contact, UB1={"moved": True})),
    ("contact_is_on_the_side_struck", before("charge", Contact, UB1={"fire": "hold"})),
    ("contact_is_on_the_side_struck", before("charge", Contact, UB1={"at": (50, 750)})),
    ("melees_are_reckoned_right", said("charge", MeleeRolled, charger_total=16)),
    (
        "melees_are_reckoned_right",
        said("charge", MeleeRolled, charger_mods=(("battery-fired", 2), ("line-base-in-contact", 5))),
    ),
    (
        "melees_are_reckoned_right",
        said("charge", MeleeRolled, target_mods=(("battery-fired", 1), ("line-base-in-contact", 3))),
    ),
    ("melees_are_reckoned_right", before("charge", MeleeRolled, UL={"leads": None})),
    ("melees_are_reckoned_right", before("charge", MeleeRolled, C1={"formation": "column"})),
    ("melees_are_reckoned_right", before("charge", MeleeRolled, C1={"at": (2300, 1800)})),
    ("hits_are_as_the_die_says", said("charge", MeleeResult, result="less")),
    ("hits_are_as_the_die_says", said("charge", MeleeResult, winner="C1")),
    ("hits_are_as_the_die_says", said("charge", MeleeResult, hits={"C1": 2})),
    ("hits_are_as_the_die_says", said("charge", MeleeResult, difference=3)),
    ("bases_are_lost_in_fights_alone", after("charge", MeleeResult, UB1={"bases": 1})),
    ("bases_are_lost_in_fights_alone", after("charge", MeleeResult, {"lost": {"us": 1, "cs": 1}})),
    ("bases_are_lost_in_fights_alone", after("charge", MeleeResult, {"leaders_lost": {"us": 1, "cs": 0}})),
    ("who_goes_is_said_to_go", after("charge", MeleeResult, C2={"gone": True})),
    ("who_goes_is_said_to_go", after("brawl", Destroyed, UA={"gone": True})),
    ("retreats_go_to_the_rear", said("charge", Retreated, inches=4.0)),
    ("retreats_go_to_the_rear", said("charge", Retreated, dice=(3, 1))),
    ("retreats_go_to_the_rear", said("charge", Retreated, to=(1800, 1400))),
    ("retreats_go_to_the_rear", after("charge", Retreated, {"melees": (Melee("U1", "C1"),)})),
    ("retreats_go_to_the_rear", said("charge", Retreated, result="held", inches=0.0, to=(1500, 1400))),
    ("retreats_go_to_the_rear", said("charge", Retreated, result="table")),
    ("advances_are_earned", before("brawl", Advanced, UD={"advanced": True})),
    ("advances_are_earned", before("brawl", Advanced, UD={"advance": "never"})),
    ("advances_are_earned", said("brawl", Advanced, inches=3.5)),
    ("advances_are_earned", said("brawl", Advanced, unit="CC")),
    ("advances_are_earned", untold("brawl", Advanced, replace(right("brawl", MeleeResult).event, result="equal"))),
    ("captors_come_by", (Moment(FIELD, _TAKEN, FIELD, (replace(_RODE, start=(2000, 400), to=(2000, 500)),)),)),
    ("captors_come_by", (Moment(units(FIELD, {"CM": {"leads": "C2"}}), _TAKEN, FIELD, (_RODE,)),)),
    ("captors_come_by", (Moment(units(FIELD, {"U1": {"type": "foot-artillery"}}), _TAKEN, FIELD, (_RODE,)),)),
    ("shells_fall_where_they_may", said("brawl", Shelled, count=1)),
    ("shells_fall_where_they_may", said("brawl", Shelled, building="Barn")),
    ("shells_fall_where_they_may", before("brawl", Shelled, UA={"formation": "column"})),
    ("shells_fall_where_they_may", before("brawl", Shelled, UA={"at": (1500, 100)})),
    ("shells_fall_where_they_may", before("brawl", Shelled, UA={"facing": 3000})),
    ("shells_fall_where_they_may", after("brawl", Destroyed, {"buildings": {}})),
    ("nobody_is_left_in_rubble", said("brawl", BuildingDestroyed, units=())),
    ("refusals_change_nothing", (Moment(CROSSROADS, QUIET, units(CROSSROADS, {"U1": {"moved": True}})),)),
    ("refusals_change_nothing", after("charge", MeleeRolled, C1={"bases": 2})),
    ("either_a_winner_or_a_phase", (Moment(CROSSROADS, QUIET, replace(CROSSROADS, winner="us")),)),
    ("either_a_winner_or_a_phase", (Moment(CROSSROADS, QUIET, replace(CROSSROADS, phase="over")),)),
    ("either_a_winner_or_a_phase", (Moment(CROSSROADS, QUIET, replace(CROSSROADS, turn=3)),)),
    ("either_a_winner_or_a_phase", (Moment(CROSSROADS, BEGUN[0], replace(CROSSROADS, active="cs")),)),
    ("nothing_changes_after_the_end", (Moment(OVER, QUIET, CROSSROADS),)),
    ("battles_are_fought_to_the_last", before("charge", PhaseBegan, {"melees": ()})),
    (
        "battles_are_fought_to_the_last",
        (Moment(right("charge", MeleeResult).before, PhaseBegan("second-movement", 1, "cs"), CROSSROADS),),
    ),
    ("dice_are_those_of_the_rules", untold("march", Moved, Rolled("UB1 moves", 6, (3,)))),
    ("dice_are_those_of_the_rules", said("charge", Retreated, dice=(3, 1))),
    ("a_round_goes_in_order", untold("charge", MeleeResult, LeaderTested("UL", 2, False))),
    ("a_round_goes_in_order", untold("charge", Retreated, Advanced("U1", 1, 1.0, (0, 0), (0, 0)))),
    ("nobody_lies_on_anybody", rest(FIELD, UM={"at": (1150, 950)})),
    ("the_led_are_alive", rest(CROSSROADS, U1={"gone": True})),
    ("nobody_stands_in_rubble", rest(FIELD, {"buildings": {"Inn": 2}})),
    ("the_broken_have_lost", rest(CROSSROADS, {"lost": {"us": 4, "cs": 0}}, _told=BEGUN)),
    ("the_broken_have_lost", rest(OVER, {"lost": {"us": 4, "cs": 0}, "reason": "broken"})),
    ("the_broken_have_lost", rest(OVER, {"lost": {"us": 4, "cs": 6}, "reason": "broken"})),
    ("scores_decide_at_the_limit", rest(OVER, LIMIT)),
    ("scores_decide_at_the_limit", rest(replace(OVER, turn=4, winner="cs"), LIMIT)),
]
