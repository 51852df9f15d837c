"""Values of a rolled expression: what each part came to, and whether it is kept."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from .expression_tree import DieType

Amount = int | float


class DieStep(NamedTuple):
    """How a die came to show ``value``: "" rolled, → rerolled, ↑ raised or ↓ lowered to it."""

    how: str
    value: int


class RolledValue(ABC):
    """A part of an expression that has been rolled.  Operators of a set or a bracket around it may drop it."""

    def __init__(self) -> None:
        self.kept, self.notes = True, ""

    @property
    @abstractmethod
    def worth(self) -> Amount:
        """What it came to, kept or not."""

    @property
    def total(self) -> Amount:
        """What it counts: nothing if it was dropped."""
        return self.worth if self.kept else 0

    def members(self) -> "Sequence[RolledValue]":
        """What the operators of a bracket around it choose from."""
        return [self]


class RolledDie(RolledValue):
    """One die with its history; ``exploded``: another was rolled for it."""

    def __init__(self, value: int) -> None:
        super().__init__()
        self.steps, self.exploded = [DieStep("", value)], False

    @property
    def worth(self) -> int:
        return self.steps[-1].value

    def change(self, how: str, value: int) -> None:
        """Reroll it, or set it to another value."""
        self.steps.append(DieStep(how, value))
        self.exploded = self.exploded and how != "→"


class RolledDice(RolledValue):
    """The dice of one term, in the order rolled."""

    def __init__(self, die: DieType, dice: list[RolledDie]) -> None:
        super().__init__()
        self.die, self.dice = die, dice

    @property
    def worth(self) -> int:
        return sum(die.worth for die in self.dice if die.kept)

    def members(self) -> Sequence[RolledDie]:
        return self.dice


class RolledSet(RolledValue):
    def __init__(self, elements: list[RolledValue]) -> None:
        super().__init__()
        self.elements = elements

    @property
    def worth(self) -> Amount:
        return sum(element.total for element in self.elements)

    def members(self) -> Sequence[RolledValue]:
        return self.elements


class RolledBracket(RolledValue):
    def __init__(self, inside: RolledValue) -> None:
        super().__init__()
        self.inside = inside

    @property
    def worth(self) -> Amount:
        return self.inside.total

    def members(self) -> Sequence[RolledValue]:
        return self.inside.members()


class Calculated(RolledValue):
    """A result that no operator can change; ``parts``: what it was calculated from, with the sign before each
    ("" before the first, unless it has one)."""

    def __init__(self, result: Amount, parts: Sequence[tuple[str, RolledValue]] = ()) -> None:
        super().__init__()
        self.result, self.parts = result, parts

    @property
    def worth(self) -> Amount:
        return self.result


class Counted(RolledValue):
    """SuccessCount or hits among dice; ``asked`` is what was counted, ``unit`` what is counted, in the singular."""

    def __init__(self, result: int, pool: RolledValue, asked: str, unit: str) -> None:
        super().__init__()
        self.result, self.pool, self.asked, self.unit = result, pool, asked, unit

    @property
    def worth(self) -> int:
        return self.result
