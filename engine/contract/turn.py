"""The one thing the rules are given when orders run: they read the state, roll, and say what happened."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from .dice import Dice, NoDice, Pool, Roll
from .event import Event, Rolled
from .order import SourceLine

S = TypeVar("S")
NOT_SAID = SourceLine(0, "")
"""What is said of events that no order asked for."""


class Transition(msgspec.Struct, frozen=True):
    """An event, the state in which it happened, and the state that it made."""

    before: Any
    event: Event
    after: Any


class Turn(Generic[S]):
    """``said`` is how the order being run was said: what a system that keeps orders for later needs to balk or skip
    them by their line.  ``transitions``: all that has happened so far."""

    def __init__(self, state: S, dice: Dice, apply: Callable[[S, Event], S]) -> None:
        self.state, self.said = state, NOT_SAID
        self.transitions: list[Transition] = []
        self.pretends = False
        """Whether an event was made, or may have been made, otherwise because it only looks ahead."""
        self._dice, self._apply = dice, apply
        self._rolled: dict[tuple[str, int], int] = {}

    @property
    def events(self) -> list[Event]:
        return [step.event for step in self.transitions]

    @property
    def looks_ahead(self) -> bool:
        """Whether it only shows what would happen before the first die: its events are not stored."""
        self.pretends |= isinstance(self._dice, NoDice)
        return isinstance(self._dice, NoDice)

    def meets_secrets(self) -> None:
        """What is hidden from the side that orders may decide what happens now, so that looking ahead shows only what
        would happen without it.
        """
        self.pretends = True

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
        counted, bonus = _counted(mods)
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
        counted, bonus = _counted(mods)
        least = need - bonus
        faces, nth = self._roll_faces(why, count, sides, lambda face: face >= least)
        successes = len([face for face in faces if face >= least])
        self.happens(Rolled(why, sides, faces, nth, counted, need, f"{successes} of {count}", rule, successes))
        return Pool(faces, bonus, successes)

    def under(self, why: str, count: int, sides: int = 6, *, most: int, rule: str = "") -> Pool:
        """Roll dice that are judged one by one: a success is a face of at most ``most``."""
        faces, nth = self._roll_faces(why, count, sides, lambda face: face <= most)
        successes = len([face for face in faces if face <= most])
        self.happens(Rolled(why, sides, faces, nth, (), None, f"{successes} of {count}", rule, successes, most))
        return Pool(faces, 0, successes)

    def _roll_faces(
        self, why: str, count: int, sides: int, passes: Callable[[int], bool] | None
    ) -> tuple[tuple[int, ...], int]:
        """The faces, and the how many-th roll of its kind it is.  ``passes``: whether a face is a success, if nothing
        else counts about each die."""
        nth = self._rolled[why, sides] = self._rolled.get((why, sides), 0) + 1
        return self._dice.roll(why, nth, count, sides), nth

    def happens(self, event: Event) -> None:
        before = self.state
        after = self.state = self._apply(before, event)
        self.transitions.append(Transition(before, event, after))

    def repeat(self, transitions: Iterable[Transition]) -> None:
        """Take over what happened in another turn, from the very state in which this one is."""
        self.transitions += transitions
        self.state = self.transitions[-1].after


def _counted(mods: Mapping[str, int] | None) -> tuple[tuple[tuple[str, int], ...], int]:
    """Those that change anything, and their sum."""
    if not mods:
        return (), 0
    counted = tuple([(name, n) for name, n in mods.items() if n])
    return counted, sum([n for _, n in counted])
