"""Orders that a side has written ahead, once their phase is open: what of them runs, or why they wait."""

from engine.log.commit import Plan
from engine.log.fold import Fold

from . import cautions, drafts, turn_text
from .turn_text import TurnText


def waiting(fold: Fold) -> tuple[str, ...]:
    """The sides to move that have orders written ahead."""
    sides = fold.phase.sides if fold.phase else ()
    return tuple(side for side in sides if side in fold.drafts and fold.drafts[side].ahead)


def first_to_run(fold: Fold) -> str:
    """The first side of which something runs; "" if there is none."""
    return next((side for side in waiting(fold) if plan(fold, side)), "")


def plan(fold: Fold, side: str) -> Plan | None:
    """What they run in the phase that is open; None if they wait for their writer."""
    if side not in waiting(fold):
        return None
    part = _part(fold, side)
    if not part.runs or not part.orders or cautions.reasons(fold, side, part):
        return None
    return Plan({side: drafts.orders_of_part(fold, side, part)})


def why_stopped(fold: Fold, side: str) -> str:
    """Why they wait for their writer; "" if there are none."""
    if side not in waiting(fold):
        return ""
    return " ".join(cautions.reasons(fold, side, _part(fold, side))) or "They do not say commit or done."


def _part(fold: Fold, side: str) -> TurnText:
    text = fold.drafts[side].text
    return turn_text.cut(text, drafts.check_orders(fold, side, text))
