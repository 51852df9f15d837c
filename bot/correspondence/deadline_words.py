"""What somebody is told of a deadline that comes near: how long it is, and what becomes of their draft."""

from collections.abc import Sequence

from bot.hosting import wording
from bot.hosting.own_settings import OwnSettings
from engine.game.at_deadline import AtDeadline


def time_left(due: str, now: str) -> str:
    """How long it is until then, to the minute."""
    minutes = round((wording.seconds(due) - wording.seconds(now)) / 60)
    return wording.length(max(minutes, 1) * 60)


def draft_words(draft: AtDeadline, whose: str = "") -> tuple[str, ...]:
    """What happens to a draft at the deadline.  ``whose``: the side, for somebody who plays several."""
    side = f" for {whose}" if whose else ""
    lines = [_fate(draft, side)]
    if draft.refused and draft.runs:
        one = draft.refused == 1
        lines[0] += f" {draft.refused} other line{' of it is' if one else 's of it are'} refused and will not run."
    lines += [f"  held  {order}" for order in draft.runs]
    return tuple(lines)


def _fate(draft: AtDeadline, side: str) -> str:
    if draft.runs:
        what = "the order" if len(draft.runs) == 1 else f"the {len(draft.runs)} orders"
        return (
            f"At the deadline {what} of your draft{side} will run, as far as still possible, and the rules' defaults"
            " cover the rest:"
        )
    why = "every line of your draft" if draft.refused else ""
    if why:
        return f"Nothing will run at the deadline{side}: {why} is refused. The rules' defaults decide."
    return f"You have no draft{side}, so at the deadline nothing of yours will run: the rules' defaults decide."


def way_to_be_done(held: bool) -> str:
    """What to write to be done before.  ``held``: there is a draft that can run."""
    if held:
        return (
            'To be done before, answer with the line "done": it runs your draft and ends your part of the phase.'
            " Other orders, one a line, replace the draft."
        )
    return (
        'To be done before, answer with one order a line and "done" on the last: that runs them and ends your part of'
        ' the phase. "done" alone leaves it to the defaults.'
    )


SHOWN = 12
"""Units that a reminder names, at most."""


def idle_words(units: Sequence[str]) -> str:
    """Which units have no order yet, for their player alone; "" if all have one, or none could do anything."""
    more = [f"{len(units) - SHOWN} more"] if len(units) > SHOWN else []
    return f"Without an order: {wording.join_list([*units[:SHOWN], *more])}." if units else ""


def reminders_words(own: OwnSettings) -> str:
    """What somebody is told who turns reminders on or off."""
    if not own.reminders:
        return "You are not reminded of deadlines, in any of your games and at no door."
    when = f", {wording.length(own.before)} before it" if own.before else ""
    quiet = f" Nothing comes from {own.quiet.start:%H:%M} to {own.quiet.end:%H:%M}." if own.quiet else ""
    return (
        f"You are reminded once before each deadline{when}, if you have neither committed anything nor said done by"
        f" then; a last call follows shortly before it.{quiet}"
    )
