"""How even the sealed dice are: a million of each kind, judged by chi-square."""

from collections.abc import Iterator

from engine.dice.sealed import Lock, SealedDice, promise
from engine.luck.chi_square import evenness

from .timing import Figure

SIDES = (4, 6, 8, 10, 12, 20, 100)
DICE, AT_ONCE, LEAST = 1_000_000, 10_000, 0.001


def figures() -> Iterator[Figure]:
    """The p-value of each kind of die, of the same dice in every run."""
    secret = bytes(range(32))
    sealed = SealedDice(secret, Lock("even", 1, "1 dice", {}, "", promise(secret)))
    for sides in SIDES:
        counts = [0] * (sides + 1)
        for nth in range(1, DICE // AT_ONCE + 1):
            for face in sealed.roll("evenness", nth, AT_ONCE, sides):
                counts[face] += 1
        found = evenness(counts[1:])
        assert found
        measured = f"p = {found.p:.3f} (chi-square {found.statistic:.1f})"
        what = f"fairness: {DICE:,} sealed d{sides}"
        yield Figure("even", what, measured, f"p > {LEAST}", found.p > LEAST)
