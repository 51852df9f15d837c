"""How attacks leave units: how many models they lose, and how likely these fall back (ZC 12.1, 13.1, 13.2)."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, factorial
from typing import NamedTuple

from ..rules.combat.targeting import DIE_FACES
from ..state.position import State, Unit, unit_type

MOST_HURT = 8
"""Wounds by one attack, beyond which more are not told apart."""
HITS_A_WOUND = 2.5
"""Hits, roughly, for each wound."""


class Outcome(NamedTuple):
    """What may become of a unit: the chance of it, the share of its models that is lost, how likely the rest fails its
    morale check.
    """

    chance: float
    lost: float
    falls: float


def outcomes(seen: State, unit: Unit, wounds: float, *, close: bool) -> Sequence[Outcome]:
    """What may have become of the unit when the round ends if so many wounds, on average, are taken off it before, in
    melee or by shooting.
    """
    kind, living = unit_type(seen, unit), sum(model.wounds > 0 for model in unit.models)
    met, half = seen.setup.shock["melee"] * close, seen.setup.shock["half"]
    return _outcomes((kind.morale, kind.wounds, unit.shock, living, unit.start), round(wounds, 1), met, half)


def falling_gain(seen: State, unit: Unit, wounds: float, *, close: bool) -> float:
    """By how much such an attack raises the chance that what is left of the unit falls back."""
    before, after = outcomes(seen, unit, 0.0, close=False), outcomes(seen, unit, wounds, close=close)
    return max(0.0, sum(one.chance * one.falls for one in after) - sum(one.chance * one.falls for one in before))


@lru_cache(maxsize=8192)
def _outcomes(unit: tuple[int, int, int, int, int], wounds: float, met: int, half: int) -> tuple[Outcome, ...]:
    """``met`` and ``half``: the shock of being hit in melee, and of having half the models left or fewer."""
    morale, each, shock, living, start = unit
    hit = met * (1 - exp(-HITS_A_WOUND * wounds))
    found = list[Outcome]()
    for hurt, chance in enumerate(_hurt_shares(wounds)):
        lost, after = min(living, hurt // each), shock + min(hurt, living) + hit
        few = half if after and 2 * (living - lost) <= start else 0
        found.append(Outcome(chance, lost / max(1, living), _falling_chance(morale, after + few)))
    return tuple(found)


def _falling_chance(morale: int, shock: float) -> float:
    """ZC 13.2: the chance to fail a morale check; without shock there is none."""
    return 1 - min(DIE_FACES, max(0.0, morale - shock)) / DIE_FACES if shock else 0.0


def _hurt_shares(wounds: float) -> tuple[float, ...]:
    """How often 0, 1, 2 ... wounds come of it where so many are to be expected (Poisson)."""
    if not wounds:
        return (1.0,)
    shares = [exp(-wounds) * wounds**hurt / factorial(hurt) for hurt in range(MOST_HURT)]
    return (*shares, 1 - sum(shares))
