"""Mails that are never answered: from machines, lists, and the program itself."""

from email.message import Message
from typing import NamedTuple

from .received_mail import header, parse, read_mail

_SENDERS = ("mailer-daemon", "postmaster", "no-reply", "noreply", "do-not-reply", "donotreply")
_MARKS = ("X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "List-Id", "List-Post")
_PRECEDENCE = ("junk", "auto_reply", "bulk", "list")


class OwnAddresses(NamedTuple):
    """``mailbox``: the address for orders; ``host``: the right part of the program's own Message-IDs."""

    mailbox: str
    host: str


def why_unanswered(raw: bytes, own: OwnAddresses) -> str:
    """Why the mail must never be answered, in words; "" if it may be."""
    mail, read = parse(raw), read_mail(raw)
    if not read.sender:
        return "it names no sender"
    if _is_own(mail, own, read.sender, read.message_id):
        return "it comes from this program"
    if read.return_path == "":
        return "its return path is empty"
    if read.sender.split("@")[0].split("+")[0] in _SENDERS:
        return "a machine sent it"
    if header(mail, "Auto-Submitted").strip().lower().split(";")[0] not in ("", "no"):
        return "it was sent automatically"
    if header(mail, "Precedence").strip().lower() in _PRECEDENCE:
        return "it was sent to many people"
    if mail.get_content_type() == "multipart/report":
        return "it is a report about another mail"
    return next((f"it has the header {mark}" for mark in _MARKS if mark in mail), "")


def _is_own(mail: Message, own: OwnAddresses, sender: str, message_id: str) -> bool:
    local, _, domain = sender.partition("@")
    mine, _, host = own.mailbox.partition("@")
    return (
        (local.split("+")[0] == mine and domain == host)
        or message_id.endswith(f"@{own.host}>")
        or own.mailbox in header(mail, "X-Loop").lower()
    )
