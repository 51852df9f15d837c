"""Cargo: how units are divided among transports, and which of them go ashore (BK 12.1, 12.2, 12.4 to 12.6)."""

from engine.contract import replace

from ...state.position import Counts, Ship
from ...tables import AA, ARTILLERY, CATALOGUE, INFANTRY, TABLES, TANK

ORDER = (TANK, ARTILLERY, AA)
"""BK 12.2: one of these fills a ship; they load in this order, before the infantry."""


def load_cargo(units: Counts) -> tuple[Counts, ...]:
    """BK 12.2: these units, divided among ships."""
    each, infantry = TABLES.limits.transport_infantry, units.get(INFANTRY, 0)
    single = [{kind: 1} for kind in ORDER for _ in range(units.get(kind, 0))]
    return (*single, *({INFANTRY: min(each, infantry - first)} for first in range(0, infantry, each)))


def loaded_ships(ships: tuple[Ship, ...], units: Counts, empty: int) -> tuple[Ship, ...] | None:
    """BK 12.4: all loaded ships after a loading; None if the units do not fit.

    A ship with one infantry takes a second first; then empty ships load.
    """
    infantry, after = units.get(INFANTRY, 0), list[Ship]()
    for ship in ships:
        more = min(infantry, _free_in_ship(ship))
        infantry -= more
        after.append(replace(ship, cargo={INFANTRY: ship.cargo[INFANTRY] + more}) if more else ship)
    fresh = load_cargo({**units, INFANTRY: infantry})
    return (*after, *(Ship(cargo) for cargo in fresh)) if len(fresh) <= empty else None


def _free_in_ship(ship: Ship) -> int:
    """How many more infantry a loaded ship can take now."""
    if ship.moved or ship.to is not None or tuple(ship.cargo) != (INFANTRY,):
        return 0
    return TABLES.limits.transport_infantry - ship.cargo[INFANTRY]


def free_berths(ships: tuple[Ship, ...]) -> int:
    """How many more infantry the loaded ships can take now."""
    return sum(map(_free_in_ship, ships))


def aboard(ships: tuple[Ship, ...]) -> Counts:
    """All units aboard, without those marked to land in combat."""
    held = [ship.cargo for ship in ships if ship.to is None]
    return {kind: n for kind in CATALOGUE if (n := sum(cargo.get(kind, 0) for cargo in held))}


def unloaded_ships(ships: tuple[Ship, ...], units: Counts) -> tuple[Ship, ...]:
    """BK 12.5: each ship after units have gone ashore, taken from the first ships in the list that hold them.

    A ship that was unloaded has moved, and may be empty.
    """
    left, after = dict(units), list[Ship]()
    for ship in ships:
        taken = {kind: min(n, left.get(kind, 0)) for kind, n in ship.cargo.items() if ship.to is None}
        left |= {kind: left[kind] - n for kind, n in taken.items() if n}
        rest = {kind: n - taken.get(kind, 0) for kind, n in ship.cargo.items() if n > taken.get(kind, 0)}
        after.append(replace(ship, cargo=rest, moved=True) if any(taken.values()) else ship)
    return tuple(after)


def whole_cargoes(ships: tuple[Ship, ...], units: Counts) -> tuple[int, ...] | None:
    """BK 12.6: the indices of the ships whose whole cargoes make up these units; None if none do exactly."""
    left, taken = dict(units), list[int]()
    for index, ship in enumerate(ships):
        if ship.to is None and all(n <= left.get(kind, 0) for kind, n in ship.cargo.items()):
            left |= {kind: left[kind] - n for kind, n in ship.cargo.items()}
            taken.append(index)
    return None if any(left.values()) else tuple(taken)
