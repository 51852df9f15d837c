"""Play through real servers: Postfix takes Fieldpost's mails, delivers all of them, and writes what comes back."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.engine_thread import EngineThread
from bot.mail.self_test import run_test
from bot.mail.settings import MailSettings, Server
from bot.mail.transport.imap_inbox import ImapInbox
from bot.mail.transport.sender import Envelope, SmtpSender
from engine.log.verify import verify
from tests.mail.loopback import postfix
from tests.mail.loopback.dovecot import PASSWORD, USER, Dovecot
from tests.mail.loopback.faulty_smtp import client_context
from tests.mail.loopback.mailroom import ADDRESS, AUTHSERV, Correspondent, Serving, find_game, opened, text_of
from tests.mail.loopback.office import Office, mail
from tests.mail.loopback.postfix import Mailboxes, Postfix, PostfixRoom
from tests.mail.test_whole_games import play

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.long,
    pytest.mark.skipif(bool(postfix.why_not()), reason=postfix.why_not() or "it is here"),
]
PLAYERS = {"ann": "", "bob": "", "full": "userdb_quota_rule=*:bytes=1"}
"""Those who have a mailbox at home.example."""


@pytest.fixture(scope="module")
def post() -> Iterator[Postfix]:
    mailboxes = Dovecot(PLAYERS)
    running = Postfix(mailboxes)
    yield running
    running.remove()
    mailboxes.remove()


@pytest.fixture
def settings(post: Postfix, request: pytest.FixtureRequest) -> MailSettings:
    plus = getattr(request.node, "callspec", None) is None or request.node.callspec.params.get("plus", True)
    way_in = Server("localhost", post.mailboxes.imap, "starttls", USER, PASSWORD)
    way_out = Server("localhost", post.submission, "starttls", USER, PASSWORD)
    return MailSettings(ADDRESS, way_out, way_in, authserv=AUTHSERV, plus=plus)


@pytest_asyncio.fixture
async def office(settings: MailSettings, tmp_path: Path) -> AsyncIterator[Office]:
    """Its mails go through Postfix."""
    engine = EngineThread(tmp_path / "games.db")
    made = Office(engine, settings, SmtpSender(settings, client_context()))
    yield made
    await made.close()
    engine.close()


async def test_mail_test_works_through_both(settings: MailSettings, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_test(settings, 20, client_context()), capsys.readouterr().out
    assert "Sending and receiving work" in capsys.readouterr().out


async def test_a_round_of_play(post: Postfix, tmp_path: Path) -> None:
    room = PostfixRoom(tmp_path, post)
    serving = await Serving(room).start()
    ann, bob = Correspondent(room, "Ann"), Correspondent(room, "Bob")
    await ann.introduce("new millers-bridge 3d\njoin millers-1 reeve")
    await bob.introduce("join millers-1")
    await play(serving, {"reeve": ann, "reivers": bob}, "millers-1", 4)
    refused = await ann.asked("help\n" + f"{'x' * 70}\n" * 20_000)
    assert "at most 1,048,576 are read" in " ".join(text_of(refused).split())
    assert await serving.stop() == 0 and "Traceback" not in serving.log, serving.log
    assert find_game(serving.database, "millers-1").length > 12
    with opened(serving.database) as table:
        assert verify(table.export("millers-1")).holds
    for player in (ann, bob):
        assert max(Counter(str(mail["Message-ID"]) for mail in player.mails).values()) == 1
        assert all(mail["Return-Path"] == "<>" or "+bounces-" in str(mail["Return-Path"]) for mail in player.mails)


@pytest.mark.parametrize(
    ("name", "said", "plus"),
    [("Gone", "doesn't exist", True), ("Full", "full", True), ("Gone", "doesn't exist", False)],
)
async def test_mails_that_postfix_sends_back_are_understood(
    office: Office, settings: MailSettings, post: Postfix, name: str, said: str, plus: bool
) -> None:
    """Postfix takes them all, and writes afterwards that they cannot be delivered: after three the address rests.

    ``plus``: whether they come back to an address that names the mail; else they are known by what they quote.
    """
    await office.introduce(name, "new millers-bridge\njoin millers-1 reeve")
    await office.introduce("Bob", "join millers-1")
    for _ in range(3):
        game = await office.engine.use_table(lambda table: table.game("millers-1"))
        assert game.phase
        awaited = name if "reeve" in game.phase.sides else "Bob"
        await office.take(mail(awaited, "done", subject="[millers-1]"))
    assert await office.waiting() == 0
    inbox = asyncio.create_task(ImapInbox(settings, office.receiver.accept, client_context()).run())
    try:
        for _ in range(600):
            contact = await office.engine.use_data(
                lambda data: data.people.contact("mail", f"{name.lower()}@home.example")
            )
            if contact and contact.state == "resting":
                break
            await asyncio.sleep(0.05)
        assert contact and contact.state == "resting", post.log[-3000:]
    finally:
        inbox.cancel()
        await asyncio.gather(inbox, return_exceptions=True)
    assert any(said.encode() in raw and b"Undelivered" in raw for raw in post.mailboxes.mails("Done"))


async def test_an_account_that_may_send_as_itself_alone_does(settings: MailSettings, post: Postfix) -> None:
    """Postfix refuses the address of somebody else; bounces come to the account then."""
    carrier = SmtpSender(settings, client_context())
    outcome = await carrier.deliver(Envelope("bob@play.example", "ann@home.example"), mail("Bob", "hello"))
    await carrier.close()
    assert outcome.fate == "delivered"
    for _ in range(400):
        if any(b"Return-Path: <orders@play.example>" in raw for raw in post.mailboxes.mails(user="ann")):
            break
        await asyncio.sleep(0.05)
    else:
        raise AssertionError(post.log[-3000:])
    assert "Sender address rejected: not owned by user orders" in post.log


async def test_a_mail_that_is_greylisted_arrives_once(office: Office, post: Postfix) -> None:
    await office.introduce("Ann", "games")
    post.greylisted.add("ann@home.example")
    (answer,) = await office.take(mail("Ann", "roll 2d6"))
    assert await office.waiting() == 1
    await office.later()
    assert await office.waiting() == 0
    ids = await arrived(post, "ann@home.example", str(answer["Message-ID"]))
    assert ids[str(answer["Message-ID"])] == 1


async def arrived(post: Postfix, address: str, id_: str) -> Counter[str]:
    """The ids of all mails there, once this one has come."""
    for _ in range(400):
        ids = Counter(str(mail["Message-ID"]) for mail in Mailboxes(post.mailboxes).to(address))
        if id_ in ids:
            return ids
        await asyncio.sleep(0.05)
    raise AssertionError(post.log[-3000:])


async def test_a_mail_that_is_too_big_is_told_of_with_the_next(
    post: Postfix, settings: MailSettings, tmp_path: Path
) -> None:
    """The server names its limit, and refuses the maps of a game that begins; what is small goes on."""
    small = Server("localhost", post.small, "starttls", USER, PASSWORD)
    engine = EngineThread(tmp_path / "games.db")
    office = Office(engine, settings, SmtpSender(MailSettings(ADDRESS, small), client_context()))
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    await office.introduce("Bob", "join millers-1")
    assert await office.waiting() == 0
    (answer,) = await office.take(mail("Ann", "roll 2d6"))
    told = " ".join(text_of(answer).split())
    assert "could not be sent" in told and "552 5.3.4" in told
    contact = await engine.use_data(lambda data: data.people.contact("mail", "ann@home.example"))
    assert contact and contact.state == "confirmed" and not contact.failures
    await office.close()
    engine.close()
