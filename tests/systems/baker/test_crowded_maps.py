"""Whatever stands where on the shipped area maps: every name and pile is on its own ground or a lead goes to it, and
none covers another.
"""

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point as Place
from shapely import box, prepare
from shapely.geometry.base import BaseGeometry

from engine.contract import replace
from engine.scenarios import reader
from engine.systems.baker.presentation.area_layout import plan
from engine.systems.baker.presentation.area_pieces import standing
from engine.systems.baker.setup import start
from engine.systems.baker.state.position import Area, Battle, State
from engine.systems.baker.tables import AIR, LAND, NAVAL
from maps.drawing.labels.label_raster import FINE, square
from maps.drawing.units import badges
from maps.geometry.rectangles import overlap
from tests.support.sampling import THOROUGH, share
from tests.systems.baker.support.campaigns import game
from tests.systems.baker.test_area_map import NEAR, grounds, spots


def shaped_maps() -> list[str]:
    """The shipped maps whose areas all have a shape."""
    return [
        stem
        for stem, file in reader.shipped().items()
        if file.parent.name == "baker"
        and (areas := reader.load(stem).areas)
        and all(area.shape for area in areas.known.values())
    ]


TRIED = shaped_maps() if THOROUGH else ["normandy"]

FAR = 8
"""How far from an area those who fight there may be at the most, in heights of a row, on maps that are full."""
ROOMY = 5
"""How many times as large as a battle its land is that it must not leave."""


@cache
def first_position(stem: str) -> State:
    return start.start(reader.load(stem))


@cache
def own_grounds(stem: str) -> dict[str, BaseGeometry]:
    """The ground of each area and a little more, as far as a box may reach over a border."""
    state = first_position(stem)
    near = NEAR * plan(state).row / FINE
    found: dict[str, BaseGeometry] = {area: ground.buffer(near) for area, ground in grounds(state).items()}
    for ground in found.values():
        prepare(ground)
    return found


@st.composite
def positions(draw: st.DrawFn, stem: str) -> State:
    """The map with stacks of any powers in up to two thirds of its areas, up to three kinds of units of a power."""
    state = first_position(stem)
    free = [area for area in state.areas if area not in state.setup.neutral]
    areas = {area: replace(state.areas[area], units={}, cargo={}) for area in state.areas}
    taken = draw(st.integers(0, len(free) * 2 // 3))
    for area in draw(st.lists(st.sampled_from(free), min_size=taken, max_size=taken, unique=True)):
        kinds = (*LAND, *AIR) if state.map.known[area].kind == "land" else (*NAVAL, "fighter")
        counts = st.dictionaries(st.sampled_from(kinds), st.integers(1, 30), min_size=1, max_size=3)
        stacks = draw(st.dictionaries(st.sampled_from(tuple(state.powers)), counts, min_size=1, max_size=2))
        areas[area] = Area(state.areas[area].owner, stacks)
    return replace(state, areas=areas)


@pytest.mark.parametrize("stem", TRIED)
def test_every_name_and_pile_has_its_place(stem: str) -> None:
    @settings(max_examples=share(30, 5), deadline=None)
    @given(positions(stem))
    def check(state: State) -> None:
        known, found = own_grounds(stem), list(spots(state))
        for area, rect, lead in found:
            assert known[area].contains(box(*rect) if lead is None else Place(lead)), area
        inner = [(area, (a + 0.01, b + 0.01, c - 0.01, d - 0.01)) for area, (a, b, c, d), _ in found]
        assert not [(one, other) for (one, a), (other, b) in combinations(inner, 2) if overlap(a, b)]
        ends = [(area, lead) for area, _, lead in found if lead]
        assert not [(one, other) for one, (x, y) in ends for other, (a, b, c, d) in inner if a < x < c and b < y < d]
        locks = [square(lock.at, lock.size - 0.01) for lock in standing(state).locks]
        assert not [area for area, rect in inner for lock in locks if overlap(rect, lock)]

    check()


@st.composite
def fights(draw: st.DrawFn, stem: str) -> State:
    """One such map in which they fight in up to six of the areas where two powers are; elsewhere there is one power."""
    state = draw(positions(stem))
    both = [area for area, ground in state.areas.items() if len(ground.units) == 2]
    fought = draw(st.lists(st.sampled_from(both), max_size=6, unique=True)) if both else []
    areas = {
        area: ground if area in fought else replace(ground, units=dict(tuple(ground.units.items())[:1]))
        for area, ground in state.areas.items()
    }
    battles = tuple(
        Battle(area, "land" if state.map.known[area].kind == "land" else "naval", next(iter(areas[area].units)))
        for area in fought
    )
    return game(replace(state, areas=areas), battles=battles)


@pytest.mark.parametrize("stem", TRIED)
def test_those_who_fight_are_in_the_area_that_is_attacked_or_led_to_it(stem: str) -> None:
    state = first_position(stem)
    ground, row, known = grounds(state), plan(state).row, own_grounds(stem)

    @settings(max_examples=share(30, 5), deadline=None)
    @given(fights(stem))
    def check(state: State) -> None:
        for one in standing(state).placed:
            if one.pile and one.pile.burst:
                place, lead = box(*badges.box(one.pile)), one.pile.lead or one.name.lead
                assert known[one.area].contains(place) or (lead and ground[one.area].distance(place) < FAR * row), one

    check()


@pytest.mark.parametrize("stem", TRIED)
def test_a_small_battle_is_in_its_land_or_touches_it(stem: str) -> None:
    """Two sides of one kind of unit each, in every area in turn, all others empty."""
    state = first_position(stem)
    ground, row, (one, other) = grounds(state), plan(state).row, tuple(state.powers)[:2]
    bare = {area: replace(held, units={}, cargo={}) for area, held in state.areas.items()}
    for area in state.areas:
        land = state.map.known[area].kind == "land"
        kind = "infantry" if land else "submarine"
        areas = {**bare, area: Area(state.areas[area].owner, {one: {kind: 2}, other: {kind: 3}})}
        battle = Battle(area, "land" if land else "naval", other, 1)
        (pile,) = [at.pile for at in standing(game(replace(state, areas=areas), battles=(battle,))).placed if at.pile]
        place = box(*badges.box(pile))
        assert ground[area].distance(place) < row, area
        if ground[area].area > ROOMY * place.area:
            assert not land or ground[area].intersection(place).area > place.area / 2, area
