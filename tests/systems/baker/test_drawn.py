"""Pictures of Baker on request: single battles, previews of drafts, the reach of an area, the chart of odds."""

from collections.abc import Iterator, Sequence

import pytest
from PIL import ImageStat

from engine import checking
from engine.contract import Event, Order, Tape, Turn
from engine.lookups import odds, odds_chart
from engine.scenarios import open_battles, reader
from engine.systems import baker
from engine.systems.baker.state.battle_events import Landed
from engine.systems.baker.state.position import State, counts
from engine.systems.baker.tables import COMBAT
from maps.drawing import chart
from maps.drawing.units import badges
from maps.scene import chart as chart_data
from maps.scene.area_units import Badge, Caption, CasualtyLine, Pile
from maps.scene.scene import Mark, Scene, Spot, Trail
from tests.maps.positions import opened
from tests.systems.baker.support.campaigns import campaign
from tests.systems.baker.test_picture import ASSAULT, trails


# a single battle
def single(name: str) -> State:
    return baker.start(reader.load(reader.find_shipped(name)))


def after_a_round(state: State, dice: Sequence[int]) -> tuple[State, list[Event]]:
    turn = Turn(state, Tape(dice), baker.apply)
    for side in state.powers:
        baker.close(turn, side)
    return turn.state, turn.events


def shown(scene: Scene) -> Iterator[tuple[int, Badge]]:
    for token in scene.area_pieces:
        if isinstance(token, Pile):
            yield from ((row.side, badge) for row in token.rows for badge in row.badges)


@pytest.mark.parametrize("name", ["open-field", "convoy-fight", "grey-beach"])
def test_both_lines_of_a_battle_face_each_other(name: str) -> None:
    state = single(name)
    scene = baker.scene(state, ())
    (rule,) = (token for token in scene.area_pieces if isinstance(token, CasualtyLine))
    for token in scene.area_pieces:
        if isinstance(token, Pile):
            left, top, right, bottom = badges.box(token)
            assert (right < rule.ends[0][0]) if token.rows[0].side == 0 else (left > rule.ends[0][0])
            assert left >= 0 and right <= scene.size[0] and top >= 0 and bottom <= scene.size[1]
    for nth, power in enumerate(state.powers):
        units = sum(counts(state, area, power).get(kind, 0) for area in state.areas for kind in COMBAT)
        assert sum(badge.count for side, badge in shown(scene) if side == nth) == units


@pytest.mark.long
def test_losses_of_the_last_round_are_crossed_out_and_troops_told_by_how_they_came() -> None:
    state, events = after_a_round(single("grey-beach"), (2, 4, 2, 5, 6, 3, 6, 6, 6, 6, 1, 1))
    scene = baker.scene(state, events)
    assert {token.text for token in scene.area_pieces if isinstance(token, Caption)} == {
        "Ships off the beach",
        "Landed",
        "Overland",
        "In the air",
        "Lost in round 1",
    }
    assert any(isinstance(event, Landed) for event in events)
    lost = {(side, badge.kind): badge.count for side, badge in shown(scene) if badge.manner == "lost"}
    assert lost == {(0, "infantry"): 4, (1, "infantry"): 2}
    assert scene.title.moment == "Amphibious assault · round 2 is next" and "lost 12 IPCs" in scene.title.notes[0].facts
    assert not [badge for _, badge in shown(baker.scene(state, ())) if badge.manner == "lost"]


def test_a_unit_that_is_left_alone_is_one_unit() -> None:
    state, events = after_a_round(baker.start(open_battles.open_battle("land: 2 inf vs 2 inf")), (1, 6, 6, 6))
    assert baker.scene(state, events).title.notes[1].facts[:2] == ("defends", "1 unit left, 3 IPCs")


def test_huge_battles_find_room() -> None:
    words = (
        "amphibious: 60 inf, 9 art, 12 tank, 51 trn, 3 battleship, 2 carrier, 8 ftr, 4 bmb + 40 inf, 9 art, 9 "
        "tank overland"
        " vs 99 inf, 20 art, 15 tank, 9 ftr, 3 bmb, 2 aa"
    )
    scene = baker.scene(baker.start(open_battles.open_battle(words)), ())
    bottoms = [badges.box(token)[3] for token in scene.area_pieces if isinstance(token, Pile)]
    assert max(bottoms) <= scene.size[1]


# drafts and reach
def drafted(state: State, side: str, text: str) -> tuple[Mark, ...]:
    orders: list[Order] = [
        verdict.line.order for verdict in checking.check(baker, state, side, text) if verdict.line.order
    ]
    return baker.draft_marks(baker.view(state, side), side, orders)


@pytest.mark.long
def test_a_draft_shows_ways_units_and_the_odds_of_its_battles() -> None:
    state = campaign("two-shores", "azure")
    marks = drafted(state, "azure", ASSAULT)
    *units, odds_ = sorted(mark.text for mark in marks if isinstance(mark, Spot))
    assert units == ["1 ftr", "2 inf", "3 inf 1 art"] and odds_.startswith("wins ") and odds_.endswith("%")
    assert len(trails(marks, "draft-sortie")) == 3


def test_a_draft_shows_what_is_bought_beside_the_capital() -> None:
    (sign,) = drafted(campaign("two-shores", "azure", "purchase"), "azure", "buy 2 infantry, 1 tank")
    assert isinstance(sign, Spot) and sign.text == "buys 2 inf 1 tank, 1 left"
    assert not drafted(single("open-field"), "red", "retreat when attackers < 2")


def test_the_reach_of_an_area_is_told_in_steps() -> None:
    state = campaign("two-shores", "azure")
    marks = {mark.text: mark.kind for mark in baker.overlay(state, "Harbour", "") if isinstance(mark, Spot)}
    assert "1 ✈1" in marks and any(text.startswith("✈") for text in marks)
    (way,) = trails(baker.overlay(state, "Ridge", "Marsh"), "draft-sortie")
    assert way.text == "1"
    assert [mark.kind for mark in baker.overlay(state, "Ridge", "Dale") if isinstance(mark, Trail)] == ["sight-blocked"]
    assert not baker.overlay(state, "sz2", "") and not baker.overlay(single("open-field"), "Field", "")


# the odds
def promised(words: str, orders: str = "") -> chart_data.Chart:
    return odds_chart.chart(odds.odds_of_open_battle(words, orders, ask=odds.Sampling(100)))


@pytest.mark.long
def test_the_chart_tells_what_the_odds_say() -> None:
    found = promised("land: 6 inf 2 art 1 ftr vs 5 inf 1 tank")
    assert [(share.end, share.figure, share.range) for share in found.shares] == [
        ("won", "92.8%", ""),
        ("draw", "0.6%", ""),
        ("lost", "6.6%", ""),
    ]
    assert [column.left for column in found.columns] == [*map(str, range(9, 0, -1)), "draw", *map(str, range(1, 7))]
    assert sum(column.share for column in found.columns) == pytest.approx(1)
    assert found.lines[0].left == "2.67 infantry, 1.61 artillery, 0.93 fighter" and found.note.startswith("Exact")


def test_a_sample_states_its_interval_and_large_battles_find_room() -> None:
    found = promised("land: 30 inf 10 tank 4 ftr vs 38 inf 3 art 2 ftr")
    assert len(found.columns) <= chart.FEW and sum(column.share for column in found.columns) == pytest.approx(1)
    assert all(share.range for share in found.shares) and "±" in found.swing and "100 simulated battles" in found.note


def test_the_chart_is_a_picture_whose_ends_are_told_apart_without_colour() -> None:
    found = promised("land: 4 tank vs 4 inf", "retreat when attackers < 2")
    assert {share.end for share in found.shares} >= {"won", "lost", "retreated"}
    data = chart.draw_chart(found)
    image = opened(data).convert("L")
    assert image.size == (chart.WIDE, chart.HIGH) and len(data) < 200_000
    top, spreads = chart.TOP + chart.BAR // 2, list[float]()
    left = float(chart.MARGIN)
    for share in found.shares:
        wide = (chart.WIDE - 2 * chart.MARGIN) * share.share
        if wide > 40:
            part = image.crop((int(left + 4), top - 28, int(left + min(wide, 24)), top + 28))
            spreads.append(round(ImageStat.Stat(part).stddev[0], 1))
        left += wide
    assert len(set(spreads)) == len(spreads) > 1
