"""Lines that are neither orders nor commands, and how an answer quotes them."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.hosting import wording

from .wrap import wrapped

MOST_UNREAD = 5
"""Lines that are quoted, at most."""
QUOTED = 60
"""Characters of a line that are quoted."""


class Unread(NamedTuple):
    """``remark``: why it was not taken, where that is known.  ``instead``: the line that was probably meant."""

    text: str
    remark: str = ""
    instead: str = ""


def unread_lines(unread: Sequence[Unread]) -> tuple[str, ...]:
    """One below the other, those with something to say of them first; no line of this reads as an order."""
    lines = list[str]()
    telling = sorted(unread, key=lambda one: not (one.instead or one.remark))
    for one in telling[:MOST_UNREAD]:
        remark = f" ({one.remark})" if one.remark else ""
        lines += wrapped(f'not read as orders: "{wording.clip(one.text, QUOTED)}"{remark}')
        lines += [f"    instead: {one.instead}"] if one.instead else []
    if more := len(unread) - MOST_UNREAD:
        lines += [f"not read as orders: {more} more lines"] if more > 0 else []
    return tuple(lines)
