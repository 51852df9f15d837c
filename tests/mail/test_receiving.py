"""What becomes of single mails: carried out once, answered once, and never for somebody who may be somebody else."""

import asyncio
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
import pytest_asyncio

from bot.hosting.doors import Doors
from bot.hosting.engine_thread import EngineThread
from bot.mail.publisher import queue_news
from bot.mail.receiving import AN_HOUR, Receiver
from bot.mail.sending import MailSender
from bot.mail.settings import MailSettings, Server
from bot.mail.transport.sender import Envelope, Outcome
from tests.mail.loopback.mailroom import ADDRESS, AUTHSERV, text_of

pytestmark = pytest.mark.asyncio
SETTINGS = MailSettings(ADDRESS, Server("127.0.0.1", 25, "none"), authserv=AUTHSERV)
ARRIVED = "2026-11-24T12:00:00Z"


class Office:
    """The door by mail without its servers: what would be sent is kept.  ``fate``: what the server says of all."""

    def __init__(self, engine: EngineThread) -> None:
        wake = asyncio.Event()
        self.engine, self.fate, self.sent = engine, Outcome("delivered"), list[tuple[Envelope, bytes]]()
        self.receiver = Receiver(Doors(engine), SETTINGS, wake)
        self.sender = MailSender(engine, SETTINGS, self, wake)  # type: ignore[arg-type]

    async def deliver(self, envelope: Envelope, raw: bytes) -> Outcome:
        self.sent.append((envelope, raw))
        return self.fate

    async def take(self, raw: bytes) -> list[EmailMessage]:
        """Receive a mail.  Returns what is sent because of it."""
        await self.receiver.accept(raw, ARRIVED)
        for game in await self.engine.use_table(lambda table: table.journal.games()):
            await self.engine.use_data(lambda data, g=game: queue_news(data, g))  # type: ignore[misc]
        self.sent.clear()
        await self.sender.send_due()
        return [parsed(raw) for _, raw in self.sent]

    async def introduce(self, name: str, text: str) -> list[EmailMessage]:
        (welcome,) = await self.take(mail(name, text))
        return await self.take(mail(name, "", to=str(welcome["Reply-To"])))


def parsed(raw: bytes) -> EmailMessage:
    found = message_from_bytes(raw, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


numbers = iter(range(10**6))


def mail(name: str, text: str, to: str = ADDRESS, subject: str = "hello", vouched: str = "pass") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = f"{name} <{name.lower()}@home.example>", to, subject
    made["Message-ID"] = f"<{next(numbers)}@home.example>"
    if vouched:
        made["Authentication-Results"] = f"{AUTHSERV}; dmarc={vouched} header.from=home.example"
    made.set_content(text)
    return made.as_bytes()


@pytest_asyncio.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    engine = EngineThread(tmp_path / "games.db")
    yield Office(engine)
    engine.close()


async def started(office: Office) -> EmailMessage:
    """A game of Ann and Bob.  Returns the mail that calls for the orders of whoever is first."""
    await office.introduce("Ann", "new millers-bridge 3d\njoin millers-1 reeve")
    mails = await office.introduce("Bob", "join millers-1")
    (call,) = [mail for mail in mails if "Your turn" in mail["Subject"]]
    return call


def writer_of(call: EmailMessage) -> str:
    return str(call["To"]).split("@")[0].capitalize()


async def length(office: Office) -> int:
    return await office.engine.use_table(lambda table: table.game("millers-1").length)


async def test_a_mail_delivered_twice_is_carried_out_once(office: Office) -> None:
    call = await started(office)
    raw = mail(writer_of(call), "choose a\ndone", to=str(call["Reply-To"]))
    assert await office.take(raw)
    after = await length(office)
    assert await office.take(raw) == [] and await length(office) == after


async def test_an_answer_that_may_have_gone_out_is_sent_again_with_the_same_bytes(office: Office) -> None:
    call = await started(office)
    office.fate = Outcome("later", "451 greylisted")
    await office.take(mail(writer_of(call), "status", to=str(call["Reply-To"])))
    first = office.sent[-1]
    await office.engine.use_data(
        lambda data: data.table.journal.database.execute("update mail_out set due = '2026-01-01T00:00:00Z'")
    )
    office.sent.clear()
    await office.sender.send_due()
    assert first in office.sent


async def test_strangers_of_whom_nobody_knows_anything_are_not_answered(office: Office) -> None:
    assert await office.take(mail("Eve", "help", vouched="")) == []
    assert await office.take(mail("Eve", "help", vouched="fail")) == []
    (welcome,) = await office.take(mail("Eve", "help"))
    assert "Welcome" in welcome["Subject"]
    assert await office.take(mail("Eve", "help")) == [], "once a day"


async def test_a_seats_key_from_another_address_runs_nothing(office: Office) -> None:
    call = await started(office)
    before = await length(office)
    answers = await office.take(mail("Mallory", "choose a\ndone", to=str(call["Reply-To"])))
    assert await length(office) == before and all("ANSWER THIS MAIL" in text_of(answer) for answer in answers)


async def test_without_the_key_a_sender_must_be_vouched_for(office: Office) -> None:
    call = await started(office)
    before = await length(office)
    await office.take(mail(writer_of(call), "choose a\ndone", vouched=""))
    assert not [news for news in await office.take(mail("Ann", "games")) if "Your turn" in news["Subject"]]
    written = await length(office)
    assert written - before <= 1, "a draft at most"
    await office.take(mail(writer_of(call), "choose a\ndone", vouched="pass"))
    assert await length(office) > written + 2


async def test_a_new_key_replaces_the_old(office: Office) -> None:
    call = await started(office)
    who, old = writer_of(call), str(call["Reply-To"])
    (answer,) = await office.take(mail(who, "newkey", to=old))
    before = await length(office)
    (told,) = await office.take(mail(who, "choose a\ndone", to=old))
    assert "new address" in text_of(told) and await length(office) == before
    await office.take(mail(who, "choose a\ndone", to=str(answer["Reply-To"])))
    assert await length(office) > before


async def test_too_many_mails_are_answered_once(office: Office) -> None:
    await office.introduce("Ann", "games")
    answers = [len(await office.take(mail("Ann", "roll 2d6"))) for _ in range(AN_HOUR + 3)]
    assert sum(answers) <= AN_HOUR and answers[-1] == 0


async def test_addresses_that_refuse_mails_rest_until_one_comes_from_there(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    office.fate = Outcome("refused", "550 5.1.1 no such user")
    for _ in range(3):
        await office.take(mail("Ann", "roll 2d6"))
    state = await office.engine.use_data(lambda data: data.people.contact("mail", "ann@home.example"))
    assert state and state.state == "resting"
    office.fate = Outcome("delivered")
    await office.take(mail("Ann", "games"))
    state = await office.engine.use_data(lambda data: data.people.contact("mail", "ann@home.example"))
    assert state and state.state == "confirmed"


async def test_a_code_joins_addresses_and_seats_change_hands(office: Office) -> None:
    await office.introduce("Ann", "new millers-bridge\njoin millers-1 reeve")
    code = await office.engine.use_data(lambda data: data.people.new_code("4711", ARRIVED.replace("2026", "2099")))
    (answer, *_) = await office.take(mail("Ann", f"link {code}"))
    seats = await office.engine.use_table(lambda table: table.game("millers-1").seats)
    assert seats["reeve"] == "4711", text_of(answer)
    (again,) = await office.take(mail("Ann", f"link {code}"))
    assert "not known" in text_of(again)
