"""One mail as bytes: text, the same words as HTML with its pictures, files, and the headers of its thread."""

import hashlib
import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.utils import format_datetime

from bot.correspondence.answers import File
from bot.correspondence.emphasis import as_html, is_marked, without_marks

from .message_ids import message_id, thread_root

NAME = "Fieldpost"


KINDS = {
    "txt": ("text", "plain"),
    "gif": ("image", "gif"),
    "html": ("text", "html"),
    "csv": ("text", "csv"),
    "ics": ("text", "calendar"),
}
"""What an attached file is called, by the end of its name."""
LONGEST_HEADER = 900
"""Columns at which a header is broken; mail allows 998.  At the usual 78 a subject may begin with a line end."""


@dataclass(frozen=True)
class OutgoingMail:
    """``local``: the left part of its Message-ID.  ``address``: the mailbox for orders; ``reply_to``: the same with the
    seat's key.  ``text``: perhaps with marks for emphasis.  ``answers``: the id of the mail that it answers ("" = it is
    news).  ``calendar``: an appointment.
    ``facts``: what programs may want to know, for the header X-Fieldpost.
    """

    local: str
    address: str
    reply_to: str
    to: str
    subject: str
    text: str
    moment: str
    game: str = ""
    answers: str = ""
    pictures: tuple[File, ...] = ()
    files: tuple[File, ...] = ()
    calendar: bytes = b""
    facts: tuple[tuple[str, str], ...] = field(default=())

    @property
    def host(self) -> str:
        return self.address.partition("@")[2]


def write_mail(mail: OutgoingMail) -> bytes:
    """The same values always give the same bytes."""
    message = EmailMessage(policy.SMTP)
    _set_headers(message, mail)
    message.set_content(without_marks(mail.text), cte="quoted-printable")
    if mail.pictures or is_marked(mail.text):
        message.add_alternative(_as_html(mail), subtype="html", cte="quoted-printable")
        parts = list(message.iter_parts())
        _attach_pictures(parts[-1], mail)
    if mail.calendar:
        message.add_attachment(mail.calendar, maintype="text", subtype="calendar", filename="deadline.ics")
    for file in mail.files:
        main, sub = KINDS.get(file.name.rpartition(".")[2], ("application", "octet-stream"))
        message.add_attachment(file.data, maintype=main, subtype=sub, filename=file.name)
    _set_boundaries(message, mail.local)
    return message.as_bytes(policy=policy.SMTP.clone(max_line_length=LONGEST_HEADER))


def _set_headers(message: EmailMessage, mail: OutgoingMail) -> None:
    local, _, host = mail.address.partition("@")
    message["From"] = Address(NAME, local, host)
    to_local, _, to_host = mail.to.rpartition("@")
    message["To"] = Address("", to_local, to_host)
    message["Reply-To"] = f"{NAME} <{mail.reply_to}>"
    message["Subject"] = one_line(mail.subject)
    message["Date"] = format_datetime(datetime.fromisoformat(mail.moment).replace(tzinfo=UTC))
    message["Message-ID"] = message_id(mail.local, host)
    root = thread_root(mail.game, host) if mail.game else ""
    nearest = mail.answers or root
    if nearest:
        message["In-Reply-To"] = nearest
        message["References"] = " ".join(filter(None, (root, mail.answers)))
    if mail.game:
        message["List-Id"] = f"<{mail.game}.fieldpost.{host}>"
    message["List-Unsubscribe"] = f"<mailto:{mail.reply_to}?subject=stop>"
    message["Auto-Submitted"] = "auto-replied" if mail.answers else "auto-generated"
    if mail.facts:
        message["X-Fieldpost"] = "; ".join(f"{name}={one_line(value)}" for name, value in mail.facts)
    message["X-Loop"] = mail.address


def one_line(text: str) -> str:
    """Without line ends or control characters, so that no header can be made by a name."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _as_html(mail: OutgoingMail) -> str:
    pictures = "".join(
        f'<p><img src="cid:{_content_id(mail, n)}" alt="{html.escape(file.alt, quote=True)}"></p>\n'
        for n, file in enumerate(mail.pictures)
    )
    return f"<html><body>\n{pictures}<pre>{as_html(mail.text)}</pre>\n</body></html>\n"


def _attach_pictures(part: MIMEPart, mail: OutgoingMail) -> None:
    for number, file in enumerate(mail.pictures):
        part.add_related(
            file.data,
            "image",
            "png",
            cid=f"<{_content_id(mail, number)}>",
            filename=file.name,
            disposition="inline",
        )


def _content_id(mail: OutgoingMail, number: int) -> str:
    return f"{mail.local}.{number}@{mail.host}"


def _set_boundaries(message: MIMEPart, seed: str) -> None:
    """Boundaries that are the same every time, in place of random ones."""
    multiparts: Sequence[MIMEPart] = [part for part in message.walk() if part.is_multipart()]
    for number, part in enumerate(multiparts):
        part.set_boundary(f"={hashlib.sha256(f'{seed} {number}'.encode()).hexdigest()[:32]}=")
