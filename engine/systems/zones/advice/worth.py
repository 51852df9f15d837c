"""What ideas are worth beside each other, for the order in which they are shown."""

from engine.contract import Order

from ..orders import Arrive, Attack, EntryOrder, Flee, Hunker, Move
from ..rules.board.geometry import spot_distance
from ..state.position import State
from .evaluation import expected_wounds, most_wanted_zone

ATTACK, ENTRY, MOVE, HUNKER, FLEE, OTHER = 0.6, 1.2, 1.0, 0.4, 0.2, 0.5
"""What they are worth; an attack by as much more as the wounds it promises, a move by as much less as it falls short of
the zone it wants."""
WORTHLESS = 10_000
"""So many hundredths of an inch that a move falls short make it worthless."""


def worth(seen: State, side: str, order: Order) -> float:
    """Attacks by the wounds they promise; units that come on; moves of whole units that are near a zone they want."""
    match order:
        case Attack():
            return ATTACK + expected_wounds(seen, order)
        case Arrive() | EntryOrder():
            return ENTRY
        case Move(unit=key, to=tuple(paths), models=None) if len(paths) == 1 and paths[0] and seen.units[key].at:
            end = paths[0][-1]
            goal = most_wanted_zone(seen, seen.units[key], end)
            return MOVE - spot_distance(end, goal) / WORTHLESS
        case Hunker():
            return HUNKER
        case Flee():
            return FLEE
    return OTHER
