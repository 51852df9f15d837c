"""Marks on pictures: events are drawn where they happened, drafts and overlays as far as the rules allow."""

from collections.abc import Sequence
from math import dist

import pytest

from engine import checking
from engine.contract import Event, Order, Tape, Turn, replace
from engine.systems import zones
from engine.systems.zones.orders import Shoot
from engine.systems.zones.presentation import draft_preview
from engine.systems.zones.rules.combat import targeting
from engine.systems.zones.state.position import State, side_units
from maps.drawing import closeups
from maps.drawing.marks.trail_styles import TRAIL_STYLES
from maps.scene import tabletop_layout
from maps.scene.scene import Mark, Shape, Spot, Trail
from maps.scene.tabletop_units import ModelUnit
from tests.maps.positions import opened
from tests.systems.zones.support.shipped_scenarios import ordered, staged


def drafted(state: State, side: str, text: str) -> tuple[Mark, ...]:
    orders: list[Order] = [
        verdict.line.order for verdict in checking.check(zones, state, side, text) if verdict.line.order
    ]
    return zones.draft_marks(zones.view(state, side), side, orders)


def trails(marks: Sequence[Mark], kind: str) -> list[Trail]:
    return [mark for mark in marks if isinstance(mark, Trail) and mark.kind == kind]


# what happened
def worked() -> tuple[State, list[Event]]:
    """The sample turn of the rulebook: the raiders' turn after the colonial one."""
    state, _ = ordered(staged(), "colonial", "C1 shoot R2; move N 3\nC2 move 14.25,12; hunker", [5, 2, 6, 5, 2, 3, 1])
    state = replace(state, active="raiders")
    return ordered(
        state,
        "raiders",
        "R1 move S 5; melee C2\nR2 shoot C1; move S 4",
        [4, 2, 3, 5, 4, 2, 4, 5, 1, 6, 3, 4, 6, 2, 1, 2, 2, 6, 4, 3, 5, 2],
    )


def test_attacks_are_drawn_where_they_were_made_with_hits_and_failed_saves() -> None:
    state, said = worked()
    scene = zones.scene(state, said)
    shots, wide = trails(scene.marks, "shot"), trails(scene.marks, "shot-wide")
    assert [mark.text for mark in shots] == ["1/1"] and len(wide) == 3
    assert shots[0].points[0][1] == pytest.approx(24 - 21 + 0.75, abs=0.02), "R2 moved only after it had shot"
    assert [mark.text for mark in trails(scene.marks, "blow") if mark.text] == ["5/3"]
    assert len(trails(scene.marks, "stride")) == 10 and "R1 fought C2: five hits, three not saved" in scene.alt
    assert all(mark.kind in TRAIL_STYLES for mark in scene.marks if isinstance(mark, Trail))
    (lancers,) = (piece for piece in scene.pieces if isinstance(piece, ModelUnit) and piece.id == "C2")
    assert (lancers.shock, lancers.status) == (3, ("hunkered",)) and lancers.discs[0].status == (
        "doomed",
        "moved",
        "acted",
    )


def test_the_fallen_are_crossed_out_where_they_stood_and_going_back_is_grey() -> None:
    state, said = worked()
    turn = Turn(state, Tape([3, 4, 5, 1]), zones.apply)
    zones.close(turn, "raiders")
    scene = zones.scene(turn.state, [*said, *turn.events])
    assert {(mark.at, mark.text) for mark in scene.marks if isinstance(mark, Spot) and mark.kind == "fallen"} == {
        ((3.0, 17.0), "1"),
        ((14.25, 12.0), "1"),
        ((2.0, 7.0), "1"),
    }
    assert [mark.points[0] for mark in trails(scene.marks, "went-back")] == [(16.25, 12.0), (18.25, 12.0)]
    before = zones.scene(state, said)
    assert trails(scene.marks, "shot") == trails(before.marks, "shot") and trails(scene.marks, "blow") == trails(
        before.marks, "blow"
    )


def test_who_has_come_is_ringed() -> None:
    state = staged("three-wadis", turn=2)
    after, said = ordered(state, "colonial", "C4 ambush 14,18 block")
    rings = {
        piece.id for piece in zones.scene(after, said).pieces if isinstance(piece, ModelUnit) and piece.discs[0].ring
    }
    assert rings == {"C4"} and not [
        p for p in zones.scene(after, ()).pieces if isinstance(p, ModelUnit) and p.discs[0].ring
    ]


def test_a_melee_on_a_large_table_is_seen_from_nearby() -> None:
    state = staged("three-wadis", units={"R1": {"at": "14,7"}})
    after, said = ordered(state, "colonial", "C1.1 melee R1.1", [1])
    (detail,) = zones.scene(after, said).details
    assert detail.title == "C1 First Section against R1 Salt Band"
    (data,) = closeups.draw_closeups(zones.scene(after, said))
    assert max(opened(data).size) <= 1000
    assert not zones.scene(*worked()).details


# drafts
def test_a_move_shows_its_cost_and_red_where_it_is_too_dear() -> None:
    marks = drafted(staged(), "colonial", "C2 move 14.25,12")
    assert [mark.text for mark in trails(marks, "draft-stride")] == ['9.17"', '10.19 of 12"', ""]
    assert len([mark for mark in marks if isinstance(mark, Shape) and mark.kind == "stand"]) == 3
    far = drafted(staged(), "colonial", "C2 move 16,17")
    assert not trails(far, "draft-stride") and trails(far, "draft-stride-far")[0].text == '16.5 of 12"'


def test_a_draft_follows_its_own_orders() -> None:
    """The shot is drawn from where the move ends, and its chance knows of it."""
    still, moved = (drafted(staged(), "colonial", f"{before}C1.1 shoot R2.1") for before in ("", "C1.1 move N 1; "))
    (one,), (other,) = (trails(marks, "draft-aim") for marks in (still, moved))
    assert one.points[0][1] - other.points[0][1] == pytest.approx(1, abs=0.01)
    assert (one.text, other.text) == ("22% to wound", "11% to wound")


@pytest.mark.parametrize(
    ("attacks", "bonus", "save", "chance"), [(1, 2, 2, 22), (2, 2, 2, 40), (1, 0, 2, 0), (1, 7, 0, 100), (4, 3, 6, 0)]
)
def test_a_chance_is_counted_over_all_faces(attacks: int, bonus: int, save: int, chance: int) -> None:
    """Hits on so many of six faces, saves on so many of six; one wound or more of so many attacks."""
    state = staged()
    rifle = replace(state.weapons["rifle"], attacks=attacks)
    (aim,) = targeting.aims(state, Shoot("C1", "R2", None, (1, 1), (1, 1)))
    aim = replace(aim, skill=bonus, mods=(), toughness=save, armour=0)
    assert (
        draft_preview.percent(
            draft_preview.wound_chance(replace(state, weapons={**state.weapons, "rifle": rifle}), aim)
        )
        == f"{chance}%"
    )


def test_an_entry_shows_where_nobody_may_stand() -> None:
    state = staged("three-wadis", turn=2)
    marks = drafted(state, "colonial", "C4 ambush 13,25 block")
    assert len([mark for mark in marks if isinstance(mark, Shape) and mark.kind == "stand"]) == 3
    rims = [point for mark in trails(marks, "forbidden") for point in mark.points]
    foes = [
        tabletop_layout.hundredths_on_picture(state, model.at)
        for unit in side_units(state, "raiders")
        for model in unit.models
    ]
    assert rims and all(
        min(dist(point, at) for at in foes) == pytest.approx(6, abs=0.05) for point in rims if point[1] > 0
    )


# studies
def test_a_reach_ends_where_the_allowance_does() -> None:
    """ZC 6.2: C1.3 stands at 6,4; straight north it has 5 inches in the open and two thirds of an inch in the grove."""
    rims = [point for mark in trails(zones.overlay(staged(), "C1", ""), "rim-reach") for point in mark.points]
    north = [y for x, y in rims if abs(x - 6) < 0.2 and y < 20]
    assert north and min(north) == pytest.approx(24 - 9.67, abs=0.06)
    assert all(x >= 0.49 and y <= 23.51 for x, y in rims), "the base stays on the table"


def test_ranges_and_lines_to_all_enemies_are_drawn() -> None:
    marks = zones.overlay(staged(), "C1", "")
    texts = {
        kind: [mark.text for mark in trails(marks, kind) if mark.text]
        for kind in ("rim-close", "rim-half", "rim-range", "sight")
    }
    assert (
        texts["rim-close"] == ['melee 6"']
        and texts["rim-half"] == ['half 12"']
        and texts["rim-range"] in ([], ['rifle 24"'])
    )
    assert texts["sight"] == ['17.7"', '17.0"'], "both enemy units are seen"
    assert not trails(zones.overlay(staged(units={"C1": {"shaken": True}}), "C1", ""), "rim-reach")


def test_a_line_to_a_target_shows_its_stretches() -> None:
    marks = zones.overlay(staged(), "C1", "R2")
    (line,) = trails(marks, "sight")
    assert line.text.startswith("17") and [mark.text for mark in trails(marks, "stretch-sparse")] == ['5"']
    hidden = zones.overlay(
        staged(
            units={
                "R1": {"at": "11,20", "models": {str(n): {"gone": True} for n in range(2, 7)}},
                "C2": {"at": "13,4", "models": {"2": {"gone": True}, "3": {"gone": True}}},
            }
        ),
        "C2",
        "R1",
    )
    assert trails(hidden, "sight-blocked") and trails(hidden, "stretch-dense")
    assert [mark.kind for mark in hidden if isinstance(mark, Shape)] == ["blocking"]
    assert not zones.overlay(staged("three-wadis"), "C4", "")
