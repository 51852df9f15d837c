"""Going back: fleeing and falling back straight towards the own edge (ZC 6.11, 6.12, 13.3)."""

from bisect import bisect_right
from collections.abc import Iterator
from math import isqrt
from typing import Literal

from engine.contract import Refusal, Turn, replace

from ...orders import Flee
from ...state.events import FellBack, Fled, ModelMove
from ...state.position import Model, Spot, State, Unit, side_of, unit_type
from ...tables import TABLES
from ..board.bases import PlacedModel, placed_models
from ..board.geometry import diameter, edge_direction, hundredths, largest_overlapping_square, own_edge_distance
from ..board.placement import entry_hint
from ..board.terrain import path_cost

Manner = Literal["flee", "fall back"]
"""flee: the whole move, slowed by terrain.  fall back: six inches, whatever the terrain."""


def objections(seen: State, order: Flee) -> Iterator[Refusal]:
    """ZC 6.11: the first objection to fleeing."""
    unit = seen.units[order.unit]
    if unit.where != "table":
        yield Refusal("unit", "off-table", f"{unit.id} is not on the table{entry_hint(unit)}", "ZC 6.11")
    elif not unit.shaken:
        yield Refusal(
            "unit",
            "not-shaken",
            f"{unit.id} is not shaken, so it cannot flee; move it instead, with {unit.id} move",
            "ZC 6.11",
        )
    elif unit.fled:
        yield Refusal("unit", "already-acted", f"{unit.id} has already fled this turn; it can still act", "ZC 6.11")


def flee(turn: Turn[State], unit_id: str) -> None:
    """ZC 6.11: the unit flees."""
    turn.happens(Fled(unit_id, retreat_moves(turn.state, turn.state.units[unit_id], "flee")))


def fall_back(turn: Turn[State], unit_id: str) -> None:
    """ZC 13.3: the unit falls back."""
    turn.happens(FellBack(unit_id, retreat_moves(turn.state, turn.state.units[unit_id], "fall back")))


def retreat_moves(state: State, unit: Unit, manner: Manner) -> tuple[ModelMove, ...]:
    """ZC 6.12: the move of each model, in rising number; a path of one point if it cannot go.  The models nearest to
    the edge go first.
    """
    others, steps = [body for body in placed_models(state) if body.unit != unit.id], list[ModelMove]()
    waiting = {body.number: body for body in placed_models(state) if body.unit == unit.id}
    for model in sorted(unit.models, key=lambda model: (own_edge_distance(state, unit.side, model.at), model.number)):
        own = waiting.pop(model.number)
        step = _retreat_move(state, unit, model, manner, [*others, *waiting.values()])
        others.append(replace(own, at=step.way[-1]))
        steps.append(step)
    return tuple(sorted(steps, key=lambda step: step.number))


def _retreat_move(state: State, unit: Unit, model: Model, manner: Manner, others: list[PlacedModel]) -> ModelMove:
    """ZC 6.12: the move of one model: the greatest distance within its allowance that leaves its base on the table
    and free.
    """
    (x, y), width = model.at, diameter(state, unit)
    across, up = map(int, edge_direction(side_of(state, unit.side).edge))

    def to(far: int) -> Spot:
        return x + across * far, y + up * far

    def price(far: int) -> int:
        return far if manner == "fall back" else path_cost(state, unit, (model.at, to(far)))

    most = hundredths(TABLES.constants.fall_back if manner == "fall back" else unit_type(state, unit).move)
    room = min(most, own_edge_distance(state, unit.side, model.at) - (width + 1) // 2)
    far = _free_distance(
        bisect_right(range(room + 1), most, key=price) - 1,
        [
            (
                across * (body.at[0] - x) + up * (body.at[1] - y),
                up * (body.at[0] - x) - across * (body.at[1] - y),
                width + body.diameter,
            )
            for body in others
        ],
    )
    return ModelMove(model.number, (model.at, to(far)) if far else (model.at,), price(far))


def _free_distance(far: int, others: list[tuple[int, int, int]]) -> int:
    """The greatest distance up to ``far`` at which no base is overlapped; 0 if there is none.

    ``others``: how far each other base is ahead and aside, and the sum of the two diameters.
    """
    taken = list[tuple[int, int]]()
    for ahead, aside, both in others:
        if (square := largest_overlapping_square(both) - aside * aside) >= 0:
            half = isqrt(square)
            taken.append((ahead - half, ahead + half))
    for first, last in sorted(taken, key=lambda span: -span[1]):
        if first <= far <= last:
            far = first - 1
    return max(far, 0)
