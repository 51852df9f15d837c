"""Verdicts on orders as lines of plain text: each of a player's own lines, and what is wrong with it."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.table import OrdersReply
from engine.verdict import Verdict

from .emphasis import spoken
from .unread_lines import Unread, unread_lines
from .wrap import wrapped

GOOD, BAD, REMARK = "ok       ", "REFUSED  ", "         "
"""What lines begin with.  No order begins so: an answer that is quoted back gives no orders."""


def verdict_lines(reply: OrdersReply, unread: Sequence[Unread] = ()) -> tuple[str, ...]:
    """The player's lines with their numbers, each judged; what is left undone; lines that are no orders."""
    lines = list[str]()
    for number, group in groupby(reply.verdicts, key=lambda verdict: verdict.line.number):
        lines += _line(number, tuple(group))
    for left in reply.left:
        lines += wrapped(spoken(left), f"{REMARK}note: ", f"{REMARK}  ")
    if unread:
        lines += ["", *unread_lines(unread)]
    return tuple(lines)


def _line(number: int, verdicts: tuple[Verdict, ...]) -> Iterator[str]:
    """One line of the player's, with everything said about its orders."""
    text, good = verdicts[0].line.text.rstrip(), all(verdict.accepted for verdict in verdicts)
    head = f"{GOOD if good else BAD}{number:>2}  "
    yield f"{head}{text}"
    for verdict in verdicts:
        for problem in verdict.problems:
            width = max(1, min(problem.width, len(text) - problem.column + 1))
            yield f"{' ' * (len(head) + problem.column - 1)}{'^' * width}"
            rule = f" ({problem.rule})" if problem.rule else ""
            yield from wrapped(f"{spoken(problem.message)} [{problem.code}]{rule}", f"{REMARK}    ", f"{REMARK}    ")
            for suggestion in problem.suggestions[:2]:
                yield f"{REMARK}    instead: {suggestion}"
        if verdict.accepted:
            yield from _remarks(verdict)


def _remarks(verdict: Verdict) -> Iterator[str]:
    if verdict.idle:
        yield f"{REMARK}    its condition does not hold at present"
    if verdict.warning:
        yield from wrapped(spoken(verdict.remark("in doubt")), f"{REMARK}    ", f"{REMARK}    ")
    elif verdict.doubt:
        yield f"{REMARK}    in doubt: it depends on what happens before"
    if verdict.chances:
        yield from wrapped(verdict.chances, f"{REMARK}    ", f"{REMARK}    ")
