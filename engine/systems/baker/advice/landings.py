"""Landings: how many units enemy transports could put ashore, and which armies need transports of their own."""

from collections.abc import Mapping

from engine.contract import kept_for_latest

from ..rules.board.area_control import enemy_units, hostile, neutral
from ..state.position import State, counts, is_land
from ..tables import LAND, TABLES, TRANSPORT, UNITS
from .evaluation import only_types


def landing_units(seen: State, side: str, area: str) -> int:
    """How many units enemy transports could land in a territory in one turn."""
    known = _known_landings(seen)
    if side not in known:
        known[side] = _landings(seen, side)
    return known[side].get(area, 0)


@kept_for_latest
def _known_landings(seen: State) -> dict[str, Mapping[str, int]]:
    return {}


def _landings(seen: State, side: str) -> Mapping[str, int]:
    """Territory -> these units, two infantry a transport (BK 12.1); each transport counts wherever it can go."""
    found = dict[str, int]()
    for zone in seen.areas:
        ships = 0 if is_land(seen, zone) else enemy_units(seen, side, zone).get(TRANSPORT, 0)
        shores = {area for other in _zones_near(seen, zone) for area in seen.map.known[other].next} if ships else ()
        for area in shores:
            if is_land(seen, area):
                found[area] = found.get(area, 0) + TABLES.limits.transport_infantry * ships
    return found


def _zones_near(seen: State, zone: str) -> set[str]:
    """The zones that a transport reaches from one in a turn, and that one."""
    found = {zone}
    for _ in range(UNITS[TRANSPORT].move):
        found |= {other for near in found for other in seen.map.known[near].next if not is_land(seen, other)}
    return found


def transports_lacking(seen: State, side: str) -> int:
    """How many more transports would carry all land units of the side that can neither go to the enemy by land nor
    need to stay where he could land.
    """
    near = _lands_in_touch(seen, side)
    waiting = sum(
        sum(only_types(counts(seen, area, side), LAND).values())
        for area in seen.areas
        if is_land(seen, area) and area not in near
    )
    afloat = sum(counts(seen, area, side).get(TRANSPORT, 0) for area in seen.areas)
    return max(0, waiting // TABLES.limits.transport_infantry - afloat - seen.powers[side].buys.get(TRANSPORT, 0))


def _lands_in_touch(seen: State, side: str) -> set[str]:
    """Enemy territories, those where he could land, and all from which there is a way by land to one of them."""
    lands = [area for area in seen.areas if is_land(seen, area) and not neutral(seen, area)]
    edge = [area for area in lands if hostile(seen, side, area) or landing_units(seen, side, area)]
    found = set(edge)
    while edge:
        beside = {other for area in edge for other in seen.map.known[area].next}
        edge = [area for area in lands if area in beside and area not in found]
        found.update(edge)
    return found
