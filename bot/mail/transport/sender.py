"""Mails on their way out: SMTP submission."""

import asyncio
import ssl
from typing import Literal, NamedTuple

import aiosmtplib

from ..settings import MailSettings

TIMEOUT = 30.0
"""Seconds that the server has for each answer."""
IDLE = 20.0
"""Seconds for which a connection is kept for the next mail."""


class Envelope(NamedTuple):
    """``sender``: to which the mail comes back ("" = to nobody)."""

    sender: str
    recipient: str


class Outcome(NamedTuple):
    """``said``: the server's code and words, or what went wrong on the way."""

    fate: Literal["delivered", "refused", "later"]
    said: str = ""


class SmtpSender:
    """One connection, for one mail at a time."""

    def __init__(self, settings: MailSettings, context: ssl.SSLContext | None = None) -> None:
        self._server, self._context = settings.smtp, context
        self._client: aiosmtplib.SMTP | None = None
        self._used = 0.0

    async def deliver(self, envelope: Envelope, raw: bytes) -> Outcome:
        """Known to be delivered the moment the server has said so.  Where the connection breaks after the mail was
        sent, nobody knows: then it is tried again later, with the same bytes.
        """
        try:
            client = await self._connected()
            await client.sendmail(envelope.sender, [envelope.recipient], raw)
        except aiosmtplib.SMTPRecipientsRefused as refused:
            return _outcome(refused.recipients[0])
        except aiosmtplib.SMTPSenderRefused as refused:  # about us and not the reader, except that it is too big
            return _outcome(refused) if refused.code == 552 else Outcome("later", f"{refused.code} {refused.message}")
        except aiosmtplib.SMTPDataError as refused:
            return _outcome(refused)
        except UnicodeEncodeError:
            return Outcome("refused", "the server takes no addresses with such letters")
        except aiosmtplib.SMTPAuthenticationError as refused:
            await self.close()
            return Outcome("later", f"the server does not accept the user and password ({refused.code})")
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as broken:
            await self.close()
            return Outcome("later", f"{type(broken).__name__}: {broken}")
        self._used = asyncio.get_running_loop().time()
        return Outcome("delivered")

    async def close(self) -> None:
        client, self._client = self._client, None
        if client:
            client.close()

    async def _connected(self) -> aiosmtplib.SMTP:
        loop = asyncio.get_running_loop()
        if self._client and self._client.is_connected and loop.time() - self._used < IDLE:
            return self._client
        await self.close()
        server = self._server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            timeout=TIMEOUT,
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            tls_context=self._context,
        )
        await client.connect()
        self._client = client
        if server.user:
            await client.login(server.user, server.password)
        self._used = loop.time()
        return client


def _outcome(refused: aiosmtplib.SMTPResponseException) -> Outcome:
    return Outcome("refused" if refused.code >= 500 else "later", f"{refused.code} {refused.message}")
