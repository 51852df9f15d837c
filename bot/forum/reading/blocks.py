"""Blocks of a post that are not its author's words, or no longer: quotes, comments, and what is struck out."""

import re
from functools import partial

_ATTRIBUTES = r'(?:[\s=](?:"[^"\n]{0,200}"|[^\]\[<>"\n]){0,200})?'
_QUOTE = re.compile(
    rf"\[(?P<open>quote|q){_ATTRIBUTES}\]|<(?:blockquote|q)(?:\s[^<>\n]{{0,200}})?>"
    r"|(?P<close>\[/(?:quote|q)\]|</(?:blockquote|q)\s*>)",
    re.IGNORECASE,
)
_STRUCK = re.compile(
    r"\[(?:s|strike|del)\]|<(?:s|strike|del)(?:\s[^<>\n]{0,200})?>"
    r"|(?P<close>\[/(?:s|strike|del)\]|</(?:s|strike|del)\s*>)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--|(?P<close>-->)")
_SUMMARY = re.compile(r"<summary(?:\s[^<>\n]{0,200})?>|(?P<close></summary\s*>)", re.IGNORECASE)
_TILDES = re.compile(r"(?<![~\\])~~(?!~)")
_EMPTY_LINE = re.compile(r"(\n(?:[ \t]*\n)+)")
HOLE = "\x00"
"""Stands for a block that was taken out; no post has this character."""
BREAK = "\n\n"
"""Stands where a block was: what is before and after it are paragraphs of their own."""


def remove_comments(text: str) -> str:
    return _remove(text, _COMMENT, "")


def remove_quotes(text: str) -> str:
    return _remove(text, _QUOTE, BREAK)


def remove_summaries(text: str) -> str:
    """The titles of blocks that can be unfolded."""
    return _remove(text, _SUMMARY, "\n")


def remove_struck_out(text: str) -> str:
    """What its author has withdrawn."""
    return _remove("".join(map(_without_tildes, _EMPTY_LINE.split(text))), _STRUCK, "")


def _without_tildes(paragraph: str) -> str:
    """Without what stands between two pairs of tildes; a pair that is alone stays."""
    parts = _TILDES.split(paragraph)
    last = f"~~{parts.pop()}" if len(parts) % 2 == 0 else ""
    return "".join(parts[::2]) + last


def _remove(text: str, marks: re.Pattern[str], instead: str) -> str:
    """The text without its blocks, whatever is nested in them.  One that is never closed ends at the next empty line;
    a mark that closes nothing stays.
    """
    closed = _without(text, _closed_blocks(text, marks))
    return "".join(map(partial(_cut_unclosed, marks), _EMPTY_LINE.split(closed))).replace(HOLE, instead)


def _closed_blocks(text: str, marks: re.Pattern[str]) -> list[tuple[int, int]]:
    """Start and end of each block that is closed, also of those inside others."""
    opened, blocks = list[int](), list[tuple[int, int]]()
    for found in marks.finditer(text):
        if found["close"] is None:
            opened.append(found.start())
        elif opened:
            blocks.append((opened.pop(), found.end()))
    return blocks


def _without(text: str, blocks: list[tuple[int, int]]) -> str:
    pieces, done = list[str](), 0
    for start, end in sorted(blocks):
        if start >= done:
            pieces += [text[done:start], HOLE]
        done = max(done, end)
    return "".join([*pieces, text[done:]])


def _cut_unclosed(marks: re.Pattern[str], paragraph: str) -> str:
    """A paragraph, or the empty lines between two, up to a mark that opens a block."""
    opening = next((found for found in marks.finditer(paragraph) if found["close"] is None), None)
    return paragraph[: opening.start()] + HOLE if opening else paragraph
