"""`deploy rest`: places what its side has not placed itself in the deployment (CW 3.2)."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from heapq import heapify, heappop
from itertools import product
from math import ceil, floor

from engine.contract import Refusal, Turn, replace
from engine.toolkit.deploy_rest import Front, first_legal, nothing_left

from ...orders import PlaceUnit
from ...state.position import State, Unit, arm_of, army, enemy
from ...state.unit_index import carry_index
from ...state.views import view
from ...tables import TABLES
from ..board.terrain import terrain_map
from . import deployment

GRID, STEP = 1, 2.0
"""Inches between the points that are tried; inches that count as one step."""
BEHIND = {"leader": 2.0, "artillery": 0.5, "cavalry": 1.0}
"""How many steps behind the front each arm belongs."""


def objections(seen: State, side: str) -> Iterator[Refusal]:
    missing = tuple(deployment.missing_zone(seen, side))
    yield from missing
    if not missing and not units_left(seen, side):
        yield nothing_left("CW 3.2")


def run(turn: Turn[State], side: str) -> None:
    """Places what is left, by what the side knows."""
    for order in placements(view(turn.state, side), side):
        deployment.run(turn, order)


def units_left(seen: State, side: str) -> tuple[Unit, ...]:
    """The side's units that have not been placed; a leader that is with a unit goes with it."""
    return tuple(unit for unit in army(seen, side) if unit.leads is None and unit.id not in seen.placed)


def placements(seen: State, side: str) -> tuple[PlaceUnit, ...]:
    """The best legal place for each unit that is left, in the order of the scenario; a unit that has none stays."""
    left, points = units_left(seen, side), _points(seen.setup.deploy.get(side, ()))
    if not left or not points:
        return ()
    foes = [foe.inches for foe in army(seen, enemy(seen, side))] or [(seen.table.width / 2, seen.table.height / 2)]
    front = Front(points, foes, STEP)
    lanes = front.lanes({unit.id: unit.inches for unit in left})
    covered = {at: any(TABLES.terrain[piece.kind].cover for piece in terrain_map(seen).areas_at(at)) for at in points}
    orders = {unit.id: partial(_best_first, seen, unit, front, lanes[unit.id], covered) for unit in left}
    return first_legal(seen, orders, _is_legal, _after)


def _best_first(
    seen: State, unit: Unit, front: Front, lane: float, covered: Mapping[tuple[float, float], bool]
) -> Iterator[PlaceUnit]:
    """The unit's placements; ``covered``: all points of the zone, and which of them are in cover."""
    back = BEHIND.get(arm_of(seen, unit), 0.0)
    waiting = [(front.loss(at, lane, cover, back), at) for at, cover in covered.items()]
    heapify(waiting)
    while waiting:
        _, (x, y) = heappop(waiting)
        yield PlaceUnit(unit.id, (round(x * 100), round(y * 100)))


def _is_legal(seen: State, order: PlaceUnit, lifted: Collection[str]) -> bool:
    """Whether the unit can be placed like this while others are not on the table yet."""
    return next(deployment.objections(seen, seen.units[order.unit].side, order, lifted), None) is None


def _after(seen: State, order: PlaceUnit) -> State:
    units = {**seen.units, order.unit: deployment.placed_unit(seen.units[order.unit], order)}
    return carry_index(seen, replace(seen, units=units))


def _points(shape: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Every whole inch in the box of a zone."""
    if not shape:
        return []
    xs, ys = zip(*shape, strict=True)
    across, up = (range(ceil(min(line)), floor(max(line)) + 1, GRID) for line in (xs, ys))
    return [(float(x), float(y)) for x, y in product(across, up)]
