"""Alternatives to refused moves, flights, raids and voyages: fewer units, another way or place (BK 11, 12, 13.1)."""

from collections.abc import Iterator

from engine.contract import Order, replace

from ..orders import Bomb, Load, Move, ShipOver, Unload
from ..rules.board.area_control import defended, friendly, hostile
from ..rules.board.cargo import aboard
from ..rules.board.complexes import raidable
from ..rules.movement.flights import can_land, flight_ways, landing_places
from ..rules.movement.movable_units import Force, movable_count, movement_spent, wanted_units
from ..rules.movement.routes import BARS, land_and_sea_ways
from ..state.position import NONCOMBAT, Counts, State, counts, is_land
from ..table_rows import LOADED
from ..tables import AA, AIR, BOMBER, COMPLEX, LAND, TRANSPORT, UNITS
from .evaluation import enemies_to_fight, movable_by_area, only_types
from .transport_ideas import fitting_cargo, force, shores


def _available(seen: State, side: str, order: Move | Bomb | ShipOver | Load) -> Counts:
    """The units of an order that are in the area and can still move."""
    asked = wanted_units(order.what, lambda kind: movable_count(seen, side, order.start, kind))
    held = {kind: min(number, movable_count(seen, side, order.start, kind)) for kind, number in asked.items()}
    return {kind: number for kind, number in held.items() if number}


# moves
def alternative_moves(seen: State, side: str, order: Move | Bomb, code: str) -> Iterator[Order]:
    """Alternatives to a move: fewer units, the usual way, as far as they can go, from elsewhere, by sea or air."""
    units = _available(seen, side, order)
    if units:
        yield replace(order, what=force(units))
        if order.what and isinstance(order, Move):
            yield replace(order, what=force(units), via=())
    if isinstance(order, Bomb):
        yield from _raids(seen, side, order, units)
        return
    if code == "cannot-move" and (others := only_types(units, (kind for kind in units if kind not in (AA, COMPLEX)))):
        yield replace(order, what=force(others))
    yield from _flights(seen, side, order, units)
    yield from _marches(seen, side, order, units)
    yield from _from_other_areas(seen, side, order)
    if is_land(seen, order.start) and is_land(seen, order.to) and (troops := only_types(units, LAND)):
        yield ShipOver(force(troops), order.start, order.to)
        yield from (
            ShipOver(((few, kind),), order.start, order.to)
            for kind, held in troops.items()
            for few in (2, 1)
            if few <= held
        )


def _marches(seen: State, side: str, order: Move, units: Counts) -> Iterator[Move]:
    """Moves to the area that blocks the way, or as far as possible; to areas near it; only the units that get there."""
    for kind in (kind for kind in units if kind not in (*AIR, COMPLEX)):
        hull = TRANSPORT if kind == LOADED else kind
        come = land_and_sea_ways(seen, side, hull, order.start)
        fellows = only_types(
            units,
            (
                other
                for other in units
                if other not in AIR
                and order.to in land_and_sea_ways(seen, side, TRANSPORT if other == LOADED else other, order.start)
            ),
        )
        if fellows:
            yield Move(force(fellows), order.start, order.to)
        far = land_and_sea_ways(seen, side, hull, order.start, BARS).get(order.to, ())
        yield from (Move(((units[kind], kind),), order.start, area) for area in reversed(far[1:-1]) if area in come)
        beside = seen.map.known[order.to].next
        near = [area for area in come if area in beside and (seen.phase != NONCOMBAT or not hostile(seen, side, area))]
        yield from (Move(((units[kind], kind),), order.start, area) for area in near[:3])


def _flights(seen: State, side: str, order: Move, units: Counts) -> Iterator[Move]:
    """Flights to the landing places or enemies nearest to the target; fewer aircraft where room is short."""
    for kind in only_types(units, AIR):
        spent = movement_spent(seen, side, order.start, kind)
        left = UNITS[kind].move - (spent[units[kind] - 1] if spent else 0)
        if seen.phase == NONCOMBAT:
            able_ = landing_places(seen, side, kind, order.start, left)
        else:
            able_ = {
                area: way
                for area, way in flight_ways(seen, order.start, left).items()
                if enemies_to_fight(seen, side, area) or can_land(seen, side, area)
            }
        away = flight_ways(seen, order.to, len(seen.areas))
        good = sorted(
            (area for area in able_ if area not in (order.start, order.to)),
            key=lambda area: len(away.get(area, seen.areas)),
        )
        prized = [area for area in good if enemies_to_fight(seen, side, area)] if seen.phase != NONCOMBAT else []
        yield from (Move(((number, kind),), order.start, order.to) for number in dict.fromkeys((units[kind], 1)))
        yield from (Move(((units[kind], kind),), order.start, area) for area in (*prized[:4], *good[:3]))


def _from_other_areas(seen: State, side: str, order: Move) -> Iterator[Move]:
    """Moves of the same types from other areas."""
    host = movable_by_area(seen, side)
    for _, kind in order.what:
        starts = [area for area in host if area not in (order.start, order.to) and host[area].get(kind)]
        for start in starts:
            if kind in AIR or order.to in land_and_sea_ways(seen, side, TRANSPORT if kind == LOADED else kind, start):
                yield Move(((host[start][kind], kind),), start, order.to)


def _raids(seen: State, side: str, order: Bomb, units: Counts) -> Iterator[Order]:
    """BK 13.1: raids on other complexes, or the same aircraft sent into combat."""
    bombers = units.get(BOMBER, 0)
    complexes = raidable(seen, side)
    if bombers:
        yield from (Bomb(((bombers, BOMBER),), order.start, area) for area in complexes)
    yield from (
        Bomb(((held[BOMBER], BOMBER),), start, area)
        for start, held in movable_by_area(seen, side).items()
        if held.get(BOMBER)
        for area in (order.to, *complexes)
    )
    if units:
        yield Move(force(units), order.start, order.to)
        yield from _flights(seen, side, Move(force(units), order.start, order.to), units)


# cargo
def alternative_voyages(seen: State, side: str, order: ShipOver | Load | Unload, code: str) -> Iterator[Order]:
    match order:
        case ShipOver():
            yield from _voyages(seen, side, order, code)
        case Load():
            yield from _loads(seen, side, order)
        case Unload():
            yield from _unloads(seen, side, order)


def _voyages(seen: State, side: str, order: ShipOver, code: str) -> Iterator[Order]:
    """Alternatives to a voyage: the usual way, fewer units, loading only, other territories."""
    units = _available(seen, side, order)
    fits = only_types(units, (*LAND, AA) if seen.phase == NONCOMBAT else LAND)
    if not is_land(seen, order.start):
        yield Unload(order.what, order.start, order.to)
    if not is_land(seen, order.to):
        yield Load(order.what, order.start, order.to)
    if fits:
        yield replace(order, what=force(fits))
        yield replace(order, what=force(fits), via=())
        for ships in (3, 2, 1):
            yield ShipOver(force(fitting_cargo(fits, ships, 0)), order.start, order.to)
        if code != "not-enough-units" and order.to in seen.map.known[order.start].next:
            yield Move(force(fits), order.start, order.to)
        yield from (
            Load(force(fitting_cargo(fits, 1, 0)), order.start, zone) for zone in seen.map.known[order.start].next
        )
        ashore = [
            area for zone in seen.map.known[order.to].next if not is_land(seen, zone) for area in shores(seen, zone)
        ]
        yield from (
            ShipOver(force(fitting_cargo(fits, 1, 0)), order.start, area)
            for area in dict.fromkeys(ashore)
            if seen.phase != NONCOMBAT or friendly(seen, side, area)
        )
    yield from (
        ShipOver(force(fitting_cargo(held, 1, 0)), area, order.to)
        for area, held in movable_by_area(seen, side).items()
        if area not in (order.start, order.to) and only_types(held, LAND)
    )


def _loads(seen: State, side: str, order: Load) -> Iterator[Order]:
    """BK 12.4: the units that fit, and adjacent zones with transports."""
    units = only_types(_available(seen, side, order), (*LAND, AA) if seen.phase == NONCOMBAT else LAND)
    room = movable_count(seen, side, order.onto, TRANSPORT)
    zones = [zone for zone in seen.map.known[order.start].next if counts(seen, zone, side).get(TRANSPORT)]
    for zone in dict.fromkeys((order.onto, *zones)):
        if units:
            yield Load(force(units), order.start, zone)
            yield from (
                Load(force(fitting_cargo(units, ships, 0)), order.start, zone)
                for ships in dict.fromkeys((room, 1))
                if ships
            )
            yield from (Load(((1, kind),), order.start, zone) for kind in units)
    yield from (
        Load(force(fitting_cargo(held, 1, 0)), area, order.onto)
        for area, held in movable_by_area(seen, side).items()
        if area in seen.map.known[order.onto].next and only_types(held, LAND)
    )


def _unloads(seen: State, side: str, order: Unload) -> Iterator[Order]:
    """BK 12.5, 12.6: whole cargoes, the units aboard, other territories, cargo in other zones."""
    for zone in dict.fromkeys((order.start, *seen.areas)):
        free = [ship.cargo for ship in seen.areas[zone].cargo.get(side, ()) if ship.to is None]
        if not free or (defended(seen, side, zone) and seen.phase == NONCOMBAT):
            continue
        held = aboard(seen.areas[zone].cargo[side])
        asked = _aboard_of_wanted(order.what, held)
        for to in dict.fromkeys((order.to, *shores(seen, zone))):
            yield from (Unload(force(units), zone, to) for units in (asked, *free, held) if units)


def _aboard_of_wanted(what: Force, held: Counts) -> Counts:
    """The units of an order that are available."""
    asked = wanted_units(what, lambda kind: held.get(kind, 0))
    return {kind: min(number, held[kind]) for kind, number in asked.items() if held.get(kind)}
