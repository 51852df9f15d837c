"""A reminder as the text of a mail: the deadline, what becomes of the draft, and what to write to be done."""

from bot.correspondence.deadline_words import draft_words, idle_words, time_left, way_to_be_done
from bot.correspondence.times import local_time
from bot.correspondence.wrap import wrapped
from bot.hosting import wording

from ..reminding import AboutReminder, AlsoDue
from .report_mail import Reader, Report, fact_lines

OFF = 'You are reminded once before each deadline. The line "remind off" in an answer ends that.'
LAST = 'This is the last call before the deadline. The line "remind off" in an answer ends reminders.'


def reminder(told: AboutReminder, at: str, reader: Reader) -> Report:
    """``at``: the time of the mail."""
    game, due, drafts = told.game, told.due, told.drafts
    until, names = local_time(due, reader.zone, reader.dates), told.names
    last = told.kind == "last"
    head = (
        f"{'The last call' if last else 'A reminder'}: {wording.phase_title(told.phase)}, still waits for"
        f" {wording.join_list(list(names.values()))}. The deadline is {until}, {time_left(due, at)} after this mail"
        " was written."
    )
    lines = [*fact_lines(game, told.phase, due, reader.side), "", game.name, "-" * min(len(game.name), 72), ""]
    lines += [*wrapped(head, later=""), ""]
    for side, draft in drafts.items():
        first, *held = draft_words(draft, names[side] if len(drafts) > 1 else "")
        lines += [*wrapped(first, later=""), *held, ""]
    if idle := idle_words(told.idle):
        lines += [*wrapped(idle, later=""), ""]
    lines += wrapped(way_to_be_done(any(draft.runs for draft in drafts.values())), later="")
    if told.also:
        lines += ["", *_also(told.also, at, reader)]
    lines += ["", *wrapped(LAST if last else OFF, later="")]
    if reader.key:
        lines += ["", "Keep this in the subject:", f"  [{game.id} {reader.key}]"]
    what = "Last call" if last else "Reminder"
    subject = f"[{game.id}] {what}: orders are due {until}"
    return Report(f"{subject}, and in {len(told.also)} more" if told.also else subject, "\n".join(lines) + "\n")


def _also(games: tuple[AlsoDue, ...], at: str, reader: Reader) -> list[str]:
    """Other games that wait, with what a new mail about each must have in its subject."""
    lines = ["Also waiting for you:"]
    for one in games:
        sides = wording.join_list(one.names)
        until = f"{local_time(one.due, reader.zone, reader.dates)}, in {time_left(one.due, at)}"
        subject = f"subject [{f'{one.game.id} {one.key}'.strip()}]"
        lines += wrapped(f"  {one.game.name}, for {sides}: until {until}; {subject}", later="    ")
    return lines
