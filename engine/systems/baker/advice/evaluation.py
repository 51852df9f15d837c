"""Quick estimates for advice: the strength of an attack, the units that can move, the distance to the front."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..orders import ShipOver
from ..rules.board.area_control import enemy_units, friendly, hostile, neutral
from ..rules.combat.engagement import units_fighting
from ..rules.movement.movable_units import KINDS, movable_count
from ..rules.movement.shipping import plan_voyage
from ..rules.movement.voyages import possible_voyage
from ..state.position import Counts, State, counts, is_land
from ..table_rows import Who
from ..tables import AA, AIR, COMBAT, COMPLEX, FIGHTER, LAND, NAVAL, UNITS

EVEN_STRENGTH = 0.9
"""The strength ratio from which an attack is worth offering."""


# strength
def strength(units: Counts, side: Who) -> float:
    """The strength of units in a battle: the hits of a round times the units that can be lost."""
    hits = sum(
        number * (UNITS[kind].attack if side == "attacker" else UNITS[kind].defence) for kind, number in units.items()
    )
    return hits * sum(units.values())


def strength_ratio(attackers: Counts, defenders: Counts) -> float:
    """The strength of attackers divided by that of defenders; over 1 the attackers should win."""
    against = strength(defenders, "defender")
    return strength(attackers, "attacker") / against if against else 99.0


def enemies_to_fight(seen: State, side: str, area: str) -> Counts:
    """The enemy units that would fight in an area."""
    kinds = (*LAND, *AIR) if is_land(seen, area) else (FIGHTER, *NAVAL)
    return {kind: number for kind, number in enemy_units(seen, side, area).items() if kind in kinds}


class Landfall(NamedTuple):
    """The zone from which a voyage lands, and how many transports come to it from another."""

    zone: str
    ships: int


def landfall(seen: State, side: str, order: ShipOver) -> Landfall | None:
    """Where a voyage lands; None if there is no way."""
    plan = plan_voyage(seen, side, order)
    zones = order.via or possible_voyage(seen, plan)
    return Landfall(zones[-1], plan.ships if zones[0] != zones[-1] else 0) if zones else None


def own_fighters(seen: State, side: str, area: str) -> Counts:
    """The units of the side that are in an area to fight already."""
    kinds = (*LAND, *AIR) if is_land(seen, area) else (*AIR, *NAVAL)
    return {kind: number for kind, number in units_fighting(seen, area, side).items() if kind in kinds}


def total_counts(several: Iterable[Counts]) -> Counts:
    """The sum of several counts."""
    found = dict[str, int]()
    for units in several:
        for kind, number in units.items():
            found[kind] = found.get(kind, 0) + number
    return {kind: found[kind] for kind in COMBAT if found.get(kind)}


# movable units and important areas
def movable_by_area(seen: State, side: str) -> Mapping[str, Counts]:
    """Area -> the side's units there that can still move, ``loaded`` included; areas without any have no entry."""
    held = ((area, counts(seen, area, side)) for area in seen.areas)
    found = {
        area: {kind: number for kind in KINDS if kind != COMPLEX and (number := movable_count(seen, side, area, kind))}
        for area, units in held
        if units
    }
    return {area: units for area, units in found.items() if units}


def only_types(units: Counts, kinds: Iterable[str]) -> Counts:
    """The units of these types."""
    return {kind: units[kind] for kind in kinds if units.get(kind)}


def distance_to_front(seen: State, side: str) -> Mapping[str, int]:
    """Territory -> the steps by land, or across one sea zone, to the nearest enemy territory, which has 0."""
    edge = [
        area for area in seen.areas if is_land(seen, area) and not neutral(seen, area) and hostile(seen, side, area)
    ]
    found = dict.fromkeys(edge, 0)
    while edge:
        after = list[str]()
        for area in edge:
            for other in adjacent_territories(seen, area):
                if other not in found and not neutral(seen, other):
                    found[other] = found[area] + 1
                    after.append(other)
        edge = after
    return found


def adjacent_territories(seen: State, area: str) -> Iterable[str]:
    known = seen.map.known
    by_land = [other for other in known[area].next if is_land(seen, other)]
    return by_land or [other for zone in known[area].next for other in known[zone].next if is_land(seen, other)]


def enemy_territories(seen: State, side: str) -> list[str]:
    """Enemy territories, the most valuable first; a capital adds ten IPCs, a complex two."""
    capitals = [power.capital for power in seen.powers.values()]
    worth = {
        area: seen.map.known[area].ipc + 10 * (area in capitals) + 2 * ground.complex
        for area, ground in seen.areas.items()
        if is_land(seen, area) and not neutral(seen, area) and not friendly(seen, side, area)
    }
    return sorted(worth, key=lambda area: -worth[area])


def lacks_gun(seen: State, side: str, area: str) -> bool:
    """Own territories of value without an anti-aircraft gun."""
    return seen.areas[area].owner == side and not counts(seen, area, side).get(AA) and seen.map.known[area].ipc > 0
