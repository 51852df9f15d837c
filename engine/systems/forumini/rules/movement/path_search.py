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

    def out_of_reach(self, step: Step, left: MovementPoints) -> bool:
        """Whether the points cannot pay for this step and those that must follow it; one of them is free with the road
        bonus (FA 6.8).  Minimum movement (FA 6.9) is left to the steps themselves.
        """
        needed = distance(step.to, self.at) * self.cheapest + (0 if left.bonus else step.cost)
        return needed > left.left and not left.least


def best_ways(
    steps: Steps,
    at: str,
    purse: MovementPoints,
    bars: Collection[str],
    wires: Collection[str],
    goal: Goal | None = None,
) -> Iterator[tuple[str, PathStep]]:
    """Each hex with the best way to it, best first.  With a ``goal`` without hexes from which it cannot be paid for.

    Dijkstra over hexes with and without the road bonus: paths are compared as tuples, and another step never improves
    one.
    """
    found: set[str] = set()
    settled: set[tuple[str, bool]] = set()
    waiting: list[tuple[int, int, int, tuple[str, ...], str, MovementPoints]] = [(0, 0, 0, (), at, purse)]
    while waiting:
        spent, rolls, length, path, at, left = heappop(waiting)
        if (at, left.bonus) in settled:
            continue
        settled.add((at, left.bonus))
        if at not in found:
            found.add(at)
            yield at, PathStep(spent, rolls, length, path)
        for to, step in steps[at].items():
            if (
                to not in bars
                and not (goal and goal.out_of_reach(step, left))
                and (rest := points_after(step, left, to if to in wires else ""))
                and (to, rest.bonus) not in settled
            ):
                cost = spent + points_spent(step, left, rest)
                heappush(waiting, (cost, rolls + len(step.rolls), length + 1, (*path, to), to, rest))


def points_spent(step: Step, before: MovementPoints, after: MovementPoints) -> int:
    """FA 6.8, 6.9: nothing with the road bonus, else its cost, but never more than there was."""
    return 0 if before.bonus and not after.bonus else min(step.cost, before.left)
