"""What attacks are worth: the wounds, that the enemy may fall back, and the zones that this wins."""

from collections.abc import Sequence

from ..state.position import Spot, State, Unit, enemy_units
from .firepower import wounds_at
from .morale_outlook import falling_gain
from .zone_value import ousting_gain, rounds_left

WOUND = (0.3, 1.0, 1.0)
"""What a wound is worth in the last round, the one before it, and earlier."""
SHAKING = 1.5
"""What it is worth, in wounds, that a unit falls back."""


def blow_value(seen: State, side: str, target: Unit, wounds: float, *, close: bool) -> float:
    """What it is worth to take so many wounds off a unit, on average, in melee or by shooting."""
    left = sum(model.wounds for model in target.models)
    hurt = min(wounds, left) + SHAKING * falling_gain(seen, target, wounds, close=close)
    return WOUND[rounds_left(seen)] * hurt + max(0.0, ousting_gain(seen, side, target, wounds, close=close))


def blow_from(seen: State, unit: Unit, spots: Sequence[Spot], *, moved: bool) -> float:
    """What the best attack of the unit would be worth if its models stood in these places."""
    best = 0.0
    for foe in enemy_units(seen, unit.side):
        wounds, close = wounds_at(seen, unit, spots, foe, moved=moved)
        if wounds:
            best = max(best, blow_value(seen, unit.side, foe, wounds, close=close))
    return best
