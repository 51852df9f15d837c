"""Supporting guns: the batteries that may fire in a melee, their range and their arc (CW 8)."""

from maps.geometry.plane import Point, bearing, distance, turn_between

from ...state.position import State, Unit, arm_of, army, melees_of
from ..board.line_of_sight import obstruction_text
from ..board.terrain import EPSILON, TOLERANCE
from ..movement.contact import Guns

ARC_TOLERANCE = 0.05
"""CW 2.6: degrees by which the arc may be passed."""


def guns_in_support(state: State, charger: Unit, target: Unit) -> Guns:
    """CW 8.2: the batteries that can now fire on either unit of a coming melee."""
    return Guns(supporting_batteries(state, charger.side, target), supporting_batteries(state, target.side, charger))


def supporting_batteries(state: State, side: str, target: Unit) -> tuple[str, ...]:
    """CW 8.3, 8.4: ids of a side's batteries that can fire on an enemy unit, in the order of the scenario."""
    return tuple(
        unit.id for unit in army(state, side) if arm_of(state, unit) == "artillery" and can_support(state, unit, target)
    )


def can_support(state: State, battery: Unit, target: Unit) -> bool:
    """CW 8.3, 8.4: whether a battery is free to fire, wants to, and can on this unit."""
    ready = (
        battery.formation == "line"
        and not battery.moved
        and battery.fire != "hold"
        and not melees_of(state, battery.id)
    )
    aimed = ready and is_in_range(state, battery, target.inches) and is_in_arc(state, battery, target.inches)
    return aimed and not obstruction_text(state, battery, target)


def is_in_range(state: State, battery: Unit, point: Point) -> bool:
    """CW 8.5: whether a battery reaches a point."""
    return distance(battery.inches, point) <= range_of(state, battery) + TOLERANCE + EPSILON


def range_of(state: State, battery: Unit) -> float:
    """CW 8.5: in inches, centre to centre."""
    return state.types[battery.type].range


def is_in_arc(state: State, battery: Unit, point: Point) -> bool:
    """CW 8.4: whether a point is within the arc of fire of a battery."""
    return abs(degrees_off_facing(battery, point)) <= state.setup.arc / 2 + ARC_TOLERANCE + EPSILON


def degrees_off_facing(battery: Unit, point: Point) -> float:
    """Degrees from a battery's facing to a point: positive to the right."""
    return turn_between(battery.degrees, bearing(battery.inches, point))
