"""Moving in Zone Control: the ways of an order, and each bound that bars one from both sides."""

import pytest

from engine import play
from engine.contract import Shift, replace
from engine.language import read
from engine.scenarios import reader
from engine.systems import zones
from engine.systems.zones.orders import Move
from engine.systems.zones.rules.movement import movement, planned_moves
from engine.systems.zones.state.events import Moved
from engine.systems.zones.state.position import Spot
from engine.systems.zones.state.zone_grid import zone_centre
from tests.support.many_cases import for_each
from tests.systems.zones.support.small_boards import (
    GROVE,
    first_code,
    model_places,
    move_order,
    only_refusal,
    places_after,
    refusals,
    run_rule,
    small_table,
    spots_at,
    unit,
)

TRIO = unit("B1", (4, 4), (5.5, 4), (7, 5))


def test_one_place_displaces_everybody_as_the_first_that_is_named() -> None:
    assert places_after(small_table(TRIO), movement.run, move_order(((5, 6),))) == [(5, 6), (6.5, 6), (8, 7)]
    assert places_after(small_table(TRIO), movement.run, move_order(((6.5, 5),), models=(2, 3))) == [
        (4, 4),
        (6.5, 5),
        (8, 6),
    ]
    _, (event,) = run_rule(small_table(TRIO), movement.run, move_order(((4, 6), (5, 6))))
    assert isinstance(event, Moved) and [step.way for step in event.models] == [
        spots_at((4, 4), (4, 6), (5, 6)),
        spots_at((5.5, 4), (5.5, 6), (6.5, 6)),
        spots_at((7, 5), (7, 7), (8, 7)),
    ]
    assert [step.cost for step in event.models] == [300, 300, 300]


@for_each(
    ("bearing", "inches", "by"),
    [
        (0, 500, (0, 500)),
        (450, 500, (353, 353)),
        (2250, 500, (-353, -353)),
        (900, 300, (300, 0)),
        (300, 400, (200, 346)),
        (3300, 400, (-200, 346)),
        (1, 100, (0, 99)),
        (1799, 100, (0, -99)),
        (450, 1, (0, 0)),
    ],
)
def test_a_bearing_is_cut_off_not_rounded(bearing: int, inches: int, by: Spot) -> None:
    assert planned_moves.displacement(Shift(bearing, inches)) == by


def test_a_bearing_a_form_and_a_list_of_ways() -> None:
    assert places_after(small_table(TRIO), movement.run, Move("B1", Shift(450, 300))) == [
        (6.12, 6.12),
        (7.62, 6.12),
        (9.12, 7.12),
    ]
    assert places_after(small_table(TRIO), movement.run, move_order(((5, 6),), form="block")) == [
        (5, 6),
        (6.5, 6),
        (5, 4.5),
    ]
    assert places_after(small_table(TRIO), movement.run, move_order(((5, 6),), form="column", models=(2, 3))) == [
        (4, 4),
        (5, 6),
        (5, 4.5),
    ]
    state, _ = run_rule(small_table(TRIO), movement.run, move_order(((3, 5),), (), ((8, 5), (8, 7))))
    assert model_places(state, "B1") == [(3, 5), (5.5, 4), (8, 7)]
    assert [model.moved for model in state.units["B1"].models] == [True, False, True]


def test_who_ends_where_he_began_has_moved_only_over_a_way() -> None:
    state, (event,) = run_rule(small_table(TRIO), movement.run, move_order(((4, 4),), ((5.5, 5), (5.5, 4)), ((7, 5),)))
    assert isinstance(event, Moved) and [(step.number, step.cost) for step in event.models] == [(2, 200)]
    assert [model.moved for model in state.units["B1"].models] == [False, True, False]
    assert run_rule(small_table(TRIO), movement.run, move_order(((4, 4),)))[1] == [Moved("B1", ())]
    assert planned_moves.ways(small_table(TRIO), move_order(((4, 4),))) == {
        1: ((400, 400),),
        2: ((550, 400),),
        3: ((700, 500),),
    }


@pytest.mark.parametrize(
    "order",
    [
        move_order(((5, 5), (6, 6)), form="line"),
        move_order(((5, 5),), ((6, 5),), ((7, 5),), form="block"),
        Move("B1", Shift(0, 200), "line"),
    ],
)
def test_a_form_goes_with_one_place_alone_whatever_the_position(order: Move) -> None:
    (refusal,) = refusals(small_table(TRIO), order)
    assert (refusal.code, refusal.lasting) == ("syntax", True) and f"{order.form} needs a single place" in refusal.says
    moved_off, later = refusals(small_table(replace(TRIO, where="reserve")), order)
    assert moved_off.code == "off-table" and (later.code, later.lasting) == ("syntax", True)


def test_as_many_places_as_models_that_are_left() -> None:
    assert only_refusal(small_table(TRIO), move_order(((4, 5),), ((5, 5),))) == (
        "wrong-count",
        "the order moves 3 models of B1, but gives 2 places; "
        "give one place for all of them, or 3 (- for a model that stays)",
    )
    assert first_code(small_table(TRIO), move_order(((4, 5),), ((5.5, 5),), models=(1, 2))) is None
    assert first_code(small_table(replace(TRIO, models=TRIO.models[1:])), move_order(((5, 5),), ((7, 6),))) is None
    assert (
        first_code(small_table(TRIO), move_order(())) == "wrong-count"
        and first_code(small_table(unit("B1", (4, 4))), move_order(())) is None
    )


# what bars a move


def test_the_unit_must_be_there_steady_and_fresh() -> None:
    on = move_order(((4, 5),))
    assert only_refusal(small_table(replace(TRIO, where="ambush")), on) == (
        "off-table",
        "B1 is not on the table: it arrives later, by ambush",
    )
    assert only_refusal(small_table(replace(TRIO, shaken=True)), on) == (
        "shaken",
        "B1 is shaken: it can only flee towards the south; try: B1 flee",
    )
    tired = replace(TRIO, models=(TRIO.models[0], replace(TRIO.models[1], moved=True), TRIO.models[2]))
    assert only_refusal(small_table(tired), on) == (
        "already-acted",
        "B1.2 has already moved this turn; B1.1 and B1.3 can still move",
    )
    assert first_code(small_table(tired), move_order(((4, 5),), models=(1, 1))) is None
    assert first_code(small_table(tired), move_order(((7, 6),), models=(2, 3))) == "already-acted"


def test_no_corner_of_a_way_lies_off_the_table() -> None:
    one = small_table(unit("B1", (3, 3)))
    assert only_refusal(one, move_order(((0.49, 3),))) == (
        "off-board",
        "B1.1 would leave the table at 0.49,3: its centre must stay between 0.5,0.5 and 23.5,23.5",
    )
    assert (
        first_code(one, move_order(((0.49, 3), (3, 4)))) == "off-board"
        and first_code(one, move_order(((0.5, 3),))) is None
    )
    assert first_code(one, move_order(((10**9, 3),))) == "off-board"
    assert (
        first_code(small_table(unit("B1", (3, 3)), unit("B2", (2, 3))), move_order(((2, 0.4),), key="B2"))
        == "off-board"
    )


def test_a_move_costs_no_more_than_there_is() -> None:
    state = small_table(unit("B1", (6, 8)), terrain=(GROVE,))
    assert only_refusal(state, move_order(((6, 12.01),))) == (
        "too-far",
        'B1.1 can move 6"; this costs 6.02" (4.01" plus 2.01" for terrain), 0.02" too much',
    )
    assert first_code(state, move_order(((6, 12),))) is None
    assert only_refusal(small_table(unit("B1", (6, 8))), move_order(((6, 14.01),))) == (
        "too-far",
        'B1.1 can move 6"; this costs 6.01", 0.01" too much',
    )
    slanted = [
        first_code(small_table(unit("B1", (6, 8))), move_order(((x, 13.99),))) for x in (6.42, 6.43)
    ]  # 6.0047 and 6.0054
    assert slanted == [None, "too-far"]


@for_each(
    ("foe", "way", "barred"),
    [
        ((10, 10), ((9, 8), (9, 12)), False),
        ((10, 10), ((9.01, 8), (9.01, 12)), True),  # past it, touching
        ((10, 10), ((9.3, 9.29),), False),
        ((10, 10), ((9.3, 9.3),), True),  # 0.997 is 1.00, 0.990 is 0.99
        ((10, 10), ((8.6, 10.01), (10, 11.41)), False),
        ((10, 10), ((8.6, 10), (10, 11.4)), True),  # 0.997 and 0.990 off the leg
        ((10, 10), ((10, 8.99),), False),
        ((10, 10), ((10, 9),), False),
        ((10, 10), ((10, 9.01),), True),
        ((10, 10), ((9, 7.5), (10.6, 9.2), (10.6, 7)), False),
        ((10, 10), ((9, 7.5), (10.6, 9.21), (10.6, 7)), True),
    ],
)
def test_an_enemy_may_be_touched_but_not_passed(
    foe: tuple[float, float], way: tuple[tuple[float, float], ...], barred: bool
) -> None:
    state = small_table(unit("B1", (10, 7)), unit("R1", foe))
    assert first_code(state, move_order(way)) == ("blocked" if barred else None)


def test_how_near_a_leg_comes_is_rounded_too() -> None:
    assert movement.passes_too_near((0, 0), (1100, 6000), (5, 579), 200)  # 99.492
    assert not movement.passes_too_near((0, 0), (1100, 6000), (7, 590), 200)  # 99.508
    assert movement.passes_too_near((5, 579), (5, 579), (5, 600), 200) and not movement.passes_too_near(
        (5, 579), (5, 579), (105, 579), 200
    )


def test_the_enemy_who_bars_the_way_is_named_with_the_gap_that_is_needed() -> None:
    state = small_table(unit("B1", (4, 4), kind="rider"), unit("R1", (4, 9.5), (4.5, 7)), unit("G1", (4, 6)))
    found, says = only_refusal(state, move_order(((4, 11),)))
    assert found == "blocked" and says.startswith(
        'R1.2 at 4.5,7 blocks B1.1: it would pass 0.5" from it, and their bases need 1.25"'
    )
    assert first_code(state, move_order(((2, 4.5), (3.25, 7)))) is None  # touching R1.2, a friend is passed
    assert first_code(state, move_order(((2, 4.5), (3.26, 7)))) == "blocked"


def test_nobody_ends_on_another_not_on_his_own_comrades_either() -> None:
    state = small_table(unit("B1", (4, 4), (5.5, 4)), unit("B2", (4, 8)))
    assert only_refusal(state, move_order(((4, 7.5),), models=(1, 1))) == (
        "occupied",
        'B1.1 at 4,7.5 would overlap B2.1: their centres would be 0.5" apart and need 1"',
    )
    assert first_code(state, move_order(((4, 7),), models=(1, 1))) == "out-of-coherency"
    assert first_code(state, move_order(((4, 7),))) is None
    assert (
        first_code(state, move_order(((4.51, 4),), models=(1, 1))) == "occupied"
        and first_code(state, move_order(((4.5, 4),), models=(1, 1))) is None
    )
    assert first_code(state, move_order(((5.5, 4),), ((4, 4),))) is None  # they change places
    assert first_code(state, move_order(((5.5, 4),), ())) == "occupied"


def test_coherency_is_not_to_be_lost() -> None:
    state = small_table(unit("B1", (4, 4), (6, 4), (8, 4)))
    assert only_refusal(state, move_order(((9.01, 4),), models=(3, 3))) == (
        "out-of-coherency",
        'B1 would be split into 2 groups: keep its models within 3" of one another; B1.3 would be 3.01" from B1.2',
    )
    assert first_code(state, move_order(((9, 4),), models=(3, 3))) is None
    scattered = small_table(unit("B1", (4, 8), (10, 8), (20, 8)))
    assert first_code(scattered, move_order(((1, 8),), models=(1, 1))) is None
    linked = small_table(unit("B1", (4, 8), (6, 8), (20, 8)))
    assert (
        first_code(linked, move_order(((9, 8),), models=(2, 2))) == "out-of-coherency"
        and first_code(linked, move_order(((7, 8),), models=(2, 2))) is None
    )


def test_each_check_is_made_for_all_models_before_the_next() -> None:
    state = small_table(unit("B1", (4, 4), (6, 4)), unit("R1", (4, 7)))
    assert (
        only_refusal(state, move_order(((4, 6.5),), ((6, 10.5),)))[0] == "too-far"
    )  # 1 is barred, 2 goes too far: distance first
    assert only_refusal(state, move_order(((4, 11),), ((6, 25),)))[0] == "off-board"
    assert only_refusal(state, move_order(((4, 10.5),), ((6, 11),)))[1].startswith("B1.1 can move")
    assert only_refusal(state, move_order(((6, 5),), ((6, 5.2),)))[0] == "occupied"


def test_zones_are_called_as_their_objectives_are() -> None:
    system, scenario = zones, reader.load("sluice-gates")
    state = replace(system.start(scenario), phase="action", turn=1, active="moot")
    names = system.vocabulary(state, "moot")
    centres = {goal.name: zone_centre(goal.zone) for goal in state.setup.objectives}
    assert {"Lower Gate", "The Mill", "The Maltings", "Upper Gate"} == set(centres)
    for name, (x, y) in centres.items():
        bare = name.removeprefix("The ")
        for said in (name, bare.lower(), f"the {bare}", f"to {name}", f'"{name}"', f"{name.upper()}."):
            (line,) = read(f"M1 move {said}", play.order_kinds(system), names)
            assert line.order and line.order.to == (((x, y),),), said  # type: ignore[attr-defined]
        (line,) = read(f"M1 move {name}>{bare}", play.order_kinds(system), names)
        assert line.order and line.order.to == (((x, y), (x, y)),)  # type: ignore[attr-defined]
    (wrong,) = read("M1 move Upper Gat", play.order_kinds(system), names)
    assert wrong.objections and "Upper Gate" in wrong.objections[0].says
