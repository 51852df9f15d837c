"""What ideas are worth beside each other, for the order in which they are shown."""

from engine.contract import Order, kept_for_latest

from .advice import DistanceToEnemy, distances_to
from .orders import Advance, Attack, Cancel, Choose, Deploy, Fire, Hold, Move, Rally
from .rules.combat import melee_roll_needed
from .rules.shooting import missile_roll_needed
from .state.position import State, Unit, army, enemy

TWO_DICE = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
"""Of 36 rolls of two dice how many are at least 0, 1, 2 ... 12."""


def worth(seen: State, side: str, order: Order) -> float:
    """Attacks and shots by their chance and what they hit; moves of dear units towards the enemy; then the rest."""
    match order:
        case Attack(unit=key, target=target):
            need = max(0, melee_roll_needed(seen, seen.units[key], seen.units[target]))
            return TWO_DICE[need] / 36 * _value(seen.units[target]) if need < len(TWO_DICE) else 0.0
        case Fire(unit=key, target=target):
            chance = (7 - missile_roll_needed(seen, seen.units[key], seen.units[target])) / 6
            return max(0.0, chance) * _value(seen.units[target])
        case Advance():
            return 2.0
        case Move(unit=key, path=path):
            return 0.5 + _value(seen.units[key]) / 10 - _distance_to_enemy(seen, side, path[-1]) / 100
        case Deploy(unit=key, to=to):
            return 0.5 + _value(seen.units[key]) / 10 - _distance_to_enemy(seen, side, to) / 100
        case Rally() | Choose():
            return 1.0
        case Hold() | Cancel():
            return 0.1
    return 0.2


def _value(unit: Unit) -> float:
    """More than 1, by cost; half as much again for a disrupted one, which another hit removes."""
    return (1 + unit.cost / 50) * (1.5 if unit.disrupted else 1.0)


def _distance_to_enemy(seen: State, side: str, at: str) -> int:
    known = _enemies_apart(seen)
    if side not in known:
        known[side] = distances_to(army(seen, enemy(seen, side)))
    return known[side][at]


@kept_for_latest
def _enemies_apart(seen: State) -> dict[str, DistanceToEnemy]:
    """How far hexes are from the enemies of each side, once that was asked."""
    return {}
