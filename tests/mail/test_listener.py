"""The port to which a mail server of this machine delivers: mails of any size and shape, and connections that break."""

import asyncio
import smtplib
import socket
import tracemalloc
from collections.abc import AsyncIterator, Iterable

import pytest
import pytest_asyncio

from bot.mail.settings import Listening, MailSettings, Server
from bot.mail.transport import listener
from bot.mail.transport.listener import Listener
from tests.mail.loopback.dovecot import free_port
from tests.mail.loopback.mailroom import ADDRESS
from tests.mail.loopback.office import mail

pytestmark = pytest.mark.asyncio
BEFORE = (b"LHLO here", b"MAIL FROM:<ann@home.example>", b"RCPT TO:<orders@play.example>", b"DATA")
CHUNK = (b"x" * 70 + b"\r\n") * 1_000


class Taker:
    """A listener.  ``taken``: what it has handed on."""

    def __init__(self) -> None:
        self.port, self.taken = free_port(), list[bytes]()
        where = Listening("lmtp", "127.0.0.1", self.port)
        settings = MailSettings(ADDRESS, Server("127.0.0.1", 25, "none"), lmtp=where)
        self.listener = Listener(settings, self.accept)

    async def accept(self, raw: bytes, arrived: str) -> str:
        self.taken.append(raw)
        return "done"

    async def sends(self, raw: bytes) -> None:
        """As a mail server does, which says the size first.  Raises smtplib.SMTPException."""
        await asyncio.to_thread(self._send, raw)

    def _send(self, raw: bytes) -> None:
        with smtplib.LMTP("127.0.0.1", self.port, timeout=30) as client:
            client.sendmail("ann@home.example", [ADDRESS], raw)

    async def says(self, content: Iterable[bytes], commands: Iterable[bytes] = BEFORE) -> bytes:
        """What the listener says to a client that writes this; b"" if it closes the connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await reader.readline()
            for command in commands:
                writer.write(command + b"\r\n")
                await reader.readuntil(b" OK\r\n" if command == b"LHLO" else b"\r\n")
            await asyncio.sleep(0.01)
            for chunk in content:
                writer.write(chunk)
                await writer.drain()
            said = b""
            while line := await reader.readline():
                said = line
                if line.startswith((b"5", b"250 2")):
                    break
            return said
        except ConnectionError:
            return b""
        finally:
            writer.close()


@pytest_asyncio.fixture
async def taker() -> AsyncIterator[Taker]:
    made = Taker()
    await made.listener.start()
    yield made
    await made.listener.stop()


async def test_a_mail_that_says_that_it_is_too_big_is_refused_unread(taker: Taker) -> None:
    bomb = mail("Ann", "help") + CHUNK * 420
    with pytest.raises(smtplib.SMTPSenderRefused) as refused:
        await taker.sends(bomb)
    assert (
        refused.value.smtp_code == 552
        and b"At most 1,048,576 bytes are read. Send it again" in refused.value.smtp_error
    )
    await taker.sends(mail("Ann", "help"))
    assert len(taker.taken) == 1


@pytest.mark.long
async def test_thirty_megabytes_that_nobody_announced_are_refused_at_their_end(taker: Taker) -> None:
    assert (await taker.says([*[CHUNK] * 420, b"\r\n.\r\n"])).startswith(b"552")
    await taker.sends(mail("Ann", "help"))
    assert len(taker.taken) == 1


async def test_a_line_of_thirty_megabytes_takes_no_more_memory_than_that(taker: Taker) -> None:
    tracemalloc.start()
    try:
        said = await taker.says([*[b"x" * len(CHUNK)] * 420, b"\r\n.\r\n"])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert said.startswith(b"552 5.3.4 At most 1,048,576 bytes") and most < 50_000_000


async def test_a_mail_without_an_end_is_cut_off(taker: Taker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "ENDLESS", 2_000_000)
    assert await taker.says([b"x" * len(CHUNK)] * 100) == b""
    await taker.sends(mail("Ann", "help"))
    assert len(taker.taken) == 1


async def test_lines_as_long_as_mail_programs_write_them_are_read(taker: Taker) -> None:
    long = mail("Ann", "help") + b"x" * 200_000 + b"\r\n"
    assert (await taker.says([long.replace(b"\n", b"\r\n"), b".\r\n"])).startswith(b"250")
    assert b"x" * 200_000 in taker.taken[0]


async def test_a_mail_that_breaks_off_is_not_carried_out(taker: Taker) -> None:
    """At each command, and in the midst of the mail: it was never answered, so its server delivers it again."""
    for length in range(len(BEFORE) + 1):
        with socket.create_connection(("127.0.0.1", taker.port)) as client:
            for command in (*BEFORE, b"Subject: half\r\n\r\nnew millers-bridge")[: length + 1]:
                await asyncio.to_thread(client.recv, 4096)
                client.sendall(command + b"\r\n")
    await asyncio.sleep(0.05)
    assert taker.taken == []
    await taker.sends(mail("Ann", "help"))
    assert len(taker.taken) == 1
