"""What would do instead of a refused order: the same for every system, from what it objects to and what it thinks
may do."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, TypeVar

from engine.contract.order import Order, Refusal
from engine.contract.record import replace

S = TypeVar("S")
MOST = 3
"""Proposals for one objection."""


class Alternatives(Generic[S]):
    """``objections``: all of the rules, the most telling first.  ``others``: orders that may do in place of one
    refused with a code,

    the likeliest first, whether legal or not; of these the first ``tried`` are looked at, None: all.
    """

    def __init__(
        self,
        objections: Callable[[S, str, Order], Iterator[Refusal]],
        others: Callable[[S, str, Order, str], Iterator[Order]],
        tried: int | None,
    ) -> None:
        self._objections, self._others, self._tried = objections, others, tried

    def check(self, seen: S, side: str, order: Order) -> Iterator[Refusal]:
        """Every objection; the first with what would do, each proposal legal itself."""
        refused = self._objections(seen, side, order)
        for first in islice(refused, 1):
            yield replace(first, instead=tuple(islice(self._proposals(seen, side, order, first), MOST)))
        yield from (replace(other, instead=()) if other.instead else other for other in refused)

    def legal(self, seen: S, side: str, order: Order) -> bool:
        return next(self._objections(seen, side, order), None) is None

    def _proposals(self, seen: S, side: str, order: Order, refusal: Refusal) -> Iterator[Order]:
        """Those that the objection names and then the others, each once."""
        known = [order]
        for other in (*refusal.instead, *islice(self._others(seen, side, order, refusal.code), self._tried)):
            if other not in known and self.legal(seen, side, other):
                known.append(other)
                yield other
