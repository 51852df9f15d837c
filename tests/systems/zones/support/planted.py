"""Positions and events that no game of Zone Control may show: one at least for each invariant."""

from engine.contract import Balked, Rolled, replace
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.state.events import (
    Attacked,
    Casualties,
    Control,
    Destroyed,
    FellBack,
    Fled,
    GameOver,
    Hunkered,
    Initiative,
    ModelMove,
    ModelPlace,
    Morale,
    Moved,
    Placed,
    Rally,
    Resupplied,
    Revealed,
    RoundBegan,
    Shock,
    StandingSet,
    TurnBegan,
)
from engine.systems.zones.state.position import Model, State
from tests.conformance import planted_moments
from tests.conformance.moment import Moment
from tests.conformance.planted_moments import Arguments, Played, Said, rest, units
from tests.systems.zones.support import secret_scenario, short_game
from tests.systems.zones.support.invariants import begins

DAY: tuple[Said, ...] = (
    ("", "", ()),
    ("blue", "B3 strike 8,8\nB3 shoot R2\nB1 move 6,5; shoot R1", (6, 1, 1, 6, 6)),
    ("blue", "B2 melee R3\nB4 ambush 3,10; hunker\nB6 shoot R1", (4, 1, 1, 1, 1, 1, 1, 4, 4, 6, 6)),
    ("blue", "", ()),
    ("red", "R1 move 6,15\nR3 melee B2\nif B1 gone: R2 move 14,15\nR3 shoot B1", (4, 4, 1, 1)),
    ("red", "", (1, 6, 1, 1)),
    ("blue", "B5 arrive 20,2", ()),
    ("blue", "", (1,)),
    ("blue", "B1 move 6,6>8,6\nstanding all arrive hold", ()),
    ("blue", "", ()),
    ("red", "R3 flee", ()),
    ("red", "", (6, 6)),
)
"""The gun dooms R1, B2 wounds R3, R3 dooms B2.3, R2 loses a model; B2 and R3 go back; B5 arrives in round 2."""
NIGHT: tuple[Said, ...] = (
    ("", "", ()),
    ("colonial", "C1 place 14,5", ()),
    ("colonial", "", ()),
    ("raiders", "R2 place 8,31", ()),
    ("raiders", "", ()),
    ("colonial", "C4 ambush 6,10; shoot R1", (1, 1, 1)),
    ("colonial", "", ()),
    ("raiders", "", (2, 2, 1, 5)),
)
LONG: tuple[Said, ...] = (("", "", ()), *((side, "", ()) for _ in range(5) for side in ("colonial", "raiders")))
GAMES = {
    "day": (short_game.scenario(), DAY),
    "night": (secret_scenario.secret(), NIGHT),
    "end": (reader.load("low-wells"), LONG),
}
SAID: dict[str, tuple[Moment, ...]] = {
    name: tuple(planted_moments.moments(zones, zones.start(scenario), said, (), begins))
    for name, (scenario, said) in GAMES.items()
}
RIGHT: tuple[tuple[Moment], ...] = tuple((moment,) for game in SAID.values() for moment in game)
"""What is planted is one of these with one thing wrong."""
AT_REST: tuple[tuple[Moment], ...] = tuple((game[-1],) for game in SAID.values())
_PLAYED = Played(SAID)
right, said, after, before, untold, unheard = (
    _PLAYED.right,
    _PLAYED.said,
    _PLAYED.after,
    _PLAYED.before,
    _PLAYED.untold,
    _PLAYED.unheard,
)

FIRST: State = right("day", Moved).before
NIGHTFALL: State = right("night", TurnBegan, 2).after
OVER: State = right("end", GameOver).after


def one(x: int, y: int, **facts: object) -> dict[str, object]:
    """The single model of a unit, elsewhere or otherwise."""
    return {"models": (replace(Model(1, (x, y), 2), **facts),)}


def many(*places: tuple[int, int]) -> dict[str, object]:
    return {"models": tuple(Model(number, at, 1) for number, at in enumerate(places, 1))}


SHOT, GUN, FIGHT = 2, 6, 3
"""Which of the attacks of the day: B1 at R1 through the grove, the gun at R1, B2.1 at R3."""
PLANTED: list[tuple[str, Arguments]] = [
    ("bases_are_on_the_table", after("day", Moved, B1=one(40, 500))),
    ("bases_are_on_the_table", after("day", Moved, B1=one(600, 2360))),
    ("bases_do_not_overlap", after("day", Moved, B1=one(850, 800))),
    ("bases_do_not_overlap", after("day", Moved, B1=one(899, 800))),
    ("who_moves_is_said_to_move", after("day", Moved, R1=one(600, 1500))),
    ("who_moves_is_said_to_move", after("day", Hunkered, R1=one(600, 1500))),
    ("who_moves_is_said_to_move", said("day", Moved, models=(ModelMove(1, ((600, 410), (600, 500)), 90),))),
    ("who_moves_is_said_to_move", said("day", Casualties, models=(2,))),
    ("who_moves_is_said_to_move", said("day", Placed, models=(ModelPlace(1, (800, 800)), ModelPlace(2, (950, 810))))),
    ("who_moves_is_said_to_move", after("night", Revealed, R1={"where": "gone"})),
    ("moves_are_paid_for", said("day", Moved, models=(ModelMove(1, ((600, 400), (600, 500)), 90),))),
    ("moves_are_paid_for", said("day", Moved, models=(ModelMove(1, ((600, 400), (600, 1100)), 750),))),
    ("moves_are_paid_for", said("day", Moved, models=(ModelMove(1, ((600, 400), (600, 400)), 0),))),
    ("moves_are_paid_for", said("day", Moved, models=(ModelMove(1, ((600, 400), (600, 10), (600, 500)), 880),))),
    ("moves_are_paid_for", before("day", Moved, B1={"shaken": True})),
    ("moves_are_paid_for", before("day", Moved, B1={"side": "red"})),
    ("moves_are_paid_for", before("day", Moved, B1=one(600, 400, moved=True))),
    ("moves_are_paid_for", before("day", Moved, R1=one(600, 450))),
    ("moves_are_paid_for", after("day", Moved, B1=one(600, 500))),
    ("groups_grow_only_by_losses_and_going_back", after("day", Moved, B2=many((1400, 400), (1800, 400), (2200, 400)))),
    ("groups_grow_only_by_losses_and_going_back", after("day", Placed, B3=many((800, 800), (1101, 800)))),
    ("placements_are_where_they_may_be", said("day", Placed, how="ambush")),
    ("placements_are_where_they_may_be", before("day", Placed, R3=one(1200, 400))),
    ("placements_are_where_they_may_be", before("day", Placed, B3={"where": "ambush"})),
    ("placements_are_where_they_may_be", after("day", Placed, B3={"sprung": False})),
    (
        "placements_are_where_they_may_be",
        said("day", Placed, models=(ModelPlace(1, (1500, 1200)), ModelPlace(2, (1650, 1200)))),
    ),
    ("placements_are_where_they_may_be", said("day", Placed, 2, models=(ModelPlace(1, (2000, 601)),))),
    ("placements_are_where_they_may_be", before("day", Placed, _nth=2, B5={"arrives": 3})),
    ("placements_are_where_they_may_be", said("day", Placed, 2, how="deployment")),
    ("placements_are_where_they_may_be", said("night", Placed, models=(ModelPlace(1, (1400, 851)),))),
    ("going_back_goes_as_far_as_it_can", said("day", FellBack, models=(ModelMove(1, ((1400, 400), (1400, 60)), 340),))),
    ("going_back_goes_as_far_as_it_can", before("day", FellBack, _nth=1, R2=many((1650, 1450)))),
    ("going_back_goes_as_far_as_it_can", after("day", FellBack, B2={"shaken": False})),
    ("going_back_goes_as_far_as_it_can", after("day", Fled, _nth=1, R3={"fled": False})),
    ("going_back_goes_as_far_as_it_can", before("day", Fled, _nth=1, R3={"shaken": False})),
    ("once_a_turn", untold("day", Hunkered, Hunkered("B4"))),
    ("once_a_turn", untold("day", Moved, right("day", Moved).event)),
    ("once_a_turn", untold("day", Attacked, right("day", Attacked).event)),
    ("once_a_turn", untold("day", Fled, right("day", Fled).event)),
    ("once_a_turn", untold("day", Placed, right("day", Placed).event)),
    ("attacks_are_possible", said("day", Attacked, SHOT, distance=1101)),
    ("attacks_are_possible", said("day", Attacked, SHOT, weapon="sabre")),
    ("attacks_are_possible", said("day", Attacked, SHOT, kind="melee")),
    ("attacks_are_possible", said("day", Attacked, FIGHT, kind="shoot")),
    ("attacks_are_possible", said("day", Attacked, FIGHT, weapon="bare-hands")),
    ("attacks_are_possible", said("day", Attacked, SHOT, target="B2")),
    ("attacks_are_possible", before("day", Attacked, _nth=SHOT, R1=one(600, 1600, wounds=0))),
    ("attacks_are_possible", before("day", Attacked, _nth=SHOT, B1=one(600, 500, acted=True))),
    ("attacks_are_possible", before("day", Attacked, _nth=SHOT, B1=one(1700, 500), R1=one(1700, 1600))),
    ("attacks_are_possible", before("day", Attacked, _nth=GUN, B6=one(200, 200, ammo={"field-gun": 0}))),
    ("attacks_are_reckoned_right", said("day", Attacked, SHOT, hits=0)),
    ("attacks_are_reckoned_right", said("day", Attacked, SHOT, dice=(6, 6))),
    ("attacks_are_reckoned_right", said("day", Attacked, SHOT, mods=(("moved", -1),))),
    ("attacks_are_reckoned_right", said("day", Attacked, SHOT, skill=4)),
    ("attacks_are_reckoned_right", said("day", Attacked, SHOT, save=3)),
    ("attacks_are_reckoned_right", said("day", Attacked, SHOT, failed=1)),
    ("attacks_are_reckoned_right", said("day", Attacked, GUN, wounds=4)),
    ("attacks_are_reckoned_right", before("day", Attacked, _nth=SHOT, B1=one(600, 500))),
    ("attacks_are_reckoned_right", before("day", Attacked, _nth=SHOT, R1={"hunkered": True})),
    ("attacks_are_reckoned_right", after("day", Attacked, _nth=GUN, R1=one(600, 1600, wounds=1))),
    ("dice_are_those_of_the_rules", untold("day", Moved, Rolled("B1 moves", 6, (3,)))),
    ("dice_are_those_of_the_rules", said("day", Morale, die=2)),
    ("wounds_and_ammunition_are_kept_count_of", after("day", Moved, R1=one(600, 1600, wounds=1))),
    (
        "wounds_and_ammunition_are_kept_count_of",
        after("day", Attacked, _nth=GUN, B6=one(200, 200, ammo={"field-gun": 3})),
    ),
    ("wounds_and_ammunition_are_kept_count_of", after("day", Moved, B6=one(200, 200, ammo={"field-gun": 4}))),
    ("shock_is_added_up_by_source", unheard("day", TurnBegan, 3, Shock)),
    ("shock_is_added_up_by_source", before("day", TurnBegan, _nth=3, R1={"shock": 2})),
    ("shock_is_added_up_by_source", before("day", TurnBegan, _nth=3, R3={"marks": ()})),
    ("shock_is_added_up_by_source", unheard("day", TurnBegan, 3, Placed)),
    ("a_resolution_goes_step_by_step", unheard("day", TurnBegan, 5, FellBack)),
    ("a_resolution_goes_step_by_step", unheard("day", TurnBegan, 5, Morale)),
    ("a_resolution_goes_step_by_step", unheard("day", TurnBegan, 5, Casualties)),
    ("a_resolution_goes_step_by_step", unheard("day", Control, 0, Destroyed)),
    ("a_resolution_goes_step_by_step", unheard("day", Control, 0, Shock)),
    ("a_command_turn_goes_step_by_step", unheard("day", TurnBegan, 7, Rally)),
    ("a_command_turn_goes_step_by_step", untold("day", TurnBegan, Resupplied("B6"), nth=7)),
    ("turns_follow_one_another", said("day", TurnBegan, 3, side="blue")),
    ("turns_follow_one_another", said("day", TurnBegan, 3, phase="resolution")),
    ("turns_follow_one_another", unheard("day", Control, 0, TurnBegan)),
    ("rounds_begin_with_whom_they_should", said("night", RoundBegan, 1, order=("colonial", "raiders"))),
    ("rounds_begin_with_whom_they_should", unheard("night", RoundBegan, 1, Initiative)),
    ("rounds_begin_with_whom_they_should", said("day", RoundBegan, 1, round=3)),
    ("rounds_begin_with_whom_they_should", said("day", RoundBegan, 1, order=("red", "blue"))),
    ("a_turn_begins_afresh", after("day", TurnBegan, _nth=6, B2={"shock": 1})),
    ("a_turn_begins_afresh", after("day", TurnBegan, _nth=6, B2={"shaken": False})),
    ("a_turn_begins_afresh", after("day", TurnBegan, _nth=6, R2={"shock": 0})),
    ("a_turn_begins_afresh", after("day", TurnBegan, _nth=8, B4={"hunkered": True})),
    ("the_shaken_flee_in_their_turn", unheard("day", TurnBegan, 9, Fled)),
    ("what_changes_nothing_changes_nothing", after("day", Rolled, B1={"shock": 1})),
    ("what_changes_nothing_changes_nothing", after("day", Balked, B1={"shock": 1})),
    ("the_game_ends_once", said("end", GameOver, winner="raiders")),
    ("the_game_ends_once", said("end", GameOver, reason="last-standing")),
    ("the_game_ends_once", said("end", GameOver, score={"colonial": 3, "raiders": 4})),
    ("the_game_ends_once", (Moment(FIRST, right("day", Moved).event, replace(FIRST, winner="blue")),)),
    ("the_game_ends_once", (Moment(OVER, right("day", Moved).event, FIRST),)),
    ("zones_are_told_as_they_are", said("day", Control, score={"blue": 2, "red": 1})),
    (
        "zones_are_told_as_they_are",
        said("day", Control, zones={"Z11": "blue", "Z21": "blue", "Z12": "red", "Z22": "red"}),
    ),
    ("units_are_gone_when_nobody_is_left", after("day", Moved, B1={"where": "gone"})),
    ("units_are_gone_when_nobody_is_left", before("day", Moved, B1={"where": "gone"})),
    ("units_are_gone_when_nobody_is_left", after("day", Hunkered, B4={"models": ()})),
    (
        "secrets_are_witnessed_by_their_team_alone",
        (right("night", TurnBegan)._replace(event=Rolled("R4 listens", 6, (3,))),),
    ),
    ("secrets_are_witnessed_by_their_team_alone", (right("night", Placed), lambda state, event, side: event)),
    ("secrets_are_witnessed_by_their_team_alone", (right("day", StandingSet), lambda state, event, side: event)),
    ("control_is_up_to_date", (FIRST, (), lambda state: {"Z11": "red", "Z21": "blue", "Z12": "red", "Z22": "red"})),
    ("somebody_has_something_to_decide", rest(replace(FIRST, phase="command"))),
    ("somebody_has_something_to_decide", rest(replace(FIRST, phase="resolution"))),
    (
        "somebody_has_something_to_decide",
        rest(units(FIRST, {key: {"where": "gone"} for key in ("B1", "B2", "B3", "B4", "B6")})),
    ),
    ("views_hide_what_is_secret", (NIGHTFALL, (), lambda state, side: state)),
    ("views_hide_what_is_secret", (units(FIRST, {"B5": {"policy": "hold"}}), (), lambda state, side: state)),
    ("views_hide_what_is_secret", (right("night", Placed).after, (), lambda state, side: state)),
]
