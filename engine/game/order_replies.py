"""The answers to orders."""

import msgspec

from engine.checking import Verdict
from engine.language import Problem

from .news import News


class OrdersReply(msgspec.Struct, frozen=True):
    """The answer to orders, for their writer alone: a verdict for each, the accepted ones in standard form, and a
    receipt.

    ``receipt`` is the first 8 hex digits of the stored entry's digest, ``at`` its time; both empty if nothing was
    stored.  ``ahead``: they are for the side's next phase.  ``left``: what would be lost if the phase ended after them.
    """

    verdicts: tuple[Verdict, ...]
    echo: str
    receipt: str = ""
    at: str = ""
    ahead: bool = False
    left: tuple[str, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(problem for verdict in self.verdicts for problem in verdict.problems)


class Given(msgspec.Struct, frozen=True):
    """The answer to a message of orders: the verdicts, what ran, and why nothing ran though the message said so.

    ``asks`` may be answered by the same ``commit`` or ``done`` with this ``token``.  ``kept``: the draft that is left;
    ``why``: why it has not run too, although its phase is open.
    """

    reply: OrdersReply
    news: News | None = None
    asks: str = ""
    token: str = ""
    kept: str = ""
    why: str = ""
