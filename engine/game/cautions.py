"""What a player must know before orders run: the phase has changed, lines are refused, or something would be lost."""

from collections.abc import Sequence
from hashlib import sha256

from engine.checking import Verdict
from engine.contract import counted
from engine.errors import AskAgain, Refused, as_sentence
from engine.log.fold import Fold

from . import drafts
from .turn_text import TurnText, without_words

SHOWN = 3
"""Refused lines that one question lists."""


def check_phase(fold: Fold, phase: str) -> None:
    """Refused if the game has moved on since the phase that the writer was shown."""
    if phase and not is_current(fold.phase_key, phase):
        now = fold.phase
        when = f"{now.counter.lower()} {now.turn}, {now.title}" if now and now.turn else now.title if now else ""
        moment = f"now it is {when}" if now else "the game is over"
        raise Refused("earlier-phase", f"That was for an earlier phase, so nothing was run: {moment}.")


def is_current(key: str, phase: str) -> bool:
    """Whether a phase key names the current phase; keys from before phases were counted lack their last part."""
    return key == phase or key.rpartition(".")[0] == phase


def check_turn(fold: Fold, side: str) -> None:
    """Refused if the phase does not wait for the side."""
    if fold.phase and side not in fold.phase.sides:
        raise Refused("not-your-phase", drafts.not_your_turn(fold, fold.phase))


def ask_about(fold: Fold, side: str, part: TurnText, sure: str) -> None:
    """Raise AskAgain if there are reasons to wait, unless ``sure`` is the token for just these."""
    found = reasons(fold, side, part)
    if not found:
        return
    token = sha256("\n".join((fold.phase_key, *without_words(part.orders), *found)).encode()).hexdigest()[:8]
    if sure != token:
        code = "refused-lines" if any(map(_is_lost, part.orders)) else "left-behind"
        raise AskAgain(code, f"{' '.join(found)} Nothing has run. {_way_out(part)}", token)


def reasons(fold: Fold, side: str, part: TurnText) -> list[str]:
    """Why orders wait for their writer: sentences about lines that do nothing and what would be lost for good."""
    found = [as_sentence(f"line {one.line.number} {_why_lost(one)}") for one in part.orders if _is_lost(one)]
    if more := len(found[SHOWN:]):
        found[SHOWN:] = [f"{counted(more, 'more line')} {'is' if more == 1 else 'are'} refused."]
    if part.ends and (lost := left_behind(fold, side, part.orders)):
        found.append(f"If you end the phase now: {'; '.join(lost)}.")
    return found


def _is_lost(verdict: Verdict) -> bool:
    """Whether an order is refused now, or is kept and will be, whatever the dice show."""
    return not verdict.accepted or verdict.hopeless


def _why_lost(verdict: Verdict) -> str:
    if verdict.accepted:
        return f"will be refused, whatever the dice show: {verdict.warning}"
    return f"is refused: {verdict.problems[0].message}"


def left_behind(fold: Fold, side: str, verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """What the side would lose for good if its part of the phase ended after these orders."""
    if fold.phase is None or side not in fold.phase.sides:
        return ()
    if not fold.system.left_behind(fold.system.view(fold.state, side), side):
        return ()  # what is not left now is not left after more orders, and this is quick
    text = "\n".join(verdict.echo for verdict in verdicts if verdict.accepted and verdict.echo)
    return fold.system.left_behind(drafts.judged(fold, side, text).certain_position, side)


def _way_out(part: TurnText) -> str:
    """What the writer can do; each way in says how one goes on there."""
    if lost := sum(map(_is_lost, part.orders)):
        them = "it" if lost == 1 else "them"
        return f"Correct {them}, or go on without {them}."
    return "Write orders for that, or go on without them."
