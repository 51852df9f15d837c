"""Charges of the ACW game beyond the rulebook's cases: countercharges, shelling, the worked turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.scenarios import reader
from engine.systems import acw
from engine.systems.acw.orders import Charge, Shell
from engine.systems.acw.state.combat_events import Advanced, Charged, Contact, Countercharged, MeleeResult, MeleeRolled
from engine.systems.acw.state.events import Captured
from tests.systems.acw.support.melees import FARM, FENCE, FRONT, GUN, RIVER, Outcome, closed, ordered, refused, staged


# charges
def test_what_speaks_against_a_charge_in_numbers() -> None:
    def refusal(units: Mapping[str, Any], terrain: Sequence[Any] = ()) -> tuple[str, str]:
        return refused(staged(units, terrain), Charge("U1", "C1"))

    far = {"U1": {"at": [20, 10], "facing": 0}, "C1": {"at": [20, 20], "facing": 180}}
    near = {**far, "C1": {"at": [20, 16], "facing": 180}}
    assert refusal(far) == ("too-far", 'C1 is 9.5" away; U1 can charge 6" at best')
    assert refusal({**far, "UL": {"type": "leader", "with": "U1"}})[1] == 'C1 is 9.5" away; U1 can charge 7" at best'
    assert refusal(near, [{**FENCE, "line": [[0, 12], [40, 12]]}]) == (
        "too-far",
        'C1 is 5.5" away; U1 can charge 3" at best (halved by Rails)',
    )
    assert refusal(near, [{**FENCE, "line": [[0, 13.5], [40, 13.5]]}])[1] == (
        'C1 is 5.5" away; U1 can charge 3.25" at best (the fence Rails)'
    )
    assert refusal(near, [RIVER]) == ("impassable", 'U1 cannot charge C1: the river Run stops it 3.8" on')
    assert refusal(near, [{**RIVER, "line": [[0, 15.75], [40, 15.75]]}]) == (
        "impassable",
        "Run is between U1 and C1 and cannot be crossed there",
    )
    assert refusal({**near, "UL": {"type": "leader", "at": [20.5, 15.5], "facing": 0}}) == (
        "blocked",
        'no room: U1 would overlap UL where it meets C1, 5.5" away; move UL first',
    )
    assert (
        refusal({**near, "C1": {**near["C1"], "bases": 3}, "UL": {"type": "leader", "at": [22.1, 15.85], "facing": 0}})[
            0
        ]
        == "blocked"
    )
    assert refusal({**near, "C2": {"at": [24, 14.75], "facing": 180}}) == (
        "blocked",
        'C2 is in the way, 4.2" away; charge it first',
    )
    assert refusal({**near, "U1": {"at": [20, 10], "facing": 90}})[0] == "bad-direction"
    assert refusal({**near, "U1": {"at": [20, 10], "facing": 90.1}})[1] == (
        "C1 is not ahead of U1 (90° off its facing, limit 90°); try: U1 face C1; charge C1"
    )
    assert not any(acw.check(staged({**near, "U1": {"at": [20, 10], "facing": 89.9}}), "us", Charge("U1", "C1")))
    assert refusal(
        {**near, "C1": {**near["C1"], "type": "leader", "with": "C2"}, "C2": {"at": [20, 16], "facing": 180}}
    ) == ("invalid-target", "C1 is with C2; charge C2 instead")


def test_the_fence_at_the_gate_does_not_halve_a_charge() -> None:
    units = {"U1": {"at": [20, 10], "facing": 0}, "C1": {"at": [20, 16], "facing": 180}}
    terrain = [
        {**FENCE, "line": [[0, 12], [40, 12]]},
        {"kind": "road", "name": "Pike", "line": [[20.5, 0], [20.5, 40]]},
    ]
    found = ordered(staged(units, terrain), "U1 charge C1", [6, 1])
    assert found.one(Charged).reached and found.one(Contact).square


def test_a_charge_on_a_lone_leader_captures_him_without_a_melee() -> None:
    found = ordered(
        staged({"U1": {"at": [20, 10], "facing": 0}, "CL": {"type": "leader", "at": [21, 14], "facing": 0}}),
        "U1 charge CL",
        [4, 1],
    )
    assert found.one(Captured) == Captured("CL", "U1") and found.at("U1") == (20, 13.5)
    assert not found.all(Contact) and not found.state.game.melees and found.state.units["U1"].moved


def test_a_charge_rides_down_who_stands_before_its_target_and_where_it_squares_up() -> None:
    units = {
        "U1": {"at": [20, 10], "facing": 0},
        "C1": {"at": [20, 15], "facing": 180},
        "CL": {"type": "leader", "at": [19, 13], "facing": 0},
        "CM": {"type": "leader", "at": [26, 13], "facing": 0},
    }
    found = ordered(staged(units), "U1 charge C1", [5, 1])
    assert [event.unit for event in found.all(Captured)] == ["CL"]
    slanting = {
        "U1": {"at": [14, 11], "facing": 30, "bases": 3},
        "C1": {"at": [17, 17], "facing": 180, "bases": 5},
        "CL": {"type": "leader", "at": [14.75, 16.5], "facing": 0},
    }
    found = ordered(staged(slanting), "U1 charge C1", [6, 6])
    assert found.one(Contact).square and [event.unit for event in found.all(Captured)] == ["CL"]


def test_a_charge_that_fails_halts_two_inches_short_or_where_its_dice_end() -> None:
    units = {"U1": {"at": [20, 10], "facing": 0}, "C1": {"at": [20, 15.5], "facing": 180}}
    for dice, y in (([4, 4], 13), ([3, 1], 13), ([2, 1], 12), ([4, 3], 13)):
        found = ordered(staged(units), "U1 charge C1", dice)
        assert found.at("U1") == (20, y) and not found.one(Charged).reached and not found.state.game.melees
    beyond = {**units, "C1": {"at": [20, 15.51], "facing": 180}}
    assert ordered(staged(beyond), "U1 charge C1", [5, 5]).at("U1") == (20, 13.01)
    close = {**units, "C1": {"at": [20, 12], "facing": 180}}
    assert ordered(staged(close), "U1 charge C1", [1, 1]).at("U1") == (20, 10)


def test_an_enemy_whom_a_unit_touches_already_is_charged_without_a_step() -> None:
    found = ordered(staged(FRONT), "U1 charge C1", [1, 1])
    assert found.one(Charged).reached and found.one(Contact).square and found.at("U1") == (20, 20)
    two = {
        **FRONT,
        "C1": {"at": [18, 20.5], "facing": 180, "bases": 3},
        "C2": {"at": [22, 20.5], "facing": 180, "bases": 3},
    }
    assert [ordered(staged(two), f"U1 charge {key}", [1, 1]).one(Contact).target for key in ("C1", "C2")] == [
        "C1",
        "C2",
    ]


# countercharges
HORSE: dict[str, Any] = {
    "U1": {"type": "cavalry", "at": [20, 10], "facing": 0},
    "C1": {"type": "cavalry", "at": [20, 16], "facing": 180},
}


def countered(units: Mapping[str, Any], terrain: Sequence[Any] = (), **game: Any) -> Outcome:
    return ordered(staged({**HORSE, **units}, terrain, **game), "U1 charge C1", [6, 6])


def test_the_countercharge_comes_as_far_as_it_may() -> None:
    assert countered({}).one(Countercharged).inches == 2 and countered({}).at("U1") == (20, 13.5)
    held = countered({"U1": {**HORSE["U1"], "at": [19, 10]}, "U2": {"at": [21.7, 14.9], "facing": 0, "bases": 1}})
    assert not held.all(Countercharged) and held.at("U1") == (19, 15.5)
    ford = [{**RIVER, "line": [[0, 15.1], [40, 15.1]]}, {"kind": "ford", "name": "Ford", "at": [20, 15.1], "width": 2}]
    assert countered({"U1": {**HORSE["U1"], "formation": "column"}}, ford).one(Countercharged).inches == 2
    fenced = countered({}, [{**FENCE, "line": [[0, 15.9], [40, 15.9]]}])
    assert fenced.one(Countercharged).inches == 2 and fenced.one(Countercharged).to == (2000, 1400)


def test_who_does_not_countercharge() -> None:
    assert not countered({"C1": {**HORSE["C1"], "type": "infantry"}}).all(Countercharged)
    assert not countered({"U1": {**HORSE["U1"], "type": "infantry"}}).all(Countercharged)
    assert not countered({"C1": {**HORSE["C1"], "at": [20, 17], "facing": 90}}).all(Countercharged)
    engaged = countered(
        {"U2": {"at": [18.25, 16], "facing": 90, "bases": 1}},
        melees=[{"charger": "U2", "target": "C1", "side": "right"}],
    )
    assert engaged.all(Contact) and not engaged.all(Countercharged)
    short = ordered(staged(HORSE), "U1 charge C1", [3, 4])
    assert not short.all(Countercharged) and short.at("U1") == (20, 13.5)


def test_a_countercharge_after_which_the_charger_would_stand_on_a_friend_is_not_made() -> None:
    beside = {"U2": {"at": [21.2, 12.4], "facing": 0, "bases": 1}}
    found = countered({**beside, "C1": {**HORSE["C1"], "at": [20, 15.2], "bases": 1}})
    assert not found.all(Countercharged) and found.one(Contact).square and found.at("U1") == (20, 14.7)
    wide = countered({**beside, "C1": {**HORSE["C1"], "at": [20, 15.2]}})  # held an inch from U2 itself
    assert wide.one(Countercharged).inches == 1.3 and wide.at("U1") == (20, 13.4)


def test_a_countercharge_rides_down_a_lone_leader() -> None:
    found = countered({"UL": {"type": "leader", "at": [21.9, 14], "facing": 0}})
    assert found.one(Captured) == Captured("UL", "C1")


# shelling
def test_a_building_falls_on_all_that_are_in_it_and_their_leaders_test_in_turn() -> None:
    units = {
        "U1": GUN,
        "C1": {"at": [20, 19], "facing": 0},
        "C2": {"at": [20, 21], "facing": 90, "formation": "column", "bases": 1},
        "CL": {"type": "leader", "with": "C1"},
        "CM": {"type": "leader", "with": "C2"},
    }
    found = ordered(staged(units, [FARM]), "U1 fire Farm", [6, 3, 4, 4])
    assert [type(event).__name__ for event in found.events] == [
        "Activated",
        "Shelled",
        "BuildingDestroyed",
        "Destroyed",
        "Destroyed",
        "Rolled",
        "LeaderTested",
        "Rolled",
        "LeaderTested",
        "Rolled",
        "Retreated",
    ]
    assert found.state.units["CL"].gone and found.at("CM") == (12, 21) and found.state.game.lost["cs"] == 6


def test_what_speaks_against_a_shelling_in_numbers() -> None:
    def refusal(units: Mapping[str, Any], **game: Any) -> tuple[str, str]:
        return refused(staged({"U1": GUN, **units}, [FARM], **game), Shell("U1", "Farm"))

    assert refusal({"U1": {**GUN, "at": [20, 7.9]}}) == ("out-of-range", 'Farm is 12.1" away; U1 has a range of 12"')
    assert refusal({"U1": {**GUN, "facing": 23}}) == (
        "out-of-arc",
        "Farm is 23° off U1's facing; its arc is 22.5° each side; try: U1 face 20,20; fire Farm",
    )
    assert refusal({"U1": {**GUN, "formation": "column"}}) == ("limbered", "U1 is in column: form line first")
    assert refusal({"U2": {"at": [20, 20], "facing": 0}}) == (
        "invalid-target",
        "U2 of your own side would be hit in Farm",
    )
    assert refusal({"U2": {"at": [20, 14], "facing": 0}}) == (
        "no-line-of-sight",
        "U1 cannot see Farm: U2 is in the way",
    )
    assert refusal({}, buildings={"Farm": 1})[0] == "invalid-target"
    assert refusal({"U1": {**GUN, "shelled": True}})[0] == "already-acted"
    assert (
        refusal({"C1": {"at": [20, 10.5], "facing": 180}}, melees=[{"charger": "C1", "target": "U1"}])[0] == "engaged"
    )
    assert not any(
        acw.check(staged({"U1": GUN, "C1": {"at": [20, 19], "facing": 0}}, [FARM]), "us", Shell("U1", "Farm"))
    )


# the worked turn of the rules
def test_the_worked_turn_of_the_rules() -> None:
    state = acw.start(reader.load("first-charge"))
    state = closed(state, "us").state
    state = closed(state, "cs", [5, 2, 3, 4]).state
    assert (state.active, state.game.activations) == ("us", 7)
    charge = ordered(state, "U1 charge C1", [2, 5])
    assert (
        charge.one(Charged).contact == 5.5
        and charge.one(Charged).length.allowance == 6
        and charge.at("U1") == (15, 13.5)
    )
    assert (charge.one(Contact).guns_charger, charge.one(Contact).guns_target) == (("UB1", "UB2"), ("CB1",))
    battle = closed(charge.state, "us")
    fight = closed(battle.state, "us", [5, 4, 4, 2, 4, 3, 2, 6, 1])
    assert battle.state.phase == "first-battle" and not fight.left
    rolled = fight.one(MeleeRolled)
    assert (
        dict(rolled.charger_mods) == {"battery-fired": 2, "line-base-in-contact": 3, "leader": 1}
        and rolled.charger_total == 15
    )
    assert (
        dict(rolled.target_mods) == {"battery-fired": 1, "line-base-in-contact": 3, "small-arms": 1}
        and rolled.target_total == 11
    )
    assert (
        fight.one(MeleeResult).hits == {"C1": 2, "U1": 1}
        and fight.at("C1") == (15, 17)
        and fight.state.units["C1"].facing == 0
    )
    assert not fight.all(Advanced) and fight.state.game.activations == 7 and fight.state.active == "cs"
    answer = ordered(fight.state, "C2 form line; forward 4\nCB1 face U1", [5], "cs")
    assert answer.at("C2") == (15, 16) and answer.state.units["CB1"].facing == 2516
    after = closed(answer.state, "cs", [3, 6, 1, 1])
    assert (after.state.turn, after.state.active, after.state.game.activations) == (2, "cs", 2)
