"""What is drawn over the map on request: how far the units of an area come, by land, by sea and by air, and where aircraft land."""

from collections.abc import Iterator, Mapping

from engine.contract import End, Measure
from maps.geometry.rectangles import Rect
from maps.scene.scene import Mark, Trail
from maps.scene.scene import Spot as Sign

from ..rules.movement.flights import flight_ways, landing_places
from ..rules.movement.movable_units import movable_count, movement_spent
from ..rules.movement.routes import land_and_sea_ways
from ..state.position import State, counts
from ..tables import AIR, LAND, LOADED, NAVAL, TRANSPORT, UNITS
from .area_pieces import AreaPieces, middle, standing
from .recent_events import path

Way = tuple[str, ...]
AIRCRAFT = "✈"


def overlay(seen: State, unit: str, target: str) -> tuple[Mark, ...]:
    """``unit`` is an area: the reach of the units that stand there (BK 11); with a target, another area, their ways to it."""
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
    """Whose units are asked about: those of the power to move if it has any there, else the first that has."""
    order = (*([seen.active] if seen.active else []), *seen.powers)
    return next((power for power in order if counts(seen, area, power)), "")


def _surface(seen: State, side: str, area: str) -> Mapping[str, Way]:
    """By land or sea: the farthest that any of them comes, the shortest way to each area; all of them before they move."""
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
    """As far as the one that has most movement left flies."""
    left = max(_left(seen, side, area).values(), default=0)
    return {to: way for to, way in flight_ways(seen, area, left).items() if to != area}


def _left(seen: State, side: str, area: str) -> Mapping[str, int]:
    """Aircraft there -> the most movement that one of the type has left."""
    spent = {kind: movement_spent(seen, side, area, kind) for kind in AIR}
    return {kind: UNITS[kind].move - flown[0] for kind, flown in spent.items() if flown}


# drawn
def _steps(seen: State, side: str, there: AreaPieces, by: Mapping[str, Mapping[str, Way]], area: str) -> Iterator[Mark]:
    """Movement it takes to come there, by air behind a plane; ringed where units may stay, or aircraft land."""
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
    """A way for those that come there; a broken line if nobody does."""
    there, colour = standing(seen), seen.powers[side].colour
    ways_ = [(name, found[target]) for name, found in by.items() if target in found]
    for name, way in ways_:
        points = path(there.plan, there.placed, (way[0], way[-1]) if name else way)
        yield Trail(points, "draft-sortie", colour, f"{name}{len(way) - 1}")
    if not ways_:
        yield Trail(path(there.plan, there.placed, (area, target)), "sight-blocked", "", "out of reach")


def measure(seen: State, start: End, end: End) -> Measure | None:
    """Nothing: the rules measure no lengths."""
    return None
