"""The chances of shooting and melee (ZC 8 to 10)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb

from engine.contract import Order, counted, replace
from engine.toolkit.outcomes import average, pool_text

from ..orders import Attack
from ..rules.combat.targeting import DIE_FACES, Aim, aim_of, aims
from ..state.position import State, Unit
from ..tables import TABLES

Wounds = tuple[int, ...]
"""The wounds that the models of a target have left, in rising number."""
PAIRS = DIE_FACES**2
"""In how many ways an attack die and its save die can fall."""


def chances(seen: State, side: str, order: Order) -> str:
    """``6 dice at 4+: 3 hits, 1.2 wounds``: the averages, after saves and with the wounds that are left."""
    if not isinstance(order, Attack) or not (found := aims(seen, order)):
        return ""
    hits, wounds = average_losses(seen, order)
    return f"{_dice(seen, found)}: {counted(average(hits), 'hit')}, {counted(average(wounds), 'wound')}"


def _dice(seen: State, found: Sequence[Aim]) -> str:
    dice = Counter[int]()
    for aim in found:
        dice[TABLES.constants.success - aim.bonus] += seen.weapons[aim.weapon].attacks
    return ", ".join(pool_text(dice[need], need) for need in sorted(dice))


def average_losses(seen: State, order: Attack) -> tuple[Fraction, Fraction]:
    """ZC 9.6: hits and wounds on average: model after model, in each position that those before can leave.

    All that a model changes for those after it are the wounds that the target's models have left.
    """
    target, hits, wounds = seen.units[order.target], 0, 0
    positions, of = {tuple(model.wounds for model in target.models): 1}, 1
    for first in aims(seen, order):
        dice = seen.weapons[first.weapon].attacks
        made, lost, following = 0, 0, dict[Wounds, int]()
        for left, share in positions.items():
            aim = _aim_after(seen, order, first, left)
            if aim is None:
                following[left] = following.get(left, 0) + share * PAIRS**dice
                continue
            hit, saved = _good_faces(aim)
            made += share * dice * hit
            nth = _place(target, aim)
            for taken, ways in _wound_ways(seen, aim, hit * (DIE_FACES - saved), left[nth]):
                lost += share * ways * taken
                after = (*left[:nth], left[nth] - taken, *left[nth + 1 :])
                following[after] = following.get(after, 0) + share * ways
        positions, more = following, PAIRS**dice
        of, hits, wounds = of * more, (hits + made) * more, wounds * more + lost
    return Fraction(hits, of * DIE_FACES), Fraction(wounds, of)


def _place(target: Unit, aim: Aim) -> int:
    """Which of the target's models is aimed at, from 0."""
    return next(nth for nth, model in enumerate(target.models) if model.number == aim.target_model)


def _aim_after(seen: State, order: Attack, first: Aim, left: Wounds) -> Aim | None:
    """The attack of a model when the target's models have so many wounds left; ``first``: when all have theirs."""
    target = seen.units[order.target]
    if left[_place(target, first)]:
        return first
    models = tuple([replace(model, wounds=n) for model, n in zip(target.models, left, strict=True)])
    units = {**seen.units, target.id: replace(target, models=models)}
    return aim_of(replace(seen, units=units), order, first.weapon, first.model)


def _good_faces(aim: Aim) -> tuple[int, int]:
    """ZC 8.3: on how many faces an attack die hits, and a save die saves."""
    return min(DIE_FACES, aim.bonus), min(DIE_FACES, aim.save)


def _wound_ways(seen: State, aim: Aim, unsaved: int, left: int) -> Iterator[tuple[int, int]]:
    """ZC 9.2 to 9.4: the wounds that a target with so many left can lose, and in how many ways of ``PAIRS`` to the
    power of the attack dice; each die hurts in ``unsaved`` ways.
    """
    arm = seen.weapons[aim.weapon]
    for failed in range(arm.attacks + 1):
        ways = comb(arm.attacks, failed) * unsaved**failed * (PAIRS - unsaved) ** (arm.attacks - failed)
        if ways:
            yield min(left, failed * arm.damage), ways
