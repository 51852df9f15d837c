"""A port of this machine to which its mail server delivers: LMTP or SMTP."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from bot.hosting.utc_now import utc_now

from ..reading.author_text import MOST_BYTES
from ..settings import MailSettings

log = logging.getLogger("fieldpost.mail")

Accept = Callable[[bytes, str], Awaitable[str]]
ENDLESS = 64 * 1_048_576
"""Bytes of one mail after which the connection is closed.  One that is too big is read to its end and then refused."""


_TOO_BIG = (b"552 ", b"500 Line too long")
"""What aiosmtpd says of such a mail."""
TOO_BIG = (
    f"552 5.3.4 At most {MOST_BYTES:,} bytes are read. Send it again without pictures and other attachments: orders go"
    " into the mail itself, or into a text file orders.txt."
)


class Listener:
    """Says that a mail has arrived only once it was carried out and stored."""

    def __init__(self, settings: MailSettings, accept: Accept) -> None:
        assert settings.lmtp
        self._settings, self._where, self._accept = settings, settings.lmtp, accept
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Raises OSError if the port cannot be had."""
        kind = _BoundedLmtp if self._where.protocol == "lmtp" else _Bounded
        handler = _Handler(self._settings, self._accept)

        def connection() -> SMTP:
            return kind(handler, data_size_limit=MOST_BYTES, enable_SMTPUTF8=True, ident="Fieldpost")

        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(connection, self._where.host, self._where.port)

    async def stop(self) -> None:
        if self._server:
            self._server.close()
            await asyncio.sleep(0)


class _Bounded(SMTP):
    """Takes lines of any length, as mail programs write them, but no mail without an end."""

    line_length_limit = MOST_BYTES
    _got = 0

    def data_received(self, data: bytes) -> None:
        self._got += len(data)
        if self._got > ENDLESS and self.transport:
            self.transport.close()
            return
        super().data_received(data)

    async def push(self, status: AnyStr) -> None:
        """Says what to do about a mail that is too big: its sender is told these words by their own mail server."""
        self._got = 0
        said = status if isinstance(status, bytes) else status.encode()
        await (super().push(TOO_BIG) if said.startswith(_TOO_BIG) else super().push(status))


class _BoundedLmtp(_Bounded, LMTP):
    pass


class _Handler:
    def __init__(self, settings: MailSettings, accept: Accept) -> None:
        self._settings, self._accept = settings, accept

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        local, _, host = address.lower().partition("@")
        mine, _, own_host = self._settings.address.partition("@")
        if host != own_host or local.split("+")[0] not in (mine, "bounces"):
            return "550 5.1.1 no such address here"
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient at a time"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else str(content).encode()
        lines = f"Return-Path: <{envelope.mail_from or ''}>\r\nDelivered-To: {envelope.rcpt_tos[0]}\r\n"
        try:
            await self._accept(lines.encode("utf-8", "replace") + raw, utc_now())
        except Exception:
            log.exception("a mail waits: it could not be stored")
            return "451 4.3.0 try again later"
        return "250 2.0.0 OK"
