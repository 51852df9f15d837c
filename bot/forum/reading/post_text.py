"""What the author of a post wrote: its lines, without quotes, tags and marks."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.correspondence.message import Line
from bot.correspondence.prose import with_prose
from bot.correspondence.tidy import capped

from .blocks import remove_comments, remove_quotes, remove_struck_out, remove_summaries
from .clean_line import clean_line
from .fences import fenced_lines, opens_fence
from .tags import remove_tags

MOST_CHARACTERS = 65_536
"""What is read of a post: twice what forums let people write."""
_INVISIBLE = dict.fromkeys((*range(9), *range(11, 32), 0x7F, 0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF))
_BLANKS = dict.fromkeys((9, 0xA0, 0x2007, 0x2009, 0x202F, 0x3000), " ")


class PostText(NamedTuple):
    """``fenced``: only what stood in fences was read.  ``cut``: what was too long to be read, in sentences."""

    lines: tuple[Line, ...]
    fenced: bool
    cut: tuple[str, ...] = ()


def post_lines(raw: str, reads_as_order: Callable[[str], bool]) -> PostText:
    """Of any text.  ``reads_as_order``: the grammar's own judgement of a line."""
    lines, cut = _own_lines(raw), capped(raw, "Your post", MOST_CHARACTERS).cut
    fenced = fenced_lines(lines, reads_as_order)
    cleaned = [clean_line(line) for line in (lines if fenced is None else fenced)]
    if fenced is not None:
        return PostText(tuple(Line(line) for line in cleaned if line), True, cut)
    return PostText(tuple(with_prose(cleaned, reads_as_order)), False, cut)


def opening_line(raw: str) -> str:
    """The first line with words that the author wrote, whether it is fenced or not, "" without one."""
    for line in _own_lines(raw):
        if any(sign.isalnum() for sign in line) and not opens_fence(line):
            return clean_line(line) or line
    return ""


def _own_lines(raw: str) -> list[str]:
    """All lines but quotes, comments, and what was struck out; fences and marks stay."""
    text = "\n".join(capped(raw, most=MOST_CHARACTERS).lines).translate({**_INVISIBLE, **_BLANKS})
    text = remove_struck_out(remove_quotes(remove_comments(text)))
    return _before_signature(_without_quoted(remove_tags(remove_summaries(text)).split("\n")))


def _without_quoted(lines: Sequence[str]) -> list[str]:
    """Without lines that a mark in front makes a quote, and without the line above that says who is quoted.  A bar is
    the mark of our own reports, which people copy.
    """
    kept = list[str]()
    quoting = False
    for line in lines:
        if line.lstrip().startswith((">", "&gt;", "|")):
            if not quoting and kept and kept[-1].rstrip().endswith(":"):
                kept.pop()
            if not quoting:
                kept.append("")
            quoting = True
        else:
            kept.append(line)
            quoting = False
    return kept


def _before_signature(lines: Sequence[str]) -> list[str]:
    for number, line in enumerate(lines):
        if line.rstrip() == "--":
            return list(lines[:number])
    return list(lines)
