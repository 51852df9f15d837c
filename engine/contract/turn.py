"""The one thing the rules are given when orders run: they read the state, roll, and say what happened."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from .dice import Dice, NoDice, Pool, Roll
from .event import Event, Rolled
from .order import SourceLine

S = TypeVar("S")


class Turn(Generic[S]):
    """``said`` is how the order being run was said: what a system that keeps orders for later needs to balk or skip
    them by their line."""

    def __init__(self, state: S, dice: Dice, apply: Callable[[S, Event], S]) -> None:
        self.state, self.events, self.said = state, list[Event](), SourceLine(0, "")
        self._dice, self._apply, self._rolled = dice, apply, Counter[tuple[str, int]]()

    @property
    def looks_ahead(self) -> bool:
        """Whether it only shows what would happen before the first die: its events are not stored."""
        return isinstance(self._dice, NoDice)

    def roll(
        self,
        why: str,
        count: int = 1,
        sides: int = 6,
        *,
        need: int | None = None,
        mods: Mapping[str, int] | None = None,
        fails_on: int = 0,
        made: str = "",
        missed: str = "",
        rule: str = "",
    ) -> Roll:
        """Roll in the open.  Made if the sum reaches ``need`` and, of a single die, the face is above ``fails_on``.

        ``mods`` are named so that the report can explain them; ``made`` and ``missed`` are the words for the outcome.
        """
        counted = _counted(mods)
        bonus = sum(n for _, n in counted)
        passes = None if need is None or count != 1 else lambda face: face + bonus >= need and face > fails_on
        faces, nth = self._roll_faces(why, count, sides, passes)
        good = need is not None and sum(faces) + bonus >= need and not (count == 1 and faces[0] <= fails_on)
        self.happens(
            Rolled(
                why, sides, faces, nth, counted, need, (made if good else missed) if need is not None else made, rule
            )
        )
        return Roll(faces, bonus, good)

    def pool(
        self, why: str, count: int, sides: int = 6, *, need: int, mods: Mapping[str, int] | None = None, rule: str = ""
    ) -> Pool:
        """Roll dice that are judged one by one: a success is a face that reaches ``need`` with all ``mods`` added to
        it."""
        counted = _counted(mods)
        bonus = sum(n for _, n in counted)
        faces, nth = self._roll_faces(why, count, sides, lambda face: face + bonus >= need)
        successes = sum(face + bonus >= need for face in faces)
        self.happens(Rolled(why, sides, faces, nth, counted, need, f"{successes} of {count}", rule, successes))
        return Pool(faces, bonus, successes)

    def under(self, why: str, count: int, sides: int = 6, *, most: int, rule: str = "") -> Pool:
        """Roll dice that are judged one by one: a success is a face of at most ``most``."""
        faces, nth = self._roll_faces(why, count, sides, lambda face: face <= most)
        successes = sum(face <= most for face in faces)
        self.happens(Rolled(why, sides, faces, nth, (), None, f"{successes} of {count}", rule, successes, most))
        return Pool(faces, 0, successes)

    def _roll_faces(
        self, why: str, count: int, sides: int, passes: Callable[[int], bool] | None
    ) -> tuple[tuple[int, ...], int]:
        """The faces, and the how many-th roll of its kind it is.  ``passes``: whether a face is a success, if nothing
        else counts about each die."""
        self._rolled[why, sides] += 1
        nth = self._rolled[why, sides]
        return self._dice.roll(why, nth, count, sides), nth

    def happens(self, event: Event) -> None:
        self.state = self._apply(self.state, event)
        self.events.append(event)


def _counted(mods: Mapping[str, int] | None) -> tuple[tuple[str, int], ...]:
    return tuple((name, n) for name, n in (mods or {}).items() if n)
