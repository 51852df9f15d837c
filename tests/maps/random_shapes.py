"""Shapes on the plane to be drawn by hypothesis, and what shapely makes of them."""

from itertools import pairwise

import shapely
from hypothesis import strategies as st
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from maps.geometry import plane
from maps.geometry.plane import Box, Point, Points

CLOSE = 1e-9


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
