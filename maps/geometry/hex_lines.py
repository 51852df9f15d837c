"""The hexes, hexsides and vertices that a line between two hex centres crosses, touches or runs along, exactly."""

from functools import lru_cache
from typing import NamedTuple

from .hexes import AROUND, CORNERS, Offset, centre, edge, hex_at, touched_offsets


class HexLine(NamedTuple):
    """All as names, in the order of the line; both ends are among ``crossed``.

    ``crossed``: hexes with a point of the line strictly inside.  ``left``, ``right``: hexes that it runs along, seen
    along the line. ``sides``: hexsides crossed through their inside; ``spine``: those it runs along; ``vertices``: the
    three hexes around each corner met.
    """

    crossed: tuple[str, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    sides: tuple[str, ...]
    spine: tuple[str, ...]
    vertices: tuple[tuple[str, str, str], ...]


@lru_cache(4096)
def hex_line(a: str, b: str) -> HexLine:
    """The line between two centres; from a hex to itself it crosses that hex alone."""
    (x, y), (toward_x, toward_y) = centre(a), centre(b)
    met = line_offsets(toward_x - x, toward_y - y)

    def named(offset: Offset) -> str:
        return hex_at(x + offset[0], y + offset[1])

    def sides(pairs: tuple[tuple[Offset, Offset], ...]) -> tuple[str, ...]:
        return tuple(edge(named(p), named(q)) for p, q in pairs)

    return HexLine(
        tuple(map(named, met.crossed)),
        tuple(map(named, met.left)),
        tuple(map(named, met.right)),
        sides(met.sides),
        sides(met.spine),
        tuple((named(p), named(q), named(r)) for p, q, r in met.vertices),
    )


def vertex_edges(vertex: tuple[str, str, str]) -> tuple[str, str, str]:
    """The three hexsides that meet in a vertex, given as its three hexes."""
    p, q, r = vertex
    return edge(p, q), edge(q, r), edge(p, r)


class LineOffsets(NamedTuple):
    """A HexLine in offsets from its start."""

    crossed: tuple[Offset, ...]
    left: tuple[Offset, ...]
    right: tuple[Offset, ...]
    sides: tuple[tuple[Offset, Offset], ...]
    spine: tuple[tuple[Offset, Offset], ...]
    vertices: tuple[tuple[Offset, Offset, Offset], ...]


@lru_cache(4096)
def line_offsets(x: int, y: int) -> LineOffsets:
    """The line from (0, 0) to (x, y).  How it meets each hex follows from the side of the line on which each of its
    corners is.
    """
    touched = sorted(touched_offsets(x, y), key=lambda at: (x * at[0] + y * at[1], at))
    turns = {at: tuple(x * (at[1] + cy) - y * (at[0] + cx) for cx, cy in CORNERS) for at in touched}
    if (x, y) == (0, 0):
        return LineOffsets(((0, 0),), (), (), (), (), ())
    sides, spine = dict[tuple[Offset, Offset], None](), dict[tuple[Offset, Offset], None]()
    vertices = dict[tuple[Offset, Offset, Offset], None]()
    for at in touched:
        near = [(at[0] + dx, at[1] + dy) for dx, dy in AROUND]
        for i, turn in enumerate(turns[at]):
            after = turns[at][(i + 1) % 6]
            if near[i] in turns and (turn * after < 0 or turn == after == 0):
                (sides if turn else spine)[min(at, near[i]), max(at, near[i])] = None
            if turn == 0 and near[i] in turns and near[i - 1] in turns:
                first, second, third = sorted((at, near[i], near[i - 1]))
                vertices[first, second, third] = None
    return LineOffsets(
        tuple(at for at in touched if min(turns[at]) < 0 < max(turns[at])),
        tuple(at for at in touched if turns[at].count(0) == 2 and max(turns[at]) == 0),
        tuple(at for at in touched if turns[at].count(0) == 2 and min(turns[at]) == 0),
        tuple(sides),
        tuple(spine),
        tuple(vertices),
    )
