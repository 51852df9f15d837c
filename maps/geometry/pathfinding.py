"""Cheapest paths over a board whose steps cost whole numbers."""

from collections.abc import Container, Iterable, Mapping

Steps = Mapping[str, Iterable[tuple[str, int]]]
"""For each hex the hexes that may be entered from it, each with the cost of the step (1 or more)."""
Route = tuple[int, tuple[str, ...]]
"""The cost of a path, and the hexes it enters in order."""


def cheapest_routes(
    start: str, steps: Steps, most: int | None = None, halts: Container[str] = (), closed: Container[str] = ()
) -> dict[str, Route]:
    """Every hex that can be reached for ``most`` at most (None: for any cost), with the best path to it, cheapest
    first.

    No path continues from a hex of ``halts`` or enters one of ``closed``.  Best is the cheapest path, then the one with
    fewer hexes, then the one whose list of hex numbers is smallest (MW 8.10).
    """
    found = dict[str, Route]()
    waiting: list[dict[str, tuple[str, ...]]] = [{start: ()}]
    for cost, bucket in enumerate(waiting):
        for at, path in bucket.items():
            if at in found:
                continue
            found[at] = cost, path
            if path and at in halts:
                continue
            for to, price in steps[at]:
                total = cost + price
                if to not in found and to not in closed and (most is None or total <= most):
                    _keep_better(waiting, total, to, (*path, to))
    del found[start]
    return found


def _keep_better(waiting: list[dict[str, tuple[str, ...]]], cost: int, to: str, path: tuple[str, ...]) -> None:
    """Keep the better of two equally cheap paths; as every step costs something, a bucket is complete before its turn
    comes.
    """
    while len(waiting) <= cost:
        waiting.append({})
    known = waiting[cost].get(to)
    if known is None or (len(path), path) < (len(known), known):
        waiting[cost][to] = path
