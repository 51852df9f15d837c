"""What a picture says about orders before they are given: drafts, reach and lines of sight."""

from collections.abc import Sequence

import pytest

from engine.contract import LineOfSight, Order
from engine.scenarios import reader
from engine.systems import forumini
from engine.systems.forumini import orders
from engine.systems.forumini.state.position import State
from maps.geometry.hex_points import hex_centre
from maps.scene.scene import Mark, Spot, Trail
from tests.systems.forumini.support.staged import HERE, check_known, staged


def drafted(seen: State, *given: Order) -> Sequence[Mark]:
    return forumini.draft_marks(seen, "allies", given)


def texts(found: Sequence[Mark], kind: str) -> list[str]:
    return [mark.text for mark in found if mark.kind == kind]


def test_draft_of_a_move_shows_path_rolls_and_who_may_fire() -> None:
    seen = staged(units={**HERE, "A2": {"at": "0911", "facing": "NE"}, "X4": {"at": "1008"}})
    found = drafted(seen, orders.Move("A2", ("0910", "0909", "0908"), "N"))
    (trail,) = [mark for mark in found if isinstance(mark, Trail) and mark.kind == "draft-move"]
    assert trail.points == tuple(map(hex_centre, ("0911", "0910", "0909", "0908")))
    assert texts(found, "needs") == ["3+"], "woods without their road"
    assert any(text.startswith("OW ") for text in texts(found, "risk")), "X2 watches 0808"
    assert [(mark.at, mark.text) for mark in found if isinstance(mark, Spot) and mark.kind == "ghost"] == [
        (hex_centre("0908"), "A2")
    ]
    assert [mark.text for mark in found if mark.kind == "way"] == ["N"]


def test_draft_of_attacks_shows_dice_and_defense() -> None:
    found = drafted(staged(), orders.Attack("A1", "X1"), orders.Attack("A6", "X4"), orders.Attack("A10", "X9"))
    assert texts(found, "draft-fire")[0] == "11 dice -1 vs front 5/9"
    assert any(" dice vs 4/" in text for text in texts(found, "note")), "in the same hex"


def test_drafts_of_everything_else() -> None:
    seen = staged()
    found = drafted(
        seen,
        orders.Watch("A9", "1006"),
        orders.Indirect("A10", "0607"),
        orders.Dirt("A4"),
        orders.Face("A1", "SE"),
        orders.Load("A5", "A3"),
        orders.Charge("A6", ("0809",), "X4"),
        orders.Clear("A9", "A11"),
        orders.Halt("A3"),
    )
    kinds = {mark.kind for mark in found}
    assert {"arc", "draft-watch", "indirect", "target", "way", "note"} <= kinds
    assert "A4 hit the dirt; A5 into A3" in texts(found, "note")
    bridge = forumini.start(reader.load("airborne-bridge"))
    drop = forumini.draft_marks(
        bridge, "allies", [orders.DropIn("A1", "0810", "SE"), orders.Deploy("A11", "0815", "N")]
    )
    assert sorted(texts(drop, "needs")) == ["1", "2", "3", "4", "5", "6"]
    one = next(mark for mark in drop if mark.kind == "needs" and mark.text == "1")
    assert isinstance(one, Spot) and one.at[0] > hex_centre("0810")[0] and one.at[1] > hex_centre("0810")[1], (
        "SE counts as 1"
    )
    assert texts(drop, "ghost") == ["A1", "A11"]


def test_drafts_of_anything_readable_are_drawn_without_complaint() -> None:
    seen = staged()
    for place in ("0101", "9999", "0000", "A2", "X1", "X12", ""):
        given: list[Order] = [
            orders.Move("A2", (place,)),
            orders.Move("A2", ("0910", place)),
            orders.Charge("A6", (place,), place),
            orders.Attack("A1", place),
            orders.Watch("A9", place),
            orders.Indirect("A10", place, place),
            orders.Clear("A9", place),
            orders.Load("A5", place),
            orders.Deploy("A12", place, "N", place),
            orders.DropIn("A4", place),
            orders.PlaceAircraft("A4", place, place),
            orders.Bomb("A4", place),
            orders.Strafe("A4"),
            orders.Watch("A9"),
            orders.Watch("A9", None, "off"),
            orders.Unload("A5"),
            orders.Deploy("A4"),
            orders.Attack("A1"),
            orders.Hold("A4"),
            orders.PassBy("A4"),
            orders.Enter("A4"),
            orders.Leave("A4"),
        ]
        found = (
            *forumini.draft_marks(seen, "allies", given),
            *forumini.draft_marks(seen, "axis", given),
            *forumini.draft_marks(seen, "", given),
        )
        check_known(found)


def test_reach_says_points_and_rolls() -> None:
    seen = staged(units={"A2": {"at": "0311", "facing": "N"}})
    reach = {mark.at: mark.text for mark in forumini.overlay(seen, "A2", "") if isinstance(mark, Spot)}
    assert reach[hex_centre("0312")] == "1"
    assert reach[hex_centre("0211")] == "2: 3+", "woods"
    assert forumini.overlay(seen, "A4", "") == ()


def sight(seen: State, start: str, end: str) -> LineOfSight:
    measured = forumini.measure(seen, start, end)
    assert measured and measured.sight
    return measured.sight


def test_sight_lines_say_what_blocks_them_and_cross_it_out() -> None:
    seen = staged(units={})
    by_hexes = sight(seen, "0513", "0808")
    assert not by_hexes.clear and by_hexes.by == ("0709", "0809") and "FA 8.4" in by_hexes.says
    crossed = {mark.at for mark in by_hexes.marks if isinstance(mark, Spot) and mark.kind == "crossed-out"}
    assert crossed == {hex_centre("0709"), hex_centre("0809")}
    by_side = sight(seen, "0501", "0509")
    assert by_side.by == ("0505/0506",) and "FA 8.7" in by_side.says
    assert [mark.kind for mark in by_side.marks if isinstance(mark, Trail)] == ["blocking-side", "sight-blocked"]
    clear = sight(seen, "0101", "0104")
    assert clear.clear and clear.by == () and clear.marks[-1].kind == "sight"
    assert sight(seen, "0101", "0102").clear and sight(seen, "0101", "0101").clear
    for wrong in ("", "9999", "Berlin"):
        with pytest.raises(ValueError, match="is not a hex"):
            sight(seen, wrong, "0101")


def test_with_a_target_the_armour_met_and_the_dice_are_shown() -> None:
    seen = staged(units={"A2": {"at": "0105", "facing": "N"}, "X1": {"at": "0102", "facing": "S"}})
    assert " vs front " in forumini.overlay(seen, "A2", "X1")[-1].text
    turned = staged(units={"A2": {"at": "0105", "facing": "N"}, "X1": {"at": "0102", "facing": "N"}})
    assert " vs rear " in forumini.overlay(turned, "A2", "X1")[-1].text
