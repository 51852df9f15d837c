"""Theatres in pictures: each is all on its part, and those in which most has happened come with the map."""

from itertools import combinations

import pytest

from engine.contract import Event, replace
from engine.scenarios import reader
from engine.systems import baker
from engine.systems.baker.presentation.area_pieces import standing
from engine.systems.baker.presentation.theatres import LIVELY, lively
from engine.systems.baker.setup import start
from engine.systems.baker.state.battle_events import RoundBegan
from engine.systems.baker.state.events import Bought, Captured, Moved, Written
from engine.systems.baker.state.position import State
from maps.drawing import closeups
from maps.drawing.area_layers import pieces_within
from maps.drawing.labels import area_captions
from maps.drawing.units import badges
from maps.geometry.area_map import AreaMap
from maps.geometry.rectangles import Rect, overlap
from maps.scene.area_units import AreaName, Pile
from tests.maps.positions import opened
from tests.systems.baker.support.large_map import large_map


@pytest.fixture(scope="module")
def state() -> State:
    return large_map(0)


def moved(start: str, to: str) -> Moved:
    return Moved("russia", {"tank": 1}, start, to, (start, to))


def fought(area: str) -> Event:
    return RoundBegan(area, 1)


def within(box: Rect, other: Rect) -> bool:
    return other[0] <= box[0] and other[1] <= box[1] and box[2] <= other[2] and box[3] <= other[3]


def test_a_theatre_shows_all_its_lands_names_and_units(state: State) -> None:
    there = standing(state)
    parts = {part.title: part for part in baker.scene(state, ()).theatres}
    assert tuple(parts) == tuple(state.map.theatres)
    for name, areas in state.map.theatres.items():
        (x, y), (wide, high) = parts[name].at, parts[name].size
        window = (x - wide / 2 - 0.01, y - high / 2 - 0.01, x + wide / 2 + 0.01, y + high / 2 + 0.01)
        for one in there.placed:
            if one.area in areas:
                assert within(area_captions.box(one.name), window)
                assert one.pile is None or within(badges.box(one.pile), window)
        shapes = [
            room.region.shape for room in there.plan.rooms if room.region.id in areas and room.region.kind != "sea"
        ]
        assert all(within((*corner, *corner), window) for shape in shapes for corner in shape)


@pytest.mark.parametrize("stem", ["made up", "global-war"])
def test_a_theatre_cuts_no_name_nor_units_and_shows_both_of_an_area_or_none(stem: str) -> None:
    position = large_map(0) if stem == "made up" else start.start(reader.load(stem))
    scene = baker.scene(position, ())
    whole = {token.area: token for token in scene.area_pieces if isinstance(token, Pile)}
    left_out = 0
    for name, part in zip(position.map.theatres, scene.theatres, strict=True):
        (x, y), (wide, high) = part.at, part.size
        window = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        shown = [token for token in pieces_within(scene.area_pieces, window) if isinstance(token, AreaName | Pile)]
        names = {token.area: token for token in shown if isinstance(token, AreaName)}
        piles = {token.area: token for token in shown if isinstance(token, Pile)}
        assert all(within(area_captions.box(token), window) for token in names.values())
        assert all(within(badges.box(token), window) for token in piles.values())
        leads = [token.lead for token in shown if token.lead]
        assert all(within((*lead, *lead), window) for lead in leads)
        assert {area for area in names if area in whole} == set(piles)
        assert set(position.map.theatres[name]) <= set(names)
        left_out += sum(overlap(badges.box(token), window) for area, token in whole.items() if area not in piles)
    assert left_out, "or nothing was at an edge"


def test_the_theatres_in_which_most_has_happened_come_with_the_map(state: State) -> None:
    west, east, south, _ = state.map.theatres
    a, b, c = (state.map.theatres[name][0] for name in (west, east, south))
    assert lively(state, ()) == lively(state, (Bought("russia", {"tank": 1}, 5, 0),)) == ()
    assert lively(state, (moved(a, a),)) == (west,)
    assert lively(state, (fought(a), fought(b), fought(b))) == (east, west)
    assert len(lively(state, (fought(a), fought(b), fought(c)))) == LIVELY
    assert lively(state, (Written(a, "land", "russia", {}, start={"tank": 1}),)) == (west,), "other fields are no areas"
    scene = baker.scene(state, (Captured(b, "russia", "russia", a),))
    assert [part.title for part in scene.details] == list(lively(state, (Captured(b, "russia", "russia", a),)))
    assert f"Just captured: {b} by Russia." in {part.title: part.alt for part in scene.details}[east]


def test_what_belongs_to_two_theatres_counts_for_one_the_smaller_if_both_have_it_all(state: State) -> None:
    west, east, south, _ = state.map.theatres
    area = state.map.theatres[west][0]
    parts = {east: (*state.map.theatres[east], area), south: state.map.theatres[south], west: (area,)}
    shared = replace(state, map=AreaMap(state.map.known, parts))
    assert lively(shared, (fought(area),)) == (west,)
    assert lively(shared, (fought(area), fought(parts[east][0]))) == (east,)


@pytest.mark.long
def test_theatres_are_drawn_each_otherwise_and_large(state: State) -> None:
    scene = baker.scene(state, ())
    drawn = [closeups.draw_closeup(scene, part) for part in scene.theatres]
    assert all(one != other for one, other in combinations(drawn, 2))
    for part, data in zip(scene.theatres, drawn, strict=True):
        image = opened(data)
        assert max(image.size) <= 1000 and image.size[0] / part.size[0] > 1576 / scene.size[0]
