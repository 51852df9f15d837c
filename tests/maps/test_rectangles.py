"""Polygons cut off at a box: the same area as a second library finds, and nothing outside."""

from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, box

from maps.geometry.rectangles import clip_polygon
from tests.support.sampling import examples

NUMBER = st.integers(-20, 20).map(float)
CORNER = st.tuples(NUMBER, NUMBER)


@settings(max_examples=examples(400))
@given(st.lists(CORNER, min_size=3, max_size=3), st.tuples(CORNER, st.integers(1, 15), st.integers(1, 15)))
def test_the_part_of_a_polygon_within_a_box(
    corners: list[tuple[float, float]], at: tuple[tuple[float, float], int, int]
) -> None:
    (x, y), wide, high = at
    bounds = (x, y, x + wide, y + high)
    found = clip_polygon(tuple(corners), bounds)
    assert all(x - 1e-9 <= a <= x + wide + 1e-9 and y - 1e-9 <= b <= y + high + 1e-9 for a, b in found)
    area = Polygon(found).area if found else 0.0
    assert abs(area - Polygon(corners).intersection(box(*bounds)).area) < 1e-6


def test_what_is_inside_stays_as_it_is() -> None:
    shape = ((1.0, 1.0), (3.0, 1.0), (2.0, 1.5), (3.0, 3.0))
    assert clip_polygon(shape, (0.0, 0.0, 4.0, 4.0)) == shape and clip_polygon(shape, (5.0, 5.0, 6.0, 6.0)) == ()
