"""Cheapest paths over a board whose steps cost whole numbers.

Of all paths to a hex the best is the cheapest, then the one with fewer hexes, then the one whose list of hex numbers is
smallest (MW 8.10).  No path continues from a hex of ``halts``, unless it is the start, or enters one of ``closed``.
"""

import sys
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from heapq import heappop, heappush

Steps = Mapping[str, Iterable[tuple[str, int]]]
"""For each hex the hexes that may be entered from it, each with the cost of the step (1 or more)."""
Route = tuple[int, tuple[str, ...]]
"""The cost of a path, and the hexes it enters in order."""


def cheapest_routes(
    start: str,
    steps: Steps,
    most: int | None = None,
    halts: Container[str] = (),
    closed: Collection[str] = (),
) -> dict[str, Route]:
    """Every hex that can be reached for ``most`` at most (None: for any cost), with the best path to it, cheapest
    first.
    """
    found: dict[str, Route] = {}
    path_before: dict[str, tuple[str, ...]] = {}
    cost_of = dict.fromkeys(closed, 0)
    cost_of[start] = 0
    too_much = sys.maxsize if most is None else most + 1
    waiting = [[start]]
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if cost_of[at] < cost:
                continue
            path = (*path_before[at], at) if cost else ()
            found[at] = cost, path
            if cost + 1 == too_much or (cost and at in halts):
                continue
            for to, price in steps[at]:
                total = cost + price
                known = cost_of.get(to, too_much)
                if total < known:
                    cost_of[to], path_before[to] = total, path
                    while len(waiting) <= total:
                        waiting.append([])
                    waiting[total].append(to)
                elif total == known < too_much and _is_better(path, path_before[to]):
                    path_before[to] = path
    del found[start]
    return found


def cheapest_route(
    start: str,
    goal: str,
    steps: Steps,
    bound: Callable[[str], int],
    most: int | None = None,
    halts: Container[str] = (),
    closed: Collection[str] = (),
) -> Route | None:
    """The route to one hex, as ``cheapest_routes`` has it; None if there is none.

    ``bound``: what the way from a hex to the goal costs at least, which one step lowers by no more than its cost.
    Hexes from which the goal is then too dear are left out, and those from which it may be cheapest come first (A*).
    """
    cost_of, path_before = dict.fromkeys(closed, 0), dict[str, tuple[str, ...]]()
    too_much = sys.maxsize if most is None else most + 1
    cost_of[start] = 0
    waiting = [(0, 0, start)]
    while waiting:
        _, cost, at = heappop(waiting)
        if cost_of[at] < cost:
            continue
        path = (*path_before[at], at) if cost else ()
        if at == goal:
            return (cost, path) if cost else None
        if cost and at in halts:
            continue
        for to, price in steps[at]:
            total = cost + price
            known = cost_of.get(to, too_much)
            if total < known:
                if (whole := total + bound(to)) < too_much:
                    cost_of[to], path_before[to] = total, path
                    heappush(waiting, (whole, total, to))
            elif total == known < too_much and _is_better(path, path_before[to]):
                path_before[to] = path
    return None


def _is_better(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Which of two equally cheap ways to come next to a hex is kept; as every step costs something, all of them are
    known before its turn comes.
    """
    return (len(path), path) < (len(other), other)
