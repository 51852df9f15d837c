"""Zones drawn over a position: deployment, Overwatch, targets of aircraft (FA 25.2, 25.5, 25.6)."""

from collections.abc import Collection, Iterator

from maps.drawing.units.pictogram_counters import ALOFT
from maps.geometry.hex_points import hex_centre
from maps.geometry.plane import Point
from maps.scene.scene import Mark, Spot, Trail

from ..rules.board.line_of_sight import overwatch_arc
from ..rules.turn.deployment import deployment_zone as deployment_zone
from ..state.phases import DEPLOY, DROPS, EDGE, OBSTACLES
from ..state.position import State, Unit, card, on_map

SHOWN = (EDGE, OBSTACLES, DEPLOY, DROPS)
"""The phases in which deployment zones are drawn."""


def zones(seen: State) -> Iterator[Mark]:
    """From the ground up: deployment zones, arcs, arrows of those that watch or fly."""
    if seen.phase in SHOWN:
        yield from _camps(seen)
    watching = [unit for unit in on_map(seen) if unit.overwatch is not None]
    for nth, side in enumerate(seen.sides):
        yield from coverage_marks(seen, [unit for unit in watching if unit.side == side.id], nth, side.colour)
    for unit in watching:
        yield from watch(unit, colour(seen, unit))
    for unit in on_map(seen):
        if card(seen, unit).kind == "aircraft" and unit.target is not None:
            yield from aim_marks(seen, unit)


def coverage_marks(
    seen: State, units: Collection[Unit], nth: int, tint: str, arcs: Collection[str] = ()
) -> Iterator[Mark]:
    """FA 12.14: every hex in the arc of any of these units, and ``arcs``, once, in the stripes of side ``nth``."""
    held = {at for unit in units if unit.at and unit.overwatch for at in overwatch_arc(seen, unit.at, unit.overwatch)}
    yield from (Spot(hex_centre(at), "arc", "", tint, nth) for at in sorted(held | set(arcs)))


def watch(unit: Unit, tint: str, kind: str = "watch") -> Iterator[Mark]:
    """FA 25.5: the arrow from the unit to the hex it watches."""
    if unit.at and unit.overwatch and unit.overwatch != unit.at:
        yield Trail((hex_centre(unit.at), hex_centre(unit.overwatch)), kind, tint)


def aim_marks(seen: State, unit: Unit) -> Iterator[Mark]:
    """FA 25.2: from an aircraft over its stack to its declared target."""
    target = seen.units.get(unit.target or "")
    if unit.at and target and target.at:
        yield Trail((aloft(unit.at), hex_centre(target.at)), "aimed", colour(seen, unit))


def aloft(at: str) -> Point:
    """Where an aircraft in a hex is drawn."""
    (x, y), (dx, dy) = hex_centre(at), ALOFT[1][0]
    return x + dx, y + dy


def _camps(seen: State) -> Iterator[Mark]:
    for nth, side in enumerate(seen.sides):
        yield from (Spot(hex_centre(at), "camp", "", side.colour, nth) for at in deployment_zone(seen, side.id))


def colour(seen: State, unit: Unit) -> str:
    """That of its side."""
    return next(side.colour for side in seen.sides if side.id == unit.side)
