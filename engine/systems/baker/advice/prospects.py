"""What a computer player expects of its orders: territory and enemies for its losses, a front that holds."""

from collections.abc import Mapping

from engine.contract import Order, kept_for_latest

from ..orders import Buy, FightOut, Load, Move, Retreat, ShipOver, Unload, Withdraw
from ..rules.board.area_control import hostile
from ..rules.board.cargo import aboard
from ..rules.movement.aircraft_return import aircraft_astray
from ..rules.movement.movable_units import Force, movable_count
from ..state.counts import ipc_value, subtracted
from ..state.position import COMBAT_MOVEMENT, Counts, State, is_land
from ..table_rows import LOADED
from ..tables import AIR, LAND, TRANSPORT
from .evaluation import enemies_to_fight, landfall, only_types, own_fighters, total_counts
from .landings import transports_lacking
from .territory_value import battle_value, chance_to_win, leaving_cost, reinforcing_gain, steps_to_front
from .worth import worth

PER_IPC = 0.1
"""What an IPC is worth beside orders of other kinds."""
TOGETHER = 0.85
"""What an attack is worth that others have to join, beside one with all of them."""
FORWARD, A_MAN = 0.2, 0.02
"""What it is worth to come nearer to the front, and for each unit that does."""
LIFT = 0.5
"""What it is worth to buy a transport for units that can go to no front without."""
HOME, BREAKING_OFF, IDLE = 0.5, 1.5, 0.05
"""Aircraft that cannot stay; a battle that costs more than it wins; what does no good."""


def prospect(seen: State, side: str, order: Order) -> float:
    """Battles by what they win and cost, a round at a time; marches by the front that they hold or come nearer to."""
    match order:
        case Move(what=what, start=start, to=to) | ShipOver(what=what, start=start, to=to) if is_land(seen, to):
            units = {kind: number or movable_count(seen, side, start, kind) for number, kind in what}
            gain = _of_move(seen, side, units, start, to)
            return _of_voyage(seen, side, order, units, gain) if isinstance(order, ShipOver) else gain
        case Move(what=what, start=start, to=to) if enemies_to_fight(seen, side, to):
            units = {kind: number or movable_count(seen, side, start, kind) for number, kind in what}
            return _of_sea_battle(seen, side, units, to)
        case Unload(what=what, start=start, to=to):
            held = _unloaded(seen, side, start, what)
            return _past_enemy_ships(seen, side, start, 0, held, _of_move(seen, side, held, start, to))
        case Load():
            return IDLE
        case Buy(what=what):
            ships = sum(number for number, kind in what if kind == TRANSPORT)
            return worth(seen, side, order) + LIFT * min(ships, transports_lacking(seen, side))
        case FightOut(area=area, rounds=rounds) if area not in (None, "all"):
            return 1.0 if rounds else IDLE
        case Retreat(area=area) | Withdraw(area=area):
            goes_badly = area is not None and battle_value(seen, side, area, own_fighters(seen, side, area)) < 0
            return BREAKING_OFF if goes_badly and seen.setup.mode == "campaign" else IDLE
    return worth(seen, side, order)


def _unloaded(seen: State, side: str, zone: str, what: Force) -> Counts:
    cargo = aboard(seen.areas[zone].cargo.get(side, ()))
    return {kind: number or cargo.get(kind, 0) for number, kind in what}


def _of_move(seen: State, side: str, units: Counts, start: str, to: str) -> float:
    """Of units that go ashore or over land; in combat movement only attacks are worth anything."""
    if seen.phase != COMBAT_MOVEMENT:
        return _of_march(seen, side, units, start, to)
    return _of_attack(seen, side, units, start, to) if hostile(seen, side, to) else IDLE


def _of_sea_battle(seen: State, side: str, units: Counts, to: str) -> float:
    """What ships and aircraft add to a battle at sea."""
    there = own_fighters(seen, side, to)
    hulls = {TRANSPORT: units.get(TRANSPORT, 0) + units.get(LOADED, 0)}
    sent = total_counts((there, {**units, **hulls}))
    return PER_IPC * (battle_value(seen, side, to, sent) - battle_value(seen, side, to, there))


def _of_voyage(seen: State, side: str, order: ShipOver, units: Counts, gain: float) -> float:
    """The gain, as far as the transports come through to the zone from which they land."""
    ashore = landfall(seen, side, order)
    return _past_enemy_ships(seen, side, *ashore, units, gain) if ashore else gain


def _past_enemy_ships(seen: State, side: str, zone: str, come: int, units: Counts, gain: float) -> float:
    """What a landing is worth if enemy ships must be beaten first: else its units are lost with the transports, of
    which so many come to those that are there.
    """
    if not enemies_to_fight(seen, side, zone):
        return gain
    there = own_fighters(seen, side, zone)
    fleet = total_counts((there, {TRANSPORT: come}))
    wins = chance_to_win(seen, side, zone, fleet)
    at_sea = battle_value(seen, side, zone, fleet) - battle_value(seen, side, zone, there)
    return wins * gain + PER_IPC * (at_sea - (1 - wins) * ipc_value(units))


def _of_attack(seen: State, side: str, units: Counts, start: str, to: str) -> float:
    """What the attack wins with these units that it would not win without them; others may join it later."""
    there = own_fighters(seen, side, to)
    sent = total_counts((there, units))
    others = {**_neighbours(seen, side, to)}
    if start in others:
        others[start] = subtracted(others[start], only_types(units, others[start]))
    alone = battle_value(seen, side, to, sent)
    together = battle_value(seen, side, to, total_counts((sent, *others.values())))
    together -= sum(leaving_cost(seen, side, joining, area, to) for area, joining in others.items())
    gain = max(alone, TOGETHER * together) - battle_value(seen, side, to, there)
    return PER_IPC * (gain - leaving_cost(seen, side, units, start, to))


def _neighbours(seen: State, side: str, to: str) -> Mapping[str, Counts]:
    """Area -> the side's units next to a territory that could still attack it: by land, by air, from ships."""
    known = _known_neighbours(seen)
    if (side, to) not in known:
        known[side, to] = {area: units for area in seen.map.known[to].next if (units := _ready(seen, side, area))}
    return known[side, to]


@kept_for_latest
def _known_neighbours(seen: State) -> dict[tuple[str, str], Mapping[str, Counts]]:
    return {}


def _ready(seen: State, side: str, area: str) -> Counts:
    ground = seen.areas[area]
    if not is_land(seen, area):
        return aboard(ground.cargo.get(side, ()))
    return {
        kind: movable_count(seen, side, area, kind) for kind in only_types(ground.units.get(side, {}), (*LAND, *AIR))
    }


def _of_march(seen: State, side: str, units: Counts, start: str, to: str) -> float:
    """Where the front is weak, or at least nearer to it; aircraft only if they cannot stay."""
    men = only_types(units, LAND)
    if not men:
        astray = any(aircraft_astray(seen, side, start, kind) for kind in only_types(units, AIR))
        return HOME if astray else IDLE
    gain = reinforcing_gain(seen, side, units, to) - leaving_cost(seen, side, units, start, to)
    far = steps_to_front(seen, side)
    nearer = far.get(to, len(far)) < far.get(start, len(far) + 1)
    return PER_IPC * gain + (FORWARD + A_MAN * sum(men.values()) if nearer else 0.0)
