"""How even the faces of a die came: Pearson's chi-square and its p-value, without tables or approximations."""

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt
from typing import NamedTuple

LEAST = 5
"""Dice expected on each face below which the test says nothing."""


class Evenness(NamedTuple):
    """``p``: the chance that fair dice come out at least as uneven."""

    statistic: float
    degrees: int
    p: float


def evenness(counts: Sequence[int]) -> Evenness | None:
    """Of how often each face came; None if there are too few dice to say, or only one face."""
    dice, faces = sum(counts), len(counts)
    if faces < 2 or dice < LEAST * faces:
        return None
    expected = dice / faces
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return Evenness(statistic, faces - 1, upper_tail(statistic, faces - 1))


def upper_tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom (1 or more) is at least so large: the
    regularized upper incomplete gamma function Q(degrees / 2, statistic / 2), whose series is finite here.
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    start, found = (0.5, erfc(sqrt(half))) if degrees % 2 else (0.0, 0.0)
    for term in range(degrees // 2):
        power = start + term
        found += exp(power * log(half) - half - lgamma(power + 1))
    return min(1.0, found)
