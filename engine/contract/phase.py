"""The moment: who is awaited for what."""

import msgspec


class Phase(msgspec.Struct, frozen=True):
    """The moment: its stable name, a title for people, who is awaited, and whether orders stay secret until it is run.

    ``kept`` says that ``run`` only keeps an order for ``close``: then the system itself asks whether its condition (``turn.said``) holds,
    checks it again as its turn comes, and says Skipped or Balked with the line and text of ``turn.said``.
    ``first``: which is said first of an order of another phase from a side not awaited: ``not-your-phase`` or ``wrong-phase``.
    ``speakers``: the sides in the order in which their orders of one step of a case are run; none: those not awaited speak first.
    ``counts``: what ``turn`` is the number of.
    """

    name: str
    title: str
    turn: int
    sides: tuple[str, ...]
    sealed: bool = False
    kept: bool = False
    first: str = "not-your-phase"
    case_order: tuple[str, ...] = ()
    counter: str = "Turn"
