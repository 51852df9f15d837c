"""Batteries that fire in support of a melee: who may, how far, in which arc (CW 8)."""

from maps.geometry.plane import Point, bearing, distance, turn_between

from ...state.position import State, Unit, arm, army, melees_of
from ..board.line_of_sight import hidden
from ..board.terrain import BEYOND, EQUAL
from ..movement.contact import Guns

ARC = 0.05
"""CW 2.6: degrees by which the arc may be passed."""


def noted(state: State, charger: Unit, target: Unit) -> Guns:
    """CW 8.2: the batteries that can fire on either unit of a melee to come, as all stand now."""
    return Guns(supporting(state, charger.side, target), supporting(state, target.side, charger))


def supporting(state: State, side: str, target: Unit) -> tuple[str, ...]:
    """CW 8.3, 8.4: ids of a side's batteries that can fire on an enemy unit, in the order of the scenario."""
    return tuple(
        unit.id for unit in army(state, side) if arm(state, unit) == "artillery" and supports(state, unit, target)
    )


def supports(state: State, battery: Unit, target: Unit) -> bool:
    """CW 8.3, 8.4: whether a battery is free to fire, wants to, and can on this unit."""
    ready = (
        battery.formation == "line"
        and not battery.moved
        and battery.fire != "hold"
        and not melees_of(state, battery.id)
    )
    aimed = ready and in_range(state, battery, target.inches) and in_arc(state, battery, target.inches)
    return aimed and not hidden(state, battery, target)


def in_range(state: State, battery: Unit, point: Point) -> bool:
    """CW 8.5"""
    return distance(battery.inches, point) <= range_of(state, battery) + BEYOND + EQUAL


def range_of(state: State, battery: Unit) -> float:
    """CW 8.5: in inches, centre to centre."""
    return state.types[battery.type].range


def in_arc(state: State, battery: Unit, point: Point) -> bool:
    """CW 8.4"""
    return abs(off_facing(battery, point)) <= state.setup.arc / 2 + ARC + EQUAL


def off_facing(battery: Unit, point: Point) -> float:
    """Degrees from a battery's facing to a point: positive to the right."""
    return turn_between(battery.degrees, bearing(battery.inches, point))
