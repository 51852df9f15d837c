"""Planned paths: what moves, in which direction and how far at most, as an order says it (CW 4.3 to 4.5, 4.17)."""

from engine.contract import Record, replace
from maps.geometry.plane import Point, bearing, direction, distance, unit_vector

from ...orders import Back, Forward, ForwardLeft, ForwardRight, Left, Move, Right, StraightMove
from ...state.length import Spot
from ...state.position import State, Unit
from ..board.footprints import in_inches

TURNS: dict[type[StraightMove], int] = {Forward: 0, Back: 180, Left: -90, Right: 90, ForwardLeft: -45, ForwardRight: 45}
"""CW 4.4, 4.5: degrees off the facing."""


class PlannedPath(Record, frozen=True):
    """A path as ordered: its bearing in degrees, its unit vector, and the most inches wanted (None: no maximum)."""

    bearing: float
    way: Point
    most: float | None


def moving_unit(state: State, unit: Unit) -> Unit:
    """CW 4.17: what moves: the unit, or an attached leader as a lone leader that starts where its unit is."""
    if unit.leads is None:
        return unit
    host = state.units[unit.leads]
    return replace(unit, at=host.at, facing=host.facing, leads=None)


class _Planned(Record, frozen=True):
    """An order, where its unit stands, and the path that it means there."""

    order: StraightMove | Move
    at: Spot
    facing: int
    path: PlannedPath


MOST_PLANNED = 64
"""Units whose latest path is kept."""
_latest: dict[str, _Planned] = {}


def planned_path(body: Unit, order: StraightMove | Move) -> PlannedPath:
    """CW 4.3: the path of an order; if the unit is already at the point, the vector is 0.

    It is asked for when the message is judged and when the order is run: the latest of each unit is kept.
    """
    known = _latest.get(body.id)
    if known is None or known.order is not order or known.at != body.at or known.facing != body.facing:
        if len(_latest) >= MOST_PLANNED:
            _latest.clear()
        known = _latest[body.id] = _Planned(order, body.at, body.facing, _path_of(body, order))
    return known.path


def _path_of(body: Unit, order: StraightMove | Move) -> PlannedPath:
    most = None if order.most is None else order.most / 100
    match order:
        case Move(to=tuple(spot)):
            here, to = body.inches, in_inches(spot)
            far = distance(here, to)
            return PlannedPath(bearing(here, to), direction(here, to), far if most is None else min(far, most))
        case Move(to=int(tenths)):
            heading = tenths / 10
        case _:
            heading = (body.degrees + TURNS[type(order)]) % 360  # type: ignore[index]
    return PlannedPath(heading, unit_vector(heading), most)
