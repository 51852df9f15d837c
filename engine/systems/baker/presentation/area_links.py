"""What outlines do not show: areas that are adjacent without a common border, by a canal or around the map's edges."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import dist

from maps.drawing.labels.label_raster import AreaSpace
from maps.geometry.area_map import Area
from maps.geometry.plane import Point
from maps.geometry.polygons import boxes_near, distance_to_outline, is_inside
from maps.scene.area_units import EdgeSign, FarLink

TOUCHING = 0.12
"""How far apart outlines may be drawn that have a common border, in heights of a row."""
AROUND = 0.4
"""Areas this far apart, in widths of the map, are adjacent around its edges if each lies at one."""
AT_EDGE = 0.03
"""How near an edge that is, in widths of the map."""
INWARD = 0.7
"""How far a line between two areas reaches into each, in heights of a row."""
LETTERS = 0.56
"""The height of the words of a sign at an edge, in heights of a row."""


def links(
    known: Sequence[Area], rooms: Sequence[AreaSpace], size: Point, row: float
) -> tuple[tuple[FarLink, ...], tuple[EdgeSign, ...]]:
    """A line for each pair that is adjacent without a common border; where the pair lies at opposite edges, a sign at
    each edge that names the other area.
    """
    spaces, lines, edges = {room.region.id: room for room in rooms}, list[FarLink](), list[EdgeSign]()
    for one, other in _apart(known, spaces, TOUCHING * row):
        a, b = min(
            product(spaces[one].region.shape, spaces[other].region.shape), key=lambda ends: dist(ends[0], ends[1])
        )
        left, right = (_edge_of(spaces[area], size[0]) for area in (one, other))
        if dist(a, b) > AROUND * size[0] and left != right and "" not in (left, right):
            edges += [_sign(spaces[one], other, left, size, row), _sign(spaces[other], one, right, size, row)]
        else:
            lines.append(FarLink((_inward(a, spaces[one].at, row), _inward(b, spaces[other].at, row))))
    return tuple(lines), tuple(_spread(edges, size[1]))


def _apart(known: Sequence[Area], spaces: Mapping[str, AreaSpace], near: float) -> Iterator[tuple[str, str]]:
    """The pairs of adjacent areas without a common border, each once."""
    for area in known:
        for other in area.next:
            if area.id < other and not _touch(spaces[area.id].region.shape, spaces[other].region.shape, near):
                yield area.id, other


def _touch(one: tuple[Point, ...], other: tuple[Point, ...], near: float) -> bool:
    """Whether two outlines meet, or one lies in the other.  Most files use the same corners for both."""
    if not {*one}.isdisjoint(other):
        return True
    xs, ys = [x for x, _ in one], [y for _, y in one]
    return boxes_near((min(xs), min(ys)), (max(xs), max(ys)), other, near) and (
        is_inside(one[0], other)
        or is_inside(other[0], one)
        or any(distance_to_outline(corner, other) <= near for corner in one)
        or any(distance_to_outline(corner, one) <= near for corner in other)
    )


def _edge_of(space: AreaSpace, width: float) -> str:
    """The edge that an area lies at: left, right, or none."""
    xs = [x for x, _ in space.region.shape]
    return "left" if min(xs) <= AT_EDGE * width else "right" if max(xs) >= (1 - AT_EDGE) * width else ""


def _inward(at: Point, middle: Point, row: float) -> Point:
    """The point so far on the way from an area's border to its middle."""
    share = min(1.0, INWARD * row / (dist(at, middle) or 1.0))
    return round(at[0] + (middle[0] - at[0]) * share, 3), round(at[1] + (middle[1] - at[1]) * share, 3)


def _sign(space: AreaSpace, other: str, edge: str, size: Point, row: float) -> EdgeSign:
    """The sign in an area that names the area at the opposite edge."""
    x = 0.0 if edge == "left" else size[0]
    heights = [at_y for at_x, at_y in space.region.shape if abs(at_x - x) <= AT_EDGE * size[0]]
    return EdgeSign((x, round(sum(heights) / len(heights), 3)), other, LETTERS * row, edge == "right")


def _spread(signs: Sequence[EdgeSign], height: float) -> Iterator[EdgeSign]:
    """The signs of each edge one below the other where they would lie over one another."""
    for right in (False, True):
        lowest = 0.0
        for sign in sorted((sign for sign in signs if sign.right == right), key=lambda sign: sign.at[1]):
            half = sign.high / 2
            y = min(max(sign.at[1], lowest + half), height - half)
            lowest = y + half
            yield EdgeSign((sign.at[0], round(y, 3)), sign.text, sign.size, right)
