"""`deploy rest`: places what its side has not placed itself in the deployment (ZC 4.5)."""

from collections.abc import Collection, Iterator
from functools import partial
from itertools import product

from engine.contract import Refusal, Turn, replace
from engine.toolkit.deploy_rest import Front, first_legal, nothing_left

from ...orders import PlaceUnit
from ...state.position import Rectangle, Spot, State, Unit, enemy_units, side_units
from ...state.views import view
from ..board.geometry import point_to_spot
from ..board.terrain import pieces_at
from .entries import deployment_area, first_refusal, model_places
from .entries import run as place

GRID, STEP = 100, 200.0
"""Hundredths of an inch between the places that are tried; and that count as one step."""


def objections(seen: State, side: str) -> Iterator[Refusal]:
    if deployment_area(seen, side) is None:
        yield Refusal("verb", "outside-deployment", "you have no deployment area", "ZC 4.5")
    elif not units_left(seen, side):
        yield nothing_left("ZC 4.5")


def run(turn: Turn[State], side: str) -> None:
    """Places what is left, by what the side knows."""
    for order in placements(view(turn.state, side), side):
        place(turn, order)


def units_left(seen: State, side: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in side_units(seen, side) if unit.id not in seen.placed)


def placements(seen: State, side: str) -> tuple[PlaceUnit, ...]:
    """The best legal place for each unit that is left, in the order of the scenario; a unit that has none stays."""
    left, area = units_left(seen, side), deployment_area(seen, side)
    if area is None or not left:
        return ()
    spots = _grid(area)
    foes = [foe.models[0].at for foe in enemy_units(seen, side)]
    front = Front(spots, foes or [point_to_spot((seen.table.width / 2, seen.table.height / 2))], STEP)
    lanes = front.lanes({unit.id: _middle([model.at for model in unit.models]) for unit in left})
    orders = {unit.id: _best_first(seen, front, unit, spots, lanes[unit.id]) for unit in left}
    return first_legal(seen, {key: partial(iter, found) for key, found in orders.items()}, _is_legal, _after)


def _best_first(seen: State, front: Front, unit: Unit, spots: list[Spot], lane: float) -> list[PlaceUnit]:
    """The unit's placements: that whose middle is nearest to the best place comes first."""
    stands = [stand.at for stand in model_places(seen, unit, PlaceUnit(unit.id, ((0, 0),), unit.form))]
    x, y = _middle(stands)
    middles = {at: (at[0] + round(x), at[1] + round(y)) for at in spots}
    losses = sorted((front.loss(mid, lane, bool(pieces_at(seen.table, mid))), at) for at, mid in middles.items())
    return [PlaceUnit(unit.id, (at,), unit.form) for _, at in losses]


def _is_legal(seen: State, order: PlaceUnit, lifted: Collection[str]) -> bool:
    """Whether the unit can be placed like this while others are not on the table yet."""
    table = replace(seen, roster=tuple(key for key in seen.roster if key not in lifted))
    return first_refusal(table, seen.units[order.unit].side, order) is None


def _after(seen: State, order: PlaceUnit) -> State:
    unit = seen.units[order.unit]
    places = {stand.number: stand.at for stand in model_places(seen, unit, order)}
    models = tuple(replace(model, at=places[model.number]) for model in unit.models)
    return replace(seen, units={**seen.units, unit.id: replace(unit, models=models)})


def _grid(area: Rectangle) -> list[Spot]:
    left, low, right, high = area
    return list(product(range(left, right + 1, GRID), range(low, high + 1, GRID)))


def _middle(spots: list[Spot]) -> tuple[float, float]:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
