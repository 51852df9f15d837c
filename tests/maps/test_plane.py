"""Geometry on the plane: against shapely, against the rulebook's own formulas (CW 2), and worked examples."""

from itertools import pairwise
from math import dist, inf

import pytest
import shapely
from hypothesis import assume, given, settings
from shapely import Polygon

from maps.geometry import plane
from maps.geometry.plane import Box, Point, Sweep
from tests.maps.random_shapes import (
    CLOSE,
    bearings,
    boxes,
    close,
    hundredths,
    path,
    spots,
)
from tests.support.many_cases import for_each
from tests.support.sampling import examples

SLIDES = 0.02
"""CW 2.4: two footprints that overlap by no more slide past one another."""


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
