"""Orders worth offering in non-combat movement: home by air, to the front by land, fleets, guns, transports (BK 11.8, 12, 15.1)."""

from collections.abc import Iterator, Mapping

from engine.contract import Order

from ..orders import Move
from ..rules.board.area_control import hostile
from ..rules.movement.aircraft_return import astray
from ..rules.movement.flights import havens
from ..rules.movement.movable_units import fliers
from ..rules.movement.routes import ways
from ..state.position import Counts, State, land
from ..tables import AA, AIR, LAND, NAVAL, UNITS
from .evaluation import able, fronts, gunless, of, prey
from .transport_ideas import ferries, force, loads, unloads


def ideas(seen: State, side: str, nth: int) -> Iterator[Order]:
    """Aircraft that cannot stay first; then all that is behind the front; guns; ships; cargo."""
    host, far = able(seen, side), fronts(seen, side)
    yield from _home(seen, side, host, far)
    yield from _carriers(seen, side, host)
    for start, units in host.items():
        if land(seen, start):
            yield from _forward(seen, side, start, units, far, nth)
    yield from unloads(seen, side)
    yield from ferries(seen, side, host, nth)
    yield from _fleets(seen, side, host, nth)
    yield from loads(seen, side, host, nth)


# by air
def _home(seen: State, side: str, host: Mapping[str, Counts], far: Mapping[str, int]) -> Iterator[Move]:
    """BK 11.8: those astray to the landing places nearest to the enemy; one that may stay is offered one other place."""
    for start, units in host.items():
        for kind, number in of(units, AIR).items():
            lost = astray(seen, side, start, kind)
            spent = fliers(seen, side, start, kind)[min(number, lost or 1) - 1]
            places = [area for area in havens(seen, side, kind, start, UNITS[kind].move - spent) if area != start]
            best = sorted(places, key=lambda area: (far.get(area, 1), -seen.map.known[area].ipc))
            yield from (Move(((lost or 1, kind),), start, to) for to in best[: 3 if lost else 1])
            yield from (Move(((1, kind),), start, to) for to in best[:1] if lost > 1)


def _carriers(seen: State, side: str, host: Mapping[str, Counts]) -> Iterator[Move]:
    """To fighters of the side that have no deck."""
    wanting = [zone for zone in seen.areas if not land(seen, zone) and astray(seen, side, zone, "fighter")]
    for start in host:
        if host[start].get("carrier"):
            yield from (
                Move(((1, "carrier"),), start, to) for to in ways(seen, side, "carrier", start) if to in wanting
            )


# by land
def _forward(seen: State, side: str, start: str, units: Counts, far: Mapping[str, int], nth: int) -> Iterator[Move]:
    """Nearer to the front, or along it; guns where there are none."""
    here = far.get(start, 9)
    for kind in of(units, ("infantry", "tank")):
        reached = [to for to in ways(seen, side, kind, start) if not hostile(seen, side, to)]
        nearer = sorted(reached, key=lambda to: (far.get(to, 9), -seen.map.known[to].ipc))
        if nearer and far.get(nearer[0], 9) < here:
            going = {other: n for other, n in of(units, LAND).items() if kind == "infantry" or other == kind}
            yield Move(force(_marching(going, kind)), start, nearer[0])
        elif nearer and nth % 2:
            yield Move(((1, kind),), start, nearer[0])
    if units.get(AA):
        near = sorted(
            (to for to in ways(seen, side, AA, start) if not hostile(seen, side, to)),
            key=lambda to: (not gunless(seen, side, to), far.get(to, 9)),
        )
        yield from (Move(((1, AA),), start, to) for to in near[:1])


def _marching(units: Counts, kind: str) -> Counts:
    """What goes as far as the type does: tanks alone, or with the infantry."""
    return units if kind == "infantry" else {kind: units[kind]}


# by sea
def _fleets(seen: State, side: str, host: Mapping[str, Counts], nth: int) -> Iterator[Move]:
    """Each kind of ship to another zone, where most enemies are near or, in other turns, fewest."""
    for start, units in host.items():
        ships = {**of(units, NAVAL), **of(units, ("loaded",))}
        if land(seen, start) or not ships:
            continue
        zones = [to for to in ways(seen, side, "transport", start) if not prey(seen, side, to)]
        zones.sort(
            key=lambda zone: (-1) ** nth * sum(hostile(seen, side, other) for other in seen.map.known[zone].next)
        )
        yield from (Move(((number, kind),), start, to) for to in zones[:1] for kind, number in ships.items())
