"""Moves on paper: the path of each model of an order and what it costs, whether it is legal or not (ZC 6.2, 6.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import NamedTuple

from engine.contract import Refusal, Shift
from maps.geometry.plane import unit_vector
from maps.geometry.tabletop import Tabletop

from ...orders import Move
from ...state.events import ModelMove
from ...state.kept import kept_for_records
from ...state.position import Model, Rectangle, Side, Spot, State, Unit, box_around, named_models, side_of, unit_type
from ...table_rows import Type
from ..board.bases import PlacedModel
from ..board.formations import formation_spots
from ..board.geometry import TOLERANCE
from ..board.placement import Places
from ..board.terrain import Ground, cost_on, slow_ground

Way = tuple[Spot, ...]
Ways = Mapping[int, Way]
"""Model number -> its path from start to end, in rising number; a model with a path of one point stays."""


class Judged(NamedTuple):
    """The first objection to the paths of a move, or none, while these models are ``beside`` them; ``units``: those in
    play.
    """

    units: Mapping[str, Unit]
    beside: list[PlacedModel]
    objections: tuple[Refusal, ...]


@dataclass
class PlannedMove:
    """``ways``: the path of each named model; {} if the unit is off the table or the number of places does not fit.

    ``going``: the paths of the models that do not stay; ``box``: a rectangle that holds all points of these;
    ``cost``: that of the dearest path; ``in_step``: the whole unit moves, and all its models alike; ``early``: the
    objections that do not depend on the paths, once they are found; ``judged``: what the rules last said to the paths.
    """

    ways: Ways
    going: Ways
    box: Rectangle
    ends: Places
    steps: tuple[ModelMove, ...]
    cost: int
    in_step: bool
    early: tuple[Refusal, ...] | None = field(default=None, compare=False)
    judged: Judged | None = field(default=None, compare=False)


_latest: tuple[State | None, Move | None, PlannedMove] = None, None, PlannedMove({}, {}, (0, 0, 0, 0), {}, (), 0, True)
"""The position and the order that were asked about last, and the plan."""


def planned_move(seen: State, order: Move) -> PlannedMove:
    """The move that an order means now.  It is asked for when the order is checked and again when it is run."""
    global _latest
    state, asked, plan = _latest
    if state is seen and asked is order:
        return plan
    unit = seen.units[order.unit]
    known = _plans(unit, seen.table, seen.types, seen.sides)
    if (found := known.get(order)) is None:
        found = known[order] = _plan(seen, unit, order)
    _latest = seen, order, found
    return found


@kept_for_records
def _plans(unit: Unit, table: Tabletop, types: Mapping[str, Type], sides: tuple[Side, ...]) -> dict[Move, PlannedMove]:
    """What has been planned for a unit as it is: all that a plan depends on."""
    return {}


def _plan(seen: State, unit: Unit, order: Move) -> PlannedMove:
    found = ways(seen, order)
    going = {number: way for number, way in found.items() if len(way) > 1}
    box = box_around([at for way in going.values() for at in way]) if going else (0, 0, 0, 0)
    alike = _is_one_for_all(order)
    steps = _steps(going, slow_ground(seen, unit, box), alike)
    return PlannedMove(
        found,
        going,
        box,
        {number: way[-1] for number, way in going.items()},
        steps,
        max([step.cost for step in steps], default=0),
        alike and len(going) == len(unit.models),
    )


def _steps(going: Ways, ground: Ground | None, alike: bool) -> tuple[ModelMove, ...]:
    """Each path with its cost; paths that are ``alike`` cost the same on ground that slows nobody."""
    if ground is None and alike and going:
        cost = cost_on(None, next(iter(going.values())))
        return tuple([ModelMove(number, way, cost) for number, way in going.items()])
    return tuple([ModelMove(number, way, cost_on(ground, way)) for number, way in going.items()])


def _is_one_for_all(order: Move) -> bool:
    """ZC 6.4: whether each model makes the same displacements."""
    return isinstance(order.to, Shift) or (len(order.to) == 1 and not order.form)


def ways(seen: State, order: Move) -> Ways:
    """ZC 6.4: the path of each named model; {} if the unit is off the table or the number of places does not fit."""
    unit = seen.units[order.unit]
    models = named_models(unit, order.models)
    if unit.where != "table" or not models:
        return {}
    if shift := _straight_shift(order, models[0].at):
        x, y = shift
        if shift == (0, 0):
            return {model.number: (model.at,) for model in models}
        return {model.number: (model.at, (model.at[0] + x, model.at[1] + y)) for model in models}
    found = zip(models, _ways_after_start(seen, unit, models, order), strict=False)
    return {model.number: _whole_way(model.at, way) for model, way in found}


def _straight_shift(order: Move, first: Spot) -> Spot | None:
    """The displacement of an order by which all models go straight and alike; None for any other.  ``first``: where
    the first of them stands.
    """
    to = order.to
    if isinstance(to, Shift):
        return displacement(to)
    if len(to) == 1 and len(to[0]) == 1 and not order.form:
        return to[0][0][0] - first[0], to[0][0][1] - first[1]
    return None


def _whole_way(start: Spot, way: Way) -> Way:
    """A path with its start; only the start if it never leaves it."""
    return (start, *way) if any(at != start for at in way) else (start,)


def _ways_after_start(seen: State, unit: Unit, models: tuple[Model, ...], order: Move) -> Iterator[Way]:
    """The path of each model without its start, if not all go straight and alike."""
    match order.to:
        case ((at,),) if order.form:
            yield from (
                (slot,)
                for slot in formation_spots(
                    at, len(models), order.form, unit_type(seen, unit).base, side_of(seen, unit.side).edge
                )
            )
        case (way,) if way:
            first = models[0].at
            yield from (
                tuple((x - first[0] + model.at[0], y - first[1] + model.at[1]) for x, y in way) for model in models
            )
        case tuple(several) if len(several) == len(models):
            yield from several


def displacement(shift: Shift) -> Spot:
    """ZC 6.4: the displacement for a bearing and inches, each coordinate cut off to hundredths."""
    across, up = (
        floor(abs(share) * shift.inches + TOLERANCE) * (-1 if share < 0 else 1)
        for share in unit_vector(shift.bearing / 10)
    )
    return across, up
