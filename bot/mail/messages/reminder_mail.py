"""A reminder as the text of a mail: the deadline, what becomes of the draft, and what to write to be done."""

from collections.abc import Mapping

from bot.correspondence.deadline_words import draft_words, time_left, way_to_be_done
from bot.correspondence.times import local_time
from bot.correspondence.wrap import wrapped
from bot.hosting import wording
from engine.contract import Phase
from engine.game.at_deadline import AtDeadline
from engine.table import Game

from .report_mail import Reader, Report, fact_lines

OFF = 'You are reminded once before each deadline. The line "remind off" in an answer ends that.'


def reminder(game: Game, phase: Phase, due: str, at: str, reader: Reader, drafts: Mapping[str, AtDeadline]) -> Report:
    """``at``: the time of the mail.  ``drafts``: of the reader's sides that are awaited."""
    until, names = local_time(due, reader.zone), {side: game.sides[side].name for side in drafts}
    head = (
        f"A reminder: {wording.phase_title(phase)}, still waits for {wording.join_list(list(names.values()))}. The"
        f" deadline is {until}, {time_left(due, at)} after this mail was written."
    )
    lines = [*fact_lines(game, phase, due, reader.side), "", game.name, "-" * min(len(game.name), 72), ""]
    lines += [*wrapped(head, later=""), ""]
    for side, draft in drafts.items():
        first, *held = draft_words(draft, names[side] if len(drafts) > 1 else "")
        lines += [*wrapped(first, later=""), *held, ""]
    lines += wrapped(way_to_be_done(any(draft.runs for draft in drafts.values())), later="")
    lines += ["", *wrapped(OFF, later="")]
    if reader.key:
        lines += ["", "Keep this in the subject:", f"  [{game.id} {reader.key}]"]
    return Report(f"[{game.id}] Reminder: orders are due {until}", "\n".join(lines) + "\n")
