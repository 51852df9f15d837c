"""What a deadline would do: whom the phase still waits for, and what of a side's draft would run when time is up."""

from typing import NamedTuple

from engine.log.fold import Fold

from . import drafts
from .turn_text import without_words


class AtDeadline(NamedTuple):
    """``runs``: the orders of a side's draft that would run, in standard form.  ``refused``: how many would not.

    ``later``: whether lines below them are kept for the side's next phase.
    """

    runs: tuple[str, ...]
    refused: int = 0
    later: bool = False


def silent_sides(fold: Fold) -> tuple[str, ...]:
    """The sides whose turn it is and that have neither committed anything in this phase nor said done."""
    acted = {side for made in fold.since(fold.opened_at) for side in (*made.orders, *made.done)}
    return tuple(side for side in fold.phase.sides if side not in acted) if fold.phase else ()


def at_deadline(fold: Fold, side: str) -> AtDeadline:
    """What ``expire`` would run of the side's draft if the deadline passed now."""
    if fold.phase is None or side not in fold.phase.sides:
        return AtDeadline(())
    part = drafts.part_of_draft(fold, side)
    refused = sum(not verdict.accepted for verdict in part.orders)
    return AtDeadline(tuple(without_words(part.orders)), refused, bool(part.rest.strip()))
