"""What ideas are worth beside each other, for the order in which they are shown."""

from engine.contract import Order

from ..orders import Arrive, Attack, EntryOrder, Flee, Hunker, Move
from ..rules.board.geometry import spot_distance
from ..state.position import State
from .evaluation import expected_wounds, most_wanted_zone


def worth(seen: State, side: str, order: Order) -> float:
    """Attacks by the wounds they promise; units that come on; moves of whole units that are near a zone they want."""
    match order:
        case Attack():
            return 0.6 + expected_wounds(seen, order)
        case Arrive() | EntryOrder():
            return 1.2
        case Move(unit=key, to=tuple(paths), models=None) if len(paths) == 1 and paths[0] and seen.units[key].at:
            end = paths[0][-1]
            goal = most_wanted_zone(seen, seen.units[key], end)
            return 1 - spot_distance(end, goal) / 10_000
        case Hunker():
            return 0.4
        case Flee():
            return 0.2
    return 0.5
