"""Every way in which the dice of an action can fall, by the rules' own code, with its exact share; shares in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeVar

from engine.contract import Event, NoDice, Rolled, Transition, Turn, counted

S = TypeVar("S")
Faces = tuple[int, ...]
MOST_FACES = 2
"""Of more dice in one roll only the total counts, in every game."""


class _Reached(Exception):
    """The event that was asked for has happened."""


class Trial(Turn[S]):
    """A turn whose dice follow a path of choices: one choice for each roll, 0 beyond the path.

    ``share``: of all the ways in which its dice can fall.  ``taken`` and ``choices``: which way each roll took, of how
    many.
    """

    def __init__(
        self, state: S, apply: Callable[[S, Event], S], until: tuple[type[Event], ...], path: Iterable[int] = ()
    ) -> None:
        super().__init__(state, NoDice(), apply)
        self.share, self.taken, self.choices = Fraction(1), list(path), list[int]()
        self._until = until

    def _roll_faces(self, why: str, count: int, sides: int, passes: Callable[[int], bool] | None) -> tuple[Faces, int]:
        ways = (
            _alike(count, sides, passes)
            if passes
            else _unordered(count, sides)
            if count <= MOST_FACES
            else _totals(count, sides)
        )
        nth = len(self.choices)
        self.taken += [0] * (nth == len(self.taken))
        self.choices.append(len(ways))
        faces, number = ways[self.taken[nth]]
        self.share *= Fraction(number, sides**count)
        return faces, 1

    def happens(self, event: Event) -> None:
        if isinstance(event, self._until):
            self.transitions.append(Transition(self.state, event, self.state))
            raise _Reached
        super().happens(event)


def outcomes(
    state: S, apply: Callable[[S, Event], S], act: Callable[[Turn[S]], None], *until: type[Event]
) -> Iterator[Trial[S]]:
    """Every way in which the dice of ``act`` can fall, each with what happens; the shares add up to 1.

    ``until``: an event of these kinds is the last one of each trial, and is not applied.  Dice that are judged one by
    one are not told apart beyond success and failure, and of more than two dice added up only the total is.
    """
    path: list[int] | None = []
    while path is not None:
        trial = Trial(state, apply, until, path)
        with suppress(_Reached):
            act(trial)
        yield trial
        path = _next_path(trial)


def _next_path(trial: Trial[S]) -> list[int] | None:
    path = list(trial.taken)
    while path and path[-1] + 1 == trial.choices[len(path) - 1]:
        path.pop()
    return [*path[:-1], path[-1] + 1] if path else None


def _alike(count: int, sides: int, passes: Callable[[int], bool]) -> list[tuple[Faces, int]]:
    """Each number of successes that is possible, as faces, and how many rolls have as many."""
    good = [face for face in range(1, sides + 1) if passes(face)]
    bad = [face for face in range(1, sides + 1) if not passes(face)]
    ways = [
        (
            (*good[-1:] * made, *bad[:1] * (count - made)),
            comb(count, made) * len(good) ** made * len(bad) ** (count - made),
        )
        for made in range(count + 1)
    ]
    return [(faces, number) for faces, number in ways if number]


def _unordered(count: int, sides: int) -> list[tuple[Faces, int]]:
    """Each roll whatever the order of its faces, and in how many orders it can fall."""
    rolls = combinations_with_replacement(range(1, sides + 1), count)
    return [(faces, factorial(count) // prod(map(factorial, Counter(faces).values()))) for faces in rolls]


@cache
def _totals(count: int, sides: int) -> tuple[tuple[Faces, int], ...]:
    """Each total, as faces that add up to it, and how many rolls have it."""
    found: dict[int, tuple[Faces, int]] = {0: ((), 1)}
    for _ in range(count):
        longer = dict[int, tuple[Faces, int]]()
        for total, (faces, number) in found.items():
            for face in range(1, sides + 1):
                longer[total + face] = (*faces, face), number + longer.get(total + face, ((), 0))[1]
        found = longer
    return tuple(found.values())


def first_roll(trial: Turn[S]) -> Rolled:
    """The first roll of a trial."""
    return next(event for event in trial.events if isinstance(event, Rolled))


# words
def percent(share: Fraction | float) -> str:
    """``58 %``; 0 and 100 only if it is certain."""
    if share in (0, 1):
        return "100 %" if share else "0 %"
    return (
        "under 1 %"
        if share < Fraction(1, 100)
        else "over 99 %"
        if share > Fraction(99, 100)
        else f"{round(100 * share)} %"
    )


def about_percent(share: Fraction | float) -> str:
    """``about 58 %``, of a share that was estimated; where it is a bound already, ``over 99 %``."""
    words = percent(share)
    return f"about {words}" if words[0].isdigit() else words


def average(number: Fraction | float) -> str:
    """``1.5``, ``2``, ``0.08``: to a tenth, below that to a hundredth."""
    places = 1 if not number or number >= Fraction(1, 10) else 2
    return f"{float(number):.{places}f}".removesuffix(".0")


def roll_text(roll: Rolled) -> str:
    """``2d6+1 needs 8+``"""
    bonus = sum(n for _, n in roll.mods)
    return f"{len(roll.faces)}d{roll.sides}{f'{bonus:+}' if bonus else ''} needs {roll.need}+"


def pool_text(count: int, need: int, sides: int = 6) -> str:
    """``3 dice at 4+``; ``need`` is what each die must show."""
    least = "that always hit" if need <= 1 else "that cannot hit" if need > sides else f"at {need}+"
    return f"{counted(count, 'die')} {least}"
