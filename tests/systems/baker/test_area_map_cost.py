"""How much is looked for to lay out an area map: counted, because times depend on the machine."""

from collections.abc import Iterator

import pytest

from engine.systems import baker
from engine.systems.baker.presentation import area_layout
from engine.systems.baker.state.position import State
from maps.drawing.labels import area_label_search, area_placement, label_raster
from tests.systems.baker.support.campaigns import stand
from tests.systems.baker.support.large_map import large_map

SEARCHES, ANEW = 3_300, 250
"""Boxes looked for on 120 areas, and when the units of one of them have changed: 50 and 4 milliseconds."""


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The sizes in bits of the ground of each search; nothing is kept from before."""
    found, search = list[int](), label_raster.nearest_fit

    def counted(free: int, *rest: object) -> object:
        found.append(free.bit_length())
        return search(free, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(label_raster, "nearest_fit", counted)
    for kept in (
        area_layout._plan,
        area_label_search._place_inside,
        area_label_search._place_within,
        area_placement._pile_forms,
        area_placement._wish,
        label_raster.make_raster,
    ):
        kept.cache_clear()
    yield found


@pytest.mark.parametrize("seed", range(3))
def test_a_crowded_map_is_laid_out_with_few_searches(searches: list[int], seed: int) -> None:
    state = large_map(seed)
    baker.scene(state, ())
    print("N", len(searches), sum(searches) / len(searches))
    first = len(searches)
    assert 120 < first < SEARCHES and sum(searches) / first < 2_000
    baker.scene(reinforced(state), ())
    assert len(searches) - first < ANEW
    print("M", len(searches) - first)
    before = len(searches)
    baker.scene(reinforced(state), ())
    assert len(searches) == before


def reinforced(state: State) -> State:
    """With other units in one land."""
    area = next(area for area in state.areas if state.areas[area].units)
    power = next(iter(state.areas[area].units))
    return stand(state, area, power, {"infantry": 3})
