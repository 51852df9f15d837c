"""What a computer player expects of its orders: zones won and held, wounds dealt and risked."""

from collections.abc import Sequence

from engine.contract import Order, kept_for_latest

from ..orders import Attack, EntryOrder, Flee, Hunker, Melee, Move
from ..rules.movement.entries import model_places
from ..rules.movement.planned_moves import planned_move
from ..state.position import Spot, State, Unit
from .blows import SHAKING, blow_from, blow_value
from .evaluation import expected_wounds, middle
from .firepower import wounds_after_a_move, wounds_to
from .further_choices import moves_of_unit
from .morale_outlook import falling_gain
from .reachable_zones import reach_value
from .zone_value import approach_value, holding_gain, rounds_left

ATTACKING, TELLING = 1.7, 0.1
"""An attack comes before the moves of its unit; the fewest expected wounds of one that does."""
ENTERING = 1.2
"""What it is worth that a unit comes on, besides the place."""
FAINT, HUNKERING = 0.05, 0.72
"""What a move is worth that does no good; what cover is worth: less than a move that does some."""
STEP, SOME_GAIN = 0.7, 0.05
"""What a move is worth besides what it gains, which counts up to 1, and the least gain of one worth making."""
BETTER = 0.2
"""By how many expected wounds an attack after a move must be better for the move to come first."""
CAUTION = (0.0, 0.25, 0.5)
"""What a wound that the enemy may take off counts beside one that the unit may: in the last round, where only zones
still count, the one before it, and earlier.
"""
HOPE = (0.0, 0.3, 0.4)
"""The same of wounds that the unit may take off an enemy in its next turn."""


def prospect(seen: State, side: str, order: Order) -> float:
    """Attacks by the wounds they promise; moves by zones, and by whom the unit could hit then; units that come on."""
    match order:
        case Attack():
            wounds = expected_wounds(seen, order)
            blow = blow_value(seen, side, seen.units[order.target], wounds, close=isinstance(order, Melee))
            return (ATTACKING if wounds >= TELLING else FAINT) + blow
        case EntryOrder(unit=key):
            unit, spots = seen.units[key], _placed(seen, order)
            return ENTERING + max(0.0, _place_value(seen, unit, spots) + blow_from(seen, unit, spots, moved=True))
        case Move(unit=key) if seen.units[key].at:
            return _of_move(seen, seen.units[key], order)
        case Hunker():
            return HUNKERING
        case Flee():
            return 0.2
    return 0.5


def _of_move(seen: State, unit: Unit, order: Move) -> float:
    """A move comes before the unit's attack if both are worth more than the attack from here and the best move after
    it.
    """
    gain = _gain(seen, unit, order)
    if not any(model.acted for model in unit.models):
        blow, (here, after) = blow_from(seen, unit, _ends(seen, unit, order), moved=True), _attacking_first(seen, unit)
        if blow + gain >= here + after + BETTER:
            return ATTACKING + blow + gain
    return STEP + gain / (1 + gain) if gain >= SOME_GAIN else FAINT


def _attacking_first(seen: State, unit: Unit) -> tuple[float, float]:
    """What the best attack from here is worth, and the best move after it."""
    known = _known_attacks(seen)
    if unit.id not in known:
        blow = blow_from(seen, unit, [model.at for model in unit.models], moved=False)
        gains = [_gain(seen, unit, order) for order in moves_of_unit(seen, unit)] if blow else []
        known[unit.id] = blow, max(gains, default=0.0)
    return known[unit.id]


@kept_for_latest
def _known_attacks(seen: State) -> dict[str, tuple[float, float]]:
    return {}


def _ends(seen: State, unit: Unit, order: Move) -> list[Spot]:
    ends = planned_move(seen, order).ends
    return [ends.get(model.number, model.at) for model in unit.models]


def _gain(seen: State, unit: Unit, order: Move) -> float:
    """What it is worth that the unit's models stand where the move leads rather than here."""
    return _known_value(seen, unit, _ends(seen, unit, order)) - _known_value(
        seen, unit, [model.at for model in unit.models]
    )


def _known_value(seen: State, unit: Unit, spots: Sequence[Spot]) -> float:
    known, key = _known_values(seen), (unit.id, tuple(spots))
    if key not in known:
        known[key] = _place_value(seen, unit, spots)
    return known[key]


@kept_for_latest
def _known_values(seen: State) -> dict[tuple[str, tuple[Spot, ...]], float]:
    return {}


def _place_value(seen: State, unit: Unit, spots: Sequence[Spot]) -> float:
    """What it is worth that the unit's models stand there."""
    worth = approach_value(seen, unit, middle(spots)) + holding_gain(seen, unit, spots)
    worth += reach_value(seen, unit, spots)
    hope, caution = HOPE[rounds_left(seen)], CAUTION[rounds_left(seen)]
    if hope or caution:
        best = max((_harm(seen, foe, hurt) for foe, hurt in wounds_after_a_move(seen, unit, spots)), default=0.0)
        worth += hope * best - caution * _harm(seen, unit, wounds_to(seen, unit, spots))
    return worth


def _harm(seen: State, unit: Unit, wounds: float) -> float:
    """What so many wounds mean to a unit, in wounds: it may also fall back."""
    return wounds + SHAKING * falling_gain(seen, unit, wounds, close=False)


def _placed(seen: State, order: EntryOrder) -> list[Spot]:
    return [stand.at for stand in model_places(seen, seen.units[order.unit], order)]
