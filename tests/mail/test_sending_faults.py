"""A mail server that breaks off, puts off or refuses: no mail is lost, and none sent twice where that can be known."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.engine_thread import EngineData, EngineThread
from bot.mail.settings import MailSettings, Server
from bot.mail.transport.sender import SmtpSender
from engine.table import Refused
from tests.mail.loopback.faulty_smtp import COMMANDS, Fault, FaultySmtp, client_context
from tests.mail.loopback.mailroom import ADDRESS, AUTHSERV, text_of
from tests.mail.loopback.office import ARRIVED, Office, mail, parsed
from tests.support.databases import new_database
from tests.support.sampling import share

pytestmark = pytest.mark.asyncio
BEFORE_A_MAIL = ("greeting", "EHLO", "STARTTLS", "AUTH")
EVERY = [(command, kind) for command in COMMANDS for kind in ("drop", "4xx", "5xx")]
SOME = [("STARTTLS", "drop"), ("AUTH", "5xx"), ("RCPT", "4xx"), ("content", "drop")]
ANN = "ann@home.example"


@pytest_asyncio.fixture
async def server() -> AsyncIterator[FaultySmtp]:
    running = await FaultySmtp().start()
    yield running
    await running.stop()


@pytest_asyncio.fixture
async def office(server: FaultySmtp, tmp_path: Path) -> AsyncIterator[Office]:
    """With Ann, whose address is confirmed."""
    engine = EngineThread(new_database(tmp_path / "games.db"))
    way_out = Server("localhost", server.port, "starttls", "orders", "secret")
    settings = MailSettings(ADDRESS, way_out, authserv=AUTHSERV)
    made = Office(engine, settings, SmtpSender(settings, client_context()))
    await made.introduce("Ann", "games")
    await made.close()
    server.taken.clear()
    yield made
    await made.close()
    engine.close()


async def failures(office: Office) -> int:
    contact = await office.engine.use_data(lambda data: data.people.contact("mail", ANN))
    assert contact
    return contact.failures


def ids(server: FaultySmtp) -> Counter[str]:
    return Counter(str(parsed(raw)["Message-ID"]) for _, _, raw in server.taken)


@pytest.mark.parametrize(("command", "kind"), share(EVERY, SOME))
async def test_a_fault_at_any_command(office: Office, server: FaultySmtp, command: str, kind: str) -> None:
    """Two answers wait when it happens: both arrive once, but for the one that was refused for good."""
    server.fault = Fault(command, kind)  # type: ignore[arg-type]
    await office.receiver.accept(mail("Ann", "roll 2d6"), ARRIVED)
    await office.take(mail("Ann", "roll 3d6"))
    assert server.met == [command]
    refused = kind == "5xx" and command in ("RCPT", "DATA", "content")
    if command in BEFORE_A_MAIL:
        assert await office.waiting() == 2 and not server.taken, "the whole round waits"
        assert await retries(office) == 0, "a server that takes nothing uses up no tries"
    elif kind == "5xx":
        assert await office.waiting() == 0
    else:
        assert await office.waiting() == 1 and await retries(office) == 1
    assert await failures(office) == 0, "a mail that was taken makes up for it"
    await office.later()
    assert await office.waiting() == 0 and [*ids(server).values()] == [1] * (1 if refused else 2)
    shown = [text_of(parsed(raw)) for _, _, raw in server.taken]
    assert refused or command not in BEFORE_A_MAIL or ("2d6" in shown[0] and "3d6" in shown[1]), "in order"


async def retries(office: Office) -> int:
    query = "select coalesce(sum(tries), 0) from mail_out where state = 'waiting'"
    return await office.engine.use_data(lambda data: int(data.table.journal.database.query(query)[0][0]))


async def test_where_nobody_knows_whether_a_mail_was_taken_it_is_sent_again_as_it_was(
    office: Office, server: FaultySmtp
) -> None:
    """SMTP cannot say it: so the mail may come twice, but with one Message-ID and the same bytes."""
    server.fault = Fault("content", "drop", kept=True)
    await office.take(mail("Ann", "roll 2d6"))
    assert len(server.taken) == 1 and await office.waiting() == 1
    await office.later()
    assert await office.waiting() == 0 and [*ids(server).values()] == [2]
    assert server.taken[0] == server.taken[1]


async def test_a_connection_that_was_closed_meanwhile_is_made_anew_at_once(office: Office, server: FaultySmtp) -> None:
    await office.take(mail("Ann", "roll 2d6"))
    server.fault = Fault("RSET", "drop")
    await office.take(mail("Ann", "roll 3d6"))
    assert server.met == ["RSET"] and await office.waiting() == 0 and len(server.taken) == 2
    assert server.commands.count("STARTTLS") == 3


@pytest.mark.parametrize("command", ["MAIL", "RCPT"])
async def test_a_server_that_lets_an_account_send_as_itself_alone_gets_mails_of_its_address(
    office: Office, server: FaultySmtp, command: str
) -> None:
    server.fault = Fault(command, "5xx", 1, answer="553 5.7.1 Sender address rejected: not owned by user orders")
    await office.take(mail("Ann", "roll 2d6"))
    await office.take(mail("Ann", "roll 2d6"))
    assert [sender for sender, _, _ in server.taken] == [ADDRESS, ADDRESS] and await failures(office) == 0
    server.fault = Fault("MAIL", "5xx", 1, answer="530 5.7.0 your account is locked")
    await office.take(mail("Ann", "roll 2d6"))
    assert await office.waiting() == 1 and await retries(office) == 0
    await office.later()
    assert len(server.taken) == 3


async def test_a_mail_that_is_too_big_is_no_fault_of_its_reader(office: Office, server: FaultySmtp) -> None:
    for command, said in (("MAIL", "552 5.3.4 Message size exceeds limit"), ("content", "552 5.2.3 too long for us")):
        server.fault = Fault(command, "5xx", answer=said)
        await office.take(mail("Ann", "roll 2d6"))
        assert await failures(office) == 0 and await office.waiting() == 0
        (answer,) = await office.take(mail("Ann", "roll 2d6"))
        assert "PLEASE NOTE" in text_of(answer) and said in " ".join(text_of(answer).split())


async def test_a_mailbox_that_stays_full_makes_its_address_rest(office: Office, server: FaultySmtp) -> None:
    server.fault = Fault("RCPT", "5xx", 3, answer="552 5.2.2 mailbox full")
    for _ in range(3):
        await office.take(mail("Ann", "roll 2d6"))
    contact = await office.engine.use_data(lambda data: data.people.contact("mail", ANN))
    assert contact and contact.state == "resting"


async def test_a_mail_that_was_taken_is_not_sent_again_because_that_cannot_be_stored(
    office: Office, server: FaultySmtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: the program knows what became of the mail, and stores it when it can."""

    def full(data: EngineData, *_: object) -> None:
        raise Refused("full", "The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr("bot.mail.sending._record", full)
        for _ in range(3):
            with pytest.raises(Refused):
                await office.take(mail("Ann", "roll 2d6"))
    assert len(server.taken) == 1
    await office.later()
    assert await office.waiting() == 0 and [*ids(server).values()] == [1, 1, 1]


async def test_a_mail_that_cannot_be_written_does_not_keep_the_others_waiting(
    office: Office, server: FaultySmtp, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("bot.mail.writing.look_up", None)
        await office.take(mail("Ann", "roll 2d6"))
    assert not server.taken and await retries(office) == 1
    await office.take(mail("Ann", "roll 3d6"))
    assert len(server.taken) == 1
    await office.later()
    assert await office.waiting() == 0 and [*ids(server).values()] == [1, 1]


async def test_a_program_that_ends_waits_for_the_answer_to_a_mail(office: Office, server: FaultySmtp) -> None:
    await office.receiver.accept(mail("Ann", "roll 2d6"), ARRIVED)
    server.hold.clear()
    running = asyncio.create_task(office.sender.run())
    while not server.taken:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.sleep(0.05)
    server.hold.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(server.taken) == 1 and await office.waiting() == 0
