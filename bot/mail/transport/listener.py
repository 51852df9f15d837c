"""A port of this machine to which its mail server delivers: LMTP or SMTP."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from bot.hosting.utc_now import utc_now

from ..reading.author_text import MOST_BYTES
from ..settings import MailSettings

log = logging.getLogger("fieldpost.mail")

Accept = Callable[[bytes, str], Awaitable[str]]


class Listener:
    """Says that a mail has arrived only once it was carried out and stored."""

    def __init__(self, settings: MailSettings, accept: Accept) -> None:
        assert settings.lmtp
        self._settings, self._where, self._accept = settings, settings.lmtp, accept
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Raises OSError if the port cannot be had."""
        kind = LMTP if self._where.protocol == "lmtp" else SMTP
        handler = _Handler(self._settings, self._accept)

        def connection() -> SMTP:
            return kind(handler, data_size_limit=MOST_BYTES, enable_SMTPUTF8=True, ident="Fieldpost")

        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(connection, self._where.host, self._where.port)

    async def stop(self) -> None:
        if self._server:
            self._server.close()
            await asyncio.sleep(0)


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
