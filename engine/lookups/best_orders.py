"""The orders most worth giving: of groups of ideas, only those are looked at that may hold one of them."""

from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import takewhile
from typing import NamedTuple

from engine.contract import IdeaGroup, Order

GOOD_SHARE = 0.3
"""An example is worth at least this share of the best one."""


class _Entry(NamedTuple):
    """An idea with its worth, or, without one, what is left of a group with the most that it may be worth; entries are
    sorted by worth, then as the ideas follow one another.
    """

    less: float
    place: tuple[int, int]
    idea: Order | None


class RatedGroups:
    """Groups of ideas, and what has been found of them so far with its worth."""

    def __init__(self, groups: Iterable[IdeaGroup], worth: Callable[[Order], float]) -> None:
        self._groups, self._worth = tuple(groups), worth
        self._found: list[list[_Entry]] = [[] for _ in self._groups]

    def best_first(self, wanted: Callable[[IdeaGroup], bool]) -> Iterator[tuple[float, Order]]:
        """The ideas of the groups that are wanted, as far as they are worth giving, each with its worth; of those that
        are worth the same, the first one first.
        """
        heap = [
            entry
            for nth, group in enumerate(self._groups)
            if wanted(group)
            for entry in (*self._found[nth], _Entry(-group.most, (nth, len(self._found[nth])), None))
        ]
        heapify(heap)
        while heap:
            less, (nth, count), idea = heappop(heap)
            if less >= 0:
                return
            if idea is not None:
                yield -less, idea
            elif (order := next(self._groups[nth].orders, None)) is not None:
                found = _Entry(-self._worth(order), (nth, count), order)
                self._found[nth].append(found)
                heappush(heap, found)
                heappush(heap, _Entry(less, (nth, count + 1), None))


def best_two(
    groups: Iterable[IdeaGroup], worth: Callable[[Order], float], text: Callable[[Order], str]
) -> tuple[str, ...]:
    """The texts of the idea most worth giving and of another good one, of another kind and unit if possible."""
    rated = RatedGroups(groups, worth)
    best = next(rated.best_first(lambda group: True), None)
    if best is None:
        return ()
    value, first = best

    def good(wanted: Callable[[IdeaGroup], bool]) -> Iterator[Order]:
        every = takewhile(lambda one: one[0] >= GOOD_SHARE * value, rated.best_first(wanted))
        return (idea for _, idea in every)

    says = text(first)
    unlike = (idea for idea in good(lambda group: _may_be_unlike(group, first)) if not _likeness(idea, first))
    second = next((said for said in map(text, unlike) if said != says), "")
    if not second:
        others = sorted(good(lambda group: True), key=lambda idea: _likeness(idea, first))
        second = next((said for said in map(text, others) if said != says), "")
    return (says, second) if second else (says,)


def _may_be_unlike(group: IdeaGroup, other: Order) -> bool:
    """Whether an order of the group can be of another kind and another unit."""
    return group.kind is not type(other) and not (group.unit and group.unit == getattr(other, "unit", None))


def _likeness(idea: Order, other: Order) -> int:
    """How much two orders have in common: the unit counts more than the kind."""
    unit = getattr(idea, "unit", None)
    return 2 * (unit is not None and unit == getattr(other, "unit", None)) + (type(idea) is type(other))
