"""What the author of a mail wrote: the right part of it, without what mail programs add."""

import re
from collections.abc import Callable, Iterator, Sequence
from email.message import Message
from typing import NamedTuple

from .html_text import html_text
from .quotes import own_lines
from .received_mail import parse
from .tidy import capped_lines, tidy, unflow

MOST_BYTES = 1_048_576
MOST_PARTS, DEEPEST = 20, 5
"""Limits of a mail that is read."""
Judge = Callable[[str], bool]


class AuthorLine(NamedTuple):
    """``in_prose``: the line before or after it is neither empty nor an order."""

    text: str
    in_prose: bool


class AuthorText(NamedTuple):
    """``ignored``: names of attachments that were not read.  ``refused``: why the mail was not read at all ("" = it
    was).
    """

    lines: tuple[AuthorLine, ...]
    ignored: tuple[str, ...] = ()
    refused: str = ""


def author_text(raw: bytes, reads_as_order: Judge) -> AuthorText:
    """Of any bytes.  ``reads_as_order``: the grammar's own judgement of a line."""
    if len(raw) > MOST_BYTES:
        return AuthorText((), refused=f"The mail has {len(raw):,} bytes; at most {MOST_BYTES:,} are read.")
    parts = list(_parts(parse(raw), 0))
    if len(parts) > MOST_PARTS:
        return AuthorText((), refused=f"The mail has more than {MOST_PARTS} parts, which is too many to read.")
    bodies = [part for part in parts if not _file_name(part)]
    lines = _best_body(bodies, reads_as_order)
    ignored = list[str]()
    for part in (part for part in parts if _file_name(part)):
        name = _file_name(part)
        if part.get_content_type() == "text/plain" or name.lower().endswith(".txt"):
            lines += ["", *_own(_text(part), part, reads_as_order)]
        elif not part.get_content_type().startswith(("image/", "text/calendar")):
            ignored.append(name[:60])
    return AuthorText(tuple(_with_prose(lines, reads_as_order)), tuple(ignored[:5]))


def _best_body(bodies: Sequence[Message], reads_as_order: Judge) -> list[str]:
    """The plain text, unless it holds no order and the HTML does."""
    plain = [line for part in bodies if _is(part, "plain") for line in _own(_text(part), part, reads_as_order)]
    if any(_is_order(line, reads_as_order) for line in plain):
        return plain
    html = [line for part in bodies if _is(part, "html") for line in _own_html(_text(part), reads_as_order)]
    if not any(plain) or any(_is_order(line, reads_as_order) for line in html):
        return html
    return plain


def _own(text: str, part: Message, reads_as_order: Judge) -> list[str]:
    lines = capped_lines(text)
    if str(part.get_param("format", "")).lower() == "flowed":
        lines = unflow(lines, str(part.get_param("delsp", "")).lower() == "yes")
    return own_lines([tidy(line) for line in lines], reads_as_order)


def _own_html(source: str, reads_as_order: Judge) -> list[str]:
    return own_lines([tidy(line) for line in capped_lines(html_text(source))], reads_as_order)


def _with_prose(lines: Sequence[str], reads_as_order: Judge) -> Iterator[AuthorLine]:
    judged = [bool(line) and _is_order(line, reads_as_order) for line in lines]
    for number, line in enumerate(lines):
        if line:
            beside = [n for n in (number - 1, number + 1) if 0 <= n < len(lines)]
            yield AuthorLine(line, any(lines[n] and not judged[n] for n in beside))


def _is_order(line: str, reads_as_order: Judge) -> bool:
    return bool(line.strip()) and len(line) <= 500 and reads_as_order(line)


def _parts(mail: Message, depth: int) -> Iterator[Message]:
    """Parts that hold something; those of mails inside the mail belong to somebody else."""
    if mail.is_multipart() and mail.get_content_maintype() == "multipart":
        payload = mail.get_payload()
        if depth < DEEPEST and isinstance(payload, list):
            for part in payload[: MOST_PARTS + 1]:
                if isinstance(part, Message):
                    yield from _parts(part, depth + 1)
    elif mail.get_content_maintype() != "message":
        yield mail


def _is(part: Message, subtype: str) -> bool:
    return part.get_content_type() == f"text/{subtype}"


def _file_name(part: Message) -> str:
    """The name of an attachment, "" for a part that is shown as text."""
    try:
        name = part.get_filename() or ""
        attached = part.get_content_disposition() == "attachment"
    except (LookupError, ValueError, TypeError, AttributeError):
        name, attached = "", True
    if part.get_content_maintype() == "text" and not attached and not name:
        return ""
    return re.sub(r"[^\w.() -]", "_", name) or "attachment"


def _text(part: Message) -> str:
    """The text of a part; bytes that its charset does not have, or an unknown charset, are shown as they can be."""
    try:
        payload = part.get_payload(decode=True)
    except (LookupError, ValueError, AssertionError):
        payload = None
    if not isinstance(payload, bytes):
        return ""
    for charset in (_charset(part, payload), "utf-8", "latin-1"):
        try:
            return payload.decode(charset)
        except (LookupError, ValueError):
            continue
    return ""


def _charset(part: Message, payload: bytes) -> str:
    marks = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
    marked = next((name for mark, name in marks if payload.startswith(mark)), "")
    try:
        said = str(part.get_content_charset() or "utf-8")
    except (LookupError, ValueError, TypeError, AttributeError):
        said = "utf-8"
    return marked or ("utf-8" if said in ("us-ascii", "ascii", "unknown-8bit") else said)
