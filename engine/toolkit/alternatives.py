"""What would do instead of a refused order: the same for every system, from what it objects to and what it thinks
may do."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar, overload

from engine.contract.order import Order, Refusal
from engine.contract.record import replace

S = TypeVar("S")
MOST = 3
"""Proposals for one objection."""


class Proposals(Sequence[Order]):
    """The first orders of an iterator, taken from it when they are looked at.

    Most refusals are asked only whether there is one, or why; finding what would do takes far longer.
    """

    def __init__(self, found: Iterator[Order]) -> None:
        self._found = found

    @cached_property
    def _orders(self) -> tuple[Order, ...]:
        return tuple(islice(self._found, MOST))

    @overload
    def __getitem__(self, at: int) -> Order: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Order]: ...
    def __getitem__(self, at: int | slice) -> Order | Sequence[Order]:
        return self._orders[at]

    def __len__(self) -> int:
        return len(self._orders)

    def __eq__(self, other: object) -> bool:
        return self._orders == (other._orders if isinstance(other, Proposals) else other)

    def __hash__(self) -> int:
        return hash(self._orders)

    def __repr__(self) -> str:
        return repr(self._orders)


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
        first = next(refused, None)
        return iter(()) if first is None else self._with_proposals(seen, side, order, first, refused)

    def _with_proposals(
        self, seen: S, side: str, order: Order, first: Refusal, refused: Iterator[Refusal]
    ) -> Iterator[Refusal]:
        yield replace(first, instead=Proposals(self._proposals(seen, side, order, first)))
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
