"""Speed, Defense, dice and ranges of a unit at the moment, with counters and abilities (FA 1, 9, 10)."""

from typing import Literal

from ..state.events import Mods
from ..state.position import State, Unit, card
from ..tables.rows import Armour, Pair, UnitCard
from .abilities import ability_effects, applies, commander_effects, has_commanders

BEYOND = -1
"""The column of a range that the card does not reach."""
SUCCESS = 4
"""FA 9.5: a die of as much, with all that is added to it, is a success."""
LEAST = 1
"""FA 1.12: no Defense falls below it."""


def speed(state: State, unit: Unit) -> int:
    """FA 6.2: the unit's Movement Points now.  FA 10.11, 10.12: Damaged takes 1, then a Pinned vehicle's are halved;
    commanders may add (``forward``).
    """
    known = card(state, unit)
    points = known.speed
    if known.abilities or has_commanders(state, "speed"):
        for _, _, effect in ability_effects(state, unit, "speed") + commander_effects(state, unit, "speed"):
            points += effect.speed if effect.least is None or known.speed >= effect.least else 0
    points = max(0, points - unit.damaged)
    return points // 2 if unit.pinned and known.kind == "vehicle" else points


def defense(state: State, unit: Unit, facing: Armour | Literal[""]) -> Pair:
    """FA 10.8, 10.10 to 10.12, 14.4: the Defense that an attack must reach, at the armour met ("" for soldiers and
    aircraft); never below 1/1.
    """
    printed = card(state, unit).defense
    match printed:
        case None:
            return LEAST, LEAST
        case tuple():
            low, high = printed
        case _:
            low, high = printed[facing or "front"]
    less, vital = _defense_lost(state, unit)
    return max(LEAST, low - less), max(LEAST, high - vital)


def _defense_lost(state: State, unit: Unit) -> Pair:
    """How much both values have lost.  FA 10.12: Damaged and Pinned, a vehicle has only lost what Damaged takes."""
    match card(state, unit).kind:
        case "soldier":
            return (1, 1) if unit.demoralized else (0, 0)
        case "vehicle" if unit.damaged:
            return 1, 1
        case "vehicle":
            return (1, 0) if unit.pinned else (0, 0)
        case "aircraft":
            return (1, 1) if unit.target else (0, 0)
        case _:
            return 0, 0


def attack_row(firer: UnitCard, target: UnitCard) -> tuple[int, ...]:
    """FA 1.14: the row of the card that counts against such a target, dice by column; () has none."""
    match target.kind:
        case "soldier":
            return firer.soldiers
        case "vehicle":
            return firer.vehicles
        case "aircraft" if firer.kind == "aircraft":
            return firer.fighters if "fighter" in target.sub else firer.bombers
        case "aircraft":
            return firer.aircraft
        case _:
            return ()


def range_column(firer: UnitCard, distance: int) -> int:
    """FA 1.14: the first column whose upper bound reaches the range; BEYOND if none does."""
    return next((i for i, bound in enumerate(firer.range) if distance <= bound), BEYOND)


def attack_dice(state: State, firer: Unit, target: Unit, distance: int) -> tuple[int, int]:
    """FA 9.4: column and Attack Dice as on the card; 0 dice beyond its ranges, and nearer than an ability allows."""
    known = card(state, firer)
    at = range_column(known, distance)
    if at == BEYOND or distance < minimum_range(state, firer):
        return BEYOND, 0
    dice = attack_row(known, card(state, target))
    return at, dice[at] if at < len(dice) else 0


def minimum_range(state: State, unit: Unit) -> int:
    """FA 19.1: no attack of any kind nearer than this (``minimum-range``); else 0."""
    return max((effect.beyond for _, _, effect in ability_effects(state, unit, "range")), default=0)


def range_limits(state: State, unit: Unit) -> tuple[int, int]:
    """FA 9.4: the shortest and longest range of the card's columns; the longest is BEYOND of an unarmed unit."""
    return minimum_range(state, unit), max(card(state, unit).range, default=BEYOND)


def armed_range(state: State, unit: Unit) -> tuple[int, int]:
    """FA 12.13, 13.1: the shortest and longest range with dice against ground units; the longest is BEYOND if it has
    none.
    """
    known, closest = card(state, unit), minimum_range(state, unit)
    armed = [
        (start, end)
        for i, (start, end) in enumerate(zip((0, *(bound + 1 for bound in known.range)), known.range, strict=False))
        if end >= closest and any(i < len(dice) and dice[i] > 0 for dice in (known.soldiers, known.vehicles))
    ]
    return max(closest, min((start for start, _ in armed), default=0)), max((end for _, end in armed), default=BEYOND)


def extra_dice(state: State, firer: Unit, target: Unit, how: str) -> int:
    """FA 19.1, 19.2: dice that commanders add to an attack, and the firer's own charge."""
    kind = card(state, target).kind
    given = sum(
        effect.dice for _, _, effect in commander_effects(state, firer, "attack-dice") if applies(effect, how, 0, kind)
    )
    own = sum(effect.dice for _, _, effect in ability_effects(state, firer, "charge")) if how == "charge" else 0
    return given + own


def die_modifiers(state: State, firer: Unit) -> Mods:
    """FA 9.6: what is added to each die of every attack of the unit."""
    if card(state, firer).kind != "vehicle":
        return ()
    if firer.damaged:
        return (("Damaged", -1),)
    return (("Pinned", -1),) if firer.pinned else ()


def hits(successes: int, defense: Pair) -> int:
    """FA 10.1 to 10.3: none, one, two or three, the worst row that fits."""
    low, high = defense
    if successes >= high:
        return 3
    return 2 if successes > low else 1 if successes == low else 0
