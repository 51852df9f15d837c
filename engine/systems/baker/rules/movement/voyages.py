"""Voyages: the zones through which empty transports can load units and land them in one order (BK 12.3, 12.7)."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.contract import Refusal

from ...state.position import State, is_land
from ...tables import TRANSPORT, UNITS
from ...wording import counted_units
from ..board.area_control import closing_areas, defended, defenders, hostile
from .movable_units import movable_count
from .routes import BARS, Bar, Way, blocked_by, gate_closed, impassable, not_adjacent, too_far


class Voyage(NamedTuple):
    """A plan to carry units from one territory to another. ``ships``: how many transports it takes."""

    side: str
    start: str
    to: str
    ships: int


def zones_of_voyage(state: State, plan: Voyage, via: Way = ()) -> Way:
    """BK 12.3: the zones of an order without objections, from the one where the transports are."""
    return via or next(_ways(state, plan, ()))


def possible_voyage(state: State, plan: Voyage) -> Way | None:
    """BK 12.3: the zones of the shortest voyage that is possible; None if none is."""
    return next(_ways(state, plan, ()), None)


def loading_zone(state: State, plan: Voyage, zones: Way) -> str:
    """BK 12.3: the zone where the transports load."""
    return next(zone for zone in zones if _loads(state, plan, zone, ()))


def _ways(state: State, plan: Voyage, lifted: tuple[Bar, ...]) -> Iterator[Way]:
    """All possible routes, the shortest first, then in the scenario's order zone by zone."""
    zones = (zone for zone in state.areas if not is_land(state, zone))
    edge: list[Way] = [(zone,) for zone in zones if movable_count(state, plan.side, zone, TRANSPORT) >= plan.ships]
    for _ in range(UNITS[TRANSPORT].move + 1):
        yield from (way for way in edge if _serves(state, plan, way, lifted))
        edge = [(*way, zone) for way in edge for zone in state.map.known[way[-1]].next if not is_land(state, zone)]


def _serves(state: State, plan: Voyage, way: Way, lifted: tuple[Bar, ...]) -> bool:
    """Whether the transports can load and unload on this route."""
    if "gate-closed" not in lifted and any(closing_areas(state, plan.side, *pair) for pair in pairwise(way)):
        return False
    if plan.to not in state.map.known[way[-1]].next or not any(_loads(state, plan, zone, lifted) for zone in way):
        return False
    return "blocked" in lifted or not _barred(state, plan, way)


def _loads(state: State, plan: Voyage, zone: str, lifted: tuple[Bar, ...]) -> bool:
    """BK 12.3: whether the transports can load in a zone: it touches the territory and holds no enemy ships."""
    return plan.start in state.map.known[zone].next and ("blocked" in lifted or not defended(state, plan.side, zone))


def _barred(state: State, plan: Voyage, way: Way) -> tuple[str, ...]:
    """BK 11.4, 12.5, 12.7: the zones with enemy ships that stop a voyage; the last one only if the land is friendly."""
    last = () if hostile(state, plan.side, plan.to) else way[-1:]
    return tuple(zone for zone in (*way[1:-1], *last) if defended(state, plan.side, zone))


# objections
def objections(seen: State, plan: Voyage, via: Way = ()) -> Iterator[Refusal]:
    """The most important objection to a voyage (*Voyage* in section Orders)."""
    if via:
        yield from _named(seen, plan, via)
    elif next(_ways(seen, plan, ()), None) is None:
        yield _no_way(seen, plan)


def _no_way(seen: State, plan: Voyage) -> Refusal:
    """The reason why no voyage is possible."""
    for lifted in (BARS[:1], BARS[:2]):
        if way := next(_ways(seen, plan, lifted), None):
            return gate_closed(seen, plan.side, way) if len(lifted) == 1 else _enemies(seen, plan, way)
    most = max(movable_count(seen, plan.side, zone, TRANSPORT) for zone in seen.areas)
    some = ""
    if most < plan.ships:
        some = (
            f"; {counted_units(most, 'transport')} can still move from one zone"
            if most
            else "; you have none that can still move"
        )
    number = "no" if plan.ships == 1 else f"no {plan.ships}"
    ships = f"empty transport{'' if plan.ships == 1 else 's'}"
    return Refusal(
        "what",
        "no-transport",
        f"{number} {ships} can load at {plan.start} and unload at {plan.to} this turn{some}",
        "BK 12.3",
    )


def _enemies(seen: State, plan: Voyage, way: Way) -> Refusal:
    """``blocked``: the zone that stops the voyage, or else the one where the transports would load."""
    barred = _barred(seen, plan, way)
    zone = barred[0] if barred else next(zone for zone in way if _loads(seen, plan, zone, ("blocked",)))
    return blocked_by(zone, defenders(seen, plan.side, zone), "ships")


def _named(seen: State, plan: Voyage, way: Way) -> Iterator[Refusal]:
    """The objections to a route that the player has named, zone by zone."""
    ashore = next((area for area in way if is_land(seen, area)), None)
    if ashore:
        yield impassable(seen, TRANSPORT, way[0], ashore, "via")
    elif apart := not_adjacent(seen, way):
        yield apart
    elif len(way) - 1 > UNITS[TRANSPORT].move:
        yield too_far(TRANSPORT, way, UNITS[TRANSPORT].move)
    elif not any(plan.start in seen.map.known[zone].next for zone in way):
        yield Refusal(
            "via",
            "not-adjacent",
            f"{plan.start} touches none of {', '.join(way)}: nothing can be loaded on the way",
            "BK 12.3",
        )
    elif plan.to not in seen.map.known[way[-1]].next:
        yield Refusal(
            "via", "not-adjacent", f"{way[-1]} and {plan.to} do not touch: they unload from the last zone", "BK 12.3"
        )
    elif (able := movable_count(seen, plan.side, way[0], TRANSPORT)) < plan.ships:
        says = f"{plan.ships} empty transports are needed; in {way[0]} {able or 'none'} can still move"
        yield Refusal("via", "no-transport", says, "BK 12.3")
    elif any(closing_areas(seen, plan.side, *pair) for pair in pairwise(way)):
        yield gate_closed(seen, plan.side, way)
    elif not _serves(seen, plan, way, ()):
        yield _enemies(seen, plan, way)
