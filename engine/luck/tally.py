"""The figures of luck, and how those of several sides or games are added up."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from engine.contract import Record, replace

K = TypeVar("K")
T = TypeVar("T")
Faces = Mapping[int, tuple[int, ...]]
"""Sides of a die -> how often each face came, from 1 up."""


class Tally(Record, frozen=True):
    """Tries with a target: how many successes came, how many were expected, with which variance."""

    tries: int = 0
    successes: int = 0
    expected: float = 0.0
    variance: float = 0.0


class LossTally(Record, frozen=True):
    """What dice have cost, and what they were expected to cost."""

    expected: float = 0.0
    actual: float = 0.0


class RareRoll(Record, frozen=True):
    """A roll and the ``chance`` of a result like it or rarer.

    ``result``: what came of it, in words; ``when``: such as ``turn 3``; ``game``: the name of its game.
    """

    label: str
    result: str
    chance: float
    when: str
    game: str


class SideLuck(Record, frozen=True):
    """The luck of a side under one player, or of several added up.  ``faces``: of its rolls that had a target.

    ``kinds``: kind of roll -> tally; ``losses``: what is counted -> tally.
    """

    side: str = ""
    player: str = ""
    faces: Faces = {}
    kinds: Mapping[str, Tally] = {}
    losses: Mapping[str, LossTally] = {}
    rarest: RareRoll | None = None

    @property
    def total(self) -> Tally:
        """All its tries together."""
        return added_tallies(self.kinds.values())


class Luck(Record, frozen=True):
    """The luck of one game, from what the public knows.

    ``rolls``: how many; ``faces`` of all their dice.  ``sides``: one for each side and player.  ``last``: when
    something was last done in it.
    """

    game: str
    name: str
    last: str
    rolls: int
    faces: Faces
    sides: tuple[SideLuck, ...]
    rarest: RareRoll | None

    @property
    def dice(self) -> int:
        return sum(map(sum, self.faces.values()))


def added_tallies(tallies: Iterable[Tally]) -> Tally:
    found = Tally()
    for more in tallies:
        found = Tally(
            found.tries + more.tries,
            found.successes + more.successes,
            found.expected + more.expected,
            found.variance + more.variance,
        )
    return found


def added_losses(one: LossTally, more: LossTally) -> LossTally:
    return LossTally(one.expected + more.expected, one.actual + more.actual)


def added_faces(one: Faces, more: Faces) -> Faces:
    return _joined(one, more, lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True)))


def rarer(one: RareRoll | None, other: RareRoll | None) -> RareRoll | None:
    """The rarer of two; of equally rare ones the first."""
    return other if one is None or (other is not None and other.chance < one.chance) else one


def added_sides(one: SideLuck, more: SideLuck) -> SideLuck:
    """Two together, under the names of the first."""
    return replace(
        one,
        faces=added_faces(one.faces, more.faces),
        kinds=_joined(one.kinds, more.kinds, lambda a, b: added_tallies((a, b))),
        losses=_joined(one.losses, more.losses, added_losses),
        rarest=rarer(one.rarest, more.rarest),
    )


def grouped(sides: Iterable[SideLuck], key: Callable[[SideLuck], str]) -> Mapping[str, SideLuck]:
    """Added up by side, by player or otherwise, in the order in which they are first met; those without are left
    out.
    """
    found = dict[str, SideLuck]()
    for each in sides:
        if name := key(each):
            found[name] = added_sides(found[name], each) if name in found else each
    return found


def _joined(one: Mapping[K, T], more: Mapping[K, T], add: Callable[[T, T], T]) -> Mapping[K, T]:
    return {**one, **{key: add(one[key], value) if key in one else value for key, value in more.items()}}
