"""Battle in ACW beyond the rulebook's cases: guns, modifiers, retreats, advances, shelling."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine import cases
from engine.contract import replace
from engine.systems.acw import tables
from engine.systems.acw.rules.combat import melee, supporting_guns
from engine.systems.acw.state.combat_events import (
    Advanced,
    Contact,
    Destroyed,
    LeaderLost,
    LeaderTested,
    MeleeResult,
    Retreated,
)
from engine.systems.acw.state.events import Captured
from tests.support.many_cases import for_each
from tests.systems.acw.support.melees import (
    BARN,
    CASES,
    FENCE,
    FIELD,
    FRONT,
    GUN,
    HILL,
    RIVER,
    TRENCH,
    WOOD,
    Outcome,
    apart,
    fought,
    ordered,
    staged,
)


# guns
@pytest.mark.parametrize(
    ("facing", "far", "fires"),
    [
        (22.5, 12, True),
        (337.5, 12, True),
        (22.54, 12, True),
        (22.56, 12, False),
        (337.44, 12, False),
        (0, 12.004, True),
        (0, 12.006, False),
    ],
)
def test_a_battery_reaches_to_the_very_edge_of_its_arc_and_range(facing: float, far: float, fires: bool) -> None:
    battery = replace(staged({"U1": {**GUN, "at": [20, 10]}}).units["U1"], facing=facing * 10)
    state = staged({"U1": GUN})
    assert (
        supporting_guns.is_in_arc(state, battery, (20, 10 + far))
        and supporting_guns.is_in_range(state, battery, (20, 10 + far))
    ) == fires


# modifiers, each alone
FLANK: dict[str, Any] = {"U1": FRONT["U1"], "C1": {"at": [20, 22.75], "facing": 90}}
REAR: dict[str, Any] = {"U1": FRONT["U1"], "C1": {"at": [20, 20.5], "facing": 0}}
OLD: dict[str, Any] = {"fresh": False}


def of(units: Mapping[str, Any], terrain: Sequence[Any] = (), **written: Any) -> tuple[dict[str, int], dict[str, int]]:
    state = staged(units, terrain, "first-battle", melees=[{"charger": "U1", "target": "C1", **written}])
    (one,) = state.game.melees
    return dict(melee.melee_modifiers(state, one, "charger")), dict(melee.melee_modifiers(state, one, "target"))


def both(**facts: Mapping[str, Any]) -> dict[str, Any]:
    """FRONT with other facts of its units, and others beside them."""
    return {key: {**FRONT.get(key, {}), **facts.get(key, {})} for key in {**FRONT, **facts}}


BASES = {"line-base-in-contact": 5}
COLUMN = {"formation": "column", "at": [20, 21.5]}


@for_each(
    ("units", "terrain", "written", "charger", "target"),
    [
        pytest.param(FRONT, [], OLD, BASES, BASES, id="nothing but the bases"),
        pytest.param(FRONT, [], {}, BASES, {**BASES, "small-arms": 1}, id="small arms in the first round"),
        pytest.param(both(C1={"type": "cavalry", "bases": 5}), [], {}, BASES, BASES, id="cavalry has no small arms"),
        pytest.param(
            FLANK,
            [],
            {**OLD, "side": "right"},
            {"flank": 2, "line-base-in-contact": 1},
            {"line-base-in-contact": 1},
            id="flank",
        ),
        pytest.param(
            FLANK,
            [],
            {**OLD, "side": "left"},
            {"flank": 2, "line-base-in-contact": 1},
            {"line-base-in-contact": 1},
            id="left flank",
        ),
        pytest.param(REAR, [], {**OLD, "side": "rear"}, {"rear": 3, **BASES}, BASES, id="rear"),
        pytest.param(REAR, [BARN], {**OLD, "side": "rear"}, BASES, {"cover": 1}, id="no rear in a building"),
        pytest.param(
            FRONT,
            [],
            {"guns_charger": ["UX"], "guns_target": ["CX", "C1"]},
            {"battery-fired": 1, **BASES},
            {"battery-fired": 2, **BASES, "small-arms": 1},
            id="batteries",
        ),
        pytest.param(
            FRONT,
            [],
            {**OLD, "guns_charger": ["UX"], "guns_target": ["CX"]},
            BASES,
            BASES,
            id="batteries of an old melee",
        ),
        pytest.param(
            both(UL={"type": "leader", "with": "U1"}),
            [],
            OLD,
            {**BASES, "leader": 1},
            BASES,
            id="leader of the charger",
        ),
        pytest.param(
            both(CL={"type": "leader", "with": "C1"}), [], OLD, BASES, {**BASES, "leader": 1}, id="leader of the target"
        ),
        pytest.param(
            both(C1=COLUMN), [], {}, {"line-base-in-contact": 1, "line-attacks-column": 1}, {}, id="line against column"
        ),
        pytest.param(
            both(C1=COLUMN),
            [WOOD],
            {},
            {"line-attacks-column": 1},
            {"cover": 1},
            id="an unformed line against a column",
        ),
        pytest.param(
            both(U1={"formation": "column", "at": [20, 19]}),
            [],
            OLD,
            {},
            {"line-base-in-contact": 1},
            id="column against line",
        ),
        pytest.param(
            both(U1={"formation": "column", "at": [20, 19]}, C1=COLUMN), [], {}, {}, {}, id="column against column"
        ),
        pytest.param(FRONT, [WOOD], {}, {}, {"cover": 1}, id="woods"),
        pytest.param(FRONT, [FIELD], OLD, BASES, {**BASES, "cover": 1}, id="field"),
        pytest.param(FRONT, [{**FIELD, "cover": "hard"}], OLD, BASES, {**BASES, "hard-cover": 2}, id="hard cover"),
        pytest.param(FRONT, [BARN], {}, BASES, {"cover": 1}, id="building"),
        pytest.param(FRONT, [FENCE], OLD, BASES, {**BASES, "cover": 1}, id="fence"),
        pytest.param(
            FRONT, [{**FENCE, "line": [[0, 20.6], [40, 20.6]]}], OLD, BASES, BASES, id="a fence behind them both"
        ),
        pytest.param(
            FRONT,
            [FENCE, {"kind": "road", "name": "Pike", "line": [[20.4, 0], [20.4, 40]]}],
            OLD,
            BASES,
            BASES,
            id="a gate",
        ),
        pytest.param(FRONT, [{**FENCE, "cover": "hard"}], OLD, BASES, {**BASES, "hard-cover": 2}, id="a stone wall"),
        pytest.param(FRONT, [HILL], OLD, BASES, {**BASES, "cover": 1}, id="crest"),
        pytest.param(
            FRONT, [{**HILL, "crest": [[12, 20.85], [28, 20.85]]}], OLD, BASES, BASES, id="a crest farther off"
        ),
        pytest.param(
            FRONT, [{**HILL, "kind": "steep-hill"}], OLD, BASES, {**BASES, "cover": 1}, id="crest of a steep hill"
        ),
        pytest.param(FRONT, [TRENCH], OLD, BASES, {**BASES, "entrenchment": 2}, id="entrenchment"),
        pytest.param(
            FRONT, [{**TRENCH, "kind": "fieldworks"}], OLD, BASES, {**BASES, "fieldworks": 1}, id="fieldworks"
        ),
        pytest.param(FRONT, [FENCE, HILL, TRENCH], OLD, BASES, {**BASES, "entrenchment": 2}, id="only the best"),
        pytest.param(
            both(C1={"at": [22.5, 20.5]}),
            [],
            OLD,
            {"line-base-in-contact": 3},
            {"line-base-in-contact": 3},
            id="overlapping halves",
        ),
        pytest.param(
            both(C1={"at": [24.96, 20.5]}),
            [],
            OLD,
            {"line-base-in-contact": 1},
            {"line-base-in-contact": 1},
            id="at least one",
        ),
        pytest.param(both(C1={"at": [20.05, 20.5]}), [], OLD, BASES, BASES, id="0.05 inch is no contact: five still"),
        pytest.param(
            both(U1={"bases": 4}, C1={"at": [20, 20.5]}),
            [],
            OLD,
            {"line-base-in-contact": 4},
            BASES,
            id="an even strip",
        ),
        pytest.param(
            both(U1={"bases": 1}, C1={"at": [20.05, 20.5]}),
            [],
            OLD,
            {"line-base-in-contact": 1},
            {"line-base-in-contact": 1},
            id="a base that shares 0.05 is not in contact",
        ),
        pytest.param(
            both(U1={"bases": 1}, C1={"at": [20.06, 20.5]}),
            [],
            OLD,
            {"line-base-in-contact": 1},
            {"line-base-in-contact": 2},
            id="a base that shares more is",
        ),
        pytest.param(
            FRONT,
            [],
            {**OLD, "square": False},
            {"line-base-in-contact": 1},
            {"line-base-in-contact": 1},
            id="not squared up",
        ),
        pytest.param(
            both(C1={"type": "foot-artillery", "bases": 2}), [], {}, {"line-base-in-contact": 3}, {}, id="guns"
        ),
    ],
)
def test_each_modifier_alone(
    units: Mapping[str, Any],
    terrain: Sequence[Any],
    written: Mapping[str, Any],
    charger: Mapping[str, int],
    target: Mapping[str, int],
) -> None:
    assert of(units, terrain, **written) == (charger, target)


@pytest.mark.parametrize("name", [*tables.TABLES.melee, *tables.TABLES.best])
@pytest.mark.long
def test_the_cases_notice_a_modifier_that_is_missing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = melee.melee_modifiers
    monkeypatch.setattr(melee, "melee_modifiers", lambda *asked: tuple(mod for mod in whole(*asked) if mod[0] != name))
    assert any(failures for _, failures in cases.run_file(CASES))


@pytest.mark.parametrize("name", [*tables.TABLES.melee, *tables.TABLES.best])
@pytest.mark.long
def test_the_cases_notice_a_modifier_that_counts_one_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = melee.melee_modifiers
    monkeypatch.setattr(
        melee, "melee_modifiers", lambda *asked: tuple((key, n + (key == name)) for key, n in whole(*asked))
    )
    assert any(failures for _, failures in cases.run_file(CASES))


@pytest.mark.parametrize(
    ("die", "hits", "result"), [(2, {"C1": 3}, "less"), (3, {"C1": 2, "U1": 1}, "equal"), (4, {"C1": 1}, "more")]
)
def test_the_three_results(die: int, hits: Mapping[str, int], result: str) -> None:
    rest = {"less": [1, 1, 1], "equal": [1], "more": []}[result]
    found = fought(FRONT, [5, 4, 3, 3, die, *rest], **OLD)
    assert (found.one(MeleeResult).hits, found.one(MeleeResult).result) == (hits, result)
    assert found.state.units["C1"].bases == 5 - hits["C1"]


def test_a_winner_may_be_destroyed_by_its_own_hit_and_its_leader_flees_as_far_as_a_river() -> None:
    units = both(U1={"bases": 1}, UL={"type": "leader", "with": "U1"})
    found = fought(units, [4, 3, 3, 2, 3, 4, 2, 6, 5], [RIVER], **OLD)  # 7+1+1 to 5+1; difference 3
    assert [event.unit for event in found.all(Destroyed)] == ["U1"] and found.at("C1") == (20, 24.5)
    assert found.one(LeaderTested) == LeaderTested("UL", 2, False)
    assert (
        found.at("UL") == (20, 14.25)
        and found.state.units["UL"].facing == 1800
        and found.state.units["UL"].leads is None
    )


# retreats
def test_a_retreat_off_the_table_takes_unit_and_leader_out_of_the_game() -> None:
    units = {
        "U1": {"at": [20, 37], "facing": 0},
        "C1": {"at": [20, 37.5], "facing": 180},
        "CL": {"type": "leader", "with": "C1"},
    }
    found = fought(
        units, [6, 5, 2, 2, 5, 3, 1, 2], **OLD
    )  # 16 to 10: 5 less; retreat 4 leaves the table; U1 advances 2
    assert (found.one(Retreated).result, found.one(LeaderLost)) == ("table", LeaderLost("CL", "table"))
    assert not found.all(LeaderTested) and found.state.game.leaders_lost["cs"] == 1 and found.state.game.lost["cs"] == 5
    assert found.state.units["C1"].gone and found.at("U1") == (20, 39) and not found.state.game.melees


def test_a_retreat_to_the_very_edge_stays_in_the_game() -> None:
    units = {"U1": {"at": [20, 36], "facing": 0}, "C1": {"at": [20, 36.75], "facing": 180}}
    found = fought(units, [5, 4, 3, 3, 3, 3], **OLD)
    assert found.one(Retreated).result == "went" and found.at("C1") == (20, 39.75)


def test_who_is_struck_in_the_rear_flees_ahead_and_an_enemy_there_stops_him() -> None:
    found = fought({**REAR, "U2": {"at": [20, 24], "facing": 180}}, [4, 3, 3, 4, 3, 6], side="rear", **OLD)  # 7+3 to 7
    assert found.at("C1") == (20, 22.5) and found.state.units["C1"].facing == 0


@pytest.mark.parametrize(("die", "result", "y"), [(2, "held", 20), (6, "went", 14)])
def test_a_retreat_may_pass_the_winner_but_not_end_on_him(die: int, result: str, y: float) -> None:
    """Not squared up, the winner reaches behind the loser."""
    units = {"U1": {"at": [21.26, 18.16], "facing": 315}, "C1": {"at": [20, 20], "facing": 0}}
    found = fought(units, [4, 3, 3, 3, 3, die], side="right", square=False, **OLD)  # 7+2+1 to 6+1
    assert (found.one(Retreated).result, found.at("C1")) == (result, (20, y)) and apart(found.state) > -0.05


def test_a_leader_whose_unit_is_destroyed_is_lost_if_he_cannot_flee() -> None:
    units = {
        **FRONT,
        "U1": {**FRONT["U1"], "advance": "never"},
        "C1": {**FRONT["C1"], "bases": 2},
        "CL": {"type": "leader", "with": "C1"},
    }
    stuck = fought({**units, "U2": {"at": [20, 21.2], "facing": 180, "bases": 1}}, [6, 5, 2, 2, 4, 3, 1, 1], **OLD)
    assert stuck.one(LeaderLost) == LeaderLost("CL", "stuck") and stuck.state.game.leaders_lost["cs"] == 1
    through = fought({**units, "C2": {"at": [20, 21.2], "facing": 180}}, [6, 5, 2, 2, 4, 3, 1, 1], **OLD)
    assert through.at("CL") == (20, 22.5) and not through.all(LeaderLost)
    near = {key: {**facts, "at": [20, facts["at"][1] + 15]} if "at" in facts else facts for key, facts in units.items()}
    off = fought(near, [6, 5, 2, 2, 4, 3, 3, 4], **OLD)
    assert off.one(LeaderLost) == LeaderLost("CL", "table") and off.state.game.leaders_lost["cs"] == 1


def test_a_leader_goes_with_the_retreat_of_his_unit_and_stays_with_it() -> None:
    found = fought(
        {**FRONT, "CL": {"type": "leader", "with": "C1"}}, [5, 4, 3, 2, 3, 4, 5], **OLD
    )  # 14 to 5+5+1; equal; retreat 4
    assert found.at("CL") == found.at("C1") == (20, 24.5) and not found.all(LeaderLost)
    assert found.state.units["CL"].leads == "C1" and not found.state.units["CL"].gone


# advances
def winning(units: Mapping[str, Any], advance: int, terrain: Sequence[Any] = (), dice: Sequence[int] = ()) -> Outcome:
    """U1 destroys C1 (one base, not in the first round) and advances by so many inches."""
    return fought(
        {**FRONT, "C1": {**FRONT["C1"], "bases": 1}, **units}, [6, 6, 1, 1, 1, advance, *dice], terrain, **OLD
    )


def test_an_advance_rides_down_a_lone_leader() -> None:
    found = winning({"CL": {"type": "leader", "at": [21, 23], "facing": 0}}, 3)
    assert found.one(Captured) == Captured("CL", "U1") and found.at("U1") == (20, 23)


def test_cavalry_advances_up_to_a_building_but_not_into_contact_with_whom_it_shelters() -> None:
    barn = {**BARN, "shape": [[17, 22.5], [23, 22.5], [23, 25], [17, 25]]}
    held = winning(
        {"U1": {**FRONT["U1"], "type": "cavalry", "bases": 3}, "C2": {"at": [20, 22.9], "facing": 180}}, 4, [barn]
    )
    assert held.one(Advanced).contact is None and held.at("U1") == (20, 21.4)
    foot = winning({"C2": {"at": [20, 22.9], "facing": 180}}, 4, [barn], [3, 3, 3, 3, 6])
    assert foot.one(Advanced).contact == "C2" and foot.one(Contact).square and foot.at("U1") == (20, 22.4)


def test_an_advance_that_falls_short_of_the_next_enemy_stops_where_its_die_ends_or_an_inch_short() -> None:
    next_ = {"C2": {"at": [20, 25], "facing": 180}}
    assert winning(next_, 2).at("U1") == (20, 22)
    assert winning(next_, 4).at("U1") == (20, 23.5)
    farther = {"C2": {"at": [20, 26.5], "facing": 180}}
    assert winning(farther, 5).at("U1") == (20, 25) and winning(farther, 6, dice=[3, 3, 3, 3, 6]).at("U1") == (20, 26)


def test_nobody_advances_twice_in_a_player_turn_nor_out_of_another_melee() -> None:
    spent = both(U1={"advanced": True}, C1={"bases": 1})
    assert not fought(spent, [6, 6, 1, 1, 1], **OLD).all(Advanced)
    state = staged(
        {**FRONT, "C1": {**FRONT["C1"], "bases": 1}, "C2": {"at": [17.25, 20], "facing": 90}},
        (),
        "first-battle",
        melees=[{"charger": "U1", "target": "C1", **OLD}, {"charger": "C2", "target": "U1", **OLD}],
    )
    found = ordered(state, "U1 fight C1", [6, 6, 1, 1, 1])
    assert not found.all(Advanced) and not found.left and len(found.state.game.melees) == 1
