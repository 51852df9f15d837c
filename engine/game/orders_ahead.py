"""Orders that a side has written ahead, once their phase is open: what of them runs, or why they wait."""

from engine.contract import Done
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
    return (
        ""
        if fold.awaited or fold.transactions[-1].frozen
        else next((side for side in waiting(fold) if plan(fold, side)), "")
    )


def plan(fold: Fold, side: str) -> Plan | None:
    """What they run in the phase that is open; None if they wait for their writer."""
    if side not in waiting(fold):
        return None
    part = _part(fold, side)
    if part.ends and not fold.schedule.calendar.early:
        return None
    if not part.runs or not part.orders or cautions.reasons(fold, side, part) or _is_stray_done(fold, side, part):
        return None
    return Plan({side: drafts.orders_of_part(fold, side, part)})


def why_stopped(fold: Fold, side: str) -> str:
    """Why they wait for their writer; "" if there are none."""
    if side not in waiting(fold):
        return ""
    part = _part(fold, side)
    if found := cautions.reasons(fold, side, part):
        return " ".join(found)
    if _is_stray_done(fold, side, part):
        turn = f"{fold.phase.counter.lower() if fold.phase else 'turn'} {_written_in(fold, side)}"
        return f"Its first done was written in {turn}, with no order for this phase above it."
    return "There is no order above the commit." if part.runs else "No line says commit or done."


def _is_stray_done(fold: Fold, side: str, part: TurnText) -> bool:
    """Whether the part is nothing but a ``done`` of an earlier turn: the phase it was for has been skipped."""
    alone = bool(part.orders) and all(isinstance(verdict.line.order, Done) for verdict in part.orders)
    return alone and _written_in(fold, side) != fold.state.turn


def _written_in(fold: Fold, side: str) -> int:
    """The turn in which the orders were written, or the commit ran that left them."""
    return int(fold.after(fold.drafts[side].seq - 1).state.turn)


def _part(fold: Fold, side: str) -> TurnText:
    text = fold.drafts[side].text
    return turn_text.cut(text, drafts.check_orders(fold, side, text))
