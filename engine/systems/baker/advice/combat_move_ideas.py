"""Ideas for combat movement: attacks by land, sea and air, landings, raids, movements of ships (BK 11, 12, 13.1)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.contract import Order

from ..orders import Bomb, Move
from ..rules.board.area_control import hostile
from ..rules.board.complexes import raidable
from ..rules.movement.flights import flight_ways
from ..rules.movement.routes import Way, land_and_sea_ways
from ..state.position import Counts, State, is_land
from ..table_rows import LOADED
from ..tables import AIR, ARTILLERY, BOMBER, CARRIER, FIGHTER, INFANTRY, NAVAL, TABLES, TANK, TRANSPORT, UNITS
from .evaluation import (
    EVEN_STRENGTH,
    enemies_to_fight,
    enemy_territories,
    movable_by_area,
    only_types,
    own_fighters,
    strength_ratio,
    total_counts,
)
from .transport_ideas import force, loads, unloads, voyages

TARGETS, SOURCES = 6, 4
"""The most areas attacked by land or sea, and the most areas that each attack comes from."""
WARSHIPS = tuple(kind for kind in NAVAL if kind != TRANSPORT)


class ReachableTarget(NamedTuple):
    """The units that can reach an area from another one, and their way."""

    start: str
    units: Counts
    way: Way


def ideas(seen: State, side: str, variation: int) -> Iterator[Order]:
    """Attacks with good odds, the most valuable first; then landings, raids, movements of ships, and loading."""
    host = movable_by_area(seen, side)
    by_foot, by_sea = (
        _reachable_targets(seen, side, host, (INFANTRY, ARTILLERY, TANK)),
        _reachable_targets(seen, side, host, WARSHIPS),
    )
    flown = {
        start: flight_ways(seen, start, UNITS[BOMBER].move) for start, units in host.items() if only_types(units, AIR)
    }
    yield from _undefended_captures(seen, side, by_foot, variation)
    yield from _attacks(seen, side, host, by_foot, flown, enemy_territories(seen, side), variation)
    yield from voyages(seen, side, host, variation)
    yield from unloads(seen, side)
    zones = [zone for zone in seen.areas if not is_land(seen, zone) and enemies_to_fight(seen, side, zone)]
    yield from _attacks(seen, side, host, by_sea, flown, zones, variation)
    yield from _raids(seen, side, host, flown)
    yield from _naval_moves(seen, side, host, by_sea, variation)
    yield from loads(seen, side, host, variation)


def _reachable_targets(
    seen: State, side: str, host: Mapping[str, Counts], kinds: tuple[str, ...]
) -> Mapping[str, list[ReachableTarget]]:
    """Area -> the units that can reach it by land or by sea."""
    found = dict[str, list[ReachableTarget]]()
    for start, units in host.items():
        far = dict[str, dict[str, int]]()
        by = dict[str, Way]()
        for kind in only_types(units, kinds):
            for to, way in land_and_sea_ways(seen, side, kind, start).items():
                far.setdefault(to, {})[kind] = units[kind]
                by[to] = way
        for to, able_ones in far.items():
            found.setdefault(to, []).append(ReachableTarget(start, able_ones, by[to]))
    return found


# by land
def _undefended_captures(
    seen: State, side: str, by_foot: Mapping[str, list[ReachableTarget]], variation: int
) -> Iterator[Move]:
    """BK 11.5: moves of one unit to undefended enemy land, of a tank on its way if there is one."""
    for to in [
        area for area in enemy_territories(seen, side) if area in by_foot and not enemies_to_fight(seen, side, area)
    ][:TARGETS]:
        for start, units, way in by_foot[to][:2]:
            kind = next(iter(units)) if variation % 2 else tuple(units)[-1]
            yield Move(((1, kind),), start, to, way[1:-1])


# battles
def _attacks(
    seen: State,
    side: str,
    host: Mapping[str, Counts],
    near: Mapping[str, list[ReachableTarget]],
    flown: Mapping[str, Mapping[str, Way]],
    targets: list[str],
    variation: int,
) -> Iterator[Move]:
    """Attacks by all units that reach an area, if they are strong enough; on valuable areas even odds are enough."""
    good = list[tuple[float, str]]()
    for to in targets:
        foes = enemies_to_fight(seen, side, to)
        units = total_counts(
            (
                own_fighters(seen, side, to),
                *(one.units for one in near.get(to, ())),
                *_aircraft_in_range(host, flown, to),
            )
        )
        if foes and units and (odds := strength_ratio(units, foes)) >= EVEN_STRENGTH:
            good.append((odds, to))
    for rank, (odds, to) in enumerate(good[:TARGETS]):
        foes = enemies_to_fight(seen, side, to)
        for start, units, _ in near.get(to, ())[:SOURCES]:
            yield Move(force(_attackers_sent(seen, side, start, units, odds)), start, to)
        for start, ways_ in flown.items():
            if to in ways_ and (rank < 3 or strength_ratio(only_types(host[start], AIR), foes) > 1):
                yield from _flights(seen, host, start, to, variation)


def _aircraft_in_range(host: Mapping[str, Counts], flown: Mapping[str, Mapping[str, Way]], to: str) -> Iterator[Counts]:
    """The aircraft in range of an area that can, in most cases, return."""
    yield from (only_types(host[start], AIR) for start, far in flown.items() if to in far and len(far[to]) <= 3)


def _attackers_sent(seen: State, side: str, start: str, units: Counts, odds: float) -> Counts:
    """The units to send: all, but one infantry stays where enemies are near if the odds allow it."""
    threatened = (
        is_land(seen, start)
        and sum(hostile(seen, side, other) for other in seen.map.known[start].next if is_land(seen, other)) > 1
    )
    men = units.get(INFANTRY, 0)
    return {**units, INFANTRY: men - 1} if threatened and men > 1 and odds > 2 * EVEN_STRENGTH else units


def _flights(seen: State, host: Mapping[str, Counts], start: str, to: str, variation: int) -> Iterator[Move]:
    """Flights, one order for each type because not all may be able to return; fighters leave with their carrier."""
    for kind, number in only_types(host[start], AIR).items():
        yield Move(((number if variation % 3 else 0, kind),), start, to)
        if number > 1:
            yield Move(((1, kind),), start, to)


def _raids(
    seen: State, side: str, host: Mapping[str, Counts], flown: Mapping[str, Mapping[str, Way]]
) -> Iterator[Bomb]:
    """BK 13.1: raids on enemy complexes."""
    for start, far in flown.items():
        if number := host[start].get(BOMBER, 0):
            yield from (Bomb(((number, BOMBER),), start, to) for to in raidable(seen, side) if to in far)


# at sea
def _naval_moves(
    seen: State, side: str, host: Mapping[str, Counts], by_sea: Mapping[str, list[ReachableTarget]], variation: int
) -> Iterator[Move]:
    """Moves of warships with their fighters, and of loaded transports to zones beside enemy land."""
    for to in by_sea:
        shores = [other for other in seen.map.known[to].next if is_land(seen, other) and hostile(seen, side, other)]
        for start, units, _ in by_sea[to][:2] if shores and not enemies_to_fight(seen, side, to) else ():
            fighters = min(host[start].get(FIGHTER, 0), TABLES.limits.carrier_fighters * units.get(CARRIER, 0))
            yield Move(force({FIGHTER: fighters, **units} if fighters and variation % 2 else units), start, to)
            if carried := host[start].get(LOADED, 0):
                yield Move(((carried, LOADED),), start, to)
