"""Baker's flights, cargo, moves, purchases and placements: the refusals with their sentences, and the effects."""

from engine.contract import Order, Refusal, replace
from engine.systems.baker.orders import Bomb, Buy, Load, Move, PlaceUnits, ShipOver, Unload
from engine.systems.baker.rules.board import cargo as stowage
from engine.systems.baker.rules.board import complexes
from engine.systems.baker.rules.movement import flights, movement, shipping
from engine.systems.baker.rules.movement.movable_units import movable_count
from engine.systems.baker.rules.turn import placement, purchase
from engine.systems.baker.state.position import COMBAT_MOVEMENT, NONCOMBAT, PLACEMENT, PURCHASE, Ship, State
from tests.support.many_cases import for_each
from tests.systems.baker.support.campaigns import campaign, game, owned, stand, war

WHO = {
    Move: movement,
    Bomb: movement,
    ShipOver: shipping,
    Load: shipping,
    Unload: shipping,
    Buy: purchase,
    PlaceUnits: placement,
}


def refused(state: State, order: Order) -> Refusal | None:
    found = list(WHO[type(order)].objections(state, state.active or "", order))
    assert len(found) < 2 and all(hasattr(order, one.field) for one in found)
    return found[0] if found else None


def code(state: State, order: Order) -> str:
    refusal = refused(state, order)
    return refusal.code if refusal else ""


def says(state: State, order: Order) -> str:
    refusal = refused(state, order)
    assert refusal is not None
    return refusal.says


# flights
def fly(n: int, kind: str, start: str, to: str, *via: str) -> Move:
    return Move(((n, kind),), start, to, via)


def test_aircraft_that_have_flown_least_go_and_the_tired_stay() -> None:
    state = game(
        stand(war(phase=NONCOMBAT), "Berlin", "germany", {"fighter": 3}), flown={"Berlin": {"fighter": (1, 4)}}
    )
    state = owned(stand(state, "Kiev", "ussr", {}), Kiev="germany")
    assert code(state, fly(1, "fighter", "Berlin", "Kiev")) == code(state, fly(2, "fighter", "Berlin", "Kiev")) == ""
    assert (
        says(state, fly(3, "fighter", "Berlin", "Kiev"))
        == "Kiev is 2 away from Berlin; a fighter there has 0 of 4 left"
    )
    assert code(replace(state, phase=COMBAT_MOVEMENT), fly(2, "fighter", "Berlin", "Kiev")) == "not-enough-units"


def test_a_fighter_counts_on_a_carrier_only_if_it_can_still_come() -> None:
    state = stand(stand(war("britain"), "sz3", "britain", {"carrier": 1}), "London", "britain", {"fighter": 1})
    state, sent = owned(state, Gotland="germany"), fly(1, "fighter", "London", "sz1")
    moored = game(state, moved={"sz3": {"carrier": 1}})
    assert code(state, sent) == ""
    assert says(moored, sent) == "from sz1 a fighter with 1 move left cannot reach a landing place"
    assert (
        code(stand(state, "sz1", "germany", {}), sent) == ""
        and code(stand(moored, "sz1", "germany", {}), sent) == "no-target"
    )
    assert code(owned(moored, Gotland="ussr"), sent) == ""  # a friend's island is as good


def test_a_bomber_never_ends_at_sea_but_to_fight() -> None:
    state = stand(war(), "sz3", "germany", {"carrier": 1})
    assert code(state, fly(1, "bomber", "Berlin", "sz3")) == ""  # a British battleship is there
    state = stand(state, "sz3", "britain", {})
    assert (
        code(state, fly(1, "bomber", "Berlin", "sz3")) == "no-target"
        and code(state, fly(1, "fighter", "Berlin", "sz3")) == ""
    )
    resting = replace(state, phase=NONCOMBAT)
    assert says(resting, fly(1, "bomber", "Berlin", "sz3")) == "bombers land on friendly land only; sz3 is sea"


def test_fighters_fly_beside_the_carrier_of_the_same_order() -> None:
    state = stand(war(phase=NONCOMBAT), "sz1", "germany", {"carrier": 1, "fighter": 3})
    assert code(state, fly(2, "fighter", "sz1", "sz2")) == "no-landing"
    assert code(state, Move(((1, "carrier"), (2, "fighter")), "sz1", "sz2")) == ""
    assert (
        says(state, Move(((1, "carrier"), (3, "fighter")), "sz1", "sz2"))
        == "3 fighters cannot land in sz2: your carriers there can take 2"
    )


def test_land_taken_this_turn_is_no_landing_place() -> None:
    state = owned(stand(war(), "Kiev", "ussr", {}), Kiev="germany")
    assert code(state, fly(1, "fighter", "Berlin", "Kiev")) == "" and flights.landing_places(
        state, "germany", "fighter", "Moscow", 1
    )
    taken = game(state, captured=("Kiev",))
    assert (
        says(taken, fly(1, "fighter", "Berlin", "Kiev"))
        == "there is no enemy to fight in Kiev, and it was taken only this turn"
    )
    assert not flights.landing_places(taken, "germany", "fighter", "Moscow", 1)


# who can still move
def test_empty_and_loaded_transports_are_told_apart() -> None:
    cargo = (Ship({"tank": 1}, True), Ship({"infantry": 2}), Ship({"infantry": 1}, True, "Gotland"))
    state = game(stand(war(), "sz1", "germany", {"transport": 6}, cargo), moved={"sz1": {"transport": 3}})
    assert (movable_count(state, "germany", "sz1", "transport"), movable_count(state, "germany", "sz1", "loaded")) == (
        2,
        1,
    )
    assert code(state, Move(((2, "transport"), (1, "loaded")), "sz1", "sz2")) == ""
    assert (
        code(state, Move(((3, "transport"),), "sz1", "sz2"))
        == code(state, Move(((2, "loaded"),), "sz1", "sz2"))
        == "not-enough-units"
    )


def test_all_of_a_type_is_all_that_can_still_move() -> None:
    state = game(war(), moved={"Poland": {"infantry": 2}})
    assert code(state, Move(((0, "infantry"),), "Poland", "Kiev")) == ""
    assert says(state, Move(((0, "tank"),), "Poland", "Kiev")) == "Poland has 0 tanks that can still move"
    assert (
        says(state, Move(((2, "infantry"),), "Poland", "Kiev"))
        == "Poland has 1 infantry that can still move; you asked for 2"
    )


# cargo
def test_tanks_guns_and_anti_aircraft_guns_go_one_to_a_ship_then_infantry_by_twos() -> None:
    assert stowage.load_cargo({"infantry": 3, "artillery": 1, "tank": 2, "aa": 1}) == (
        {"tank": 1},
        {"tank": 1},
        {"artillery": 1},
        {"aa": 1},
        {"infantry": 2},
        {"infantry": 1},
    )
    assert stowage.load_cargo({}) == ()


def test_ships_with_one_infantry_are_topped_up_before_empty_ones_are_loaded() -> None:
    ships = (Ship({"infantry": 1}, True), Ship({"tank": 1}), Ship({"infantry": 1}), Ship({"infantry": 2}))
    after = stowage.loaded_ships(ships, {"infantry": 3, "artillery": 1}, 2)
    assert after == (*ships[:2], Ship({"infantry": 2}), ships[3], Ship({"artillery": 1}), Ship({"infantry": 2}))
    assert stowage.loaded_ships(ships, {"infantry": 3, "artillery": 1}, 1) is None


def test_an_assault_takes_whole_cargoes_first_listed_first() -> None:
    ships = (Ship({"infantry": 1}, False, "Kiev"), Ship({"infantry": 2}), Ship({"tank": 1}), Ship({"infantry": 1}))
    assert stowage.whole_cargoes(ships, {"infantry": 3}) == (1, 3) and stowage.whole_cargoes(
        ships, {"infantry": 1}
    ) == (3,)
    assert stowage.whole_cargoes(ships, {"infantry": 2, "tank": 1}) == (1, 2)
    assert stowage.whole_cargoes(ships, {"infantry": 4}) is stowage.whole_cargoes(ships, {"artillery": 1}) is None


def test_among_friends_units_come_from_the_first_ships_that_hold_them() -> None:
    ships = (Ship({"tank": 1}), Ship({"infantry": 2}), Ship({"infantry": 1}, True))
    assert stowage.unloaded_ships(ships, {"infantry": 1}) == (ships[0], Ship({"infantry": 1}, True), ships[2])
    assert stowage.unloaded_ships(ships, {"infantry": 3, "tank": 1}) == (Ship({}, True), Ship({}, True), Ship({}, True))


@for_each(
    ("order", "expected"),
    [
        (
            Load(((1, "fighter"),), "Berlin", "sz1"),
            "fighters do not go aboard transports; only land units and anti-aircraft guns do",
        ),
        (Load(((1, "aa"),), "Poland", "sz1"), "anti-aircraft guns move in non-combat movement only"),
        (Load(((1, "infantry"),), "Poland", "Kiev"), "Kiev is land; name a sea zone"),
        (Load(((1, "infantry"),), "Poland", "sz2"), "Poland and sz2 do not touch; sz2 touches Kiev"),
        (
            Load(((1, "tank"), (1, "infantry")), "Berlin", "sz1"),
            "1 infantry, 1 tank do not fit in sz1: 1 transport there can still load "
            "(each holds two infantry or one other unit)",
        ),
        (Unload(((1, "infantry"),), "sz1", "Berlin"), "sz1 has 0 infantry aboard that can land; you asked for 1"),
        (
            ShipOver(((3, "infantry"),), "Poland", "Gotland"),
            "no 2 empty transports can load at Poland and unload at Gotland this turn; "
            "1 transport can still move from one zone",
        ),
        (
            ShipOver(((1, "infantry"),), "Poland", "Ural"),
            "no empty transport can load at Poland and unload at Ural this turn",
        ),
        (ShipOver(((1, "infantry"),), "Poland", "sz1"), "sz1 is sea; name a territory"),
        (
            ShipOver(((1, "infantry"),), "Poland", "Kiev", ("sz2",)),
            "Poland touches none of sz2: nothing can be loaded on the way",
        ),
        (
            ShipOver(((1, "infantry"),), "Poland", "Kiev", ("sz1", "sz3")),
            "sz1 and sz3 do not touch; sz1 touches Berlin, Poland, Gotland, sz2",
        ),
        (
            ShipOver(((1, "infantry"),), "Poland", "Kiev", ("sz1",)),
            "sz1 and Kiev do not touch: they unload from the last zone",
        ),
    ],
)
def test_what_is_said_against_cargo(order: Order, expected: str) -> None:
    assert says(stand(war(), "sz1", "germany", {"transport": 1}), order) == expected


def test_enemy_ships_keep_cargo_aboard_among_friends_only() -> None:
    state = stand(war(), "sz1", "germany", {"transport": 1}, (Ship({"infantry": 2}),))
    state = stand(state, "sz1", "ussr", {"submarine": 1})
    assert says(state, Unload(((1, "infantry"),), "sz1", "Poland")) == "enemy ships in sz1 block the way: 1 submarine"
    assert code(state, Unload(((2, "infantry"),), "sz1", "Gotland")) == ""
    assert says(state, Unload(((1, "infantry"),), "sz1", "Gotland")) == "an assault lands whole cargoes: 2 infantry"


# moves
@for_each(
    ("order", "expected"),
    [
        (Move(((1, "tank"),), "Berlin", "Moscow"), "Moscow is 3 away from Berlin; a tank moves 2"),
        (Move(((1, "infantry"),), "Poland", "Alps"), "Alps is neutral: no one may enter"),
        (
            Move(((1, "infantry"),), "Berlin", "Gotland"),
            "there is no way by land from Berlin to Gotland; by sea: ship 1 infantry Berlin to Gotland",
        ),
        (
            Move(((1, "tank"),), "Berlin", "Kiev", ("Moscow",)),
            "Berlin and Moscow do not touch; Berlin touches Poland, Alps, sz1",
        ),
        (
            Move(((1, "tank"),), "Berlin", "Kiev", ("Poland", "Kiev")),
            "Kiev is listed twice: via names only the areas in between",
        ),
        (Move(((1, "transport"),), "sz1", "Poland"), "transports go from sea zone to sea zone"),
        (Move(((1, "complex"),), "Berlin", "Poland"), "an industrial complex never moves"),
        (Bomb(((1, "fighter"),), "Berlin", "Moscow"), "only bombers raid"),
        (Bomb(((1, "bomber"),), "Berlin", "Kiev"), "there is no enemy complex in Kiev; there is one in Moscow, London"),
    ],
)
def test_what_is_said_against_moves(order: Order, expected: str) -> None:
    assert says(war(), order) == expected


def test_units_that_would_go_to_sea_are_told_to_be_loaded() -> None:
    refusal = refused(war(), Move(((1, "infantry"),), "Poland", "sz1"))
    assert (
        refusal and refusal.code == "wrong-ground" and refusal.instead == (Load(((1, "infantry"),), "Poland", "sz1"),)
    )


def test_a_gate_taken_this_turn_stays_shut() -> None:
    state = owned(war(gates={"sz1/sz2": ["Gotland"]}), Gotland="germany")
    sail = Move(((1, "transport"),), "sz1", "sz2")
    assert code(state, sail) == ""
    assert says(game(state, captured=("Gotland",)), sail) == "sz1/sz2 is closed: Gotland was taken only this turn"
    assert says(war(gates={"sz1/sz2": ["Gotland"]}), sail) == "sz1/sz2 is closed: you do not hold Gotland"


def test_only_in_combat_movement_a_tank_passes_through_empty_enemy_land() -> None:
    state = stand(stand(war(), "Kiev", "ussr", {"aa": 1}), "Poland", "germany", {"tank": 1})
    state = owned(stand(state, "Moscow", "ussr", {}), Moscow="germany")
    blitz = Move(((1, "tank"),), "Poland", "Moscow")
    assert code(state, blitz) == ""
    assert (
        says(replace(state, phase=NONCOMBAT), blitz)
        == "Kiev is the enemy's: only tanks in combat movement pass through it"
    )


# purchase and placement
def test_what_is_in_hand_is_not_paid_for_twice() -> None:
    state = replace(war(phase=PURCHASE), powers={**war().powers, "germany": replace(war().powers["germany"], ipc=14)})
    assert code(state, Buy(((3, "infantry"), (1, "tank")))) == code(state, Buy(())) == ""
    assert says(state, Buy(((5, "infantry"),))) == "that costs 15 IPCs; you have 14, enough for 4 infantry"
    bought = replace(state.powers["germany"], ipc=5, buys={"infantry": 3})
    spent = replace(state, powers={**state.powers, "germany": bought})
    assert says(spent, Buy(((2, "infantry"),))) == (
        "that costs 6 IPCs; you have 5 left of 14, enough for 1 infantry (buy nothing gives back what you have bought)"
    )
    assert code(state, Buy(((1, "loaded"),))) == "unknown-unit"


def test_complexes_serve_in_the_order_of_the_rules() -> None:
    state = campaign("middle-sea", "germany", PLACEMENT)
    state = replace(state, setup=replace(state.setup, placement="classic"))
    lands = [area for area in state.areas if state.areas[area].owner == "germany"]
    state = replace(state, areas={**state.areas, **{area: replace(state.areas[area], complex=True) for area in lands}})
    order = complexes.complexes_in_order(state, "germany")
    assert order[0] == state.powers["germany"].capital and len(order) == len(lands)
    assert [state.map.known[area].ipc for area in order[1:]] == sorted(
        (state.map.known[area].ipc for area in order[1:]), reverse=True
    )
    assert complexes.placement_limit(state, order[0]) is None
    assert all(
        complexes.placement_limit(state, area) == state.map.known[area].ipc
        for area in lands
        if area not in state.setup.complexes
    )
    valued = replace(state, setup=replace(state.setup, placement="value"))
    assert complexes.placement_limit(valued, order[0]) == state.map.known[order[0]].ipc


def placing_state(**buys: int) -> State:
    state = owned(war(phase=PLACEMENT), Kiev="germany")
    state = replace(
        state, areas={**state.areas, **{area: replace(state.areas[area], complex=True) for area in ("Poland", "Kiev")}}
    )
    return replace(state, powers={**state.powers, "germany": replace(state.powers["germany"], buys=buys)})


@for_each(
    ("order", "expected"),
    [
        (PlaceUnits(((4, "infantry"),), "Poland"), "Poland's complex places 3 units a turn; it has placed 0"),
        (
            PlaceUnits(((2, "infantry"), (2, "tank")), "Poland"),
            "Poland's complex places 3 units a turn; it has placed 2",
        ),
        (
            PlaceUnits(((1, "infantry"),), "Moscow"),
            "the complex of Moscow is not yours; you can place infantry in Berlin, Poland, Kiev",
        ),
        (PlaceUnits(((1, "infantry"),), "Ural"), "Ural has no complex; you can place infantry in Berlin, Poland, Kiev"),
        (PlaceUnits(((1, "transport"),), "sz3"), "enemy ships are in sz3: 1 transport, 1 battleship"),
        (
            PlaceUnits(((1, "transport"),), "sz4"),
            "no complex of yours serves sz4; you can place transports in sz1, sz2",
        ),
        (PlaceUnits(((1, "transport"),), "sz1", "Kiev"), "Kiev does not touch sz1"),
        (PlaceUnits(((1, "infantry"),), "Poland", "Berlin"), "a complex places on its own land: Berlin not in Poland"),
        (PlaceUnits(((4, "transport"),), "sz2"), "Kiev's complex places 3 units a turn; it has placed 0"),
        (PlaceUnits(((1, "tank"),), "sz1"), "tanks are placed on land, at a complex; sz1 is sea"),
        (PlaceUnits(((1, "complex"),), "Moscow"), "Moscow is not yours: a complex goes to your own land"),
        (PlaceUnits(((1, "complex"),), "sz1"), "a complex must be on land; sz1 is sea"),
        (PlaceUnits(((9, "infantry"),), "Berlin"), "you have 8 infantry in hand; you asked for 9"),
        (PlaceUnits(((1, "loaded"),), "sz1"), "transports are bought and placed empty: write transport"),
    ],
)
def test_what_is_said_against_placements(order: Order, expected: str) -> None:
    assert says(placing_state(infantry=8, tank=8, transport=4, complex=1), order) == expected


def test_ships_come_from_the_complex_that_has_room_for_all_of_them() -> None:
    state = placing_state(transport=8)
    order = PlaceUnits(((4, "transport"),), "sz1")
    assert placement.serving_complex(state, "germany", order, "transport", 4) == "Berlin"
    valued = game(replace(state, setup=replace(state.setup, placement="value")), placed={"Berlin": 9})
    assert (
        code(valued, order) == "over-limit"
        and placement.serving_complex(valued, "germany", order, "transport", 3) == "Poland"
    )
    assert placement.serving_complex(valued, "germany", order, "transport", 1) == "Berlin"
    assert (
        placement.serving_complex(valued, "germany", PlaceUnits(((1, "transport"),), "sz1", "Poland"), "transport", 1)
        == "Poland"
    )


def test_land_that_makes_nothing_this_turn() -> None:
    state = placing_state(infantry=1, complex=1)
    assert says(game(state, captured=("Kiev",)), PlaceUnits(((1, "infantry"),), "Kiev")).startswith(
        "Kiev was taken only this turn"
    )
    assert says(game(state, built=("Kiev",)), PlaceUnits(((1, "infantry"),), "Kiev")).startswith(
        "the complex of Kiev is new this turn"
    )
    assert code(game(state, captured=("Kiev",)), PlaceUnits(((1, "complex"),), "Kiev")) == "invalid-target"
    assert code(state, PlaceUnits(((1, "complex"),), "Kiev")) == "occupied"
