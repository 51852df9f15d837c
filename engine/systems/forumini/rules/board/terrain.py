"""The board as the rules use it, computed once for each map and setup: steps, costs, rolls, roads, trails."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from engine.contract import decode, encode
from maps.geometry.hex_bits import hex_bits, side_bits
from maps.geometry.hexes import DIRECTIONS, Board, edge, neighbours

from ...state.kept_results import kept_for_board
from ...state.position import Setup, State
from ...tables.rows import Facing, Hexside, Terrain


class MovementColumn(NamedTuple):
    """How a unit meets the ground: which column of the chart it pays (``column``), which ways serve it (``user``).

    ``spared``: terrain and hexsides that it enters or crosses without a roll; ``enters``: what it pays in place of the
    chart (FA 15.1, ``amphibious``).
    """

    column: str
    user: str
    spared: tuple[str, ...] = ()
    enters: tuple[tuple[str, int], ...] = ()


class Roll(NamedTuple):
    """FA 6.5: a Movement Roll that a step asks: of which hexside or terrain, and the number needed."""

    feature: str
    need: int


class Step(NamedTuple):
    """FA 6.4: a step into the next hex: its cost, whether it follows a road (for the bonus) or any way, and its
    rolls in order.
    """

    to: str
    cost: int
    road: bool
    rolls: tuple[Roll, ...]


Steps = Mapping[str, Mapping[str, Step]]
"""From each hex to the hexes around it."""


class TerrainMap:
    """A board seen with the rules' eyes.  ``around``: the neighbours on the board, in the order of DIRECTIONS."""

    def __init__(self, board: Board, setup: Setup) -> None:
        self.board, self.charts = board, setup.charts
        self.around = {at: tuple(n for n in neighbours(at) if n in board.cells) for at in board.cells}
        self._roads, self._trails = _chained(board.roads), _chained(setup.trails)
        self.on_road = frozenset(at for chain in board.roads for at in chain)
        self.on_trail = frozenset(at for chain in setup.trails for at in chain)
        self._steps, self._cheapest = dict[MovementColumn, Steps](), dict[MovementColumn, int]()
        self._beside = dict[tuple[str, str], frozenset[str]]()

    def word(self, at: str) -> str:
        """The terrain of a hex as the map says it."""
        return self.board.cells[at].terrain

    def terrain(self, at: str) -> Terrain:
        return self.charts.terrain[self.word(at)]

    def hexside(self, key: str) -> Hexside:
        return self.charts.hexsides[key]

    def features(self, a: str, b: str) -> tuple[str, ...]:
        """The features of the hexside between two adjacent hexes, in the order of the scenario."""
        return self.board.edges.get(edge(a, b), ())

    @cached_property
    def dense(self) -> int:
        """FA 8.4: the bits of the hexes that block lines of sight."""
        return hex_bits(at for at in self.board.cells if self.terrain(at).los)

    @cached_property
    def hedged(self) -> int:
        """FA 8.7: the bits of the hexsides that do."""
        return side_bits(
            side for side, kinds in self.board.edges.items() if any(self.hexside(key).los for key in kinds)
        )

    def road(self, a: str, b: str) -> bool:
        return (a, b) in self._roads

    def trail(self, a: str, b: str) -> bool:
        return (a, b) in self._trails

    def steps(self, mover: MovementColumn) -> Steps:
        """For each hex the steps that are open from it (FA 2.4, 2.5)."""
        if (known := self._steps.get(mover)) is None:
            known = self._steps[mover] = {
                at: {to: step for to in near if (step := self._step(at, to, mover)) is not None}
                for at, near in self.around.items()
            }
        return known

    def beside_step(self, a: str, b: str) -> frozenset[str]:
        """FA 12.2: the hexes no more than 1 away from both of two hexes; of adjacent ones, these two and the two beside
        them."""
        if (known := self._beside.get((a, b))) is None:
            known = self._beside[a, b] = frozenset((a, *self.around.get(a, ()))).intersection(
                (b, *self.around.get(b, ()))
            )
        return known

    def cheapest_step(self, mover: MovementColumn) -> int:
        """What a step costs at least, wherever it leads."""
        if (known := self._cheapest.get(mover)) is None:
            costs = (step.cost for near in self.steps(mover).values() for step in near.values())
            known = self._cheapest[mover] = min(costs, default=0)
        return known

    def step(self, a: str, b: str, mover: MovementColumn) -> Step | None:
        """The step between two adjacent hexes; None: prohibited."""
        return self.steps(mover)[a].get(b)

    def _step(self, a: str, b: str, mover: MovementColumn) -> Step | None:
        if (paved := self._way(a, b, mover)) is not None:
            return Step(b, paved, self.road(a, b), ())
        crossed = self.features(a, b)
        costs = [self.crossing_cost(feature, mover) for feature in crossed] + [self.entry_cost(b, mover)]
        paid = [cost for cost in costs if cost is not None]
        if len(paid) < len(costs):
            return None
        return Step(b, sum(paid), False, tuple(self._rolls(crossed, b, mover)))

    def entry_cost(self, at: str, mover: MovementColumn) -> int | None:
        """FA 2.4: points to enter a hex, without its hexsides and ways; None: prohibited."""
        terrain = self.terrain(at)
        return dict(mover.enters).get(self.word(at), terrain.soldier if mover.column == "soldier" else terrain.vehicle)

    def crossing_cost(self, feature: str, mover: MovementColumn) -> int | None:
        """FA 2.4: points that crossing a hexside adds; None: prohibited."""
        side = self.hexside(feature)
        return dict(mover.enters).get(feature, side.soldier if mover.column == "soldier" else side.vehicle)

    def open_to(self, at: str, mover: MovementColumn) -> bool:
        """FA 4.6: whether a hex is one that such a unit could normally enter: its terrain, or a road or trail in it."""
        ways = self.charts.ways
        served = (at in self.on_road and mover.user in ways["road"].users) or (
            at in self.on_trail and mover.user in ways["trail"].users
        )
        return served or self.entry_cost(at, mover) is not None

    def _way(self, a: str, b: str, mover: MovementColumn) -> int | None:
        """FA 2.5: the cost of a step along a road or trail that serves it; None: there is none."""
        for name, joined in (("road", self._roads), ("trail", self._trails)):
            if (a, b) in joined and mover.user in self.charts.ways[name].users:
                return self.charts.ways[name].cost
        return None

    def _rolls(self, crossed: tuple[str, ...], to: str, mover: MovementColumn) -> list[Roll]:
        """FA 6.5, 20.3: hexsides in their order, then the hex."""
        sides = [Roll(feature, need) for feature in crossed if (need := self.hexside(feature).roll.get(mover.column))]
        need = self.terrain(to).roll if mover.column == "vehicle" else None
        hexes = [Roll(self.word(to), need)] if need else []
        return [roll for roll in (*sides, *hexes) if roll.feature not in mover.spared]


def _chained(chains: tuple[tuple[str, ...], ...]) -> frozenset[tuple[str, str]]:
    return frozenset(step for chain in chains for a, b in pairwise(chain) for step in ((a, b), (b, a)))


@lru_cache(1 << 14)
def facing_toward(a: str, b: str) -> Facing:
    """FA 6.10: the hexside of a that leads into its neighbour b."""
    facing: Facing = DIRECTIONS[neighbours(a).index(b)]  # type: ignore[assignment]
    return facing


@kept_for_board
def terrain_map(state: State) -> TerrainMap:
    """The one TerrainMap of a board and setup; those with the same content share it."""
    return _by_content(encode(state.board), encode(state.setup))


@lru_cache(16)
def _by_content(board: bytes, setup: bytes) -> TerrainMap:
    return TerrainMap(decode(board, Board), decode(setup, Setup))
