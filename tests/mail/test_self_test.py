"""`fieldpost mail test`, and what `fieldpost doctor` says of mail servers: with servers that work, and others."""

import asyncio
import smtplib
from collections.abc import Iterator

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from bot.mail.checks import check_imap, check_listener, check_mail, check_smtp, check_strangers
from bot.mail.self_test import run_test
from bot.mail.settings import Listening, MailSettings, Server
from bot.mail.transport.listener import Listener
from tests.mail.loopback import dovecot
from tests.mail.loopback.dovecot import PASSWORD, USER, Dovecot, free_port
from tests.mail.loopback.mailroom import ADDRESS, Outside

NOBODY = Server("127.0.0.1", 9, "none", "ann", "opensesame")


class Relay(Outside):
    """An SMTP server that delivers what it takes by LMTP to a port of this machine (0 = nowhere)."""

    port_in = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        if self.port_in:
            await asyncio.to_thread(self._deliver, envelope, content)
        return "250 OK"

    def _deliver(self, envelope: Envelope, content: bytes) -> None:
        signed = b"Authentication-Results: mx.play.example; dmarc=none\r\n" + content
        with smtplib.LMTP("127.0.0.1", self.port_in, timeout=30) as client:
            client.sendmail(envelope.mail_from or "", envelope.rcpt_tos, signed)


@pytest.fixture
def relay() -> Iterator[Relay]:
    running = Relay()
    yield running
    running.close()


def listening(relay: Relay, **more: object) -> MailSettings:
    port = free_port()
    relay.port_in = port
    lmtp = Listening("lmtp", "127.0.0.1", port)
    return MailSettings(ADDRESS, Server("127.0.0.1", relay.port, "none"), lmtp=lmtp, **more)  # type: ignore[arg-type]


async def test_a_mail_comes_back_by_the_listener(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_test(listening(relay), 10)
    said = capsys.readouterr().out
    assert "was back after" in said and "FIELDPOST_MAIL_AUTHSERV=mx.play.example" in said


@pytest.mark.long
@pytest.mark.skipif(bool(dovecot.why_not()), reason="no Dovecot here")
async def test_a_mail_comes_back_to_the_mailbox(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    running = Dovecot()
    try:
        relay.port_in = running.lmtp
        box = Server("127.0.0.1", running.imap, "none", USER, PASSWORD)
        chosen = MailSettings(ADDRESS, Server("127.0.0.1", relay.port, "none"), box, authserv="mx.play.example")
        assert await run_test(chosen, 20)
        assert (await check_imap(box)).text.endswith("0 mails wait in it.")
        wrong = Server("127.0.0.1", running.imap, "none", USER, "opensesame")
        refused = await check_imap(wrong)
        assert refused.kind == "wrong" and "does not accept" in refused.text and "opensesame" not in str(refused)
        assert not await run_test(MailSettings(ADDRESS, chosen.smtp, wrong), 1)
    finally:
        running.remove()
    said = capsys.readouterr().out
    assert "was back after" in said and "opensesame" not in said and "app password" in said


async def test_a_mail_that_does_not_come_back_is_said(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = listening(relay)
    relay.port_in = 0
    assert not await run_test(chosen, 0.2)
    assert "was not back" in capsys.readouterr().out


async def test_an_address_that_is_refused_is_said(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    class Refusing(dict[str, str]):
        def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
            return "550 5.1.1 no plus signs here"

    relay.recipient_answers = Refusing()
    assert not await run_test(listening(relay), 1)
    said = capsys.readouterr().out
    assert "no plus signs here" in said and "FIELDPOST_MAIL_PLUS=no" in said


async def test_servers_that_cannot_be_reached_are_said(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = MailSettings(ADDRESS, NOBODY, NOBODY)
    assert not await run_test(chosen, 1)
    found = await check_mail(chosen)
    assert [finding.kind for finding in found] == ["ok", "wrong", "wrong"]
    assert all(finding.advice for finding in found if finding.kind == "wrong")
    told = capsys.readouterr().out + "".join(map(str, found))
    assert "opensesame" not in told and "FIELDPOST_MAIL_SMTP" in told and "FIELDPOST_MAIL_IMAP" in told
    unknown = await check_imap(Server("no-such-host.invalid", 993, "none"))
    assert "no computer is called no-such-host.invalid" in unknown.text
    spoken_wrongly = await check_smtp(MailSettings(ADDRESS, Server("127.0.0.1", relay.port, "tls")))
    assert spoken_wrongly.kind == "wrong" and "starttls" in spoken_wrongly.advice
    asked = await check_smtp(MailSettings(ADDRESS, Server("127.0.0.1", relay.port, "none", "ann", "opensesame")))
    assert asked.kind == "wrong" and "opensesame" not in str(asked)


async def test_the_port_of_the_listener_is_looked_at(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = listening(relay)
    assert chosen.lmtp and "is free" in check_listener(chosen.lmtp).text
    serving = Listener(chosen, lambda raw, arrived: asyncio.sleep(0, "done"))
    await serving.start()
    try:
        found = await asyncio.to_thread(check_listener, chosen.lmtp)
        assert found.kind == "ok" and "`fieldpost serve` listens" in found.text
        assert not await run_test(chosen, 1)
        assert "Stop `fieldpost serve`" in capsys.readouterr().out
    finally:
        await serving.stop()
    other = await asyncio.to_thread(check_listener, Listening("lmtp", "127.0.0.1", relay.port))
    assert other.kind == "wrong" and "another program" in other.text


async def test_a_pipe_cannot_be_seen(relay: Relay, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = MailSettings(ADDRESS, Server("127.0.0.1", relay.port, "none"), pipe=True)
    assert await run_test(chosen, 1) and "fieldpost mail receive" in capsys.readouterr().out


def test_a_club_by_mail_alone_that_nobody_can_join_is_told_so(relay: Relay) -> None:
    alone, beside = (check_strangers(listening(relay), others) for others in (False, True))
    assert alone and alone.kind == "wrong" and "nobody can begin to play" in alone.text
    assert beside and beside.kind == "note" and "/link" in beside.text
    assert check_strangers(listening(relay, authserv="mx.play.example"), others=False) is None
