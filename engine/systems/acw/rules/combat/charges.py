"""Charges: where they go, what speaks against them, the dice, the countercharge, and contact or a halt two inches short (CW 7)."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engine.contract import Order, Refusal, Turn, replace
from maps.geometry.plane import Point, bearing, direction, point_along, turn_between, unit_vector

from ...orders import Charge
from ...state.events import Charged, Countercharged, Spot
from ...state.position import State, Unit, arm, box, lone, melees_of, regiment
from ..board.footprints import rest, rest_facing
from ..board.line_of_sight import hidden
from ..board.terrain import EQUAL, kept_apart
from ..movement.contact import Guns, chargeable, contact, first_enemy, friend_there, open_way, reach, struck, swept
from ..movement.movement import capture, engaged, ridden_down, told
from ..movement.movement_dice import Allowance, best, roll
from ..movement.movement_limits import COUNTER, LEAST, MoveLength, length
from .supporting_guns import noted

SHORT = 2.0
"""CW 7.4: how far from contact a charge halts that does not reach."""
COUNTERCHARGE = 2.0
"""CW 7.5: how far the charged cavalry comes to meet it."""
BESIDE = 90.0
"""CW 7.2: degrees off its facing at which a unit charges no more."""


class Path(NamedTuple):
    """CW 7.2: where a charge goes: how its dice are read, its bearing in degrees and unit vector, and inches to contact."""

    reads: Literal["straight", "side"]
    bearing: float
    way: Point
    contact: float


class Answer(NamedTuple):
    """CW 7.5: a countercharge: how far the charged unit comes, to where, and how far the charger then goes."""

    inches: float
    to: Spot
    contact: float


# where it goes
def path(state: State, unit: Unit, target: Unit) -> Path | None:
    """CW 7.2: straight ahead if that touches the target before any other enemy, else at its centre; None: neither does."""
    found = _straight(state, unit, target)
    if found is None and abs(_off(unit, target)) < BESIDE - EQUAL:
        slant = _slanting(state, unit, target)
        found = slant if _foe_before(state, unit, target, slant) is None else None
    return found


def _straight(state: State, unit: Unit, target: Unit) -> Path | None:
    way = unit_vector(unit.degrees)
    far = swept(state, unit, way, target)
    found = None if far is None else Path("straight", unit.degrees, way, far)
    return found if found and _foe_before(state, unit, target, found) is None else None


def _slanting(state: State, unit: Unit, target: Unit) -> Path:
    way = direction(unit.inches, target.inches)
    return Path("side", bearing(unit.inches, target.inches), way, swept(state, unit, way, target) or 0.0)


def _foe_before(state: State, unit: Unit, target: Unit, planned: Path) -> Unit | None:
    """The other enemy whom a charge would touch before its target."""
    first = first_enemy(state, unit, planned.way, planned.contact)
    return (
        first.unit if first and first.unit.id != target.id and first.sweep.contact < planned.contact - EQUAL else None
    )


def _off(unit: Unit, target: Unit) -> float:
    """Degrees from a unit's facing to a target's centre."""
    return turn_between(unit.degrees, bearing(unit.inches, target.inches))


# what speaks against it
def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """The first thing that does, beside the common checks."""
    assert isinstance(order, Charge)
    unit, target = seen.units[order.unit], seen.units[order.target]
    for asked in (_who(seen, unit, target), _direction(seen, unit, target), _way(seen, unit, target)):
        for refusal in asked:
            yield refusal
            return


def _who(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """CW 7.1, 5.4: those two, and whether the one sees the other."""
    if not regiment(seen, unit):
        yield Refusal("unit", "cannot-charge", "Batteries and leaders do not charge; infantry and cavalry do", "CW 7.1")
    elif not seen.types[unit.type].charge:
        says = f"{unit.id} is {seen.types[unit.type].name}, a type that does not charge in this game; move it instead"
        yield Refusal("unit", "cannot-charge", says, "CW 7.1")
    elif target.side == unit.side:
        yield Refusal("target", "invalid-target", f"{target.id} is on your own side; charge an enemy", "CW 7.1")
    elif target.leads is not None:
        says = f"{target.id} is with {target.leads}; charge {target.leads} instead"
        yield Refusal("target", "invalid-target", says, "CW 1.9", (Charge(unit.id, target.leads),))
    elif melees_of(seen, unit.id):
        yield engaged(seen, unit, "it may only move straight back (or on) out of contact")
    elif not chargeable(seen, unit, target):
        says = f"{target.id} is in a building. Only infantry can attack a building"
        yield Refusal("target", "cannot-charge", says, "CW 5.4")
    elif says := hidden(seen, unit, target):
        yield Refusal("target", "no-line-of-sight", f"{unit.id} cannot see {target.id}: {says}", "CW 7.1")


def _direction(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """CW 7.2"""
    if path(seen, unit, target) is not None:
        return
    off = abs(_off(unit, target))
    if off >= BESIDE - EQUAL:
        says = f"{target.id} is not ahead of {unit.id} ({off:.0f}° off its facing, limit 90°)"
        if not unit.faced and not unit.formed:
            says += f". Try: {unit.id} face {target.id}; charge {target.id}"
        yield Refusal("target", "bad-direction", says, "CW 7.2")
        return
    first = first_enemy(seen, unit, direction(unit.inches, target.inches), _slanting(seen, unit, target).contact)
    if first:
        says = f'{first.unit.id} stands in the way, {first.sweep.contact:.1f}" off; charge it first'
        yield Refusal("target", "blocked", says, "CW 7.2")


def _way(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """CW 7.3: friends, waters and ground on the way, and whether sixes reach."""
    planned = path(seen, unit, target)
    assert planned
    if friend := friend_there(seen, unit, planned.way, planned.contact):
        says = f'No room: {unit.id} would overlap {friend.id} on meeting {target.id} {planned.contact:.1f}" off; move {friend.id} first'
        yield Refusal("target", "blocked", says, "CW 7.3")
        return
    allowed = best(seen, unit, planned.reads)
    sure, _ = reach(seen, unit, planned.way, allowed.total + planned.contact * 2, planned.contact)
    river = kept_apart(seen, unit, point_along(unit.inches, planned.way, planned.contact), target.inches)
    found, made = reach(seen, unit, planned.way, allowed.total, planned.contact)
    if sure.reason == "impassable":
        says = f'{unit.id} cannot charge {target.id}: {sure.limit} stops it {sure.length:.1f}" on'
        yield Refusal("target", "impassable", says, "CW 7.3")
    elif river:
        yield Refusal(
            "target",
            "impassable",
            f"{river.name} lies between {unit.id} and {target.id} and cannot be crossed there",
            "CW 7.3",
        )
    elif not made:
        yield _too_far(unit, target, planned, allowed, found)


def _too_far(unit: Unit, target: Unit, planned: Path, allowed: Allowance, found: MoveLength) -> Refusal:
    stop = found.limit or (f"halved by {found.halved}" if found.halved else "")
    most, far = round(found.length if stop else allowed.total, 2), round(planned.contact, 2)
    says = f'{target.id} is {far:g}" away; {unit.id} can charge {most:g}" at best' + (f" ({stop})" if stop else "")
    return Refusal("target", "too-far", says, "CW 7.3")


# how it runs
def run(turn: Turn[State], order: Order) -> None:
    """CW 7.3 to 7.8: the guns are noted, the dice rolled, and the unit makes contact or halts short of it."""
    assert isinstance(order, Charge)
    unit, target = turn.state.units[order.unit], turn.state.units[order.target]
    planned = path(turn.state, unit, target)
    assert planned
    guns = noted(turn.state, unit, target)
    allowed = roll(turn, unit, planned.reads, f"{unit.id} charges {target.id}")
    found, made = reach(turn.state, unit, planned.way, allowed.total, planned.contact)
    if made:
        _home(turn, unit, target, planned, allowed, found, guns)
    else:
        _short(turn, unit, target, planned, allowed)


def _short(turn: Turn[State], unit: Unit, target: Unit, planned: Path, allowed: Allowance) -> None:
    """CW 7.4: as far as any move goes, and not nearer than two inches."""
    found = length(turn.state, unit, planned.way, allowed.total, max(0.0, planned.contact - SHORT))
    to = rest(point_along(unit.inches, planned.way, found.length)) if found.length else unit.at
    taken = ridden_down(turn.state, unit, planned.way, found.length, replace(unit, at=to))
    turn.happens(_charged(unit, target, planned, allowed, found, to, "short"))
    capture(turn, taken, unit.id)


def _home(
    turn: Turn[State], unit: Unit, target: Unit, planned: Path, allowed: Allowance, found: MoveLength, guns: Guns
) -> None:
    """CW 7.5 to 7.8: it reaches: perhaps a countercharge, then contact and a melee, or a lone leader's capture."""
    before, side = turn.state, struck(box(turn.state, target), unit.inches)
    answer = _answer(before, unit, target, planned, allowed) if side == "front" else None
    far = answer.contact if answer else planned.contact
    to = rest(point_along(unit.inches, planned.way, far)) if far else unit.at
    turn.happens(_charged(unit, target, planned, allowed, found._replace(length=far), to, "reached"))
    if answer:
        turn.happens(Countercharged(target.id, round(answer.inches, 2), target.at, answer.to))
    if not lone(before, target):
        contact(turn, unit.id, target.id, side, guns)
    capture(turn, ridden_down(before, unit, planned.way, max(far, EQUAL), turn.state.units[unit.id]), unit.id)
    if answer:
        capture(
            turn,
            ridden_down(before, target, unit_vector(target.degrees), answer.inches, turn.state.units[target.id]),
            target.id,
        )


def _charged(
    unit: Unit,
    target: Unit,
    planned: Path,
    allowed: Allowance,
    found: MoveLength,
    to: Spot,
    came: Literal["reached", "short"],
) -> Charged:
    return Charged(
        unit.id,
        target.id,
        planned.reads,
        rest_facing(planned.bearing),
        told(allowed, found),
        round(planned.contact, 2),
        came == "reached",
        unit.at,
        to,
        unit.facing,
    )


def _answer(state: State, unit: Unit, target: Unit, planned: Path, allowed: Allowance) -> Answer | None:
    """CW 7.5: cavalry charged by cavalry in front comes to meet it; None: it stays."""
    if not arm(state, unit) == arm(state, target) == "cavalry" or melees_of(state, target.id):
        return None
    forward = unit_vector(target.degrees)
    to_charger = swept(state, target, forward, unit)
    most = COUNTERCHARGE if to_charger is None else min(COUNTERCHARGE, to_charger)
    inches = length(state, target, forward, COUNTERCHARGE, most, COUNTER, (unit.id,)).length
    moved = replace(target, at=rest(point_along(target.inches, forward, inches)))
    again = swept(state, unit, planned.way, moved)
    if inches < LEAST - EQUAL or again is None or not _comes(state, unit, planned, allowed, again, moved):
        return None
    return Answer(inches, moved.at, again)


def _comes(state: State, unit: Unit, planned: Path, allowed: Allowance, far: float, moved: Unit) -> bool:
    """CW 7.3, 7.5: whether a charger can still make contact, so many inches away, with a unit that has come to meet it."""
    return reach(state, unit, planned.way, allowed.total, far)[1] and open_way(
        state, unit, planned.way, far, moved.inches
    )
