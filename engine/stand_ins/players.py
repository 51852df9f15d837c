"""Who plays in place of a person: a chooser that takes what promises most, and one that takes anything."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import takewhile
from typing import Any, NamedTuple, Protocol

from engine.contract import Concede, Draw, Order, StandingOrder, System
from engine.play import rule_refusals

LEAST_WORTH = 0.15
"""What an order must promise at least, by its system's ``prospect``, to be given."""


class StandIn(Protocol):
    """A player of one side."""

    def wishes(self, system: System[Any], look: Callable[[], Any], side: str) -> Iterator[Order]:
        """Orders of the present phase that the side wants, one by one; some may have become illegal by then.

        ``look``: the side's own view of the position, as it is when it is asked for.
        """


class _Best(NamedTuple):
    """The order of a unit that promises most; sorted by that, then by ``rank``.  ``seen``: where it was compared."""

    less: float
    rank: tuple[float, int]
    order: Order
    unit: Hashable
    seen: Any


class Chooser:
    """Looks one order ahead: gives the unit with the best order that order, then looks again.

    A unit's orders are compared with each other in the position in which one of them is given; doing nothing is one of
    them, and promises ``LEAST_WORTH``.  ``chance``, numbers from 0 to less than 1, decides between orders of the same
    worth in sealed phases: two choosers would tie for ever otherwise.
    """

    def __init__(self, chance: Callable[[], float]) -> None:
        self._chance = chance

    def wishes(self, system: System[Any], look: Callable[[], Any], side: str) -> Iterator[Order]:
        seen = look()
        choices = self._choices_by_unit(system, seen, side)

        def best(unit: Hashable, now: Any) -> Iterator[_Best]:
            return _best_order(system, now, side, unit, choices[unit])

        waiting = [found for unit in choices for found in best(unit, seen)]
        heapify(waiting)
        while waiting:
            found = heappop(waiting)
            now = look()
            if found.seen is not now:
                for again in best(found.unit, now):
                    heappush(waiting, again)
                continue
            yield found.order
            if look() is now:
                choices[found.unit].remove((found.rank, found.order))
                for again in best(found.unit, now):
                    heappush(waiting, again)

    def _choices_by_unit(
        self, system: System[Any], seen: Any, side: str
    ) -> dict[Hashable, list[tuple[tuple[float, int], Order]]]:
        """Unit -> its orders, each with its rank among those that promise as much; what is no unit's, by itself."""
        phase, found = system.phase(seen), dict[Hashable, list[tuple[tuple[float, int], Order]]]()
        every = dict.fromkeys([*_choices(system, seen, side), *system.further_choices(seen, side)])
        for nth, order in enumerate(every):
            rank = self._chance() if phase and phase.sealed else 0.0, nth
            found.setdefault(getattr(order, "unit", order), []).append((rank, order))
        return found


def _best_order(
    system: System[Any], seen: Any, side: str, unit: Hashable, orders: Sequence[tuple[tuple[float, int], Order]]
) -> Iterator[_Best]:
    """The unit's best legal order, if it is better than none."""
    rated = sorted((-system.prospect(seen, side, order), rank, nth) for nth, (rank, order) in enumerate(orders))
    for less, rank, nth in takewhile(lambda one: -one[0] >= LEAST_WORTH, rated):
        if next(rule_refusals(system, seen, side, orders[nth][1]), None) is None:
            yield _Best(less, rank, orders[nth][1], unit, seen)
            return


class RandomPlayer:
    """Takes anything that is legal, in any order.  ``chance``: numbers from 0 to less than 1."""

    def __init__(self, chance: Callable[[], float]) -> None:
        self._chance = chance

    def wishes(self, system: System[Any], look: Callable[[], Any], side: str) -> Iterator[Order]:
        drawn = [(self._chance(), nth, order) for nth, order in enumerate(_choices(system, look(), side))]
        return (order for _, _, order in sorted(drawn, key=lambda one: one[:2]))


def _choices(system: System[Any], seen: Any, side: str) -> Iterator[Order]:
    """What the side can do in this phase; ideas that may be given at any time stand behind those."""
    offered = takewhile(lambda order: order.ENDS or not order.ANYTIME, system.ideas(seen, side))
    return (order for order in offered if not (order.ENDS or isinstance(order, (Concede, Draw, StandingOrder))))
