"""Ideas for non-combat movement: aircraft go home, land units to the front, fleets, guns, transports (BK 11, 12)."""

from collections.abc import Iterator, Mapping

from engine.contract import Order

from ..orders import Move
from ..rules.board.area_control import hostile
from ..rules.movement.aircraft_return import aircraft_astray
from ..rules.movement.flights import landing_places
from ..rules.movement.movable_units import movement_spent
from ..rules.movement.routes import land_and_sea_ways
from ..state.position import Counts, State, is_land
from ..table_rows import LOADED
from ..tables import AA, AIR, CARRIER, FIGHTER, INFANTRY, LAND, NAVAL, TANK, TRANSPORT, UNITS
from .evaluation import distance_to_front, enemies_to_fight, lacks_gun, movable_by_area, only_types
from .transport_ideas import force, loads, unloads, voyages


def ideas(seen: State, side: str, variation: int) -> Iterator[Order]:
    """First aircraft that cannot stay, then units behind the front, guns, ships and cargo."""
    host, far = movable_by_area(seen, side), distance_to_front(seen, side)
    yield from _flights_home(seen, side, host, far)
    yield from _carriers(seen, side, host)
    for start, units in host.items():
        if is_land(seen, start):
            yield from _to_the_front(seen, side, start, units, far, variation)
    yield from unloads(seen, side)
    yield from voyages(seen, side, host, variation)
    yield from _fleets(seen, side, host, variation)
    yield from loads(seen, side, host, variation)


# by air
def _flights_home(seen: State, side: str, host: Mapping[str, Counts], far: Mapping[str, int]) -> Iterator[Move]:
    """BK 11.8: flights to landing places near the enemy for aircraft that cannot stay; one flight for the others."""
    for start, units in host.items():
        for kind, number in only_types(units, AIR).items():
            lost = aircraft_astray(seen, side, start, kind)
            spent = movement_spent(seen, side, start, kind)[min(number, lost or 1) - 1]
            places = [
                area for area in landing_places(seen, side, kind, start, UNITS[kind].move - spent) if area != start
            ]
            best = sorted(places, key=lambda area: (far.get(area, 1), -seen.map.known[area].ipc))
            yield from (Move(((lost or 1, kind),), start, to) for to in best[: 3 if lost else 1])
            yield from (Move(((1, kind),), start, to) for to in best[:1] if lost > 1)


def _carriers(seen: State, side: str, host: Mapping[str, Counts]) -> Iterator[Move]:
    """Moves of carriers to fighters of the side that have no carrier."""
    wanting = [zone for zone in seen.areas if not is_land(seen, zone) and aircraft_astray(seen, side, zone, FIGHTER)]
    for start in host:
        if host[start].get(CARRIER):
            yield from (
                Move(((1, CARRIER),), start, to)
                for to in land_and_sea_ways(seen, side, CARRIER, start)
                if to in wanting
            )


# by land
def _to_the_front(
    seen: State, side: str, start: str, units: Counts, far: Mapping[str, int], variation: int
) -> Iterator[Move]:
    """Moves nearer to the front, or along it; guns to areas without one."""
    here = far.get(start, 9)
    for kind in only_types(units, (INFANTRY, TANK)):
        reached = [to for to in land_and_sea_ways(seen, side, kind, start) if not hostile(seen, side, to)]
        nearer = sorted(reached, key=lambda to: (far.get(to, 9), -seen.map.known[to].ipc))
        if nearer and far.get(nearer[0], 9) < here:
            going = {other: n for other, n in only_types(units, LAND).items() if kind == INFANTRY or other == kind}
            yield Move(force(_moving_together(going, kind)), start, nearer[0])
        elif nearer and variation % 2:
            yield Move(((1, kind),), start, nearer[0])
    if units.get(AA):
        near = sorted(
            (to for to in land_and_sea_ways(seen, side, AA, start) if not hostile(seen, side, to)),
            key=lambda to: (not lacks_gun(seen, side, to), far.get(to, 9)),
        )
        yield from (Move(((1, AA),), start, to) for to in near[:1])


def _moving_together(units: Counts, kind: str) -> Counts:
    """The units that move together: tanks alone, or with the infantry."""
    return units if kind == INFANTRY else {kind: units[kind]}


# by sea
def _fleets(seen: State, side: str, host: Mapping[str, Counts], variation: int) -> Iterator[Move]:
    """Moves of each type of ship to the zone with most enemies near or, every other turn, with fewest."""
    for start, units in host.items():
        ships = {**only_types(units, NAVAL), **only_types(units, (LOADED,))}
        if is_land(seen, start) or not ships:
            continue
        zones = [to for to in land_and_sea_ways(seen, side, TRANSPORT, start) if not enemies_to_fight(seen, side, to)]
        zones.sort(
            key=lambda zone: (-1) ** variation * sum(hostile(seen, side, other) for other in seen.map.known[zone].next)
        )
        yield from (Move(((number, kind),), start, to) for to in zones[:1] for kind, number in ships.items())
