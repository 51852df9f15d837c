"""Direct fire and charges in the Assault phase: what the rules have against them (FA 9, 19.2)."""

from collections.abc import Iterator

from engine.contract import Order, Refusal, Turn, counted
from maps.geometry.hexes import distance

from ...orders import Attack, Charge
from ...state.position import State, Unit, card, distance_between
from .. import current_values
from ..abilities import ability_effects
from ..board.arcs import in_field
from ..board.line_of_sight import why_hidden
from ..unfinished_move import end_move
from .attacks import attack
from .targets import ON_GROUND, invalid_target, naming_objections, possible_targets

AGAINST = {"soldier": "soldiers", "vehicle": "vehicles", "aircraft": "aircraft", "obstacle": "obstacles"}


def objections(seen: State, side: str, order: Order) -> Iterator[Refusal]:
    """What FA 21.5 has against an attack in F, or against the target of a charge once its path is good."""
    match order:
        case Attack(unit=key, target=words):
            yield from naming_objections(seen, side, words, ON_GROUND)
            for target in possible_targets(seen, side, words, ON_GROUND)[:1]:
                yield from invalid_target(seen, side, target, ON_GROUND)
                yield from _shooting_objections(seen, seen.units[key], target)
        case Charge(unit=key, path=path, target=words):
            yield from naming_objections(seen, side, words, ON_GROUND)
            for target in possible_targets(seen, side, words, ON_GROUND)[:1]:
                yield from charge_objections(seen, seen.units[key], target, path[-1])
        case _:
            pass


def charge_objections(seen: State, unit: Unit, target: Unit, end: str) -> Iterator[Refusal]:
    """FA 19.1: a charge attacks an enemy in the hex in which its path ends."""
    yield from invalid_target(seen, unit.side, target, ON_GROUND)
    yield from not_set_up(unit, seen)
    if target.at is not None and (away := distance(end, target.at)):
        says = (
            f"{target.id} is {counted(away, 'hex')} from {end}; {unit.id} can attack only in the hex "
            f"where its charge ends: charge to {target.at}"
        )
        yield Refusal("target", "out-of-range", says, "FA 19.1")
    elif current_values.attack_dice(seen, unit, target, 0)[1] == 0:
        yield no_dice(seen, unit, target, 0)


def _shooting_objections(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    if target.at is None or unit.at is None:
        return
    yield from not_set_up(unit, seen)
    yield from range_objections(seen, unit, target)
    if not in_field(seen, unit, target.at):
        yield out_of_arc(seen, unit, f"{target.id} in {target.at}", "target")
    if why := why_hidden(seen, unit.at, target.at):
        yield Refusal("target", "no-line-of-sight", f"{unit.id} cannot see {target.id}: {why}", "FA 8.1")


def not_set_up(unit: Unit, seen: State) -> Iterator[Refusal]:
    """FA 19.1: a weapon that had to be set up does not attack in a turn in which it moved in B."""
    for name, _, effect in ability_effects(seen, unit, "attack"):
        if effect.flag and getattr(unit, effect.flag):
            says = (
                f"{unit.id} has already moved in this turn's movement phase and has the ability {name}: "
                "it attacks again next turn"
            )
            yield Refusal("unit", "already-acted", says, "FA 19.1")


def range_objections(seen: State, unit: Unit, target: Unit) -> Iterator[Refusal]:
    """FA 9.3, 9.4: no column for the range (or nearer than an ability allows), or no dice in it."""
    away, (closest, farthest) = distance_between(unit, target), current_values.range_limits(seen, unit)
    if farthest == current_values.BEYOND and not seen.earlier:
        says = f"{unit.id} has no weapon with a range, so no target is in range; give it another order"
        yield Refusal("unit", "out-of-range", says, "FA 9.4", lasting=True)
        return
    if farthest != current_values.BEYOND and not closest <= away <= farthest:
        says = f"{target.id} is {counted(away, 'hex')} away; {unit.id} reaches {closest} to {farthest}"
        lasting = away > farthest + card(seen, unit).speed
        yield Refusal("target", "out-of-range", says, "FA 9.4", lasting=lasting)
    elif current_values.attack_dice(seen, unit, target, away)[1] == 0:
        yield no_dice(seen, unit, target, away)


def no_dice(seen: State, unit: Unit, target: Unit, away: int) -> Refusal:
    """FA 9.4: 0 dice, no attack; says at which ranges there are some."""
    kind = AGAINST[card(seen, target).kind]
    armed = [
        n
        for n in range(max(card(seen, unit).range, default=-1) + 1)
        if current_values.attack_dice(seen, unit, target, n)[1]
    ]
    where = (
        f"it has some at range {armed[0]} to {armed[-1]}"
        if armed
        else "it has none at any range: choose another target"
    )
    return Refusal("target", "no-dice", f"{unit.id} has no dice against {kind} at range {away}; {where}", "FA 9.4")


def out_of_arc(seen: State, unit: Unit, what: str, field: str) -> Refusal:
    """FA 8.11: the refusal of a target outside the field of fire."""
    faces = next(
        (" and ".join(effect.armour) for _, _, effect in ability_effects(seen, unit, "field-of-fire")), "front"
    )
    says = f"{what} is outside {unit.id}'s field of fire: it faces {unit.facing} and fires to its {faces} only"
    return Refusal(field, "out-of-arc", says, "FA 8.11")


def run(turn: Turn[State], side: str, order: Attack) -> None:
    """FA 9.1: an attack in F that has passed its checks."""
    end_move(turn, side, order.unit)
    (target,) = possible_targets(turn.state, side, order.target, ON_GROUND)
    attack(turn, order.unit, target.id, "direct")
