"""A side's draft: which of its orders would run now, its preview, and the refusal when nothing can run."""

from collections.abc import Iterable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from engine.chances import with_chances
from engine.checking import Judgement, Verdict
from engine.contract import Phase
from engine.errors import Refused
from engine.language.write import echo
from engine.log.commit import SideOrders
from engine.log.fold import Fold
from engine.lookups.ideas import with_requested
from engine.play import OrderToRun
from maps.scene.scene import Scene

from .turn_text import TurnText, cut

NO_ORDERS = SideOrders(())


MOST_KEPT = 8
"""Judgements that are kept of a game: of the draft of each side, and of what is asked about it."""


class _Kept(NamedTuple):
    """A position, and the texts that were judged in it: side, text, for the next phase -> judgement."""

    state: Any
    judgements: dict[tuple[str, str, bool], Judgement[Any]]


_kept = WeakKeyDictionary[Fold, _Kept]()
"""A text that is written, committed, drawn and asked about is judged once, as long as the position is the same."""


def judged(fold: Fold, side: str, text: str) -> Judgement[Any]:
    """A text in place of the side's draft."""
    if (kept := _kept.get(fold)) is None or kept.state is not fold.state:
        kept = _kept[fold] = _Kept(fold.state, {})
    key = (side, text, is_ahead(fold, side))
    if key not in kept.judgements:
        kept.judgements[key] = Judgement(fold.system, fold.state, side, text, key[2])
        if len(kept.judgements) > MOST_KEPT:
            del kept.judgements[next(iter(kept.judgements))]
    return kept.judgements[key]


def check_orders(fold: Fold, side: str, text: str) -> tuple[Verdict, ...]:
    """A verdict for each order of a text, in place of the side's draft."""
    return judged(fold, side, text).verdicts


def explained_orders(fold: Fold, side: str, text: str) -> tuple[Verdict, ...]:
    """The same for the side's player to read, with lines that work in place of refused ones and the chances of
    attacks.
    """
    return with_chances(fold.system, side, judged(fold, side, text).corrected)


def is_ahead(fold: Fold, side: str) -> bool:
    """Whether the side's draft is for its next phase, which has not opened yet."""
    phase = fold.phase
    return bool(phase and side not in phase.sides and side in fold.drafts and fold.drafts[side].ahead)


def canonical_text(verdicts: Iterable[Verdict]) -> str:
    """The accepted orders in standard form, line by line, so that they can be typed back in."""
    lines = dict[int, list[str]]()
    for verdict in verdicts:
        if verdict.accepted and verdict.echo:
            lines.setdefault(verdict.line.number, []).append(verdict.echo)
    return "\n".join(echo(parts) for parts in lines.values())


def orders_of_text(fold: Fold, side: str, text: str) -> SideOrders:
    """The orders of a text that would run now, without regard to the side's draft."""
    return SideOrders(_runnable(check_orders(fold, side, text)), foreseen=judged(fold, side, text).foreseen)


def part_of_draft(fold: Fold, side: str) -> TurnText:
    """What of the side's draft belongs to this phase, if its writer says commit or done now."""
    text = fold.drafts[side].text if side in fold.drafts else ""
    return cut(text, check_orders(fold, side, text), all_now=True)


def orders_of_part(fold: Fold, side: str, part: TurnText) -> SideOrders:
    """The orders of one part of the side's draft; the rest of its text stays the draft."""
    draft = fold.drafts[side]
    return SideOrders(_runnable(part.orders), draft.seq, part.rest, part.ahead, judged(fold, side, draft.text).foreseen)


def orders_of_drafts(fold: Fold, sides: Iterable[str]) -> dict[str, SideOrders]:
    """What would run now of the drafts of these sides; a side without a draft is left out."""
    mine = (side for side in sides if side in fold.drafts and fold.drafts[side].text)
    return {side: orders_of_part(fold, side, part_of_draft(fold, side)) for side in mine}


def position_of_draft(fold: Fold, side: str) -> Any:
    """The position as the side knows it ("" the public, which has no draft), after all that is certain of its draft.

    A draft for the next phase is not counted: that phase begins in a position that nobody knows yet.
    """
    text = fold.drafts[side].text if side in fold.drafts and not is_ahead(fold, side) else ""
    return judged(fold, side, text).position_ahead if text else fold.system.view(fold.state, side)


def draw_draft(fold: Fold, side: str, text: str, seen: Any, scene: Scene) -> Scene:
    """The scene with the accepted orders drawn on top and named in its alt text."""
    verdicts = check_orders(fold, side, text)
    orders = tuple(v.line.order for v in verdicts if v.accepted and v.line.order)
    if not orders:
        return scene
    words = f"Your draft is drawn on the map: {'; '.join(canonical_text(verdicts).splitlines())}."
    marks = fold.system.draft_marks(seen, side, orders)
    return with_requested(fold.system, scene, marks, f"{scene.alt} {words}".strip())


def nothing_to_run(fold: Fold, side: str, text: str | None) -> Refused:
    """The refusal of a commit that would run nothing, with the reason."""
    words = text if text is not None else fold.drafts[side].text if side in fold.drafts else ""
    problems = [problem for verdict in check_orders(fold, side, words) for problem in verdict.problems]
    phase = fold.phase
    if phase and side not in phase.sides and (not problems or problems[0].code == "not-your-phase"):
        return Refused("not-your-phase", not_your_turn(fold, phase))
    if problems:
        return Refused(
            "nothing-written", f"None of these orders is valid. Line {problems[0].line}: {problems[0].message}."
        )
    return Refused(
        "nothing-written", "There are no orders to run. Write some first, or use done to end your part of the phase."
    )


def not_your_turn(fold: Fold, phase: Phase) -> str:
    """The sentence for a side that has to wait."""
    names = " and ".join(fold.scenario.sides[side].name for side in phase.sides) or "nobody"
    return f"It is not your turn: {phase.title} is waiting for {names}. Your draft is kept."


def _runnable(verdicts: Iterable[Verdict]) -> tuple[OrderToRun, ...]:
    return tuple(OrderToRun(v.line.number, v.echo) for v in verdicts if v.accepted and v.line.order)
