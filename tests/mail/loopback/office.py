"""The door by e-mail without its servers, for single mails."""

import asyncio
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from typing import Protocol

from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineThread
from bot.hosting.utc_now import utc_now
from bot.mail.league_news import queue_league_news
from bot.mail.news import queue_news
from bot.mail.receiving import Receiver
from bot.mail.sending import MailSender
from bot.mail.settings import MailSettings, Server
from bot.mail.transport.sender import Envelope, Outcome

from .mailroom import ADDRESS, AUTHSERV

SETTINGS = MailSettings(ADDRESS, Server("127.0.0.1", 25, "none"), authserv=AUTHSERV)
ARRIVED = utc_now()
BASE64, BLANK, BOUNDARY = b"Content-Transfer-Encoding: base64\r\n", b"\r\n\r\n", b"\r\n--"
"""How a part in base64 begins and ends in mails of Fieldpost's."""
_NUMBERS = count(1)


class Carrier(Protocol):
    async def deliver(self, envelope: Envelope, raw: bytes) -> Outcome: ...
    async def close(self) -> None: ...


class Office:
    """What is sent is kept in ``sent``.  ``fate``: what becomes of all mails, unless they have a carrier."""

    def __init__(self, engine: EngineThread, settings: MailSettings = SETTINGS, carrier: Carrier | None = None) -> None:
        wake = asyncio.Event()
        self.engine, self.fate, self.sent = engine, Outcome("delivered"), list[tuple[Envelope, bytes]]()
        self.receiver = Receiver(Doors(engine), settings, wake)
        self.sender = MailSender(engine, settings, self, wake)  # type: ignore[arg-type]
        self._carrier = carrier

    async def deliver(self, envelope: Envelope, raw: bytes) -> Outcome:
        self.sent.append((envelope, raw))
        return await self._carrier.deliver(envelope, raw) if self._carrier else self.fate

    async def close(self) -> None:
        if self._carrier:
            await self._carrier.close()

    async def take(self, raw: bytes) -> list[EmailMessage]:
        """Receive a mail.  Returns what is sent because of it."""
        await self.receiver.accept(raw, ARRIVED)
        return await self.news()

    async def news(self) -> list[EmailMessage]:
        """What is sent of what has happened."""
        for game in await self.engine.use_table(lambda table: table.journal.games()):
            await self.engine.use_data(lambda data, g=game: queue_news(data, g))  # type: ignore[misc]
        for league in await self.engine.use_data(lambda data: data.league_places.waiting("mail")):
            await self.engine.use_data(lambda data, one=league: queue_league_news(data, one))  # type: ignore[misc]
        self.sent.clear()
        await self.sender.send_due()
        return [parsed(raw) for _, raw in self.sent]

    async def introduce(self, name: str, text: str) -> list[EmailMessage]:
        (welcome,) = await self.take(mail(name, text))
        return await self.take(mail(name, "", str(welcome["Reply-To"]), str(welcome["Subject"])))

    async def waiting(self) -> int:
        """How many mails wait to be sent."""
        query = "select count(*) from mail_out where state = 'waiting'"
        return await self.engine.use_data(lambda data: int(data.table.journal.database.query(query)[0][0]))

    async def later(self) -> None:
        """All that was put off is due, and is sent."""
        due = "update mail_out set due = '2026-01-01T00:00:00Z' where state = 'waiting'"
        await self.engine.use_data(lambda data: data.table.journal.database.execute(due))
        await self.sender.send_due()


def parsed(raw: bytes) -> EmailMessage:
    """Pictures and other attachments are put in afterwards: to parse their lines of base64 takes most of the time."""
    rest, bodies = _without_base64(raw)
    found = message_from_bytes(rest, policy=policy.default)
    assert isinstance(found, EmailMessage)
    parts = [part for part in found.walk() if str(part["Content-Transfer-Encoding"]) == "base64"]
    for part, body in zip(parts, bodies, strict=True):
        part.set_payload(body.decode("ascii"))
    return found


def _without_base64(raw: bytes) -> tuple[bytes, list[bytes]]:
    """A mail whose parts in base64 are empty, and what they held."""
    kept, bodies, done = list[bytes](), list[bytes](), 0
    while (head := raw.find(BASE64, done)) >= 0:
        start = raw.index(BLANK, head) + len(BLANK)
        end = raw.find(BOUNDARY, start)
        end = len(raw) if end < 0 else end
        kept.append(raw[done:start])
        bodies.append(raw[start:end])
        done = end
    return b"".join((*kept, raw[done:])), bodies


def answer(name: str, to: EmailMessage, text: str) -> bytes:
    """An answer to a mail of Fieldpost's, as mail programs make it."""
    return mail(name, text, str(to["Reply-To"]), f"Re: {to['Subject']}", refers=str(to["Message-ID"]))


def mail(
    name: str,
    text: str,
    to: str = ADDRESS,
    subject: str = "hello",
    vouched: str = "pass",
    refers: str = "",
    cc: str = "",
) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = f"{name} <{name.lower()}@home.example>", to, subject
    made["Message-ID"] = f"<{next(_NUMBERS)}@home.example>"
    if cc:
        made["Cc"] = cc
    if refers:
        made["In-Reply-To"] = made["References"] = refers
    if vouched:
        made["Authentication-Results"] = f"{AUTHSERV}; dmarc={vouched} header.from=home.example"
    made.set_content(text)
    return made.as_bytes()
