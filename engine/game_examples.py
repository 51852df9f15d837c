"""Examples of orders with the names of a game in play: for its help, its refusals and its calls for orders."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from engine.contract import Order, System, Vocabulary, offers
from engine.language import write
from engine.language.examples import RULEBOOK, Examples
from engine.language.grammar import sentence

S = TypeVar("S")


class LegalOrders(Generic[S]):
    """The legal orders that one side may want, while one message of it is judged.

    They are asked for examples and for suggestions: those of the position asked about last are kept.
    """

    def __init__(self, system: System[S], side: str) -> None:
        self._system, self._side = system, side
        self._latest: tuple[Any, tuple[Order, ...]] = None, ()

    def all(self, seen: S) -> tuple[Order, ...]:
        """Every one of them."""
        if self._latest[0] is not seen:
            self._latest = seen, tuple(self._system.ideas(seen, self._side))
        return self._latest[1]

    def first(self, seen: S) -> Iterable[Order]:
        """The same, found one by one if they are not known."""
        return self._latest[1] if self._latest[0] is seen else self._system.ideas(seen, self._side)


def rated_ideas(system: System[S], seen: S, side: str, ideas: Iterable[Order]) -> list[tuple[float, Order]]:
    """Those of a side's legal orders that are worth giving, each with its worth, the best first."""
    worths = [(system.worth(seen, side, idea), idea) for idea in ideas]
    return [one for one in sorted(worths, key=lambda one: -one[0]) if one[0] > 0]


def examples_in_game(
    system: System[S],
    seen: S,
    side: str,
    vocabulary: Vocabulary,
    phase: str = "",
    legal: LegalOrders[S] | None = None,
) -> Examples:
    """The examples for a side as it sees the position; the rulebook's where the system has no samples.

    ``phase``: the one open for the side, "" if that is not known.  ``legal``: what is known of its legal orders.
    """
    if not offers(system, "sample_orders"):
        return RULEBOOK
    known = legal or LegalOrders(system, side)
    return GameExamples(
        vocabulary,
        phase,
        lambda: [idea for _, idea in rated_ideas(system, seen, side, known.all(seen))],
        lambda: system.sample_orders(seen, side),
    )


def examples_now(
    system: System[S],
    seen: S,
    side: str,
    vocabulary: Vocabulary,
    ahead: bool,
    legal: LegalOrders[S] | None = None,
) -> Examples:
    """The examples for a side now; ``ahead``: for orders of a phase that is still to come."""
    phase = system.phase(seen)
    opened = phase.name if phase and side in phase.sides and not ahead else ""
    return examples_in_game(system, seen, side, vocabulary, opened, legal)


class GameExamples(Examples):
    """Examples with the names of one game, as one side may know them.

    ``ideas`` gives legal orders, the best first; ``samples`` an order of each class that can still be given, legal or
    not.  Neither is called before an example is needed.  ``phase``: the one open for the side, "" if that is not
    known.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        phase: str,
        ideas: Callable[[], Iterable[Order]],
        samples: Callable[[], Iterable[Order]],
    ) -> None:
        self.vocabulary, self.phase = vocabulary, phase
        self._ideas, self._samples = ideas, samples
        self._shown: dict[type[Order], str] | None = None
        self._legal: dict[type[Order], str] | None = None

    def example(self, kind: type[Order]) -> str:
        """A legal order of this class worth giving, else one that shows the names of this game."""
        if _is_plain(kind):
            return kind.EXAMPLE or sentence(kind).verb
        if self._legal is None:
            self._legal = self._first_of_each(self._ideas()) if self.phase else {}
        return self._legal.get(kind) or self._samples_shown().get(kind, "")

    def usable(self, kind: type[Order]) -> bool:
        if self.phase and not kind.ANYTIME and kind.PHASES and self.phase not in kind.PHASES:
            return False
        return _is_plain(kind) or kind in self._samples_shown()

    def _samples_shown(self) -> dict[type[Order], str]:
        if self._shown is None:
            self._shown = self._first_of_each(self._samples())
        return self._shown

    def _first_of_each(self, orders: Iterable[Order]) -> dict[type[Order], str]:
        found = dict[type[Order], str]()
        for order in orders:
            if type(order) not in found:
                found[type(order)] = write(order, self.vocabulary)
        return found


def _is_plain(kind: type[Order]) -> bool:
    """Whether an order is one word that every side can say at any time: done, commit, concede, draw."""
    return not (kind.__struct_fields__ or kind.PHASES)
