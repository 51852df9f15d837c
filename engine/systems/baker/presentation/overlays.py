"""The overlays of the map: how far the units of an area can move, by land, sea and air, and where aircraft can land."""

from collections.abc import Iterator, Mapping

from maps.geometry.rectangles import Rect
from maps.scene.scene import Mark, Trail
from maps.scene.scene import Spot as Sign

from ..rules.movement.flights import flight_ways, landing_places
from ..rules.movement.movable_units import movable_count, movement_spent
from ..rules.movement.routes import land_and_sea_ways
from ..state.position import State, counts
from ..table_rows import LOADED
from ..tables import AIR, FIGHTER, LAND, NAVAL, TRANSPORT, UNITS
from .area_pieces import AreaPieces, middle, standing
from .recent_events import paths, straight

Way = tuple[str, ...]
AIRCRAFT = "✈"


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """The reach of the units in an area, named by ``unit`` (BK 11); with a target area, their ways to it."""
    if unit not in seen.areas or seen.setup.mode == "battle":
        return ()
    side = whose(seen, unit)
    if not side:
        return ()
    by = {
        name: found for name, found in (("", _surface(seen, side, unit)), (AIRCRAFT, _air(seen, side, unit))) if found
    }
    if target:
        return tuple(_toward(seen, side, by, unit, target)) if target in seen.areas else ()
    return tuple(_steps(seen, side, standing(seen), by, unit))


def whose(seen: State, area: str) -> str:
    """The power whose units are shown: the active power if it has any there, else the first that has."""
    order = (*([seen.active] if seen.active else []), *seen.powers)
    return next((power for power in order if counts(seen, area, power)), "")


def _surface(seen: State, side: str, area: str) -> Mapping[str, Way]:
    """Area -> the shortest way there by land or sea for any of the units, as if none had moved yet."""
    here = counts(seen, area, side)
    able = [
        kind for kind in (*LAND, *NAVAL) if here.get(kind) and (side != seen.active or _fresh(seen, side, area, kind))
    ]
    farthest = max(able, key=lambda kind: UNITS[kind].move, default="")
    return (
        {to: way for to, way in land_and_sea_ways(seen, side, farthest, area).items() if to != area} if farthest else {}
    )


def _fresh(seen: State, side: str, area: str, kind: str) -> bool:
    return movable_count(seen, side, area, kind) > 0 or (
        kind == TRANSPORT and movable_count(seen, side, area, LOADED) > 0
    )


def _air(seen: State, side: str, area: str) -> Mapping[str, Way]:
    """Area -> the shortest way there by air, for the aircraft with most movement left."""
    left = max(_left(seen, side, area).values(), default=0)
    return {to: way for to, way in flight_ways(seen, area, left).items() if to != area}


def _left(seen: State, side: str, area: str) -> Mapping[str, int]:
    """Type of aircraft -> the most movement that one of them has left."""
    spent = {kind: movement_spent(seen, side, area, kind) for kind in AIR}
    return {kind: UNITS[kind].move - flown[0] for kind, flown in spent.items() if flown}


# drawing
def _steps(seen: State, side: str, there: AreaPieces, by: Mapping[str, Mapping[str, Way]], area: str) -> Iterator[Mark]:
    """The movement needed to each area, for flights after a plane; ringed where units may end or aircraft land."""
    homes = {
        to for kind, left in _left(seen, side, area).items() for to in landing_places(seen, side, kind, area, left)
    }
    taken = list[Rect]()
    for to in seen.areas:
        if words := " ".join(f"{name}{len(found[to]) - 1}" for name, found in by.items() if to in found):
            rect = there.beside(to, words, taken)
            taken.append(rect)
            yield Sign(middle(rect), "reach" if to in by.get("", {}) or to in homes else "remark", words)


def _toward(seen: State, side: str, by: Mapping[str, Mapping[str, Way]], area: str, target: str) -> Iterator[Mark]:
    """The way of the units that can get there; a broken line if none can."""
    there, colour = standing(seen), seen.powers[side].colour
    ways_ = [(name, found[target]) for name, found in by.items() if target in found]
    for name, way in ways_:
        stops = straight((FIGHTER,), way, there.plan) if name else way
        *begin, last = paths(there.plan, there.placed, stops)
        yield from (Trail(points, "draft-sortie", colour) for points in begin)
        yield Trail(last, "draft-sortie", colour, f"{name}{len(way) - 1}")
    if not ways_:
        for points in paths(there.plan, there.placed, (area, target)):
            yield Trail(points, "sight-blocked", "", "out of reach")
