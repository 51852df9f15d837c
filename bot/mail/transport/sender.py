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
TOO_BIG = 552
"""What servers answer to a mail of too many bytes."""


class Envelope(NamedTuple):
    """``sender``: to which the mail comes back ("" = to nobody)."""

    sender: str
    recipient: str


class Outcome(NamedTuple):
    """``unreachable``: the server takes no mail of ours now, whoever it is to.  ``said``: its code and words, or what
    went wrong on the way.  ``about_us``: it says nothing about the reader's mailbox.
    """

    fate: Literal["delivered", "refused", "later", "unreachable"]
    said: str = ""
    about_us: bool = False


class SmtpSender:
    """One connection, for one mail at a time."""

    def __init__(self, settings: MailSettings, context: ssl.SSLContext | None = None) -> None:
        self._server, self._context, self._own = settings.smtp, context, settings.address
        self._client: aiosmtplib.SMTP | None = None
        self._used = 0.0
        self._only_own = False
        """Whether the server has refused other senders than the address of its account."""

    async def deliver(self, envelope: Envelope, raw: bytes) -> Outcome:
        """Known to be delivered the moment the server has said so.  Where the connection breaks after the mail was
        sent, nobody knows: then it is tried again later, with the same bytes.
        """
        try:
            client = await self._connected()
        except aiosmtplib.SMTPAuthenticationError as refused:
            await self.close()
            return Outcome("unreachable", f"the server does not accept the user and password ({refused.code})")
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as broken:
            await self.close()
            return Outcome("unreachable", f"{type(broken).__name__}: {broken}")
        outcome = await self._hand_over(client, envelope, raw)
        self._used = asyncio.get_running_loop().time()
        return outcome

    async def _hand_over(self, client: aiosmtplib.SMTP, envelope: Envelope, raw: bytes) -> Outcome:
        sender = self._own if self._only_own else envelope.sender
        try:
            await client.sendmail(sender, [envelope.recipient], raw)
        except aiosmtplib.SMTPRecipientsRefused as all_refused:
            (refused,) = all_refused.recipients
            if sender != self._own and _is_about_sender(refused):
                return await self._as_itself(client, envelope, raw)
            return _outcome(refused)
        except aiosmtplib.SMTPSenderRefused as refused:
            return await self._sender_refused(refused, client, envelope._replace(sender=sender), raw)
        except aiosmtplib.SMTPDataError as refused:
            return _outcome(refused)
        except UnicodeEncodeError:
            return Outcome("refused", "the server takes no addresses with such letters")
        except ValueError as unsendable:
            return Outcome("refused", str(unsendable))
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as broken:
            await self.close()
            return Outcome("later", f"{type(broken).__name__}: {broken}", about_us=True)
        return Outcome("delivered")

    async def _sender_refused(
        self, refused: aiosmtplib.SMTPSenderRefused, client: aiosmtplib.SMTP, envelope: Envelope, raw: bytes
    ) -> Outcome:
        """About us and not the reader."""
        said = f"{refused.code} {refused.message}"
        if refused.code == TOO_BIG:
            return Outcome("refused", said, about_us=True)
        if refused.code < 500:
            return Outcome("later", said, about_us=True)
        if envelope.sender == self._own:
            await self.close()
            return Outcome("unreachable", said)
        return await self._as_itself(client, envelope, raw)

    async def _as_itself(self, client: aiosmtplib.SMTP, envelope: Envelope, raw: bytes) -> Outcome:
        """Many servers let an account send as its own address alone: then it does, from now on if that is taken."""
        self._only_own = True
        outcome = await self._hand_over(client, envelope, raw)
        self._only_own = outcome.fate == "delivered"
        return outcome

    async def connect(self) -> None:
        """Connect and sign in, before there is a mail.  Raises aiosmtplib.SMTPException, OSError, ValueError."""
        await self._connected()

    async def close(self) -> None:
        client, self._client = self._client, None
        if client:
            client.close()

    async def _connected(self) -> aiosmtplib.SMTP:
        loop = asyncio.get_running_loop()
        if self._client and loop.time() - self._used < IDLE and await _is_alive(self._client):
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


async def _is_alive(client: aiosmtplib.SMTP) -> bool:
    """Whether a connection that was kept can take the next mail; nothing is left of the one before."""
    try:
        await client.rset()
    except (aiosmtplib.SMTPException, OSError, TimeoutError):
        return False
    return True


def _is_about_sender(refused: aiosmtplib.SMTPResponseException) -> bool:
    """Some servers say only after the recipient's address what they have against the sender's."""
    plain = refused.message.lower()
    return refused.code >= 500 and (plain.startswith(("5.7.", "5.1.7", "5.1.8")) or "sender" in plain)


def _outcome(refused: aiosmtplib.SMTPResponseException) -> Outcome:
    """What was said of the reader's address, or after the mail: 552 may mean that their mailbox is full."""
    said = f"{refused.code} {refused.message}"
    about_size = refused.code == TOO_BIG and refused.message.startswith(("5.3.4", "5.2.3"))
    return Outcome(
        "refused" if refused.code >= 500 else "later", said, about_us=about_size or _is_about_sender(refused)
    )
