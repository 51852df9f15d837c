"""Where chance comes in: one method, so every roll can be named, shown and checked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol


class Dice(Protocol):
    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        """``count`` faces from 1 to ``sides``.  The same ``why`` and ``nth`` give the same faces, in whatever order
        asked."""


class Roll(NamedTuple):
    faces: tuple[int, ...]
    bonus: int
    made: bool

    @property
    def total(self) -> int:
        return sum(self.faces) + self.bonus


class Pool(NamedTuple):
    """Dice that are judged each for itself: the faces as they fell, what was added to each, how many reached the
    number needed."""

    faces: tuple[int, ...]
    bonus: int
    successes: int


class NoDiceLeft(LookupError):
    """A case names too few dice."""


class Tape:
    """Dice that fall as a case says, in the order rolled.  Too few is NoDiceLeft; too many shows in ``left``."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.left: Sequence[int] = list(faces)

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        if len(self.left) < count:
            raise NoDiceLeft(f"{why}: {count} dice are rolled, {len(self.left)} are given")
        taken, self.left = self.left[:count], self.left[count:]
        return tuple(taken)


class Unforeseeable(Exception):
    """Raised where only dice can tell."""


class NoDice:
    """For looking ahead: whatever would happen before the first die is certain."""

    def roll(self, why: str, nth: int, count: int, sides: int) -> tuple[int, ...]:
        raise Unforeseeable(why)
