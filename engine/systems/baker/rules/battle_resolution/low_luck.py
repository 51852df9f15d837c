"""Low luck: a volley with one die at most, and as many hits on average as with a die for each unit (BK 3.8)."""

from collections.abc import Mapping
from functools import lru_cache

from .battle_model import DiceSlot, Fight
from .battle_rules import roller_chooses

FACES = 6


def applies(fight: Fight, slot: DiceSlot) -> bool:
    """BK 3.8: whether a volley is one of low luck; anti-aircraft guns always roll."""
    return fight.low_luck and not slot.aim


def needs_die(number: int, need: int, *, chooses: bool) -> bool:
    """BK 3.8: whether anything is left for the die to decide. ``chooses``: whether a one matters to this type."""
    return bool(number * need % FACES or (chooses and number % FACES))


def hits_with(number: int, need: int, die: int) -> tuple[int, int]:
    """BK 3.8: the ones and the other hits of a volley; ``die`` 0 if none was rolled.

    A die that makes a hit a one makes a hit too if there is none to spare, so there are never more ones than hits.
    """
    ones, hits = (total // FACES + (0 < die <= total % FACES) for total in (number, number * need))
    return ones, hits - ones


def outcomes(number: int, slot: DiceSlot) -> tuple[tuple[float, tuple[int, int]], ...]:
    """The probability of each outcome of a volley, as numbers of ones and of other hits. They add up to 1."""
    return _outcomes(number, slot.need, roller_chooses(slot))


@lru_cache(maxsize=256)
def _outcomes(number: int, need: int, chooses: bool) -> tuple[tuple[float, tuple[int, int]], ...]:
    if not needs_die(number, need, chooses=chooses):
        return ((1.0, hits_with(number, need, 0)),)
    found: Mapping[tuple[int, int], int] = {}
    for die in range(1, FACES + 1):
        outcome = hits_with(number, need, die)
        found = {**found, outcome: found.get(outcome, 0) + 1}
    return tuple((count / FACES, outcome) for outcome, count in found.items())
