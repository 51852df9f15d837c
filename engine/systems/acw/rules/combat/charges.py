"""Charges: their path, the objections to them, dice, countercharge, and contact or a halt two inches short (CW 7)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.contract import Order, Refusal, Turn, replace
from maps.geometry.plane import Point, bearing, direction, point_along, turn_between, unit_vector

from ...orders import Charge
from ...state.combat_events import Charged, Countercharged
from ...state.length import Spot
from ...state.position import State, Unit, arm_of, footprint, is_lone_leader, is_regiment, melees_of
from ..board.footprints import rounded_facing, rounded_position
from ..board.line_of_sight import obstruction_text
from ..board.terrain import EPSILON, uncrossable_river
from ..movement.contact import (
    Guns,
    distance_to_contact,
    first_enemy,
    friend_at_contact,
    is_way_open,
    length_towards_contact,
    make_contact,
    may_attack,
    side_struck,
)
from ..movement.movement import capture_leaders, engaged_refusal, event_length, leaders_ridden_down
from ..movement.movement_dice import Allowance, best_allowance, roll_allowance
from ..movement.movement_limits import COUNTER, SHORTEST_MOVE, MoveLength, move_length
from .supporting_guns import guns_in_support

HALT_DISTANCE = 2.0
"""CW 7.4: how far from contact a charge halts that does not reach."""
COUNTERCHARGE = 2.0
"""CW 7.5: how far the charged cavalry comes to meet it."""
CHARGE_ANGLE = 90.0
"""CW 7.2: degrees off its facing at which a unit charges no more."""


class ChargePath(NamedTuple):
    """CW 7.2: the path of a charge: how its dice are read, its bearing and unit vector, and inches to contact."""

    reads: Literal["straight", "side"]
    bearing: float
    way: Point
    contact: float


class CounterchargeMove(NamedTuple):
    """CW 7.5: a countercharge: how far the charged unit comes, to where, and how far the charger then goes."""

    inches: float
    to: Spot
    contact: float


# the path
def charge_path(state: State, unit: Unit, target: Unit) -> ChargePath | None:
    """CW 7.2: straight ahead if that touches the target first, else at the target's centre; None if neither does."""
    found = _straight_path(state, unit, target)
    if found is None and abs(_degrees_off(unit, target)) < CHARGE_ANGLE - EPSILON:
        slant = _slanting_path(state, unit, target)
        found = slant if _enemy_before_target(state, unit, target, slant) is None else None
    return found


def _straight_path(state: State, unit: Unit, target: Unit) -> ChargePath | None:
    way = unit_vector(unit.degrees)
    far = distance_to_contact(state, unit, way, target)
    found = None if far is None else ChargePath("straight", unit.degrees, way, far)
    return found if found and _enemy_before_target(state, unit, target, found) is None else None


def _slanting_path(state: State, unit: Unit, target: Unit) -> ChargePath:
    way = direction(unit.inches, target.inches)
    return ChargePath(
        "side", bearing(unit.inches, target.inches), way, distance_to_contact(state, unit, way, target) or 0.0
    )


def _enemy_before_target(state: State, unit: Unit, target: Unit, planned: ChargePath) -> Unit | None:
    """The other enemy that a charge would touch before its target."""
    first = first_enemy(state, unit, planned.way, planned.contact)
    return (
        first.unit if first and first.unit.id != target.id and first.sweep.contact < planned.contact - EPSILON else None
    )


def _degrees_off(unit: Unit, target: Unit) -> float:
    """Degrees from a unit's facing to a target's centre."""
    return turn_between(unit.degrees, bearing(unit.inches, target.inches))


# objections
def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The first objection to a charge, after the common checks."""
    assert isinstance(order, Charge)
    unit, target = seen.units[order.unit], seen.units[order.target]
    for found in (
        _unit_objections(seen, unit, target),
        _direction_objections(seen, unit, target),
        _path_objections(seen, unit, target),
    ):
        for refusal in found:
            yield refusal
            return


def _unit_objections(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """CW 7.1, 5.4: the unit cannot charge, the target cannot be charged, or the one does not see the other."""
    if not is_regiment(seen, unit):
        yield Refusal(
            "unit", "cannot-charge", "only infantry and cavalry can charge, not batteries and leaders", "CW 7.1"
        )
    elif not seen.types[unit.type].charge:
        says = f"{unit.id} is {seen.types[unit.type].name}, a type that cannot charge in this game; move it instead"
        yield Refusal("unit", "cannot-charge", says, "CW 7.1")
    elif target.side == unit.side:
        yield Refusal("target", "invalid-target", f"{target.id} is on your own side; charge an enemy", "CW 7.1")
    elif target.leads is not None:
        says = f"{target.id} is with {target.leads}; charge {target.leads} instead"
        yield Refusal("target", "invalid-target", says, "CW 1.9", (Charge(unit.id, target.leads),))
    elif melees_of(seen, unit.id):
        yield engaged_refusal(seen, unit, "it can only move straight ahead or back, out of contact")
    elif not may_attack(seen, unit, target):
        says = f"{target.id} is in a building, and only infantry can charge a unit in a building"
        yield Refusal("target", "cannot-charge", says, "CW 5.4")
    elif says := obstruction_text(seen, unit, target):
        yield Refusal("target", "no-line-of-sight", f"{unit.id} cannot see {target.id}: {says}", "CW 7.1")


def _direction_objections(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """CW 7.2: the target is not ahead, or another enemy is in the way."""
    if charge_path(seen, unit, target) is not None:
        return
    off = abs(_degrees_off(unit, target))
    if off >= CHARGE_ANGLE - EPSILON:
        says = f"{target.id} is not ahead of {unit.id} ({off:.0f}° off its facing, limit 90°)"
        if not unit.faced and not unit.formed:
            says += f"; try: {unit.id} face {target.id}; charge {target.id}"
        yield Refusal("target", "bad-direction", says, "CW 7.2")
        return
    first = first_enemy(seen, unit, direction(unit.inches, target.inches), _slanting_path(seen, unit, target).contact)
    if first:
        says = f'{first.unit.id} is in the way, {first.sweep.contact:.1f}" away; charge it first'
        yield Refusal("target", "blocked", says, "CW 7.2")


def _path_objections(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """CW 7.3: a friend, water or closed terrain is in the way, or even sixes do not reach."""
    planned = charge_path(seen, unit, target)
    assert planned
    if friend := friend_at_contact(seen, unit, planned.way, planned.contact):
        where = f'where it meets {target.id}, {planned.contact:.1f}" away'
        says = f"no room: {unit.id} would overlap {friend.id} {where}; move {friend.id} first"
        yield Refusal("target", "blocked", says, "CW 7.3")
        return
    allowed = best_allowance(seen, unit, planned.reads)
    sure, _ = length_towards_contact(seen, unit, planned.way, allowed.total + planned.contact * 2, planned.contact)
    river = uncrossable_river(seen, unit, point_along(unit.inches, planned.way, planned.contact), target.inches)
    found, made = length_towards_contact(seen, unit, planned.way, allowed.total, planned.contact)
    if sure.reason == "impassable":
        says = f'{unit.id} cannot charge {target.id}: {sure.limit} stops it {sure.length:.1f}" on'
        yield Refusal("target", "impassable", says, "CW 7.3")
    elif river:
        yield Refusal(
            "target",
            "impassable",
            f"{river.name} is between {unit.id} and {target.id} and cannot be crossed there",
            "CW 7.3",
        )
    elif not made:
        yield _too_far(unit, target, planned, allowed, found)


def _too_far(unit: Unit, target: Unit, planned: ChargePath, allowed: Allowance, found: MoveLength) -> Refusal:
    stop = found.limit or (f"halved by {found.halved}" if found.halved else "")
    most, far = round(found.length if stop else allowed.total, 2), round(planned.contact, 2)
    says = f'{target.id} is {far:g}" away; {unit.id} can charge {most:g}" at best' + (f" ({stop})" if stop else "")
    return Refusal("target", "too-far", says, "CW 7.3")


# running it
def run(turn: Turn[State], order: Order) -> None:
    """CW 7.3 to 7.8: the guns are noted, the dice rolled, and the unit makes contact or halts short of it."""
    assert isinstance(order, Charge)
    unit, target = turn.state.units[order.unit], turn.state.units[order.target]
    planned = charge_path(turn.state, unit, target)
    assert planned
    guns = guns_in_support(turn.state, unit, target)
    allowed = roll_allowance(turn, unit, planned.reads, f"{unit.id} charges {target.id}")
    found, made = length_towards_contact(turn.state, unit, planned.way, allowed.total, planned.contact)
    if made:
        _reach_target(turn, unit, target, planned, allowed, found, guns)
    else:
        _halt_short(turn, unit, target, planned, allowed)


def _halt_short(turn: Turn[State], unit: Unit, target: Unit, planned: ChargePath, allowed: Allowance) -> None:
    """CW 7.4: the charger moves as far as any move would, but halts two inches short of contact."""
    found = move_length(turn.state, unit, planned.way, allowed.total, max(0.0, planned.contact - HALT_DISTANCE))
    to = rounded_position(point_along(unit.inches, planned.way, found.length)) if found.length else unit.at
    taken = leaders_ridden_down(turn.state, unit, planned.way, found.length, replace(unit, at=to))
    turn.happens(_charged_event(unit, target, planned, allowed, found, to, "short"))
    capture_leaders(turn, taken, unit.id)


def _reach_target(
    turn: Turn[State], unit: Unit, target: Unit, planned: ChargePath, allowed: Allowance, found: MoveLength, guns: Guns
) -> None:
    """CW 7.5 to 7.8: the charger reaches: a countercharge, contact and a melee, or a lone leader is captured."""
    before, side = turn.state, side_struck(footprint(turn.state, target), unit.inches)
    answer = _countercharge(before, unit, target, planned, allowed) if side == "front" else None
    far = answer.contact if answer else planned.contact
    to = rounded_position(point_along(unit.inches, planned.way, far)) if far else unit.at
    turn.happens(_charged_event(unit, target, planned, allowed, replace(found, length=far), to, "reached"))
    if answer:
        turn.happens(Countercharged(target.id, round(answer.inches, 2), target.at, answer.to))
    if not is_lone_leader(before, target):
        make_contact(turn, unit.id, target.id, side, guns)
    capture_leaders(
        turn, leaders_ridden_down(before, unit, planned.way, max(far, EPSILON), turn.state.units[unit.id]), unit.id
    )
    if answer:
        capture_leaders(
            turn,
            leaders_ridden_down(
                before, target, unit_vector(target.degrees), answer.inches, turn.state.units[target.id]
            ),
            target.id,
        )


def _charged_event(
    unit: Unit,
    target: Unit,
    planned: ChargePath,
    allowed: Allowance,
    found: MoveLength,
    to: Spot,
    came: Literal["reached", "short"],
) -> Charged:
    return Charged(
        unit.id,
        target.id,
        planned.reads,
        rounded_facing(planned.bearing),
        event_length(allowed, found),
        round(planned.contact, 2),
        came == "reached",
        unit.at,
        to,
        unit.facing,
    )


def _countercharge(
    state: State, unit: Unit, target: Unit, planned: ChargePath, allowed: Allowance
) -> CounterchargeMove | None:
    """CW 7.5: cavalry charged in front by cavalry moves to meet it; None: it stays."""
    if not arm_of(state, unit) == arm_of(state, target) == "cavalry" or melees_of(state, target.id):
        return None
    forward = unit_vector(target.degrees)
    to_charger = distance_to_contact(state, target, forward, unit)
    most = COUNTERCHARGE if to_charger is None else min(COUNTERCHARGE, to_charger)
    inches = move_length(state, target, forward, COUNTERCHARGE, most, COUNTER, (unit.id,)).length
    moved = replace(target, at=rounded_position(point_along(target.inches, forward, inches)))
    again = distance_to_contact(state, unit, planned.way, moved)
    if (
        inches < SHORTEST_MOVE - EPSILON
        or again is None
        or not _still_reaches(state, unit, planned, allowed, again, moved)
    ):
        return None
    return CounterchargeMove(inches, moved.at, again)


def _still_reaches(state: State, unit: Unit, planned: ChargePath, allowed: Allowance, far: float, moved: Unit) -> bool:
    """CW 7.3, 7.5: whether a charger can still make contact, ``far`` inches away, with a unit that came to meet it."""
    return length_towards_contact(state, unit, planned.way, allowed.total, far)[1] and is_way_open(
        state, unit, planned.way, far, moved.inches
    )
