"""Movement beyond the rulebook's cases: points, rolls, riders, what ends a movement, fire on the way."""

from typing import Any

import pytest

from engine import checking
from engine.systems import forumini
from engine.systems.forumini.rules.combat.defensive_fire import firers_by_standing_order
from engine.systems.forumini.rules.movement.pathfinding import reachable_hexes
from engine.systems.forumini.state import events as happened
from tests.systems.forumini.support.movement_board import of, ordered, refused, staged, unit

# points


def test_minimum_movement_asks_all_points_and_the_movement_phase() -> None:
    """FA 6.9, with the road bonus before it: no point is spent then."""
    state = staged(
        B1=unit("crawler", "0706"), B2=unit("tank", "0506", pinned=True, damaged=True), B3=unit("crawler", "0605")
    )
    after, events = ordered(state, "B1 move 0806\nB3 move 0706\nB2 move 0505")
    assert [event.cost for event in of(happened.Moved, events)] == [1, 1, 1]
    assert [after.units[key].mp for key in ("B1", "B2", "B3")] == [0, 0, 0]
    assert refused(staged("f-assault", B3=unit("crawler", "0605")), "B3 move 0706") == (
        "too-far",
        "B3 has 1 Movement Point; 0706 needs 2",
    )


def test_the_road_bonus_is_taken_once_in_a_phase_also_with_no_points_left() -> None:
    """FA 6.8"""
    state, _ = ordered(staged(B1=unit("crawler", "0108")), "B1 move 0107")
    state, events = ordered(state, "B1 move 0207")
    assert of(happened.Moved, events)[0].road and state.units["B1"].mp == 0
    assert refused(state, "B1 move 0307") == ("too-far", "B1 has 0 Movement Points left; 0307 needs 1")


def test_barbed_wire_ends_the_movement_of_soldiers_alone() -> None:
    """FA 16.3"""
    state = staged(O1=unit("barbed-wire", "0402", "red"), B1=unit("runner", "0302"), B2=unit("tank", "0502"))
    code, says = refused(state, "B1 move 0402 0403")
    assert code == "too-far" and "O1" in says
    assert reachable_hexes(state, state.units["B1"]).ways["0403"].path == ("0303", "0403")
    after, events = ordered(state, "B1 move 0402")
    assert (after.units["B1"].mp, of(happened.Moved, events)[0].left) == (0, 0)
    assert refused(after, "B1 move 0403")[0] == "too-far"
    assert ordered(state, "B2 move 0402 0302")[0].units["B2"].at == "0302"
    later = staged("f-assault", O1=unit("barbed-wire", "0402", "red"), B1=unit("runner", "0402"))
    assert ordered(later, "B1 move 0403")[0].units["B1"].mp == 2


# rolls


@pytest.mark.parametrize(
    ("kind", "environment", "die", "passed"),
    [
        ("tank", "none", 3, True),
        ("tank", "mud", 3, False),
        ("tank", "mud", 4, True),
        ("rugged", "none", 2, True),
        ("rugged", "mud", 2, False),
    ],
)
def test_environment_and_abilities_change_movement_rolls(kind: str, environment: str, die: int, passed: bool) -> None:
    """FA 2.6, 19.1"""
    state, events = ordered(staged(setup={"environment": environment}, B1=unit(kind, "0302")), "B1 move 0202", [die])
    (rolled,) = of(happened.MovementRolled, events)
    assert (rolled.passed, rolled.need, state.units["B1"].at) == (passed, 3, "0202" if passed else "0302")
    assert dict(rolled.mods) == {
        **({"mud": -1} if environment == "mud" else {}),
        **({"rugged": 1} if kind == "rugged" else {}),
    }


def test_a_unit_that_tries_to_move_loses_its_counters_and_overwatch_but_stays_in_its_pillbox() -> None:
    """FA 6.15, 6.16, 12.15"""
    state = staged(
        P1=unit("pillbox", "0901"),
        B1=unit("rifle", "0901", in_pillbox=True, hit_the_dirt=True, overwatch="0801"),
        B2=unit("tank", "0302", hull_down=True, overwatch="0301"),
    )
    after, events = ordered(state, "B1 move 0902\nB2 move 0202", [1, 1])
    assert [event.why for event in of(happened.OverwatchEnded, events)] == ["moved", "moved"]
    assert [event.counter for event in of(happened.CounterLost, events)] == ["hit_the_dirt", "hull_down"]
    assert after.units["B1"].in_pillbox and after.units["B1"].at == "0901" and after.units["B2"].facing == "SW"
    after, events = ordered(state, "B1 move 0801")
    assert not after.units["B1"].in_pillbox and of(happened.PillboxLeft, events)[0].why == "moved"


# stops


def full(at: str) -> dict[str, Any]:
    return {f"B{n}{at}": unit("rifle", at) for n in (7, 8, 9)}


def test_a_failed_roll_in_a_full_hex_sends_the_unit_back_with_its_riders() -> None:
    """FA 7.2, 6.12"""
    state = staged(B1=unit("lorry", "0303"), B2=unit("rifle", "0303", aboard="B1"), **full("0302"))
    after, events = ordered(state, "B1 move 0302 0202", [2])
    stopped, retraced = of(happened.Stopped, events)[0], of(happened.Retraced, events)[0]
    assert (stopped.at, stopped.why, stopped.facing, retraced.path) == ("0302", "roll", "SW", ("0303",))
    assert (after.units["B1"].at, after.units["B2"].at, after.units["B1"].acted, after.game.moving) == (
        "0303",
        "0303",
        "moved",
        None,
    )


def test_going_back_continues_past_every_full_hex_and_triggers_nothing() -> None:
    """FA 7.2: mines in the last of three full hexes; those in the first attack on the way there and not on the way
    back.
    """
    state = staged(
        O1=unit("minefield", "0304", "red"),
        O2=unit("minefield", "0302"),
        B1=unit("bike", "0301"),
        **full("0303"),
        **full("0304"),
        **full("0302"),
    )
    after, events = ordered(state, "B1 move 0302 0303 0304 0305", [1, 1, 1, 1, 1, 1, 4, 4, 1, 1, 1, 1])
    assert of(happened.Retraced, events)[0].path == ("0303", "0302", "0301")
    assert (after.units["B1"].at, after.units["B1"].hits, of(happened.Stopped, events)[0].why) == ("0301", 1, "mines")
    assert len(of(happened.MineAttacked, events)) == 2


def test_mines_spare_engineers_and_riders_and_fire_follows_a_miss() -> None:
    """FA 16.2, 16.8"""
    state = staged(
        O1=unit("minefield", "0303", "red"),
        B1=unit("sapper", "0302"),
        B2=unit("lorry", "0403", facing="N"),
        B3=unit("rifle", "0403", aboard="B2"),
        R1=unit("strong", "0304", "red"),
    )
    after, events = ordered(state, "B1 move 0303\nB2 move 0303", [1, 1, 1, 1, 1, 1, 4, 4, 4, 1, 1, 1])
    assert [
        type(event).__name__ for event in events if isinstance(event, (happened.MineAttacked, happened.DefensiveFired))
    ] == ["MineAttacked", "DefensiveFired"]
    assert (after.units["B1"].hits, after.units["B2"].hits, after.units["B3"].hits, after.units["B3"].at) == (
        0,
        1,
        0,
        "0303",
    )


def test_wait_drops_the_rest_of_the_path_and_the_facing_but_only_where_the_unit_fits() -> None:
    """FA 22.1"""
    state = staged(B1=unit("tank", "0405"), R1=unit("strong", "0306", "red"))
    state, _ = ordered(state, "standing B1 under-fire wait")
    after, events = ordered(state, "B1 move 0406 face S", [1, 1, 1, 1, 1, 1])
    assert of(happened.Stopped, events)[0].why == "waits" and not of(happened.Turned, events)
    assert (after.units["B1"].facing, after.units["B1"].acted, after.game.moving) == ("S", "moving", "B1")
    after, _ = ordered(after, "B1 face NE")
    assert after.units["B1"].acted == "moved"
    crowded = staged(B1=unit("runner", "0405"), R1=unit("rifle", "0306", "red"), **full("0406"))
    crowded, _ = ordered(crowded, "standing all under-fire wait")
    after, events = ordered(crowded, "B1 move 0406 0407", [1, 1, 1, 1])
    assert after.units["B1"].at == "0407" and not of(happened.Stopped, events)


def test_a_charge_runs_on_under_fire_and_is_lost_when_it_is_stopped() -> None:
    """FA 19.1, 22.1"""
    state = staged(
        "f-assault", B1=unit("lancer", "0405"), R1=unit("rifle", "0306", "red"), R2=unit("rifle", "0407", "red")
    )
    state, _ = ordered(state, "standing B1 under-fire wait")
    after, events = ordered(state, "B1 charge 0406 0407 R2", [1, 1, 1, 1, *[1] * 4, 4, 4, 1, 1, 1, 1])
    assert [type(event) for event in events if isinstance(event, (happened.Charged, happened.Attacked))] == [
        happened.Charged,
        happened.Attacked,
    ]
    assert (after.units["B1"].acted, after.units["R2"].hits) == ("attacked", 1)
    after, events = ordered(state, "B1 charge 0406 0407 R2", [4, 4, 1, 1])
    assert (after.units["B1"].at, after.units["B1"].acted) == ("0406", "moved") and not of(happened.Charged, events)
    assert refused(state, "B1 charge 0406 R2")[0] == "out-of-range"


def test_another_units_act_ends_a_movement_and_words_do_not() -> None:
    """FA 6.3, 21.3"""
    state = staged(B1=unit("runner", "0405"), B2=unit("rifle", "0305", overwatch="0304"), B3=unit("rifle", "0105"))
    moved, _ = ordered(state, "B1 move 0406")
    still, _ = ordered(moved, "standing all fire never\nB2 overwatch off\nB2 move 0909")
    assert still.game.moving == "B1" and still.units["B1"].acted == "moving"
    assert not of(happened.MoveEnded, ordered(moved, "B1 move 0407")[1]), "it goes on by itself"
    for act in ("B3 dirt", "B3 overwatch 0104", "B3 move 0104"):
        after, events = ordered(moved, act)
        assert of(happened.MoveEnded, events)[0].unit == "B1" and after.units["B1"].acted == "moved"


# fire


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("strongest", ["R2", "R3", "R1"]),
        ("weakest", ["R3", "R1", "R2"]),
        ("nearest", ["R3", "R2", "R1"]),
        ("R1 R3", ["R1", "R3", "R2"]),
    ],
)
def test_fire_order(words: str, order: list[str]) -> None:
    """FA 22.1: most dice, fewest dice, least range; ties: nearer (for nearest: more dice), then scenario order."""
    state = staged(
        B1=unit("runner", "0305"),
        R1=unit("rifle", "0203", "red", overwatch="0304"),
        R2=unit("strong", "0204", "red"),
        R3=unit("rifle", "0304", "red"),
    )
    state, _ = ordered(state, f"standing all fire-order {words}", side="red")
    moved = forumini.apply(state, happened.Moved("B1", "0305", "0304", 1, 2, False))
    assert [firer.unit.id for firer in firers_by_standing_order(moved, moved.units["B1"], "0305")] == order


def test_a_preview_expects_fire_that_it_cannot_know_of() -> None:
    """FA 23.1: the enemy's standing orders are hidden: the result of a step under its guns is provisional, whatever
    one's own standing orders are.
    """
    state = staged(B1=unit("tank", "0405"), R1=unit("weak", "0306", "red"))
    verdicts = checking.check(forumini, state, "blue", "B1 move 0406\nB1 face N")
    assert [verdict.doubt for verdict in verdicts] == [False, True]
    assert ordered(state, "B1 move 0406\nB1 face N")[0].units["B1"].facing == "N"


def test_a_unit_that_moved_with_a_weapon_to_set_up_does_not_fire_defensively() -> None:
    """FA 19.1"""
    state = staged(B1=unit("runner", "0405"), R1=unit("mg-42-team", "0306", "red", moved_b=True))
    assert [type(event) for event in ordered(state, "B1 move 0406")[1]] == [happened.Moved]
