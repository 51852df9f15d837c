"""Examples of orders in help and refusals: the rulebook's own; a game in play has its own in their place."""

from collections.abc import Iterable

from engine.contract import Order

from .grammar import Sentence
from .similarity import listed


class Examples:
    """The examples of the rulebook, where no game is in play: each class's own."""

    def example(self, kind: type[Order]) -> str:
        """An order of this class as it is written; "" if there is none to show."""
        return kind.EXAMPLE

    def usable(self, kind: type[Order]) -> bool:
        """Whether such an order could be meant now."""
        return True

    def as_in(self, kind: type[Order]) -> str:
        """The end of a sentence that says what is missing."""
        example = self.example(kind)
        return f", as in {example}" if example else ""

    def verbs(self, sentences: Iterable[Sentence]) -> str:
        """The verbs that could be meant now, the likeliest first."""
        able = [plan for plan in sentences if self.usable(plan.kind)]
        first = sorted(able, key=lambda plan: not plan.kind.PHASES)
        return listed(dict.fromkeys(plan.verb for plan in first))


RULEBOOK = Examples()
