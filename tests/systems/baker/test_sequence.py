"""Baker's sequence of play: turns and phases, what silence does, what moves leave behind."""

import pytest

from engine.contract import Event, Tape, Turn, replace
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.orders import Bomb, Load, Move, ShipOver, Unload
from engine.systems.baker.rules.movement import aircraft_return
from engine.systems.baker.rules.turn import default_placement, power_turn
from engine.systems.baker.setup import start
from engine.systems.baker.state.apply import CHANGES, apply
from engine.systems.baker.state.events import (
    EVENTS,
    GameOver,
    Income,
    LandedByItself,
    LostAtSea,
    PaidBack,
    PhaseBegan,
    Placed,
    TurnBegan,
)
from engine.systems.baker.state.position import (
    COMBAT,
    COMBAT_MOVEMENT,
    NONCOMBAT,
    OVER,
    PLACEMENT,
    PURCHASE,
    Battle,
    Counts,
    Game,
    Going,
    Ship,
    State,
    counts,
)
from tests.systems.baker.support.campaigns import campaign, does, done, game, kinds, owned, rich, stand, war


# events
def test_every_event_changes_the_position_somehow_and_a_strange_one_is_none_of_this_game() -> None:
    class Strange(Event, frozen=True, tag="strange"):
        pass

    assert set(CHANGES) == set(EVENTS)
    with pytest.raises(TypeError, match="Strange"):
        apply(war(), Strange())


# turns
def test_a_turn_without_orders_and_battles_goes_from_purchase_to_income() -> None:
    state = start.start(reader.load("two-shores"))
    turn = Turn(state, Tape(), apply)
    baker.proceed(turn)
    assert turn.events == [TurnBegan("azure", 1, PURCHASE)] and turn.state == state
    state, events = done(state, "azure", "azure", "azure")
    assert [event for event in events if not isinstance(event, (Income, TurnBegan))] == [
        PhaseBegan(COMBAT_MOVEMENT, 1, "azure"),
        PhaseBegan(NONCOMBAT, 1, "azure"),
    ]
    assert events[-2:] == [Income("azure", 12, 24), TurnBegan("amber", 1, PURCHASE)]
    state, events = done(state, "azure")
    assert not events and state.active == "amber"
    state, events = done(state, "amber", "amber", "amber")
    assert events[-1] == TurnBegan("azure", 2, PURCHASE) and (state.turn, state.active) == (2, "azure")


def test_there_is_a_placement_if_anything_is_in_hand_and_a_combat_if_anybody_fights() -> None:
    state, _ = done(rich(war(phase=NONCOMBAT), "germany", tank=1), "germany")
    assert (state.phase, state.active) == (PLACEMENT, "germany")
    state, _ = does(war(), "germany", Move(((1, "tank"),), "Berlin", "Kiev"))
    state, _ = done(state, "germany")
    assert state.phase == COMBAT and [battle.area for battle in state.game.battles] == ["Kiev"]


def test_raids_are_flown_as_combat_movement_ends_and_make_no_combat_phase() -> None:
    state, _ = does(war(), "germany", Bomb(((1, "bomber"),), "Berlin", "Moscow"))
    state, events = done(state, "germany", dice=[2, 5])
    assert kinds(events) == ["Rolled", "Rolled", "Raided", "PhaseBegan"] and state.phase == NONCOMBAT
    assert state.powers["ussr"].ipc == 7 and state.game.idle == {"Moscow": {"bomber": 1}}
    state, events = done(state, "germany")
    assert isinstance(events[0], LandedByItself) and state.areas["Poland"].units["germany"]["bomber"] == 1


def test_a_new_turn_forgets_the_last_and_lets_the_power_s_own_cargo_move() -> None:
    moved = (Ship({"tank": 1}, moved=True, to="Kiev"),)
    state = stand(
        stand(war("germany", NONCOMBAT), "sz1", "germany", {"transport": 1}, moved),
        "sz3",
        "britain",
        {"transport": 1},
        moved,
    )
    battle = Battle("Kiev", "land", "germany", result="won")
    state = game(
        state,
        battles=(battle,),
        moved={"sz1": {"transport": 1}},
        flown={"Berlin": {"fighter": (2,)}},
        captured=("Ural",),
        moves=(Going({"tank": 1}, "Berlin", "Poland"),),
        built=("Poland",),
        sea_fought=("sz1",),
        supported={"sz1": 1},
        placed={"Berlin": 2},
        raids={"Moscow": 1},
        idle={"Berlin": {"fighter": 1}},
        draw=("ussr",),
    )
    after = apply(state, TurnBegan("britain", 3, PURCHASE))
    kept = {"policies", "kept", "left", "draw", "conceded", "start_income", "reason"}
    assert all(
        getattr(after.game, name) == getattr(state.game if name in kept else Game(), name)
        for name in Game.__struct_fields__
    )
    assert after.areas["sz3"].cargo["britain"] == (Ship({"tank": 1}),) and after.areas["sz1"].cargo["germany"] == moved
    assert (after.turn, after.phase, after.active) == (3, PURCHASE, "britain")


def test_a_power_without_its_capital_neither_buys_nor_earns_and_one_without_anything_is_passed_over() -> None:
    state = rich(owned(war("germany", NONCOMBAT), Moscow="germany"), "ussr", 5)
    state, events = done(state, "germany")
    assert events[-1] == TurnBegan("ussr", 1, COMBAT_MOVEMENT)
    state, events = done(state, "ussr", "ussr")
    assert not any(isinstance(event, Income) for event in events) and events[-1] == TurnBegan("britain", 1, PURCHASE)
    bare = owned(state, **dict.fromkeys(("Kiev", "Moscow", "Ural", "Gotland"), "germany"))
    for area in bare.areas:
        bare = stand(bare, area, "ussr", {})
    assert not power_turn.takes_part(bare, "ussr") and power_turn.takes_part(
        stand(bare, "sz4", "ussr", {"submarine": 1}), "ussr"
    )
    assert power_turn.takes_part(owned(bare, Ural="ussr"), "ussr")


def test_the_round_ends_with_the_last_power_that_plays() -> None:
    state = replace(campaign("two-shores", "azure", NONCOMBAT), turn=6)
    state = owned(state, **dict.fromkeys(("Fort", "Dale", "Marsh", "Skerry"), "azure"))
    for area in state.areas:
        state = stand(state, area, "amber", {})
    state, events = done(state, "azure")
    assert events[-1] == GameOver("azure", "capitals", {"azure": (24, 12), "amber": (0, -12)})
    assert (state.phase, state.active, state.winner, state.game.reason, state.turn) == (
        OVER,
        None,
        "azure",
        "capitals",
        6,
    )


# aircraft that go home
def airborne(area: str, units: Counts, **flown: tuple[int, ...]) -> State:
    return game(stand(owned(war(phase=NONCOMBAT), Kiev="ussr"), area, "germany", units), flown={area: flown})


def landed(state: State) -> tuple[State, list[Event]]:
    turn = Turn(state, Tape(), apply)
    aircraft_return.return_aircraft(turn, "germany")
    return turn.state, turn.events


def test_aircraft_land_by_themselves_fighters_first_those_that_have_flown_least_first() -> None:
    state = airborne("Kiev", {"fighter": 3, "bomber": 1}, fighter=(2, 3, 4), bomber=(2,))
    state, events = landed(game(state, idle={"Kiev": {"fighter": 2}}))
    assert events == [
        LandedByItself("germany", "fighter", "Kiev", "Poland", ("Kiev", "Poland"), 2),
        LandedByItself("germany", "fighter", "Kiev", "Poland", ("Kiev", "Poland"), 3),
        LostAtSea("germany", "fighter", "Kiev", 4),
        LandedByItself("germany", "bomber", "Kiev", "Poland", ("Kiev", "Poland"), 2),
    ]
    assert not counts(state, "Kiev", "germany") and state.game.flown == {"Poland": {"fighter": (3, 4), "bomber": (3,)}}
    assert counts(state, "Poland", "germany") == {"infantry": 3, "artillery": 1, "fighter": 2, "bomber": 1}
    assert not state.game.idle and [going.to for going in state.game.moves] == ["Poland"] * 3


def test_of_places_equally_near_an_own_one_comes_before_a_friend_s_then_the_richest_then_the_first() -> None:
    state = owned(airborne("Kiev", {"bomber": 1}), Moscow="germany")
    assert landed(state)[1] == [LandedByItself("germany", "bomber", "Kiev", "Moscow", ("Kiev", "Moscow"), 0)]
    allied = replace(state, powers={**state.powers, "britain": replace(state.powers["britain"], alliance="axis")})
    to = [
        getattr(landed(owned(allied, **owners))[1][0], "to", None)
        for owners in ({"Moscow": "britain"}, {"Poland": "britain"})
    ]
    assert to == ["Poland", "Moscow"]
    fresh = game(state, captured=("Moscow",))
    assert getattr(landed(fresh)[1][0], "to", None) == "Poland"


def test_fighters_too_many_for_their_carriers_look_for_others() -> None:
    state = stand(
        stand(
            airborne("sz2", {"carrier": 1, "fighter": 4}, fighter=(1, 3)),
            "sz1",
            "germany",
            {"carrier": 1, "fighter": 1},
        ),
        "sz3",
        "britain",
        {},
    )
    state, events = landed(owned(stand(state, "Berlin", "germany", {}), Poland="ussr", Berlin="ussr"))
    assert [(getattr(event, "to", ""), getattr(event, "flown", 0)) for event in events] == [("sz1", 0), ("", 0)]
    assert counts(state, "sz1", "germany")["fighter"] == counts(state, "sz2", "germany")["fighter"] == 2
    assert state.game.flown == {"sz1": {"fighter": (1,)}, "sz2": {"fighter": (1, 3)}}


# what is still in hand
def placed(state: State, **buys: int) -> tuple[State, list[Event]]:
    turn = Turn(rich(state, "germany", **buys), Tape(), apply)
    default_placement.place_rest(turn, "germany")
    return turn.state, turn.events


def test_the_rest_is_placed_at_the_first_complex_with_room_and_paid_back_without() -> None:
    state = owned(war(phase=PLACEMENT, placement="value"), Moscow="germany", London="germany")
    state, events = placed(game(state, placed={"Berlin": 7}), infantry=5, tank=7, battleship=1, complex=1)
    assert events == [
        Placed("germany", {"infantry": 3}, "Berlin", "Berlin", "default"),
        Placed("germany", {"infantry": 2}, "Moscow", "Moscow", "default"),
        Placed("germany", {"tank": 6}, "Moscow", "Moscow", "default"),
        Placed("germany", {"tank": 1}, "London", "London", "default"),
        PaidBack("germany", {"battleship": 1, "complex": 1}, 39),
    ]
    assert state.powers["germany"].ipc == 39 and not state.powers["germany"].buys
    assert state.game.placed == {"Berlin": 10, "Moscow": 8, "London": 1}


def test_ships_come_to_the_first_free_zone_of_a_complex_that_has_one() -> None:
    state = stand(owned(war(phase=PLACEMENT), London="germany"), "sz3", "britain", {})
    _, events = placed(state, transport=2)
    assert events == [Placed("germany", {"transport": 2}, "sz1", "Berlin", "default")]
    _, events = placed(stand(state, "sz1", "ussr", {"submarine": 1}), transport=2)
    assert events == [Placed("germany", {"transport": 2}, "sz3", "London", "default")]


# what moves leave behind
def test_loaded_transports_take_their_cargo_along_and_leave_the_others() -> None:
    state = stand(war(), "sz1", "germany", {"transport": 3}, (Ship({"tank": 1}), Ship({"infantry": 2})))
    state, _ = does(state, "germany", Move(((1, "loaded"), (1, "transport")), "sz1", "sz2"))
    assert state.areas["sz1"].cargo["germany"] == (Ship({"infantry": 2}),) and counts(state, "sz1", "germany") == {
        "transport": 1
    }
    assert state.areas["sz2"].cargo["germany"] == (Ship({"tank": 1}, moved=True),) and counts(
        state, "sz2", "germany"
    ) == {"transport": 2}
    assert state.game.moved == {"sz2": {"transport": 2}} and state.game.moves == (
        Going({"transport": 2}, "sz1", "sz2", ("sz1", "sz2")),
    )


def test_shipping_among_friends_loading_and_unloading() -> None:
    state = owned(stand(war(phase=NONCOMBAT), "Gotland", "ussr", {}), Gotland="germany")
    state, _ = does(state, "germany", ShipOver(((3, "infantry"),), "Berlin", "Gotland"))
    assert counts(state, "Gotland", "germany") == {"infantry": 3} and not state.areas["sz1"].cargo.get("germany")
    assert state.game.moved == {"sz1": {"transport": 2}, "Gotland": {"infantry": 3}}
    assert state.game.moves == (Going({"infantry": 3}, "Berlin", "Gotland", ("Berlin", "sz1", "Gotland")),)
    state, _ = does(war(phase=NONCOMBAT), "germany", Load(((2, "infantry"), (1, "tank")), "Berlin", "sz1"))
    assert state.areas["sz1"].cargo["germany"] == (Ship({"tank": 1}), Ship({"infantry": 2})) and not state.game.moved
    state, _ = does(state, "germany", Unload(((2, "infantry"),), "sz1", "Poland"))
    assert (
        state.areas["sz1"].cargo["germany"] == (Ship({"tank": 1}),)
        and counts(state, "Poland", "germany")["infantry"] == 5
    )
    assert state.game.moved == {"sz1": {"transport": 1}, "Poland": {"infantry": 2}}


def test_aircraft_keep_count_of_what_each_has_flown() -> None:
    state, _ = does(
        game(war(phase=NONCOMBAT), flown={"Berlin": {"fighter": (1,)}}),
        "germany",
        Move(((1, "fighter"),), "Berlin", "Poland"),
    )
    assert state.game.flown == {"Poland": {"fighter": (2,)}} and not state.game.moved
    state, _ = does(
        state, "germany", Move(((1, "bomber"),), "Berlin", "Poland"), Move(((1, "fighter"),), "Poland", "Berlin")
    )
    assert state.game.flown == {"Poland": {"bomber": (1,)}, "Berlin": {"fighter": (3,)}}
