"""The phase of a game: its name, and whose turn it is."""

import msgspec


class Phase(msgspec.Struct, frozen=True):
    """A phase: its stable name, a title for people, the sides whose turn it is, and whether orders stay secret until
    it is run.

    ``kept`` says that ``run`` only keeps an order for ``close``: then the system itself asks whether its condition
    (``turn.said``) holds, checks it again as its turn comes, and says Skipped or Balked with the line and text of
    ``turn.said``.
    ``first``: which refusal comes first if both the phase and the side are wrong: ``not-your-phase`` or
    ``wrong-phase``.
    ``case_order``: the order in which the sides' orders of one step of a case are run; none: those whose turn it is
    come last.
    ``counter``: what ``turn`` counts.
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


def phase_words(phase: Phase) -> str:
    """The phase within a sentence: "turn 3, missile fire"."""
    named = not phase.turn or "turn" in phase.title.lower()
    return phase.title if named else f"{phase.counter.lower()} {phase.turn}, {phase.title}"
