"""What ideas are worth beside each other, for the order in which they are shown."""

from engine.contract import Order
from maps.geometry.hexes import distance

from ..orders import (
    Attack,
    Bomb,
    Buy,
    Charge,
    Choose,
    Clear,
    Deploy,
    DropIn,
    Indirect,
    Move,
    PlaceAircraft,
    Strafe,
    Throw,
    Watch,
)
from ..rules.abilities import ability_effects
from ..state.position import State, card
from .evaluation import attack_value, enemies_on_ground, objective_or_centre


def worth(seen: State, side: str, order: Order) -> float:
    """Attacks by what they promise; then moves of dear units that are near the goal, and what they can do there."""
    match order:
        case Attack(unit=key, target=str(target)) if seen.units[key].at and seen.units[target].at:
            return 1 + attack_value(seen, seen.units[key], seen.units[target])
        case Bomb() | Strafe() | Charge() | Clear() | Indirect():
            return 2.0
        case PlaceAircraft(target=target):
            return 1.5 if target else 1.0
        case Buy(count=count, type=kind):
            return count * seen.cards[kind].cost / max(1, seen.setup.points)
        case Move(unit=key, path=path):
            return 1 + _matters(seen, key, path[-1])
        case Deploy(unit=key, to=str(to)) | DropIn(unit=key, to=to):
            return 1 + _matters(seen, key, to)
        case Watch(unit=key, at=str(at)):
            return _matters(seen, key, at) + 0.5 * any(foe.at == at for foe in enemies_on_ground(seen, side))
        case Choose() | Throw():
            return 1.0
    return 0.1


def _matters(seen: State, key: str, to: str) -> float:
    """More for a dear unit, for one that can fire, and near the goal."""
    known, far = card(seen, seen.units[key]), distance(to, objective_or_centre(seen))
    served = 0.1 * bool(known.range) + 0.05 * any(ability_effects(seen, seen.units[key], "charge"))
    return known.cost / 200 + served - far / 50
