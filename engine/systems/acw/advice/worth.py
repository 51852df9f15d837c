"""What ideas are worth beside each other, for the order in which they are shown."""

from engine.contract import Order
from maps.geometry.plane import distance

from ..orders import Back, Charge, Face, Fight, Form, Join, Move, PlaceUnit, Shell, StraightMove
from ..state.position import State, is_regiment
from .evaluation import charge_value, nearest_enemy


def worth(seen: State, side: str, order: Order) -> float:
    """Charges by their chances, shelling, moves of regiments near the enemy; then turning, forming and joining."""
    match order:
        case Charge(unit=key, target=target):
            return charge_value(seen, seen.units[key], seen.units[target]) or 0.0
        case Fight():
            return 2.0
        case Shell():
            return 1.2
        case Move(unit=key):
            return 0.9 + _matters(seen, key)
        case Back():
            return 0.2
        case StraightMove(unit=key):
            return 0.7 + _matters(seen, key)
        case PlaceUnit(unit=key):
            return 0.9 + 0.1 * is_regiment(seen, seen.units[key])
        case Form() | Face():
            return 0.5
        case Join():
            return 0.4
    return 0.1


def _matters(seen: State, key: str) -> float:
    """More for a regiment, and for one that is near the enemy."""
    unit = seen.units[key]
    foe = nearest_enemy(seen, unit)
    near = max(0.0, 1 - distance(unit.inches, foe.inches) / 50) if foe else 0.0
    return 0.1 * is_regiment(seen, unit) + 0.2 * near
