"""What the author of a mail wrote: the right part of it, without what mail programs add."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from email.message import Message
from typing import NamedTuple

from bot.correspondence.message import Line
from bot.correspondence.prose import is_order, with_prose
from bot.correspondence.tidy import Capped, capped, tidy

from .flowed import unflow
from .html_text import html_text
from .quotes import own_lines
from .received_mail import parse

MOST_BYTES = 1_048_576
MOST_PARTS, DEEPEST = 20, 5
"""Limits of a mail that is read."""
TOO_BIG = (
    "The mail has {size:,} bytes; at most {most:,} are read. Send it again without pictures and other attachments:"
    " orders go into the mail itself, or into a text file orders.txt."
)
Judge = Callable[[str], bool]


class AuthorText(NamedTuple):
    """``ignored``: names of attachments that were not read.  ``refused``: why the mail was not read at all ("" = it
    was).  ``cut``: what was too long to be read, in sentences.
    """

    lines: tuple[Line, ...]
    ignored: tuple[str, ...] = ()
    refused: str = ""
    cut: tuple[str, ...] = ()


def too_big(size: int) -> str:
    """What its sender is told of a mail of so many bytes."""
    return TOO_BIG.format(size=size, most=MOST_BYTES)


def author_text(raw: bytes, reads_as_order: Judge) -> AuthorText:
    """Of any bytes.  ``reads_as_order``: the grammar's own judgement of a line."""
    if len(raw) > MOST_BYTES:
        return AuthorText((), refused=too_big(len(raw)))
    parts = list(_parts(parse(raw), 0))
    if len(parts) > MOST_PARTS:
        return AuthorText((), refused=f"The mail has more than {MOST_PARTS} parts, which is too many to read.")
    bodies = [part for part in parts if not _file_name(part)]
    body = _best_body(bodies, reads_as_order)
    lines, cut, ignored = list(body.lines), list(body.cut), list[str]()
    for part in (part for part in parts if _file_name(part)):
        name = _file_name(part)
        if part.get_content_type() == "text/plain" or name.lower().endswith(".txt"):
            attached = _own(part, reads_as_order, f"The attachment {name[:60]!r}")
            lines += ["", *attached.lines]
            cut += attached.cut
        elif not part.get_content_type().startswith(("image/", "text/calendar")):
            ignored.append(name[:60])
    return AuthorText(tuple(with_prose(lines, reads_as_order)), tuple(ignored[:5]), cut=tuple(cut[:5]))


def _best_body(bodies: Sequence[Message], reads_as_order: Judge) -> Capped:
    """The plain text, unless it holds no order and the HTML does."""
    plain = _together(_own(part, reads_as_order) for part in bodies if _is(part, "plain"))
    if any(is_order(line, reads_as_order) for line in plain.lines):
        return plain
    html = _together(_own_html(part, reads_as_order) for part in bodies if _is(part, "html"))
    if not any(plain.lines) or any(is_order(line, reads_as_order) for line in html.lines):
        return html
    return plain


def _together(pieces: Iterable[Capped]) -> Capped:
    found = list(pieces)
    return Capped([line for one in found for line in one.lines], tuple(told for one in found for told in one.cut))


def _own(part: Message, reads_as_order: Judge, what: str = "Your mail") -> Capped:
    lines, cut = capped(_text(part), what)
    if str(part.get_param("format", "")).lower() == "flowed":
        lines = unflow(lines, str(part.get_param("delsp", "")).lower() == "yes")
    return Capped(own_lines([tidy(line) for line in lines], reads_as_order), cut)


def _own_html(part: Message, reads_as_order: Judge) -> Capped:
    lines, cut = capped(html_text(_text(part)), "Your mail")
    return Capped(own_lines([tidy(line) for line in lines], reads_as_order), cut)


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
