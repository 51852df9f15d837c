"""Geometry on the plane: against shapely, against the rulebook's own formulas (CW 2), under turning the paper, and
worked examples.
"""

from itertools import pairwise
from math import dist, inf

import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely import LinearRing, LineString, Polygon
from shapely.geometry.base import BaseGeometry

from maps.geometry import plane, polygons
from maps.geometry.plane import Box, Point, Points, Sweep
from tests.support.many_cases import for_each
from tests.support.sampling import examples

CLOSE = 1e-9
SLIDES = 0.02
"""CW 2.4: two footprints that overlap by no more slide past one another."""

quarters = st.integers(0, 40).map(lambda n: n / 4)
"""On this grid everything degenerate is common: corners on the line, sides along it, parallel boxes."""
spots = st.tuples(quarters, quarters)
hundredths = st.tuples(st.integers(0, 4800), st.integers(0, 4800)).map(lambda at: (at[0] / 100, at[1] / 100))
bearings = st.one_of(
    st.sampled_from([0.0, 45.0, 90.0, 135.0, 180.0, 270.0, 315.0]), st.integers(0, 3599).map(lambda n: n / 10)
)
boxes = st.builds(
    Box,
    st.one_of(spots, hundredths),
    bearings,
    st.integers(1, 6).map(lambda n: n / 2),
    st.integers(1, 6).map(lambda n: n / 4),
)
shapes = st.lists(spots, min_size=3, max_size=8).map(tuple)
lines = st.lists(spots, min_size=2, max_size=6).map(tuple)


def close(a: float, b: float) -> bool:
    return abs(a - b) <= CLOSE


def polygon(shape: Points) -> BaseGeometry:
    """What the even-odd rule makes of an outline: of the faces of the paper cut along it those that are ``odd``."""
    ring = (*shape, shape[0])
    cut = shapely.union_all([LineString(side) for side in pairwise(ring) if side[0] != side[1]])
    faces = [
        face
        for face in shapely.get_parts(shapely.polygonize([cut]))
        if odd(face.representative_point().coords[0], ring)
    ]
    return shapely.union_all([Polygon(), *faces])


def odd(point: Point, ring: Points) -> bool:
    """Whether a straight way out, off every grid, leads over an odd number of sides."""
    ray = LineString([point, (point[0] + 100, point[1] + 141.4213562373095)])
    return sum(ray.intersects(LineString(side)) for side in pairwise(ring) if side[0] != side[1]) % 2 == 1


def path(points: Points) -> BaseGeometry:
    return LineString(points) if len(set(points)) > 1 else shapely.Point(points[0])


def turn(points: Points, by: float) -> Points:
    """The same points on a sheet of paper that has been turned and shoved."""
    right, ahead = plane.right_vector(by), plane.unit_vector(by)
    return tuple((7.13 + x * right[0] + y * ahead[0], -3.77 + x * right[1] + y * ahead[1]) for x, y in points)


# bearings
@for_each(
    ("bearing", "way"),
    [
        (0, (0, 1)),
        (90, (1, 0)),
        (180, (0, -1)),
        (270, (-1, 0)),
        (360, (0, 1)),
        (-90, (-1, 0)),
        (-1e-20, (0, 1)),
        (45, (0.5**0.5, 0.5**0.5)),
        (30, (0.5, 0.75**0.5)),
        (225, (-(0.5**0.5), -(0.5**0.5))),
        (720, (0, 1)),
    ],
)
def test_ahead(bearing: float, way: Point) -> None:
    assert plane.unit_vector(bearing) == pytest.approx(way, abs=1e-15)
    assert plane.right_vector(bearing) == pytest.approx(plane.unit_vector(bearing + 90), abs=1e-15)


@given(hundredths, hundredths)
def test_bearing_is_the_way_there(a: Point, b: Point) -> None:
    found = plane.bearing(a, b)
    assert 0 <= found < 360
    assert plane.point_along(a, plane.unit_vector(found), plane.distance(a, b)) == pytest.approx(b, abs=CLOSE)
    assert plane.point_along(a, plane.direction(a, b), plane.distance(a, b)) == pytest.approx(b, abs=CLOSE)


def test_bearings_that_are_easily_lost() -> None:
    assert plane.bearing((3, 3), (3, 3)) == 0 and plane.direction((3, 3), (3, 3)) == (0, 0)
    assert plane.bearing((0, 0), (-1e-320, 1)) == 0
    assert [plane.bearing((5, 5), at) for at in ((5, 6), (6, 6), (6, 5), (5, 4), (4, 5))] == [0, 45, 90, 180, 270]


@given(bearings, bearings)
def test_turned(a: float, b: float) -> None:
    found = plane.turn_between(a, b)
    assert -180 < found <= 180 and close((a + found - b + 180) % 360, 180)
    assert (
        plane.turn_between(a, a) == 0
        and plane.turn_between(0, 180) == plane.turn_between(180, 0) == 180
        and plane.turn_between(10, 350) == -20
    )


@given(bearings, bearings)
def test_arc(start: float, end: float) -> None:
    found = plane.arc((3, 4), 2, start, end)
    assert all(close(dist((3, 4), point), 2) for point in found)
    assert found[0] == pytest.approx(plane.point_along((3, 4), plane.unit_vector(start), 2), abs=CLOSE)
    assert found[-1] == pytest.approx(plane.point_along((3, 4), plane.unit_vector(end), 2), abs=CLOSE)
    assert all(dist(p, q) < 0.18 for p, q in pairwise(found)), "a step is 5 degrees or less"


# boxes
def test_corners_in_their_order() -> None:
    assert plane.box_corners(Box((10, 10), 0, 2.5, 0.25)) == ((12.5, 10.25), (12.5, 9.75), (7.5, 9.75), (7.5, 10.25))
    assert plane.box_corners(Box((10, 10), 90, 2.5, 0.25)) == ((10.25, 7.5), (9.75, 7.5), (9.75, 12.5), (10.25, 12.5))


@given(boxes, bearings)
def test_extent_is_how_far_the_corners_reach(box: Box, bearing: float) -> None:
    x, y = plane.unit_vector(bearing)
    reach = [(cx - box.at[0]) * x + (cy - box.at[1]) * y for cx, cy in plane.box_corners(box)]
    assert close(plane.half_extent(box, (x, y)), max(reach)) and close(-plane.half_extent(box, (x, y)), min(reach))


@given(boxes, hundredths)
def test_local_is_seen_from_the_box(box: Box, point: Point) -> None:
    right, on = plane.relative_to_box(box, point)
    assert plane.point_along(
        plane.point_along(box.at, plane.right_vector(box.facing), right), plane.unit_vector(box.facing), on
    ) == pytest.approx(point, abs=CLOSE)


def axes(a: Box, b: Box) -> list[Point]:
    return [
        plane.unit_vector(a.facing),
        plane.right_vector(a.facing),
        plane.unit_vector(b.facing),
        plane.right_vector(b.facing),
    ]


def apart(a: Box, b: Box, axis: Point) -> float:
    return (a.at[0] - b.at[0]) * axis[0] + (a.at[1] - b.at[1]) * axis[1]


@given(boxes, boxes)
def test_gap_by_the_letter_and_against_shapely(a: Box, b: Box) -> None:
    """CW 2.3."""
    gap = plane.box_gap(a, b)
    assert close(gap, max(abs(apart(a, b, e)) - plane.half_extent(a, e) - plane.half_extent(b, e) for e in axes(a, b)))
    assert close(gap, plane.box_gap(b, a))
    one, two = Polygon(plane.box_corners(a)), Polygon(plane.box_corners(b))
    assert gap <= one.distance(two) + CLOSE
    if gap > CLOSE:
        assert not one.intersects(two)
    if gap < -CLOSE:
        assert one.intersection(two).area > 0
        way = max(axes(a, b), key=lambda e: abs(apart(a, b, e)) - plane.half_extent(a, e) - plane.half_extent(b, e))
        aside = plane.move_box(a, way, -gap if apart(a, b, way) >= 0 else gap)
        assert plane.box_gap(aside, b) >= -CLOSE, "moved aside by the gap they only touch"


def letter(a: Box, way: Point, b: Box) -> Sweep | None:
    """CW 2.4 word for word."""
    contact, start, end = 0.0, -inf, inf
    for e in axes(a, b):
        d, v, full = apart(a, b, e), way[0] * e[0] + way[1] * e[1], plane.half_extent(a, e) + plane.half_extent(b, e)
        if abs(v) < 1e-9:
            if abs(d) >= full - SLIDES:
                return None
            continue
        low, high = sorted(((-(full - SLIDES) - d) / v, (full - SLIDES - d) / v))
        contact, start, end = max(contact, min((-full - d) / v, (full - d) / v)), max(start, low), min(end, high)
    return Sweep(contact, start, end) if start < end and end > 0 else None


@settings(max_examples=examples(400))
@given(boxes, bearings, boxes)
def test_sweep_by_the_letter(a: Box, bearing: float, b: Box) -> None:
    way = plane.unit_vector(bearing)
    found, wanted = plane.sweep(a, way, b, SLIDES), letter(a, way, b)
    if wanted is None or wanted.end - wanted.start < 1e-5 or wanted.end < 1e-5:
        assert found is None or found.end - found.start < 1e-5
        return
    assume(
        not any(
            abs(abs(apart(a, b, e)) - plane.half_extent(a, e) - plane.half_extent(b, e) + SLIDES) < 1e-5
            for e in axes(a, b)
        )
    )
    assert found == pytest.approx(wanted, abs=CLOSE)


@settings(max_examples=examples(400))
@given(boxes, bearings, boxes)
def test_sweep_against_shapely(a: Box, bearing: float, b: Box) -> None:
    way, other = plane.unit_vector(bearing), Polygon(plane.box_corners(b))
    swept = plane.sweep(a, way, b, SLIDES)
    trail = shapely.union_all([Polygon(plane.box_corners(plane.move_box(a, way, n))) for n in (0, 90)]).convex_hull
    if swept is None:
        assert trail.intersection(other).buffer(-SLIDES * 1.01).is_empty
        return
    assert trail.distance(other) <= CLOSE
    at_contact = Polygon(plane.box_corners(plane.move_box(a, way, swept.contact)))
    assert at_contact.distance(other) <= 1e-8
    if swept.contact > 0:
        before = shapely.union_all(
            [Polygon(plane.box_corners(plane.move_box(a, way, n))) for n in (0, swept.contact - 1e-7)]
        ).convex_hull
        assert not before.intersects(other) and close(plane.box_gap(plane.move_box(a, way, swept.contact), b), 0)
    for length, reached in ((swept.start, True), (swept.end, True), ((swept.start + swept.end) / 2, False)):
        gap = plane.box_gap(plane.move_box(a, way, length), b)
        assert close(gap, -SLIDES) if reached and swept.end - swept.start > 1e-5 else gap < -SLIDES + CLOSE


def test_sweep_slides_along_a_neighbour() -> None:
    """Strips side by side, in hundredths: exactly 0.02 of overlap is not in the way, whatever arithmetic makes of 3 -
    2.98.
    """
    north, unit = plane.unit_vector(0), Box((5, 5), 0, 1.5, 0.25)
    assert plane.sweep(unit, north, Box((7.98, 9), 0, 1.5, 0.25), SLIDES) is None
    assert plane.sweep(unit, north, Box((7.97, 9), 0, 1.5, 0.25), SLIDES) is not None
    assert plane.sweep(unit, north, Box((5, 1), 0, 1.5, 0.25), SLIDES) is None, "it lies behind"
    assert plane.sweep(unit, north, Box((5, 5.4), 0, 1.5, 0.25), SLIDES) == pytest.approx((0, -0.08, 0.88))


@given(boxes, spots, spots)
def test_length_in_box(box: Box, a: Point, b: Point) -> None:
    found = plane.length_in_box(a, b, box)
    area, segment = Polygon(plane.box_corners(box)), path((a, b))
    whole = area.intersection(segment).length
    along_edge = area.boundary.buffer(1e-7).intersection(segment).length
    assert close(found, whole) or (along_edge > 1e-6 and found <= whole + CLOSE)
    assert plane.meets_box(box, (a, b)) == (area.distance(segment) <= CLOSE)


def test_a_line_along_the_edge_of_a_footprint_is_not_inside() -> None:
    box = Box((10, 10), 0, 2.5, 0.25)
    assert plane.length_in_box((12.5, 0), (12.5, 20), box) == 0
    assert close(plane.length_in_box((12.4999, 0), (12.4999, 20), box), 0.5)
    assert plane.length_in_box((10, 10), (10, 10), box) == 0
    assert plane.meets_box(box, ((12.5, 0), (12.5, 20))) and not plane.meets_box(box, ((12.56, 0), (12.56, 20)))
    wider = plane.grow_box(box, 0.05)
    assert not plane.meets_box(wider, ((12.56, 0), (12.56, 20))) and plane.meets_box(wider, ((12.55, 0), (12.55, 20)))
    assert plane.meets_box(box, ((10, 10),)) and not plane.meets_box(box, ((10, 11),))


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


# the rulebook's examples
def test_the_worked_turn() -> None:
    """CW, A worked turn: distances, bearings and sweeps of first-charge."""
    regiment, target = Box((15, 8), 0, 2.5, 0.25), Box((15, 14), 180, 1.5, 0.25)
    swept = plane.sweep(regiment, plane.unit_vector(0), target, SLIDES)
    assert swept and close(swept.contact, 5.5)
    battery, pride = (10.0, 7.5), (19.5, 15.0)
    assert plane.distance(battery, target.at) == pytest.approx(8.2, abs=0.01)
    assert abs(plane.turn_between(30, plane.bearing(battery, target.at))) == pytest.approx(7.6, abs=0.05)
    assert plane.distance(pride, regiment.at) == pytest.approx(8.32, abs=0.005)
    assert abs(plane.turn_between(205, plane.bearing(pride, regiment.at))) == pytest.approx(7.7, abs=0.05)
    beaten, column = Box((15, 17), 0, 0.5, 0.25), Box((15, 20), 180, 1.5, 0.25)
    through = plane.sweep(column, plane.unit_vector(180), beaten, SLIDES)
    assert through and close(through.contact, 2.5) and close(through.end, 3.48)
    assert plane.bearing(pride, (15, 13.5)) == pytest.approx(251.6, abs=0.05)
