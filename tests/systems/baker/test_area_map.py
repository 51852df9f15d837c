"""Area maps: every name and every pile of units is in its area or led to it, and nothing hides anything else."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import pytest
from shapely import Point as Place
from shapely import Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from engine.systems import baker
from engine.systems.baker.presentation.area_layout import plan
from engine.systems.baker.presentation.area_pieces import standing
from engine.systems.baker.state.position import State
from maps.drawing import background
from maps.drawing.labels import area_captions
from maps.drawing.labels.label_raster import FINE
from maps.drawing.units import badges
from maps.geometry.rectangles import Rect, overlap
from tests.systems.baker.support.campaigns import campaign
from tests.systems.baker.support.large_map import large_map
from tests.systems.baker.test_picture import crowd

CLOSE = 0.02
NEAR = 0.75
"""What a box may reach over a border, in steps of the raster: of a picture of 1600 pixels, 5."""
MAPS: dict[str, Callable[[], State]] = {
    "two-shores": lambda: campaign("two-shores", "azure"),
    "middle-sea": lambda: campaign("middle-sea", "germany"),
    "middle-sea, crowded": lambda: crowd(1),
    **{f"120 areas, {seed}": partial(large_map, seed) for seed in range(3)},
}
every_map = pytest.mark.parametrize("name", MAPS)


def grounds(state: State) -> dict[str, BaseGeometry]:
    """The ground of each area, without the lands within a zone."""
    rooms = plan(state).rooms
    shapes = {room.region.id: Polygon(room.region.shape).buffer(0) for room in rooms}
    lands = union_all([shapes[room.region.id] for room in rooms if room.region.kind != "sea"])
    return {
        room.region.id: shapes[room.region.id].difference(lands)
        if room.region.kind == "sea"
        else shapes[room.region.id]
        for room in rooms
    }


def spots(state: State) -> Iterator[tuple[str, Rect, tuple[float, float] | None]]:
    """Each name and each pile: its area, its box, and where its lead ends.  A name on its pile has the lead of both."""
    for one in standing(state).placed:
        name = area_captions.box(one.name)
        if one.pile is None:
            yield one.area, name, one.name.lead
            continue
        pile = badges.box(one.pile)
        together = abs(pile[1] - name[3]) < CLOSE and name[0] < pile[2] and pile[0] < name[2]
        either = (one.name.lead or one.pile.lead) if together else None
        yield one.area, name, one.name.lead or either
        yield one.area, pile, one.pile.lead or either


@every_map
def test_every_name_and_pile_is_in_its_area_or_led_to_it(name: str) -> None:
    state = MAPS[name]()
    known, near = grounds(state), NEAR * plan(state).row / FINE
    for area, rect, lead in spots(state):
        if lead is None:
            assert known[area].buffer(near).contains(box(*rect)), area
        else:
            assert known[area].buffer(near).contains(Place(lead)), area


@every_map
def test_leads_are_short(name: str) -> None:
    """In heights of a row; a made-up map leaves some of its lands no room nearby."""
    state = MAPS[name]()
    row, found = plan(state).row, list(spots(state))
    leads = [Place(lead).distance(box(*rect)) / row for _, rect, lead in found if lead]
    assert sum(leads) <= 2.5 * len(leads) and max(leads, default=0) < (10 if "120" in name else 3)
    assert len(leads) <= len(found) / 3


@every_map
def test_nothing_lies_over_anything_else_and_the_end_of_a_lead_is_seen(name: str) -> None:
    state = MAPS[name]()
    (width, height), found = plan(state).size, list(spots(state))
    inner = [(area, (a + 0.01, b + 0.01, c - 0.01, d - 0.01)) for area, (a, b, c, d), _ in found]
    assert not [(one, other) for (one, a), (other, b) in combinations(inner, 2) if overlap(a, b)]
    assert all(a >= 0 and b >= 0 and c <= width and d <= height for _, (a, b, c, d) in inner)
    ends = [(area, lead) for area, _, lead in found if lead]
    assert not [(one, other) for one, (x, y) in ends for other, (a, b, c, d) in inner if a < x < c and b < y < d]


def test_the_unit_of_a_file_does_not_matter() -> None:
    layouts = [background.background_of(baker.scene(large_map(0, unit), ())).layout for unit in (0.01, 1.0, 37.0)]
    assert len({layout.size for layout in layouts}) == 1 and layouts[0].size[0] == 1600
