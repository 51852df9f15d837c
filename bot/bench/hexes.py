"""Benchmarks of hexes: lines of sight beside a walk in floats, reachable hexes beside a heap and networkx."""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from importlib import import_module
from random import Random
from typing import Any

from engine.systems.miniwars.rules.movement import ReachableHexes
from engine.systems.miniwars.rules.terrain import TerrainMap
from maps.geometry.hex_lines import hex_line
from maps.geometry.hexes import column_and_row, distance, name
from maps.geometry.pathfinding import cheapest_routes

from .positions import COLUMNS, ROWS, midgame, start
from .timing import Figure, at_most, rounds

PAIRS, UNITS, HALF_POINTS = 400, 12, 12
"""Lines, units whose reach is found, and half movement points of each."""
Cube = tuple[float, float, float]


def figures() -> Iterator[Figure]:
    yield from lines()
    yield from reach()


def lines() -> Iterator[Figure]:
    """What blocks a line of sight, exactly and by name, beside the hexes alone that a walk in floats finds (wrong along
    hexsides)."""
    chance, board = Random(11), start().board
    pairs = [(_somewhere(chance), _somewhere(chance)) for _ in range(PAIRS)]
    land = TerrainMap(board)
    timed = rounds(
        {
            "floor": lambda: [lerp_walk(a, b) for a, b in pairs],
            "new": lambda: [land.find_obstacle(a, b) for a, b in pairs],
            "known": lambda: [land.obstacle(a, b) for a, b in pairs],
            "named": lambda: [hex_line(a, b) for a, b in pairs],
        },
        "floor",
        before={"named": hex_line.cache_clear},
    )
    of = f"a float walk ({timed['floor'].ms})"
    what = f"{PAIRS} lines of sight across {COLUMNS} x {ROWS} hexes"
    yield at_most("R10", f"{what}, with the name of what blocks, first time: offsets known", timed["new"], 0.1, of)
    yield at_most("R10", f"{what}, asked again: from memory", timed["known"], 0.1, of)
    named, says = timed["named"], f"the names of all that {PAIRS} lines meet (asked when a line is drawn or explained)"
    yield Figure("R10", f"{says}, first time: offsets known", f"{named.ms}, {named.ratio:.2f}x {of}")


def _somewhere(chance: Random) -> str:
    return name(chance.randint(1, COLUMNS), chance.randint(1, ROWS))


def lerp_walk(a: str, b: str) -> list[str]:
    """The hexes nearest to evenly spaced points of the line."""
    (ax, ay, az), (bx, by, bz), steps = _cube(a), _cube(b), distance(a, b) or 1
    return [
        _nearest((ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps, az + (bz - az) * n / steps))
        for n in range(steps + 1)
    ]


def _cube(at: str) -> Cube:
    column, row = column_and_row(at)
    along = row - (column + 1) // 2
    return column, along, -column - along


def _nearest(point: Cube) -> str:
    x, y, z = (round(part) for part in point)
    dx, dy, dz = abs(x - point[0]), abs(y - point[1]), abs(z - point[2])
    if dx > dy and dx > dz:
        x = -y - z
    elif dy > dz:
        y = -x - z
    return name(x, y + (x + 1) // 2)


def reach() -> Iterator[Figure]:
    """The reach of units under zones of control, with the paths, beside the same steps on a heap and in networkx."""
    state, _ = midgame(0)
    known = [ReachableHexes(state.board, state.units, key) for key in list(state.units)[:UNITS]]
    ours: Callable[[], object] = lambda: [  # noqa: E731
        cheapest_routes(one.unit.at, one.steps, HALF_POINTS, one.enemy_zone, one.foes) for one in known
    ]
    timed = rounds({"floor": lambda: [heap_search(one) for one in known], "ours": ours}, "floor")
    what = f"the hexes that {UNITS} units reach with {HALF_POINTS // 2} points, with their paths"
    yield at_most("R10", what, timed["ours"], 0.6, f"heapq and dict ({timed['floor'].ms})")
    try:
        library = import_module("networkx")
    except ImportError as missing:
        yield Figure("R10", f"{what}, beside networkx", f"not measured: {missing}", "<= 0.4x")
        return
    timed = rounds({"floor": lambda: [_networkx(library, one) for one in known], "ours": ours}, "floor")
    yield at_most("R10", f"{what}, beside networkx", timed["ours"], 0.4, f"networkx ({timed['floor'].ms})")


def heap_search(one: ReachableHexes) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The same search as most programs write it."""
    found = dict[str, tuple[int, tuple[str, ...]]]()
    waiting: list[tuple[int, int, tuple[str, ...], str]] = [(0, 0, (), one.unit.at)]
    while waiting:
        cost, length, path, at = heappop(waiting)
        if at in found:
            continue
        found[at] = cost, path
        if path and at in one.enemy_zone:
            continue
        for to, price in one.steps[at]:
            if to not in found and to not in one.foes and cost + price <= HALF_POINTS:
                heappush(waiting, (cost + price, length + 1, (*path, to), to))
    return found


def _networkx(library: Any, one: ReachableHexes) -> object:
    """Its Dijkstra on a graph that leaves out what may not be entered; zones of control change it for each unit."""
    graph = library.DiGraph()
    for at, steps in one.steps.items():
        if at == one.unit.at or at not in one.enemy_zone:
            graph.add_weighted_edges_from((at, to, price) for to, price in steps if to not in one.foes)
    return library.single_source_dijkstra(graph, one.unit.at, cutoff=HALF_POINTS)
