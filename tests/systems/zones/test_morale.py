"""Zone Control: shock, hunkering, rally, casualties, morale checks and falling back."""

from typing import Any

import pytest

from engine.contract import Rolled, replace
from engine.systems.zones.orders import Hunker, Melee, Shoot
from engine.systems.zones.rules.combat import morale
from engine.systems.zones.rules.movement import movement
from engine.systems.zones.state.events import Attacked, Casualties, Destroyed, FellBack, Morale, Rally, Shock
from engine.systems.zones.state.position import Model, Unit
from engine.systems.zones.table_rows import Weapon
from tests.systems.zones.support.attacks import Outcome, run_attack, with_weapons, without_wounds
from tests.systems.zones.support.small_boards import small_table, unit


# shock and hunkering
def test_shock_falls_as_melee_surprise_hurt_and_each_once() -> None:
    state = small_table(unit("B1", (12, 4), (13, 4), sprung=True), unit("R1", (12, 6), (13, 6)))
    found = run_attack(with_weapons(state, fist=Weapon(6, 2, 0, 0, 1)), Melee("B1", "R1"), 6, 6, 6, 6, 4, 4, 1, 1)
    assert [(event.source, event.total) for event in found.all(Shock)] == [("melee", 1), ("surprise", 2), ("hurt", 3)]
    assert found.state.units["R1"].marks == ("melee", "surprise")
    kinds = [type(event).__name__ for event in found.events]
    assert kinds == ["Rolled", "Rolled", "Attacked", "Shock", "Shock", "Rolled", "Rolled", "Attacked", "Shock"]


def test_a_model_is_hurt_once_a_round_and_a_miss_shocks_nobody() -> None:
    tough = Model(1, (1200, 1400), 5)
    state = small_table(unit("B1", (12, 4), (13, 4)), unit("R1", (12, 14), models=(tough,)))
    twice = run_attack(state, Shoot("B1", "R1"), 4, 1, 4, 1)
    assert [attack.wounds for attack in twice.all(Attacked)] == [1, 1] and [
        event.source for event in twice.all(Shock)
    ] == ["hurt"]
    assert twice.state.units["R1"].models[0].wounds == 3 and twice.state.units["R1"].models[0].hurt
    assert not run_attack(state, Shoot("B1", "R1"), 3, 3).all(Shock)
    assert not run_attack(state, Shoot("B1", "R1"), 4, 6, 4, 6).all(Shock)


def test_hunkering_takes_every_action() -> None:
    state = small_table(unit("B1", (12, 4), (13, 4)), unit("R1", (12, 20)))
    assert not list(movement.hunker_objections(state, Hunker("B1")))
    done = Outcome(state, movement.hunker, Hunker("B1")).state.units["B1"]
    assert done.hunkered and all(model.acted for model in done.models)
    shot = run_attack(state, Shoot("B1", "R1", models=(2, 2)), 1).state
    (refusal,) = movement.hunker_objections(shot, Hunker("B1"))
    assert (refusal.code, refusal.says) == (
        "already-acted",
        "B1.2 has already acted this turn; a unit can hunker only if none of its models has acted",
    )
    away = small_table(unit("B1", (0, 0), where="reserve"))
    assert [refusal.code for refusal in movement.hunker_objections(away, Hunker("B1"))] == ["off-table"]


# morale
def test_rally_needs_seven_whatever_the_shock() -> None:
    state = small_table(
        unit("B1", (4, 4), shaken=True, shock=9),
        unit("B2", (8, 4)),
        unit("B3", (12, 4), shaken=True),
        unit("G1", (2, 4), shaken=True),
    )
    found = Outcome(state, morale.roll_rally_checks, "blue", dice=(3, 2))
    assert found.all(Rally) == [Rally("B1", 3, 4, True), Rally("B3", 2, 4, False)]
    assert [found.state.units[key].shaken for key in ("B1", "B3", "G1")] == [False, True, True]


@pytest.mark.parametrize(
    ("shock", "die", "holds"), [(1, 4, True), (1, 3, False), (3, 6, True), (3, 5, False), (4, 6, False), (9, 6, False)]
)
def test_a_check_needs_seven_with_what_shock_leaves_of_morale(shock: int, die: int, holds: bool) -> None:
    found = Outcome(small_table(unit("B1", (4, 12), shock=shock)), morale.roll_morale_checks, "blue", dice=(die,))
    assert found.all(Morale) == [Morale("B1", die, 4, shock, die + max(0, 4 - shock), holds)]
    assert found.all(Rolled)[0].total == die + max(0, 4 - shock)
    assert found.state.units["B1"].shaken is not holds and bool(found.all(FellBack)) is not holds
    assert found.state.units["B1"].at == ((400, 1200) if holds else (400, 600))


def test_all_check_before_any_falls_back() -> None:
    state = small_table(
        unit("B1", (4, 12), shock=1),
        unit("B2", (8, 12)),
        unit("B3", (12, 12), shock=1, shaken=True),
        unit("R1", (4, 20), shock=1),
    )
    found = Outcome(state, morale.roll_morale_checks, "blue", dice=(1, 1))
    assert [type(event) for event in found.events] == [Rolled, Morale, Rolled, Morale, FellBack, FellBack]
    assert [event.unit for event in found.all(FellBack)] == ["B1", "B3"]


def lost(key: str, *at: tuple[float, float], **facts: Any) -> Unit:
    """A unit whose models have no wounds left."""
    whole = unit(key, *at, **facts)
    return replace(whole, models=tuple(without_wounds(model) for model in whole.models))


def test_casualties_unit_by_unit_then_comrades_then_half() -> None:
    three = unit("B3", (6, 6), (8, 6), (10, 6), (12, 6))
    three = replace(three, models=(*(without_wounds(model) for model in three.models[:2]), *three.models[2:]))
    state = small_table(
        lost("B1", (4, 4)),
        unit("B2", (4, 16)),
        three,
        lost("B4", (20, 6)),
        unit("B5", (4, 16.01), start=2),
        lost("R1", (5, 5)),
    )
    found = Outcome(state, morale.remove_casualties, "blue")
    assert found.events == [
        Casualties("B1", (1,), 0, ((400, 400),)),
        Destroyed("B1"),
        Casualties("B3", (1, 2), 2, ((600, 600), (800, 600))),
        Casualties("B4", (1,), 0, ((2000, 600),)),
        Destroyed("B4"),
        Shock("B2", "comrades", 1, 1),
        Shock("B3", "comrades", 1, 1),
        Shock("B3", "comrades", 1, 2),
        Shock("B3", "half", 1, 3),
    ]
    assert [found.state.units[key].where for key in ("B1", "B3", "B4", "R1")] == ["gone", "table", "gone", "table"]


def test_half_strength_counts_only_with_other_shock_and_friends_of_another_side_do_not_mourn() -> None:
    state = small_table(
        unit("B1", (4, 4), (6, 4), start=4, shock=1),
        unit("B2", (4, 8), (6, 8), start=3, shock=1),
        unit("B3", (4, 12), start=2),
        lost("B4", (8, 8)),
        unit("G1", (8, 10)),
    )
    shocks = Outcome(state, morale.remove_casualties, "blue").all(Shock)
    assert [(event.unit, event.source) for event in shocks] == [
        ("B1", "comrades"),
        ("B2", "comrades"),
        ("B3", "comrades"),
        ("B1", "half"),
        ("B3", "half"),
    ]
    calm = replace(
        state, units={key: each for key, each in state.units.items() if key != "B4"}, roster=("B1", "B2", "B3", "G1")
    )
    assert [(event.unit, event.source) for event in Outcome(calm, morale.remove_casualties, "blue").all(Shock)] == [
        ("B1", "half")
    ]
