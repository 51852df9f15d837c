"""Deployment: both sides set up in secret before turn 1, and are revealed together (CW 3.2)."""

from collections.abc import Collection, Iterator

from engine.contract import Refusal, Turn, replace
from maps.geometry.polygons import is_inside

from ...orders import Join, PlaceUnit
from ...state.events import Joined, Placed, Revealed
from ...state.position import DEPLOYMENT, State, Unit, army, footprint
from ..board.footprints import is_off_table, overlapped_unit
from ..board.terrain import AREA_EDGE, forbidding_area


def objections(seen: State, side: str, order: PlaceUnit, lifted: Collection[str] = ()) -> Iterator[Refusal]:
    """Why a unit cannot be placed like this: the first reason.  ``lifted``: units that are not on the table yet."""
    unit = seen.units[order.unit]
    refused = (
        tuple(missing_zone(seen, side))
        or tuple(_formation_objections(unit, order))
        or tuple(_zone_objections(seen, side, order))
        or tuple(_room_objections(seen, unit, order, lifted))
    )
    yield from refused


def missing_zone(seen: State, side: str) -> Iterator[Refusal]:
    """CW 3.2: a side without a zone places no units."""
    if side not in seen.setup.deploy:
        says = "you have no deployment zone: your units start where the scenario places them; write done"
        yield Refusal("verb", "wrong-phase", says, "CW 3.2")


def _formation_objections(unit: Unit, order: PlaceUnit) -> Iterator[Refusal]:
    if unit.formation is None and order.formation is not None:
        says = f"a leader has no formation; leave out {order.formation}"
        yield Refusal("formation", "syntax", says, "CW 1.9", (replace(order, formation=None),))


def _zone_objections(seen: State, side: str, order: PlaceUnit) -> Iterator[Refusal]:
    at, shape = (order.at[0] / 100, order.at[1] / 100), seen.setup.deploy[side]
    if not is_inside(at, shape, AREA_EDGE):
        (left, right), (low, high) = ((min(line), max(line)) for line in zip(*shape, strict=True))
        says = f"{at[0]:g},{at[1]:g} is outside your deployment zone ({left:g},{low:g} to {right:g},{high:g})"
        yield Refusal("at", "outside-zone", says, "CW 3.2")


def _room_objections(seen: State, unit: Unit, order: PlaceUnit, lifted: Collection[str]) -> Iterator[Refusal]:
    """CW 2.3, 5.2: off the table, on terrain closed to its arm, or overlapping one of the side's own units."""
    there, where = placed_unit(unit, order), f"{order.at[0] / 100:g},{order.at[1] / 100:g}"
    body = footprint(seen, there)
    piece = forbidding_area(seen, there, there.inches)
    others = tuple(other.id for other in seen.units.values() if other.side != unit.side or other.id == unit.id)
    if is_off_table(seen.table, body):
        yield Refusal("at", "off-board", f"at {where}, part of {unit.id} would be off the table", "CW 3.2")
    elif piece is not None:
        yield Refusal("at", "impassable", f"{unit.id} cannot be placed in {piece.name}", "CW 5.2")
    elif other := overlapped_unit(seen, body, (*others, *lifted)):
        yield Refusal("at", "occupied", f"no room at {where}: {unit.id} would overlap {other.id}", "CW 2.3")


def placed_unit(unit: Unit, order: PlaceUnit) -> Unit:
    """The unit as the order places it; what the order does not give stays as it is.  A leader leaves its unit."""
    facing = unit.facing if order.facing is None else order.facing
    return replace(unit, at=order.at, facing=facing, formation=order.formation or unit.formation, leads=None)


def run(turn: Turn[State], order: PlaceUnit | Join) -> None:
    """Runs an order of the deployment; only its own side knows of it."""
    match order:
        case PlaceUnit(unit=key):
            there = placed_unit(turn.state.units[key], order)
            turn.happens(Placed(key, there.at, there.facing, there.formation))
        case Join(unit=key, target=target):
            turn.happens(Joined(key, target))


def reveal(turn: Turn[State]) -> None:
    """CW 3.2: ends the deployment: both sides see where the units are."""
    state = turn.state
    if state.phase != DEPLOYMENT or not state.ready:
        return
    placed = {key: _placement(state.ready[key]) for key in state.roster}
    turn.happens(
        Revealed(
            {
                unit.id: unit
                for side in state.sides
                for unit in army(state, side.id)
                if _placement(unit) != placed[unit.id]
            }
        )
    )


def _placement(unit: Unit) -> tuple[object, ...]:
    return unit.at, unit.facing, unit.formation, unit.leads
