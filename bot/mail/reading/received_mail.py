"""A mail that arrived: who sent it to whom, about what, and the key by which it is known again."""

import hashlib
import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parseaddr

_ID = re.compile(r"<[^<>\s]{1,300}>")
RECIPIENTS = ("Delivered-To", "X-Original-To", "To", "Cc")
"""Where a key of a seat is looked for, the surest first."""


@dataclass(frozen=True)
class ReceivedMail:
    """``key``: of the mail's id (its sender and date, if it has none) and
    contents; the same mail delivered twice has the same.  Addresses are in small
    letters; ``recipients``: all of ``RECIPIENTS`` in that order.  ``references``: the ids of the mails before it, the
    nearest last.  ``shown_to``: whom its author sent it to, as all of them read.
    """

    key: str
    message_id: str
    references: tuple[str, ...]
    sender: str
    sender_name: str
    return_path: str | None
    recipients: tuple[str, ...]
    subject: str
    shown_to: tuple[str, ...] = ()


def read_mail(raw: bytes) -> ReceivedMail:
    """Of any bytes; what a mail lacks is ""."""
    mail = parse(raw)
    message_id = next(iter(_ID.findall(header(mail, "Message-ID"))), "")
    name, sender = parseaddr(header(mail, "From"))
    return_path = header(mail, "Return-Path") if "Return-Path" in mail else None
    known_by = message_id or "\0".join(header(mail, name) for name in ("From", "Date"))
    return ReceivedMail(
        hashlib.sha256(known_by.encode("utf-8", "replace") + hashlib.sha256(_body(raw)).digest()).hexdigest(),
        message_id,
        tuple(_ID.findall(f"{header(mail, 'References')} {header(mail, 'In-Reply-To')}"))[-50:],
        clean_address(sender),
        " ".join(name.split())[:80],
        None if return_path is None else return_path.strip().strip("<>"),
        _addresses(mail, RECIPIENTS),
        " ".join(header(mail, "Subject").split())[:300],
        _addresses(mail, ("To", "Cc")),
    )


def _addresses(mail: Message, fields: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        clean
        for field in fields
        for _, address in getaddresses([header(mail, field, n) for n in range(_count(mail, field))])[:50]
        if (clean := clean_address(address))
    )


def parse(raw: bytes) -> Message:
    """The mail as the standard library sees it; no bytes make it fail under this policy."""
    return message_from_bytes(raw, policy=policy.compat32)


def header(mail: Message, name: str, number: int = 0) -> str:
    """A header as text, the first unless told otherwise; "" without it.  Odd bytes are shown as they can be."""
    found = (mail.get_all(name) or [])[number : number + 1]
    if not found:
        return ""
    said = str(found[0]).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    try:
        return str(make_header(decode_header(said))).replace("\0", "")
    except (LookupError, ValueError, UnicodeError):
        return said.replace("\0", "")


def clean_address(address: str) -> str:
    """In small letters; "" if it is none that can be answered."""
    small = address.strip().lower()
    return small if re.fullmatch(r"[^\s@<>\"(),;:]{1,64}@[^\s@<>\"(),;:]{1,250}", small) else ""


def _count(mail: Message, name: str) -> int:
    return min(len(mail.get_all(name) or []), 10)


def _body(raw: bytes) -> bytes:
    """All after the first empty line."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    return body or head
