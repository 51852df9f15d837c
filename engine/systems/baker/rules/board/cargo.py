"""Cargo: how units are put aboard transports, topped up, and brought ashore (BK 12.1, 12.2, 12.4 to 12.6)."""

from engine.contract import replace

from ...state.position import Counts, Ship
from ...tables import ARTILLERY, CATALOGUE, INFANTRY, TABLES, TANK

ORDER = (TANK, ARTILLERY, "aa")
"""BK 12.2: one to a ship, in this order, before the infantry."""


def load_cargo(units: Counts) -> tuple[Counts, ...]:
    """BK 12.2: so many units ship by ship."""
    each, men = TABLES.limits.transport_infantry, units.get(INFANTRY, 0)
    single = [{kind: 1} for kind in ORDER for _ in range(units.get(kind, 0))]
    return (*single, *({INFANTRY: min(each, men - first)} for first in range(0, men, each)))


def loaded_ships(ships: tuple[Ship, ...], units: Counts, empty: int) -> tuple[Ship, ...] | None:
    """BK 12.4: all loaded ships afterwards: first a second infantry where there is one alone, then empty ships; None: no room."""
    men, after = units.get(INFANTRY, 0), list[Ship]()
    for ship in ships:
        more = min(men, _free_in_ship(ship))
        men -= more
        after.append(replace(ship, cargo={INFANTRY: ship.cargo[INFANTRY] + more}) if more else ship)
    fresh = load_cargo({**units, INFANTRY: men})
    return (*after, *(Ship(cargo) for cargo in fresh)) if len(fresh) <= empty else None


def _free_in_ship(ship: Ship) -> int:
    """Infantry that still find room in a loaded ship that can be loaded."""
    if ship.moved or ship.to is not None or tuple(ship.cargo) != (INFANTRY,):
        return 0
    return TABLES.limits.transport_infantry - ship.cargo[INFANTRY]


def free_berths(ships: tuple[Ship, ...]) -> int:
    """Infantry that still find room in the loaded ships."""
    return sum(map(_free_in_ship, ships))


def aboard(ships: tuple[Ship, ...]) -> Counts:
    """All that is aboard and not marked to land."""
    held = [ship.cargo for ship in ships if ship.to is None]
    return {kind: n for kind in CATALOGUE if (n := sum(cargo.get(kind, 0) for cargo in held))}


def unloaded_ships(ships: tuple[Ship, ...], units: Counts) -> tuple[Ship, ...]:
    """BK 12.5: each ship afterwards, from the first-listed that hold it; one from which something was taken has moved, and may be empty."""
    left, after = dict(units), list[Ship]()
    for ship in ships:
        taken = {kind: min(n, left.get(kind, 0)) for kind, n in ship.cargo.items() if ship.to is None}
        left |= {kind: left[kind] - n for kind, n in taken.items() if n}
        rest = {kind: n - taken.get(kind, 0) for kind, n in ship.cargo.items() if n > taken.get(kind, 0)}
        after.append(replace(ship, cargo=rest, moved=True) if any(taken.values()) else ship)
    return tuple(after)


def whole_cargoes(ships: tuple[Ship, ...], units: Counts) -> tuple[int, ...] | None:
    """BK 12.6: the ships whose whole cargo makes up the list, first-listed first; None: it does not come out even."""
    left, taken = dict(units), list[int]()
    for nth, ship in enumerate(ships):
        if ship.to is None and all(n <= left.get(kind, 0) for kind, n in ship.cargo.items()):
            left |= {kind: left[kind] - n for kind, n in ship.cargo.items()}
            taken.append(nth)
    return None if any(left.values()) else tuple(taken)
