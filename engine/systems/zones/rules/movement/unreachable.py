"""Moves and entries that no die can make legal: off the table, or longer than any move of the unit (ZC 1.5, 6.1)."""

from collections.abc import Iterable

from engine.contract import Shift

from ...orders import Move
from ...state.position import Spot, State, Unit, unit_type
from ..board.geometry import diameter, hundredths, is_on_table
from ..board.terrain import cost_on
from .planned_moves import displacement


def is_out_of_reach(seen: State, unit: Unit, order: Move) -> bool:
    """Whether nothing that dice do to a unit on the table before its move can bring it there.

    They may remove models, so that another one leads; a unit that falls back is shaken and cannot move at all.
    """
    move = hundredths(unit_type(seen, unit).move)
    if isinstance(order.to, Shift):
        return cost_on(None, ((0, 0), displacement(order.to))) > move
    if any_off_table(seen, unit, (at for way in order.to for at in way)):
        return True
    return any(min(cost_on(None, (model.at, *way)) for model in unit.models) > move for way in order.to if way)


def any_off_table(seen: State, unit: Unit, places: Iterable[Spot]) -> bool:
    """Whether a base of the unit would leave the table at one of these places, wherever it comes from."""
    width = diameter(seen, unit)
    return not all(is_on_table(seen.table, at, width) for at in places)
