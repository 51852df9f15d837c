"""Dice that come out the same for the same seed: for trials, and for games that no person plays."""

from engine.contract.odds import seeded_numbers


class SeededDice:
    """A contract.Dice."""

    def __init__(self, seed: str) -> None:
        self._number = seeded_numbers(seed)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        return tuple(int(self._number() * sides) + 1 for _ in range(count))
