"""What ideas are worth beside each other: for the order in which they are shown, and for programs that play."""

from typing import Literal

from engine.contract import Order, replace
from maps.geometry.plane import distance

from ..orders import Back, Charge, DeployRest, Face, Fight, Form, Join, Move, PlaceUnit, Shell, StraightMove
from ..rules.board.terrain import building_of
from ..rules.movement.facing import new_facing
from ..state.position import State, Unit, is_lone_leader, is_regiment, melees_of
from .evaluation import ChargeOutlook, charge_outlook
from .melee_prospects import driven_off, prospects, toll
from .place_value import exposure, haste, move_gain, opposing, places, urgency, value_now, value_of

FAINT = 0.05
"""What an order is worth that does neither good nor harm."""
STEP, SOME_GAIN = 0.12, 0.03
"""What a move is worth besides what it gains, and the least gain, in points, of one that is worth making."""
SETTING_UP = 0.9
SHELLING = 1.2
JOINING = 0.6
BASES = 2.0
"""What a base that the enemy loses is worth beside a step on the way to an objective."""
GROUND_WON = 0.3
"""What it is worth, in bases, to charge somebody off an objective."""
CARE, EXPOSED = 1.4, 0.5
"""What a base lost in a charge costs, in bases taken; the share of what the enemy's next charges may cost it there."""
TURNED_BACK = 0.8
"""What breaking off costs, in bases: the unit has turned its back on the enemy."""
MARCH = 14.0
"""Inches from the enemy beyond which a unit marches in column."""
FORMING, MARCHING = 2.0, 1.6
"""What it is worth to form line, for each point that it saves; to form column for a march."""


def worth(seen: State, side: str, order: Order) -> float:
    """Charges by what their melee promises; moves by where they end; shelling, forming, turning, joining."""
    match order:
        case Charge(unit=key, target=target):
            unit, foe = seen.units[key], seen.units[target]
            return of_charge(seen, unit, foe, charge_outlook(seen, unit, foe))
        case Fight():
            return 2.0
        case Shell(at=place):
            there = (foe for foe in opposing(seen, side) if (piece := building_of(seen, foe)) and piece.name == place)
            return SHELLING if any(there) else FAINT
        case Back(unit=key) if melees_of(seen, key):
            return max(0.0, BASES * (-prospects(seen, key) - TURNED_BACK))
        case Move() | StraightMove():
            gain = move_gain(seen, order)
            return STEP + gain if gain >= SOME_GAIN else FAINT
        case PlaceUnit(unit=key):
            return _of_place(seen, seen.units[key], order)
        case Form(unit=key, formation=formation):
            return _of_forming(seen, seen.units[key], formation)
        case Face(unit=key):
            return _of_facing(seen, seen.units[key], order)
        case Join(target=target):
            return JOINING + 0.3 * (1 - min(1.0, _nearest(seen, seen.units[target]) / MARCH))
        case DeployRest():
            return 0.1
    return 0.1


def of_charge(seen: State, unit: Unit, target: Unit, outlook: ChargeOutlook | None) -> float:
    """By the bases that it may take and cost, and the ground it may win."""
    if outlook is None:
        return 0.0
    if is_lone_leader(seen, target):
        return BASES * outlook.chance * max(1, seen.setup.leader_points)
    own, other = urgency(seen, unit.side), urgency(seen, target.side)
    taken, lost = toll(outlook.advantage, unit.bases, target.bases)
    ground = sum(
        place.goal.points for place in places(seen, unit.side) if distance(target.inches, place.goal.at) <= place.reach
    )
    won = driven_off(outlook.advantage, target.bases) * ground * haste(seen)
    exposed = exposure(seen, outlook.there, target.id) - exposure(seen, unit)
    gain = other * taken - CARE * own * lost + GROUND_WON * won - EXPOSED * own * exposed
    return max(0.0, BASES * outlook.chance * gain)


def _of_place(seen: State, unit: Unit, order: PlaceUnit) -> float:
    """In column and forward, if the enemy is far."""
    if order.formation == "line" and _nearest(seen, unit) > MARCH:
        return FAINT
    return SETTING_UP + 0.1 * is_regiment(seen, unit)


def _of_forming(seen: State, unit: Unit, formation: Literal["line", "column"]) -> float:
    """By what the formation changes where the enemy may charge; column where he is far and there is a way to go."""
    if formation == "line":
        return max(FAINT, FORMING * (value_of(seen, replace(unit, formation=formation)) - value_now(seen, unit)))
    arrived = any(distance(unit.inches, place.goal.at) <= place.reach + 4.0 for place in places(seen, unit.side))
    return FAINT if _nearest(seen, unit) <= MARCH or arrived else MARCHING


def _of_facing(seen: State, unit: Unit, order: Face) -> float:
    """Towards an enemy who would come to a flank, or whom the battery could aim at."""
    facing = new_facing(seen, unit, order)
    if facing is None or not isinstance(order.to, str):
        return FAINT
    return max(FAINT, value_of(seen, replace(unit, facing=facing)) - value_now(seen, unit))


def _nearest(seen: State, unit: Unit) -> float:
    """How far the nearest enemy regiment or battery is, in inches."""
    return min((distance(unit.inches, foe.inches) for foe in opposing(seen, unit.side)), default=99.0)
