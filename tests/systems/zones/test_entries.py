"""Entries and going back in Zone Control: each bound from both sides."""

import pytest

from engine.contract import replace
from engine.systems.zones.orders import Ambush, Arrive, Flee, PlaceUnit, Strike
from engine.systems.zones.rules.movement import entries, fall_back
from engine.systems.zones.state.events import FellBack, Fled, Placed
from engine.systems.zones.state.position import Edge, Form
from tests.systems.zones.support.small_boards import (
    GROVE,
    RUIN,
    first_code,
    model_places,
    move_order,
    only_refusal,
    refusals,
    run_rule,
    small_table,
    spots_at,
    unit,
)

# entries

WAITS = unit("B1", (0, 0), (0, 0), kind="man", where="deep-strike")
FOE = unit("R1", (12, 18))


def strike(*where: tuple[float, float], form: Form | None = None) -> Strike:
    return Strike("B1", spots_at(*where), form)


def test_a_strike_stays_out_of_terrain_and_more_than_six_inches_off() -> None:
    state = small_table(WAITS, FOE, unit("B2", (6, 4)), terrain=(GROVE, RUIN))
    assert only_refusal(state, strike((12, 12))) == (
        "near-enemy",
        'B1.1 would be 6" from R1.1; it must be more than 6" away',
    )
    assert first_code(state, strike((12, 11.99))) is None
    assert only_refusal(state, strike((12.5, 7), (14, 8))) == (
        "in-terrain",
        "B1.2 would be in Ruin at 14,8; deep strikes need open ground",
    )
    assert first_code(state, strike((12.5, 7), (14, 7.99))) is None
    assert first_code(state, strike((0.49, 2))) == "off-board" and first_code(state, strike((22.5, 2))) == "off-board"
    assert first_code(state, strike((22, 2))) is None and first_code(state, strike((5.51, 4), (2, 2))) == "occupied"
    assert (
        first_code(state, strike((6, 5.5), form="column")) == "occupied"
        and first_code(state, strike((6, 6.5), form="column")) is None
    )
    assert (
        first_code(state, strike((2, 2), (5.01, 2))) == "out-of-coherency"
        and first_code(state, strike((2, 2), (5, 2))) is None
    )
    assert first_code(state, strike((2, 2), (3, 2), (4, 2))) == "wrong-count"
    _, (event,) = run_rule(state, entries.run, strike((20, 3)))
    assert isinstance(event, Placed) and (event.how, [(stand.number, stand.at) for stand in event.models]) == (
        "deep-strike",
        [(1, (2000, 300)), (2, (2150, 300))],
    )


def test_a_form_goes_with_one_place_at_entries_too() -> None:
    (refusal,) = refusals(small_table(WAITS), strike((2, 2), (4, 2), form="line"))
    assert (refusal.code, refusal.lasting) == ("syntax", True)
    early, later = refusals(small_table(WAITS, offboard_from=2), strike((2, 2), (4, 2), form="line"))
    assert (early.code, later.code) == ("not-due", "syntax")


def test_an_ambush_needs_terrain_for_every_model() -> None:
    state = small_table(replace(WAITS, where="ambush"), FOE, terrain=(GROVE, RUIN))
    order = Ambush("B1", spots_at((8, 8), (9, 8)))
    assert only_refusal(state, order) == ("not-in-terrain", "B1.2 would be in the open at 9,8; ambushes need terrain")
    assert (
        first_code(state, replace(order, to=spots_at((8, 8), (6.5, 8)))) is None
        and first_code(state, replace(order, to=spots_at((14, 13)))) == "near-enemy"
    )


def test_reinforcements_come_near_their_own_edge() -> None:
    state = small_table(replace(WAITS, where="reserve", arrives=2), FOE, turn=2)
    assert only_refusal(state, Arrive("B1", spots_at((12, 6.01)))) == (
        "too-far",
        'B1.1 must be within 6" of your south edge; 12,6.01 is 6.01" from it',
    )
    assert first_code(state, Arrive("B1", spots_at((12, 6)))) is None
    assert only_refusal(replace(state, turn=1), Arrive("B1", spots_at((12, 6)))) == (
        "not-due",
        "B1 cannot enter before round 2; this is round 1",
    )
    assert entries.first_refusal(state, "blue", Arrive("B1", spots_at((12, 6)))) is None
    found = entries.first_refusal(small_table(WAITS, unit("R2", (12, 12))), "blue", strike((12, 6)))
    assert found and found.code == "near-enemy"


def test_the_way_of_entry_must_fit() -> None:
    assert (
        first_code(small_table(WAITS), Ambush("B1", spots_at((3, 3)))) == "wrong-mode"
        and first_code(small_table(unit("B1", (4, 4))), strike((3, 3))) == "on-table"
    )
    assert "B1 strike" in only_refusal(small_table(WAITS), Arrive("B1", spots_at((3, 3))))[1]
    assert [first_code(small_table(WAITS, offboard_from=2, turn=turn), strike((3, 3))) for turn in (1, 2)] == [
        "not-due",
        None,
    ]


def test_deployment_is_inside_the_own_area() -> None:
    state = small_table(
        unit("B1", (4, 4), (6, 4)),
        unit("B2", (10, 4)),
        FOE,
        turn=0,
        phase="deployment",
        active=None,
        deploy={"blue": ((0.0, 0.0), (24.0, 8.0))},
    )
    assert first_code(state, PlaceUnit("B1", spots_at((4, 7.5)))) is None
    assert only_refusal(state, PlaceUnit("B1", spots_at((4, 7.51)))) == (
        "outside-deployment",
        'B1.1 at 4,7.51 would not be wholly inside your deployment area, 0,0 to 24,8; its base is 1" wide',
    )
    assert (
        first_code(state, PlaceUnit("B1", spots_at((4.5, 4)))) is None
        and first_code(state, PlaceUnit("B1", spots_at((8, 4)))) == "occupied"
    )
    assert (
        first_code(small_table(WAITS, deploy={"blue": ((0.0, 0.0), (24.0, 8.0))}), PlaceUnit("B1", spots_at((4, 4))))
        == "off-table"
    )
    assert first_code(small_table(unit("B1", (4, 4))), PlaceUnit("B1", spots_at((5, 5)))) == "outside-deployment"


# going back


def test_only_the_shaken_flee_and_only_once() -> None:
    shaken = unit("B1", (6, 9), shaken=True)
    assert not list(fall_back.objections(small_table(shaken), Flee("B1")))
    for other, found in (
        (replace(shaken, shaken=False), "not-shaken"),
        (replace(shaken, fled=True), "already-acted"),
        (replace(shaken, where="reserve"), "off-table"),
    ):
        assert [refusal.code for refusal in fall_back.objections(small_table(other), Flee("B1"))] == [found]


def test_fleeing_pays_for_terrain_and_falling_back_does_not() -> None:
    state = small_table(unit("B1", (6, 13), shaken=True), terrain=(GROVE,))
    fled, (event,) = run_rule(state, fall_back.flee, "B1")
    assert isinstance(event, Fled) and model_places(fled, "B1") == [(6, 9)] and event.models[0].cost == 600
    back, (fell,) = run_rule(state, fall_back.fall_back, "B1")
    assert isinstance(fell, FellBack) and model_places(back, "B1") == [(6, 7)] and fell.models[0].cost == 600
    out = small_table(unit("B1", (6, 10), shaken=True), terrain=(GROVE,))
    assert model_places(run_rule(out, fall_back.flee, "B1")[0], "B1") == [(6, 5)]  # 2 sparse cost 3, then 3 open


def test_a_base_stays_on_the_table_to_the_last_half_hundredth() -> None:
    assert model_places(run_rule(small_table(unit("B1", (6, 4), kind="mule")), fall_back.fall_back, "B1")[0], "B1") == [
        (6, 0.63)
    ]
    assert first_code(small_table(unit("B1", (6, 4), kind="mule")), move_order(((6, 0.62),))) == "off-board"
    assert first_code(small_table(unit("B1", (6, 4), kind="mule")), move_order(((6, 0.63),))) is None


def test_the_nearest_goes_first_as_far_as_there_is_room() -> None:
    column = small_table(unit("B1", (14, 5), (14, 4), (14, 2.5)))
    assert model_places(run_rule(column, fall_back.fall_back, "B1")[0], "B1") == [(14, 2.5), (14, 1.5), (14, 0.5)]
    behind = small_table(unit("B1", (14, 9)), unit("R1", (14, 3)), unit("B2", (14.5, 4.2)))
    assert model_places(run_rule(behind, fall_back.fall_back, "B1")[0], "B1") == [
        (14, 5.07)
    ]  # R1 ends at 4, B2 from 3.34 to 5.06
    between = small_table(unit("B1", (14, 9)), unit("R1", (14, 2.5)), unit("B2", (14, 4.49)))
    assert model_places(run_rule(between, fall_back.fall_back, "B1")[0], "B1") == [
        (14, 5.49)
    ]  # their ends overlap by a hundredth
    gap = small_table(unit("B1", (14, 9)), unit("R1", (14, 2.5)), unit("B2", (14, 4.5)))
    assert model_places(run_rule(gap, fall_back.fall_back, "B1")[0], "B1") == [(14, 3.5)]
    stuck = small_table(unit("B1", (14, 1.5)), unit("B2", (14, 0.5)))
    _, (event,) = run_rule(stuck, fall_back.fall_back, "B1")
    assert isinstance(event, FellBack) and [step.way for step in event.models] == [((1400, 150),)]


@pytest.mark.parametrize(
    ("edge", "end"), [("south", (12, 6)), ("north", (12, 18)), ("west", (6, 12)), ("east", (18, 12))]
)
def test_it_goes_straight_at_its_own_edge(edge: Edge, end: tuple[float, float]) -> None:
    state = small_table(unit("B1", (12, 12)), edges=(edge, "north"))
    assert model_places(run_rule(state, fall_back.fall_back, "B1")[0], "B1") == [end]
