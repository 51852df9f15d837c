"""Line of sight: what blocks it, visibility, Overwatch arcs, where a line enters (FA 2.6, 8, 11.4, 12.14)."""

from collections.abc import Iterator
from functools import lru_cache

from engine.contract import counted
from maps.geometry.hex_bits import line_bits
from maps.geometry.hex_lines import HexLine, hex_line, vertex_edges
from maps.geometry.hexes import distance

from ...state.position import State
from .terrain import TerrainMap, terrain_map

KEPT = 50_000
"""Lines whose blockers are kept: all within 16 hexes on the largest map of a game."""


def blockers(state: State, a: str, b: str) -> tuple[str, ...]:
    """FA 8.1 to 8.7: the hexes and hexsides that block the line between two hexes, in its order; () if it is
    clear.
    """
    land = terrain_map(state)
    return () if _clear(land, a, b) else _blockers(land, a, b)


def sees(state: State, a: str, b: str) -> bool:
    """Whether one hex sees another, visibility included."""
    visibility = state.setup.charts.environments[state.setup.environment].visibility
    return distance(a, b) <= visibility and _clear(terrain_map(state), a, b)


def _clear(land: TerrainMap, a: str, b: str) -> bool:
    """FA 8.1 to 8.7 without the names of what blocks: the quick way, as most lines are asked only whether they are
    clear.  Adjacent hexes meet nothing but hexsides of the two ends.
    """
    line, start = line_bits(a, b)
    hexes, sides = land.dense >> start, land.hedged >> 2 * start
    if hexes & line.crossed or sides & line.sides or (hexes & line.left and hexes & line.right):
        return False
    return not any((sides & vertex).bit_count() > 1 for vertex in line.vertices)


def why_hidden(state: State, a: str, b: str) -> str:
    """Why one hex does not see another, visibility included: "0505 (town) and 0604 (hill) are in the way"; "" if
    it does.
    """
    if dark := beyond_visibility(state, a, b):
        return dark
    named = [f"{at} ({_feature_name(terrain_map(state), at)})" for at in blockers(state, a, b)]
    if not named:
        return ""
    listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    return f"{listed} {'are' if len(named) > 1 else 'is'} in the way"


def beyond_visibility(state: State, a: str, b: str) -> str:
    """FA 2.6: why no unit sees so far, aircraft included; "" if visibility allows it."""
    farthest = state.setup.charts.environments[state.setup.environment].visibility
    if (away := distance(a, b)) <= farthest:
        return ""
    weather = state.setup.environment
    return f"it is {counted(away, 'hex')} away and in these conditions ({weather}) no unit sees farther than {farthest}"


def overwatch_arc(state: State, a: str, b: str) -> frozenset[str]:
    """FA 12.14: the Overwatch arc of a unit in a that watches b, as far as the board goes."""
    return _arc(terrain_map(state), a, b)


def entry_hexsides(state: State, a: str, b: str) -> tuple[str, ...]:
    """FA 11.4: the hexside that the line from a crosses as it enters b; at a vertex the three hexsides there; ()
    in the same hex.
    """
    return _entries(a, b)


@lru_cache(KEPT)
def _entries(a: str, b: str) -> tuple[str, ...]:
    met = hex_line(a, b)
    for side in reversed(met.sides):
        if b in side.split("/"):
            return (side,)
    return next((vertex_edges(vertex) for vertex in reversed(met.vertices) if b in vertex), ())


@lru_cache(KEPT)
def _blockers(land: TerrainMap, a: str, b: str) -> tuple[str, ...]:
    """FA 8.2: the two ends never block."""
    met = hex_line(a, b)
    return tuple(dict.fromkeys((*_hexes(land, met, (a, b)), *_hexsides(land, met, (a, b)))))


def _hexes(land: TerrainMap, met: HexLine, ends: tuple[str, str]) -> Iterator[str]:
    """FA 8.4 to 8.6: the features that the line touches.  A hex touched only at a vertex adds nothing: of any two
    of the three hexes there one is crossed, or the line runs along both.
    """
    yield from (at for at in met.crossed if at not in ends and _dense(land, at))
    left, right = ([at for at in flank if _dense(land, at)] for flank in (met.left, met.right))
    if left and right:
        yield from left
        yield from right


def _hexsides(land: TerrainMap, met: HexLine, ends: tuple[str, str]) -> Iterator[str]:
    """FA 8.7: crossed or run along, and two of three at a vertex; the sides of the ends' own hexes never count."""
    yield from (side for side in (*met.sides, *met.spine) if _hedged(land, side, ends))
    for vertex in met.vertices:
        standing = [side for side in vertex_edges(vertex) if _hedged(land, side, ends)]
        if len(standing) > 1:
            yield from standing


def _dense(land: TerrainMap, at: str) -> bool:
    return at in land.board.cells and land.terrain(at).los


def _hedged(land: TerrainMap, side: str, ends: tuple[str, str]) -> bool:
    a, b = side.split("/")
    return a not in ends and b not in ends and any(land.hexside(feature).los for feature in land.features(a, b))


@lru_cache(KEPT)
def _arc(land: TerrainMap, a: str, b: str) -> frozenset[str]:
    met = hex_line(a, b)
    traversed = frozenset((*met.crossed, *met.left, *met.right)) & land.board.cells.keys()
    return traversed | frozenset(near for at in traversed for near in land.around[at])


def _feature_name(land: TerrainMap, at: str) -> str:
    """``town`` of a hex, ``bocage`` of a hexside."""
    if "/" not in at:
        return land.word(at)
    a, b = at.split("/")
    return next(feature for feature in land.features(a, b) if land.hexside(feature).los)
