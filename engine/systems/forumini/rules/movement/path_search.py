"""The search for the best way of a unit over the steps that are open to it (FA 6.4, 6.17)."""

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from maps.geometry.hexes import distance

from ..board.terrain import Step, Steps
from .terrain_costs import MovementPoints, points_after


class PathStep(NamedTuple):
    """FA 6.17: a path, compared by its cost, its rolls, its hexes, their ids.  ``path``: the hexes entered, in
    order.
    """

    cost: int
    rolls: int
    length: int
    path: tuple[str, ...]


class Goal(NamedTuple):
    """The only hex that a search is about; ``cheapest``: what a step of the unit costs at least."""

    at: str
    cheapest: int

    def ahead(self, at: str, bonus: bool) -> tuple[int, int]:
        """The points and the hexes of a way on from a hex, at least; one hex is free with the road bonus (FA 6.8)."""
        hexes = distance(at, self.at)
        return (hexes - bonus if hexes else 0) * self.cheapest, hexes


def best_ways(
    steps: Steps,
    at: str,
    purse: MovementPoints,
    bars: Collection[str],
    wires: Collection[str],
    goal: Goal | None = None,
) -> Iterator[tuple[str, PathStep]]:
    """Each hex with the best way to it, best first.  With a ``goal`` hexes from which it cannot be paid for are left
    out, and those come first whose way on to it may be the best.

    Dijkstra, with a goal A*, over hexes with and without the road bonus: paths are compared as tuples, and another step
    never improves one.
    """
    found: set[str] = set()
    settled: set[tuple[str, bool]] = set()
    waiting: list[tuple[int, int, int, tuple[str, ...], str, MovementPoints, int]] = [(0, 0, 0, (), at, purse, 0)]
    while waiting:
        _, rolls, _, path, at, left, spent = heappop(waiting)
        if (at, left.bonus) in settled:
            continue
        settled.add((at, left.bonus))
        if at not in found:
            found.add(at)
            yield at, PathStep(spent, rolls, len(path), path)
        for to, step in steps[at].items():
            if (
                to not in bars
                and (rest := points_after(step, left, to if to in wires else ""))
                and (to, rest.bonus) not in settled
            ):
                least, hexes = goal.ahead(to, rest.bonus) if goal else (0, 0)
                if least <= rest.left:
                    cost, way = spent + points_spent(step, left, rest), (*path, to)
                    entry = cost + least, rolls + len(step.rolls), len(way) + hexes, way, to, rest, cost
                    heappush(waiting, entry)


def points_spent(step: Step, before: MovementPoints, after: MovementPoints) -> int:
    """FA 6.8, 6.9: nothing with the road bonus, else its cost, but never more than there was."""
    return 0 if before.bonus and not after.bonus else min(step.cost, before.left)
