"""The chances of dice: totals, dice that are judged one by one, and how improbable a result is."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, lgamma, log, log1p


@lru_cache(maxsize=256)
def total_chances(count: int, sides: int = 6) -> Mapping[int, float]:
    """Total of so many dice -> its chance."""
    ways: dict[int, int] = {0: 1}
    for _ in range(count):
        longer = dict[int, int]()
        for total, number in ways.items():
            for face in range(1, sides + 1):
                longer[total + face] = longer.get(total + face, 0) + number
        ways = longer
    return {total: number / sides**count for total, number in ways.items()}


def chance_of_total(need: int, count: int = 1, sides: int = 6, fails_on: int = 0) -> float:
    """That a roll reaches ``need``, as ``Turn.roll`` judges it; ``need``: after all modifiers."""
    least = max(need, fails_on + 1) if count == 1 else need
    return min(1.0, sum(chance for total, chance in total_chances(count, sides).items() if total >= least))


def chance_of_face(need: int, sides: int = 6) -> float:
    """That one die shows at least ``need``."""
    return min(max(sides + 1 - need, 0), sides) / sides


@lru_cache(maxsize=4096)
def success_chances(number: int, chance: float) -> Sequence[float]:
    """The chances of 0, 1, 2 ... successes in so many independent tries with the same chance."""
    if chance <= 0 or chance >= 1:
        sure = number if chance >= 1 else 0
        return tuple(float(made == sure) for made in range(number + 1))
    good, bad, ways = log(chance), log1p(-chance), lgamma(number + 1)
    return tuple(
        exp(ways - lgamma(made + 1) - lgamma(number - made + 1) + made * good + (number - made) * bad)
        for made in range(number + 1)
    )


def tail_chance(number: int, chance: float, successes: int) -> float:
    """That so many tries bring as many successes or more, or as few or fewer, whichever is rarer."""
    spread = success_chances(number, chance)
    return min(1.0, sum(spread[successes:]), sum(spread[: successes + 1]))
