"""Positions and events that no game of Baker may show: one at least for each invariant."""

from collections.abc import Mapping
from typing import Any

from engine.contract import Balked, Event, Rolled, replace
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.state.battle_events import (
    AntiAircraft,
    BattleBegan,
    BattleEnded,
    Lost,
    Raided,
    RoundBegan,
    RoundEnded,
    Volley,
    Wasted,
    Withdrew,
)
from engine.systems.baker.state.events import (
    Bought,
    Captured,
    Finished,
    GameOver,
    Income,
    Kept,
    Loaded,
    Moved,
    PhaseBegan,
    Placed,
    RaidOrdered,
    Shipped,
    TurnBegan,
    Unloaded,
    WishSet,
    Written,
)
from engine.systems.baker.state.position import Ship, State
from tests.conformance import planted_moments
from tests.conformance.moment import Moment
from tests.conformance.planted_moments import Arguments, Played, Said
from tests.systems.baker.support import campaigns
from tests.systems.baker.support.invariants import begins

SHORES: tuple[Said, ...] = (
    ("", "", ()),
    ("azure", "buy 2 infantry\nbuy nothing\nbuy 2 infantry, 1 tank", ()),
    ("azure", "", ()),
    (
        "azure",
        "move 3 infantry, 1 artillery Ridge to Marsh\nmove 1 tank Harbour to Marsh\nfly 1 fighter Harbour to Marsh\n"
        "ship 2 infantry Harbour to Marsh\nsail 1 battleship sz1 to sz2",
        (),
    ),
    ("azure", "", ()),
    ("azure", "retreat Marsh when attackers < 3\nfight Marsh", (2, 1, 3, 4, 6, 2, 6, 6, 2, 2, 5, 1, 4, 1, 6, 6, 6)),
    ("azure", "", ()),
    ("azure", "fly 1 fighter Marsh to Ridge\nmove 1 infantry Harbour to Ridge", ()),
    ("azure", "", ()),
    ("azure", "place 1 infantry Harbour", ()),
    ("azure", "", ()),
    ("amber", "", ()),
    ("amber", "sail 1 submarine, 1 battleship sz3 to sz2", ()),
    ("amber", "", ()),
    ("amber", "", (1, 6, 6, 1, 6)),
    ("amber", "load 2 infantry Dale onto sz3\nunload 1 infantry sz3 to Fort", ()),
    ("amber", "", ()),
)
"""The rulebook's worked turn, and Amber's answer at sea."""
RAID: tuple[Said, ...] = (
    (
        "germany",
        "bomb 2 bombers Berlin to Moscow\nmove 2 infantry, 1 tank Poland to Kiev\nfly 1 fighter Berlin to Kiev",
        (),
    ),
    ("germany", "", (1, 4, 3)),
    ("germany", "", (6, 1, 1, 6)),
)
"""A bomber falls, the other's bomb is a three; at Kiev a gun misses, the second hit finds nobody."""
SINGLE: tuple[Said, ...] = (
    ("red", "", ()),
    ("blue", "", (6, 6, 6)),
    ("red", "withdraw", ()),
    ("red", "", ()),
    ("blue", "", ()),
)
TABLE: tuple[Said, ...] = (("red", "battle land: 3 inf vs 2 inf", ()), ("red", "", ()))
SILENCE: tuple[Said, ...] = (
    ("", "", ()),
    *((side, "", ()) for _ in range(6) for side in ("azure", "amber") for _ in range(3)),
)


def _war() -> State:
    state = campaigns.stand(campaigns.war(), "Berlin", "germany", {"infantry": 3, "fighter": 1, "bomber": 2, "tank": 1})
    state = campaigns.stand(state, "Poland", "germany", {"infantry": 3, "tank": 1})
    return campaigns.stand(state, "Kiev", "ussr", {"infantry": 1, "aa": 1})


GAMES = {
    "shores": (campaigns.campaign("two-shores", "azure", "purchase"), SHORES),
    "raid": (_war(), RAID),
    "single": (campaigns.duel("naval: 2 sub vs 1 trn"), SINGLE),
    "table": (baker.start(reader.load("blank-table")), TABLE),
    "silence": (campaigns.campaign("two-shores", "azure", "purchase"), SILENCE),
}
SAID: dict[str, tuple[Moment, ...]] = {
    name: tuple(planted_moments.moments(baker, state, said, (), begins)) for name, (state, said) in GAMES.items()
}
RIGHT: tuple[tuple[Moment], ...] = tuple((moment,) for game in SAID.values() for moment in game)
"""What is planted is one of these with one thing wrong."""
AT_REST: tuple[tuple[Moment], ...] = tuple((game[-1],) for game in SAID.values())
_PLAYED = Played(SAID)
right, said, untold, unheard = _PLAYED.right, _PLAYED.said, _PLAYED.untold, _PLAYED.unheard


def area(state: State, key: str, **facts: Any) -> State:
    return replace(state, areas={**state.areas, key: replace(state.areas[key], **facts)})


def units(state: State, key: str, **powers: Mapping[str, int]) -> State:
    return area(state, key, units={**state.areas[key].units, **powers})


def game(state: State, **facts: Any) -> State:
    return replace(state, game=replace(state.game, **facts))


def purse(state: State, power: str, **facts: Any) -> State:
    return replace(state, powers={**state.powers, power: replace(state.powers[power], **facts)})


def after(name: str, kind: type[Event], change: Any, nth: int = 0, /, *keys: Any, **facts: Any) -> Arguments:
    """The event, the position after it otherwise."""
    moment = right(name, kind, nth)
    return (moment._replace(after=change(moment.after, *keys, **facts)),)


def before(name: str, kind: type[Event], change: Any, nth: int = 0, /, *keys: Any, **facts: Any) -> Arguments:
    """The event in a position in which it could not happen."""
    moment = right(name, kind, nth)
    return (moment._replace(before=change(moment.before, *keys, **facts)),)


LAST: State = SAID["shores"][-1].after
DUEL: State = right("single", Kept).after
INFANTRY = 3
"""Which of the volleys of the landing at Marsh: after the gun, the battleship and the fighter."""
PLANTED: list[tuple[str, Arguments]] = [
    ("no_unit_comes_or_goes_untold", after("shores", Moved, units, 0, "Marsh", azure={"infantry": 4, "artillery": 1})),
    ("no_unit_comes_or_goes_untold", after("shores", Shipped, area, 0, "sz2", cargo={})),
    ("no_unit_comes_or_goes_untold", after("shores", Lost, units, 0, "Marsh", amber={"infantry": 2, "artillery": 1})),
    ("no_unit_comes_or_goes_untold", after("shores", Placed, units, 0, "Ridge", azure={"tank": 9})),
    (
        "no_unit_comes_or_goes_untold",
        after("raid", Captured, units, 0, "Kiev", germany={"infantry": 2, "tank": 1, "fighter": 1}),
    ),
    ("no_unit_comes_or_goes_untold", after("table", Written, units, 0, "Field", red={"infantry": 2})),
    ("units_in_hand_are_bought_and_placed", after("shores", Bought, purse, 0, "azure", buys={"infantry": 3})),
    (
        "units_in_hand_are_bought_and_placed",
        after("shores", Placed, purse, 0, "azure", buys={"infantry": 2, "tank": 1}),
    ),
    ("units_in_hand_are_bought_and_placed", said("shores", Placed, units={"fighter": 1})),
    ("counts_are_of_what_there_is", after("shores", Moved, units, 0, "Marsh", azure={"infantry": 0})),
    ("counts_are_of_what_there_is", after("shores", Moved, units, 0, "Marsh", azure={"battleship": 1})),
    ("counts_are_of_what_there_is", after("shores", Moved, units, 0, "sz1", azure={"tank": 1})),
    ("counts_are_of_what_there_is", after("shores", Loaded, area, 0, "sz3", cargo={"amber": (Ship({"infantry": 3}),)})),
    (
        "counts_are_of_what_there_is",
        after("shores", Loaded, area, 0, "sz3", cargo={"amber": (Ship({"tank": 1}), Ship({"tank": 1}))}),
    ),
    ("what_has_moved_is_there", after("shores", Moved, game, 0, moved={"Marsh": {"infantry": 4}})),
    ("what_has_moved_is_there", after("shores", Moved, game, 2, flown={"Marsh": {"fighter": (5,)}})),
    ("what_has_moved_is_there", after("shores", Moved, game, 2, flown={"Marsh": {"fighter": (2, 2)}})),
    ("ways_lead_from_area_to_area", said("shores", Moved, way=("Ridge", "Harbour", "Marsh"))),
    ("ways_lead_from_area_to_area", said("shores", Moved, 2, flown={"fighter": (3,)})),
    ("ways_lead_from_area_to_area", before("shores", Moved, units, 1, "Ridge", amber={"infantry": 1})),
    ("ways_lead_from_area_to_area", said("shores", Shipped, aboard="sz2", start="Beacon")),
    ("ways_lead_from_area_to_area", before("shores", Shipped, units, 0, "sz1", amber={"submarine": 1})),
    ("ways_lead_from_area_to_area", before("shores", Unloaded, area, 0, "Fort", owner="azure")),
    ("units_are_placed_by_complexes", said("shores", Placed, served="Orchard", area="Orchard")),
    ("units_are_placed_by_complexes", before("shores", Placed, game, 0, captured=("Harbour",))),
    ("units_are_placed_by_complexes", said("shores", Placed, units={"complex": 1})),
    ("units_are_placed_by_complexes", after("shores", Placed, game, 0, placed={"Harbour": 2})),
    ("a_turn_ends_in_peace", before("shores", TurnBegan, units, 1, "Ridge", amber={"infantry": 1})),
    ("a_turn_ends_in_peace", before("shores", TurnBegan, units, 1, "sz3", amber={"carrier": 1, "fighter": 3})),
    ("raiders_fly_to_complexes", before("raid", RaidOrdered, area, 0, "Moscow", complex=False)),
    ("raiders_fly_to_complexes", after("raid", RaidOrdered, game, 0, raids={"Moscow": 3})),
    ("volleys_roll_their_units", said("shores", Volley, INFANTRY, dice=(4, 6, 2, 6))),
    ("volleys_roll_their_units", said("shores", Volley, INFANTRY, need=2)),
    ("volleys_roll_their_units", said("shores", Volley, 1, side="defender")),
    ("volleys_roll_their_units", said("shores", Volley, 1, when="at-end")),
    ("volleys_roll_their_units", said("shores", Volley, 1, ones=0)),
    ("volleys_roll_their_units", before("shores", Volley, units, INFANTRY, "Marsh", azure={"infantry": 4})),
    ("volleys_roll_their_units", before("shores", Volley, units, 0, "Marsh", amber={"aa": 1})),
    ("losses_are_due", said("shores", Lost, when="at-end")),
    ("losses_are_due", said("shores", Lost, picked="roller")),
    ("losses_are_due", said("shores", Lost, 1, picked="victim")),
    ("losses_are_due", said("shores", Lost, power="azure")),
    ("losses_are_due", said("shores", Lost, 4, type="tank")),
    ("losses_are_due", said("shores", Lost, 6, type="artillery")),
    ("losses_are_due", untold("shores", Lost, right("shores", Lost).event)),
    ("lists_left_alone_are_the_default", said("shores", Lost, type="artillery")),
    ("lists_left_alone_are_the_default", said("shores", Lost, 1, type="infantry")),
    ("lists_left_alone_are_the_default", said("shores", Lost, 7, type="transport")),
    ("fallen_at_once_never_fire", before("shores", Volley, units, INFANTRY, "Marsh", azure={"infantry": 4})),
    ("hits_without_a_victim_are_wasted", said("raid", Wasted, hits=2)),
    ("hits_without_a_victim_are_wasted", before("raid", Wasted, units, 0, "Kiev", ussr={"tank": 1})),
    ("guns_shoot_at_every_aircraft", said("raid", AntiAircraft, dice={"fighter": (6, 6)})),
    ("guns_shoot_at_every_aircraft", said("raid", AntiAircraft, dice={"fighter": (1,)})),
    ("guns_shoot_at_every_aircraft", before("raid", AntiAircraft, units, 0, "Kiev", ussr={"infantry": 1})),
    ("rounds_follow_one_another", said("shores", RoundBegan, round=2)),
    ("rounds_follow_one_another", unheard("shores", RoundBegan, 1, RoundEnded)),
    (
        "rounds_follow_one_another",
        said("shores", RoundEnded, forces={"attacker": {"infantry": 5}, "defender": {"infantry": 1}}),
    ),
    ("battles_end_as_they_stand", said("shores", BattleEnded, result="lost")),
    ("battles_end_as_they_stand", said("shores", BattleEnded, lost={"azure": 3, "amber": 16})),
    ("battles_end_as_they_stand", unheard("shores", BattleEnded, 0, Lost)),
    ("battles_end_as_they_stand", unheard("single", BattleEnded, 0, Withdrew)),
    ("battles_begin_with_all_that_is_there", before("shores", BattleBegan, units, 1, "sz2", azure={"carrier": 1})),
    ("money_adds_up", said("shores", Bought, cost=5)),
    ("money_adds_up", after("shores", Bought, purse, 0, "azure", ipc=7)),
    ("money_adds_up", said("shores", Income, ipc=12)),
    ("money_adds_up", before("shores", Income, area, 0, "Harbour", owner="amber")),
    ("money_adds_up", said("raid", Raided, ipc=4)),
    ("money_adds_up", after("shores", Moved, purse, 0, "amber", ipc=0)),
    ("money_adds_up", said("shores", Captured, treasury=3)),
    ("raids_are_reckoned_right", said("raid", Raided, lost=0)),
    ("raids_are_reckoned_right", said("raid", Raided, bomb_dice=(3, 3))),
    ("raids_are_reckoned_right", before("raid", Raided, units, 0, "Moscow", ussr={"infantry": 3})),
    ("lands_change_hands_by_capture", after("shores", Moved, area, 0, "Marsh", owner="azure")),
    ("lands_change_hands_by_capture", after("shores", Captured, area, 0, "Marsh", owner="azure", complex=True)),
    ("lands_change_hands_by_capture", said("shores", Captured, by="amber")),
    ("lands_change_hands_by_capture", before("shores", Captured, units, 0, "Marsh", amber={"infantry": 1})),
    ("lands_change_hands_by_capture", before("shores", Captured, units, 0, "Marsh", azure={"fighter": 1})),
    ("phases_follow_one_another", said("shores", PhaseBegan, name="combat")),
    ("phases_follow_one_another", said("shores", PhaseBegan, 1, name="noncombat-movement")),
    ("phases_follow_one_another", before("shores", PhaseBegan, purse, 3, "azure", buys={})),
    ("phases_follow_one_another", said("single", PhaseBegan, turn=3)),
    ("turns_follow_one_another", said("shores", TurnBegan, 1, side="azure")),
    ("turns_follow_one_another", said("shores", TurnBegan, 2, turn=1)),
    ("turns_follow_one_another", said("shores", TurnBegan, 1, first="combat-movement")),
    ("turns_follow_one_another", unheard("shores", TurnBegan, 1, Income)),
    ("turns_follow_one_another", after("shores", TurnBegan, game, 1, captured=("Marsh",))),
    ("the_game_ends_once", said("silence", GameOver, winner="azure")),
    ("the_game_ends_once", said("silence", GameOver, reason="capitals")),
    ("the_game_ends_once", said("single", GameOver, winner="red")),
    ("the_game_ends_once", after("shores", Moved, replace, 0, winner="azure")),
    ("what_changes_nothing_changes_nothing", (Moment(LAST, Rolled("a die", 6, (3,)), replace(LAST, turn=3)),)),
    (
        "what_changes_nothing_changes_nothing",
        (Moment(LAST, Balked("azure", 1, "draw", "wrong-phase", "No."), replace(LAST, turn=3)),),
    ),
    ("what_changes_nothing_changes_nothing", after("shores", WishSet, replace, 0, turn=3)),
    ("what_changes_nothing_changes_nothing", after("single", Finished, replace, 0, done=("blue",))),
    ("secrets_are_witnessed_by_their_side_alone", (right("shores", WishSet), lambda state, event, side: event)),
    ("secrets_are_witnessed_by_their_side_alone", (right("single", Kept), lambda state, event, side: None)),
    ("views_hide_what_is_secret", (LAST, (), lambda state, side: state)),
    ("views_hide_what_is_secret", (DUEL, (), lambda state, side: state)),
    ("views_hide_what_is_secret", (LAST, (), lambda state, side: replace(baker.view(state, side), turn=1))),
    ("somebody_is_awaited", (replace(LAST, active=None), ())),
    ("somebody_is_awaited", (replace(LAST, phase="combat"), ())),
    ("somebody_is_awaited", (replace(LAST, phase="placement"), ())),
    ("somebody_is_awaited", (replace(DUEL, done=("red", "blue")), ())),
]
