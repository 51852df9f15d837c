"""Terrain: steps and their costs, zones of control and lines of sight, worked out once for each map."""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import get_args

from engine.contract import SameObject, decode, encode, kept_for_latest
from maps.geometry.hex_bits import line_template, place, side_bits
from maps.geometry.hexes import Board, Cell, distance, edge, neighbours, touched_edges

from ..tables import TABLES, Arm, half_points

FAR = 1000
"""Hexes to the nearest road where there is none."""
KEPT_LINES = 20_000
"""Lines of sight kept for one map: enough for all within missile range on the largest."""


class TerrainMap:
    """A board as the rules use it.  Costs are in half movement points.

    ``adjacent``: hex -> its neighbours on the map.  ``zones_of_control``: hex -> what a unit in it controls (MW 9.1).
    ``steps``: arm -> hex -> the open neighbours with the cost; ``enterable``: arm -> the hexes that a step leads into.
     ``roads``: the road steps, both ways (MW 2.3).
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.adjacent = {at: tuple(n for n in neighbours(at) if n in board.cells) for at in board.cells}
        self.roads = frozenset(step for chain in board.roads for a, b in pairwise(chain) for step in ((a, b), (b, a)))
        self.on_road = frozenset(at for chain in board.roads for at in chain)
        self.zones_of_control = {
            at: tuple(n for n in near if self._zone_across(at, n)) for at, near in self.adjacent.items()
        }
        self.steps = {arm: {at: self._steps_from(at, arm) for at in board.cells} for arm in get_args(Arm)}
        self.enterable = {
            arm: frozenset(to for near in steps.values() for to, _ in near) for arm, steps in self.steps.items()
        }
        self._least = {arm: self._least_costs(arm) for arm in get_args(Arm)}
        self._from_road = {at: min((distance(at, road) for road in self.on_road), default=FAR) for at in board.cells}
        self._places = {at: (place(at), cell.level) for at, cell in board.cells.items()}
        self._obstacles = dict[tuple[str, str], str]()
        levels = sorted({cell.level for cell in board.cells.values()})
        self._blocking_hexes = {top: self._blocking_above(top) for top in levels}
        self._blocking_sides = side_bits(filter(self._side_blocks, board.edges))

    def terrain(self, at: str) -> str:
        return self.board.cells[at].terrain

    def level(self, at: str) -> int:
        return self.board.cells[at].level

    def features(self, a: str, b: str) -> tuple[str, ...]:
        """MW 2.2: the features of a hexside; where there is a bridge, its river is left out."""
        features = self.board.edges.get(edge(a, b), ())
        return tuple(feature for feature in features if feature != "river" or "bridge" not in features)

    def open_to(self, at: str, arm: Arm) -> bool:
        """MW 8.3: whether the terrain of the hex is open to this arm."""
        return TABLES.terrain[self.terrain(at)].points(arm) is not None

    def cost(self, a: str, b: str, arm: Arm) -> int | None:
        """MW 8.3 to 8.6: half movement points for a step between adjacent hexes; None: closed."""
        uphill = half_points(TABLES.uphill) if self.level(b) > self.level(a) else 0
        if (a, b) in self.roads:
            return half_points(TABLES.road) + uphill
        total = 0.0
        for passage in (TABLES.terrain[self.terrain(b)], *(TABLES.hexsides[f] for f in self.features(a, b))):
            points = passage.points(arm)
            if points is None:
                return None
            total += points
        return half_points(total) + uphill

    def least_cost_to(self, goal: str, arm: Arm) -> Callable[[str], int]:
        """What the way from a hex to the goal costs at least: the cheapest steps to a road, on it, and to the goal."""
        (by_road, elsewhere), from_road = self._least[arm], self._from_road
        goal_from_road = from_road[goal]

        def least_cost(at: str) -> int:
            far, off_road = distance(at, goal), from_road[at] + goal_from_road
            return elsewhere * far if off_road >= far else elsewhere * off_road + by_road * (far - off_road)

        return least_cost

    def _least_costs(self, arm: Arm) -> tuple[int, int]:
        """The cost of the cheapest step of all, and of the cheapest that is no road step."""
        steps = [((at, to), cost) for at, open_steps in self.steps[arm].items() for to, cost in open_steps]
        elsewhere = min((cost for step, cost in steps if step not in self.roads), default=0)
        return min((cost for _, cost in steps), default=0), elsewhere

    def barrier(self, a: str, b: str) -> str:
        """MW 10.2: what on the hexside between two adjacent hexes forbids an attack across it; "" if nothing does."""
        return next((f for f in self.features(a, b) if not TABLES.hexsides[f].attack_across), "")

    def has_bridge(self, a: str, b: str) -> bool:
        return "bridge" in self.features(a, b)

    def obstacle(self, a: str, b: str) -> str:
        """MW 7.2, 7.5, 7.6: what blocks the line from a to b ("forest in 0508"), units left out; "" if nothing does."""
        if (known := self._obstacles.get((a, b))) is None:
            if len(self._obstacles) >= KEPT_LINES:
                self._obstacles.clear()
            known = self._obstacles[a, b] = self.find_obstacle(a, b)
        return known

    def find_obstacle(self, a: str, b: str) -> str:
        """``obstacle`` without its memory."""
        (start, level), (end, other) = self._places[a], self._places[b]
        line = line_template(end - start)
        start += line.lowest
        blocking = self._blocking_hexes[level if level > other else other]
        for bit in line.nearest:
            if (at := start + bit) in blocking:
                return blocking[at]
        if self._blocking_sides >> 2 * start & line.touched_sides:
            return f"hedgerow {next(side for side in touched_edges(a, b) if self._side_blocks(side))}"
        return ""

    def _blocking_above(self, top: int) -> dict[int, str]:
        """MW 7.2, 7.6: the hexes that block a line between hexes of which the higher has this level, in words, by
        their places.
        """
        return {
            place(at): f"{_obstacle_name(cell)} in {at}"
            for at, cell in self.board.cells.items()
            if cell.level > top or TABLES.terrain[cell.terrain].blocks_los
        }

    def _side_blocks(self, side: str) -> bool:
        return any(TABLES.hexsides[feature].blocks_los for feature in self.board.edges.get(side, ()))

    def _zone_across(self, a: str, b: str) -> bool:
        return all(TABLES.hexsides[f].zoc_across for f in self.board.edges.get(edge(a, b), ()))

    def _steps_from(self, at: str, arm: Arm) -> tuple[tuple[str, int], ...]:
        return tuple((to, cost) for to in self.adjacent[at] if (cost := self.cost(at, to, arm)) is not None)


def _obstacle_name(cell: Cell) -> str:
    return cell.terrain if TABLES.terrain[cell.terrain].blocks_los else "hill"


@kept_for_latest
def terrain_map(board: Board) -> TerrainMap:
    """The TerrainMap of a board; boards with the same content share one."""
    return _by_identity(SameObject(board))


@lru_cache(64)
def _by_identity(same: SameObject[Board]) -> TerrainMap:
    return _by_content(encode(same.it))


@lru_cache(16)
def _by_content(board: bytes) -> TerrainMap:
    return TerrainMap(decode(board, Board))
