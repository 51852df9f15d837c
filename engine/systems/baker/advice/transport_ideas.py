"""Ideas for transports: shipping, loading and unloading (BK 12)."""

from collections.abc import Iterator, Mapping

from ..orders import Load, ShipOver, Unload
from ..rules.board.area_control import friendly, hostile, neutral
from ..rules.board.cargo import aboard
from ..rules.movement.movable_units import Force
from ..rules.movement.routes import land_and_sea_ways
from ..state.position import COMBAT_MOVEMENT, Counts, State, counts, is_land
from ..tables import AA, ARTILLERY, INFANTRY, LAND, TANK, TRANSPORT
from .evaluation import EVEN_STRENGTH, distance_to_front, enemies_to_fight, only_types, strength_ratio

LANDINGS = 5
"""The most territories offered to a fleet of transports."""
CARGOES: tuple[Counts, ...] = ({INFANTRY: 2}, {TANK: 1}, {ARTILLERY: 1}, {INFANTRY: 1}, {AA: 1})
"""The cargoes of one transport, the most likely first."""


def shores(seen: State, zone: str) -> list[str]:
    """The territories beside a zone, without neutral ones."""
    return [area for area in seen.map.known[zone].next if is_land(seen, area) and not neutral(seen, area)]


# in one order
def voyages(seen: State, side: str, host: Mapping[str, Counts], variation: int) -> Iterator[ShipOver]:
    """BK 12.3: voyages: in combat movement to land that the units can take, else towards the front."""
    far = distance_to_front(seen, side)
    for zone in (zone for zone in host if host[zone].get(TRANSPORT)):
        ships, near = host[zone][TRANSPORT], [zone, *land_and_sea_ways(seen, side, TRANSPORT, zone)]
        starts = dict.fromkeys(
            area for other in near for area in shores(seen, other) if only_types(host.get(area, {}), (*LAND, AA))
        )
        for to in _destinations(seen, side, near, far):
            from_ = sorted(
                (area for area in starts if area != to and _saves_a_march(seen, area, to)),
                key=lambda area: -sum(host[area].values()),
            )
            for start in from_[:2]:
                yield from _cargo_orders(seen, side, host[start], ships, start, to, variation)


def _saves_a_march(seen: State, start: str, to: str) -> bool:
    """Whether the voyage is worth it: the units could not simply go there by land."""
    return seen.phase == COMBAT_MOVEMENT or to not in seen.map.known[start].next


def _destinations(seen: State, side: str, near: list[str], far: Mapping[str, int]) -> list[str]:
    found = dict.fromkeys(area for zone in near for area in shores(seen, zone))
    if seen.phase == COMBAT_MOVEMENT:
        wanted = [area for area in found if hostile(seen, side, area)]
        return sorted(
            wanted, key=lambda area: (sum(enemies_to_fight(seen, side, area).values()), -seen.map.known[area].ipc)
        )[:LANDINGS]
    return sorted((area for area in found if friendly(seen, side, area)), key=lambda area: far.get(area, 9))[
        : LANDINGS - 2
    ]


def _cargo_orders(
    seen: State, side: str, units: Counts, ships: int, start: str, to: str, variation: int
) -> Iterator[ShipOver]:
    """As many units as the ships take, if they are strong enough; and one shipload of another kind."""
    full = fitting_cargo(units, ships, variation)
    foes = enemies_to_fight(seen, side, to)
    if full and (not foes or strength_ratio(only_types(units, LAND), foes) >= EVEN_STRENGTH / 2):
        yield ShipOver(force(full), start, to)
    single = next(
        (cargo for cargo in (*CARGOES[variation % 4 :], *CARGOES) if only_types(units, cargo) == {**cargo}), None
    )
    if single and not foes:
        yield ShipOver(force(single), start, to)


def fitting_cargo(units: Counts, ships: int, variation: int) -> Counts:
    """BK 12.1: a full cargo: a tank or a gun in every third ship, infantry in the others."""
    found, men = dict[str, int](), units.get(INFANTRY, 0)
    heavy = [kind for kind in (TANK, ARTILLERY) for _ in range(units.get(kind, 0))]
    for ship in range(ships):
        if heavy and (not men or (variation + ship) % 3 == 2):
            kind = heavy.pop(0)
            found[kind] = found.get(kind, 0) + 1
        else:
            found[INFANTRY], men = found.get(INFANTRY, 0) + min(2, men), men - min(2, men)
    return only_types(found, LAND)


def force(units: Counts) -> Force:
    return tuple((number, kind) for kind, number in units.items())


# by halves
def loads(seen: State, side: str, host: Mapping[str, Counts], variation: int) -> Iterator[Load]:
    """BK 12.4: loading for a voyage in a later turn or phase."""
    for zone in seen.areas:
        if is_land(seen, zone) or not counts(seen, zone, side).get(TRANSPORT):
            continue
        for start in (area for area in shores(seen, zone) if area in host):
            fits = [
                cargo for cargo in CARGOES if all(host[start].get(kind, 0) >= number for kind, number in cargo.items())
            ]
            yield from (Load(force(cargo), start, zone) for cargo in (*fits[variation % 2 :], *fits)[:2])


def unloads(seen: State, side: str) -> Iterator[Unload]:
    """BK 12.5, 12.6: unloading all cargo, or that of one ship."""
    for zone, ground in seen.areas.items():
        free = [ship for ship in ground.cargo.get(side, ()) if ship.to is None]
        for to in shores(seen, zone) if free else ():
            held, one = aboard(tuple(free)), free[0].cargo
            foes = enemies_to_fight(seen, side, to) if hostile(seen, side, to) else {}
            if not foes or strength_ratio(held, foes) >= EVEN_STRENGTH / 2:
                yield Unload(force(held), zone, to)
                yield Unload(force(one), zone, to)
