"""Areas and lines on the plane: against shapely, however they are written, and under turning the paper."""

from itertools import pairwise
from math import dist

import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely import LinearRing, LineString, Polygon

from maps.geometry import plane, polygons
from maps.geometry.plane import Point, Points
from tests.maps.random_shapes import (
    CLOSE,
    close,
    lines,
    path,
    polygon,
    shapes,
    spots,
    turn,
)
from tests.support.sampling import examples


# areas
@settings(max_examples=examples(400))
@given(shapes, spots)
@example(((0, 0), (4, 4), (4, 0), (0, 4)), (1.0, 2.0))
@example(((0, 0), (8, 0), (8, 8), (0, 8), (0, 0), (2, 2), (6, 2), (6, 6), (2, 6), (2, 2)), (4.0, 4.0))
def test_inside_against_shapely(shape: Points, point: Point) -> None:
    """Even-odd, the outline included; the hole of a keyhole is outside."""
    outline = path((*shape, shape[0]))
    area, at = polygon(shape), shapely.Point(point)
    on = outline.distance(at)
    assert close(polygons.distance_to_outline(point, shape), on)
    assert polygons.is_inside(point, shape) == (area.covers(at) or on == 0)
    assert polygons.is_inside(point, shape, 0.3) == (area.covers(at) or on <= 0.3)


@settings(max_examples=examples(600))
@given(shapes, spots, spots)
@example(((0, 0), (4, 4), (4, 0), (0, 4)), (0.0, 2.0), (4.0, 2.0))
@example(((2, 2), (6, 2), (6, 6), (2, 6)), (0.0, 2.0), (9.0, 2.0))
@example(((2, 2), (4, 2), (4, 4), (6, 4), (6, 0), (2, 0)), (0.0, 2.0), (9.0, 2.0))
@example(((2, 2), (4, 4), (6, 2), (6, 6), (2, 6)), (0.0, 4.0), (9.0, 4.0))
def test_lengths_inside_against_shapely(shape: Points, a: Point, b: Point) -> None:
    assume(a != b)
    area, segment = polygon(shape), LineString([a, b])
    along = path((*shape, shape[0])).buffer(1e-7).intersection(segment).length
    assume(Polygon(shape).is_valid or along < 1e-4)  # where an outline crosses itself, shapely moves the edges a little
    whole = area.intersection(segment).length
    rim = 0.0 if area.is_empty else area.boundary.intersection(segment).length
    assert close(polygons.length_inside(a, b, shape, "in"), whole)
    assert close(polygons.length_inside(a, b, shape), whole - rim)


@settings(max_examples=examples(400))
@given(shapes, spots, spots)
def test_parts_inside(shape: Points, a: Point, b: Point) -> None:
    """In order, apart, within the segment; their middles lie inside, the middles between them outside or on the
    edge.
    """
    length, parts = dist(a, b), polygons.parts_inside(a, b, shape)
    ends = [0.0, *(end for part in parts for end in part), length]
    assert ends == sorted(ends)
    way = plane.direction(a, b)
    assert all(polygons.is_inside(plane.point_along(a, way, (start + end) / 2), shape) for start, end in parts)
    area = polygon(shape)
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        between = shapely.Point(plane.point_along(a, way, (start + end) / 2))
        assert end - start < CLOSE or not area.buffer(-1e-7).covers(between)
    assert polygons.first_inside(a, b, shape) == (parts[0][0] if parts else None)
    assert polygons.first_inside(a, b, shape, 1) == next((start for start, end in parts if end - start > 1), None)


@given(shapes, spots, spots, st.data())
@pytest.mark.long
def test_how_an_outline_is_written_changes_nothing(shape: Points, a: Point, b: Point, data: st.DataObject) -> None:
    """Begun elsewhere, backwards, closed twice, a corner doubled, a corner put into a side; and the segment walked
    back.
    """
    first = data.draw(st.integers(0, len(shape) - 1))
    half = (shape[first][0] + shape[first - 1][0]) / 2, (shape[first][1] + shape[first - 1][1]) / 2
    same = [
        (*shape[first:], *shape[:first]),
        shape[::-1],
        (*shape, shape[0]),
        (*shape[:first], shape[first], *shape[first:]),
    ]
    same.append((*shape[:first], half, *shape[first:]))
    parts = polygons.parts_inside(a, b, shape)
    for other in same:
        assert all(
            p == pytest.approx(q, abs=CLOSE) for p, q in zip(polygons.parts_inside(a, b, other), parts, strict=True)
        )
        assert polygons.is_inside(a, other, 0.01) == polygons.is_inside(a, shape, 0.01)
    back = [(dist(a, b) - end, dist(a, b) - start) for start, end in reversed(polygons.parts_inside(b, a, shape))]
    assert len(back) == len(parts) and all(p == pytest.approx(q, abs=CLOSE) for p, q in zip(back, parts, strict=True))


@settings(max_examples=examples(400))
@given(shapes, lines, spots, spots, st.floats(0, 360))
def test_turning_the_paper_changes_nothing(shape: Points, line: Points, a: Point, b: Point, by: float) -> None:
    """What falls together on the grid falls together still when no number is round any more."""
    other, way = turn(shape, by), turn(line, by)
    (p, q) = turn((a, b), by)
    for found, wanted in zip(polygons.parts_inside(p, q, other), polygons.parts_inside(a, b, shape), strict=True):
        assert found == pytest.approx(wanted, abs=1e-8)
    assert polygons.crossings(p, q, way) == pytest.approx(polygons.crossings(a, b, line), abs=1e-8)
    assert polygons.is_inside(p, other, 0.01) == polygons.is_inside(a, shape, 0.01) or close(
        polygons.distance_to_outline(a, shape), 0.01
    )


# lines
@settings(max_examples=examples(400))
@given(lines, spots, spots)
def test_crossings_against_shapely(line: Points, a: Point, b: Point) -> None:
    found = polygons.crossings(a, b, line)
    assert list(found) == sorted(found)
    if a == b:
        assert found == ((0,) if path(line).distance(shapely.Point(a)) == 0 else ())
        return
    wanted = set[float]()
    for one in pairwise(line):
        met = LineString([a, b]).intersection(path(one))
        wanted |= {dist(a, at) for at in shapely.get_coordinates(met).tolist()}
    ordered = sorted(wanted)
    assert found == pytest.approx(
        [place for n, place in enumerate(ordered) if not n or place - ordered[n - 1] > CLOSE], abs=CLOSE
    )
    assert close(polygons.distance_to_line(a, line), path(line).distance(shapely.Point(a)))


@given(shapes | lines, spots, spots, st.integers(0, 8).map(lambda n: n / 4))
def test_what_is_not_near_is_farther(points: Points, a: Point, b: Point, by: float) -> None:
    if not polygons.boxes_near(a, b, points, by):
        assert path((a, b)).distance(path(points)) > by


@settings(max_examples=examples(500))
@given(st.lists(spots, min_size=3, max_size=7, unique=True).map(tuple))
@example(((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)))
@example(((0, 0), (4, 0), (2, 0)))
def test_knots_are_what_shapely_calls_not_simple(shape: Points) -> None:
    """Outlines that cross, touch or fold back on themselves, and no others."""
    found = polygons.self_crossing(shape)
    assert (found is None) == LinearRing(shape).is_simple
    if found:
        first, second, at = found
        ring = (*shape, shape[0])
        assert all(LineString(ring[n - 1 : n + 1]).distance(shapely.Point(at)) < CLOSE for n in (first, second))


def test_middle() -> None:
    assert polygons.mean_corner(((20, 27), (22.5, 27), (22.5, 29), (20, 29))) == (21.25, 28)
