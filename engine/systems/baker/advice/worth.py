"""What ideas are worth beside each other, for the order in which they are shown."""

from engine.contract import Order

from ..orders import Bomb, Buy, Load, Move, PlaceUnits, ShipOver, Unload
from ..rules.board.area_control import hostile
from ..rules.movement.movable_units import movable_count
from ..state.counts import ipc_value
from ..state.position import COMBAT_MOVEMENT, Counts, State, is_land
from ..tables import AA, COMPLEX, TRANSPORT
from .evaluation import EVEN_STRENGTH, enemies_to_fight, landfall, own_fighters, strength_ratio, total_counts

SURE = 3.0
"""The strength ratio beyond which an attack is worth no more."""


def worth(seen: State, side: str, order: Order) -> float:
    """Purchases that use the money, attacks with good odds on areas of value, large moves; never a lone gun."""
    match order:
        case Buy(what=what):
            units = {kind: number for number, kind in what}
            spent = ipc_value(units) / max(1, seen.powers[side].ipc)
            return 0.0 if set(units) <= {AA, COMPLEX} else spent
        case ShipOver() if _is_sunk(seen, side, order):
            return 0.0
        case Move(what=what, start=start, to=to) | ShipOver(what=what, start=start, to=to):
            return _move_worth(seen, side, _units(seen, side, start, what), to)
        case PlaceUnits(what=what):
            return 0.5 + ipc_value({kind: number or 1 for number, kind in what}) / 100
        case Bomb():
            return 0.5
        case Load() | Unload():
            return 0.4 if seen.phase == COMBAT_MOVEMENT else 0.1
    return 1.0


def _units(seen: State, side: str, start: str, what: tuple[tuple[int, str], ...]) -> Counts:
    """The units that are meant; a number of 0 is all of them."""
    return {kind: number or movable_count(seen, side, start, kind) for number, kind in what}


def _is_sunk(seen: State, side: str, order: ShipOver) -> bool:
    """BK 13.3: whether enemy ships in the zone from which a voyage lands are likely to sink it."""
    ashore = landfall(seen, side, order)
    foes = enemies_to_fight(seen, side, ashore.zone) if ashore else {}
    if not ashore or not foes:
        return False
    fleet = total_counts((own_fighters(seen, side, ashore.zone), {TRANSPORT: ashore.ships}))
    return strength_ratio(fleet, foes) < EVEN_STRENGTH


def _move_worth(seen: State, side: str, units: Counts, to: str) -> float:
    """An attack by its odds and its prize; any other move by how much goes where."""
    size = sum(number for kind, number in units.items() if kind != AA)
    if seen.phase != COMBAT_MOVEMENT:
        return min(size, 10) / 20
    foes = enemies_to_fight(seen, side, to)
    prize = seen.map.known[to].ipc / 10 if is_land(seen, to) and hostile(seen, side, to) else 0.0
    if not foes:
        return (1 + prize if prize else 0.2) + size / 1000
    odds = strength_ratio(total_counts((units, own_fighters(seen, side, to))), foes)
    return min(odds, SURE) / SURE + prize if odds >= EVEN_STRENGTH else 0.1 * odds
