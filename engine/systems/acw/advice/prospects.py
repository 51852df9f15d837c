"""What computer players expect of an order: its worth, and the charge that turning or another formation prepares."""

from itertools import islice

from engine.contract import Order, replace

from ..orders import Face, Form
from ..rules.movement.facing import new_facing
from ..state.position import State, Unit, is_regiment
from .evaluation import charge_targets, outlook_after
from .worth import of_charge, worth

MOST_FOLLOWING = 3
"""The nearest enemies whom a unit may think of charging after it has turned or changed formation."""


def prospect(seen: State, side: str, order: Order) -> float:
    """The worth of the order, or that of a charge by the same unit later in the turn, if it is more."""
    promised = worth(seen, side, order)
    match order:
        case Form(unit=key, formation=formation):
            unit = seen.units[key]
            return max(promised, _charge_to_follow(seen, unit, replace(unit, formation=formation, formed=True)))
        case Face(unit=key, to=str()):
            unit = seen.units[key]
            if (facing := new_facing(seen, unit, order)) is not None:
                return max(promised, _charge_to_follow(seen, unit, replace(unit, facing=facing, faced=True)))
    return promised


def _charge_to_follow(seen: State, unit: Unit, changed: Unit) -> float:
    """What a charge promises that a unit could make this turn after it has turned or changed formation."""
    if unit.faced or unit.formed or not is_regiment(seen, unit):
        return 0.0
    foes = list(islice(charge_targets(seen, unit), MOST_FOLLOWING))
    return max((of_charge(seen, changed, foe, outlook_after(seen, changed, foe)) for foe in foes), default=0.0)
