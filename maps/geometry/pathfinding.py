"""Cheapest paths over a board whose steps cost whole numbers."""

import sys
from collections.abc import Container, Iterable, Mapping

Steps = Mapping[str, Iterable[tuple[str, int]]]
"""For each hex the hexes that may be entered from it, each with the cost of the step (1 or more)."""
Route = tuple[int, tuple[str, ...]]
"""The cost of a path, and the hexes it enters in order."""


def cheapest_routes(
    start: str,
    steps: Steps,
    most: int | None = None,
    halts: Container[str] = (),
    closed: Container[str] = (),
    goal: str = "",
) -> dict[str, Route]:
    """Every hex that can be reached for ``most`` at most (None: for any cost), with the best path to it, cheapest
    first; the last is ``goal``, if it is reached.

    No path continues from a hex of ``halts`` or enters one of ``closed``.  Best is the cheapest path, then the one with
    fewer hexes, then the one whose list of hex numbers is smallest (MW 8.10).
    """
    found, cost_of, path_before = dict[str, Route](), {start: 0}, dict[str, tuple[str, ...]]()
    too_much = sys.maxsize if most is None else most + 1
    waiting = [[start]]
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if cost_of[at] < cost:
                continue
            path = (*path_before[at], at) if cost else ()
            found[at] = cost, path
            if at == goal:
                del found[start]
                return found
            if cost + 1 == too_much or (cost and at in halts):
                continue
            for to, price in steps[at]:
                total = cost + price
                known = cost_of.get(to, too_much)
                if total < known and to not in closed:
                    cost_of[to], path_before[to] = total, path
                    while len(waiting) <= total:
                        waiting.append([])
                    waiting[total].append(to)
                elif total == known < too_much and _is_better(path, path_before[to]):
                    path_before[to] = path
    del found[start]
    return found


def _is_better(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Which of two equally cheap ways to come next to a hex is kept; as every step costs something, all of them are
    known before its turn comes.
    """
    return (len(path), path) < (len(other), other)
