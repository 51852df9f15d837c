"""Units that still lack an order: they could do something in the phase, and their side's draft does not name them."""

from collections.abc import Iterator

from engine.contract import Order
from engine.log.fold import Fold
from engine.lookups.ideas import own_units, units
from engine.lookups.legal_orders import legal_orders

from . import drafts


def units_without_orders(fold: Fold, side: str) -> tuple[str, ...]:
    """Their ids with their names; none where it is not the side's turn, and in games whose units are only counted."""
    if fold.phase is None or side not in fold.phase.sides:
        return ()
    able = {unit for idea in legal_orders(fold, side, side) if idea.PHASES for unit in _subjects(idea)}
    given = (verdict.line.order for verdict in drafts.part_of_draft(fold, side).orders if verdict.accepted)
    ordered = {unit for order in given if order for unit in _named(order)}
    names = units(fold, side)
    idle = (unit for unit in own_units(fold, side) if unit in able and unit not in ordered)
    return tuple(unit if names[unit] == unit else f"{unit} {names[unit]}" for unit in idle)


def _subjects(order: Order) -> Iterator[str]:
    """The unit that carries the order out."""
    unit = getattr(order, "unit", None)
    if isinstance(unit, str):
        yield unit


def _named(order: Order) -> Iterator[str]:
    """Every word of an order that may be a unit."""
    for name in order.__struct_fields__:
        value = getattr(order, name)
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str))
